/* map_worlds.c -- the most probable world of every world that is left, several at a time.
 *
 * This thread reads and hands out answers, in the order of the worlds; others solve, and so does this
 * one when nothing can be read. Each world in flight has a session of its own, which borrows the
 * model and has everything that a world changes: constants, rows, database, messages. What is said
 * while a world is read or solved is said to the caller's session when its turn comes, so that neither
 * answers nor messages show how many threads there are.
 *
 * The first world settles the model, and is solved before there are others. */
#include "session/session.h"

#include "base/clock.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { MOST_HELPERS = 63, WORLDS_PER_THREAD = 2, WAIT_MILLISECONDS = 20 };

typedef enum stage { EMPTY, READ, TAKEN, DONE } stage;

typedef struct crew crew;

typedef struct flight { /* a world between reading and its answer */
    crew *c;
    kerf *k; /* NULL: not needed so far */
    kf_text name;
    stage stage;
    bool read;          /* all of it */
    kerf_status status; /* once it is DONE */
    kerf_result result;
    KF_VEC(kerf_iteration) trace;
} flight;

struct crew {
    kerf *k;
    const kerf_map_options *options;
    kerf_each_fn *each;
    void *context;
    pthread_t self;
    atomic_bool stopped;
    flight *flights; /* a ring: world i is in i % n */
    uint32_t n;
    bool ended;  /* all worlds are read, or reading failed */
    bool broken; /* it failed */
    /* Worlds are handed out up to `first`, taken up to `next`, read up to `last`. */
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    uint64_t first, next, last;
    bool closing;
    uint32_t idle; /* helpers that wait for work */
    bool waiting;  /* this thread, for the first world */
    uint32_t n_helpers;
    pthread_t helpers[MOST_HELPERS];
};

/* ---- Sessions for worlds ---------------------------------------------------------------------- */

static void free_borrower(kerf *k)
{
    if (!k) return;
    kf_record_free(&k->record);
    kf_session_forget_database(k);
    kf_evidence_free(k->evidence);
    kf_model_free_share(k->model);
    kf_diags_free(k->diags);
    kf_arena_free(&k->strings);
    kf_mem mem = k->mem;
    kf_mem_free(&mem, k, 1, sizeof *k);
    assert(mem.used == 0);
}

/* A session that has the model and the options of another, and one thread. */
static kerf *new_borrower(const kerf *from)
{
    kf_mem mem;
    kf_mem_init(&mem, 0);
    mem.fail_after = from->mem.fail_after;
    kerf *k = kf_mem_calloc(&mem, 1, sizeof *k);
    if (!k) return NULL;
    k->mem = mem;
    k->options = from->options;
    k->options.threads = 1;
    k->phase = KF_PHASE_EVIDENCE;
    k->program = from->program;
    k->warned = from->warned;
    k->record.worlds.n = 1;
    kf_arena_init(&k->strings, &k->mem);
    k->diags = kf_diags_new(&k->mem);
    kf_record_init(&k->record, &k->mem, k->diags);
    k->model = kf_model_share(from->model, &k->mem);
    k->record.model = k->model;
    k->evidence = k->model ? kf_evidence_new(&k->mem, k->model) : NULL;
    if (k->diags && k->evidence) return k;
    free_borrower(k);
    return NULL;
}

/* ---- Solving ---------------------------------------------------------------------------------- */

/* Solvers ask from any thread; the caller is asked from his own only. */
static int should_stop(void *context)
{
    const flight *f = context;
    crew *c = f->c;
    const kerf_map_options *o = c->options;
    if (o->stop && pthread_equal(pthread_self(), c->self) && o->stop(o->context))
        atomic_store(&c->stopped, true);
    return atomic_load(&c->stopped);
}

/* Told when its turn comes. One that there is no memory for is not. */
static void note_iteration(void *context, const kerf_iteration *i)
{
    flight *f = context;
    (void)!kf_vec_push(&f->k->mem, &f->trace, *i);
}

static void solve(flight *f)
{
    kerf_map_options o = { .stop = should_stop, .context = f };
    if (f->c->options->progress) o.progress = note_iteration;
    kf_session_begin(f->k);
    f->status = kf_session_end(f->k, kf_session_map(f->k, &o, &f->result));
}

/* The next that nobody has taken. One that could not be read is DONE, and the last. */
static flight *take(crew *c)
{
    flight *f = &c->flights[c->next % c->n];
    if (c->next == c->last || f->stage != READ) return NULL;
    c->next++;
    f->stage = TAKEN;
    return f;
}

