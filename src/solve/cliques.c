/* cliques.c -- gathers "at most one" from hard clauses of two literals; see linear.h.
 *
 * Two literals are neighbours when a hard clause consists of just them: not both false. Greedily,
 * from each free edge in order, a clique is grown among the neighbours whose edge is still free;
 * one with three or more members replaces the edges inside it. */
#include "solve/linear.h"

#include <math.h>

enum { STEPS = 256 }; /* for each pair; beyond that the rest stay pairs */

typedef struct edge {
    uint32_t other, clause;
} edge;

typedef struct graph {
    uint32_t *first; /* edges of a literal: from first[code] up to first[code + 1] */
    edge *edges;
    uint32_t *seen; /* by literal: how many members of the clique it is next to */
    kf_lit *members;
    uint32_t n;
    bool *taken;
    uint64_t steps;
} graph;

static bool is_pair(const kf_part *p, uint32_t i)
{
    return p->start[i + 1] - p->start[i] == 2 && p->weight[i] > 0 && isinf(p->weight[i]);
}

static void fill(graph *g, const kf_part *p)
{
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (!is_pair(p, i)) continue;
        uint32_t a = p->literals[p->start[i]].code, b = p->literals[p->start[i] + 1].code;
        g->edges[g->first[a + 1]++] = (edge){ b, i };
        g->edges[g->first[b + 1]++] = (edge){ a, i };
    }
}

static kerf_status connect(graph *g, const kf_part *p, uint32_t pairs, kf_arena *arena)
{
    size_t codes = 2 * (size_t)p->n_atoms;
    g->first = kf_arena_alloc(arena, codes + 2, sizeof(uint32_t));
    g->seen = kf_arena_alloc(arena, codes, sizeof(uint32_t));
    g->members = kf_arena_alloc(arena, codes, sizeof(kf_lit));
    g->edges = kf_arena_alloc(arena, 2 * (size_t)pairs, sizeof(edge));
    if (!g->first || !g->seen || !g->members || !g->edges) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        for (uint32_t k = p->start[i]; is_pair(p, i) && k < p->start[i + 1]; k++)
            g->first[p->literals[k].code + 2]++;
    for (size_t x = 2; x < codes + 2; x++) g->first[x] += g->first[x - 1];
    fill(g, p);
    return KERF_OK;
}

/* seen[x] is n for those next to all n members; clauses said twice do not count twice. */
static void add(graph *g, uint32_t literal)
{
    for (uint32_t i = g->first[literal]; i < g->first[literal + 1]; i++)
        if (g->seen[g->edges[i].other] == g->n) g->seen[g->edges[i].other]++;
    g->members[g->n++].code = literal;
    g->steps += g->first[literal + 1] - g->first[literal];
}

static void grow(graph *g, uint32_t from, uint32_t at)
{
    g->n = 0;
    add(g, from);
    for (uint32_t i = at; i < g->first[from + 1]; i++) {
        edge e = g->edges[i];
        if (!g->taken[e.clause] && g->seen[e.other] == g->n) add(g, e.other);
    }
}

static void take(graph *g)
{
    for (uint32_t m = 0; m < g->n; m++) g->seen[g->members[m].code] = UINT32_MAX;
    for (uint32_t m = 0; m < g->n; m++) {
        uint32_t x = g->members[m].code;
        for (uint32_t i = g->first[x]; i < g->first[x + 1]; i++)
            if (g->seen[g->edges[i].other] == UINT32_MAX) g->taken[g->edges[i].clause] = true;
    }
}

static void clear(graph *g)
{
    for (uint32_t m = 0; m < g->n; m++) {
        uint32_t x = g->members[m].code;
        for (uint32_t i = g->first[x]; i < g->first[x + 1]; i++) g->seen[g->edges[i].other] = 0;
        g->seen[x] = 0;
    }
}

kerf_status kf_cliques_find(const kf_part *p, kf_arena *arena, bool *taken, kf_clique_fn *emit,
                            void *context)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) pairs += is_pair(p, i);
    if (pairs < 3) return KERF_OK;
    graph g = { .taken = taken };
    KF_TRY(connect(&g, p, pairs, arena));
    for (uint32_t x = 0; x < 2 * p->n_atoms; x++)
        for (uint32_t i = g.first[x]; i + 1 < g.first[x + 1]; i++) {
            if (taken[g.edges[i].clause] || g.edges[i].other < x) continue;
            if (g.steps > STEPS * (uint64_t)pairs) return KERF_OK;
            grow(&g, x, i);
            if (g.n >= 3) {
                take(&g);
                emit(context, g.members, g.n);
            }
            clear(&g);
        }
    return KERF_OK;
}
