/* pool.c -- see pool.h.
 *
 * Invariant, under the lock: first <= next <= last <= first + window. Jobs below `first` are
 * retired, those below `next` begun, those below `last` posted; done[i % window] tells of job i
 * whether it is done. */
#include "base/pool.h"

#include "base/check.h"

#include <pthread.h>
#include <time.h>

enum { WAIT_MILLISECONDS = 20 };

typedef struct worker {
    kf_crew *c;
    uint32_t index;
    pthread_t thread;
    kf_mem own, *mem; /* mem: &own, or the caller's where there is one worker */
} worker;

struct kf_crew {
    kf_mem *mem;
    kf_crew_job *job;
    void *context;
    size_t window, first, next, last;
    bool *done;
    pthread_mutex_t lock;
    pthread_cond_t posted, finished;
    uint32_t idle; /* workers that wait for a job */
    bool waiting;  /* the calling thread, for the first */
    bool closing;
    kerf_status status;
    size_t failed;            /* the job that it is of */
    uint32_t n_workers, size; /* that started, the caller among them; that there is room for */
    worker workers[];
};

#ifndef NDEBUG
static void check(const kf_crew *c)
{
    assert(c->first <= c->next && c->next <= c->last && c->last - c->first <= c->window);
    assert(c->status == KERF_OK || c->failed < c->last);
    assert(1 <= c->n_workers && c->n_workers <= c->size && c->idle < c->n_workers);
}
#endif

/* ---- Workers ---- */

/* The next job that nobody has begun; under the lock. */
static bool take(kf_crew *c, size_t *job)
{
    if (c->status != KERF_OK || c->next == c->last) return false;
    *job = c->next++;
    return true;
}

static void finish(kf_crew *c, size_t job, kerf_status status)
{
    pthread_mutex_lock(&c->lock);
    assert(c->first <= job && job < c->next && !c->done[job % c->window]);
    c->done[job % c->window] = true;
    if (status != KERF_OK && (c->status == KERF_OK || job < c->failed)) {
        c->status = status;
        c->failed = job;
    }
    KF_CHECK(check(c));
    if (c->waiting) pthread_cond_signal(&c->finished);
    pthread_mutex_unlock(&c->lock);
}

static void do_job(const worker *w, size_t job)
{
    finish(w->c, job, w->c->job(w->c->context, job, w->index, w->mem));
}

static void *work(void *context)
{
    const worker *w = context;
    kf_crew *c = w->c;
    for (;;) {
        size_t job = 0;
        bool taken;
        pthread_mutex_lock(&c->lock);
        while (!(taken = take(c, &job)) && !c->closing) {
            c->idle++;
            pthread_cond_wait(&c->posted, &c->lock);
            c->idle--;
        }
        pthread_mutex_unlock(&c->lock);
        if (!taken) return NULL;
        do_job(w, job);
    }
}

/* ---- The calling thread ---- */

uint32_t kf_crew_size(uint32_t threads, size_t n)
{
    assert(threads > 0);
    uint32_t most = threads < KF_MOST_THREADS ? threads : KF_MOST_THREADS;
    return n < most ? (uint32_t)(n ? n : 1) : most;
}

static void start(kf_crew *c)
{
    const kf_mem *mem = c->mem;
    size_t left = mem->limit > mem->used ? mem->limit - mem->used : 0;
    size_t share = mem->limit ? left / c->size + 1 : 0;
    for (uint32_t i = 0; i < c->size; i++) {
        worker *w = &c->workers[i];
        *w = (worker){ .c = c, .index = i, .mem = c->size > 1 ? &w->own : c->mem };
        kf_mem_init(&w->own, share);
    }
    c->n_workers = 1;
    while (c->n_workers < c->size) {
        worker *w = &c->workers[c->n_workers];
        if (pthread_create(&w->thread, NULL, work, w) != 0) return;
        pthread_mutex_lock(&c->lock);
        c->n_workers++;
        pthread_mutex_unlock(&c->lock);
    }
}

kerf_status kf_crew_open(kf_crew **out, uint32_t threads, size_t window, kf_crew_job *job,
                         void *context, kf_mem *mem)
{
    assert(threads >= 1 && window >= 1);
    uint32_t size = kf_crew_size(threads, window);
    kf_crew *c = kf_mem_calloc(mem, 1, sizeof *c + size * sizeof *c->workers);
    bool *done = kf_mem_calloc(mem, window, sizeof *done);
    if (!c || !done) {
        kf_mem_free(mem, c, 1, sizeof *c + size * sizeof *c->workers);
        kf_mem_free(mem, done, window, sizeof *done);
        return KERF_NO_MEMORY;
    }
    c->mem = mem;
    c->job = job;
    c->context = context;
    c->window = window;
    c->done = done;
    c->size = size;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->posted, NULL);
    pthread_cond_init(&c->finished, NULL);
    start(c);
    *out = c;
    return KERF_OK;
}

