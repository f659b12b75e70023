/* simplifying.h -- private to solve/presolve/: a component under work. */
#ifndef KF_SIMPLIFYING_H
#define KF_SIMPLIFYING_H

#include "base/cardinality.h"
#include "solve/presolve/simplify.h"

#include <math.h>

typedef struct kf_work_count {
    kf_lit *literals;
    uint32_t *coefficients;
    uint32_t n; /* 0: gone */
    uint64_t total, least, most;
    double weight;
    uint8_t locks; /* see fix.c */
} kf_work_count;

typedef struct kf_work {
    kf_simplified *s;
    kf_arena *arena;       /* of the round */
    kf_patience *patience; /* may be NULL */
    double *cost[2];       /* by value, by atom */
    /* Clauses: the first n[i] literals from start[i] on are left; 0: the clause is gone. */
    uint32_t n_clauses;
    uint32_t *start, *n;
    double *weight;
    kf_lit *literals;
    uint32_t n_counts;
    kf_work_count *counts;
    /* By literal: the clauses that it is in, and the counts. */
    uint32_t *in_start, *in;
    uint32_t *count_start, *in_count;
    /* By literal: constraints that want it true, hard ones counted, soft ones weighed. */
    uint32_t *hard;
    double *soft;
    uint32_t *queue; /* atoms to look at, a ring */
    uint32_t head, waiting;
    bool *queued;
    uint32_t shrunk[4]; /* by sort of weight: lengths that clauses have shrunk to, a bit each; 31:
                         * or more */
    KF_VEC(kf_lit) decided; /* literals that are true, their consequences not drawn yet */
} kf_work;

/* Clauses are merged with those of their sort. */
static inline uint32_t kf_work_sort(double weight)
{
    return (isinf(weight) ? 2u : 0u) + (weight < 0);
}
static inline uint32_t kf_work_length_bit(uint32_t n)
{
    return UINT32_C(1) << (n < 31 ? n : 31);
}

/* KERF_INTERRUPTED: so many steps should not be taken. The work is of no use any more then. */
static inline kerf_status kf_work_spend(const kf_work *w, uint64_t steps)
{
    if (!w->patience || kf_patience_spend(w->patience, steps)) return KERF_OK;
    return KERF_INTERRUPTED;
}

/* The constraints that an atom is in. */
static inline uint64_t kf_work_degree(const kf_work *w, uint32_t atom)
{
    size_t code = (size_t)2 * atom;
    return (uint64_t)(w->in_start[code + 2] - w->in_start[code])
           + (w->count_start[code + 2] - w->count_start[code]);
}

/* two_sides.c: soft counts with two sides, of which hard ones leave one. */
kerf_status kf_work_reach(kf_work *);
/* States the count in the simplest way that means the same where its sum is from low to high; the
 * locks of fix.c are not seen to. */
void kf_work_count_restate(kf_work_count *, uint64_t low, uint64_t high);
/* fix.c: units, dual fixing and dominance until nothing moves. */
kerf_status kf_work_fix(kf_work *);
/* harden.c: soft clauses of two literals that no optimum breaks. The locks are kept. */
kerf_status kf_work_harden(kf_work *);
/* Asserts: constraints have open literals in range, the total of a count is the sum of its
 * coefficients, and for every open literal the hard constraints that want it true are counted. */
void kf_work_check(const kf_work *);
/* Makes a literal true; what follows is drawn later. */
kerf_status kf_work_decide(kf_work *, kf_mem *, kf_lit);
/* Does the count want more true literals, or fewer? It may want both. */
bool kf_work_wants(const kf_work_count *, bool more);
/* The soft weight that wants a literal true, summed anew. */
double kf_work_wanting(const kf_work *, kf_lit);
/* dominate.c: decides literals that others can take the place of; draw: what follows from that. */
typedef kerf_status kf_work_step(kf_work *, kf_mem *);
kerf_status kf_work_dominate(kf_work *, kf_mem *, kf_work_step *draw);
/* equal.c: ties literals together; *changed: some were. */
kerf_status kf_work_equal(kf_work *, kf_mem *, bool *changed);
/* merge.c: what is left, literals replaced by what they stand for, duplicates merged, into a new
 * work in another arena; *changed: there is now something to fix. */
kerf_status kf_work_merge(const kf_work *, kf_arena *, kf_work *, bool *changed);
/* Index and weigh the constraints; everything is queued. */
kerf_status kf_work_index(kf_work *);
/* residuals.c */
kerf_status kf_work_residuals(kf_work *, kf_mem *);

/* What a count makes of a new sum that it cannot avoid: whether it always or never holds. */
typedef enum kf_count_fate { KF_COUNT_OPEN, KF_COUNT_HOLDS, KF_COUNT_FAILS } kf_count_fate;
static inline kf_count_fate kf_work_count_fate(const kf_work_count *c)
{
    if (c->least == 0 && c->most >= c->total) return KF_COUNT_HOLDS;
    if (c->least > c->total || c->least > c->most) return KF_COUNT_FAILS;
    return KF_COUNT_OPEN;
}
/* Takes a sum that is certain off the bounds. */
void kf_work_count_shift(kf_work_count *, uint64_t sum);
/* A count whose outcome is certain pays, or breaks the component, or neither. */
void kf_work_settle(kf_work *, double weight, bool holds);

#endif
