/* residuals.c -- what is left of a component, cut into independent residual components; see
 * simplify.h. */
#include "solve/presolve/simplifying.h"

#include "base/check.h"

#include <string.h>

typedef struct sizes { /* of a residual component */
    uint32_t atoms, clauses, literals, counts;
} sizes;

typedef struct cutter {
    kf_work *w;
    uint32_t *parent;   /* by atom; then, of an open one, its number in its residual component */
    uint32_t *residual; /* by atom */
    sizes *sizes;       /* by residual component */
} cutter;

static uint32_t root(uint32_t *parent, uint32_t atom)
{
    while (parent[atom] != atom) atom = parent[atom] = parent[parent[atom]];
    return atom;
}

static void join(uint32_t *parent, const kf_lit *l, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t a = root(parent, kf_lit_atom(l[0]).id), b = root(parent, kf_lit_atom(l[i]).id);
        if (a < b) parent[b] = a;
        else parent[a] = b;
    }
}

static bool is_open(const kf_simplified *s, uint32_t atom)
{
    return s->value[atom] < 0 && kf_lit_atom(s->stands[atom]).id == atom;
}

static uint32_t residual_of(const cutter *x, const kf_lit *l)
{
    return x->residual[kf_lit_atom(l[0]).id];
}

/* Residual components are numbered by their smallest atom. */
static kerf_status number_residuals(cutter *x)
{
    kf_work *w = x->w;
    kf_simplified *s = w->s;
    for (uint32_t i = 0; i < s->n_atoms; i++) x->parent[i] = i;
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        KF_TRY(kf_work_spend(w, 1 + w->n[i]));
        join(x->parent, w->literals + w->start[i], w->n[i]);
    }
    for (uint32_t i = 0; i < w->n_counts; i++) {
        KF_TRY(kf_work_spend(w, 1 + w->counts[i].n));
        join(x->parent, w->counts[i].literals, w->counts[i].n);
    }
    for (uint32_t i = 0; i < s->n_atoms; i++) {
        KF_TRY(kf_work_spend(w, 1));
        if (!is_open(s, i)) continue;
        uint32_t r = root(x->parent, i);
        x->residual[i] = r == i ? s->n_residuals++ : x->residual[r];
    }
    return KERF_OK;
}

static kerf_status measure(cutter *x)
{
    const kf_work *w = x->w;
    for (uint32_t i = 0; i < w->s->n_atoms; i++)
        if (is_open(w->s, i)) x->parent[i] = x->sizes[x->residual[i]].atoms++;
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        sizes *z = &x->sizes[residual_of(x, w->literals + w->start[i])];
        KF_TRY(kf_work_spend(w, 1));
        z->clauses++;
        z->literals += w->n[i];
    }
    for (uint32_t i = 0; i < w->n_counts; i++)
        x->sizes[residual_of(x, w->counts[i].literals)].counts++;
    return KERF_OK;
}

/* A residual component with room for everything; its arrays are filled later, by way of these. */
typedef struct filling {
    double *cost_true, *cost_false, *weight;
    uint64_t *names;
    kf_ends *ends;
    uint32_t *start;
    kf_lit *literals;
    kf_count *counts;
} filling;

static kerf_status make_residual(kf_arena *a, kf_residual *p, const sizes *z, bool ends, filling *f)
{
    *f = (filling){ kf_arena_room(a, z->atoms, sizeof(double)),
                    kf_arena_room(a, z->atoms, sizeof(double)),
                    kf_arena_room(a, z->clauses, sizeof(double)),
                    kf_arena_room(a, z->atoms, sizeof(uint64_t)),
                    ends ? kf_arena_room(a, z->atoms, sizeof(kf_ends)) : NULL,
                    kf_arena_room(a, z->clauses + 1, sizeof(uint32_t)),
                    kf_arena_room(a, z->literals, sizeof(kf_lit)),
                    kf_arena_alloc(a, z->counts, sizeof(kf_count)) };
    p->atoms = kf_arena_room(a, z->atoms, sizeof(uint32_t));
    if (!f->cost_true || !f->cost_false || !f->weight || !f->names || !f->start || !f->literals
        || !f->counts || !p->atoms || (ends && !f->ends)) {
        return KERF_NO_MEMORY;
    }
    f->start[0] = 0;
    p->component = (kf_component){ .n_atoms = z->atoms,
                                   .cost_true = f->cost_true,
                                   .cost_false = f->cost_false,
                                   .start = f->start,
                                   .literals = f->literals,
                                   .weight = f->weight,
                                   .counts = f->counts,
                                   .ends = f->ends };
    return KERF_OK;
}

static kf_lit local(const cutter *x, kf_lit l)
{
    return kf_lit_of((kf_atom){ x->parent[kf_lit_atom(l).id] }, kf_lit_negated(l));
}

