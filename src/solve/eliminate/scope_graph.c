/* scope_graph.c -- which variables of a network are in a table together; see scope_graph.h. */
#include "solve/eliminate/scope_graph.h"

#include "base/check.h"
#include "base/sort.h"

#include <math.h>

/* Every table names each of its variables to each other. */
static void count_uses(kf_graph *g, const kf_network *net)
{
    for (size_t i = 0; i < net->tables.n; i++) {
        const kf_cost_table *t = &net->tables.at[i];
        for (uint32_t k = 0; k < t->n; k++) g->first[t->scope[k] + 1] += t->n - 1;
    }
    for (uint32_t v = 0; v < g->n; v++) g->first[v + 1] += g->first[v];
}

static kerf_status add_uses(kf_graph *g, const kf_network *net, uint64_t *end)
{
    kf_patience patience = kf_patience_of(g->stop);
    for (uint32_t v = 0; v < g->n; v++) end[v] = g->first[v];
    for (size_t i = 0; i < net->tables.n; i++) {
        const kf_cost_table *t = &net->tables.at[i];
        if (!kf_patience_spend(&patience, (uint64_t)t->n * t->n)) return KERF_INTERRUPTED;
        for (uint32_t k = 0; k < t->n; k++)
            for (uint32_t j = 0; j < t->n; j++)
                if (j != k) g->neighbours[end[t->scope[k]]++] = t->scope[j];
    }
    return KERF_OK;
}

/* Each neighbour once. */
static kerf_status sort_uses(kf_graph *g)
{
    uint64_t n = 0;
    kf_patience patience = kf_patience_of(g->stop);
    for (uint32_t v = 0; v < g->n; v++) {
        uint32_t *from = g->neighbours + g->first[v];
        uint64_t uses = g->first[v + 1] - g->first[v];
        if (!kf_patience_spend(&patience, 4 + uses)) return KERF_INTERRUPTED;
        kf_numbers_sort(from, uses);
        g->first[v] = n;
        for (uint64_t k = 0; k < uses; k++)
            if (k == 0 || from[k] != from[k - 1]) g->neighbours[n++] = from[k];
    }
    g->first[g->n] = n;
    return KERF_OK;
}

kerf_status kf_graph_make(kf_graph *g, const kf_network *net, kf_stop *stop, kf_arena *arena)
{
    uint32_t n = (uint32_t)net->size.n;
    *g = (kf_graph){ .n = n, .size = net->size.at, .stop = stop };
    g->first = kf_arena_alloc(arena, (size_t)n + 1, sizeof *g->first);
    g->bits = kf_arena_alloc(arena, n, sizeof *g->bits);
    uint64_t *end = kf_arena_alloc(arena, n, sizeof *end);
    if (!g->first || !g->bits || !end) return KERF_NO_MEMORY;
    count_uses(g, net);
    g->neighbours = kf_arena_alloc(arena, g->first[n], sizeof *g->neighbours);
    if (!g->neighbours) return KERF_NO_MEMORY;
    KF_TRY(add_uses(g, net, end));
    KF_TRY(sort_uses(g));
    for (uint32_t v = 0; v < n; v++) g->bits[v] = log2(g->size[v]);
    KF_CHECK(kf_graph_check(g));
    return KERF_OK;
}

#ifndef NDEBUG
static bool is_neighbour(const kf_graph *g, uint32_t v, uint32_t w)
{
    for (uint64_t k = g->first[v]; k < g->first[v + 1]; k++)
        if (g->neighbours[k] == w) return true;
    return false;
}

void kf_graph_check(const kf_graph *g)
{
    for (uint32_t v = 0; v < g->n; v++)
        for (uint64_t k = g->first[v]; k < g->first[v + 1]; k++) {
            assert(g->neighbours[k] < g->n && g->neighbours[k] != v);
            assert(k == g->first[v] || g->neighbours[k - 1] < g->neighbours[k]);
            assert(is_neighbour(g, g->neighbours[k], v));
        }
}
#endif
