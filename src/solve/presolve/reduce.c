/* reduce.c -- see reduce.h. */
#include "solve/presolve/reduce.h"

#include "solve/presolve/simplify.h"

#include <math.h>
#include <string.h>

/* Fixing less than this share of the atoms is not worth a new start. */
static const double WORTH = 0.3;

/* The part with one hard unit more for each fixed atom. */
static kerf_status with_units(const kf_component *p, const kf_relaxed *r, double left,
                              kf_arena *arena, kf_component *out, uint32_t *fixed)
{
    uint32_t n = p->n_clauses, literals = n ? p->start[n] : 0;
    *fixed = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) *fixed += fabs(r->price[i]) * (1 - 1e-12) > left;
    if (*fixed < WORTH * p->n_atoms) return KERF_OK;
    uint32_t *start = kf_arena_alloc(arena, n + *fixed + (size_t)1, sizeof *start);
    kf_lit *lits = kf_arena_alloc(arena, literals + (size_t)*fixed, sizeof *lits);
    double *weight = kf_arena_alloc(arena, n + (size_t)*fixed, sizeof *weight);
    if (!start || !lits || !weight) return KERF_NO_MEMORY;
    if (n) {
        memcpy(start, p->start, (n + (size_t)1) * sizeof *start);
        memcpy(lits, p->literals, literals * sizeof *lits);
        memcpy(weight, p->weight, n * sizeof *weight);
    }
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        if (!(fabs(r->price[i]) * (1 - 1e-12) > left)) continue;
        lits[literals++] = kf_lit_of((kf_atom){ i }, r->price[i] > 0);
        weight[n++] = INFINITY;
        start[n] = literals;
    }
    *out = *p;
    out->n_clauses = n;
    out->start = start;
    out->literals = lits;
    out->weight = weight;
    return KERF_OK;
}

typedef struct total {
    double cost, bound;
    bool found;
    uint64_t work;
    const char *trusted;
} total;

/* Every residual component on its own; their assignments go into `assignment`. */
static kerf_status solve_residuals(kf_simplified *s, const kf_limits *limits, kf_mem *mem,
                                   bool *assignment, total *t)
{
    *t = (total){ s->paid, s->paid, true, 0, NULL };
    for (uint32_t i = 0; i < s->n_residuals; i++) {
        const kf_residual *residual = &s->residuals[i];
        uint32_t n = residual->component.n_atoms;
        kf_solved solved;
        bool *local = kf_arena_alloc(&s->arena, n, sizeof(bool));
        if (!local) return KERF_NO_MEMORY;
        for (uint32_t a = 0; a < n; a++) local[a] = assignment[residual->atoms[a]];
        KF_TRY(kf_solver_run(kf_solver_find("auto"), &residual->component, limits, mem, local,
                             &solved));
        for (uint32_t a = 0; a < n; a++) assignment[residual->atoms[a]] = local[a];
        t->cost += solved.cost;
        t->bound += solved.bound;
        t->found &= solved.found;
        t->work += solved.work;
        if (solved.trusted) t->trusted = solved.trusted;
    }
    kf_simplified_expand(s, assignment);
    return KERF_OK;
}

static kerf_status solve_rest(const kf_component *p, const kf_component *rest,
                              const kf_limits *limits, kf_mem *mem, bool *assignment, double cost,
                              kf_solved *out)
{
    kf_simplified s;
    total t = { INFINITY, INFINITY, false, 0, NULL };
    KF_TRY(kf_simplify(rest, mem, true, &s));
    bool *other = kf_arena_alloc(&s.arena, p->n_atoms, sizeof(bool));
    kerf_status st = other ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) memcpy(other, assignment, p->n_atoms * sizeof(bool));
    if (st == KERF_OK && !s.infeasible) st = solve_residuals(&s, limits, mem, other, &t);
    if (st == KERF_OK) {
        uint64_t broken = 1;
        double better = t.found ? kf_component_cost(p, other, &broken) : INFINITY;
        *out = (kf_solved){ .found = true, .cost = cost, .unique = -1, .work = t.work };
        out->method = "reduced";
        out->trusted = t.trusted;
        if (broken == 0 && better < cost) {
            memcpy(assignment, other, p->n_atoms * sizeof(bool));
            out->cost = better;
        }
        out->bound = fmin(t.bound, out->cost);
        if (out->cost - out->bound <= 1e-9 * fmax(1, out->cost)) out->bound = out->cost;
    }
    kf_simplified_free(&s);
    return st;
}

kerf_status kf_solve_reduced(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                             const kf_relaxed *r, bool *assignment, double cost, kf_solved *out,
                             bool *done)
{
    kf_arena arena;
    kf_component rest;
    uint32_t fixed = 0;
    kf_arena_init(&arena, mem);
    kerf_status st = with_units(p, r, cost - r->bound, &arena, &rest, &fixed);
    *done = st == KERF_OK && fixed >= WORTH * p->n_atoms;
    if (*done) st = solve_rest(p, &rest, limits, mem, assignment, cost, out);
    kf_arena_free(&arena);
    return st;
}
