/* map_worlds.c -- the most probable world of every world that is left, several at a time.
 *
 * This thread reads and hands out answers, in the order of the worlds; others solve, and so does
 * this one when nothing can be read. Each world in flight has a session of its own, which borrows
 * the model and has everything that a world changes: constants, rows, database, messages. What is
 * said while a world is read or solved is said to the caller's session when its turn comes, so that
 * neither answers nor messages show how many threads there are.
 *
 * The first world settles the model, and is solved before there are others. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/pool.h"
#include "base/stop.h"
#include "query/backend.h"

#include <string.h>

enum { WORLDS_PER_THREAD = 2 };

typedef struct several several;

typedef struct flight { /* a world between reading and its answer */
    several *s;
    kerf *k; /* NULL: not needed so far */
    kf_text name;
    bool read;          /* all of it */
    kerf_status status; /* of reading, then of inference */
    kerf_result result;
    KF_VEC(kerf_iteration) trace;
} flight;

struct several { /* worlds, and who asks for them */
    kerf *k;
    const kerf_map_options *options;
    kerf_each_fn *each;
    void *context;
    kf_stop stop; /* of all worlds */
    kf_crew *crew;
    flight *flights; /* a ring: world i is in i % n */
    uint32_t n;
    uint64_t first, last; /* worlds are handed out up to `first` and read up to `last` */
    bool ended;           /* all worlds are read, or reading failed */
    bool broken;          /* it failed */
};

/* ---- Sessions for worlds ---- */

static void free_borrower(kerf *k)
{
    if (!k) return;
    kf_session_drop_ground(k);
    kf_record_free(&k->record);
    kf_session_forget_database(k);
    kf_kept_free(k->kept);
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
    k->model = kf_model_share(from->model, from->model, &k->mem);
    k->record.model = k->model;
    k->evidence = k->model ? kf_evidence_new(&k->mem, k->model) : NULL;
    if (k->diags && k->evidence) return k;
    free_borrower(k);
    return NULL;
}

/* ---- The invariant ---- */

#ifndef NDEBUG
/* The ring holds the worlds in flight, each with a session that borrows the model. */
static void check(const several *s)
{
    assert(s->first <= s->last && s->last - s->first <= s->n);
    assert(kf_crew_is_empty(s->crew) == (s->first == s->last));
    assert(!s->broken || s->ended);
    for (uint64_t world = s->first; world < s->last; world++) {
        const flight *f = &s->flights[world % s->n];
        assert(f->s == s && f->k && f->k->evidence);
        assert(f->k->model->settled && f->k->program == s->k->program);
    }
}
#endif

/* ---- Solving ---- */

static int should_stop(void *context)
{
    const flight *f = context;
    return kf_stop_ask(&f->s->stop);
}

/* Told when its turn comes. One that there is no memory for is not. */
static void note_iteration(void *context, const kerf_iteration *i)
{
    flight *f = context;
    (void)!kf_vec_push(&f->k->mem, &f->trace, *i);
}

/* A world that could not be read takes its turn, too, but there is nothing to solve. */
static kerf_status solve(void *context, size_t world, uint32_t worker, kf_mem *mem)
{
    several *s = context;
    flight *f = &s->flights[world % s->n];
    kerf_map_options o = { .size = sizeof o, .stop = should_stop, .context = f };
    (void)worker;
    (void)mem;
    if (!f->read) return KERF_OK;
    if (s->options->progress) o.progress = note_iteration;
    kf_session_begin(f->k);
    f->status = kf_session_end(f->k, kf_session_map(f->k, &o, &f->result));
    return KERF_OK;
}

/* ---- Reading ---- */

/* The next world into the flight's session. What is said goes there, too. */
static kerf_status read_world(several *s, flight *f, bool *more)
{
    kerf *k = s->k;
    double begun = kf_now();
    assert(!f->k->database && f->k->record.mapped.runs.n == 0);
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
    KF_TRY(kf_session_make_constants(f->k, &k->reading));
    KF_TRY(kf_session_size_weights(f->k));
    return kf_session_check_world(f->k);
}

static kerf_status read_next(several *s)
{
    flight *f = &s->flights[s->last % s->n];
    assert(!s->ended && s->last - s->first < s->n);
    bool more = false;
    if (!f->k) {
        f->k = new_borrower(s->k);
        if (!f->k) return KERF_NO_MEMORY;
    }
    f->trace.n = 0;
    f->status = read_world(s, f, &more);
    f->read = f->status == KERF_OK;
    s->broken = !f->read;
    s->ended = s->broken || !more;
    if (f->read && !more) return KERF_OK;
    s->last++;
    kf_crew_post(s->crew);
    return KERF_OK;
}

/* ---- Handing out ---- */

static void forget(flight *f)
{
    kf_mapped *m = &f->k->record.mapped;
    kf_mapped_forget(m);
    m->runs.n = 0;
    kf_arena_clear(&m->strings);
    kf_session_forget_database(f->k);
    f->k->logged = 0;
}

