/* forest_state.h -- private to solve/walk/: values of a network's variables, and its tables and
 * rows at these values.
 *
 * A table and a row are the same here: a factor, whose position is a sum of what the values of its
 * variables contribute, and whose cost depends on the position alone. A table's position is the
 * index of its entry; a row's is its sum.
 *
 * Invariant between calls: `at` of each factor is the sum over its variables' values. */
#ifndef KF_FOREST_STATE_H
#define KF_FOREST_STATE_H

#include "solve/network/network.h"

typedef struct kf_forest_factor {
    const double *cost; /* of a table, by position; NULL: it is a row */
    const kf_row *row;
    uint64_t at; /* position */
    const uint32_t *scope;
    uint64_t stamp;
    uint32_t n;
    uint32_t members; /* variables of the forest in it, as of `stamp` */
    uint32_t first;   /* the one that came first, */
    uint32_t use;     /* and its use */
} kf_forest_factor;

typedef struct kf_forest_use { /* of a variable in a factor */
    uint32_t factor;
    uint32_t stride;       /* of a table: what a value contributes, times the value */
    const uint64_t *share; /* of a row, by value; NULL: it is a table */
} kf_forest_use;

typedef struct kf_forest_state {
    const kf_network *net;
    kf_forest_factor *factors;
    uint32_t n_factors;
    uint32_t *first; /* by variable, one more at the end: its uses */
    kf_forest_use *uses;
    uint32_t *values; /* by variable */
} kf_forest_state;

/* Everything is the arena's; the network is borrowed and has no chains. Nothing is placed yet.
 * KERF_NO_MEMORY; KERF_LIMIT: there are too many uses. */
kerf_status kf_forest_state_open(kf_forest_state *, const kf_network *, kf_arena *);
/* Positions from the values. */
void kf_forest_state_place(kf_forest_state *);
void kf_forest_state_set(kf_forest_state *, uint32_t variable, uint32_t value);
void kf_forest_state_check(const kf_forest_state *);

static inline uint64_t kf_forest_step(const kf_forest_use *u, uint32_t value)
{
    return u->share ? u->share[value] : (uint64_t)u->stride * value;
}

static inline double kf_forest_cost(const kf_forest_factor *f, uint64_t at)
{
    return f->cost ? f->cost[at] : kf_row_cost(f->row, at);
}

#endif