static void finish(crew *c, flight *f)
{
    pthread_mutex_lock(&c->lock);
    f->stage = DONE;
    if (c->waiting && f == &c->flights[c->first % c->n]) pthread_cond_signal(&c->done);
    pthread_mutex_unlock(&c->lock);
}

static void *help(void *context)
{
    crew *c = context;
    for (;;) {
        flight *f;
        pthread_mutex_lock(&c->lock);
        while (!(f = take(c)) && !c->closing) {
            c->idle++;
            pthread_cond_wait(&c->work, &c->lock);
            c->idle--;
        }
        pthread_mutex_unlock(&c->lock);
        if (!f) return NULL;
        solve(f);
        finish(c, f);
    }
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* The next world into the flight's session. What is said goes there, too. */
static kerf_status read_world(crew *c, flight *f, bool *more)
{
    kerf *k = c->k;
    double begun = kf_now();
    kf_diags_mark mark = kf_diags_get_mark(k->diags);
    kf_loader_aim(k->loader, f->k->model, f->k->evidence);
    k->begun = true;
    kerf_status st = kf_loader_next(k->loader, more);
    kf_loader_aim(k->loader, k->model, k->evidence);
    kf_diags_move(k->diags, mark, f->k->diags);
    if (st != KERF_OK || !*more) return st;
    kf_text_clear(&f->name);
    kf_text_add(&f->name, kf_str_of(kf_loader_world_name(k->loader)));
    if (f->name.failed) return KERF_NO_MEMORY;
    f->k->name = f->name.at ? f->name.at : "";
    f->k->record.mapped.load = kf_now() - begun;
    return kf_session_check_world(f->k);
}

/* A failure takes its turn like an answer. */
static kerf_status read_next(crew *c)
{
    flight *f = &c->flights[c->last % c->n];
    bool more = false;
    if (!f->k) {
        f->k = new_borrower(c->k);
        if (!f->k) return KERF_NO_MEMORY;
    }
    f->trace.n = 0;
    f->status = read_world(c, f, &more);
    f->read = f->status == KERF_OK;
    c->broken = !f->read;
    c->ended = c->broken || !more;
    if (f->read && !more) return KERF_OK;
    pthread_mutex_lock(&c->lock);
    f->stage = f->read ? READ : DONE;
    c->last++;
    if (c->idle > 0) pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
    return KERF_OK;
}

/* ---- Handing out ------------------------------------------------------------------------------ */

static void forget(flight *f)
{
    kf_mapped *m = &f->k->record.mapped;
    kf_mapped_forget(m);
    m->runs.n = 0;
    kf_arena_clear(&m->strings);
    kf_session_forget_database(f->k);
    f->k->logged = 0;
    f->stage = EMPTY;
}

/* The answer of the first world in flight. */
static kerf_status hand_out(crew *c)
{
    static const kf_diags_mark beginning = { .last_kept = true };
    kerf *k = c->k;
    flight *f = &c->flights[c->first++ % c->n];
    if (f->read) kf_session_count_world(k, f->k->evidence);
    for (size_t i = 0; i < f->trace.n; i++)
        c->options->progress(c->options->context, &f->trace.at[i]);
    kf_diags_move(f->k->diags, beginning, k->diags);
    kf_session_end(k, KERF_OK); /* the log gets what is new */
    if (f->status != KERF_OK) {
        memcpy(k->error, f->k->error, sizeof k->error);
        return f->status;
    }
    kerf_status st = c->each(f->k, &f->result, c->context);
    forget(f);
    return st;
}

static bool is_done(crew *c)
{
    pthread_mutex_lock(&c->lock);
    bool done = c->first < c->last && c->flights[c->first % c->n].stage == DONE;
    pthread_mutex_unlock(&c->lock);
    return done;
}

/* Solves a world that nobody has taken, or waits for the first, but not for long. */
static void help_or_wait(crew *c)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_MILLISECONDS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_mutex_lock(&c->lock);
    flight *f = take(c);
    c->waiting = !f && c->flights[c->first % c->n].stage != DONE;
    if (c->waiting) pthread_cond_timedwait(&c->done, &c->lock, &until);
    c->waiting = false;
    pthread_mutex_unlock(&c->lock);
    if (!f) return;
    solve(f);
    finish(c, f);
}

static bool is_stopped(const crew *c)
{
    const kerf_map_options *o = c->options;
    return o->stop && o->stop(o->context);
}

