/* near.c -- primal heuristics near a point or an assignment; see near.h. */
#include "solve/primal/near.h"

#include "base/check.h"
#include "solve/primal/cluster.h"
#include "solve/walk/search_best.h"

#include <math.h>
#include <string.h>

static const double NEARLY = 0.05; /* what an equivalence may cost more */
/* What local search may look at, for each atom and literal that there is, and at least: for an
 * assignment that breaks nothing, and for a cheaper one. */
static const double FIND = 500, IMPROVE = 50, LEAST_FIND = 2e6;
static const double CHEAPER = 2000, MOST_CHEAPER = 3e7; /* and so many times that in a next round */
enum { NEXT_ROUND = 4 };

typedef struct finder {
    const kf_task *task;
    const kf_component *p; /* of the task */
    kf_mem *mem;
    kf_stop stop; /* the limits of the task */
    kf_rounder *rounder;
    bool *trial;
    uint64_t broken; /* hard constraints, by the assignment */
    kf_near *out;
} finder;

static kerf_status open_finder(finder *f, const kf_task *task, kf_near *out)
{
    *f = (finder){ .task = task, .p = task->component, .mem = task->mem, .out = out };
    f->trial = kf_mem_alloc(f->mem, f->p->n_atoms, sizeof *f->trial);
    if (!f->trial) return KERF_NO_MEMORY;
    *f->out = (kf_near){ kf_component_cost(f->p, f->task->assignment, &f->broken), false };
    f->stop = kf_limits_stop(&task->limits);
    KF_TRY(kf_rounder_new(f->p, f->mem, &f->rounder));
    kf_rounder_on_stop(f->rounder, &f->stop);
    return KERF_OK;
}

static void close_finder(finder *f)
{
    if (f->broken > 0) f->out->cost = INFINITY;
    kf_rounder_free(f->rounder);
    kf_mem_free(f->mem, f->trial, f->p->n_atoms, sizeof *f->trial);
}

#ifndef NDEBUG
/* Asserts: the assignment of the task breaks and costs what was told of it. */
static void check_told(const finder *f)
{
    uint64_t broken;
    double cost = kf_component_cost(f->p, f->task->assignment, &broken);
    assert(broken == f->broken && cost == f->out->cost);
}
#endif

static void offer(finder *f, bool equivalence, bool preferred)
{
    uint64_t broken;
    double cost = kf_component_cost(f->p, f->trial, &broken);
    preferred = preferred && cost <= (1 + NEARLY) * f->out->cost;
    if (broken > f->broken || (broken == f->broken && cost >= f->out->cost && !preferred)) return;
    f->broken = broken;
    *f->out = (kf_near){ cost, equivalence };
    memcpy(f->task->assignment, f->trial, f->p->n_atoms * sizeof *f->trial);
}

static void round_point(finder *f, const double *x, bool up)
{
    kf_rounder_run(f->rounder, x, up, f->trial);
    offer(f, false, false);
}

/* From the trial assignment. */
static kerf_status find_classes(finder *f, bool preferred)
{
    bool made = false;
    if (kf_uses(f->task, KF_TRANSITIVE))
        KF_TRY(kf_cluster(f->p, f->mem, f->rounder, f->trial, &made));
    if (made) offer(f, true, preferred);
    return KERF_OK;
}

kerf_status kf_find_near(const kf_task *task, const double *x, kf_near *out)
{
    finder f;
    kerf_status st = open_finder(&f, task, out);
    if (st == KERF_OK) {
        round_point(&f, x, false);
        round_point(&f, x, true);
        st = find_classes(&f, kf_limits_loose(&task->limits));
        KF_CHECK(check_told(&f));
    }
    close_finder(&f);
    return st;
}

static kerf_status mend_broken(finder *f)
{
    const kf_component *p = f->p;
    double *x = kf_mem_alloc(f->mem, p->n_atoms, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) x[i] = f->task->assignment[i];
    round_point(f, x, false);
    kf_mem_free(f->mem, x, p->n_atoms, sizeof *x);
    return KERF_OK;
}

kerf_status kf_mend(const kf_task *task, kf_near *out)
{
    finder f;
    kerf_status st = open_finder(&f, task, out);
    if (st == KERF_OK) {
        memcpy(f.trial, task->assignment, f.p->n_atoms * sizeof *f.trial);
        st = find_classes(&f, true);
    }
    if (st == KERF_OK && f.broken > 0) st = mend_broken(&f);
    if (st == KERF_OK) KF_CHECK(check_told(&f));
    close_finder(&f);
    return st;
}

kerf_status kf_search_near(const kf_task *task, kf_near *out)
{
    const kf_component *p = task->component;
    kf_searched found;
    double size = (double)kf_component_size(p);
    kf_search_effort effort = { .seed = 1,
                                .find = (uint64_t)fmax(FIND * size, LEAST_FIND),
                                .improve = (uint64_t)(IMPROVE * size) };
    double cost = kf_component_cost(p, task->assignment, &found.broken);
    if (found.broken == 0) {
        out->cost = cost;
        return KERF_OK;
    }
    KF_TRY(kf_search_locally(p, &task->limits, task->mem, effort, task->assignment, &found));
    assert(isinf(found.cost) == (found.broken > 0));
    *out = (kf_near){ found.cost, false };
    return KERF_OK;
}

kerf_status kf_search_cheaper(const kf_task *task, uint32_t round, bool *assignment)
{
    const kf_component *p = task->component;
    kf_searched found;
    double size = (double)kf_component_size(p);
    kf_search_effort effort = { .seed = round + 1,
                                .improve = (uint64_t)fmin(CHEAPER * size, MOST_CHEAPER) };
    for (uint32_t i = 0; i < round; i++) effort.improve *= NEXT_ROUND;
    kf_component_cost(p, assignment, &found.broken);
    if (found.broken > 0) return KERF_OK;
    return kf_search_best(p, &task->limits, task->mem, effort, assignment, &found);
}
