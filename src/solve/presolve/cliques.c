/* cliques.c -- finds literals of which every two stand in a clause of two literals; see gather.h.
 *
 * Two literals are neighbours when a clause of the kind looked for consists of just them. Greedily,
 * from each free edge in order, a clique is grown among the neighbours whose edge is still free;
 * one with three or more members replaces the edges inside it. A hard clause may be used twice, the
 * weight of a soft one only once.
 *
 * Hard counts of which one literal at most is true say the same as clauses of every two of its
 * literals, negated. They make neighbours, too, but no clique begins with them: where two such
 * groups exclude each other, pair by pair, one clique takes the place of the pairs and of both
 * counts. */
#include "solve/presolve/gather.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>

#define QUANTILE 0.25 /* of the weights in a clique that differ: measured, doc/solvers.md */

enum { STEPS = 256 }; /* for each pair; beyond that the rest stay pairs */
enum { GROUP = 64 };  /* literals of a group for each pair that one of them is in, on average */

typedef struct edge {
    uint32_t other, clause; /* from n_clauses on: a group, by number of the count */
} edge;

typedef struct graph {
    const kf_component *p;
    kf_pairs kind;
    uint32_t *first; /* edges of a literal: from first[code] up to first[code + 1] */
    edge *edges;
    uint32_t *seen; /* by literal: how many members of the clique it is next to */
    kf_lit *members;
    uint32_t n;
    double low, high; /* weights that the clique takes */
    uint32_t *inside; /* clauses inside the clique */
    uint32_t *hits;   /* by count: edges of the group inside the clique */
    double *weights;  /* of these */
    double *share;
    uint64_t steps;
    kf_patience *patience;
    bool *cornered; /* by literal: it may be a corner of a triangle */
} graph;

static bool goes_on(const graph *g, uint64_t steps)
{
    return !g->patience || kf_patience_spend(g->patience, steps);
}

static bool is_pair(const graph *g, uint32_t i)
{
    const kf_component *p = g->p;
    if (p->start[i + 1] - p->start[i] != 2 || !(p->weight[i] > 0)) return false;
    return g->kind == KF_HARD_PAIRS ? isinf(p->weight[i])
                                    : isfinite(p->weight[i]) && g->share[i] == 0;
}

/* How many literals of a count make a group: those that are in pairs; 0: none do. seen: in how many
 * pairs a literal is. */
static uint32_t group_size(const graph *g, const kf_count *c)
{
    uint64_t n = 0, pairs = 0;
    if (g->kind != KF_HARD_PAIRS || c->weight != INFINITY || c->most != 1) return 0;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t in = g->seen[kf_lit_not(c->literals[i]).code];
        if (c->coefficients[i] == 0) return 0;
        n += in > 0;
        pairs += in;
    }
    return n > 1 && n * n <= GROUP * pairs ? (uint32_t)n : 0;
}

static void fill_group(graph *g, uint32_t id)
{
    const kf_count *c = &g->p->counts[id];
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t a = kf_lit_not(c->literals[i]).code;
        for (uint32_t k = 0; g->seen[a] > 0 && k < c->n; k++) {
            uint32_t b = kf_lit_not(c->literals[k]).code;
            if (k != i && g->seen[b] > 0)
                g->edges[g->first[a + 1]++] = (edge){ b, g->p->n_clauses + id };
        }
    }
}

/* Pairs before groups: cliques begin with pairs, and take in what comes later in the list. */
static kerf_status fill(graph *g)
{
    const kf_component *p = g->p;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (!goes_on(g, 2)) return KERF_INTERRUPTED;
        if (!is_pair(g, i)) continue;
        uint32_t a = p->literals[p->start[i]].code, b = p->literals[p->start[i] + 1].code;
        g->edges[g->first[a + 1]++] = (edge){ b, i };
        g->edges[g->first[b + 1]++] = (edge){ a, i };
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        if (!goes_on(g, p->counts[i].n)) return KERF_INTERRUPTED;
        if (group_size(g, &p->counts[i])) fill_group(g, i);
    }
    return KERF_OK;
}

/* Makes room by literal; *edges: how many there are in all, both ways. */
static kerf_status measure(graph *g, size_t *edges)
{
    const kf_component *p = g->p;
    size_t codes = 2 * (size_t)p->n_atoms;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (!goes_on(g, 2)) return KERF_INTERRUPTED;
        for (uint32_t k = p->start[i]; is_pair(g, i) && k < p->start[i + 1]; k++)
            g->seen[p->literals[k].code]++;
    }
    for (size_t x = 0; x < codes; x++) g->first[x + 2] = g->seen[x];
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint32_t n = group_size(g, c);
        for (uint32_t k = 0; n && k < c->n; k++) {
            uint32_t code = kf_lit_not(c->literals[k]).code;
            if (g->seen[code] > 0) g->first[code + 2] += n - 1;
        }
    }
    *edges = 0;
    for (size_t x = 2; x < codes + 2; x++) {
        *edges += g->first[x];
        g->first[x] += g->first[x - 1];
    }
    return KERF_OK;
}

