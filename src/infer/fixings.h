/* fixings.h -- private to infer/: atoms whose value in the answer no pin elsewhere can make worse.
 *
 * Dual fixing (solve/presolve/simplify.h), kept between the runs of pinned.h: an atom that would
 * not pay even if every constraint that wants it otherwise got its way stays as in the answer. What
 * other fixed atoms satisfy in any case wants nothing. To set fixed atoms to their values in the
 * order of their ranks makes no assignment of the problem more expensive, and breaks nothing hard.
 *
 * An atom in a cardinality is not fixed. */
#ifndef KF_FIXINGS_H
#define KF_FIXINGS_H

#include "problem/problem.h"

typedef struct kf_unfixed {
    uint32_t atom, rank;
} kf_unfixed;

typedef struct kf_fixings {
    kf_mem *mem;
    const kf_problem *p;
    const bool *answer;           /* by atom of the problem; borrowed */
    KF_VEC(uint32_t) first;       /* by atom: a place in the pool of literals where it is */
    KF_VEC(uint32_t) next, owner; /* by place: the next one of its atom; clause or cardinality */
    size_t clauses, counts;       /* of the problem, that are listed */
    KF_VEC(uint32_t) rank;        /* by atom: 0: it is open; else fixed, by those of lower rank */
    uint32_t last;                /* rank */
    KF_VEC(kf_unfixed) unfixed;   /* since kf_fixings_restore() */
    KF_VEC(kf_unfixed) stack;
    KF_VEC(double) weights; /* by clause: as it was last looked at */
} kf_fixings;

#define KF_OWNER_COUNT 0x80000000u /* a cardinality: its number is in the other bits */

kerf_status kf_fixings_open(kf_fixings *, kf_mem *, const kf_problem *, const bool *answer);
void kf_fixings_free(kf_fixings *);
/* The problem has grown: lists what is new. No fixing is looked at. */
kerf_status kf_fixings_extend(kf_fixings *, const bool *answer);

static inline bool kf_is_fixed(const kf_fixings *f, uint32_t atom)
{
    return f->rank.at[atom] > 0;
}
/* Does a fixed atom satisfy the clause, or of a negative weight make it pay, whatever the others
 * do? */
bool kf_fixings_decide(const kf_fixings *, const kf_clause *);
/* Opens an atom, and those that its fixing has fixed. */
kerf_status kf_fixings_undo(kf_fixings *, uint32_t atom);
/* Costs of an atom, or weights of clauses that it is in, may have changed: opens what is no longer
 * fixed for it. */
kerf_status kf_fixings_review(kf_fixings *, uint32_t atom);
/* Fixes again what was opened, as far as it still can be. */
kerf_status kf_fixings_restore(kf_fixings *);
/* Asserts that every fixing holds. */
void kf_fixings_check(const kf_fixings *);

#endif
