/* certify_component.c -- a component in the terms of a certificate; see certify.h.
 *
 * Auxiliary atoms have no name. A certificate defines each conjunction once: auxiliary atoms for
 * the same subformula become one atom, and an OR becomes the negation of the AND of the negated
 * literals. The checker recognises the definitions by their literals, and finds the formulas of the
 * model by them. */
#include "prove/certify.h"

#include "base/check.h"
#include "base/sort.h"
#include "ground/auxiliary.h"

#include <math.h>
#include <string.h>

static const uint32_t ALWAYS = UINT32_MAX - 1, NEVER = UINT32_MAX; /* opposites, like literals */

typedef struct restater {
    const kf_grounder *g;
    const kf_extracted *x;
    const uint32_t *local; /* by atom of the problem: of the component */
    kf_citable *to;
    kf_arena *arena;
    uint32_t *alias; /* by atom of the component: the literal that says the same */
    uint32_t *slots; /* definitions by hash: the atom and one; 0: none */
    size_t n_slots;
    double *cost_true, *cost_false;
    KF_VEC(uint32_t) room;
} restater;

/* ---- Literals ---- */

static uint32_t opposite(uint32_t code)
{
    return code ^ 1;
}

static uint32_t alias_of(const restater *r, uint32_t code)
{
    assert(code / 2 < r->x->component.n_atoms);
    uint32_t alias = r->alias[code / 2];
    return code & 1 ? opposite(alias) : alias;
}

/* A conjunction in r->room: sorted, each literal once, true ones left out. False: it never
 * holds. */
static bool settle(restater *r)
{
    uint32_t *at = r->room.at;
    size_t kept = 0, n = r->room.n;
    if (n > 1) kf_numbers_sort(at, n);
    for (size_t i = 0; i < n; i++) {
        if (at[i] == NEVER || (kept > 0 && at[kept - 1] == opposite(at[i]))) return false;
        if (at[i] != ALWAYS && (kept == 0 || at[kept - 1] != at[i])) at[kept++] = at[i];
    }
    r->room.n = kept;
    return true;
}

static bool add(restater *r, uint32_t code)
{
    return kf_vec_push(r->arena->mem, &r->room, code);
}

/* ---- Definitions ---- */

static uint64_t hash_of(const uint32_t *at, size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i++) h = kf_recall_mix(h, at[i]);
    return h;
}

/* The atom for the conjunction in r->room: one that is there, or this one from now on. */
static kerf_status name_part(restater *r, uint32_t atom, uint32_t *code)
{
    size_t n = r->room.n, size = n * sizeof *r->room.at;
    size_t at = hash_of(r->room.at, n) & (r->n_slots - 1);
    assert(n > 1);
    for (; r->slots[at]; at = (at + 1) & (r->n_slots - 1)) {
        kf_cited_definition *d = &r->to->definitions[r->slots[at] - 1];
        if (d->n != n || memcmp(d->literals, r->room.at, size) != 0) continue;
        *code = 2 * (r->slots[at] - 1);
        return KERF_OK;
    }
    r->slots[at] = atom + 1;
    r->to->definitions[atom].n = (uint32_t)n;
    r->to->definitions[atom].literals = kf_arena_copy(r->arena, r->room.at, n, sizeof *r->room.at);
    *code = 2 * atom;
    return r->to->definitions[atom].literals ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status define(restater *r, const kf_auxiliary *part, const kf_lit *literals)
{
    uint32_t atom = r->local[part->atom], code = NEVER;
    assert(r->alias[atom] == 2 * atom); /* one definition each */
    r->room.n = 0;
    for (uint32_t i = 0; i < part->n; i++) {
        kf_lit l = kf_lit_of((kf_atom){ r->local[kf_lit_atom(literals[i]).id] },
                             kf_lit_negated(literals[i]));
        if (!add(r, alias_of(r, l.code) ^ !part->all)) return KERF_NO_MEMORY;
    }
    if (settle(r)) {
        if (r->room.n == 0) code = ALWAYS;
        else if (r->room.n == 1) code = r->room.at[0];
        else KF_TRY(name_part(r, atom, &code));
    }
    r->alias[atom] = part->all ? code : opposite(code);
    return KERF_OK;
}

/* Subformulas in the order in which they were recorded: those that one is made of come before
 * it. */
static kerf_status define_all(restater *r, const kf_definitions *all, uint32_t *auxiliaries,
                              size_t n)
{
    if (n > 0) kf_numbers_sort(auxiliaries, n);
    size_t ignored;
    const kf_auxiliary *parts = kf_grounder_auxiliaries(r->g, &ignored);
    const kf_lit *literals = kf_grounder_auxiliary_literals(r->g, &ignored);
    for (size_t i = 0; i < n; i++)
        KF_TRY(define(r, &parts[auxiliaries[i]], literals + all->start[auxiliaries[i]]));
    return KERF_OK;
}

/* ---- Costs and assignments ---- */

static void pay(restater *r, uint32_t code, double if_true, double if_false)
{
    if (code == ALWAYS || code == NEVER) return; /* the checker does not see it, either */
    r->cost_true[code / 2] += code & 1 ? if_false : if_true;
    r->cost_false[code / 2] += code & 1 ? if_true : if_false;
}

static void move_costs(restater *r)
{
    const kf_component *p = &r->x->component;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        bool same = r->alias[i] == 2 * i;
        pay(r, same ? 2 * i : r->alias[i], p->cost_true[i], p->cost_false[i]);
    }
}

