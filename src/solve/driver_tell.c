/* driver_tell.c -- from the state of the stages to the result of the task: assignment, cost and
 * dual bound of the component as it was given; see driving.h. */
#include "base/check.h"
#include "solve/driving.h"
#include "solve/presolve/scale.h"

#include <math.h>
#include <string.h>

/* What the incumbent costs without cliques, where weights are added up in another order. */
static void tell_given(kf_run *s)
{
    kf_solved *out = &s->gathered.solved;
    uint64_t broken;
    double cost = kf_component_cost(s->given.component, s->given.assignment, &broken);
    assert(broken == 0);
    out->bound = out->bound >= out->cost ? cost : fmin(out->bound, cost);
    out->cost = cost;
}

static void tell_point(const kf_run *s)
{
    kf_fraction *point = s->task->point;
    if (!point || !s->relaxed.known) return;
    point->known = true;
    memcpy(point->x, s->relaxed.x, s->given.component->n_atoms * sizeof(double));
}

void kf_run_tell(kf_run *s)
{
    kf_solved *out = &s->gathered.solved;
    if (s->failed || !kf_lp_is_there()) return;
    if (s->planted) kf_tree_report(&s->tree, out);
    if (s->relaxed.stalled) kf_solved_raise(out, s->proven, NULL);
    if (s->cliques.n_cliques && out->found) tell_given(s);
    tell_point(s);
}

void kf_run_leave(kf_run *s)
{
    kf_solved *out = s->begun ? &s->gathered.solved : &s->task->solved;
    uint64_t broken;
    if (s->planted) {
        kf_run_tell(s);
        return;
    }
    double cost = kf_component_cost(s->given.component, s->given.assignment, &broken);
    double bound = s->begun ? out->bound : 0;
    *out = (kf_solved){ .found = broken == 0,
                        .cost = broken ? INFINITY : cost,
                        .bound = broken ? bound : fmin(bound, cost),
                        .unique = -1,
                        .work = out->work,
                        .method = "none" };
}

/* The better incumbent and the better bound of these stages and of those before. */
static void tell_search(kf_run *s)
{
    kf_solved *out = &s->task->solved;
    const kf_solved *first = &s->search;
    out->work += first->work;
    if (first->found && !(out->found && out->cost <= first->cost)) {
        memcpy(s->task->assignment, s->searched, s->task->component->n_atoms * sizeof(bool));
        out->found = true;
        out->cost = first->cost;
        out->unique = -1;
    }
    kf_solved_raise(out, first->bound, first->trusted);
}

void kf_run_conclude(kf_run *s, kerf_status st)
{
    const kf_task *task = s->task;
    if (st != KERF_OK && st != KERF_LIMIT) return;
    if (s->begun) s->task->solved = s->gathered.solved;
    if (s->begun && st == KERF_OK && s->power != 0)
        kf_scale_back(task->component, s->power, task->assignment, &s->task->solved);
    if (s->searched) tell_search(s);
}

bool kf_run_is_too_wide(const kf_run *s)
{
    const kf_solved *out = &s->task->solved;
    const kf_limits *limits = &s->task->limits;
    double share = kf_limits_loose(limits) ? limits->slack : 1e-9;
    return s->power < 0 && out->found && out->cost > 0
           && out->cost - out->bound > fmax(limits->gap, share * out->cost)
           && !kf_limits_reached(limits);
}
