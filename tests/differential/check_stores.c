/* check_stores.c -- every store gives the same bytes as the one in memory.
 *
 * Totals, local costs, separation in full and by what flipped, everything ground, what is left
 * unsatisfied, and inference with its trace: each leaves a number in a record, and the records of
 * two stores must be the same. KERF_TEST_POSTGRES names a server to be tried as well. */
#include "trial.h"

#include "generate.h"
#include "infer/cpi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ENTRIES = 100, SOME_WORLDS = 4 };

typedef struct record {
    uint32_t n;
    struct {
        const char *what;
        uint64_t is;
    } at[MOST_ENTRIES];
} record;

static void note(record *to, const char *what, uint64_t is)
{
    if (to->n == MOST_ENTRIES) return;
    to->at[to->n].what = what;
    to->at[to->n++].is = is;
}

static void note_number(record *to, const char *what, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    note(to, what, bits);
}

static void note_problem(record *to, const char *what, const kf_grounder *g,
                         const kf_separated *out)
{
    uint64_t cards = g->p->cardinalities.n;
    for (size_t i = 0; i < g->p->cardinalities.n; i++) {
        const kf_cardinality *c = &g->p->cardinalities.at[i];
        cards = cards * 31 + c->least + 7 * c->most + c->n;
    }
    note(to, what, trial_digest(g, out) ^ cards);
    note_number(to, "the best score", g->best);
}

/* ---- What is done with each store ------------------------------------------------------------ */

typedef struct work {
    trial *t;
    loaded *l;
    const char *store;
    uint64_t seed;
    record *to;
} work;

typedef kerf_status task(work *, kf_grounder *);

static kerf_status flip_some(work *x, kf_grounder *g, uint64_t *state)
{
    for (uint32_t i = 0; i < x->t->n_atoms; i++) {
        const ground_atom *a = &x->t->atoms[i];
        if (!a->open || random_below(state, 3) > 0) continue;
        bool now = kf_database_holds(g->d, a->predicate, a->row);
        KF_TRY(kf_grounder_set(g, a->predicate, a->row, !now));
        if (random_below(state, 8) == 0) KF_TRY(kf_grounder_set(g, a->predicate, a->row, now));
    }
    return KERF_OK;
}

static kerf_status separate(work *x, kf_grounder *g)
{
    kf_separated out = { 0 };
    uint64_t state = x->seed;
    KF_TRY(kf_ground_local(g));
    note_problem(x->to, "local costs", g, &out);
    for (uint32_t i = 0; i < SOME_WORLDS; i++) {
        KF_TRY(kf_separate(g, false, &out));
        note_problem(x->to, i ? "separation by flips" : "the first separation", g, &out);
        KF_TRY(flip_some(x, g, &state));
    }
    KF_TRY(kf_separate(g, true, &out));
    note_problem(x->to, "separation in full", g, &out);
    for (size_t i = 0; i < g->rules.n; i++) {
        uint64_t groundings, hard;
        double cost;
        KF_TRY(kf_grounder_unsatisfied(g, &g->rules.at[i], true, &groundings, &cost, &hard));
        note(x->to, "unsatisfied groundings", groundings + hard);
        note_number(x->to, "unsatisfied cost", cost);
    }
    return KERF_OK;
}

static kerf_status ground_all(work *x, kf_grounder *g)
{
    kf_separated out = { 0 };
    kerf_status st = kf_ground_all(g);
    note(x->to, "status of everything ground", st);
    if (st == KERF_OK) note_problem(x->to, "everything ground", g, &out);
    return st == KERF_INFEASIBLE ? KERF_OK : st;
}

static kerf_status map(work *x, kf_grounder *g)
{
    const kf_cpi_options options = { .solver = kf_solver_find("auto"),
                                     .settings = { .seed = 1, .tries = 1 },
                                     .simplify = true,
                                     .threads = 1,
                                     .max_iterations = 1000,
                                     .deadline = INFINITY };
    kf_cpi_result r = { 0 };
    kerf_status st = kf_cpi_run(g, &options, &r);
    note(x->to, "outcome", r.outcome);
    note_number(x->to, "score", r.score);
    note_number(x->to, "cost", r.cost);
    note_number(x->to, "bound", r.cost_bound);
    note(x->to, "counts", r.atoms + 3 * r.groundings + 5 * r.groundings_with_multiplicity);
    for (size_t i = 0; i < r.trace.n; i++) {
        const kf_iteration *one = &r.trace.at[i];
        note(x->to, "counts of the trace", one->atoms + 3 * one->new_groundings + 5 * one->flipped);
        note_number(x->to, "cost in the trace", one->cost);
        note_number(x->to, "bound in the trace", one->cost_bound);
    }
    uint64_t world = 0;
    for (uint32_t i = 0; i < x->t->n_atoms; i++) {
        const ground_atom *a = &x->t->atoms[i];
        world = 3 * world + kf_database_holds(g->d, a->predicate, a->row);
    }
    note(x->to, "answer", world);
    kf_cpi_result_free(&r, g->mem);
    return st;
}

