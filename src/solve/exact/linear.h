/* linear.h -- what the exact solver searches over: every constraint as rows of one form.
 *
 * A row asks that the coefficients of its true literals add up to `goal` or more, and pays `weight`
 * when they do not (INFINITY: they must). A clause with w > 0 is a row with goal 1; with w < 0 its
 * negated literals must all be true; a count is a row for each of its two sides. A negative count
 * with two sides gets an atom of its own that says which side to be on. Hard pairs that say "not
 * both" are gathered into cliques, one row each: far better bounds than pair by pair. Soft units
 * become costs of the atom, so here both costs of an atom may be above 0. */
#ifndef KF_LINEAR_H
#define KF_LINEAR_H

#include "solve/presolve/gather.h"

typedef enum kf_linear_kind {
    KF_LINEAR_ANY,   /* goal 1 */
    KF_LINEAR_ALL,   /* soft; needs every literal */
    KF_LINEAR_COUNT, /* hard; anything else */
    KF_LINEAR_SOFT   /* soft; anything else */
} kf_linear_kind;

typedef struct kf_linear_row {
    uint32_t start, n; /* in literals, coefficients and share */
    uint32_t largest;  /* coefficient */
    kf_linear_kind kind;
    int64_t goal, total; /* total: the sum of all coefficients; never below goal */
    double weight;       /* > 0 */
    double price;        /* dual: what one unit towards the goal is worth; ANY and COUNT */
} kf_linear_row;

typedef struct kf_linear_use { /* of a literal by a row */
    uint32_t row, coefficient;
} kf_linear_use;

typedef struct kf_linear {
    uint32_t n_atoms, n_given; /* with and without the atoms added */
    double *cost_true, *cost_false;
    uint32_t n_rows, n_literals;
    kf_linear_row *rows;
    kf_lit *literals;
    uint32_t *coefficients;
    double *share;   /* dual: of ALL rows, by literal */
    uint32_t *first; /* uses of the literal with code x: from first[x] up to first[x + 1] */
    kf_linear_use *uses;
    uint32_t longest; /* row */
    double constant;  /* paid in every assignment */
    double most;      /* no assignment pays more that breaks nothing hard */
    bool soft_counts; /* there are rows of that kind */
    bool infeasible;  /* a hard row that cannot hold was left out */
} kf_linear;

kerf_status kf_linear_build(kf_linear *, const kf_component *, kf_arena *);

/* climb.c: changes one atom after the other for the better: first what is broken, then cost.
 * sum: room for a number by row. */
void kf_climb(const kf_linear *, int64_t *sum, bool *assignment);
/* Does an assignment that differs in one atom cost the same? Says no where atoms were added. */
bool kf_climb_tie(const kf_linear *, int64_t *sum, const bool *assignment, double within);

#endif
