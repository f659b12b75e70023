/* solver.c -- the table of base solvers, and the check of what they say; see solver.h. */
#include "solve/solver.h"

#include "base/check.h"
#include "base/clock.h"
#include "solve/driver.h"
#include "solve/presolve/step.h"

#include <math.h>
#include <string.h>

#ifdef HAVE_CLP
#define NO_CLP NULL
#else
#define NO_CLP "Clp"
#endif

static const double PROVEN = 1e-9; /* of a cost: a gap that is none */

static const char NO_ORDER[] = "found no order of elimination whose tables fit: 2^32 entries at "
                               "most, and 4 GiB or half of --memory-limit; --solver=auto knows "
                               "other ways";
static const char TOO_MANY_ATOMS[] =
    "tries 24 atoms that depend on each other at most: here are more";
static_assert(KF_BRUTE_ATOMS == 24, "what TOO_MANY_ATOMS says");

static const kf_solver solvers[] = {
    { "auto", KF_SOLVER_AUTO, true, false, NULL, NULL },
    { "exact", KF_SOLVER_EXACT, true, false, NULL, NULL },
    { "ilp", KF_SOLVER_ILP, true, false, NO_CLP, NULL },
    { "tables", KF_SOLVER_TABLES, true, false, NULL, NULL },
    { "walk", KF_SOLVER_WALK, false, false, NULL, NULL },
    { "mws", KF_SOLVER_MWS, false, true, NULL, NULL },
    { "eliminate", KF_SOLVER_ELIMINATE, true, false, NULL, NO_ORDER },
    { "brute", KF_SOLVER_BRUTE, true, false, NULL, TOO_MANY_ATOMS },
};

const kf_solver *kf_solver_find(const char *name)
{
    for (size_t i = 0; i < KF_LENGTH(solvers); i++)
        if (strcmp(solvers[i].name, name) == 0) return &solvers[i];
    return NULL;
}

/* Is the assignment as the solver says, and is its bound not above that? */
static bool is_consistent(const kf_task *task)
{
    const kf_solved *s = &task->solved;
    uint64_t broken;
    if (!s->found) return true;
    double cost = kf_component_cost(task->component, task->assignment, &broken);
    double near = 1e-6 * fmax(1, cost);
    return broken == 0 && fabs(cost - s->cost) <= near && s->bound <= cost + near;
}

/* Did a search stop within a step of its incumbent, and was that not enough for a proof? */
static bool is_short(const kf_cost_step *step, const kf_limits *limits, const kf_solved *s)
{
    double gap = s->cost - kf_step_raise(step, s->bound);
    double slack = kf_limits_loose(limits) ? limits->slack * s->cost : 0;
    double enough = fmax(fmax(limits->gap, slack), PROVEN * s->cost);
    return s->found && gap > fmin(enough, step->size / 2) && gap <= step->size
           && !kf_limits_reached(limits);
}

#ifndef NDEBUG
void kf_solved_check(const kf_solved *s)
{
    assert(!isnan(s->cost) && !isnan(s->bound) && s->method);
    assert(s->found == isfinite(s->cost));
    assert(!s->found || s->bound <= s->cost);
    assert(s->unique >= -1 && s->unique <= 1 && (s->unique < 0 || s->found));
}
#endif

kerf_status kf_solver_run(const kf_solver *solver, kf_task *task)
{
    assert(task->component && task->settings && task->mem);
    kf_cost_step step = kf_component_step(task->component);
    const kf_limits asked = task->limits;
    task->limits.gap = kf_step_gap(&step, task->component);
    kerf_status st = kf_drive(solver, task);
    if (st == KERF_OK && task->limits.gap > 0 && is_short(&step, &asked, &task->solved)) {
        task->limits.gap = 0;
        st = kf_drive(solver, task);
    }
    task->limits.gap = asked.gap;
    KF_TRY(st);
    if (!is_consistent(task)) return KERF_INTERNAL;
    kf_solved_raise(&task->solved, kf_step_raise(&step, task->solved.bound), task->solved.trusted);
    KF_CHECK(kf_solved_check(&task->solved));
    return KERF_OK;
}

kf_limits kf_limits_share(const kf_limits *l, double share)
{
    kf_limits part = *l;
    double now = kf_now();
    assert(share > 0 && share <= 1);
    if (isfinite(l->deadline) && l->deadline > now)
        part.deadline = now + share * (l->deadline - now);
    return part;
}

bool kf_limits_reached(const kf_limits *l)
{
    return kf_stop_ask(l->stop) || (isfinite(l->deadline) && kf_now() >= l->deadline);
}
