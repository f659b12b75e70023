/* counts.h -- the statistics of pseudo-likelihood: for each hidden atom, the groundings that it
 * decides.
 *
 * Atoms with the same truth that decide as many groundings of each parameter form a group, which
 * has a number of atoms. Atoms that no formula names, or all alike, are not listed: they are
 * counted, and false. */
#ifndef KF_COUNTS_H
#define KF_COUNTS_H

#include "learn/difference.h"

typedef struct kf_group {
    size_t start; /* of its entries: true groundings with the atom true less with it false */
    uint32_t n;
    bool truth;
    double offset;    /* the same for weights that are not learned, times these */
    double times;     /* atoms that are in it for certain */
    uint64_t sampled; /* and those that stand for 1 / share each */
} kf_group;

typedef struct kf_groups {
    kf_mem *mem;
    const kf_parameters *p;
    double share;  /* of false atoms that formulas name; 1: all are taken */
    uint64_t seed; /* which these are */
    KF_VEC(kf_group) all;
    KF_VEC(kf_entry) entries;
    uint32_t *slots; /* hash of groups */
    size_t n_slots;
    double atoms; /* in all */
} kf_groups;

void kf_groups_init(kf_groups *, kf_mem *, const kf_parameters *, double share, uint64_t seed);
void kf_groups_free(kf_groups *);
/* Asserts: entries sorted by parameter, each group once in the hash, groups adding up to all
 * atoms. */
void kf_groups_check(const kf_groups *);
/* Adds the atoms of one more example. Its database holds the truth, and evidence decides no hidden
 * atom. Hard formulas are left out. */
kerf_status kf_groups_add_example(kf_groups *, kf_example *);

/* Log pseudo-likelihood of all atoms with these weights, by parameter; what is sampled counts 1 /
 * share each. gradient: not NULL: is set. */
double kf_groups_value(const kf_groups *, const double *weights, double *gradient, uint32_t n);
/* Minus its second derivative by each parameter. */
void kf_groups_curvature(const kf_groups *, const double *weights, double *curvature, uint32_t n);
/* Estimated variance of that, which sampling brings. */
double kf_groups_variance(const kf_groups *, const double *weights);
/* How far an atom of the group is on its truth's side: the log odds. */
double kf_group_margin(const kf_groups *, const kf_group *, const double *weights);

#endif
