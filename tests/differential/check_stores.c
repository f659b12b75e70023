/* check_stores.c -- every store gives the same bytes as the one in memory.
 *
 * Totals, local costs, separation in full and by what flipped, everything ground, what is left
 * unsatisfied, and inference with its trace: each leaves a number in a record, and the records of two
 * stores must be the same. KERF_TEST_POSTGRES names a server to be tried as well. */
#include "trial.h"

#include "generate.h"
#include "infer/cpi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        KF_TRY(kf_grounder_unsatisfied(g, &g->rules.at[i], &groundings, &cost, &hard));
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
    kf_mem *mem = &x->t->engine.mem;
    kf_grounder *g = NULL;
    kf_store *store = NULL;
    const kf_store_site site = { .where = x->store, .diags = x->t->engine.diags, .connections = 3 };
    kf_problem *p = kf_problem_new(mem);
    kerf_status st = p ? kf_grounder_open(&g, mem, d, p, x->t->engine.diags) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_store_open(&store, mem, d, &site);
    if (st == KERF_OK) {
        g->threads = site.connections;
        kf_grounder_take_store(g, store);
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
    const loaded *l = &x->t->engine;
    for (size_t i = 0; i < KF_LENGTH(tasks); i++) {
        kf_database *d;
        KF_TRY(kf_database_new(&d, &x->t->engine.mem, l->model, l->world));
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

static const char *last_error(const trial *t)
{
    const kf_diags *diags = t->engine.diags;
    size_t n = kf_diags_count(diags);
    return n > 0 ? kf_diags_get(diags, n - 1)->text : "";
}

static bool try_store(trial *t, const char *store, uint64_t seed, kerf_status first,
                      const record *one)
{
    record *other = calloc(1, sizeof *other);
    if (!other) return trial_wrong(t, "no memory");
    work x = { t, store, seed, other };
    kerf_status st = do_all(&x);
    bool good = st == first
                || trial_wrong(t, "store %s: status %d, in memory %d; %s", store, (int)st,
                               (int)first, last_error(t));
    good = good && compare(t, store, one, other);
    free(other);
    return good;
}

bool trial_stores(trial *t, uint64_t seed)
{
    const char *postgres = getenv("KERF_TEST_POSTGRES");
    record *one = calloc(1, sizeof *one);
    if (!one) return trial_wrong(t, "no memory");
    work x = { t, "memory", seed, one };
    kerf_status st = do_all(&x);
    bool good = true;
#ifdef HAVE_SQLITE
    good = try_store(t, "sqlite::memory:", seed, st, one);
#endif
    good = good && (!postgres || try_store(t, postgres, seed, st, one));
    free(one);
    return good;
}
