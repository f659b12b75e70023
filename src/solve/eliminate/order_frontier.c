/* order_frontier.c -- an order that sweeps over the graph; see order.h.
 *
 * The frontier is the vertices that have been met but not eliminated: at most these are in the next
 * table. Of them the one goes that meets the lightest new vertices; of several, the one that was
 * met first. So a grid is swept from a corner, and its tables are no wider than it is. */
#include "solve/eliminate/order.h"

#include "base/check.h"

enum { STEPS_PER_VERTEX = 8 }; /* its neighbours are far apart in memory */
enum { MOST_MET = 4096 }; /* of a wider frontier the first goes, whatever it meets */

typedef struct sweep {
    const kf_graph *graph;
    bool *met;
    double *fresh;      /* by vertex: bits of its neighbours that have not been met */
    uint32_t *frontier; /* in the order of meeting */
    uint32_t n;
    double bits; /* of the frontier */
    uint64_t work;
} sweep;

static void meet(sweep *s, uint32_t v)
{
    const kf_graph *g = s->graph;
    if (s->met[v]) return;
    s->met[v] = true;
    s->frontier[s->n++] = v;
    s->bits += g->bits[v];
    s->work += kf_graph_degree(g, v);
    for (uint64_t k = g->first[v]; k < g->first[v + 1]; k++)
        s->fresh[g->neighbours[k]] -= g->bits[v];
}

/* Which place of the frontier goes. */
static uint32_t choose(sweep *s)
{
    uint32_t best = 0;
    if (s->n > MOST_MET) return 0;
    s->work += s->n;
    for (uint32_t i = 1; i < s->n; i++)
        if (s->fresh[s->frontier[i]] < s->fresh[s->frontier[best]] - 1e-6) best = i;
    return best;
}

static uint32_t leave(sweep *s)
{
    const kf_graph *g = s->graph;
    uint32_t at = choose(s), v = s->frontier[at];
    for (uint32_t i = at; i + 1 < s->n; i++) s->frontier[i] = s->frontier[i + 1];
    s->n--;
    for (uint64_t k = g->first[v]; k < g->first[v + 1]; k++) meet(s, g->neighbours[k]);
    return v;
}

/* From one vertex, then from the first that has not been met. */
static kerf_status run(sweep *s, uint32_t from, double bits, uint32_t *sequence)
{
    const kf_graph *g = s->graph;
    uint32_t next = 0, done = 0;
    kf_patience patience = kf_patience_of(g->stop);
    for (uint32_t v = 0; v < g->n; v++) {
        if (!kf_patience_spend(&patience, STEPS_PER_VERTEX)) return KERF_INTERRUPTED;
        for (uint64_t k = g->first[v]; k < g->first[v + 1]; k++)
            s->fresh[v] += g->bits[g->neighbours[k]];
    }
    meet(s, from);
    while (done < g->n) {
        while (s->n == 0 && s->met[next]) next++;
        if (s->n == 0) meet(s, next);
        if (!kf_patience_spend(&patience, STEPS_PER_VERTEX + s->n)) return KERF_INTERRUPTED;
        uint32_t v = leave(s);
        sequence[done++] = v;
        if (s->bits > bits) return KERF_LIMIT;
        s->bits -= g->bits[v];
    }
    return KERF_OK;
}

kerf_status kf_order_frontier(const kf_graph *g, uint32_t from, double bits, kf_mem *mem,
                              uint32_t *sequence, uint64_t *work)
{
    sweep s = { .graph = g };
    kf_arena arena;
    assert(from < g->n);
    kf_arena_init(&arena, mem);
    s.met = kf_arena_alloc(&arena, g->n, sizeof *s.met);
    s.fresh = kf_arena_alloc(&arena, g->n, sizeof *s.fresh);
    s.frontier = kf_arena_alloc(&arena, g->n, sizeof *s.frontier);
    kerf_status st = s.met && s.fresh && s.frontier ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) st = run(&s, from, bits, sequence);
    *work += s.work + g->first[g->n];
    kf_arena_free(&arena);
    return st;
}

kerf_status kf_graph_far(const kf_graph *g, uint32_t from, kf_mem *mem, uint32_t *far)
{
    uint32_t n = 0, *queue = kf_mem_alloc(mem, g->n, sizeof *queue);
    bool *met = kf_mem_calloc(mem, g->n, sizeof *met);
    kf_patience patience = kf_patience_of(g->stop);
    assert(from < g->n);
    kerf_status st = queue && met ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) queue[n++] = from, met[from] = true;
    for (uint32_t i = 0; i < n && st == KERF_OK; i++) {
        if (!kf_patience_spend(&patience, STEPS_PER_VERTEX)) st = KERF_INTERRUPTED;
        for (uint64_t k = g->first[queue[i]]; k < g->first[queue[i] + 1]; k++) {
            uint32_t w = g->neighbours[k];
            if (!met[w]) queue[n++] = w, met[w] = true;
        }
    }
    if (st == KERF_OK) *far = queue[n - 1];
    kf_mem_free(mem, queue, g->n, sizeof *queue);
    kf_mem_free(mem, met, g->n, sizeof *met);
    return st;
}
