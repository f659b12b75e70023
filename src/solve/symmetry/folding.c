/* folding.c -- one atom for each class, one constraint for each class of them; see lift.h. */
#include "solve/symmetry/lift.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

typedef struct folder {
    const kf_component *p;
    const kf_classes *c;
    kf_arena *arena;
    double *cost_true, *cost_false, *weight;
    uint32_t *start;
    kf_lit *literals;
    kf_count *counts;
    kf_clique *cliques;
    uint32_t n_clauses, n_counts, n_cliques;
    uint32_t *slots; /* by colour of a constraint: what it became */
    kf_colour *keys;
    uint64_t mask;
} folder;

static kf_lit folded(const folder *f, kf_lit l)
{
    return kf_lit_of((kf_atom){ f->c->of[kf_lit_atom(l).id] }, kf_lit_negated(l));
}

/* How a class stands in a constraint: its literals with both signs come to a coefficient and a
 * constant. */
typedef struct terms {
    kf_lit *literals;
    uint32_t *coefficients;
    uint32_t n;
    uint64_t constant; /* what is certain of the sum */
    bool plain;        /* every coefficient is 1, nothing is certain */
} terms;

static void add_term(terms *t, kf_lit l, uint32_t coefficient)
{
    uint32_t k = 0;
    while (k < t->n && kf_lit_atom(t->literals[k]).id != kf_lit_atom(l).id) k++;
    if (k == t->n) {
        t->literals[t->n] = l;
        t->coefficients[t->n++] = coefficient;
        return;
    }
    t->plain = false;
    if (t->literals[k].code == l.code) {
        t->coefficients[k] += coefficient;
        return;
    }
    uint32_t both = coefficient < t->coefficients[k] ? coefficient : t->coefficients[k];
    t->constant += both;
    if (coefficient > t->coefficients[k]) t->literals[k] = l;
    t->coefficients[k] = t->coefficients[k] + coefficient - 2 * both;
}

static void drop_empty(terms *t)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < t->n; k++) {
        if (t->coefficients[k] == 0) continue;
        t->literals[kept] = t->literals[k];
        t->coefficients[kept++] = t->coefficients[k];
    }
    t->n = kept;
}

static kerf_status begin_terms(const folder *f, terms *t, uint32_t n)
{
    *t = (terms){ .plain = true };
    t->literals = kf_arena_alloc(f->arena, n, sizeof(kf_lit));
    t->coefficients = kf_arena_alloc(f->arena, n, sizeof(uint32_t));
    return t->literals && t->coefficients ? KERF_OK : KERF_NO_MEMORY;
}

static void put_clause(folder *f, const terms *t, double weight)
{
    uint32_t at = f->start[f->n_clauses];
    memcpy(f->literals + at, t->literals, t->n * sizeof(kf_lit));
    kf_lits_sort(f->literals + at, t->n);
    f->weight[f->n_clauses++] = weight;
    f->start[f->n_clauses] = at + t->n;
}

/* The slot of a class of constraints; UINT32_MAX in it: this is the first of them. */
static uint32_t *find(folder *f, kf_colour colour)
{
    uint64_t at = colour.a & f->mask;
    while (f->slots[at] != UINT32_MAX && (f->keys[at].a != colour.a || f->keys[at].b != colour.b))
        at = (at + 1) & f->mask;
    f->keys[at] = colour;
    return &f->slots[at];
}

#define IS_COUNT (UINT32_C(1) << 31)

static kerf_status fold_clause(folder *f, uint32_t i, uint32_t *known)
{
    const kf_component *p = f->p;
    double w = p->weight[i];
    if (*known != UINT32_MAX) { /* one more of its class */
        if (isinf(w)) return KERF_OK;
        if (*known & IS_COUNT) f->counts[*known ^ IS_COUNT].weight += w;
        else f->weight[*known] += w;
        return KERF_OK;
    }
    terms t;
    uint32_t n = p->start[i + 1] - p->start[i];
    KF_TRY(begin_terms(f, &t, n));
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
        add_term(&t, folded(f, p->literals[k]), 1);
    if (w < 0 && t.constant > 0) return KERF_UNSUPPORTED;
    drop_empty(&t);
    if (t.plain
        || w < 0) { /* one that pays when true has a row for each literal: no coefficients */
        *known = f->n_clauses;
        put_clause(f, &t, w);
        return KERF_OK;
    }
    *known = f->n_counts | IS_COUNT;
    f->counts[f->n_counts++] =
        (kf_count){ t.n, t.literals, t.coefficients, t.constant >= 1 ? 0 : 1, UINT64_MAX, w };
    return KERF_OK;
}

