/* cliques.c -- finds literals of which every two stand in a clause of two literals; see gather.h.
 *
 * Two literals are neighbours when a clause of the kind looked for consists of just them. Greedily,
 * from each free edge in order, a clique is grown among the neighbours whose edge is still free;
 * one with three or more members replaces the edges inside it. A hard clause may be used twice, the
 * weight of a soft one only once. */
#include "solve/gather.h"

#include <math.h>
#include <stdlib.h>

#define QUANTILE 0.25 /* of the weights in a clique that differ: measured, doc/solvers.md */

enum { STEPS = 256 }; /* for each pair; beyond that the rest stay pairs */

typedef struct edge {
    uint32_t other, clause;
} edge;

typedef struct graph {
    const kf_part *p;
    kf_pairs kind;
    uint32_t *first; /* edges of a literal: from first[code] up to first[code + 1] */
    edge *edges;
    uint32_t *seen; /* by literal: how many members of the clique it is next to */
    kf_lit *members;
    uint32_t n;
    double low, high; /* weights that the clique takes */
    uint32_t *inside; /* clauses inside the clique */
    double *weights;  /* of these */
    double *share;
    uint64_t steps;
} graph;

static bool is_pair(const graph *g, uint32_t i)
{
    const kf_part *p = g->p;
    if (p->start[i + 1] - p->start[i] != 2 || !(p->weight[i] > 0)) return false;
    return g->kind == KF_HARD_PAIRS ? isinf(p->weight[i])
                                    : isfinite(p->weight[i]) && g->share[i] == 0;
}

static void fill(graph *g)
{
    const kf_part *p = g->p;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (!is_pair(g, i)) continue;
        uint32_t a = p->literals[p->start[i]].code, b = p->literals[p->start[i] + 1].code;
        g->edges[g->first[a + 1]++] = (edge){ b, i };
        g->edges[g->first[b + 1]++] = (edge){ a, i };
    }
}

static kerf_status connect(graph *g, uint32_t pairs, kf_arena *arena)
{
    const kf_part *p = g->p;
    size_t codes = 2 * (size_t)p->n_atoms;
    g->first = kf_arena_alloc(arena, codes + 2, sizeof(uint32_t));
    g->seen = kf_arena_alloc(arena, codes, sizeof(uint32_t));
    g->members = kf_arena_alloc(arena, codes, sizeof(kf_lit));
    g->edges = kf_arena_alloc(arena, 2 * (size_t)pairs, sizeof(edge));
    g->inside = kf_arena_alloc(arena, pairs, sizeof(uint32_t));
    g->weights = kf_arena_alloc(arena, pairs, sizeof(double));
    if (!g->first || !g->seen || !g->members || !g->edges || !g->inside || !g->weights)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        for (uint32_t k = p->start[i]; is_pair(g, i) && k < p->start[i + 1]; k++)
            g->first[p->literals[k].code + 2]++;
    for (size_t x = 2; x < codes + 2; x++) g->first[x] += g->first[x - 1];
    fill(g);
    return KERF_OK;
}

/* May the clause be inside the clique? */
static bool fits(const graph *g, uint32_t clause)
{
    double w = g->p->weight[clause];
    return g->kind == KF_HARD_PAIRS || (g->share[clause] == 0 && w >= g->low && w <= g->high);
}

static void set_weights(graph *g, uint32_t clause)
{
    double w = g->p->weight[clause];
    /* The same up to how it was added up; what it exceeds the least by is not lost. */
    double ratio = g->kind == KF_ALIKE_PAIRS ? 1.5 : 1 + 1e-12;
    g->low = w / ratio;
    g->high = w * ratio;
}

/* seen[x] is n for those next to all n members; clauses said twice do not count twice. */
static void add(graph *g, uint32_t literal)
{
    for (uint32_t i = g->first[literal]; i < g->first[literal + 1]; i++) {
        edge e = g->edges[i];
        if (g->seen[e.other] == g->n && fits(g, e.clause)) g->seen[e.other]++;
    }
    g->members[g->n++].code = literal;
    g->steps += g->first[literal + 1] - g->first[literal];
}

static void grow(graph *g, uint32_t from, uint32_t at)
{
    g->n = 0;
    set_weights(g, g->edges[at].clause);
    add(g, from);
    for (uint32_t i = at; i < g->first[from + 1]; i++) {
        edge e = g->edges[i];
        if (g->share[e.clause] == 0 && g->seen[e.other] == g->n) add(g, e.other);
    }
}

/* The clauses inside the clique. Of a pair that is said twice only the first that fits is needed where
 * weights are shared out; hard ones are all superfluous. */
static uint32_t list_inside(graph *g)
{
    uint32_t n = 0;
    for (uint32_t m = 0; m < g->n; m++) g->seen[g->members[m].code] = UINT32_MAX;
    for (uint32_t m = 0; m < g->n; m++) {
        uint32_t x = g->members[m].code, stamp = UINT32_MAX - 1 - m;
        for (uint32_t i = g->first[x]; i < g->first[x + 1]; i++) {
            edge e = g->edges[i];
            bool inside = g->seen[e.other] > UINT32_MAX - 1 - g->n;
            if (!inside || e.other < x || !fits(g, e.clause)) continue;
            if (g->kind != KF_HARD_PAIRS && g->seen[e.other] == stamp) continue;
            g->seen[e.other] = stamp;
            g->inside[n++] = e.clause;
        }
    }
    return n;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The weight of the clique, in place of those of the clauses inside. */
static double take(graph *g)
{
    uint32_t n = list_inside(g);
    double *w = g->weights;
    for (uint32_t i = 0; i < n; i++) w[i] = g->p->weight[g->inside[i]];
    qsort(w, n, sizeof *w, by_value);
    double share = w[g->kind == KF_ALIKE_PAIRS ? (uint32_t)(n * QUANTILE) : 0];
    for (uint32_t i = 0; i < n; i++) g->share[g->inside[i]] = share;
    return share;
}

static void clear(graph *g)
{
    for (uint32_t m = 0; m < g->n; m++) {
        uint32_t x = g->members[m].code;
        for (uint32_t i = g->first[x]; i < g->first[x + 1]; i++) g->seen[g->edges[i].other] = 0;
        g->seen[x] = 0;
    }
}

kerf_status kf_cliques_find(const kf_part *p, kf_pairs kind, kf_arena *arena, double *share,
                            kf_clique_fn *emit, void *context)
{
    uint32_t pairs = 0;
    graph g = { .p = p, .kind = kind, .share = share };
    for (uint32_t i = 0; i < p->n_clauses; i++) pairs += is_pair(&g, i);
    if (pairs < 3) return KERF_OK;
    KF_TRY(connect(&g, pairs, arena));
    for (uint32_t x = 0; x < 2 * p->n_atoms; x++)
        for (uint32_t i = g.first[x]; i + 1 < g.first[x + 1]; i++) {
            if (share[g.edges[i].clause] > 0 || g.edges[i].other < x) continue;
            if (g.steps > STEPS * (uint64_t)pairs) return KERF_OK;
            grow(&g, x, i);
            if (g.n >= 3) {
                double least = take(&g);
                emit(context, g.members, g.n, least);
            }
            clear(&g);
        }
    return KERF_OK;
}
