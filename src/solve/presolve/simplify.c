/* simplify.c -- the rounds of simplification; see simplify.h. */
#include "solve/presolve/simplifying.h"

#include "base/check.h"

#include <math.h>

enum { MOST_ROUNDS = 12 };

static kerf_status copy_counts(kf_work *w, const kf_component *p)
{
    w->n_counts = p->n_counts;
    w->counts = kf_arena_alloc(w->arena, p->n_counts, sizeof *w->counts);
    if (!w->counts) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        kf_work_count *to = &w->counts[i];
        *to = (kf_work_count){ .n = c->n, .least = c->least, .most = c->most, .weight = c->weight };
        to->literals = kf_arena_copy(w->arena, c->literals, c->n, sizeof(kf_lit));
        to->coefficients = kf_arena_copy(w->arena, c->coefficients, c->n, sizeof(uint32_t));
        if (!to->literals || !to->coefficients) return KERF_NO_MEMORY;
        for (uint32_t k = 0; k < c->n; k++) to->total += c->coefficients[k];
    }
    return KERF_OK;
}

static kerf_status copy_component(kf_work *w, const kf_component *p)
{
    uint32_t n = p->n_clauses, literals = n ? p->start[n] : 0;
    w->n_clauses = n;
    w->start = kf_arena_copy(w->arena, p->start, n, sizeof(uint32_t));
    w->n = kf_arena_room(w->arena, n, sizeof(uint32_t));
    w->weight = kf_arena_copy(w->arena, p->weight, n, sizeof(double));
    w->literals = kf_arena_copy(w->arena, p->literals, literals, sizeof(kf_lit));
    if (!w->start || !w->n || !w->weight || !w->literals) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) w->n[i] = p->start[i + 1] - p->start[i];
    w->shrunk[kf_work_sort(1)] = p->alike[0];
    w->shrunk[kf_work_sort(-1)] = p->alike[1];
    return copy_counts(w, p);
}

/* One round: fix what can be, tie equal literals together, merge. The result stands in the other
 * arena, so that memory for two rounds is all there ever is. */
static kerf_status round_of(kf_work *w, kf_arena arenas[2], int at, kf_mem *mem, bool *changed)
{
    bool tied = false, merged = false;
    kf_work next;
    uint64_t size = (uint64_t)w->s->n_atoms + w->n_clauses + w->n_counts;
    KF_TRY(kf_work_spend(w, size));
    KF_TRY(kf_work_reach(w));
    KF_TRY(kf_work_index(w));
    KF_TRY(kf_work_fix(w));
    if (w->s->infeasible) return KERF_OK;
    KF_TRY(kf_work_harden(w));
    KF_TRY(kf_work_spend(w, size));
    KF_TRY(kf_work_equal(w, mem, &tied));
    if (w->s->infeasible) return KERF_OK;
    kf_arena_free(&arenas[!at]);
    kf_arena_init(&arenas[!at], mem);
    KF_TRY(kf_work_spend(w, size));
    KF_TRY(kf_work_merge(w, &arenas[!at], &next, &merged));
    *w = next;
    *changed = tied || merged;
    return KERF_OK;
}

static kerf_status rounds(kf_simplified *s, const kf_component *p, kf_mem *mem,
                          kf_patience *patience)
{
    kf_arena arenas[2];
    bool changed = true;
    kf_work w = { .s = s, .arena = &arenas[0], .patience = patience };
    kf_arena_init(&arenas[0], mem);
    kf_arena_init(&arenas[1], mem);
    w.cost[0] = kf_arena_copy(&s->arena, p->cost_false, p->n_atoms, sizeof(double));
    w.cost[1] = kf_arena_copy(&s->arena, p->cost_true, p->n_atoms, sizeof(double));
    kerf_status st = w.cost[0] && w.cost[1] ? copy_component(&w, p) : KERF_NO_MEMORY;
    for (int i = 0; st == KERF_OK && changed && !s->infeasible && i < MOST_ROUNDS; i++)
        st = round_of(&w, arenas, i & 1, mem, &changed);
    if (st == KERF_OK && !s->infeasible) st = kf_work_residuals(&w, mem);
    kf_arena_free(&arenas[0]);
    kf_arena_free(&arenas[1]);
    return st;
}

static kerf_status as_it_is(kf_simplified *s, const kf_component *p)
{
    s->residuals = kf_arena_alloc(&s->arena, 1, sizeof *s->residuals);
    if (!s->residuals) return KERF_NO_MEMORY;
    s->residuals[0].component = *p;
    s->residuals[0].atoms = kf_arena_alloc(&s->arena, p->n_atoms, sizeof(uint32_t));
    if (!s->residuals[0].atoms) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) s->residuals[0].atoms[i] = i;
    s->n_residuals = 1;
    return KERF_OK;
}

/* Nothing is decided or replaced. */
static kerf_status begin(kf_simplified *s, const kf_component *p, kf_mem *mem)
{
    *s = (kf_simplified){ .n_atoms = p->n_atoms, .names = p->names, .ends = p->ends };
    kf_arena_init(&s->arena, mem);
    s->stands = kf_arena_room(&s->arena, p->n_atoms, sizeof(kf_lit));
    s->value = kf_arena_room(&s->arena, p->n_atoms, sizeof(int8_t));
    if (!s->stands || !s->value) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        s->stands[i] = kf_lit_of((kf_atom){ i }, false);
        s->value[i] = -1;
    }
    return KERF_OK;
}

kerf_status kf_simplify(const kf_component *p, kf_mem *mem, bool simplify, kf_patience *patience,
                        kf_simplified *s)
{
    KF_CHECK(kf_component_check(p));
    assert(p->n_cliques == 0 && p->constant == 0);
    kerf_status st = begin(s, p, mem);
    if (st == KERF_OK && simplify) st = rounds(s, p, mem, patience);
    bool stopped = st == KERF_INTERRUPTED;
    if (stopped) { /* halfway it is neither the component nor as good as it */
        kf_simplified_free(s);
        st = begin(s, p, mem);
    }
    if (st == KERF_OK && (stopped || !simplify)) st = as_it_is(s, p);
    if (st == KERF_OK && !s->infeasible) KF_CHECK(kf_simplified_check(s));
    if (st != KERF_OK) kf_simplified_free(s);
    return st;
}

void kf_simplified_free(kf_simplified *s)
{
    kf_arena_free(&s->arena);
}

void kf_simplified_expand(const kf_simplified *s, bool *assignment)
{
    for (uint32_t i = 0; i < s->n_atoms; i++)
        if (s->value[i] >= 0) assignment[i] = s->value[i];
    for (uint32_t i = 0; i < s->n_atoms; i++) {
        kf_lit l = s->stands[i];
        if (kf_lit_atom(l).id != i) assignment[i] = kf_lit_true(l, assignment);
    }
}

#ifndef NDEBUG
void kf_simplified_check(const kf_simplified *s)
{
    assert(isfinite(s->paid) && s->paid >= 0);
    for (uint32_t i = 0; i < s->n_residuals; i++) {
        const kf_residual *r = &s->residuals[i];
        kf_component_check(&r->component);
        for (uint32_t a = 0; a < r->component.n_atoms; a++) {
            uint32_t atom = r->atoms[a];
            assert(atom < s->n_atoms && s->value[atom] < 0);
            assert(s->stands[atom].code == 2 * atom);
            assert(a == 0 || r->atoms[a - 1] < atom);
        }
    }
}
#endif
