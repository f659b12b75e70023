/* clusters.h -- clusterings, solved apart from the ground problem, and what is known of those that
 * are not. */
#ifndef KF_CLUSTERS_H
#define KF_CLUSTERS_H

#include "infer/cpi.h"

typedef struct kf_clusters { /* what is known of all clusterings of the model */
    bool any;
    bool stopped;                 /* one was cut short, and has a gap */
    double gap;                   /* of their cost */
    uint64_t pairs;               /* with a score of their own */
    uint64_t components, largest; /* that contraction left, or one for all; pairs of the largest */
    uint64_t work;
    kf_stop *grace; /* what ends all that follows, where the caller's stop ended a clustering */
    bool graced;    /* it did */
    /* Of clusterings that were given back to the problem: */
    KF_VEC(uint32_t) proposed;    /* predicates, */
    KF_VEC(uint32_t) proposition; /* and atoms that are true in a good clustering */
    KF_VEC(uint32_t) forced; /* atoms that are hard units while the loop runs (contraction.c) */
} kf_clusters;

/* Before kf_ground_local(): predicates that are clusterings. */
kerf_status kf_clusters_find(kf_grounder *, const kf_cpi_options *);
/* After it: solves them and sets their atoms in the database. What cannot be solved so goes into
 * the problem. Without KF_BEYOND all do, with a good clustering for a first incumbent. Being
 * stopped is no failure. */
kerf_status kf_clusters_solve(kf_grounder *, const kf_cpi_options *, const kf_limits *,
                              kf_clusters *);

/* After these two: atoms of transitive and symmetric predicates in the problem that are true in
 * some best world, by the costs of pairs and what other formulas can make of them, become hard
 * units (contraction.c). All has to be released in any case. */
kerf_status kf_clusters_contract(kf_grounder *, const kf_cpi_options *, const kf_limits *,
                                 kf_clusters *);
kerf_status kf_clusters_release(kf_grounder *, kf_clusters *);
/* Do the options allow all this? */
bool kf_clusters_are_used(const kf_cpi_options *);
/* Constants that a type has at least, for it to be worth it. */
uint32_t kf_clusters_least(const kf_cpi_options *);

#endif