/* Only the calling thread moves `first` and `last`, so that it may read them without the lock. */
bool kf_crew_is_full(const kf_crew *c)
{
    return c->last - c->first == c->window;
}

bool kf_crew_is_empty(const kf_crew *c)
{
    return c->last == c->first;
}

void kf_crew_post(kf_crew *c)
{
    assert(!kf_crew_is_full(c));
    pthread_mutex_lock(&c->lock);
    c->done[c->last++ % c->window] = false;
    KF_CHECK(check(c));
    if (c->idle > 0) pthread_cond_signal(&c->posted);
    pthread_mutex_unlock(&c->lock);
}

bool kf_crew_is_done(kf_crew *c)
{
    pthread_mutex_lock(&c->lock);
    bool done = c->first < c->next && c->done[c->first % c->window];
    pthread_mutex_unlock(&c->lock);
    return done;
}

void kf_crew_retire(kf_crew *c)
{
    assert(kf_crew_is_done(c));
    pthread_mutex_lock(&c->lock);
    c->first++;
    KF_CHECK(check(c));
    pthread_mutex_unlock(&c->lock);
}

static struct timespec soon(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += WAIT_MILLISECONDS * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

bool kf_crew_help(kf_crew *c)
{
    size_t job = 0;
    struct timespec until = soon();
    pthread_mutex_lock(&c->lock);
    bool taken = take(c, &job);
    c->waiting = !taken && c->first < c->next && !c->done[c->first % c->window];
    if (c->waiting) pthread_cond_timedwait(&c->finished, &c->lock, &until);
    c->waiting = false;
    pthread_mutex_unlock(&c->lock);
    if (taken) do_job(&c->workers[0], job);
    return taken;
}

kerf_status kf_crew_status(kf_crew *c)
{
    pthread_mutex_lock(&c->lock);
    kerf_status status = c->status;
    pthread_mutex_unlock(&c->lock);
    return status;
}

/* What workers held at most was held beside what the caller has. */
static void give_back_memory(kf_crew *c)
{
    for (uint32_t i = 0; c->size > 1 && i < c->size; i++) {
        size_t peak = c->mem->used + c->workers[i].own.peak;
        if (peak > c->mem->peak) c->mem->peak = peak;
        kf_mem_adopt(c->mem, &c->workers[i].own);
    }
}

kerf_status kf_crew_close(kf_crew *c)
{
    if (!c) return KERF_OK;
    pthread_mutex_lock(&c->lock);
    c->closing = true;
    c->next = c->last;
    pthread_cond_broadcast(&c->posted);
    pthread_mutex_unlock(&c->lock);
    for (uint32_t i = 1; i < c->n_workers; i++) pthread_join(c->workers[i].thread, NULL);
    pthread_cond_destroy(&c->posted);
    pthread_cond_destroy(&c->finished);
    pthread_mutex_destroy(&c->lock);
    give_back_memory(c);
    kerf_status status = c->status;
    kf_mem *mem = c->mem;
    kf_mem_free(mem, c->done, c->window, sizeof *c->done);
    kf_mem_free(mem, c, 1, sizeof *c + c->size * sizeof *c->workers);
    return status;
}

/* ---- All at once ---- */

static kerf_status run_alone(size_t n, kf_crew_job *job, void *context, kf_mem *mem)
{
    for (size_t i = 0; i < n; i++) KF_TRY(job(context, i, 0, mem));
    return KERF_OK;
}

static void post_all(kf_crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->last = c->window;
    pthread_cond_broadcast(&c->posted);
    pthread_mutex_unlock(&c->lock);
}

kerf_status kf_crew_run(uint32_t threads, size_t n, kf_crew_job *job, void *context, kf_mem *mem,
                        kf_stop *stop)
{
    kf_crew *c;
    if (kf_crew_size(threads, n) == 1) return run_alone(n, job, context, mem);
    KF_TRY(kf_crew_open(&c, threads, n, job, context, mem));
    post_all(c);
    while (!kf_crew_is_empty(c) && kf_crew_status(c) == KERF_OK) {
        if (kf_crew_is_done(c)) {
            kf_crew_retire(c);
        } else if (!kf_crew_help(c)) {
            (void)kf_stop_ask(stop);
        }
    }
    return kf_crew_close(c);
}
