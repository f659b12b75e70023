/* walk_solver.c -- local search as a base solver; see walk_solver.h.
 *
 * An assignment that breaks nothing hard comes first: the hint, mended, else by the weights of
 * violated rows (local_search.c). Then cheaper ones, by flips or by forests (search_best.c). All
 * that is counted in costs and literals looked at, never in time. */
#include "solve/walk/walk_solver.h"

#include "solve/primal/near.h"
#include "solve/walk/search_best.h"

#include <math.h>

/* Literals that a flip stands for, at most; fewer where a component has fewer. So many times the
 * work may be spent on an assignment that breaks nothing hard. While groundings are still to come,
 * a part of the work is enough. */
static const double A_FLIP = 400, FIND = 4, LOOSE = 8;

static kf_search_effort effort_of(const kf_task *task)
{
    const kf_settings *settings = task->settings;
    double tries = settings->tries, size = (double)kf_component_size(task->component);
    double work = (double)settings->flips * tries * fmin(A_FLIP, size);
    if (task->limits.effort != KF_EFFORT_FULL) work /= LOOSE;
    return (kf_search_effort){ settings->seed, (uint64_t)fmin(FIND * work, 1e18),
                               (uint64_t)fmin(work, 1e18) };
}

kerf_status kf_walk_task(kf_task *task)
{
    const kf_component *p = task->component;
    kf_near near;
    kf_searched found;
    KF_TRY(kf_mend(task, &near));
    KF_TRY(kf_search_best(p, &task->limits, task->mem, effort_of(task), task->assignment, &found));
    task->solved = (kf_solved){ .found = found.broken == 0,
                                .cost = found.cost,
                                .unique = -1, /* bound 0: costs are not negative */
                                .work = found.work,
                                .method = "walk" };
    return KERF_OK;
}