static bool was_stopped(const crew *c)
{
    const flight *f = &c->flights[(c->first - 1) % c->n];
    return f->result.ending == KERF_STOPPED;
}

static kerf_status run(crew *c)
{
    for (;;) {
        if (is_stopped(c)) atomic_store(&c->stopped, true);
        bool stopped = atomic_load(&c->stopped);
        if (is_done(c)) {
            KF_TRY(hand_out(c));
            if (was_stopped(c)) return KERF_OK;
        } else if (!c->ended && !stopped && c->last - c->first < c->n) {
            KF_TRY(read_next(c));
        } else if (c->first < c->last) {
            help_or_wait(c);
        } else {
            return c->ended ? KERF_OK : KERF_INTERRUPTED;
        }
    }
}

/* ---- The crew --------------------------------------------------------------------------------- */

static void dismiss(crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->closing = true;
    c->next = c->last; /* what nobody has taken yet nobody needs */
    atomic_store(&c->stopped, true);
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (uint32_t i = 0; i < c->n_helpers; i++) pthread_join(c->helpers[i], NULL);
    size_t beside = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        flight *f = &c->flights[i];
        kf_text_free(&f->name);
        if (!f->k) continue;
        beside += f->k->mem.peak;
        kf_vec_free(&f->k->mem, &f->trace);
        free_borrower(f->k);
    }
    if (c->k->mem.used + beside > c->k->mem.peak) c->k->mem.peak = c->k->mem.used + beside;
    kf_mem_free(&c->k->mem, c->flights, c->n, sizeof *c->flights);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->work);
    pthread_cond_destroy(&c->done);
}

static kerf_status map_at_once(crew *c, uint32_t threads)
{
    c->n = WORLDS_PER_THREAD * threads;
    c->flights = kf_mem_calloc(&c->k->mem, c->n, sizeof *c->flights);
    if (!c->flights) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n; i++) {
        c->flights[i].c = c;
        kf_text_init(&c->flights[i].name, &c->k->mem);
    }
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    pthread_cond_init(&c->done, NULL);
    while (c->n_helpers + 1 < threads && c->n_helpers < MOST_HELPERS
           && pthread_create(&c->helpers[c->n_helpers], NULL, help, c) == 0)
        c->n_helpers++;
    kerf_status st = run(c);
    if (c->ended || c->first < c->last) c->k->phase = c->broken ? KF_PHASE_BROKEN : KF_PHASE_END;
    dismiss(c);
    return st;
}

/* ---- One after the other ---------------------------------------------------------------------- */

/* late: it was stopped after the answer before. Then a world that is left has none. */
static kerf_status map_next(crew *c, bool late, bool *more)
{
    kerf *k = c->k;
    kerf_result result;
    kerf_status st = kf_session_next_world(k, more);
    if (st != KERF_OK) k->phase = KF_PHASE_BROKEN;
    if (st != KERF_OK || !*more) return st;
    if (late) return KERF_INTERRUPTED;
    KF_TRY(kf_session_map(k, c->options, &result));
    KF_TRY(c->each(k, &result, c->context));
    *more = result.ending != KERF_STOPPED;
    return KERF_OK;
}

/* What a session gathers of all its worlds, a limit for all of them, or a store for one world at a
 * time: then they do not go beside each other. */
static bool one_by_one(const kerf *k, const kerf_map_options *o)
{
    return o->statistics || o->certificate || o->report || k->mem.limit > 0
           || !kf_backend_is_memory(k->options.store);
}

static kerf_status map_worlds(crew *c)
{
    bool more = true;
    uint32_t threads = kf_session_threads(c->k);
    KF_TRY(map_next(c, false, &more));
    if (more && threads > 1 && !one_by_one(c->k, c->options) && !is_stopped(c))
        return map_at_once(c, threads);
    while (more) KF_TRY(map_next(c, is_stopped(c), &more));
    return KERF_OK;
}

kerf_status kerf_map_worlds(kerf *k, const kerf_map_options *options, kerf_each_fn *each,
                            void *context)
{
    kerf_map_options own;
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_may_read(k));
    KF_TRY(kf_session_take(k, &own, sizeof own, options));
    if (!each) return kf_session_misuse(k, "kerf_map_worlds needs a function that takes answers");
    if (k->phase == KF_PHASE_END) return KERF_OK;
    crew c = { .k = k, .options = &own, .each = each, .context = context, .self = pthread_self() };
    return kf_session_end(k, map_worlds(&c));
}
