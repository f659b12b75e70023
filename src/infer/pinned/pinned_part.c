/* pinned_part.c -- some atoms around a pinned one as a component; see pinned_part.h. */
#include "infer/pinned/pinned_part.h"

#include "base/check.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

typedef struct cutter {
    kf_extracted *k;
    const kf_reduced *x;
    const kf_problem *p;
    kf_part *s;
    kf_mem *mem;
    KF_VEC(uint32_t) start;
    KF_VEC(kf_lit) literals;
    KF_VEC(double) weights;
    double *cost_true, *cost_false;
    double *charged,
        *size; /* by atom: what constraints outside charge, and what it was made from */
} cutter;

void kf_part_free(kf_part *s, kf_mem *mem)
{
    kf_vec_free(mem, &s->atoms);
    kf_vec_free(mem, &s->member);
    kf_vec_free(mem, &s->local);
    kf_vec_free(mem, &s->clause);
    kf_vec_free(mem, &s->count);
    kf_vec_free(mem, &s->clauses);
    kf_vec_free(mem, &s->counts);
}

/* ---- Constraints ---- */

/* Of the problem: a clause, or a cardinality. */
typedef struct reach {
    uint32_t start, n;
} reach;

static reach reach_of(const kf_problem *p, uint32_t owner)
{
    uint32_t id = owner & ~KF_OWNER_COUNT;
    if (owner & KF_OWNER_COUNT)
        return (reach){ p->cardinalities.at[id].start, p->cardinalities.at[id].n };
    return (reach){ p->clauses.at[id].start, p->clauses.at[id].n };
}

static kf_met *met_of(kf_part *s, uint32_t owner)
{
    uint32_t id = owner & ~KF_OWNER_COUNT;
    return owner & KF_OWNER_COUNT ? &s->count.at[id] : &s->clause.at[id];
}

static bool is_passed_over(const kf_part *s, uint32_t owner, const kf_met *m)
{
    uint32_t id = owner & ~KF_OWNER_COUNT;
    bool count = owner & KF_OWNER_COUNT;
    uint32_t from = count ? s->from.cardinalities : s->from.clauses;
    uint32_t to = count ? s->to.cardinalities : s->to.clauses;
    return id >= from && id < to && m->wanted != s->part;
}

static bool has_all(const kf_part *s, const kf_met *m)
{
    return m->part == s->part && m->outside == 0;
}

static bool is_inside(const kf_part *s, uint32_t owner, const kf_met *m)
{
    return has_all(s, m) && !is_passed_over(s, owner, m);
}