static kerf_status connect(graph *g, uint32_t pairs, kf_arena *arena)
{
    const kf_component *p = g->p;
    size_t codes = 2 * (size_t)p->n_atoms, edges;
    g->first = kf_arena_alloc(arena, codes + 2, sizeof(uint32_t));
    g->seen = kf_arena_alloc(arena, codes, sizeof(uint32_t));
    g->members = kf_arena_room(arena, codes, sizeof(kf_lit));
    g->inside = kf_arena_room(arena, pairs, sizeof(uint32_t));
    g->weights = kf_arena_room(arena, pairs, sizeof(double));
    g->hits = kf_arena_alloc(arena, p->n_counts, sizeof(uint32_t));
    if (!g->first || !g->seen || !g->members || !g->inside || !g->weights || !g->hits)
        return KERF_NO_MEMORY;
    KF_TRY(measure(g, &edges));
    if (edges > UINT32_MAX) return KERF_LIMIT;
    g->edges = kf_arena_room(arena, edges, sizeof(edge));
    if (!g->edges) return KERF_NO_MEMORY;
    KF_TRY(fill(g));
    assert(g->first[codes] == edges);
    for (size_t x = 0; x < codes; x++) g->seen[x] = 0;
    return KERF_OK;
}

static bool is_group(const graph *g, edge e)
{
    return e.clause >= g->p->n_clauses;
}

/* Does no clique have the pair yet? */
static bool is_free(const graph *g, edge e)
{
    return is_group(g, e) || g->share[e.clause] == 0;
}

/* May the clause be inside the clique? A group is hard and has no weight. */
static bool fits(const graph *g, uint32_t clause)
{
    if (g->kind == KF_HARD_PAIRS) return true;
    double w = g->p->weight[clause];
    return g->share[clause] == 0 && w >= g->low && w <= g->high;
}

static void set_weights(graph *g, uint32_t clause)
{
    if (g->kind == KF_HARD_PAIRS) return;
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
        if (is_free(g, e) && g->seen[e.other] == g->n) add(g, e.other);
    }
}

/* The clauses inside the clique. Of a pair that is said twice only the first that fits is needed
 * where weights are shared out; hard ones are all superfluous. */
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
            if (is_group(g, e)) {
                g->hits[e.clause - g->p->n_clauses]++;
                continue;
            }
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

/* Is all of the count inside the clique, and does it ask for nothing else? */
static bool is_covered(const graph *g, uint32_t id)
{
    const kf_count *c = &g->p->counts[id];
    if (g->hits[id] != (uint64_t)c->n * (c->n - 1) / 2 || c->least > 0) return false;
    for (uint32_t i = 0; i < c->n; i++)
        if (c->coefficients[i] > 1) return false;
    return true;
}

static void take_groups(graph *g)
{
    for (uint32_t m = 0; m < g->n; m++) {
        uint32_t x = g->members[m].code;
        for (uint32_t i = g->first[x + 1]; i-- > g->first[x] && is_group(g, g->edges[i]);) {
            uint32_t at = g->edges[i].clause;
            if (g->share[at] == 0 && is_covered(g, at - g->p->n_clauses)) g->share[at] = INFINITY;
        }
    }
}

/* Clauses inside that no clique has yet pay for its literals, lest groups make too many of them. */
static bool is_worth_it(const graph *g, uint32_t n)
{
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < n; i++) fresh += g->share[g->inside[i]] == 0;
    return 2 * (uint64_t)fresh >= g->n;
}

/* The weight of the clique, in place of those of the clauses inside; 0: they stay. */
static double take(graph *g)
{
    uint32_t n = list_inside(g);
    double *w = g->weights, share = INFINITY;
    if (!is_worth_it(g, n)) return 0;
    if (g->kind == KF_HARD_PAIRS) {
        take_groups(g);
    } else {
        for (uint32_t i = 0; i < n; i++) w[i] = g->p->weight[g->inside[i]];
        qsort(w, n, sizeof *w, by_value);
        assert(n > 0);
        share = w[g->kind == KF_ALIKE_PAIRS ? (uint32_t)(n * QUANTILE) : 0];
    }
    assert(share > 0);
    for (uint32_t i = 0; i < n; i++) g->share[g->inside[i]] = share;
    return share;
}

static void clear(graph *g)
{
    for (uint32_t m = 0; m < g->n; m++) {
        uint32_t x = g->members[m].code;
        for (uint32_t i = g->first[x]; i < g->first[x + 1]; i++) {
            edge e = g->edges[i];
            g->seen[e.other] = 0;
            if (is_group(g, e)) g->hits[e.clause - g->p->n_clauses] = 0;
        }
        g->seen[x] = 0;
    }
}

/* ---- Which literals can be in a clique ---- */

/* Each edge once, from the end that has fewer of them: where two hubs share their many neighbours,
 * and that is all, there is next to nothing to look at. */
typedef struct forward {
    uint32_t *first, *to;
} forward;

static bool is_forward(const graph *g, uint32_t x, uint32_t y)
{
    uint32_t a = g->first[x + 1] - g->first[x], b = g->first[y + 1] - g->first[y];
    return a != b ? a < b : x < y;
}

