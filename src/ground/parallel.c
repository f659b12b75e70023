/* parallel.c -- one query over several threads, with the answer of one.
 *
 * The outermost range is cut into slices that threads take in turn. Each slice writes what it finds
 * into a buffer of its own; these are then added in the order of the slices, which is the order in
 * which a single run finds things. So units, their order and the sums of their weights are the same
 * for any number of threads. Every thread runs a copy of the query, and has memory of its own, for
 * the allocator is not shared; the counts are put together at the end. */
#include "ground/finder.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { SLICES_PER_THREAD = 8, LEAST_WORK = 20000, MOST_THREADS = 64, WAIT_NANOSECONDS = 20000000 };

typedef struct slice {
    KF_VEC(uint32_t) tuples;
    KF_VEC(uint64_t) times;
    KF_VEC(double) weights;
    kf_mem *mem; /* of the thread that took it */
    const kf_finder *f;
    kerf_status status;
} slice;

typedef struct job {
    const kf_finder *f;
    slice *slices;
    uint32_t n_slices, width;
    atomic_uint next;
    pthread_mutex_t lock; /* of `working`; whoever is done tells so */
    pthread_cond_t done;
    uint32_t working; /* threads beside this one */
} job;

typedef struct worker {
    job *j;
    pthread_t thread;
    bool started;
    kf_mem mem;
    kf_query *query;
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
    for (;;) {
        uint32_t k = atomic_fetch_add(&j->next, 1);
        if (k >= j->n_slices) return NULL;
        slice *s = &j->slices[k];
        s->mem = &w->mem;
        s->f = j->f;
        kerf_status st = kf_query_run_slice(w->query, NULL, &w->b, k, j->n_slices, keep, s);
        if (s->status == KERF_OK) s->status = st;
    }
}

static kerf_status open_workers(job *j, worker *workers, uint32_t n, kf_query *query,
                                kf_arena *arena)
{
    const kf_mem *mem = j->f->g->mem;
    uint32_t variables = j->f->gr->c.n_variables + 1;
    for (uint32_t i = 0; i < n; i++) {
        worker *w = &workers[i];
        w->j = j;
        KF_TRY(kf_binding_new(&w->b, arena, j->f->g->d, variables));
        KF_TRY(kf_query_fork(query, &w->query));
    }
    for (uint32_t i = 0; i < n; i++) {
        kf_mem_init(&workers[i].mem, mem->limit ? (mem->limit - mem->used) / n + 1 : 0);
    }
    return KERF_OK;
}

static kerf_status add_slice(const kf_finder *f, const slice *s)
{
    const kf_tuple_map *u = &f->gr->units[f->side];
    KF_TRY(s->status);
    for (size_t i = 0; i < s->times.n; i++) {
        KF_TRY(kf_finder_add(f, s->tuples.at + i * u->width, s->times.at[i], s->weights.at[i]));
    }
    return KERF_OK;
}

static void *work_beside(void *context)
{
    worker *w = context;
    work(w);
    pthread_mutex_lock(&w->j->lock);
    w->j->working--;
    pthread_cond_signal(&w->j->done);
    pthread_mutex_unlock(&w->j->lock);
    return NULL;
}

/* Only this thread may ask the caller whether to stop, so it goes on asking; the others hear of it
 * when they ask. */
static void wait_for_others(job *j)
{
    const kf_backend *s = j->f->g->store;
    pthread_mutex_lock(&j->lock);
    while (j->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WAIT_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&j->done, &j->lock, &until);
        if (s->stop) (void)s->stop(s->stop_context);
    }
    pthread_mutex_unlock(&j->lock);
}

/* All slices, then what they found, in order. */
static kerf_status run_slices(job *j, worker *workers, uint32_t n)
{
    kf_mem *mem = j->f->g->mem;
    kerf_status st = KERF_OK;
    pthread_mutex_lock(&j->lock);
    for (uint32_t i = 1; i < n; i++) { /* where one does not start, the others do its work */
        workers[i].started =
            pthread_create(&workers[i].thread, NULL, work_beside, &workers[i]) == 0;
        j->working += workers[i].started;
    }
    pthread_mutex_unlock(&j->lock);
    work(&workers[0]);
    wait_for_others(j);
    for (uint32_t i = 0; i < n; i++) {
        if (workers[i].started) pthread_join(workers[i].thread, NULL);
        kf_mem_adopt(mem, &workers[i].mem);
    }
    for (uint32_t i = 0; i < j->n_slices; i++) {
        if (st == KERF_OK) st = add_slice(j->f, &j->slices[i]);
        kf_vec_free(mem, &j->slices[i].tuples);
        kf_vec_free(mem, &j->slices[i].times);
        kf_vec_free(mem, &j->slices[i].weights);
    }
    return st;
}

kerf_status kf_find_parallel(const kf_finder *f, kf_query *query)
{
    uint32_t n = f->g->threads < MOST_THREADS ? f->g->threads : MOST_THREADS;
    job j = { .f = f,
              .n_slices = n * SLICES_PER_THREAD,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .done = PTHREAD_COND_INITIALIZER };
    kf_arena arena;
    kf_arena_init(&arena, f->g->mem);
    worker *workers = kf_arena_alloc(&arena, n, sizeof *workers);
    j.slices = kf_arena_alloc(&arena, j.n_slices, sizeof *j.slices);
    kerf_status st = workers && j.slices ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) st = open_workers(&j, workers, n, query, &arena);
    if (st == KERF_OK) st = run_slices(&j, workers, n);
    for (uint32_t i = 0; workers && i < n; i++) kf_query_join(query, workers[i].query);
    kf_arena_free(&arena);
    pthread_cond_destroy(&j.done);
    pthread_mutex_destroy(&j.lock);
    return st;
}

bool kf_worth_threads(const kf_grounder *g, const kf_query *query)
{
    return g->threads > 1 && kf_query_slices(query)
           && (g->always_threads || kf_query_estimate(query).work >= LEAST_WORK);
}