/* Of the two costs of an atom the smaller is certain. */
static kerf_status fill_atoms(cutter *x, filling *f)
{
    kf_work *w = x->w;
    for (uint32_t i = 0; i < w->s->n_atoms; i++) {
        KF_TRY(kf_work_spend(w, 2));
        if (!is_open(w->s, i)) continue;
        uint32_t p = x->residual[i], at = x->parent[i];
        double least = w->cost[0][i] < w->cost[1][i] ? w->cost[0][i] : w->cost[1][i];
        w->s->paid += least;
        f[p].cost_false[at] = w->cost[0][i] - least;
        f[p].cost_true[at] = w->cost[1][i] - least;
        w->s->residuals[p].atoms[at] = i;
        if (w->s->ends) f[p].ends[at] = w->s->ends[i];
        if (!w->s->names) continue;
        f[p].names[at] = w->s->names[i];
        w->s->residuals[p].component.names = f[p].names;
    }
    return KERF_OK;
}

static kerf_status fill_clauses(cutter *x, filling *f)
{
    const kf_work *w = x->w;
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        const kf_lit *l = w->literals + w->start[i];
        uint32_t p = residual_of(x, l);
        kf_component *component = &w->s->residuals[p].component;
        uint32_t at = f[p].start[component->n_clauses];
        KF_TRY(kf_work_spend(w, 1 + w->n[i]));
        /* Atoms keep their order, so literals stay sorted. */
        for (uint32_t k = 0; k < w->n[i]; k++) {
            assert(residual_of(x, &l[k]) == p);
            f[p].literals[at + k] = local(x, l[k]);
        }
        f[p].weight[component->n_clauses++] = w->weight[i];
        f[p].start[component->n_clauses] = at + w->n[i];
    }
    return KERF_OK;
}

static kerf_status fill_counts(cutter *x, filling *f, kf_arena *a)
{
    const kf_work *w = x->w;
    for (uint32_t i = 0; i < w->n_counts; i++) {
        const kf_work_count *c = &w->counts[i];
        uint32_t p = residual_of(x, c->literals);
        KF_TRY(kf_work_spend(w, 1 + c->n));
        kf_lit *l = kf_arena_alloc(a, c->n, sizeof(kf_lit));
        uint32_t *coefficients = kf_arena_copy(a, c->coefficients, c->n, sizeof(uint32_t));
        if (!l || !coefficients) return KERF_NO_MEMORY;
        for (uint32_t k = 0; k < c->n; k++) l[k] = local(x, c->literals[k]);
        f[p].counts[w->s->residuals[p].component.n_counts++] =
            (kf_count){ c->n, l, coefficients, c->least, c->most, c->weight };
    }
    return KERF_OK;
}

#ifndef NDEBUG
static void check_filled(const cutter *x)
{
    const kf_simplified *s = x->w->s;
    for (uint32_t i = 0; i < s->n_residuals; i++) {
        const kf_component *p = &s->residuals[i].component;
        assert(p->n_clauses == x->sizes[i].clauses && p->n_counts == x->sizes[i].counts);
        assert(p->start[p->n_clauses] == x->sizes[i].literals);
    }
}
#endif

static kerf_status cut(cutter *x, kf_arena *scratch)
{
    kf_simplified *s = x->w->s;
    x->parent = kf_arena_room(scratch, s->n_atoms, sizeof(uint32_t));
    x->residual = kf_arena_room(scratch, s->n_atoms, sizeof(uint32_t));
    if (!x->parent || !x->residual) return KERF_NO_MEMORY;
    KF_TRY(number_residuals(x));
    x->sizes = kf_arena_alloc(scratch, s->n_residuals, sizeof *x->sizes);
    s->residuals = kf_arena_alloc(&s->arena, s->n_residuals, sizeof *s->residuals);
    filling *f = kf_arena_alloc(scratch, s->n_residuals, sizeof *f);
    if (!x->sizes || !s->residuals || !f) return KERF_NO_MEMORY;
    KF_TRY(measure(x));
    for (uint32_t i = 0; i < s->n_residuals; i++)
        KF_TRY(make_residual(&s->arena, &s->residuals[i], &x->sizes[i], s->ends != NULL, &f[i]));
    KF_TRY(fill_atoms(x, f));
    KF_TRY(fill_clauses(x, f));
    KF_TRY(fill_counts(x, f, &s->arena));
    KF_CHECK(check_filled(x));
    return KERF_OK;
}

kerf_status kf_work_residuals(kf_work *w, kf_mem *mem)
{
    cutter x = { .w = w };
    kf_arena scratch;
    kf_arena_init(&scratch, mem);
    kerf_status st = cut(&x, &scratch);
    kf_arena_free(&scratch);
    return st;
}
