/* pinned_part.c -- cuts the part around an atom out of the problem; see pinned_part.h.
 *
 * From open atom to open atom over all constraints that fixed atoms do not decide. */
#include "infer/pinned_part.h"

#include "base/check.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

typedef struct cutter {
    kf_extracted *k;
    const kf_fixings *f;
    const kf_problem *p;
    kf_part_marks *m;
    kf_mem *mem;
    KF_VEC(uint32_t) atoms, clauses, counts;
    KF_VEC(uint32_t) start;
    KF_VEC(kf_lit) literals;
    KF_VEC(double) weights;
    double *cost_true, *cost_false;
} cutter;

void kf_part_marks_free(kf_part_marks *m, kf_mem *mem)
{
    kf_vec_free(mem, &m->atom);
    kf_vec_free(mem, &m->clause);
    kf_vec_free(mem, &m->count);
    kf_vec_free(mem, &m->local);
}

static bool fill(kf_mem *mem, void *vec, size_t n)
{
    KF_VEC(uint32_t) *v = vec;
    if (v->n >= n) return true;
    if (!kf_vec_reserve(mem, v, n - v->n)) return false;
    memset(v->at + v->n, 0, (n - v->n) * sizeof *v->at);
    v->n = n;
    return true;
}

static kerf_status begin(cutter *c)
{
    kf_part_marks *m = c->m;
    bool good = fill(c->mem, &m->atom, c->p->parent.n) && fill(c->mem, &m->local, c->p->parent.n)
                && fill(c->mem, &m->clause, c->p->clauses.n)
                && fill(c->mem, &m->count, c->p->cardinalities.n);
    m->part++;
    return good ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- What is in it ---- */

static kerf_status meet(cutter *c, uint32_t atom)
{
    if (kf_is_fixed(c->f, atom) || c->m->atom.at[atom] == c->m->part) return KERF_OK;
    c->m->atom.at[atom] = c->m->part;
    return kf_vec_push(c->mem, &c->atoms, atom) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status meet_all(cutter *c, uint32_t start, uint32_t n)
{
    for (uint32_t i = start; i < start + n; i++)
        KF_TRY(meet(c, kf_lit_atom(c->p->literals.at[i]).id));
    return KERF_OK;
}

static kerf_status meet_owner(cutter *c, uint32_t owner)
{
    bool is_count = owner & KF_OWNER_COUNT;
    uint32_t id = owner & ~KF_OWNER_COUNT;
    uint32_t *mark = is_count ? &c->m->count.at[id] : &c->m->clause.at[id];
    if (*mark == c->m->part) return KERF_OK;
    *mark = c->m->part;
    if (is_count) {
        const kf_cardinality *k = &c->p->cardinalities.at[id];
        if (!kf_vec_push(c->mem, &c->counts, id)) return KERF_NO_MEMORY;
        return meet_all(c, k->start, k->n);
    }
    const kf_clause *k = &c->p->clauses.at[id];
    if (k->weight == 0 || kf_fixings_decide(c->f, k)) return KERF_OK;
    if (!kf_vec_push(c->mem, &c->clauses, id)) return KERF_NO_MEMORY;
    return meet_all(c, k->start, k->n);
}

static kerf_status walk(cutter *c, uint32_t atom)
{
    KF_TRY(meet(c, atom));
    for (size_t i = 0; i < c->atoms.n; i++)
        for (uint32_t at = c->f->first.at[c->atoms.at[i]]; at != UINT32_MAX; at = c->f->next.at[at])
            KF_TRY(meet_owner(c, c->f->owner.at[at]));
    KF_TRY(kf_numbers_sort_unique(c->mem, c->atoms.at, &c->atoms.n));
    KF_TRY(kf_numbers_sort_unique(c->mem, c->clauses.at, &c->clauses.n));
    return kf_numbers_sort_unique(c->mem, c->counts.at, &c->counts.n);
}

/* ---- As a component ---- */

static kf_lit local(const cutter *c, kf_lit l)
{
    return kf_lit_of((kf_atom){ c->m->local.at[kf_lit_atom(l).id] }, kf_lit_negated(l));
}

static kerf_status end_clause(cutter *c, double weight)
{
    return kf_vec_push(c->mem, &c->weights, weight)
                   && kf_vec_push(c->mem, &c->start, (uint32_t)c->literals.n)
               ? KERF_OK
               : KERF_NO_MEMORY;
}

static kerf_status add_unit(cutter *c, kf_lit l)
{
    if (!kf_vec_push(c->mem, &c->literals, l)) return KERF_NO_MEMORY;
    return end_clause(c, INFINITY);
}

/* One literal of a finite weight is a cost of its atom. */
static void add_cost(cutter *c, kf_lit l, double weight)
{
    kf_lit pays = weight > 0 ? kf_lit_not(l) : l;
    double *to = kf_lit_negated(pays) ? c->cost_false : c->cost_true;
    to[kf_lit_atom(pays).id] += fabs(weight);
}

static kerf_status add_clause(cutter *c, const kf_clause *k)
{
    size_t from = c->literals.n;
    bool none = isinf(k->weight) && k->weight < 0;
    for (uint32_t i = k->start; i < k->start + k->n; i++) {
        kf_lit l = c->p->literals.at[i];
        if (kf_is_fixed(c->f, kf_lit_atom(l).id)) continue;
        if (none) KF_TRY(add_unit(c, kf_lit_not(local(c, l))));
        else if (!kf_vec_push(c->mem, &c->literals, local(c, l))) return KERF_NO_MEMORY;
    }
    size_t n = c->literals.n - from;
    assert(n > 0);
    if (none) return KERF_OK;
    if (n > 1 || isinf(k->weight)) return end_clause(c, k->weight);
    c->literals.n = from;
    add_cost(c, c->literals.at[from], k->weight);
    return KERF_OK;
}

static kerf_status add_counts(cutter *c)
{
    kf_count *counts = kf_arena_alloc(&c->k->arena, c->counts.n, sizeof *counts);
    if (!counts) return KERF_NO_MEMORY;
    for (size_t i = 0; i < c->counts.n; i++) {
        const kf_cardinality *k = &c->p->cardinalities.at[c->counts.at[i]];
        kf_lit *l = kf_arena_alloc(&c->k->arena, k->n, sizeof *l);
        if (!l) return KERF_NO_MEMORY;
        for (uint32_t j = 0; j < k->n; j++) l[j] = local(c, c->p->literals.at[k->start + j]);
        counts[i] =
            (kf_count){ k->n, l, c->p->coefficients.at + k->start, k->least, k->most, k->weight };
    }
    c->k->component.counts = counts;
    c->k->component.n_counts = (uint32_t)c->counts.n;
    return KERF_OK;
}

static kerf_status copy_atoms(cutter *c)
{
    static const kf_ends none = { .relation = KF_NO_RELATION };
    kf_arena *arena = &c->k->arena;
    size_t n = c->atoms.n;
    kf_ends *ends = kf_arena_room(arena, n, sizeof *ends);
    uint64_t *names = kf_arena_room(arena, n, sizeof *names);
    c->k->atoms = kf_arena_copy(arena, c->atoms.at, n, sizeof *c->atoms.at);
    c->cost_true = kf_arena_room(arena, n, sizeof(double));
    c->cost_false = kf_arena_room(arena, n, sizeof(double));
    if (!ends || !names || !c->k->atoms || !c->cost_true || !c->cost_false) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t atom = c->atoms.at[i];
        c->m->local.at[atom] = i;
        c->cost_true[i] = c->p->cost_true.at[atom];
        c->cost_false[i] = c->p->cost_false.at[atom];
        names[i] = kf_recall_mix(1, atom);
        ends[i] = atom < c->p->ends.n ? c->p->ends.at[atom] : none;
    }
    c->k->component.n_atoms = (uint32_t)n;
    c->k->component.cost_true = c->cost_true;
    c->k->component.cost_false = c->cost_false;
    c->k->component.names = names;
    c->k->component.ends = c->p->ends.n ? ends : NULL;
    return KERF_OK;
}

/* Of the two costs of an atom one is 0: what both have in common is paid in any case. */
static void level_costs(cutter *c)
{
    for (size_t i = 0; i < c->atoms.n; i++) {
        double least = fmin(c->cost_true[i], c->cost_false[i]);
        c->k->base += least;
        c->cost_true[i] -= least;
        c->cost_false[i] -= least;
    }
}

static kerf_status make(cutter *c, const kf_pin *pin)
{
    kf_component *to = &c->k->component;
    KF_TRY(copy_atoms(c));
    if (!kf_vec_push(c->mem, &c->start, 0)) return KERF_NO_MEMORY;
    KF_TRY(add_unit(c, kf_lit_of((kf_atom){ c->m->local.at[pin->atom] }, !pin->value)));
    for (size_t i = 0; i < c->clauses.n; i++)
        KF_TRY(add_clause(c, &c->p->clauses.at[c->clauses.at[i]]));
    KF_TRY(add_counts(c));
    level_costs(c);
    to->n_clauses = (uint32_t)c->weights.n;
    to->start = kf_arena_copy(&c->k->arena, c->start.at, c->start.n, sizeof *c->start.at);
    to->weight = kf_arena_alloc(&c->k->arena, c->weights.n + 1, sizeof *c->weights.at);
    kf_lit *literals = kf_arena_alloc(&c->k->arena, c->literals.n + 1, sizeof *literals);
    if (!to->start || !to->weight || !literals) return KERF_NO_MEMORY;
    if (c->weights.n > 0)
        memcpy((double *)to->weight, c->weights.at, c->weights.n * sizeof(double));
    if (c->literals.n > 0) memcpy(literals, c->literals.at, c->literals.n * sizeof *literals);
    to->literals = literals;
    KF_CHECK(kf_component_check(to));
    return KERF_OK;
}

kerf_status kf_part_extract(kf_extracted *k, kf_mem *mem, const kf_fixings *f, kf_part_marks *m,
                            const kf_pin *pin)
{
    assert(!kf_is_fixed(f, pin->atom));
    cutter c = { .k = k, .f = f, .p = f->p, .m = m, .mem = mem };
    *k = (kf_extracted){ .root = pin->atom };
    kf_arena_init(&k->arena, mem);
    kf_arena_init(&k->s.arena, mem);
    kerf_status st = begin(&c);
    if (st == KERF_OK) st = walk(&c, pin->atom);
    if (st == KERF_OK) st = make(&c, pin);
    kf_vec_free(mem, &c.atoms);
    kf_vec_free(mem, &c.clauses);
    kf_vec_free(mem, &c.counts);
    kf_vec_free(mem, &c.start);
    kf_vec_free(mem, &c.literals);
    kf_vec_free(mem, &c.weights);
    return st;
}
