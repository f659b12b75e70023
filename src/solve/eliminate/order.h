/* order.h -- private to solve/eliminate/: orders in which variables are eliminated.
 *
 * Eliminating a variable makes one table over it and all its neighbours, which then are neighbours
 * of each other. How large these tables get depends on the order; the best one is hard to find, so
 * several heuristics are tried, and the one with the fewest entries wins. All are deterministic. */
#ifndef KF_ORDER_H
#define KF_ORDER_H

#include "base/random.h"
#include "solve/eliminate/scope_graph.h"
#include "solve/limits.h"

typedef struct kf_order {
    uint32_t *sequence; /* variables, first to last */
    double entries;     /* of all tables that are made; INFINITY: there is no order */
} kf_order;

/* How a vertex is chosen. */
typedef enum kf_fill {
    KF_FILL_EDGES,   /* adds the fewest edges */
    KF_FILL_WEIGHTS, /* the same, each as heavy as the product of the sizes of its ends */
    KF_FILL_TABLE    /* makes the smallest table */
} kf_fill;

typedef struct kf_fill_options {
    kf_fill by;
    double noise;  /* a cost is raised by up to this share of it, at random */
    double limit;  /* entries: give up beyond */
    uint64_t work; /* the same, of what has been looked at */
    kf_stop *stop; /* asked on the way; NULL: nobody is */
} kf_fill_options;

/* order_fill.c: greedily, vertex by vertex. *work grows by what was looked at. KERF_LIMIT: beyond
 * the limit, or stopped. */
kerf_status kf_order_fill(const kf_graph *, kf_fill_options, kf_random *, kf_mem *,
                          uint32_t *sequence, uint64_t *work);

/* order_frontier.c: grows from a vertex; of those that have been met, the one goes that meets the
 * fewest new ones. Good where the graph is long or flat, as grids are. `bits`: give up where those
 * that have been met make a table of more than 2^bits: KERF_LIMIT. */
kerf_status kf_order_frontier(const kf_graph *, uint32_t from, double bits, kf_mem *,
                              uint32_t *sequence, uint64_t *work);
/* A vertex far from a given one, in its connected component. */
kerf_status kf_graph_far(const kf_graph *, uint32_t from, kf_mem *, uint32_t *far);

typedef struct kf_order_limits {
    double entries;          /* an order with more is none */
    uint64_t work;           /* that may be looked at until there is one */
    uint32_t few, most;      /* tries: without an order, and in all */
    const kf_limits *limits; /* asked now and then; NULL: nobody is */
    uint32_t skip;           /* tries to leave out, the first ones */
} kf_order_limits;

/* order_search.c: the best of all that are tried. It goes on as long as it has cost less than
 * elimination would by the best order so far. order->sequence is room for all vertices. */
kerf_status kf_order_search(const kf_graph *, kf_order_limits, kf_random *, kf_mem *, kf_order *);

/* order_tree.c: what an order makes. Scopes are given with the variable eliminated last first. */
typedef struct kf_order_tree {
    uint32_t n;
    uint32_t *position;     /* by variable */
    uint64_t *first;        /* of the scope behind position i: first[i] up to first[i + 1] */
    KF_VEC(uint32_t) scope; /* variables */
    uint32_t *parent;       /* by position: where its message goes; UINT32_MAX: nowhere */
    double entries;
    kf_mem *mem;
} kf_order_tree;

/* KERF_LIMIT: more entries than `limit`. */
kerf_status kf_order_tree_open(kf_order_tree *, const kf_graph *, const uint32_t *sequence,
                               double limit, kf_mem *);
void kf_order_tree_close(kf_order_tree *);
/* Asserts: scopes hold variables eliminated later, the last of these first; a message goes to the
 * first to go of its scope. */
void kf_order_tree_check(const kf_order_tree *);

#endif
