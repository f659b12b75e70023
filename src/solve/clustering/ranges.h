/* ranges.h -- which nodes are in one cluster, where scores of pairs are not known, only their
 * range.
 *
 * That is what a transitive and symmetric relation comes to whose pairs other formulas touch: given
 * all other atoms a pair has a score, whatever they are it lies in a range. */
#ifndef KF_RANGES_H
#define KF_RANGES_H

#include "base/mem.h"
#include "solve/limits.h"

typedef struct kf_ranged_pair {
    uint32_t a, b;    /* a < b */
    double low, high; /* both INFINITY: in one cluster; both -INFINITY: never in one */
} kf_ranged_pair;

typedef struct kf_ranges {
    uint32_t n;
    double least, most;    /* at most 0: any other pair scores so much */
    const double *charges; /* by node: at least 0; what joining any other costs at most */
    const bool *locked;    /* by node: it must not merge; NULL: all may */
    size_t n_pairs;
    const kf_ranged_pair *pairs; /* each once */
} kf_ranges;

/* Merges nodes that some best clustering has together, whatever scores are within their ranges.
 * cluster: by node, the first node that merged with it. *merged: nodes less what is left of
 * them. */
kerf_status kf_ranges_contract(const kf_ranges *, const kf_limits *, kf_mem *, uint32_t *cluster,
                               uint32_t *merged);

#endif
