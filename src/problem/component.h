/* component.h -- a component of the ground problem: a problem on its own, for solvers.
 *
 * Atoms are numbered from 0. A component is a connected component of the ground problem, as it is,
 * or what presolve leaves of it, or a relaxation of either. Its arrays belong to its maker. */
#ifndef KF_COMPONENT_H
#define KF_COMPONENT_H

#include "problem/problem.h"

/* least <= sum of the coefficients of true literals <= most, else pay `weight`; with a negative
 * weight, pay |weight| when it does hold. +INFINITY: it must hold; -INFINITY: it must not. */
typedef struct kf_count {
    uint32_t n;
    const kf_lit *literals; /* no atom twice */
    const uint32_t *coefficients;
    uint64_t least, most; /* most: UINT64_MAX if there is no limit */
    double weight;
} kf_count;

/* Literals of which every two that are false pay `weight` (INFINITY: two must not be): clauses of
 * two literals, merged into one constraint. Only the linear program has them
 * (solve/presolve/gather.h). */
typedef struct kf_clique {
    uint32_t n;
    const kf_lit *literals; /* no atom twice */
    const uint32_t *coefficients;
    uint64_t most; /* how many are false, each as often as its coefficient says, if none is true:
                    * their sum, and more where folding left out opposite literals */
    double weight; /* > 0 */
    uint32_t paid; /* a clause that pays when one of them is false; KF_NO_CLAUSE: not known */
} kf_clique;
#define KF_NO_CLAUSE UINT32_MAX

/* Costs are finite, not negative, and of the two of an atom at least one is 0. */
typedef struct kf_component {
    uint32_t n_atoms;
    const double *cost_true, *cost_false; /* by atom */
    uint32_t n_clauses;
    const uint32_t *start;  /* literals of clause i: from start[i] up to start[i + 1] */
    const kf_lit *literals; /* ascending; no atom twice; one or more in a clause */
    const double *weight;   /* > 0: pays when all are false; < 0: pays |w| when any is true;
                             * INFINITY: one must be true. Never -INFINITY or 0 */
    /* What rounding took: |weight| and the cost of an atom that is not 0 are so much more. NULL:
     * nobody asks but sums over all assignments (solve/eliminate/beliefs.h). */
    const double *weight_rest, *cost_rest; /* by clause, by atom */
    uint32_t alike[2]; /* lengths of soft clauses of which some may be there twice, a bit each, 31:
                        * or more; of weights > 0, and < 0. Other clauses are there once */
    uint32_t n_counts;
    const kf_count *counts;
    uint32_t n_cliques; /* 0, unless they were gathered */
    const kf_clique *cliques;
    double constant;       /* paid in every assignment; not 0 only where cliques were gathered, and
                            * then perhaps negative */
    const uint64_t *names; /* by atom: the same whenever it comes again; NULL: it has none */
    const kf_ends *ends;   /* by atom: of what relation; NULL: none of any. A pair that is not here
                            * may be a constant, in another component, or not named yet */
} kf_component;

/* Asserts the above. */
void kf_component_check(const kf_component *);

/* Atoms and literals: about what a node of branch and bound looks at. */
uint64_t kf_component_size(const kf_component *);
/* Soft cost of an assignment, and how many hard constraints it breaks. */
double kf_component_cost(const kf_component *, const bool *assignment, uint64_t *broken);

#endif
