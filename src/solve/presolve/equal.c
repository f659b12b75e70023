/* equal.c -- literals that hard two-literal clauses tie together; see simplify.h.
 *
 * A clause (a v b) says: not a implies b, and not b implies a. Literals that imply each other, the
 * strongly connected components of these implications (Tarjan 1972), are equal; one that equals its
 * opposite leaves no assignment. */
#include "solve/presolve/simplifying.h"

#include "base/check.h"

#include <math.h>

#define UNSEEN UINT32_MAX
enum { STEPS_PER_EDGE = 4 };

typedef struct graph {
    kf_work *w;
    uint32_t *start, *to; /* by literal: those that it implies */
    uint32_t *order, *low;
    uint32_t *stack, n_stack; /* of literals whose component is not complete */
    uint32_t *path, n_path;   /* of the search */
    uint32_t *at;             /* by literal on the path: the next edge to follow */
    uint32_t seen;
    bool changed;
} graph;

static bool is_edge(const kf_work *w, uint32_t clause)
{
    return w->n[clause] == 2 && isinf(w->weight[clause]);
}

static kerf_status build(graph *g, kf_arena *arena)
{
    const kf_work *w = g->w;
    size_t n = 2 * (size_t)w->s->n_atoms, edges = 0;
    for (uint32_t i = 0; i < w->n_clauses; i++) edges += 2 * is_edge(w, i);
    g->start = kf_arena_alloc(arena, n + 1, sizeof(uint32_t));
    g->to = kf_arena_alloc(arena, edges, sizeof(uint32_t));
    g->order = kf_arena_alloc(arena, n, sizeof(uint32_t));
    g->low = kf_arena_alloc(arena, n, sizeof(uint32_t));
    g->stack = kf_arena_alloc(arena, n, sizeof(uint32_t));
    g->path = kf_arena_alloc(arena, n, sizeof(uint32_t));
    g->at = kf_arena_alloc(arena, n, sizeof(uint32_t));
    if (!g->start || !g->to || !g->order || !g->low || !g->stack || !g->path || !g->at)
        return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) g->order[i] = UNSEEN;
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t i = 0; i < w->n_clauses; i++) {
            KF_TRY(kf_work_spend(w, 1));
            if (!is_edge(w, i)) continue;
            const kf_lit *l = w->literals + w->start[i];
            for (int k = 0; k < 2; k++) {
                uint32_t from = l[k].code ^ 1;
                if (fill) g->to[--g->start[from + 1]] = l[!k].code;
                else g->start[from + 1]++;
            }
        }
        uint32_t all = 0;
        if (fill) all = (uint32_t)edges;
        for (size_t i = 0; i < n; i++) {
            if (fill) g->start[i] = g->start[i + 1];
            else g->start[i + 1] += g->start[i];
        }
        if (fill) g->start[n] = all;
    }
    return KERF_OK;
}

/* A component is complete: its literals stand for its smallest atom's. The mirror component says
 * the same of the opposites. */
static void take_component(graph *g, uint32_t root)
{
    kf_simplified *s = g->w->s;
    uint32_t from = g->n_stack, least = root;
    do {
        from--;
        if (g->stack[from] / 2 < least / 2) least = g->stack[from];
    } while (g->stack[from] != root);
    for (uint32_t i = from; i < g->n_stack; i++) {
        uint32_t l = g->stack[i];
        g->low[l] = UNSEEN; /* no longer on the stack */
        if (l / 2 == least / 2) {
            if (l != least) s->infeasible = true;
            continue;
        }
        assert(s->value[l / 2] < 0 && s->value[least / 2] < 0);
        s->stands[l / 2] = (kf_lit){ least ^ (l & 1) };
        g->changed = true;
    }
    g->n_stack = from;
}

static void enter(graph *g, uint32_t l)
{
    assert(g->order[l] == UNSEEN);
    g->order[l] = g->low[l] = g->seen++;
    g->stack[g->n_stack++] = l;
    g->path[g->n_path++] = l;
    g->at[l] = g->start[l];
}

static kerf_status search(graph *g, uint32_t first)
{
    enter(g, first);
    while (g->n_path) {
        uint32_t l = g->path[g->n_path - 1];
        KF_TRY(kf_work_spend(g->w, STEPS_PER_EDGE));
        if (g->at[l] < g->start[l + 1]) {
            uint32_t to = g->to[g->at[l]++];
            if (g->order[to] == UNSEEN) enter(g, to);
            else if (g->low[to] != UNSEEN && g->order[to] < g->low[l]) g->low[l] = g->order[to];
            continue;
        }
        g->n_path--;
        if (g->n_path) {
            uint32_t up = g->path[g->n_path - 1];
            if (g->low[l] < g->low[up]) g->low[up] = g->low[l];
        }
        if (g->low[l] == g->order[l]) take_component(g, l);
    }
    return KERF_OK;
}

kerf_status kf_work_equal(kf_work *w, kf_mem *mem, bool *changed)
{
    graph g = { .w = w };
    kf_arena arena;
    uint32_t i = 0;
    *changed = false;
    while (i < w->n_clauses && !is_edge(w, i)) i++;
    if (i == w->n_clauses) return KERF_OK;
    kf_arena_init(&arena, mem);
    kerf_status st = build(&g, &arena);
    for (i = 0; st == KERF_OK && i < 2 * w->s->n_atoms; i++)
        if (g.order[i] == UNSEEN && g.start[i] < g.start[i + 1]) st = search(&g, i);
    assert(st != KERF_OK || g.n_stack == 0); /* every component was taken */
    kf_arena_free(&arena);
    *changed = g.changed;
    return st;
}
