/* forest_move.h -- private to solve/walk/: exact moves on random induced forests of a network.
 *
 * A forest is a set of variables of which each, when it joins, has factors in common with at most
 * one that is in already, and no factor has three of them. With all others fixed the best values of
 * a forest follow by dynamic programming, from its leaves to its roots. Nothing hard breaks: what
 * is infinite is never the least. */
#ifndef KF_FOREST_MOVE_H
#define KF_FOREST_MOVE_H

#include "base/random.h"
#include "solve/walk/forest_state.h"

enum { KF_FOREST_QUANTILES = 1024, KF_FOREST_LOG = 4096 };

typedef struct kf_forest {
    kf_forest_state state;
    kf_random random;
    uint64_t work; /* costs looked at so far */
    uint64_t now;  /* stamp of the present forest */
    uint32_t n, most;
    uint32_t *order;  /* its variables as they joined */
    uint32_t *parent; /* by variable of the forest; KF_NO_VALUE: a root */
    uint64_t *seen;   /* by variable: stamp of the last forest for which it was looked at */
    uint32_t *open;   /* variables beside the forest, in no order */
    uint32_t n_open;
    uint32_t *belief_at; /* by variable */
    double *belief;      /* by value: the least cost of a subtree */
    uint32_t *choice;    /* by place in the order and value of the parent: the best value */
    double *edge;        /* by value of a variable and of its parent */
    uint32_t widest;     /* the most values that a variable has */
    bool logging;        /* variables that change are logged, with the values that they had */
    uint32_t n_log, log[KF_FOREST_LOG][2];
    double quantile[KF_FOREST_QUANTILES]; /* of Gumbel's distribution */
} kf_forest;

/* Forests of at most so many variables. All is the arena's. KERF_NO_MEMORY, KERF_LIMIT. */
kerf_status kf_forest_open(kf_forest *, const kf_network *, uint32_t most, kf_arena *);
/* Grows one from this variable on, with so many variables at most. */
void kf_forest_grow(kf_forest *, uint32_t from, uint32_t most);
/* Gives the forest its best values and returns by how much the cost changes: not at all or down.
 * The assignment breaks nothing hard before, and after. */
double kf_forest_choose(kf_forest *);
/* The same where every cost of a value is less by a random amount, so that values that cost a few
 * temperatures more are taken now and then. What that costs is not known. */
void kf_forest_draw(kf_forest *, double temperature);
/* What the forest's variables cost, with all that they have to do with. */
double kf_forest_present(const kf_forest *);
/* Undoes what is logged. */
void kf_forest_undo(kf_forest *);
/* By how much the values of the forest's first variable cost more than its best one, added up, and
 * how many they are: *n is raised. What is infinite does not count. */
double kf_forest_spread(kf_forest *, uint32_t *n);

#endif
