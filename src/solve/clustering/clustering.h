/* clustering.h -- the best clustering of nodes by the scores of their pairs.
 *
 * A clustering gains the score of every pair that it puts into one cluster, and pays the charge of
 * every node whose cluster has two nodes or more. Pairs that are not listed all score the same,
 * nothing or less: they are never enumerated. This is what a transitive and symmetric relation
 * comes to whose other formulas speak of one pair at a time. */
#ifndef KF_CLUSTERING_H
#define KF_CLUSTERING_H

#include "base/mem.h"
#include "solve/limits.h"

typedef struct kf_scored_pair {
    uint32_t a, b; /* a < b */
    double score;  /* INFINITY: in one cluster; -INFINITY: never in one */
} kf_scored_pair;

typedef struct kf_clustering {
    uint32_t n;
    double unlisted;       /* at least 0: any other pair scores -unlisted */
    const double *charges; /* by node: at least 0; INFINITY: it stays alone */
    size_t n_pairs;
    const kf_scored_pair *pairs; /* each once */
} kf_clustering;

typedef struct kf_clustered {
    uint32_t *cluster;  /* by node: the first node of its cluster; room is the caller's */
    bool contradiction; /* no clustering does what infinite scores want; then nothing else counts */
    double value;       /* what it gains */
    double gap;         /* no clustering gains more than value + gap */
    uint64_t components; /* that were left to be proven, after contraction */
    uint64_t largest;    /* nodes of the largest */
    uint64_t work;       /* nodes of branch and bound */
} kf_clustered;

/* With KF_EFFORT_LOOSE nothing is proven but what contraction shows. Where it is stopped, the best
 * so far and what is proven of it. The same input gives the same output, unless it is stopped. */
kerf_status kf_clustering_solve(const kf_clustering *, const kf_limits *, kf_mem *, uint64_t seed,
                                kf_clustered *);

#endif
