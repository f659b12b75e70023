/* parallel.c -- one query over several threads, with the answer of one.
 *
 * The outermost range is cut into slices that threads take in turn. Each slice writes what it finds
 * into a buffer of its own; these are then added in the order of the slices, which is the order in
 * which a single run finds things. So units, their order and the sums of their weights are the same
 * for any number of threads. Every thread runs a copy of the plan, for plans count rows, and has
 * memory of its own, for the allocator is not shared; the counts are put together at the end. */
#include "ground/grounding.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SLICES_PER_THREAD = 8, LEAST_WORK = 20000, MOST_THREADS = 64 };

typedef struct slice {
    KF_VEC(uint32_t) tuples;
    KF_VEC(uint64_t) times;
    KF_VEC(double) weights;
    kf_mem *mem; /* of the thread that took it */
    const kf_finder *f;
    kerf_status status;
} slice;

typedef struct job {
    kf_ask *a;
    const kf_finder *f;
    slice *slices;
    uint32_t n_slices, width;
    atomic_uint next;
} job;

typedef struct worker {
    job *j;
    pthread_t thread;
    bool started;
    kf_mem mem;
    kf_plan *plan;
    kf_binding b;
} worker;

static bool keep(void *context, const kf_binding *b, uint64_t times)
{
    slice *s = context;
    uint32_t tuple[2 * KF_MOST_TUPLE], width = s->f->gr->units[s->f->side].width;
    double weight;
    if (!kf_finder_read(s->f, b, times, tuple, &weight)) return true;
    if (!kf_vec_reserve(s->mem, &s->tuples, width) || !kf_vec_reserve(s->mem, &s->times, 1)
        || !kf_vec_reserve(s->mem, &s->weights, 1)) {
        s->status = KERF_NO_MEMORY;
        return false;
    }
    s->times.at[s->times.n++] = times;
    s->weights.at[s->weights.n++] = weight;
    for (uint32_t i = 0; i < width; i++) s->tuples.at[s->tuples.n++] = tuple[i];
    return true;
}

static void *work(void *context)
{
    worker *w = context;
    job *j = w->j;
    const kf_rule *rule = &j->a->g->d->m->rules.at[j->a->gr->rule];
    for (;;) {
        uint32_t k = atomic_fetch_add(&j->next, 1);
        if (k >= j->n_slices) return NULL;
        slice *s = &j->slices[k];
        s->mem = &w->mem;
        s->f = j->f;
        kerf_status st =
            kf_plan_run_part(w->plan, j->a->g->d, rule, NULL, &w->b, k, j->n_slices, keep, s);
        if (s->status == KERF_OK) s->status = st;
    }
}

static kerf_status open_workers(job *j, worker *workers, uint32_t n, const kf_plan *plan)
{
    const kf_mem *mem = j->a->g->mem;
    uint32_t variables = j->a->gr->c.n_variables + 1;
    for (uint32_t i = 0; i < n; i++) {
        worker *w = &workers[i];
        size_t share = mem->limit ? (mem->limit - mem->used) / n + 1 : 0;
        *w = (worker){ .j = j };
        kf_mem_init(&w->mem, share);
        KF_TRY(kf_binding_new(&w->b, &j->a->scratch, j->a->g->d, variables));
        KF_TRY(kf_plan_copy(&w->plan, &j->a->scratch, plan));
    }
    return KERF_OK;
}

static kerf_status add_slice(const kf_finder *f, const slice *s)
{
    const kf_units *u = &f->gr->units[f->side];
    KF_TRY(s->status);
    for (size_t i = 0; i < s->times.n; i++) {
        KF_TRY(kf_finder_add(f, s->tuples.at + i * u->width, s->times.at[i], s->weights.at[i]));
    }
    return KERF_OK;
}

kerf_status kf_find_parallel(kf_ask *a, const kf_finder *f, kf_plan *plan)
{
    kf_grounder *g = a->g;
    uint32_t n = g->threads < MOST_THREADS ? g->threads : MOST_THREADS;
    job j = { .a = a, .f = f, .n_slices = n * SLICES_PER_THREAD };
    worker *workers = kf_arena_alloc(&a->scratch, n, sizeof *workers);
    j.slices = kf_arena_alloc(&a->scratch, j.n_slices, sizeof *j.slices);
    if (!workers || !j.slices) return KERF_NO_MEMORY;
    KF_TRY(open_workers(&j, workers, n, plan));
    for (uint32_t i = 1; i < n; i++) { /* where one does not start, the others do its work */
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    }
    work(&workers[0]);
    for (uint32_t i = 0; i < n; i++) {
        if (workers[i].started) pthread_join(workers[i].thread, NULL);
        kf_plan_add_rows(plan, workers[i].plan);
        kf_mem_adopt(g->mem, &workers[i].mem);
    }
    kerf_status st = KERF_OK;
    for (uint32_t i = 0; i < j.n_slices; i++) {
        if (st == KERF_OK) st = add_slice(f, &j.slices[i]);
        kf_vec_free(g->mem, &j.slices[i].tuples);
        kf_vec_free(g->mem, &j.slices[i].times);
        kf_vec_free(g->mem, &j.slices[i].weights);
    }
    return st;
}

bool kf_worth_threads(const kf_grounder *g, const kf_plan *plan)
{
    return g->threads > 1 && (g->always_threads || kf_plan_work(plan) >= LEAST_WORK);
}
