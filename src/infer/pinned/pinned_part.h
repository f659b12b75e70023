/* pinned_part.h -- private to infer/: some atoms around a pinned one as a component of their own.
 *
 * A constraint belongs to the part if all of its atoms do. Of other constraints the part has none:
 * instead its atoms are charged the shares that reduced costs give them. So the part is a
 * relaxation: no assignment of the problem costs less than the part. Where all atoms outside stay
 * as in the answer and no constraint pays for more than it charges, both cost the same.
 *
 * Some constraints may be passed over: to the part they are outside until they are wanted, because
 * they pay for more than they charge, or because a point violates them. */
#ifndef KF_PINNED_PART_H
#define KF_PINNED_PART_H

#include "infer/cpi.h"
#include "infer/components/extract.h"
#include "infer/pinned/reduced_costs.h"

typedef struct kf_met { /* a constraint, and the part that has met it */
    uint32_t part;
    uint32_t outside; /* of its literals, those whose atoms the part has not */
    uint32_t round;   /* when it was last looked at for growing */
    uint32_t wanted;  /* the last part that has it though it may be passed over */
} kf_met;

typedef struct kf_part {
    KF_VEC(uint32_t) atoms;           /* in the order in which they came */
    KF_VEC(uint32_t) member;          /* by atom: the last part that it was in */
    KF_VEC(uint32_t) local;           /* by atom of the part: its number in the component */
    KF_VEC(kf_met) clause, count;     /* by constraint of the problem */
    KF_VEC(uint32_t) clauses, counts; /* those inside, in the order in which they came */
    size_t seen;                      /* places of the pool that it knows */
    uint32_t part, round;
    kf_extent from, to; /* these constraints are passed over; none of them where both are equal */
} kf_part;

void kf_part_free(kf_part *, kf_mem *);
/* The next part: no atom is in it yet. */
void kf_part_begin(kf_part *);
kerf_status kf_part_add(kf_part *, const kf_reduced *, uint32_t atom);
static inline bool kf_part_has(const kf_part *s, uint32_t atom)
{
    return atom < s->member.n && s->member.at[atom] == s->part;
}

/* Takes hard clauses that were passed over, touch the part and are violated by a point of the
 * problem's atoms, and their atoms. */
kerf_status kf_part_want_violated(kf_part *, const kf_reduced *, const double *point, bool *any);

/* As a component, whose atoms are in ascending order. The pin, if any, is a hard unit clause of
 * it. */
kerf_status kf_part_extract(kf_extracted *, kf_mem *, const kf_reduced *, kf_part *,
                            const kf_pin *);
/* Adds the atoms of constraints that these values make pay for more than the part is charged, with
 * all other atoms as in the answer. values: by atom of the component. all: also of those that are
 * passed over, which are no more. */
kerf_status kf_part_grow(kf_part *, const kf_reduced *, const kf_extracted *, const bool *values,
                         bool all, bool *grown);

#endif