/* The answer of the first world in flight. */
static kerf_status hand_out(several *s)
{
    static const kf_diags_mark beginning = { .last_kept = true };
    kerf *k = s->k;
    flight *f = &s->flights[s->first++ % s->n];
    kf_crew_retire(s->crew);
    assert(f->status != KERF_OK || f->read);
    if (f->read) kf_session_count_world(k, f->k->evidence);
    for (size_t i = 0; i < f->trace.n; i++)
        s->options->progress(s->options->context, &f->trace.at[i]);
    kf_diags_move(f->k->diags, beginning, k->diags);
    kf_session_end(k, KERF_OK); /* the log gets what is new */
    if (f->status != KERF_OK) {
        memcpy(k->error, f->k->error, sizeof k->error);
        return f->status;
    }
    kerf_status st = s->each(f->k, &f->result, s->context);
    forget(f);
    return st;
}

static bool was_stopped(const several *s)
{
    assert(s->first > 0);
    const flight *f = &s->flights[(s->first - 1) % s->n];
    return f->result.ending == KERF_STOPPED;
}

static kerf_status run(several *s)
{
    for (;;) {
        bool stopped = kf_stop_ask(&s->stop);
        KF_CHECK(check(s));
        if (kf_crew_is_done(s->crew)) {
            KF_TRY(hand_out(s));
            if (was_stopped(s)) return KERF_OK;
        } else if (!s->ended && !stopped && !kf_crew_is_full(s->crew)) {
            KF_TRY(read_next(s));
        } else if (!kf_crew_is_empty(s->crew)) {
            kf_crew_help(s->crew);
        } else {
            return s->ended ? KERF_OK : KERF_INTERRUPTED;
        }
    }
}

/* ---- Several at a time ---- */

static kerf_status open_flights(several *s, uint32_t threads)
{
    s->n = WORLDS_PER_THREAD * threads;
    s->flights = kf_mem_calloc(&s->k->mem, s->n, sizeof *s->flights);
    if (!s->flights) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < s->n; i++) {
        s->flights[i].s = s;
        kf_text_init(&s->flights[i].name, &s->k->mem);
    }
    return kf_crew_open(&s->crew, threads, s->n, solve, s, &s->k->mem);
}

static void close_flights(several *s)
{
    size_t beside = 0;
    kf_stop_set(&s->stop); /* nobody needs what is still being solved */
    kf_crew_close(s->crew);
    for (uint32_t i = 0; s->flights && i < s->n; i++) {
        flight *f = &s->flights[i];
        kf_text_free(&f->name);
        if (!f->k) continue;
        beside += f->k->mem.peak;
        kf_vec_free(&f->k->mem, &f->trace);
        free_borrower(f->k);
    }
    if (s->k->mem.used + beside > s->k->mem.peak) s->k->mem.peak = s->k->mem.used + beside;
    kf_mem_free(&s->k->mem, s->flights, s->n, sizeof *s->flights);
}

static kerf_status map_at_once(several *s, uint32_t threads)
{
    kerf_status st = open_flights(s, threads);
    if (st == KERF_OK) {
        st = run(s);
        if (s->ended || s->first < s->last)
            s->k->phase = s->broken ? KF_PHASE_BROKEN : KF_PHASE_END;
    }
    close_flights(s);
    return st;
}

/* ---- One after the other ---- */

/* late: it was stopped after the answer before. Then a world that is left has none. */
static kerf_status map_next(several *s, bool late, bool *more)
{
    kerf *k = s->k;
    kerf_result result;
    kerf_status st = kf_session_next_world(k, more);
    if (st != KERF_OK) k->phase = KF_PHASE_BROKEN;
    if (st != KERF_OK || !*more) return st;
    if (late) return KERF_INTERRUPTED;
    KF_TRY(kf_session_map(k, s->options, &result));
    KF_TRY(s->each(k, &result, s->context));
    *more = result.ending != KERF_STOPPED;
    return KERF_OK;
}

/* What a session gathers of all its worlds, a limit for all of them, or a store for one world at a
 * time: then they do not go beside each other. */
static bool one_by_one(const kerf *k, const kerf_map_options *o)
{
    return o->statistics || o->certificate || o->report || k->mem.limit > 0 || k->options.relax
           || !kf_backend_is_memory(k->options.store);
}

static kerf_status map_worlds(several *s)
{
    bool more = true;
    uint32_t threads = kf_session_threads(s->k);
    KF_TRY(map_next(s, false, &more));
    if (more && threads > 1 && !one_by_one(s->k, s->options) && !kf_stop_ask(&s->stop))
        return map_at_once(s, threads);
    while (more) KF_TRY(map_next(s, kf_stop_ask(&s->stop), &more));
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
    several s = { .k = k,
                  .options = &own,
                  .each = each,
                  .context = context,
                  .stop = kf_stop_when(own.stop, own.context) };
    return kf_session_end(k, map_worlds(&s));
}
