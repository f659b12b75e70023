/* gather.c -- a part with cliques in place of pairs; see gather.h.
 *
 * A clause of negative weight that pays as soon as one literal of a clique is false is noted with it:
 * its column then says in the linear program whether the clique is used at all, and the tangents
 * start from there (the perspective of Gunluk and Linderoth 2010). */
#include "solve/gather.h"

#include <math.h>

/* A weight above its clique's by no more than this share comes from adding up in another order. */
static const double NOTHING = 1e-12;

typedef struct gatherer {
    const kf_part *p;
    kf_arena *arena;
    double *share; /* by clause: what its clique takes of its weight */
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

static kerf_status find(gatherer *g)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < g->p->n_clauses; i++) {
        pairs += g->p->start[i + 1] - g->p->start[i] == 2 && g->p->weight[i] > 0;
    }
    if (pairs < 3) return KERF_OK;
    g->share = kf_arena_alloc(g->arena, g->p->n_clauses, sizeof(double));
    g->cliques = kf_arena_alloc(g->arena, pairs, sizeof(kf_clique));
    g->literals = kf_arena_alloc(g->arena, 2 * (size_t)pairs, sizeof(kf_lit));
    g->ones = kf_arena_alloc(g->arena, 2 * (size_t)g->p->n_atoms, sizeof(uint32_t));
    if (!g->share || !g->cliques || !g->literals || !g->ones) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < 2 * g->p->n_atoms; i++) g->ones[i] = 1;
    KF_TRY(kf_cliques_find(g->p, KF_HARD_PAIRS, g->arena, g->share, keep, g));
    KF_TRY(kf_cliques_find(g->p, KF_EQUAL_PAIRS, g->arena, g->share, keep, g));
    return kf_cliques_find(g->p, KF_ALIKE_PAIRS, g->arena, g->share, keep, g);
}

/* ---- What is left of the clauses ---- */

static double rest_of(const gatherer *g, uint32_t i)
{
    double weight = g->p->weight[i], share = g->share[i];
    if (share == 0) return weight;
    return isinf(share) || weight - share <= NOTHING * weight ? 0 : weight - share;
}

static kerf_status write_rest(const gatherer *g, kf_part *out)
{
    const kf_part *p = g->p;
    uint32_t clauses = 0, n = 0;
    size_t literals = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (rest_of(g, i) == 0) continue;
        clauses++;
        literals += p->start[i + 1] - p->start[i];
    }
    uint32_t *start = kf_arena_alloc(g->arena, clauses + (size_t)1, sizeof *start);
    kf_lit *l = kf_arena_alloc(g->arena, literals, sizeof *l);
    double *weight = kf_arena_alloc(g->arena, clauses, sizeof *weight);
    if (!start || !l || !weight) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        double rest = rest_of(g, i);
        if (rest == 0) continue;
        start[n + 1] = start[n];
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) l[start[n + 1]++] = p->literals[k];
        weight[n++] = rest;
    }
    out->n_clauses = clauses;
    out->start = start;
    out->literals = l;
    out->weight = weight;
    return KERF_OK;
}

/* ---- Clauses that pay as soon as one of a clique is false ---- */

typedef struct payers {
    uint32_t *first; /* clauses of negative weight by literal: from first[code] up to the next */
    uint32_t *clauses;
    uint32_t *hits; /* by clause: members found in it */
} payers;

static kerf_status index_payers(const kf_part *p, kf_arena *arena, payers *x)
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
static uint32_t find_payer(const kf_part *p, const payers *x, const kf_clique *c)
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

kerf_status kf_gather(const kf_part *p, kf_arena *arena, kf_part *out)
{
    gatherer g = { .p = p, .arena = arena };
    payers x;
    *out = *p;
    KF_TRY(find(&g));
    if (g.n == 0) return KERF_OK;
    KF_TRY(write_rest(&g, out));
    KF_TRY(index_payers(out, arena, &x));
    for (uint32_t i = 0; i < g.n; i++) g.cliques[i].paid = find_payer(out, &x, &g.cliques[i]);
    out->n_cliques = g.n;
    out->cliques = g.cliques;
    return KERF_OK;
}
