/* solver.c -- the table of solvers, and what they share; see solver.h. */
#include "solve/solver.h"

#include "base/cardinality.h"
#include "base/clock.h"
#include "solve/presolve/step.h"

#include <math.h>
#include <string.h>

#ifdef HAVE_CLP
#define NO_CLP NULL
#else
#define NO_CLP "Clp"
#endif

static const double PROVEN = 1e-9; /* of a cost: a gap that is none */

static const kf_solver solvers[] = {
    { "auto", kf_solve_auto, true, false, NULL },   { "exact", kf_solve_exact, true, false, NULL },
    { "ilp", kf_solve_ilp, true, false, NO_CLP },   { "mws", kf_solve_mws, false, true, NULL },
    { "brute", kf_solve_brute, true, false, NULL },
};

const kf_solver *kf_solver_find(const char *name)
{
    for (size_t i = 0; i < KF_LENGTH(solvers); i++)
        if (strcmp(solvers[i].name, name) == 0) return &solvers[i];
    return NULL;
}

/* Is the assignment as the solver says, and is its bound not above that? */
static bool is_consistent(const kf_component *p, const bool *assignment, const kf_solved *s)
{
    uint64_t broken;
    if (!s->found) return true;
    double cost = kf_component_cost(p, assignment, &broken), near = 1e-6 * fmax(1, cost);
    return broken == 0 && fabs(cost - s->cost) <= near && s->bound <= cost + near;
}

/* Did a search stop within a step of its assignment, and was that not enough for a proof? */
static bool is_short(const kf_step *step, const kf_limits *l, const kf_solved *s)
{
    double gap = s->cost - kf_step_raise(step, s->bound);
    double enough = fmax(fmax(l->gap, l->slack * s->cost), PROVEN * s->cost);
    return s->found && gap > fmin(enough, step->size / 2) && gap <= step->size
           && !kf_limits_reached(l);
}

kerf_status kf_solver_run(const kf_solver *solver, const kf_component *p, const kf_limits *l,
                          kf_mem *mem, bool *assignment, kf_solved *out)
{
    kf_step step = kf_component_step(p);
    kf_limits limits = *l;
    limits.gap = kf_step_gap(&step, p);
    KF_TRY(solver->solve(p, &limits, mem, assignment, out));
    if (limits.gap > 0 && is_short(&step, l, out)) {
        limits.gap = 0;
        KF_TRY(solver->solve(p, &limits, mem, assignment, out));
    }
    if (!is_consistent(p, assignment, out)) return KERF_INTERNAL;
    kf_solved_raise(out, kf_step_raise(&step, out->bound), out->trusted);
    return KERF_OK;
}

bool kf_limits_reached(const kf_limits *l)
{
    return (l->stop && l->stop(l->context)) || (isfinite(l->deadline) && kf_now() >= l->deadline);
}

static void pay(double weight, bool holds, double *cost, uint64_t *broken)
{
    if (weight > 0 ? holds : !holds) return;
    if (isinf(weight)) ++*broken;
    else *cost += fabs(weight);
}

static bool count_holds(const kf_count *c, const bool *assignment)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (kf_lit_true(c->literals[i], assignment)) sum += c->coefficients[i];
    return kf_count_holds(c->least, c->most, sum);
}

/* Pairs of false ones. */
static uint64_t clique_pairs(const kf_clique *c, const bool *assignment)
{
    uint64_t n = c->most;
    for (uint32_t i = 0; i < c->n; i++)
        if (kf_lit_true(c->literals[i], assignment)) n -= c->coefficients[i];
    return n > 1 ? n * (n - 1) / 2 : 0;
}

double kf_component_cost(const kf_component *p, const bool *assignment, uint64_t *broken)
{
    double cost = p->constant;
    *broken = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++)
        cost += assignment[i] ? p->cost_true[i] : p->cost_false[i];
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        bool holds = false;
        for (uint32_t k = p->start[i]; k < p->start[i + 1] && !holds; k++)
            holds = kf_lit_true(p->literals[k], assignment);
        pay(p->weight[i], holds, &cost, broken);
    }
    for (uint32_t i = 0; i < p->n_counts; i++)
        pay(p->counts[i].weight, count_holds(&p->counts[i], assignment), &cost, broken);
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        uint64_t pairs = clique_pairs(&p->cliques[i], assignment);
        if (isinf(p->cliques[i].weight)) *broken += pairs;
        else cost += p->cliques[i].weight * (double)pairs;
    }
    return cost;
}
