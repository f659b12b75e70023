/* reduce.c -- reduced cost fixing; see reduce.h. */
#include "solve/presolve/reduce.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

/* Fixing less than this share of the atoms is not worth a new start. */
static const double WORTH = 0.3;

/* The component with one hard unit more for each fixed atom. */
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

kerf_status kf_reduce_open(kf_reduction *x, kf_task *task, const kf_relaxed *r, double cost)
{
    uint32_t n = task->component->n_atoms, fixed = 0;
    kf_component rest;
    assert(isfinite(cost) && task->component->n_cliques == 0);
    *x = (kf_reduction){ .task = task,
                         .cost = cost,
                         .bound = r->bound,
                         .total = { .cost = INFINITY, .bound = INFINITY } };
    kf_arena_init(&x->arena, task->mem);
    KF_TRY(with_units(task->component, r, cost - r->bound, &x->arena, &rest, &fixed));
    x->worth = fixed >= WORTH * n;
    if (!x->worth) return KERF_OK;
    kf_stop stop = kf_limits_stop(&task->limits);
    kf_patience patience = kf_patience_of(&stop);
    KF_TRY(kf_simplify(&rest, task->mem, true, &patience, &x->left));
    x->simplified = true;
    x->other = kf_arena_alloc(&x->arena, n, sizeof(bool));
    if (!x->other) return KERF_NO_MEMORY;
    memcpy(x->other, task->assignment, n * sizeof(bool));
    if (!x->left.infeasible)
        x->total = (kf_solved){ .found = true, .cost = x->left.paid, .bound = x->left.paid };
    return KERF_OK;
}

uint32_t kf_reduce_residuals(const kf_reduction *x)
{
    return x->worth && !x->left.infeasible ? x->left.n_residuals : 0;
}

kerf_status kf_reduce_task(kf_reduction *x, uint32_t i, kf_task *out)
{
    const kf_residual *residual = &x->left.residuals[i];
    uint32_t n = residual->component.n_atoms;
    bool *local = kf_arena_alloc(&x->arena, n, sizeof(bool));
    if (!local) return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < n; a++) local[a] = x->other[residual->atoms[a]];
    *out = kf_task_of(x->task, &residual->component, local);
    return KERF_OK;
}

void kf_reduce_take(kf_reduction *x, uint32_t i, const kf_task *solved)
{
    const kf_residual *residual = &x->left.residuals[i];
    kf_solved *t = &x->total;
    for (uint32_t a = 0; a < residual->component.n_atoms; a++)
        x->other[residual->atoms[a]] = solved->assignment[a];
    t->cost += solved->solved.cost;
    t->bound += solved->solved.bound;
    t->found &= solved->solved.found;
    t->work += solved->solved.work;
    if (solved->solved.trusted) t->trusted = solved->solved.trusted;
}

void kf_reduce_conclude(kf_reduction *x)
{
    kf_task *task = x->task;
    uint64_t broken = 1;
    assert(x->worth);
    if (!x->left.infeasible) kf_simplified_expand(&x->left, x->other);
    double better =
        x->total.found ? kf_component_cost(task->component, x->other, &broken) : INFINITY;
    kf_solved *out = &task->solved;
    *out = (kf_solved){ .found = true, .cost = x->cost, .unique = -1, .work = x->total.work };
    out->method = "reduced";
    out->trusted = x->total.trusted;
    if (broken == 0 && better < x->cost) {
        memcpy(task->assignment, x->other, task->component->n_atoms * sizeof(bool));
        out->cost = better;
    }
    out->bound = fmin(x->total.bound, out->cost);
    kf_solved_raise(out, x->bound, NULL); /* a residual that was stopped may prove less */
    if (out->cost - out->bound <= 1e-9 * fmax(1, out->cost)) out->bound = out->cost;
}

void kf_reduce_close(kf_reduction *x)
{
    if (x->simplified) kf_simplified_free(&x->left);
    kf_arena_free(&x->arena);
}
