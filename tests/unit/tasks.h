/* tasks.h -- a component solved in one call: a task is made from `how` (settings, limits), run, and
 * its answer given back. */
#ifndef TASKS_H
#define TASKS_H

#include "base/random.h"
#include "solve/driver.h"
#include "solve/dual/ascent.h"

/* Allows so many questions. */
static inline kf_stop stop_after(uint32_t questions)
{
    return (kf_stop){ .most = questions, .stopped = questions == 0 };
}

static inline kf_task task_for(const kf_component *p, const kf_task *how, kf_mem *mem, bool *world)
{
    kf_task task = kf_task_of(how, p, world);
    task.mem = mem;
    return task;
}

/* By a base solver, without what kf_solver_run() adds. */
static inline kerf_status solve_by(const char *solver, const kf_component *p, const kf_task *how,
                                   kf_mem *mem, bool *world, kf_solved *out)
{
    kf_task task = task_for(p, how, mem, world);
    kerf_status st = kf_drive(kf_solver_find(solver), &task);
    *out = task.solved;
    return st;
}

/* By the linear program and its tree alone. */
static inline kerf_status solve_tree(const kf_component *p, const kf_task *how, kf_mem *mem,
                                     bool *world, kf_solved *out, const kf_tree_options *options)
{
    kf_task task = task_for(p, how, mem, world);
    kerf_status st =
        options->relaxed ? kf_tree_relax(&task, options) : kf_drive_tree(&task, options);
    *out = task.solved;
    return st;
}

static inline kerf_status ascend_by(const kf_component *p, const kf_task *how, kf_mem *mem,
                                    kf_relaxed *r, bool *world, kf_solved *out)
{
    kf_task task = task_for(p, how, mem, world);
    kerf_status st = kf_ascend(&task, r);
    *out = task.solved;
    return st;
}

#endif
