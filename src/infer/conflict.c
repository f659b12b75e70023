/* conflict.c -- shrinks a contradiction; see conflict.h.
 *
 * It leaves out constraints, many at a time at first, as long as the rest has no feasible
 * assignment. Whether it has one can be as hard as any problem: so each time, and all in all, only
 * so many questions may be put to a kf_stop. What is not known by then stays in: the set is a
 * contradiction in any case, and the same for any machine. */
#include "infer/conflict.h"

#include "base/check.h"
#include "ground/why/reason.h"
#include "solve/presolve/simplify.h"

#include <math.h>
#include <string.h>

enum { QUESTIONS = 200, ALL_QUESTIONS = 2000 }; /* less than a second */

typedef struct searcher {
    const kf_problem *p;
    kf_settings settings;
    kf_stop stop; /* of all of it */
    kf_mem *mem;
    uint32_t *set; /* constraints that are still in */
    uint32_t n;
    uint32_t *local; /* by atom of the problem: its number in the component, or KF_NONE */
    uint8_t *loose;  /* by cardinality: bounds that are left out */
} searcher;

static double weight_of(const kf_problem *p, uint32_t constraint)
{
    uint32_t clauses = (uint32_t)p->clauses.n;
    return constraint < clauses ? p->clauses.at[constraint].weight
                                : p->cardinalities.at[constraint - clauses].weight;
}

/* Its literals; their coefficients are at the same place. */
static uint32_t span_of(const kf_problem *p, uint32_t constraint, uint32_t *start)
{
    uint32_t clauses = (uint32_t)p->clauses.n;
    if (constraint < clauses) {
        *start = p->clauses.at[constraint].start;
        return p->clauses.at[constraint].n;
    }
    const kf_cardinality *c = &p->cardinalities.at[constraint - clauses];
    *start = c->start;
    return c->n;
}

/* ---- Is a set contradictory? ---- */

typedef struct builder {
    kf_arena arena;
    uint32_t *atoms, n_atoms; /* of the problem */
    kf_component component;
    uint32_t *start;
    kf_lit *literals;
    double *weight;
    kf_count *counts;
} builder;

static kf_lit local(searcher *x, builder *b, kf_lit l)
{
    uint32_t atom = kf_lit_atom(l).id;
    if (x->local[atom] == UINT32_MAX) {
        x->local[atom] = b->n_atoms;
        b->atoms[b->n_atoms++] = atom;
    }
    return kf_lit_of((kf_atom){ x->local[atom] }, kf_lit_negated(l));
}

static void add_clause(searcher *x, builder *b, const kf_lit *l, uint32_t n, bool negated)
{
    uint32_t at = b->start[b->component.n_clauses];
    assert(n > 0); /* an empty clause has no component */
    for (uint32_t i = 0; i < n; i++) {
        kf_lit k = local(x, b, l[i]);
        b->literals[at + i] = negated ? kf_lit_not(k) : k;
    }
    kf_lits_sort(b->literals + at, n);
    b->weight[b->component.n_clauses++] = INFINITY;
    b->start[b->component.n_clauses] = at + n;
}

static kerf_status add_count(searcher *x, builder *b, const kf_cardinality *c)
{
    kf_lit *l = kf_arena_alloc(&b->arena, c->n, sizeof *l);
    if (!l) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n; i++) l[i] = local(x, b, x->p->literals.at[c->start + i]);
    uint8_t loose = x->loose[c - x->p->cardinalities.at];
    b->counts[b->component.n_counts++] = (kf_count){ c->n,
                                                     l,
                                                     x->p->coefficients.at + c->start,
                                                     loose & KF_BOUND_LEAST ? 0 : c->least,
                                                     loose & KF_BOUND_MOST ? UINT64_MAX : c->most,
                                                     c->weight };
    return KERF_OK;
}

