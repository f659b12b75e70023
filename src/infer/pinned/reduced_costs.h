/* reduced_costs.h -- private to infer/: reduced costs of the atoms of an optimal assignment, kept
 * between the runs of pinned.h.
 *
 * To flip a set of atoms costs at least the sum of their reduced costs. The reduced cost of an atom
 * is what its own flip costs, less what it could save in constraints that the assignment pays for,
 * plus what clauses move to it. A clause with one true literal moves cost to the atom of that
 * literal from its other atoms, at most its weight: if the atom flips, one of the others must flip,
 * too, or the weight is paid. This is a solution of the dual of the LP relaxation. Where no reduced
 * cost is negative, no set of flips saves anything, and atoms far from a pin need not be looked at.
 * Negative ones are debts: there the relaxation is not tight, or was not found to be. */
#ifndef KF_REDUCED_COSTS_H
#define KF_REDUCED_COSTS_H

#include "problem/problem.h"

#define KF_OWNER_COUNT 0x80000000u /* a cardinality: its number is in the other bits */

typedef struct kf_reduced {
    kf_mem *mem;
    const kf_problem *p;
    const bool *answer;           /* by atom of the problem; borrowed */
    double near;                  /* less is no debt: beside 1, or all weights if they are less */
    KF_VEC(uint32_t) first;       /* by atom: a place in the pool of literals where it is */
    KF_VEC(uint32_t) next, owner; /* by place: the next one of its atom; clause or cardinality */
    KF_VEC(double) gain;          /* by atom: what its own costs were when it was last looked at */
    KF_VEC(double) cost;          /* by atom: its reduced cost */
    KF_VEC(uint32_t) tried;       /* by atom: the last search that found too little to move to it */
    KF_VEC(bool) listed;          /* by atom: it is in `debts` */
    KF_VEC(bool) priced;     /* by atom: to flip it alone was seen to change the cost (ties.c) */
    KF_VEC(double) weights;  /* by clause: as it was last looked at */
    KF_VEC(double) moved;    /* by clause: what it moves to its holder */
    KF_VEC(uint32_t) holder; /* by clause: the atom that alone makes it true; UINT32_MAX */
    KF_VEC(bool) pays;       /* by cardinality: in the answer */
    KF_VEC(uint32_t) debts;  /* atoms of negative reduced cost, and some that were */
    KF_VEC(uint32_t)
    broken;                   /* hard constraints that the answer breaks; they charge nothing, so
                                   * their atoms belong to every part */
    KF_VEC(uint32_t) changed; /* atoms that are charged otherwise, while the rest is looked at */
    uint32_t n_moving;        /* see kf_reduced_open() */
    uint32_t search;          /* their number */
    uint32_t work;            /* left to move something to an atom, */
    uint64_t left;            /* and to all of them, until the next change */
} kf_reduced;

/* n_moving: clauses from this one on move nothing, and have no holder. */
kerf_status kf_reduced_open(kf_reduced *, kf_mem *, const kf_problem *, const bool *answer,
                            uint32_t n_moving);
/* The same of a copy of problem and assignment. */
kerf_status kf_reduced_copy(kf_reduced *, kf_mem *, const kf_reduced *from, const kf_problem *,
                            const bool *answer);
void kf_reduced_free(kf_reduced *);
/* The problem has grown, the touched atoms have other costs or constraints of other weights, and
 * flips, each once, have the other value from now on: `answer` is set so, which was as before for
 * all atoms but those that are new. */
kerf_status kf_reduced_update(kf_reduced *, bool *answer, const uint32_t *touched, size_t n,
                              const uint32_t *flips, size_t n_flips);

static inline bool kf_reduced_owes(const kf_reduced *x, uint32_t atom)
{
    return x->cost.at[atom] < -x->near;
}
/* Its first place in the pool; the others follow, as long as it is their owner. */
uint32_t kf_reduced_start(const kf_reduced *, uint32_t owner);
/* Is it a clause without a holder that the answer pays for? */
bool kf_reduced_pays(const kf_reduced *, uint32_t owner);
/* What the constraint at a place of the pool charges its atom there. pays: as kf_reduced_pays()
 * says of it, which looks at all of its literals. */
double kf_reduced_share(const kf_reduced *, uint32_t place, bool pays);
/* Asserts: what every atom is charged is what its own costs and its constraints say. */
void kf_reduced_check(const kf_reduced *);

#endif
