/* sections.h -- private to marginal/: the components of a problem while their probabilities are
 * found, and what is done with one of them. */
#ifndef KF_SECTIONS_H
#define KF_SECTIONS_H

#include "base/neumaier.h"
#include "marginal/marginal_parts.h"

#include <math.h>

typedef struct kf_section { /* a component */
    kf_extracted x;
    struct kf_sections *all;
    uint32_t root;
    bool known;
    bool no_start;  /* nothing was found that keeps the hard constraints */
    bool no_memory; /* there was too little for it, or for all that was asked about it */
    bool too_large; /* for chains */
    bool waits;     /* formulas are about it that are not all ground */
    kf_marginal_part told;
    kf_inlined inlined; /* with expectations */
    double slack;       /* units by which its weights may be wrong */
    kf_neumaier log_z;
    double error;  /* of that */
    double tables; /* bytes of those that its elimination begins with */
} kf_section;

typedef struct kf_sections {
    kf_grounder *g;
    kf_problem *p;
    const kf_marginal_options *options;
    kf_limits exact; /* of what is exact */
    double slack;
    kf_paying *paying;
    kf_marginals *out;
    kf_hooks hooks;
    kf_section *at;
    size_t n, n_known;
    kf_neumaier log_z;
    double error;
    bool unknown;    /* some part of log Z */
    bool infeasible; /* some part is */
    bool sampled, unconverged, left, coarse;
} kf_sections;

static inline uint64_t kf_constraints_of(const kf_component *p)
{
    return (uint64_t)p->n_clauses + p->n_counts;
}

static inline void kf_set_chance(kf_chance *to, double p, double error)
{
    *to = (kf_chance){
        p, fmax(p - error, 0), fmin(p + error, 1), NAN, NAN, KF_BY_ELIMINATION, false
    };
}

/* section_paying.c: from the constraints of a component to those of the problem. Without errors it
 * was sampled. */
void kf_section_set_paying(const kf_sections *, const kf_section *, const double *pays,
                           const double *errors);

/* section_sampled.c: where nothing is known of it, it is sampled. KERF_INFEASIBLE: proven. */
kerf_status kf_section_sample(kf_sections *, kf_section *);

/* by_component.c */
kerf_status kf_section_extract(kf_sections *, kf_section *);
/* This one is next, or has so many samples already; NULL: none. */
void kf_section_progress(const kf_section *, const char *method, const struct kf_sampled *);

#endif