static kerf_status build(searcher *x, builder *b, const uint32_t *set, uint32_t n)
{
    size_t literals = 0;
    uint32_t start, clauses = (uint32_t)x->p->clauses.n;
    for (uint32_t i = 0; i < n; i++) literals += span_of(x->p, set[i], &start);
    b->atoms = kf_arena_alloc(&b->arena, literals, sizeof(uint32_t));
    b->literals = kf_arena_alloc(&b->arena, literals, sizeof(kf_lit));
    b->start = kf_arena_alloc(&b->arena, literals + n + 1, sizeof(uint32_t));
    b->weight = kf_arena_alloc(&b->arena, literals + n, sizeof(double));
    b->counts = kf_arena_alloc(&b->arena, n, sizeof(kf_count));
    if (!b->atoms || !b->literals || !b->start || !b->weight || !b->counts) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t size = span_of(x->p, set[i], &start);
        const kf_lit *l = x->p->literals.at + start;
        if (set[i] >= clauses) {
            KF_TRY(add_count(x, b, &x->p->cardinalities.at[set[i] - clauses]));
        } else if (weight_of(x->p, set[i]) > 0) {
            add_clause(x, b, l, size, false);
        } else { /* nothing of it may be true */
            for (uint32_t k = 0; k < size; k++) add_clause(x, b, l + k, 1, true);
        }
    }
    double *none = kf_arena_alloc(&b->arena, b->n_atoms, sizeof(double));
    if (!none) return KERF_NO_MEMORY;
    b->component.n_atoms = b->n_atoms;
    b->component.cost_true = b->component.cost_false = none;
    b->component.start = b->start;
    b->component.literals = b->literals;
    b->component.weight = b->weight;
    b->component.counts = b->counts;
    KF_CHECK(kf_component_check(&b->component));
    return KERF_OK;
}

/* Has this part a feasible assignment? A little search first. Where that is not enough, as with
 * more guests than seats, the linear program often knows at once. */
static kerf_status judge_part(searcher *x, const kf_component *part, kf_stop *stop, kf_arena *arena,
                              bool *contradictory)
{
    static const struct {
        const char *solver;
        uint32_t questions;
    } ways[] = { { "auto", QUESTIONS / 10 }, { "ilp", QUESTIONS } };
    bool *assignment = kf_arena_alloc(arena, part->n_atoms, sizeof *assignment), decided = false;
    if (!assignment) return KERF_NO_MEMORY;
    for (size_t i = 0; i < KF_LENGTH(ways) && !decided; i++) {
        const kf_solver *solver = kf_solver_find(ways[i].solver);
        kf_stop own = { .above = stop, .most = ways[i].questions };
        kf_task task = { .component = part,
                         .settings = &x->settings,
                         .limits = { .deadline = INFINITY, .stop = &own },
                         .mem = x->mem,
                         .assignment = assignment };
        if (solver->lacks) continue;
        KF_TRY(kf_solver_run(solver, &task));
        *contradictory = isinf(task.solved.bound);
        decided = *contradictory || task.solved.found;
    }
    return KERF_OK;
}

static kerf_status judge(searcher *x, const kf_component *component, bool *contradictory)
{
    kf_simplified s;
    kf_stop stop = { .above = &x->stop, .most = 2 * QUESTIONS };
    kf_patience patience = kf_patience_of(&stop);
    *contradictory = false;
    kerf_status st = kf_simplify(component, x->mem, true, &patience, &s);
    if (st != KERF_OK) return st == KERF_INTERRUPTED ? KERF_OK : st;
    *contradictory = s.infeasible;
    for (uint32_t i = 0; st == KERF_OK && i < s.n_residuals && !*contradictory; i++)
        st = judge_part(x, &s.residuals[i].component, &stop, &s.arena, contradictory);
    kf_simplified_free(&s);
    return st;
}

static kerf_status is_contradictory(searcher *x, const uint32_t *set, uint32_t n, bool *answer)
{
    builder b = { .n_atoms = 0 };
    kf_arena_init(&b.arena, x->mem);
    kerf_status st = build(x, &b, set, n);
    if (st == KERF_OK) st = judge(x, &b.component, answer);
    for (uint32_t i = 0; i < b.n_atoms; i++) x->local[b.atoms[i]] = UINT32_MAX;
    kf_arena_free(&b.arena);
    return st;
}

/* ---- Leaving out ---- */

