/* order_tree.c -- the tables that an order of elimination makes; see order.h.
 *
 * The scope behind a variable is its later neighbours, and what the scopes that it is the first of
 * have beside it. No table is made for that. */
#include "solve/eliminate/order.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct making {
    kf_order_tree *tree;
    const kf_graph *graph;
    const uint32_t *sequence;
    uint32_t *met;                /* by position: the last position whose scope has it, plus 1 */
    uint32_t *child, *next_child; /* by position: those whose message goes there */
} making;

static bool meet(making *m, uint32_t i, uint32_t position)
{
    if (position <= i || m->met[position] == i + 1) return true;
    m->met[position] = i + 1;
    return kf_vec_push(m->tree->mem, &m->tree->scope, position);
}

static int by_position(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

/* Positions here; made variables at the end. */
static kerf_status make_scope(making *m, uint32_t i)
{
    kf_order_tree *t = m->tree;
    const kf_graph *g = m->graph;
    uint32_t v = m->sequence[i];
    size_t start = t->scope.n;
    t->first[i] = start;
    for (uint64_t k = g->first[v]; k < g->first[v + 1]; k++)
        if (!meet(m, i, t->position[g->neighbours[k]])) return KERF_NO_MEMORY;
    for (uint32_t c = m->child[i]; c != UINT32_MAX; c = m->next_child[c])
        for (uint64_t k = t->first[c]; k < t->first[c + 1]; k++)
            if (!meet(m, i, t->scope.at[k])) return KERF_NO_MEMORY;
    t->first[i + 1] = t->scope.n;
    if (t->scope.n == start) return KERF_OK;
    qsort(t->scope.at + start, t->scope.n - start, sizeof *t->scope.at, by_position);
    uint32_t parent = t->scope.at[t->scope.n - 1];
    assert(parent > i && t->scope.at[start] < t->n); /* messages go to what is eliminated later */
    t->parent[i] = parent;
    m->next_child[i] = m->child[parent];
    m->child[parent] = i;
    return KERF_OK;
}

static double entries_at(const making *m, uint32_t i)
{
    const kf_order_tree *t = m->tree;
    double entries = m->graph->size[m->sequence[i]];
    for (uint64_t k = t->first[i]; k < t->first[i + 1]; k++)
        entries *= m->graph->size[m->sequence[t->scope.at[k]]];
    return entries;
}

static kerf_status make(making *m, double limit)
{
    kf_order_tree *t = m->tree;
    for (uint32_t i = 0; i < t->n; i++) t->position[m->sequence[i]] = i;
    for (uint32_t i = 0; i < t->n; i++) assert(m->sequence[t->position[i]] == i); /* each once */
    for (uint32_t i = 0; i < t->n; i++) m->child[i] = t->parent[i] = UINT32_MAX;
    kf_patience patience = kf_patience_of(m->graph->stop);
    for (uint32_t i = 0; i < t->n; i++) {
        size_t before = t->scope.n;
        KF_TRY(make_scope(m, i));
        if (!kf_patience_spend(&patience, 8 + t->scope.n - before)) return KERF_INTERRUPTED;
        t->entries += entries_at(m, i);
        if (t->entries > limit) return KERF_LIMIT;
    }
    for (size_t k = 0; k < t->scope.n; k++) t->scope.at[k] = m->sequence[t->scope.at[k]];
    return KERF_OK;
}

kerf_status kf_order_tree_open(kf_order_tree *t, const kf_graph *g, const uint32_t *sequence,
                               double limit, kf_mem *mem)
{
    uint32_t n = g->n;
    making m = { .tree = t, .graph = g, .sequence = sequence };
    kf_arena arena;
    *t = (kf_order_tree){ .n = n, .mem = mem };
    kf_arena_init(&arena, mem);
    m.met = kf_arena_alloc(&arena, n, sizeof *m.met);
    m.child = kf_arena_alloc(&arena, n, sizeof *m.child);
    m.next_child = kf_arena_alloc(&arena, n, sizeof *m.next_child);
    t->position = kf_mem_alloc(mem, n, sizeof *t->position);
    t->parent = kf_mem_alloc(mem, n, sizeof *t->parent);
    t->first = kf_mem_calloc(mem, (size_t)n + 1, sizeof *t->first);
    bool room = m.met && m.child && m.next_child && t->position && t->parent && t->first;
    kerf_status st = room ? make(&m, limit) : KERF_NO_MEMORY;
    kf_arena_free(&arena);
    if (st != KERF_OK) kf_order_tree_close(t);
    else KF_CHECK(kf_order_tree_check(t));
    return st;
}

void kf_order_tree_close(kf_order_tree *t)
{
    kf_mem_free(t->mem, t->position, t->n, sizeof *t->position);
    kf_mem_free(t->mem, t->parent, t->n, sizeof *t->parent);
    kf_mem_free(t->mem, t->first, (size_t)t->n + 1, sizeof *t->first);
    kf_vec_free(t->mem, &t->scope);
    *t = (kf_order_tree){ .mem = t->mem };
}

#ifndef NDEBUG
void kf_order_tree_check(const kf_order_tree *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t before = UINT32_MAX;
        for (uint64_t k = t->first[i]; k < t->first[i + 1]; k++) {
            assert(t->scope.at[k] < t->n && t->position[t->scope.at[k]] < before);
            before = t->position[t->scope.at[k]];
        }
        assert(before > i && t->parent[i] == before);
    }
    assert(t->first[t->n] == t->scope.n);
}
#endif