/* What every assignment pays goes to the base. */
static void settle_costs(restater *r)
{
    for (uint32_t i = 0; i < r->x->component.n_atoms; i++) {
        double least = fmin(r->cost_true[i], r->cost_false[i]);
        r->to->base += least;
        r->cost_true[i] -= least;
        r->cost_false[i] -= least;
    }
}

static bool is_true(uint32_t code, const bool *assignment)
{
    return assignment[code / 2] != (code & 1);
}

/* Atoms that stand for an OR have become its opposite. */
static void complete(restater *r, const uint32_t *auxiliaries, size_t n)
{
    size_t ignored;
    const kf_auxiliary *parts = kf_grounder_auxiliaries(r->g, &ignored);
    for (size_t i = 0; i < n; i++) {
        uint32_t atom = r->local[parts[auxiliaries[i]].atom], k = 0;
        const kf_cited_definition *d = &r->to->definitions[atom];
        if (d->n == 0) continue;
        while (k < d->n && is_true(d->literals[k], r->to->assignment)) k++;
        r->to->assignment[atom] = k == d->n;
    }
}

/* ---- Constraints ---- */

/* The clause in r->room, which holds the opposites of its literals. */
static void end_clause(restater *r, kf_lit *literals, uint32_t *start, double *weight, double w)
{
    kf_component *p = &r->to->component;
    uint32_t at = start[p->n_clauses];
    if (!settle(r) || r->room.n == 0) return; /* it says nothing */
    if (r->room.n == 1 && isfinite(w)) {
        pay(r, opposite(r->room.at[0]), w < 0 ? -w : 0, w > 0 ? w : 0);
        return;
    }
    for (size_t i = 0; i < r->room.n; i++) r->room.at[i] = opposite(r->room.at[i]);
    kf_numbers_sort(r->room.at, r->room.n);
    for (size_t i = 0; i < r->room.n; i++) literals[at++].code = r->room.at[i];
    weight[p->n_clauses++] = w;
    start[p->n_clauses] = at;
}

static kerf_status restate_clauses(restater *r)
{
    const kf_component *p = &r->x->component;
    uint32_t n = p->n_clauses;
    uint32_t *start = kf_arena_alloc(r->arena, n + (size_t)1, sizeof *start);
    double *weight = kf_arena_alloc(r->arena, n, sizeof *weight);
    kf_lit *literals = kf_arena_alloc(r->arena, n ? p->start[n] : 0, sizeof *literals);
    if (!start || !weight || !literals) return KERF_NO_MEMORY;
    r->to->component.n_clauses = 0;
    for (uint32_t i = 0; i < n; i++) {
        r->room.n = 0;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            if (!add(r, opposite(alias_of(r, p->literals[k].code)))) return KERF_NO_MEMORY;
        end_clause(r, literals, start, weight, p->weight[i]);
    }
    r->to->component.start = start;
    r->to->component.weight = weight;
    r->to->component.literals = literals;
    return KERF_OK;
}

/* Atoms of a count stand for different subformulas, as grounding saw to it: only their signs may
 * change. A count of which one has become a constant is left out. */
static kerf_status restate_count(restater *r, const kf_count *from, kf_count *to, bool *good)
{
    kf_lit *literals = kf_arena_alloc(r->arena, from->n, sizeof *literals);
    if (!literals) return KERF_NO_MEMORY;
    *to = *from;
    *good = true;
    for (uint32_t i = 0; i < from->n; i++) {
        literals[i].code = alias_of(r, from->literals[i].code);
        *good &= literals[i].code < NEVER - 1;
    }
    to->literals = literals;
    return KERF_OK;
}

static kerf_status restate_counts(restater *r)
{
    const kf_component *p = &r->x->component;
    kf_count *counts = kf_arena_alloc(r->arena, p->n_counts, sizeof *counts);
    if (!counts) return KERF_NO_MEMORY;
    r->to->component.n_counts = 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        bool good;
        KF_TRY(restate_count(r, &p->counts[i], &counts[r->to->component.n_counts], &good));
        r->to->component.n_counts += good;
        r->to->partial |= !good;
    }
    r->to->component.counts = counts;
    return KERF_OK;
}

