/* jobs.c -- solves residual components in parallel; see extract.h.
 *
 * Every residual component has a seed of its own, made from its hash, and a place of its own for
 * the answer, so nothing depends on which thread takes it. */
#include "infer/components/extract.h"

#include "base/check.h"
#include "base/pool.h"
#include "base/stop.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST_WORK = 4000 }; /* literals for which threads are started */

typedef struct line {
    kf_job *jobs;
    uint32_t *order;
    size_t n;
    const kf_solver *solver;
    const kf_task *how;
    uint64_t atoms; /* of all jobs */
} line;

static uint64_t size_of(const kf_job *j)
{
    const kf_component *p = &j->residual->component;
    return p->n_atoms + (uint64_t)(p->n_clauses ? p->start[p->n_clauses] : 0) + p->n_counts;
}

/* Nothing was tried: the hint is what there is. */
static void leave(kf_job *j)
{
    uint64_t broken;
    double cost = kf_component_cost(&j->residual->component, j->assignment, &broken);
    j->solved = (kf_solved){
        .found = broken == 0, .cost = broken ? INFINITY : cost, .unique = -1, .method = "none"
    };
    j->cut_short = true;
}

static kerf_status solve_one(void *context, size_t at, uint32_t worker, kf_mem *mem)
{
    const line *c = context;
    kf_job *j = &c->jobs[c->order[at]];
    assert(!j->done && j->assignment);
    kf_settings settings = *c->how->settings;
    kf_task task = kf_task_of(c->how, &j->residual->component, j->assignment);
    (void)worker;
    if (kf_limits_reached(&task.limits)) {
        leave(j);
        return KERF_OK;
    }
    kf_stop own = { .above = task.limits.stop, .most = settings.questions };
    if (own.most > 0) task.limits.stop = &own;
    double share = (double)j->residual->component.n_atoms / (double)c->atoms;
    settings.flips = 1 + (uint64_t)((double)settings.flips * share);
    settings.seed += j->key.a + task.limits.round;
    task.settings = &settings;
    task.mem = mem;
    task.notes = &j->notes;
    task.point = j->point.x ? &j->point : NULL;
    KF_TRY(kf_solver_run(c->solver, &task));
    j->solved = task.solved;
    bool proven = j->solved.bound >= j->solved.cost;
    j->cut_short = !proven && kf_limits_reached(&c->how->limits);
    return KERF_OK;
}

typedef struct sized {
    uint64_t size;
    uint32_t job;
} sized;

static int larger_first(const void *a, const void *b)
{
    const sized *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? 1 : -1;
    return x->job < y->job ? -1 : 1;
}

/* The jobs to do, largest first. */
static kerf_status line_up(line *c, size_t n, kf_arena *arena, uint64_t *total)
{
    sized *list = kf_arena_alloc(arena, n, sizeof *list);
    c->order = kf_arena_alloc(arena, n, sizeof *c->order);
    if (!list || !c->order) return KERF_NO_MEMORY;
    *total = 0;
    for (size_t i = 0; i < n; i++) {
        if (c->jobs[i].done) continue;
        list[c->n++] = (sized){ size_of(&c->jobs[i]), (uint32_t)i };
        *total += size_of(&c->jobs[i]);
        c->atoms += c->jobs[i].residual->component.n_atoms;
    }
    qsort(list, c->n, sizeof *list, larger_first);
    for (size_t i = 0; i < c->n; i++) c->order[i] = list[i].job;
    return KERF_OK;
}

kerf_status kf_jobs_run(kf_job *jobs, size_t n, const kf_solver *solver, const kf_task *how,
                        uint32_t threads)
{
    kf_mem *mem = how->mem;
    line c = { .jobs = jobs, .solver = solver, .how = how };
    uint64_t total = 0;
    kf_arena arena;
    assert(threads >= 1);
    kf_arena_init(&arena, mem);
    kerf_status st = line_up(&c, n, &arena, &total);
    if (total < LEAST_WORK) threads = 1;
    /* While the calling thread waits for others it asks on their behalf: nobody else calls a user's
     * stop(). */
    if (st == KERF_OK) st = kf_crew_run(threads, c.n, solve_one, &c, mem, how->limits.stop);
    kf_arena_free(&arena);
    return st;
}
