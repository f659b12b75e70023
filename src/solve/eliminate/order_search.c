/* order_search.c -- the best order of elimination among several; see order.h.
 *
 * Smallest table first, which looks at no pairs of neighbours, shows at once whether a graph is
 * hopeless for it. Then sweeps from two ends of the graph, fewest edges, lightest edges; then in
 * turn fewest and lightest edges with noise, and sweeps from vertices drawn at random. An order has
 * to beat the best so far, so most are given up early. */
#include "solve/eliminate/order.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

static const double WORTH = 0.25; /* looks of the search that take as long as an entry */

typedef struct searching {
    const kf_graph *graph;
    kf_random *random;
    kf_mem *mem;
    kf_order *best;
    kf_order_limits limits;
    uint64_t work;
    uint32_t *sequence; /* of the order that is tried */
    kf_stop stop;
} searching;

static double limit_of(const searching *s)
{
    return fmin(s->limits.entries, s->best->entries);
}

/* Without an order, what the caller allows; then, what elimination by the best would cost. */
static uint64_t work_allowed(const searching *s)
{
    return isinf(s->best->entries) ? s->limits.work : (uint64_t)(WORTH * s->best->entries);
}

/* Is the order that has been found better? */
static kerf_status judge(searching *s)
{
    kf_order_tree tree;
    kerf_status st = kf_order_tree_open(&tree, s->graph, s->sequence, limit_of(s), s->mem);
    s->work += s->graph->n;
    if (st != KERF_OK) return st == KERF_LIMIT ? KERF_OK : st;
    s->work += tree.scope.n;
    assert(tree.n == s->graph->n && tree.entries <= limit_of(s));
    if (tree.entries < s->best->entries) {
        s->best->entries = tree.entries;
        memcpy(s->best->sequence, s->sequence, s->graph->n * sizeof *s->sequence);
    }
    kf_order_tree_close(&tree);
    return KERF_OK;
}

static kerf_status try_fill(searching *s, kf_fill by, double noise)
{
    kf_fill_options options = { by, noise, limit_of(s), work_allowed(s), &s->stop };
    kerf_status st = kf_order_fill(s->graph, options, s->random, s->mem, s->sequence, &s->work);
    if (st == KERF_OK) return judge(s);
    return st == KERF_LIMIT ? KERF_OK : st;
}

static kerf_status try_frontier(searching *s, uint32_t from)
{
    kerf_status st =
        kf_order_frontier(s->graph, from, log2(limit_of(s)), s->mem, s->sequence, &s->work);
    if (st == KERF_OK) return judge(s);
    return st == KERF_LIMIT ? KERF_OK : st;
}

/* From both ends of the graph, or from where chance has it. */
static kerf_status try_ends(searching *s)
{
    uint32_t far, other;
    KF_TRY(kf_graph_far(s->graph, 0, s->mem, &far));
    KF_TRY(try_frontier(s, far));
    KF_TRY(kf_graph_far(s->graph, far, s->mem, &other));
    return try_frontier(s, other);
}

static kerf_status try_one(searching *s, uint32_t i)
{
    double noise = 0.1 * (1 + i / 3 % 3);
    if (i == 0) return try_fill(s, KF_FILL_TABLE, 0);
    if (i == 1) return try_ends(s);
    if (i == 2) return try_fill(s, KF_FILL_EDGES, 0);
    if (i == 3) return try_fill(s, KF_FILL_WEIGHTS, 0);
    if (i % 3 == 0) return try_frontier(s, kf_random_below(s->random, s->graph->n));
    return try_fill(s, i % 3 == 1 ? KF_FILL_EDGES : KF_FILL_WEIGHTS, noise);
}

/* Has the search cost more than it can gain? */
static bool is_enough(const searching *s, uint32_t tries)
{
    if (tries >= (isinf(s->best->entries) ? s->limits.few : s->limits.most)) return true;
    return s->work >= work_allowed(s);
}

kerf_status kf_order_search(const kf_graph *g, kf_order_limits limits, kf_random *random,
                            kf_mem *mem, kf_order *best)
{
    searching s = { .graph = g, .random = random, .mem = mem, .best = best, .limits = limits };
    kerf_status st = KERF_OK;
    if (limits.limits) s.stop = kf_limits_stop(limits.limits);
    best->entries = g->n > 0 ? INFINITY : 0;
    s.sequence = kf_mem_alloc(mem, g->n, sizeof *s.sequence);
    if (!s.sequence) return KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && g->n > 0 && !is_enough(&s, i) && !kf_stop_ask(&s.stop);
         i++)
        st = try_one(&s, i + limits.skip);
    kf_mem_free(mem, s.sequence, g->n, sizeof *s.sequence);
    return st;
}