static kerf_status point_forward(const graph *g, kf_arena *arena, forward *f)
{
    uint32_t codes = 2 * g->p->n_atoms;
    f->first = kf_arena_alloc(arena, codes + (size_t)1, sizeof(uint32_t));
    f->to = kf_arena_room(arena, g->first[codes] / 2, sizeof(uint32_t));
    if (!f->first || !f->to) return KERF_NO_MEMORY;
    for (uint32_t x = 0, n = 0; x < codes; x++) {
        if (!goes_on(g, 1 + g->first[x + 1] - g->first[x])) return KERF_INTERRUPTED;
        for (uint32_t i = g->first[x]; i < g->first[x + 1]; i++)
            if (is_forward(g, x, g->edges[i].other)) f->to[n++] = g->edges[i].other;
        f->first[x + 1] = n;
    }
    assert(f->first[codes] <= g->first[codes] / 2); /* both ways are one */
    return KERF_OK;
}

/* The corners of triangles of which x is the least. */
static void corner(graph *g, const forward *f, uint32_t x)
{
    for (uint32_t i = f->first[x]; i < f->first[x + 1]; i++) g->seen[f->to[i]] = 1;
    for (uint32_t i = f->first[x]; i < f->first[x + 1]; i++) {
        uint32_t y = f->to[i];
        for (uint32_t k = f->first[y]; k < f->first[y + 1]; k++) {
            uint32_t z = f->to[k];
            if (g->seen[z]) g->cornered[x] = g->cornered[y] = g->cornered[z] = true;
        }
        g->steps += f->first[y + 1] - f->first[y];
    }
    for (uint32_t i = f->first[x]; i < f->first[x + 1]; i++) g->seen[f->to[i]] = 0;
}

/* Where that takes too many steps, all of them may be. */
static kerf_status find_corners(graph *g, uint32_t pairs, kf_arena *arena)
{
    forward f;
    uint32_t codes = 2 * g->p->n_atoms;
    g->cornered = kf_arena_alloc(arena, codes, sizeof(bool));
    if (!g->cornered) return KERF_NO_MEMORY;
    KF_TRY(point_forward(g, arena, &f));
    bool all = false;
    for (uint32_t x = 0; x < codes && !all; x++) {
        uint64_t before = g->steps;
        corner(g, &f, x);
        if (!goes_on(g, 1 + g->steps - before)) return KERF_INTERRUPTED;
        all = g->steps > STEPS * (uint64_t)pairs;
    }
    for (uint32_t x = 0; x < codes && all; x++) g->cornered[x] = true;
    g->steps = 0;
    return KERF_OK;
}

/* ---- All of it ---- */

#ifndef NDEBUG
static void check_clear(const graph *g)
{
    for (uint32_t x = 0; x < 2 * g->p->n_atoms; x++) assert(g->seen[x] == 0);
    for (uint32_t i = 0; i < g->p->n_counts; i++) assert(g->hits[i] == 0);
}
#endif

static bool may_begin(const graph *g, uint32_t x, edge e)
{
    if (is_group(g, e) || g->share[e.clause] > 0 || e.other < x) return false;
    return g->cornered[e.other];
}

/* Of three literals two have the same sign: where every pair is of both signs, as implications
 * between atoms are, there is no clique. Groups make pairs of their own. */
static bool has_cliques(const graph *g, uint32_t *pairs)
{
    const kf_component *p = g->p;
    uint32_t alike = 0;
    *pairs = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (!is_pair(g, i)) continue;
        const kf_lit *l = p->literals + p->start[i];
        alike += kf_lit_negated(l[0]) == kf_lit_negated(l[1]);
        (*pairs)++;
    }
    return *pairs >= 3 && (alike > 0 || (g->kind == KF_HARD_PAIRS && p->n_counts > 0));
}

kerf_status kf_cliques_find(const kf_component *p, kf_pairs kind, kf_arena *arena, double *share,
                            kf_patience *patience, kf_clique_fn *emit, void *context)
{
    uint32_t pairs;
    assert(p->n_cliques == 0);
    graph g = { .p = p, .kind = kind, .share = share, .patience = patience };
    if (!has_cliques(&g, &pairs)) return KERF_OK;
    KF_TRY(connect(&g, pairs, arena));
    KF_TRY(find_corners(&g, pairs, arena));
    for (uint32_t x = 0; x < 2 * p->n_atoms; x++)
        for (uint32_t i = g.first[x]; g.cornered[x] && i + 1 < g.first[x + 1]; i++) {
            if (!may_begin(&g, x, g.edges[i])) continue;
            if (g.steps > STEPS * (uint64_t)pairs) return KERF_OK;
            uint64_t before = g.steps;
            grow(&g, x, i);
            if (!goes_on(&g, 1 + g.steps - before)) return KERF_INTERRUPTED;
            if (g.n >= 3) {
                double weight = take(&g);
                if (weight > 0) emit(context, g.members, g.n, weight);
            }
            clear(&g);
        }
    KF_CHECK(check_clear(&g));
    return KERF_OK;
}
