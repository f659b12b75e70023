/* extract.c -- copies one component of the problem for solvers; see extract.h. */
#include "infer/extract.h"

#include "base/check.h"
#include "base/sort.h"
#include "model/model.h"

#include <math.h>

/* ---- Hooks ---- */

static bool fill_to(kf_mem *mem, void *vec, size_t n)
{
    KF_VEC(uint32_t) *v = vec;
    if (v->n >= n) return true;
    if (!kf_vec_reserve(mem, v, n - v->n)) return false;
    while (v->n < n) v->at[v->n++] = UINT32_MAX;
    return true;
}

kerf_status kf_hooks_extend(kf_hooks *h, const kf_problem *p)
{
    size_t clauses = h->next_clause.n, counts = h->next_count.n, atoms = p->parent.n;
    if (!fill_to(p->mem, &h->clause_of, atoms) || !fill_to(p->mem, &h->count_of, atoms)
        || !fill_to(p->mem, &h->local, atoms) || !fill_to(p->mem, &h->next_clause, p->clauses.n)
        || !fill_to(p->mem, &h->next_count, p->cardinalities.n)) {
        return KERF_NO_MEMORY;
    }
    for (; clauses < p->clauses.n; clauses++) {
        uint32_t atom = kf_lit_atom(p->literals.at[p->clauses.at[clauses].start]).id;
        h->next_clause.at[clauses] = h->clause_of.at[atom];
        h->clause_of.at[atom] = (uint32_t)clauses;
    }
    for (; counts < p->cardinalities.n; counts++) {
        if (p->cardinalities.at[counts].n == 0) continue;
        uint32_t atom = kf_lit_atom(p->literals.at[p->cardinalities.at[counts].start]).id;
        h->next_count.at[counts] = h->count_of.at[atom];
        h->count_of.at[atom] = (uint32_t)counts;
    }
    return KERF_OK;
}

void kf_hooks_free(kf_hooks *h, kf_mem *mem)
{
    kf_vec_free(mem, &h->clause_of);
    kf_vec_free(mem, &h->count_of);
    kf_vec_free(mem, &h->next_clause);
    kf_vec_free(mem, &h->next_count);
    kf_vec_free(mem, &h->local);
}

/* ---- Gathering ---- */

typedef struct gatherer {
    kf_extracted *c;
    const kf_problem *p;
    const kf_hooks *h;
    uint32_t n_atoms, n_clauses, n_literals, n_counts;
    uint32_t *start;
    double *weight;
    kf_lit *literals;
    kf_count *counts;
} gatherer;

/* A clause of which nothing may be true is one unit clause per literal. */
static bool is_none_of(const kf_clause *k)
{
    return isinf(k->weight) && k->weight < 0;
}

static void measure(gatherer *g)
{
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        uint32_t atom = g->c->atoms[i];
        for (uint32_t k = g->h->clause_of.at[atom]; k != KF_NONE; k = g->h->next_clause.at[k]) {
            const kf_clause *clause = &g->p->clauses.at[k];
            if (clause->weight == 0) continue; /* withdrawn */
            g->n_clauses += is_none_of(clause) ? clause->n : 1;
            g->n_literals += clause->n;
        }
        for (uint32_t k = g->h->count_of.at[atom]; k != KF_NONE; k = g->h->next_count.at[k])
            g->n_counts++;
    }
}

static kf_lit local(const gatherer *g, kf_lit l)
{
    assert(g->c->atoms[g->h->local.at[kf_lit_atom(l).id]] == kf_lit_atom(l).id);
    return kf_lit_of((kf_atom){ g->h->local.at[kf_lit_atom(l).id] }, kf_lit_negated(l));
}

static void end_clause(gatherer *g, uint32_t *at, double weight)
{
    g->weight[g->n_clauses++] = weight;
    g->start[g->n_clauses] = *at;
}

static void copy_clause(gatherer *g, const kf_clause *k, uint32_t *at)
{
    const kf_lit *from = g->p->literals.at + k->start;
    for (uint32_t i = 0; k->weight != 0 && i < k->n; i++) {
        bool alone = is_none_of(k);
        g->literals[(*at)++] = alone ? kf_lit_not(local(g, from[i])) : local(g, from[i]);
        if (alone) end_clause(g, at, INFINITY);
    }
    if (k->weight != 0 && !is_none_of(k)) end_clause(g, at, k->weight);
}