static kerf_status fold_count(folder *f, uint32_t i, uint32_t *known)
{
    const kf_count *c = &f->p->counts[i];
    assert(*known == UINT32_MAX || *known & IS_COUNT);
    if (*known != UINT32_MAX) {
        if (!isinf(c->weight)) f->counts[*known ^ IS_COUNT].weight += c->weight;
        return KERF_OK;
    }
    terms t;
    KF_TRY(begin_terms(f, &t, c->n));
    for (uint32_t k = 0; k < c->n; k++) add_term(&t, folded(f, c->literals[k]), c->coefficients[k]);
    drop_empty(&t);
    uint64_t least = c->least > t.constant ? c->least - t.constant : 0, most = c->most;
    if (most != UINT64_MAX && most < t.constant) least = UINT64_MAX, most = 0;
    else if (most != UINT64_MAX) most -= t.constant;
    *known = f->n_counts | IS_COUNT;
    f->counts[f->n_counts++] =
        (kf_count){ t.n, t.literals, t.coefficients, least, most, c->weight };
    return KERF_OK;
}

/* Of two opposite literals one is false: that is in `most`. What the clause says that pays when one
 * is false is left out: classes do not tell which clause belongs to which clique. */
static kerf_status fold_clique(folder *f, uint32_t i)
{
    const kf_clique *c = &f->p->cliques[i];
    uint32_t *known = find(f, f->c->clique[i]);
    if (*known != UINT32_MAX) {
        f->cliques[*known].weight += c->weight;
        return KERF_OK;
    }
    terms t;
    KF_TRY(begin_terms(f, &t, c->n));
    for (uint32_t k = 0; k < c->n; k++) add_term(&t, folded(f, c->literals[k]), c->coefficients[k]);
    drop_empty(&t);
    assert(t.constant <= c->most);
    *known = f->n_cliques;
    f->cliques[f->n_cliques++] = (kf_clique){
        t.n, t.literals, t.coefficients, c->most - t.constant, c->weight, KF_NO_CLAUSE
    };
    return KERF_OK;
}

static kerf_status fold_atoms(folder *f, kf_component *out)
{
    f->cost_true = kf_arena_alloc(f->arena, f->c->n, sizeof(double));
    f->cost_false = kf_arena_alloc(f->arena, f->c->n, sizeof(double));
    if (!f->cost_true || !f->cost_false) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < f->p->n_atoms; i++) {
        f->cost_true[f->c->of[i]] += f->p->cost_true[i];
        f->cost_false[f->c->of[i]] += f->p->cost_false[i];
    }
    out->n_atoms = f->c->n;
    out->cost_true = f->cost_true;
    out->cost_false = f->cost_false;
    return KERF_OK;
}

static kerf_status fold_constraints(folder *f)
{
    const kf_component *p = f->p;
    uint32_t *became = f->c->became, n = p->n_clauses;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *known = find(f, f->c->clause[i]);
        KF_TRY(fold_clause(f, i, known));
        if (became) became[i] = *known;
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        uint32_t *known = find(f, f->c->count[i]);
        KF_TRY(fold_count(f, i, known));
        if (became) became[n + i] = *known;
    }
    for (uint32_t i = 0; i < p->n_cliques; i++) KF_TRY(fold_clique(f, i));
    for (uint32_t i = 0; became && i < n + p->n_counts; i++) {
        assert(became[i] != UINT32_MAX);
        if (became[i] & IS_COUNT) became[i] = f->n_clauses + (became[i] ^ IS_COUNT);
    }
    return KERF_OK;
}

kerf_status kf_fold(const kf_component *p, const kf_classes *c, kf_arena *arena, kf_component *out)
{
    folder f = { .p = p, .c = c, .arena = arena };
    size_t size = 16, all = (size_t)p->n_clauses + p->n_counts;
    size_t slots = all + p->n_cliques;
    uint32_t literals = p->n_clauses ? p->start[p->n_clauses] : 0;
    while (size < 2 * slots) size *= 2;
    f.mask = size - 1;
    f.slots = kf_arena_room(arena, size, sizeof(uint32_t));
    f.keys = kf_arena_room(arena, size, sizeof(kf_colour));
    f.weight = kf_arena_room(arena, p->n_clauses, sizeof(double));
    f.start = kf_arena_room(arena, p->n_clauses + (size_t)1, sizeof(uint32_t));
    f.literals = kf_arena_room(arena, literals, sizeof(kf_lit));
    f.counts = kf_arena_room(arena, all, sizeof(kf_count));
    f.cliques = kf_arena_room(arena, p->n_cliques, sizeof(kf_clique));
    if (!f.slots || !f.keys || !f.weight || !f.start || !f.literals || !f.counts || !f.cliques)
        return KERF_NO_MEMORY;
    f.start[0] = 0;
    memset(f.slots, 0xff, size * sizeof(uint32_t));
    *out = (kf_component){ .constant = p->constant };
    KF_TRY(fold_atoms(&f, out));
    KF_TRY(fold_constraints(&f));
    out->n_clauses = f.n_clauses;
    out->start = f.start;
    out->literals = f.literals;
    out->weight = f.weight;
    out->n_counts = f.n_counts;
    out->counts = f.counts;
    out->n_cliques = f.n_cliques;
    out->cliques = f.cliques;
    KF_CHECK(kf_component_check(out));
    return KERF_OK;
}
