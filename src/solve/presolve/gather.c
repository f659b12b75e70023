/* gather.c -- a component with cliques in place of pairs; see gather.h.
 *
 * A clause of negative weight that pays as soon as one literal of a clique is false is noted with
 * it: its column then says in the linear program whether the clique is used at all, and the
 * tangents start from there (the perspective of Gunluk and Linderoth 2010). */
#include "solve/presolve/gather.h"

#include "base/check.h"

#include <math.h>

/* A weight above its clique's by no more than this share comes from adding up in another order. */
static const double NOTHING = 1e-12;
enum { STEPS_PER_CLIQUE = 16 };

typedef struct gatherer {
    const kf_component *p;
    kf_arena *arena;
    kf_patience *patience;
    double *share; /* by clause: what a clique takes of its weight; then by count: is it in one? */
    kf_component
        rest; /* with what cliques left of the weights; 0: nothing; < 0: they took too much */
    double *weight;
    double *cost_true, *cost_false;
    kf_clique *cliques;
    uint32_t n;
    kf_lit *literals; /* of the cliques, one after another */
    uint32_t used;
    uint32_t *ones;
} gatherer;

static void keep(void *context, const kf_lit *members, uint32_t n, double weight)
{
    gatherer *g = context;
    kf_lit *l = g->literals + g->used;
    for (uint32_t i = 0; i < n; i++) l[i] = members[i];
    kf_lits_sort(l, n);
    g->cliques[g->n++] = (kf_clique){ n, l, g->ones, n, weight, KF_NO_CLAUSE };
    g->used += n;
}

static kerf_status find_kind(gatherer *g, kf_pairs kind)
{
    KF_TRY(kf_cliques_find(&g->rest, kind, g->arena, g->share, g->patience, keep, g));
    for (uint32_t i = 0; i < g->p->n_clauses; i++) {
        double share = g->share[i], rest = g->weight[i] - share;
        if (share > 0)
            g->weight[i] = isinf(share) || (rest >= 0 && rest <= NOTHING * share) ? 0 : rest;
        g->share[i] = 0;
    }
    return KERF_OK;
}

static kerf_status find(gatherer *g)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < g->p->n_clauses; i++) {
        pairs += g->p->start[i + 1] - g->p->start[i] == 2 && g->p->weight[i] > 0;
    }
    if (pairs < 3) return KERF_OK;
    g->share = kf_arena_alloc(g->arena, (size_t)g->p->n_clauses + g->p->n_counts, sizeof(double));
    g->weight = kf_arena_copy(g->arena, g->p->weight, g->p->n_clauses, sizeof(double));
    g->cliques = kf_arena_room(g->arena, 3 * (size_t)pairs, sizeof(kf_clique));
    g->literals = kf_arena_room(g->arena, 6 * (size_t)pairs, sizeof(kf_lit));
    g->ones = kf_arena_room(g->arena, 2 * (size_t)g->p->n_atoms, sizeof(uint32_t));
    if (!g->share || !g->weight || !g->cliques || !g->literals || !g->ones) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < 2 * g->p->n_atoms; i++) g->ones[i] = 1;
    g->rest = *g->p;
    g->rest.weight = g->weight;
    KF_TRY(find_kind(g, KF_HARD_PAIRS));
    KF_TRY(find_kind(g, KF_EQUAL_PAIRS));
    return find_kind(g, KF_ALIKE_PAIRS);
}

/* ---- What is left of the clauses ---- */

/* A clique took r too much of the pair of u and v, which pay when both are 1. Then -r u v is to be
 * added: -r u, and r where u is 1 and v is 0. */
static void give_back(gatherer *g, kf_lit *pair, double r)
{
    uint32_t atom = kf_lit_atom(pair[0]).id;
    (kf_lit_negated(pair[0]) ? g->cost_true : g->cost_false)[atom] -= r;
    pair[1] = kf_lit_not(pair[1]);
}

/* Costs are not negative, and of the two of an atom one is 0. */
static void tidy_costs(gatherer *g, kf_component *out)
{
    for (uint32_t i = 0; i < out->n_atoms; i++) {
        double both = fmin(g->cost_true[i], g->cost_false[i]);
        g->cost_true[i] -= both;
        g->cost_false[i] -= both;
        assert(g->cost_true[i] >= 0 && g->cost_false[i] >= 0);
        out->constant += both;
    }
    out->cost_true = g->cost_true;
    out->cost_false = g->cost_false;
}

/* Those that no clique contains. */
static kerf_status write_counts(const gatherer *g, kf_component *out)
{
    const kf_component *p = g->p;
    kf_count *counts = kf_arena_alloc(g->arena, p->n_counts, sizeof *counts);
    if (!counts) return KERF_NO_MEMORY;
    out->n_counts = 0;
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (g->share[p->n_clauses + i] == 0) counts[out->n_counts++] = p->counts[i];
    out->counts = counts;
    return KERF_OK;
}

