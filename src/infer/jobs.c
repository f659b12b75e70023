/* jobs.c -- residual components solved side by side; see extract.h.
 *
 * Every residual component has its own seed, made from what it looks like, and its own place for the answer, so
 * nothing depends on which thread takes it. */
#include "infer/extract.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST_THREADS = 64, LEAST_WORK = 4000 };

typedef struct crew {
    kf_job *jobs;
    uint32_t *order;
    size_t n;
    const kf_solver *solver;
    const kf_task *how;
    uint64_t atoms; /* of all jobs */
    atomic_size_t next;
} crew;

typedef struct worker {
    crew *c;
    pthread_t thread;
    bool started;
    kf_mem own, *mem;
} worker;

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

static void solve_one(const crew *c, kf_job *j, kf_mem *mem)
{
    kf_settings settings = *c->how->settings;
    kf_task task = kf_task_of(c->how, &j->residual->component, j->assignment);
    if (kf_limits_reached(&task.limits)) {
        leave(j);
        return;
    }
    double share = (double)j->residual->component.n_atoms / (double)c->atoms;
    settings.flips = 1 + (uint64_t)((double)settings.flips * share);
    settings.seed += j->key.a;
    task.settings = &settings;
    task.mem = mem;
    task.notes = &j->notes;
    task.point = j->point.x ? &j->point : NULL;
    j->status = kf_solver_run(c->solver, &task);
    j->solved = task.solved;
    bool proven = j->solved.bound >= j->solved.cost;
    j->cut_short = !proven && kf_limits_reached(&task.limits);
}

static void *work(void *context)
{
    worker *w = context;
    crew *c = w->c;
    for (;;) {
        size_t i = atomic_fetch_add(&c->next, 1);
        if (i >= c->n) return NULL;
        solve_one(c, &c->jobs[c->order[i]], w->mem);
    }
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
static kerf_status line_up(crew *c, size_t n, kf_arena *arena, uint64_t *total)
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

static void run_threads(crew *c, kf_mem *mem, uint32_t threads)
{
    worker workers[MOST_THREADS];
    uint32_t n = threads < MOST_THREADS ? threads : MOST_THREADS;
    if (n > c->n) n = (uint32_t)c->n;
    for (uint32_t i = 0; i < n; i++) {
        workers[i] = (worker){ .c = c };
        kf_mem_init(&workers[i].own, mem->limit ? (mem->limit - mem->used) / n + 1 : 0);
        workers[i].mem = &workers[i].own;
    }
    for (uint32_t i = 1; i < n; i++)
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    work(&workers[0]);
    for (uint32_t i = 1; i < n; i++)
        if (workers[i].started) pthread_join(workers[i].thread, NULL);
    for (uint32_t i = 0; i < n; i++) { /* what they held at most was held beside ours */
        size_t peak = mem->used + workers[i].own.peak;
        if (peak > mem->peak) mem->peak = peak;
        kf_mem_adopt(mem, &workers[i].own); /* their notes */
    }
}

kerf_status kf_jobs_run(kf_job *jobs, size_t n, const kf_solver *solver, const kf_task *how,
                        uint32_t threads)
{
    kf_mem *mem = how->mem;
    crew c = { .jobs = jobs, .solver = solver, .how = how };
    uint64_t total;
    kf_arena arena;
    kf_arena_init(&arena, mem);
    kerf_status st = line_up(&c, n, &arena, &total);
    if (st == KERF_OK && threads > 1 && c.n > 1 && total >= LEAST_WORK) {
        run_threads(&c, mem, threads);
    } else if (st == KERF_OK) {
        worker alone = { .c = &c, .mem = mem };
        work(&alone);
    }
    for (size_t i = 0; st == KERF_OK && i < n; i++)
        if (!jobs[i].done) st = jobs[i].status;
    kf_arena_free(&arena);
    return st;
}