static kerf_status with_grounder(work *x, kf_database *d, task *todo)
{
    kf_mem *mem = &x->l->mem;
    kf_grounder *g = NULL;
    kf_backend *store = NULL;
    const kf_backend_site site = { .where = x->store, .diags = x->l->diags, .connections = 3 };
    kf_problem *p = kf_problem_new(mem);
    kerf_status st = p ? kf_grounder_open(&g, mem, d, p, x->l->diags) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_backend_open(&store, mem, d, &site);
    if (st == KERF_OK) {
        kf_grounder_set_threads(g, site.connections);
        kf_grounder_set_always_threads(g, true);
        if (x->seed % 2) kf_grounder_set_penalties_from(g, 0);
        kf_grounder_take_backend(g, store);
    }
    if (st == KERF_OK) st = kf_grounder_count(g);
    if (st == KERF_OK) st = todo(x, g);
    kf_grounder_free(g);
    kf_problem_free(p);
    return st;
}

static kerf_status do_all(work *x)
{
    static task *const tasks[] = { separate, ground_all, map };
    loaded *l = x->l;
    for (size_t i = 0; i < KF_LENGTH(tasks); i++) {
        kf_database *d;
        KF_TRY(kf_database_new(&d, &l->mem, l->model, l->world));
        kerf_status st = with_grounder(x, d, tasks[i]);
        kf_database_free(d);
        KF_TRY(st);
    }
    return KERF_OK;
}

/* ---- One against the other ------------------------------------------------------------------- */

static bool compare(trial *t, const char *store, const record *one, const record *other)
{
    for (uint32_t i = 0; i < one->n && i < other->n; i++) {
        if (one->at[i].is != other->at[i].is || strcmp(one->at[i].what, other->at[i].what) != 0)
            return trial_wrong(t, "store %s: %s, entry %u, is not as in memory", store,
                               other->at[i].what, i);
    }
    return one->n == other->n || trial_wrong(t, "store %s: another number of entries", store);
}

static const char *last_error(const kf_diags *diags)
{
    size_t n = diags ? kf_diags_count(diags) : 0;
    return n > 0 ? kf_diags_get(diags, n - 1)->text : "";
}

typedef struct expected {
    uint64_t seed;
    kerf_status status;
    const record *record;
} expected;

/* With what was loaded, wherever it is. */
static bool try_loaded(trial *t, loaded *l, const char *store, const expected *e)
{
    record *other = calloc(1, sizeof *other);
    if (!other) return trial_wrong(t, "no memory");
    work x = { t, l, store, e->seed, other };
    kerf_status st = do_all(&x);
    bool good = st == e->status
                || trial_wrong(t, "store %s: status %d, in memory %d; %s", store, (int)st,
                               (int)e->status, last_error(l->diags));
    good = good && compare(t, store, e->record, other);
    free(other);
    return good;
}

/* With evidence that was stored while it was read, or in an earlier reading. */
static bool try_stored(trial *t, const char *store, bool again, const expected *e)
{
    loaded *l = calloc(1, sizeof *l);
    const kf_backend_site site = { .where = store, .connections = 3 };
    if (!l) return trial_wrong(t, "no memory");
    kerf_status st = loaded_open_in(l, t->program, &site, again);
    bool good = st == KERF_OK
                || trial_wrong(t, "store %s: evidence cannot be stored: status %d; %s", store,
                               (int)st, last_error(l->diags));
    good = good && try_loaded(t, l, store, e);
    loaded_close(l);
    free(l);
    return good;
}

#ifdef HAVE_SQLITE
/* Stored, then used as it is; every eighth time, since files are slow. */
static bool try_file(trial *t, const expected *e)
{
    char name[] = "/tmp/kerf-trial-XXXXXX", store[64];
    if (e->seed % 8 > 0) return true;
    int file = mkstemp(name);
    if (file < 0) return trial_wrong(t, "no file");
    close(file);
    snprintf(store, sizeof store, "sqlite:%s", name);
    bool good = try_stored(t, store, false, e) && try_stored(t, store, true, e);
    unlink(name);
    return good;
}
#endif

bool trial_stores(trial *t, uint64_t seed)
{
    const char *postgres = getenv("KERF_TEST_POSTGRES");
    record *one = calloc(1, sizeof *one);
    if (!one) return trial_wrong(t, "no memory");
    work x = { t, &t->engine, "memory", seed, one };
    const expected e = { seed, do_all(&x), one };
    bool good = true;
#ifdef HAVE_SQLITE
    good = try_stored(t, "sqlite::memory:", false, &e) && try_file(t, &e);
#endif
    good = good && (!postgres || try_stored(t, postgres, false, &e));
    free(one);
    return good;
}