static kerf_status copy_count(gatherer *g, const kf_cardinality *k)
{
    kf_lit *l = kf_arena_alloc(&g->c->arena, k->n, sizeof *l);
    if (!l) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < k->n; i++) l[i] = local(g, g->p->literals.at[k->start + i]);
    g->counts[g->n_counts++] =
        (kf_count){ k->n, l, g->p->coefficients.at + k->start, k->least, k->most, k->weight };
    return KERF_OK;
}

static kerf_status copy_constraints(gatherer *g)
{
    uint32_t at = 0;
    g->start[0] = g->n_clauses = g->n_counts = 0;
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        uint32_t atom = g->c->atoms[i];
        for (uint32_t k = g->h->clause_of.at[atom]; k != KF_NONE; k = g->h->next_clause.at[k])
            copy_clause(g, &g->p->clauses.at[k], &at);
        for (uint32_t k = g->h->count_of.at[atom]; k != KF_NONE; k = g->h->next_count.at[k])
            KF_TRY(copy_count(g, &g->p->cardinalities.at[k]));
    }
    assert(at == g->n_literals);
    return KERF_OK;
}

static kerf_status copy_ends(gatherer *g)
{
    static const kf_ends none = { .relation = KF_NO_RELATION };
    kf_ends *ends = kf_arena_room(&g->c->arena, g->n_atoms, sizeof *ends);
    if (!ends) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        uint32_t atom = g->c->atoms[i];
        ends[i] = atom < g->p->ends.n ? g->p->ends.at[atom] : none;
    }
    g->c->component.ends = ends;
    return KERF_OK;
}

static kerf_status copy_atoms(gatherer *g)
{
    kf_extracted *c = g->c;
    double *if_true = kf_arena_room(&c->arena, g->n_atoms, sizeof(double));
    double *if_false = kf_arena_room(&c->arena, g->n_atoms, sizeof(double));
    uint64_t *names = kf_arena_room(&c->arena, g->n_atoms, sizeof(uint64_t));
    if (!if_true || !if_false || !names) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < g->n_atoms; i++) {
        double t = g->p->cost_true.at[c->atoms[i]], f = g->p->cost_false.at[c->atoms[i]];
        double least = t < f ? t : f;
        c->base += least;
        if_true[i] = t - least;
        if_false[i] = f - least;
        g->h->local.at[c->atoms[i]] = i;
        names[i] = kf_recall_mix(1, c->atoms[i]);
    }
    c->component.cost_true = if_true;
    c->component.cost_false = if_false;
    c->component.names = names;
    return g->p->ends.n ? copy_ends(g) : KERF_OK;
}

static kerf_status gather(gatherer *g)
{
    kf_extracted *c = g->c;
    const uint32_t *next = g->p->next.at;
    uint32_t atom = c->root, n = 0;
    do n++;
    while ((atom = next[atom]) != c->root);
    g->n_atoms = n;
    c->atoms = kf_arena_room(&c->arena, n, sizeof(uint32_t));
    if (!c->atoms) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++, atom = next[atom]) c->atoms[i] = atom;
    size_t all = n;
    KF_TRY(kf_numbers_sort_unique(c->arena.mem, c->atoms, &all));
    assert(all == n); /* the ring of a component has each atom once */
    measure(g);
    g->start = kf_arena_room(&c->arena, g->n_clauses + (size_t)1, sizeof(uint32_t));
    g->weight = kf_arena_room(&c->arena, g->n_clauses, sizeof(double));
    g->literals = kf_arena_room(&c->arena, g->n_literals, sizeof(kf_lit));
    g->counts = kf_arena_alloc(&c->arena, g->n_counts, sizeof(kf_count));
    if (!g->start || !g->weight || !g->literals || !g->counts) return KERF_NO_MEMORY;
    KF_TRY(copy_atoms(g));
    KF_TRY(copy_constraints(g));
    c->component.n_atoms = n;
    c->component.n_clauses = g->n_clauses;
    c->component.start = g->start;
    c->component.literals = g->literals;
    c->component.weight = g->weight;
    c->component.n_counts = g->n_counts;
    c->component.counts = g->counts;
    return KERF_OK;
}

kerf_status kf_extract_component(kf_extracted *c, kf_mem *mem, const kf_problem *p, kf_hooks *h,
                                 uint32_t root)
{
    assert(root < p->parent.n && root < h->clause_of.n);
    *c = (kf_extracted){ .root = root };
    kf_arena_init(&c->arena, mem);
    kf_arena_init(&c->s.arena, mem);
    gatherer g = { .c = c, .p = p, .h = h };
    return gather(&g);
}

void kf_extracted_free(kf_extracted *c)
{
    kf_simplified_free(&c->s);
    kf_arena_free(&c->arena);
}