/* Leave out what can be, in runs of `size` constraints. */
static kerf_status shrink(searcher *x, uint32_t size, uint32_t *scratch)
{
    for (uint32_t at = 0; at < x->n;) {
        uint32_t end = at + size < x->n ? at + size : x->n;
        bool still = false;
        if (kf_stop_ask(&x->stop)) return KERF_OK;
        memcpy(scratch, x->set, at * sizeof *scratch);
        memcpy(scratch + at, x->set + end, (x->n - end) * sizeof *scratch);
        assert(at < end && end <= x->n);
        KF_TRY(is_contradictory(x, scratch, x->n - (end - at), &still));
        if (still) {
            x->n -= end - at;
            memcpy(x->set, scratch, x->n * sizeof *scratch);
        } else {
            at = end;
        }
    }
    return KERF_OK;
}

/* The bounds of the cardinalities that are left which the contradiction needs. One that must not
 * hold has both. */
static kerf_status find_bounds(searcher *x, kf_cpi_result *r)
{
    static const uint8_t each[] = { KF_BOUND_LEAST, KF_BOUND_MOST };
    uint32_t clauses = (uint32_t)x->p->clauses.n;
    if (!kf_vec_reserve(x->mem, &r->conflict_bounds, x->n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->n; i++) {
        uint8_t needed = x->set[i] < clauses ? 0 : KF_BOUND_LEAST | KF_BOUND_MOST;
        for (size_t k = 0; needed && weight_of(x->p, x->set[i]) > 0 && k < KF_LENGTH(each); k++) {
            uint8_t *loose = &x->loose[x->set[i] - clauses];
            bool still = false;
            if (kf_stop_ask(&x->stop)) break;
            *loose |= each[k];
            KF_TRY(is_contradictory(x, x->set, x->n, &still));
            if (still) needed &= (uint8_t)~each[k];
            else *loose &= (uint8_t)~each[k];
        }
        r->conflict_bounds.at[r->conflict_bounds.n++] = needed;
    }
    assert(r->conflict_bounds.n == r->conflict.n);
    return KERF_OK;
}

static void collect(searcher *x, uint32_t root)
{
    const kf_problem *p = x->p;
    uint32_t all = (uint32_t)(p->clauses.n + p->cardinalities.n), start;
    for (uint32_t i = 0; i < all; i++) {
        if (!isinf(weight_of(p, i)) || span_of(p, i, &start) == 0) continue;
        if (kf_problem_component(p, kf_lit_atom(p->literals.at[start])) == root) x->set[x->n++] = i;
    }
}

static kerf_status search(searcher *x, uint32_t root, kf_arena *arena, kf_cpi_result *r)
{
    size_t all = x->p->clauses.n + x->p->cardinalities.n;
    x->set = kf_arena_alloc(arena, all, sizeof(uint32_t));
    x->local = kf_arena_alloc(arena, x->p->parent.n, sizeof(uint32_t));
    x->loose = kf_arena_alloc(arena, x->p->cardinalities.n + 1, sizeof(uint8_t));
    uint32_t *scratch = kf_arena_alloc(arena, all, sizeof(uint32_t));
    if (!x->set || !x->local || !x->loose || !scratch) return KERF_NO_MEMORY;
    memset(x->loose, 0, x->p->cardinalities.n + 1);
    memset(x->local, 0xff, x->p->parent.n * sizeof(uint32_t));
    collect(x, root);
    assert(x->n > 0);
    uint32_t size = 1;
    while (size < x->n / 2) size *= 2;
    for (; size > 0; size /= 2) KF_TRY(shrink(x, size, scratch));
    if (!kf_vec_reserve(x->mem, &r->conflict, x->n)) return KERF_NO_MEMORY;
    memcpy(r->conflict.at, x->set, x->n * sizeof(uint32_t));
    r->conflict.n = x->n;
    return find_bounds(x, r);
}

kerf_status kf_conflict_find(const kf_problem *p, uint32_t atom, const kf_settings *settings,
                             const kf_limits *limits, kf_mem *mem, kf_cpi_result *r)
{
    assert(atom < p->parent.n);
    searcher x = { .p = p, .settings = *settings, .mem = mem };
    x.stop = kf_stop_at(limits->stop, limits->deadline);
    x.stop.most = ALL_QUESTIONS;
    x.settings.questions = QUESTIONS; /* no MIP solver, which asks by the clock */
    kf_arena arena;
    kf_arena_init(&arena, mem);
    kerf_status st = search(&x, kf_problem_component(p, (kf_atom){ atom }), &arena, r);
    kf_arena_free(&arena);
    return st;
}
