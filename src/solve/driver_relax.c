/* driver_relax.c -- the stages of the linear program before its tree: its relaxation, or a dual
 * bound without it; assignments near its point; atoms fixed by its reduced costs. See driver.c. */
#include "solve/driving.h"

#include "base/check.h"
#include "solve/dual/ascent.h"
#include "solve/lp/stalls.h"
#include "solve/presolve/reduce.h"
#include "solve/primal/near.h"
#include "solve/solver.h"

#include <math.h>

static const double NEAR = 1; /* see kf_limits_will_do(): a loose solve takes any incumbent */

kerf_status kf_run_relax(kf_run *s)
{
    kf_tree_options options = kf_tree_defaults;
    const kf_solved *out = &s->gathered.solved;
    options.relaxed = &s->relaxed;
    KF_TRY(kf_tree_relax(&s->gathered, &options));
    double gap = kf_limits_gap(&s->gathered.limits, out->cost);
    s->done = isinf(out->bound) || out->cost - out->bound <= gap;
    return KERF_OK;
}

/* The folded program may have found another assignment than the one at hand. */
kerf_status kf_run_stop(kf_run *s)
{
    kf_solved *out = &s->gathered.solved;
    uint64_t broken;
    double cost = kf_component_cost(&s->cliques, s->gathered.assignment, &broken);
    out->found = broken == 0;
    out->cost = out->found ? cost : INFINITY;
    out->bound = fmin(out->bound, out->cost);
    s->done = true;
    return KERF_OK;
}

/* A dual bound without the linear program. A loose solve leaves it at that: what is proven of this
 * component would not last. */
kerf_status kf_run_ascend(kf_run *s)
{
    const kf_limits *limits = &s->given.limits;
    s->proven = s->gathered.solved.bound;
    KF_TRY(kf_stall_note(&s->given));
    KF_TRY(kf_ascend(&s->given, &s->relaxed));
    kf_solved *out = &s->gathered.solved;
    *out = s->given.solved;
    s->done = kf_limits_reached(limits) || limits->effort != KF_EFFORT_FULL
              || out->cost - out->bound <= kf_limits_gap(limits, out->cost);
    s->cost = out->found ? out->cost : INFINITY;
    return KERF_OK;
}

/* Primal heuristics near the point. */
kerf_status kf_run_round(kf_run *s)
{
    kf_relaxed *r = &s->relaxed;
    kf_near near;
    KF_TRY(kf_find_near(&s->gathered, r->x, &near));
    if (isinf(near.cost)) KF_TRY(kf_search_near(&s->given, &near));
    double cost = s->cost = near.cost;
    s->done = kf_limits_will_do(&s->given.limits, cost, r->bound, NEAR);
    if (!s->done) return KERF_OK;
    bool proven = cost - r->bound <= 1e-9 * fmax(1, cost);
    s->gathered.solved = (kf_solved){ .found = true,
                                      .cost = cost,
                                      .bound = proven ? cost : r->bound,
                                      .unique = -1,
                                      .work = s->gathered.solved.work,
                                      .method = "rounded" };
    return KERF_OK;
}

static kerf_status solve_residual(kf_reduction *r, uint32_t i)
{
    kf_task task;
    KF_TRY(kf_reduce_task(r, i, &task));
    KF_TRY(kf_solver_run(kf_solver_find("auto"), &task));
    kf_reduce_take(r, i, &task);
    return KERF_OK;
}

/* Atoms fixed by their reduced costs; what is left goes through these stages on its own. */
kerf_status kf_run_reduce(kf_run *s)
{
    kf_reduction r;
    kerf_status st = kf_reduce_open(&r, &s->given, &s->relaxed, s->cost);
    for (uint32_t i = 0; st == KERF_OK && i < kf_reduce_residuals(&r); i++)
        st = solve_residual(&r, i);
    if (st == KERF_OK && r.worth) {
        kf_reduce_conclude(&r);
        s->gathered.solved = s->given.solved;
        s->done = true;
    }
    kf_reduce_close(&r);
    return st;
}