/* ---- All of it ---- */

static kerf_status restate(restater *r, const kf_definitions *all, uint32_t *auxiliaries, size_t n)
{
    uint32_t atoms = r->x->component.n_atoms;
    for (r->n_slots = 16; r->n_slots < 2 * n;) r->n_slots *= 2;
    r->slots = kf_arena_alloc(r->arena, r->n_slots, sizeof *r->slots);
    r->alias = kf_arena_alloc(r->arena, atoms, sizeof *r->alias);
    r->cost_true = kf_arena_alloc(r->arena, atoms, sizeof *r->cost_true);
    r->cost_false = kf_arena_alloc(r->arena, atoms, sizeof *r->cost_false);
    if (!r->slots || !r->alias || !r->cost_true || !r->cost_false) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < atoms; i++) r->alias[i] = 2 * i;
    KF_TRY(define_all(r, all, auxiliaries, n));
    move_costs(r);
    KF_TRY(restate_clauses(r));
    KF_TRY(restate_counts(r));
    settle_costs(r);
    complete(r, auxiliaries, n);
    r->to->component.cost_true = r->cost_true;
    r->to->component.cost_false = r->cost_false;
    return KERF_OK;
}

/* The subformulas that auxiliary atoms of the component stand for. */
static kerf_status list_auxiliaries(const kf_extracted *x, const kf_definitions *all,
                                    kf_arena *arena, uint32_t **auxiliaries, size_t *n)
{
    *n = 0;
    *auxiliaries = kf_arena_alloc(arena, x->component.n_atoms, sizeof **auxiliaries);
    if (!*auxiliaries) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->component.n_atoms; i++)
        if (all->of[x->atoms[i]] != UINT32_MAX) (*auxiliaries)[(*n)++] = all->of[x->atoms[i]];
    return KERF_OK;
}

kerf_status kf_citable_make(const kf_grounder *g, const kf_extracted *x, const kf_definitions *all,
                            const kf_hooks *hooks, kf_arena *arena, kf_citable *out)
{
    restater r = { .g = g, .x = x, .local = hooks->local.at, .to = out, .arena = arena };
    uint32_t *auxiliaries;
    size_t n;
    out->component = x->component;
    out->definitions = kf_arena_alloc(arena, x->component.n_atoms, sizeof *out->definitions);
    if (!out->definitions) return KERF_NO_MEMORY;
    KF_TRY(list_auxiliaries(x, all, arena, &auxiliaries, &n));
    kerf_status status = n > 0 ? restate(&r, all, auxiliaries, n) : KERF_OK;
    kf_vec_free(arena->mem, &r.room);
    return status;
}

#ifndef NDEBUG
static void check_definition(const kf_citable *what, uint32_t atom)
{
    const kf_cited_definition *d = &what->definitions[atom];
    bool all = true;
    assert(d->n > 1);
    for (uint32_t k = 0; k < d->n; k++) {
        assert(d->literals[k] / 2 < what->component.n_atoms && d->literals[k] / 2 != atom);
        assert(k == 0 || d->literals[k - 1] < d->literals[k]);
        all &= is_true(d->literals[k], what->assignment);
    }
    assert(what->assignment[atom] == all);
}

void kf_citable_check(const kf_citable *what)
{
    KF_CHECK(kf_component_check(&what->component));
    assert(what->component.n_cliques == 0 && what->base >= 0);
    for (uint32_t i = 0; i < what->component.n_atoms; i++)
        if (what->definitions[i].n > 0) check_definition(what, i);
}
#endif

/* ---- Where definitions are ---- */

kerf_status kf_definitions_find(kf_definitions *d, const kf_grounder *g)
{
    size_t at = 0;
    kf_mem *mem = kf_grounder_mem(g);
    const kf_auxiliary *parts = kf_grounder_auxiliaries(g, &d->n_auxiliaries);
    d->n_atoms = kf_grounder_problem(g)->parent.n;
    d->of = kf_mem_alloc(mem, d->n_atoms, sizeof *d->of);
    d->start = kf_mem_alloc(mem, d->n_auxiliaries, sizeof *d->start);
    if (!d->of || !d->start) return KERF_NO_MEMORY;
    memset(d->of, 0xff, d->n_atoms * sizeof *d->of);
    for (uint32_t i = 0; i < d->n_auxiliaries; i++) {
        assert(parts[i].atom < d->n_atoms && d->of[parts[i].atom] == UINT32_MAX);
        d->of[parts[i].atom] = i;
        d->start[i] = at;
        at += parts[i].n;
    }
    return KERF_OK;
}

void kf_definitions_free(kf_definitions *d, kf_mem *mem)
{
    kf_mem_free(mem, d->of, d->n_atoms, sizeof *d->of);
    kf_mem_free(mem, d->start, d->n_auxiliaries, sizeof *d->start);
}
