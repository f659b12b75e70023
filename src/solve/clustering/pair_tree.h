/* pair_tree.h -- private to solve/clustering/: proves a clustering the best, or finds a better
 * one. */
#ifndef KF_PAIR_TREE_H
#define KF_PAIR_TREE_H

#include "base/random.h"
#include "solve/clustering/net.h"
#include "solve/limits.h"

typedef struct kf_pair_proof {
    const kf_net *g;  /* all nodes alive, two at least */
    double forbidden; /* pairs that score less are never together */
    uint32_t *label;  /* the best clustering so far; replaced by better ones */
    double value;     /* of it */
    double bound;     /* no clustering gains more */
    bool closed;      /* within the tolerance, or a step: nothing is better */
    uint64_t nodes;   /* of the tree */
} kf_pair_proof;

kerf_status kf_prove_clustering(kf_pair_proof *, const kf_limits *, kf_random *);

#endif
