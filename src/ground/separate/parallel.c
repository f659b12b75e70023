/* parallel.c -- one query over several threads, with the answer of one.
 *
 * The outermost range is cut into slices that threads take in turn. Each slice writes what it finds
 * into a buffer of its own; these are then added in the order of the slices, which is the order in
 * which a single run finds things. So tuples, their order and the sums of their weights are the
 * same for any number of threads. Every thread runs a copy of the query. */
#include "ground/separate/finder.h"

#include "base/check.h"
#include "base/pool.h"

enum { SLICES_PER_THREAD = 8, LEAST_WORK = 20000, STEPS_PER_TUPLE = 4 };

typedef struct slice {
    KF_VEC(uint32_t) tuples;
    KF_VEC(uint64_t) times;
    KF_VEC(double) weights;
    kf_mem *mem; /* of the thread that took it */
    const kf_finder *f;
    kerf_status status;
} slice;

typedef struct worker {
    kf_query *query;
    kf_binding b;
} worker;

typedef struct job {
    const kf_finder *f;
    slice *slices;
    worker *workers;
    uint32_t n_slices, n_workers;
} job;

static bool keep(void *context, const kf_binding *b, uint64_t times)
{
    slice *s = context;
    uint32_t tuple[2 * KF_MOST_TUPLE], width = s->f->gr->tuples[s->f->side].width;
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

static kerf_status find_slice(void *context, size_t k, uint32_t by, kf_mem *mem)
{
    const job *j = context;
    slice *s = &j->slices[k];
    s->mem = mem;
    s->f = j->f;
    kerf_status st = kf_query_run_slice(j->workers[by].query, NULL, &j->workers[by].b, (uint32_t)k,
                                        j->n_slices, keep, s);
    return s->status != KERF_OK ? s->status : st;
}

static kerf_status open_workers(job *j, kf_query *query, kf_arena *arena)
{
    uint32_t variables = j->f->gr->c.n_variables + 1;
    for (uint32_t i = 0; i < j->n_workers; i++) {
        worker *w = &j->workers[i];
        KF_TRY(kf_binding_new(&w->b, arena, j->f->g->d, variables));
        KF_TRY(kf_query_fork(query, &w->query));
    }
    return KERF_OK;
}

static kerf_status add_slice(const kf_finder *f, const slice *s)
{
    const kf_tuple_map *u = &f->gr->tuples[f->side];
    assert(s->tuples.n == s->times.n * u->width && s->weights.n == s->times.n);
    for (size_t i = 0; i < s->times.n; i++) {
        KF_TRY(kf_grounder_spend(f->g, STEPS_PER_TUPLE));
        KF_TRY(kf_finder_add(f, s->tuples.at + i * u->width, s->times.at[i], s->weights.at[i]));
    }
    return KERF_OK;
}

/* All slices, then what they found, in order. */
static kerf_status run_slices(job *j)
{
    const kf_grounder *g = j->f->g;
    kerf_status st =
        kf_crew_run(j->n_workers, j->n_slices, find_slice, j, g->mem, g->backend->stop);
    for (uint32_t i = 0; i < j->n_slices; i++) {
        if (st == KERF_OK) st = add_slice(j->f, &j->slices[i]);
        kf_vec_free(g->mem, &j->slices[i].tuples);
        kf_vec_free(g->mem, &j->slices[i].times);
        kf_vec_free(g->mem, &j->slices[i].weights);
    }
    return st;
}

kerf_status kf_find_parallel(const kf_finder *f, kf_query *query)
{
    assert(f->g->threads > 1);
    uint32_t n = kf_crew_size(f->g->threads, SIZE_MAX);
    job j = { .f = f, .n_workers = n, .n_slices = n * SLICES_PER_THREAD };
    kf_arena arena;
    assert(n > 1);
    kf_arena_init(&arena, f->g->mem);
    j.workers = kf_arena_alloc(&arena, n, sizeof *j.workers);
    j.slices = kf_arena_alloc(&arena, j.n_slices, sizeof *j.slices);
    kerf_status st = j.workers && j.slices ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) st = open_workers(&j, query, &arena);
    if (st == KERF_OK) st = run_slices(&j);
    for (uint32_t i = 0; j.workers && i < n; i++) kf_query_join(query, j.workers[i].query);
    kf_arena_free(&arena);
    return st;
}

bool kf_worth_threads(const kf_grounder *g, const kf_query *query)
{
    return g->threads > 1 && kf_query_slices(query)
           && (g->always_threads || kf_query_estimate(query).work >= LEAST_WORK);
}
