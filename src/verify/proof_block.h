/* proof_block.h -- private to verify/: the least cost of constraints that are taken together, by
 * eliminating their variables one after the other.
 *
 *   proof_block.c   variables with their values, and tables of constraints
 *   block_join.c    a variable goes: its tables are added up, and the least over its values is left
 *   block_sums.c    what becomes of the sums that are carried along
 *
 * Costs are whole numbers of a unit in doubles, so that sums of them are exact; each cost is
 * rounded down to one. INFINITY: not allowed. */
#ifndef KF_PROOF_BLOCK_H
#define KF_PROOF_BLOCK_H

#include "base/block_limits.h"
#include "verify/bound.h"

/* Axes: variables by their turn, then sums that are carried along, by the first of their rows. They
 * descend, so that the variable that goes next is innermost. */
typedef struct kf_proof_block_table {
    uint32_t n;
    uint32_t *axis;
    uint64_t *size;
    uint64_t n_cells;
    double *cells;
    struct kf_proof_block_table *next; /* of the same bucket */
} kf_proof_block_table;

/* What the variables of a constraint contribute by their values, and what their sum costs. */
typedef struct kf_proof_block_row {
    uint32_t line; /* of the constraint */
    bool hard, sum;
    uint64_t base, least, most;
    double if_holds, if_not; /* costs */
    uint32_t n;
    uint32_t *variable; /* ascending */
    uint64_t **share;   /* by these and value */
    /* Of a sum that is carried along: */
    uint32_t at;          /* variables that have gone */
    uint64_t *low, *high; /* what the variables from here on contribute */
} kf_proof_block_row;

/* Sums that are carried along together, on one axis. */
typedef struct kf_block_sums {
    uint32_t n;
    uint32_t *row; /* of which they are */
    uint64_t n_states;
    uint64_t *states; /* by state and row: sums so far; no two states are the same */
} kf_block_sums;

typedef struct kf_block_run {
    const kf_block_task *task;
    kf_mem *mem;
    kf_arena arena;
    uint32_t n_variables, n_rows;
    uint64_t *size;                /* by variable: values */
    double **unary;                /* by variable and value */
    kf_proof_block_row *rows;      /* those of no variable left out */
    kf_block_sums **sums;          /* by row: with which others its sum is carried along */
    uint32_t *first, *uses;        /* by variable: its rows, uses[first[v]] up to first[v + 1] */
    kf_proof_block_table **bucket; /* by variable: tables for which it is the next to go */
    double total;
    uint64_t work, live;
    int power; /* 2^power units are 1 */
} kf_block_run;

kerf_status kf_block_eliminate(kf_block_run *, uint32_t variable); /* block_join.c */
kf_proof_block_table *kf_block_open_table(kf_block_run *, uint32_t n, const uint32_t *axis,
                                          const uint64_t *size, kerf_status *);
void kf_block_close_table(kf_block_run *, kf_proof_block_table *);
void kf_block_put(kf_block_run *, kf_proof_block_table *); /* to the bucket of its next variable */
kerf_status kf_block_refuse(kf_block_run *); /* it takes more than the checker allows */

/* ---- block_sums.c ---- */

double kf_block_cost(const kf_proof_block_row *, uint64_t sum);
kerf_status kf_block_open_sum(kf_block_run *, uint32_t row);

/* A variable's value, and the states of the sums to which it contributes, in every combination; the
 * value counts on first, then the states of the first sums. */
typedef struct kf_block_ways {
    uint32_t variable, n_before;
    kf_block_sums **before; /* without the variable */
    kf_block_sums *after;   /* with it: all of these, but for those that it completes */
    uint64_t n;
    uint64_t *state; /* by way: of `after` */
    double *cost;    /* by way: of the sums that it completes */
} kf_block_ways;

kerf_status kf_block_move_sums(kf_block_run *, uint32_t variable, kf_block_ways *);
uint64_t kf_block_state_of(const kf_block_run *, const kf_block_ways *, uint32_t group,
                           uint64_t way);

#endif
