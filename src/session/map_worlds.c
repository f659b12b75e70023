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

#include "base/check.h"
#include "base/clock.h"
#include "base/pool.h"

#include <string.h>

enum { WORLDS_PER_THREAD = 2 };

typedef struct crew crew;

typedef struct flight { /* a world between reading and its answer */
    crew *c;
    kerf *k; /* NULL: not needed so far */
    kf_text name;
    bool read;          /* all of it */
    kerf_status status; /* once it is done */
    kerf_result result;
    KF_VEC(kerf_iteration) trace;
} flight;

struct crew {
    kerf *k;
    const kerf_map_options *options;
    kerf_each_fn *each;
    void *context;
    kf_stop stop;     /* the caller's */
    kf_crew *threads; /* a job is a world */
    flight *flights;  /* a ring: world i is in i % n */
    uint32_t n;
    bool ended;           /* all worlds are read, or reading failed */
    bool broken;          /* it failed */
    uint64_t first, last; /* worlds are handed out up to `first`, read up to `last` */
};

/* ---- Sessions for worlds ---------------------------------------------------------------------- */

static void free_borrower(kerf *k)
{
    if (!k) return;
    kf_mapped_free(&k->mapped);
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
    k->worlds.n = 1;
    kf_arena_init(&k->strings, &k->mem);
    kf_mapped_init(&k->mapped, &k->mem);
    k->diags = kf_diags_new(&k->mem);
    k->model = kf_model_share(from->model, &k->mem);
    k->evidence = k->model ? kf_evidence_new(&k->mem, k->model) : NULL;
    if (k->diags && k->evidence) return k;
    free_borrower(k);
    return NULL;
}

/* ---- Solving ---------------------------------------------------------------------------------- */

static int should_stop(void *context)
{
    const flight *f = context;
    return kf_stop_ask(&f->c->stop);
}

/* Told when its turn comes. One that there is no memory for is not. */
static void note_iteration(void *context, const kerf_iteration *i)
{
    flight *f = context;
    (void)!kf_vec_push(&f->k->mem, &f->trace, *i);
}

/* One that could not be read is done. */
static kerf_status solve(void *context, size_t world, uint32_t worker, kf_mem *mem)
{
    const crew *c = context;
    flight *f = &c->flights[world % c->n];
    kerf_map_options o = { .stop = should_stop, .context = f };
    (void)worker, (void)mem;
    if (!f->read) return KERF_OK;
    if (c->options->progress) o.progress = note_iteration;
    kf_session_begin(f->k);
    f->status = kf_session_end(f->k, kf_session_map(f->k, &o, &f->result));
    return KERF_OK; /* it is told in its turn */
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
    f->k->mapped.load = kf_now() - begun;
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
    c->last++;
    kf_crew_post(c->threads);
    return KERF_OK;
}

/* ---- Handing out ------------------------------------------------------------------------------ */

static void forget(flight *f)
{
    kf_mapped *m = &f->k->mapped;
    kf_mapped_forget(m);
    m->runs.n = 0;
    kf_arena_clear(&m->strings);
    kf_session_forget_database(f->k);
    f->k->logged = 0;
}

/* The answer of the first world in flight. */
static kerf_status hand_out(crew *c)
{
    static const kf_diags_mark beginning = { .last_kept = true };
    kerf *k = c->k;
    flight *f = &c->flights[c->first++ % c->n];
    kf_crew_retire(c->threads);
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

static bool was_stopped(const crew *c)
{
    const flight *f = &c->flights[(c->first - 1) % c->n];
    return f->result.ending == KERF_STOPPED;
}

static kerf_status run(crew *c)
{
    for (;;) {
        bool stopped = kf_stop_ask(&c->stop);
        if (kf_crew_is_done(c->threads)) {
            KF_TRY(hand_out(c));
            if (was_stopped(c)) return KERF_OK;
        } else if (!c->ended && !stopped && !kf_crew_is_full(c->threads)) {
            KF_TRY(read_next(c));
        } else if (!kf_crew_is_empty(c->threads)) {
            kf_crew_help(c->threads);
        } else {
            return c->ended ? KERF_OK : KERF_INTERRUPTED;
        }
    }
}

/* ---- The crew --------------------------------------------------------------------------------- */

static void dismiss(crew *c)
{
    kf_stop_set(&c->stop); /* what is not handed out by now nobody needs */
    kf_crew_close(c->threads);
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
    kerf_status st = kf_crew_open(&c->threads, threads, c->n, solve, c, &c->k->mem);
    if (st == KERF_OK) st = run(c);
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
    if (more && threads > 1 && !one_by_one(c->k, c->options) && !kf_stop_ask(&c->stop))
        return map_at_once(c, threads);
    while (more) KF_TRY(map_next(c, kf_stop_ask(&c->stop), &more));
    return KERF_OK;
}

kerf_status kerf_map_worlds(kerf *k, const kerf_map_options *options, kerf_each_fn *each,
                            void *context)
{
    static const kerf_map_options none = { 0 };
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_may_read(k));
    if (!each) return kf_session_misuse(k, "kerf_map_worlds needs a function that takes answers");
    if (k->phase == KF_PHASE_END) return KERF_OK;
    crew c = { .k = k, .options = options ? options : &none, .each = each, .context = context };
    c.stop = kf_stop_when(c.options->stop, c.options->context);
    return kf_session_end(k, map_worlds(&c));
}
