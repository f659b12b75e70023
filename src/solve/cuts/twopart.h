/* twopart.h -- two-partition inequalities, for relations that are both transitive and symmetric.
 *
 * For a node i and a set T of others: of the pairs of i with T, less the pairs within T, there is
 * at most one (Groetschel and Wakabayashi, "Facets of the clique partitioning polytope", 1990). If
 * i is related to s nodes of T, these are related to each other, which makes s (s - 1) / 2 pairs,
 * and s less that is at most 1. With two nodes in T it is the triangle; with more of them it does
 * not follow from triangles at fractional points, where every pair of i may be one half and every
 * other 0.
 *
 * They hold in every feasible assignment of the model, even where their triangles are not in the
 * component. So the dual bound is one of the model, not of the component: a feasible assignment of
 * the component may cost less, or break them. All pairs of an inequality are atoms of the
 * component: a pair that is not here need not be false. */
#ifndef KF_TWOPART_H
#define KF_TWOPART_H

#include "solve/lp/lp.h"
#include "solve/task.h"

typedef struct kf_twopart kf_twopart;

/* Not while constraints are to come: then any assignment that is near will do. */
static inline bool kf_twopart_wanted(const kf_task *t)
{
    return kf_uses(t, KF_TRANSITIVE) && kf_uses(t, KF_BEYOND) && !kf_limits_loose(&t->limits);
}

/* *out: NULL if no three nodes have pairs, or if there are too many nodes. */
kerf_status kf_twopart_new(const kf_component *, kf_mem *, kf_twopart **out);
void kf_twopart_free(kf_twopart *); /* NULL is legal */
/* Adds rows that the last point of the program violates; its first columns are the atoms. */
kerf_status kf_twopart_separate(kf_twopart *, kf_lp *, size_t *added);

#endif