static kerf_status write_rest(gatherer *g, kf_component *out)
{
    const kf_component *p = g->p;
    uint32_t clauses = 0, n = 0;
    size_t literals = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (g->weight[i] == 0) continue;
        clauses++;
        literals += p->start[i + 1] - p->start[i];
    }
    uint32_t *start = kf_arena_room(g->arena, clauses + (size_t)1, sizeof *start);
    kf_lit *l = kf_arena_room(g->arena, literals, sizeof *l);
    double *weight = kf_arena_room(g->arena, clauses, sizeof *weight);
    g->cost_true = kf_arena_copy(g->arena, p->cost_true, p->n_atoms, sizeof(double));
    g->cost_false = kf_arena_copy(g->arena, p->cost_false, p->n_atoms, sizeof(double));
    if (!start || !l || !weight || !g->cost_true || !g->cost_false) return KERF_NO_MEMORY;
    start[0] = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (g->weight[i] == 0) continue;
        start[n + 1] = start[n];
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) l[start[n + 1]++] = p->literals[k];
        weight[n] = g->weight[i];
        if (p->weight[i] > 0 && weight[n] < 0) {
            weight[n] = -weight[n];
            give_back(g, l + start[n], weight[n]);
        }
        n++;
    }
    out->n_clauses = clauses;
    assert(n == clauses && start[n] == literals);
    out->start = start;
    out->literals = l;
    out->weight = weight;
    tidy_costs(g, out);
    return write_counts(g, out);
}

/* ---- Clauses that pay as soon as one of a clique is false ---- */

typedef struct payers {
    uint32_t *first; /* clauses of negative weight by literal: from first[code] up to the next */
    uint32_t *clauses;
    uint32_t *hits; /* by clause: members found in it */
} payers;

static kerf_status index_payers(const kf_component *p, kf_arena *arena, payers *x)
{
    size_t codes = 2 * (size_t)p->n_atoms, n = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (p->weight[i] < 0) n += p->start[i + 1] - p->start[i];
    x->first = kf_arena_alloc(arena, codes + 2, sizeof(uint32_t));
    x->clauses = kf_arena_alloc(arena, n, sizeof(uint32_t));
    x->hits = kf_arena_alloc(arena, p->n_clauses, sizeof(uint32_t));
    if (!x->first || !x->clauses || !x->hits) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        for (uint32_t k = p->start[i]; p->weight[i] < 0 && k < p->start[i + 1]; k++)
            x->first[p->literals[k].code + 2]++;
    for (size_t c = 2; c < codes + 2; c++) x->first[c] += x->first[c - 1];
    for (uint32_t i = 0; i < p->n_clauses; i++)
        for (uint32_t k = p->start[i]; p->weight[i] < 0 && k < p->start[i + 1]; k++)
            x->clauses[x->first[p->literals[k].code + 1]++] = i;
    return KERF_OK;
}

/* The shortest clause that has all of the clique, negated. */
static uint32_t find_payer(const kf_component *p, const payers *x, const kf_clique *c)
{
    uint32_t best = KF_NO_CLAUSE, least = UINT32_MAX;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t code = kf_lit_not(c->literals[i]).code;
        for (uint32_t k = x->first[code]; k < x->first[code + 1]; k++) {
            uint32_t clause = x->clauses[k], n = p->start[clause + 1] - p->start[clause];
            x->hits[clause]++;
            if (i + 1 < c->n || x->hits[clause] < c->n || n >= least) continue;
            best = clause;
            least = n;
        }
    }
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t code = kf_lit_not(c->literals[i]).code;
        for (uint32_t k = x->first[code]; k < x->first[code + 1]; k++) x->hits[x->clauses[k]] = 0;
    }
    return best;
}

kerf_status kf_gather(const kf_component *p, kf_arena *arena, kf_patience *patience,
                      kf_component *out)
{
    assert(p->n_cliques == 0);
    gatherer g = { .p = p, .arena = arena, .patience = patience };
    payers x;
    *out = *p;
    KF_TRY(find(&g));
    if (g.n == 0) return KERF_OK;
    KF_TRY(write_rest(&g, out));
    KF_TRY(index_payers(out, arena, &x));
    for (uint32_t i = 0; i < g.n; i++) {
        if (patience && !kf_patience_spend(patience, STEPS_PER_CLIQUE)) return KERF_INTERRUPTED;
        g.cliques[i].paid = find_payer(out, &x, &g.cliques[i]);
    }
    out->n_cliques = g.n;
    out->cliques = g.cliques;
    return KERF_OK;
}