static kerf_status take(kf_part *s, const kf_reduced *x, uint32_t owner)
{
    bool good = owner & KF_OWNER_COUNT ? kf_vec_push(x->mem, &s->counts, owner & ~KF_OWNER_COUNT)
                                       : kf_vec_push(x->mem, &s->clauses, owner);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

/* One more of its literals has its atom in the part. The problem knows no literals of a clause that
 * was dropped. */
static kerf_status enter(kf_part *s, const kf_reduced *x, uint32_t owner)
{
    kf_met *m = met_of(s, owner);
    if (m->part != s->part) {
        m->part = s->part;
        m->outside = reach_of(x->p, owner).n;
    }
    if (m->outside == 0 || --m->outside > 0 || is_passed_over(s, owner, m)) return KERF_OK;
    return take(s, x, owner);
}

/* ---- Atoms ---- */

/* So many elements; the new ones are 0. False when memory is refused. */
#define FILL(mem, v, all)                                                                          \
    ((v)->n >= (all)                                                                               \
     || (kf_vec_reserve((mem), (v), (all) - (v)->n)                                                \
         && (memset((v)->at + (v)->n, 0, ((all) - (v)->n) * sizeof *(v)->at), (v)->n = (all),      \
             true)))

static kerf_status make_room(kf_part *s, const kf_reduced *x)
{
    size_t atoms = x->p->parent.n, clauses = x->p->clauses.n, counts = x->p->cardinalities.n;
    bool good = FILL(x->mem, &s->member, atoms) && FILL(x->mem, &s->local, atoms)
                && FILL(x->mem, &s->clause, clauses) && FILL(x->mem, &s->count, counts);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

/* Constraints that have come since the part began. */
static kerf_status take_new(kf_part *s, const kf_reduced *x)
{
    assert(s->seen <= x->owner.n);
    KF_TRY(make_room(s, x));
    for (; s->seen < x->owner.n; s->seen++) {
        uint32_t owner = x->owner.at[s->seen];
        if (owner != UINT32_MAX && kf_part_has(s, kf_lit_atom(x->p->literals.at[s->seen]).id))
            KF_TRY(enter(s, x, owner));
    }
    return KERF_OK;
}

void kf_part_begin(kf_part *s)
{
    s->part++;
    s->atoms.n = s->clauses.n = s->counts.n = 0;
}

kerf_status kf_part_add(kf_part *s, const kf_reduced *x, uint32_t atom)
{
    assert(atom < x->p->parent.n);
    if (kf_part_has(s, atom)) return KERF_OK;
    if (s->atoms.n == 0) s->seen = x->owner.n;
    KF_TRY(take_new(s, x));
    s->member.at[atom] = s->part;
    for (uint32_t at = x->first.at[atom]; at != UINT32_MAX; at = x->next.at[at])
        KF_TRY(enter(s, x, x->owner.at[at]));
    return kf_vec_push(x->mem, &s->atoms, atom) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- As a component ---- */

static kf_lit local(const cutter *c, kf_lit l)
{
    uint32_t atom = kf_lit_atom(l).id;
    assert(kf_part_has(c->s, atom) && c->k->atoms[c->s->local.at[atom]] == atom);
    return kf_lit_of((kf_atom){ c->s->local.at[atom] }, kf_lit_negated(l));
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
    const kf_lit *l = c->p->literals.at + k->start;
    bool none = isinf(k->weight) && k->weight < 0;
    assert(k->n > 0);
    if (k->n == 1 && !isinf(k->weight)) {
        add_cost(c, local(c, l[0]), k->weight);
        return KERF_OK;
    }
    for (uint32_t i = 0; i < k->n; i++) {
        if (none) KF_TRY(add_unit(c, kf_lit_not(local(c, l[i]))));
        else if (!kf_vec_push(c->mem, &c->literals, local(c, l[i]))) return KERF_NO_MEMORY;
    }
    return none ? KERF_OK : end_clause(c, k->weight);
}

static kerf_status add_counts(cutter *c)
{
    const kf_part *s = c->s;
    kf_count *counts = kf_arena_alloc(&c->k->arena, s->counts.n, sizeof *counts);
    if (!counts) return KERF_NO_MEMORY;
    for (size_t i = 0; i < s->counts.n; i++) {
        const kf_cardinality *k = &c->p->cardinalities.at[s->counts.at[i]];
        kf_lit *l = kf_arena_alloc(&c->k->arena, k->n, sizeof *l);
        if (!l) return KERF_NO_MEMORY;
        for (uint32_t j = 0; j < k->n; j++) l[j] = local(c, c->p->literals.at[k->start + j]);
        counts[i] =
            (kf_count){ k->n, l, c->p->coefficients.at + k->start, k->least, k->most, k->weight };
    }
    c->k->component.counts = counts;
    c->k->component.n_counts = (uint32_t)s->counts.n;
    return KERF_OK;
}

static kerf_status copy_atoms(cutter *c)
{
    static const kf_ends none = { .relation = KF_NO_RELATION };
    kf_arena *arena = &c->k->arena;
    size_t n = c->s->atoms.n;
    kf_ends *ends = kf_arena_room(arena, n, sizeof *ends);
    uint64_t *names = kf_arena_room(arena, n, sizeof *names);
    c->k->atoms = kf_arena_copy(arena, c->s->atoms.at, n, sizeof *c->s->atoms.at);
    c->cost_true = kf_arena_room(arena, n, sizeof(double));
    c->cost_false = kf_arena_room(arena, n, sizeof(double));
    c->charged = kf_arena_room(arena, n, sizeof(double));
    c->size = kf_arena_room(arena, n, sizeof(double));
    if (!ends || !names || !c->k->atoms || !c->cost_true || !c->cost_false || !c->charged
        || !c->size)
        return KERF_NO_MEMORY;
    KF_TRY(kf_numbers_sort_unique(c->mem, c->k->atoms, &n));
    assert(n == c->s->atoms.n); /* an atom is in a part once */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t atom = c->k->atoms[i];
        c->s->local.at[atom] = i;
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

/* Constraints inside charge nothing: the component has them. */
static void take_back(cutter *c, uint32_t owner)
{
    reach r = reach_of(c->p, owner);
    bool pays = kf_reduced_pays(c->x, owner);
    for (uint32_t i = r.start; i < r.start + r.n; i++) {
        uint32_t atom = c->s->local.at[kf_lit_atom(c->p->literals.at[i]).id];
        double share = kf_reduced_share(c->x, i, pays);
        c->charged[atom] -= share;
        c->size[atom] += fabs(share);
    }
}

/* What differs from 0 by rounding is 0. */
static double cleaned(double charged, double size)
{
    const double rounding = 1e-14;
    return fabs(charged) <= rounding * size ? 0 : charged;
}

/* What an atom is charged by all constraints is its reduced cost, less its own costs. */
static void find_charges(cutter *c)
{
    for (uint32_t i = 0; i < c->k->component.n_atoms; i++) {
        double cost = c->x->cost.at[c->k->atoms[i]], gain = c->x->gain.at[c->k->atoms[i]];
        c->charged[i] = cost - gain;
        c->size[i] = fabs(cost) + fabs(gain);
    }
    for (size_t i = 0; i < c->s->clauses.n; i++) take_back(c, c->s->clauses.at[i]);
    for (size_t i = 0; i < c->s->counts.n; i++) take_back(c, c->s->counts.at[i] | KF_OWNER_COUNT);
}

/* Their own costs, and what they are charged for flipping. */
static void copy_costs(cutter *c)
{
    find_charges(c);
    for (uint32_t i = 0; i < c->k->component.n_atoms; i++) {
        uint32_t atom = c->k->atoms[i];
        double charged = cleaned(c->charged[i], c->size[i]);
        c->cost_true[i] = c->p->cost_true.at[atom];
        c->cost_false[i] = c->p->cost_false.at[atom];
        *(c->x->answer[atom] == (charged > 0) ? &c->cost_false[i] : &c->cost_true[i]) +=
            fabs(charged);
    }
}

/* Of the two costs of an atom one is 0: what both have in common is paid in any case. */
static void level_costs(cutter *c)
{
    for (size_t i = 0; i < c->k->component.n_atoms; i++) {
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
    KF_TRY(kf_numbers_sort_unique(c->mem, c->s->clauses.at, &c->s->clauses.n));
    KF_TRY(kf_numbers_sort_unique(c->mem, c->s->counts.at, &c->s->counts.n));
    copy_costs(c);
    if (!kf_vec_push(c->mem, &c->start, 0)) return KERF_NO_MEMORY;
    if (pin) KF_TRY(add_unit(c, kf_lit_of((kf_atom){ c->s->local.at[pin->atom] }, !pin->value)));
    for (size_t i = 0; i < c->s->clauses.n; i++) {
        const kf_clause *k = &c->p->clauses.at[c->s->clauses.at[i]];
        if (k->weight != 0) KF_TRY(add_clause(c, k));
    }
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

kerf_status kf_part_extract(kf_extracted *k, kf_mem *mem, const kf_reduced *x, kf_part *s,
                            const kf_pin *pin)
{
    assert(s->atoms.n > 0 && (!pin || kf_part_has(s, pin->atom)));
    cutter c = { .k = k, .x = x, .p = x->p, .s = s, .mem = mem };
    *k = (kf_extracted){ .root = s->atoms.at[0] };
    kf_arena_init(&k->arena, mem);
    kf_arena_init(&k->s.arena, mem);
    kerf_status st = take_new(s, x);
    if (st == KERF_OK) st = make(&c, pin);
    kf_vec_free(mem, &c.start);
    kf_vec_free(mem, &c.literals);
    kf_vec_free(mem, &c.weights);
    return st;
}

/* ---- Growing ---- */

typedef struct grower {
    kf_part *s;
    const kf_reduced *x;
    const kf_extracted *k;
    const bool *values;
    bool all;
} grower;

/* An atom that came with growing is as in the answer. */
static bool is_flipped(const grower *g, uint32_t atom)
{
    if (!kf_part_has(g->s, atom)) return false;
    uint32_t i = g->s->local.at[atom];
    return i < g->k->component.n_atoms && g->k->atoms[i] == atom
           && g->values[i] != g->x->answer[atom];
}

/* What it pays, in the answer or with the flips; INFINITY: it is hard. */
static double pays(const grower *g, uint32_t owner, bool flips)
{
    const kf_problem *p = g->x->p;
    reach r = reach_of(p, owner);
    uint64_t sum = 0;
    bool count = owner & KF_OWNER_COUNT, any = false;
    for (uint32_t i = r.start; i < r.start + r.n; i++) {
        kf_lit l = p->literals.at[i];
        bool flip = flips && is_flipped(g, kf_lit_atom(l).id);
        if (kf_lit_true(l, g->x->answer) == flip) continue;
        any = true;
        if (count) sum += p->coefficients.at[i];
    }
    uint32_t id = owner & ~KF_OWNER_COUNT;
    double weight = count ? p->cardinalities.at[id].weight : p->clauses.at[id].weight;
    if (count) any = sum >= p->cardinalities.at[id].least && sum <= p->cardinalities.at[id].most;
    return any == (weight > 0) ? 0 : fabs(weight);
}

static double charged(const grower *g, uint32_t owner)
{
    reach r = reach_of(g->x->p, owner);
    bool all = kf_reduced_pays(g->x, owner);
    double sum = 0;
    for (uint32_t i = r.start; i < r.start + r.n; i++)
        if (is_flipped(g, kf_lit_atom(g->x->p->literals.at[i]).id))
            sum += kf_reduced_share(g->x, i, all);
    return sum;
}

/* With all of its atoms it is inside. */
static kerf_status want(kf_part *s, const kf_reduced *x, uint32_t owner)
{
    reach r = reach_of(x->p, owner);
    kf_met *m = met_of(s, owner);
    if (is_passed_over(s, owner, m)) {
        m->wanted = s->part;
        if (has_all(s, m)) KF_TRY(take(s, x, owner));
    }
    for (uint32_t i = r.start; i < r.start + r.n; i++)
        KF_TRY(kf_part_add(s, x, kf_lit_atom(x->p->literals.at[i]).id));
    return KERF_OK;
}

static kerf_status grow_from(const grower *g, uint32_t atom, bool *grown)
{
    const double rounding = 1e-12;
    for (uint32_t at = g->x->first.at[atom]; at != UINT32_MAX; at = g->x->next.at[at]) {
        uint32_t owner = g->x->owner.at[at];
        kf_met *m = met_of(g->s, owner);
        if (m->round == g->s->round || is_inside(g->s, owner, m)) continue;
        if (!g->all && is_passed_over(g->s, owner, m)) continue;
        m->round = g->s->round;
        assert(isfinite(pays(g, owner, false))); /* the answer breaks nothing hard */
        double is = charged(g, owner), more = pays(g, owner, true) - pays(g, owner, false);
        if (more <= is + g->x->near + rounding * fabs(is)) continue;
        *grown = true;
        KF_TRY(want(g->s, g->x, owner));
    }
    return KERF_OK;
}

kerf_status kf_part_grow(kf_part *s, const kf_reduced *x, const kf_extracted *k, const bool *values,
                         bool all, bool *grown)
{
    grower g = { s, x, k, values, all };
    *grown = false;
    KF_TRY(take_new(s, x));
    s->round++;
    for (uint32_t i = 0; i < k->component.n_atoms; i++)
        if (values[i] != x->answer[k->atoms[i]]) KF_TRY(grow_from(&g, k->atoms[i], grown));
    return KERF_OK;
}

static bool is_violated(const kf_problem *p, uint32_t clause, const double *point)
{
    const double least = 0.02; /* as in ground/graph/triangles.c */
    const kf_clause *c = &p->clauses.at[clause];
    double sum = 0;
    if (!isinf(c->weight) || c->weight < 0) return false;
    for (uint32_t i = c->start; i < c->start + c->n; i++) {
        double value = point[kf_lit_atom(p->literals.at[i]).id];
        sum += kf_lit_negated(p->literals.at[i]) ? 1 - value : value;
    }
    return sum < 1 - least;
}

kerf_status kf_part_want_violated(kf_part *s, const kf_reduced *x, const double *point, bool *any)
{
    size_t n = s->atoms.n;
    *any = false;
    KF_TRY(take_new(s, x));
    for (size_t i = 0; i < n; i++) {
        for (uint32_t at = x->first.at[s->atoms.at[i]]; at != UINT32_MAX; at = x->next.at[at]) {
            uint32_t owner = x->owner.at[at];
            if (owner & KF_OWNER_COUNT || !is_passed_over(s, owner, met_of(s, owner))) continue;
            if (!is_violated(x->p, owner, point)) continue;
            *any = true;
            KF_TRY(want(s, x, owner));
        }
    }
    return KERF_OK;
}
