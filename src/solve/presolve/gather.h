/* gather.h -- clauses of two literals that belong together, found and gathered.
 *
 * Where every two of some literals stand in such a clause, as in "at most one of these", the
 * clauses taken one by one make a weak linear program: all atoms at one half satisfy every pair.
 * Together they are a function of how many of the literals are false: of n, n (n - 1) / 2 pairs
 * pay. That is convex, so that its tangents bound it from below as well as any rows could. */
#ifndef KF_GATHER_H
#define KF_GATHER_H

#include "base/stop.h"
#include "problem/component.h"

typedef enum kf_pairs {
    KF_HARD_PAIRS,
    KF_EQUAL_PAIRS, /* soft, of one weight */
    KF_ALIKE_PAIRS, /* soft, no weight more than twice the other */
} kf_pairs;

/* cliques.c: calls emit() with literals, three or more, of which every two stand in a clause of at
 * least this weight, and sets share[i] to it for these clauses; soft ones that have a share are
 * passed over. Every two literals of a hard count with at most one true one are taken as a hard
 * clause of their negations; a count that a clique contains has its share behind those of the
 * clauses. In all, emit() gets at most as many literals as the clauses have. KERF_INTERRUPTED: the
 * patience, which may be NULL, is over. */
typedef void kf_clique_fn(void *context, const kf_lit *, uint32_t n, double weight);
kerf_status kf_cliques_find(const kf_component *, kf_pairs, kf_arena *, double *share,
                            kf_patience *, kf_clique_fn *emit, void *context);

/* gather.c: the same component with cliques in place of pairs; what the weight of a pair exceeds
 * that of its clique by stays a clause. It borrows from the component, the rest is the arena's.
 * KERF_INTERRUPTED as above. */
kerf_status kf_gather(const kf_component *, kf_arena *, kf_patience *, kf_component *out);

#endif
