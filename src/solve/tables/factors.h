/* factors.h -- private to solve/tables/: a network of factors in whole numbers, which shrinks by
 * elimination.
 *
 * A factor is a table of costs over a few variables. Costs are whole numbers in doubles, below
 * KF_COST_LIMIT, so that every sum and difference is exact; INFINITY: not allowed. What costs as
 * much as the limit is not allowed either: no assignment of interest costs so much. */
#ifndef KF_FACTORS_H
#define KF_FACTORS_H

#include "base/mem.h"
#include "base/stop.h"

#include <math.h>

#define KF_COST_LIMIT 0x1p46
enum { KF_FACTOR_VARIABLES = 15 }; /* of a factor at most */

typedef struct kf_whole_factor {
    uint32_t n, size; /* variables, cells */
    uint32_t *scope;  /* variables: ascending, but for the last of what was joined */
    double *cells;    /* by values, those of the last variable next to each other */
    bool gone;        /* in another: a larger one, or what elimination made */
} kf_whole_factor;

typedef struct kf_eliminated {
    uint32_t variable;
    kf_whole_factor *joined; /* over its neighbours, and the variable last */
} kf_eliminated;

typedef struct kf_factors {
    kf_mem *mem;
    kf_arena arena;
    uint32_t n_variables;
    uint32_t *sizes; /* by variable: how many values */
    bool *out;       /* by variable: eliminated */
    double constant; /* paid by every assignment; INFINITY: there is none of interest */
    KF_VEC(kf_whole_factor *) at;
    struct kf_factor_ids {
        uint32_t *at; /* in the arena */
        uint32_t n, room;
    } * uses; /* by variable: its factors; those that are gone may be among them */
    KF_VEC(kf_eliminated) eliminated; /* first to last */
    kf_patience patience;             /* none after kf_factors_open() */
} kf_factors;

kerf_status kf_factors_open(kf_factors *, uint32_t n_variables, const uint32_t *sizes, kf_mem *);
void kf_factors_close(kf_factors *); /* also after a failure, twice, or of zeros */
/* Adds costs over a scope, which ascends: to a factor that has all of its variables, or a new one.
 * KERF_INTERRUPTED, here and below: the patience is over, and the factors are of no use. */
kerf_status kf_factors_add(kf_factors *, uint32_t n, const uint32_t *scope, const double *cells);

/* Variables with few neighbours are minimised over; factors within others are added to these. */
kerf_status kf_factors_shrink(kf_factors *);
/* Best values of eliminated variables, given those of the others. */
void kf_factors_extend(const kf_factors *, uint32_t *values);
double kf_factors_cost(const kf_factors *, const uint32_t *values); /* of those that remain */

/* Asserts: scopes and sizes agree, costs are whole numbers below the limit, and what is eliminated
 * is in no factor. */
void kf_factors_check(const kf_factors *);

#endif
