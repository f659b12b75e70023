/* elimination.h -- private to solve/ and prove/: exact minimisation by eliminating one variable
 * after the other, over a tree decomposition of the network.
 *
 * First an order is looked for and what it would take is known: entries of all tables, bytes that
 * are held at once. Whether to go on is for the caller to say. */
#ifndef KF_ELIMINATION_H
#define KF_ELIMINATION_H

#include "solve/eliminate/kernel.h"
#include "solve/eliminate/order.h"
#include "solve/task.h"

typedef struct kf_elimination_limits {
    double entries;     /* of all tables; an order with more is none */
    double bytes;       /* held at once */
    uint32_t variables; /* that a table of the network has at most; longer sums are chains */
    uint64_t work;      /* that the search for an order may look at */
    uint32_t few, most; /* orders that are tried: without one that fits, and in all */
    uint64_t seed;
    const kf_limits *limits; /* end the search for an order; NULL: nothing does */
    bool keep;               /* messages are kept for the way back, and there are no choices */
    uint32_t skip;           /* orders that are not tried: for another one than without */
    bool exact;              /* costs of the network have what rounding took from them */
} kf_elimination_limits;

typedef struct kf_elimination {
    const kf_component *component;
    kf_mem *mem;
    kf_arena arena;
    kf_network net;
    kf_graph graph;
    kf_order order;
    kf_order_tree tree;
    uint32_t *turn; /* positions, as they are worked off: a message is used soon after it is made */
    kf_stop stop;   /* the limits, while it is opened */
    bool opened;    /* the network */
    bool fits;      /* there is an order within the limits. The rest is known only then, but for
                     * an infeasible network */
    double entries, bytes; /* what it takes; where it does not fit, of the best order found, or
                            * INFINITY */
} kf_elimination;

/* KERF_NO_MEMORY: nothing is left of it. */
kerf_status kf_elimination_open(kf_elimination *, const kf_component *, kf_elimination_limits,
                                kf_mem *);
/* The same of a network that is there: it is the elimination's, also on failure. */
kerf_status kf_elimination_open_network(kf_elimination *, const kf_component *, const kf_network *,
                                        kf_elimination_limits, kf_mem *);
void kf_elimination_close(kf_elimination *);
/* Asserts: every position has its turn, and none before those whose message it takes. */
void kf_elimination_check(const kf_elimination *);

/* eliminate.c: the assignment and `solved` of a task, whose component this is. It fits. Stopped
 * early, the hint is the incumbent, and the bound what the tables left show. */
kerf_status kf_elimination_solve(kf_elimination *, kf_task *);
/* Stopped before there is an order: the hint, and no bound. */
void kf_elimination_leave(kf_task *);

/* upward.c: all variables are eliminated. */
typedef struct kf_collected {
    double total; /* min-sum: the least cost; of sums: -log of the sum of exp(-cost) over all
                   * choices of values; INFINITY: nothing is feasible. Stopped: for min-sum a lower
                   * bound */
    double rest;  /* of a sum: what rounding took from total */
    double error; /* of a sum: how far total may be from the truth */
    bool small;   /* sum-product: a number was too small for it, and nothing else here counts */
    bool stopped;
    kf_choices *choices; /* min-sum, by position */
    uint64_t work;       /* entries */
} kf_collected;

kerf_status kf_collect(const kf_elimination *, kf_semiring, const kf_limits *, double tie,
                       kf_collected *);
void kf_collected_free(const kf_elimination *, kf_collected *);
/* Asserts: the total is a number, its error is not negative, and only a sum of weights can be too
 * small. */
void kf_collected_check(const kf_collected *, kf_semiring);

#endif
