/* check_edits.c -- a session whose facts come and go, against fresh sessions.
 *
 * A script of edits follows from the program and a seed: facts of its evidence, and others like
 * them with constants changed, are asserted, replaced and taken back; weights change; the session
 * is cloned, stopped, or its memory fails. A model of the world (a list of atoms and what is said
 * of each) is edited alongside. After every few edits the session is asked, and so is a fresh one
 * that reads the world as text: status, outcome, score, cost and bound must be the same, and so
 * must what the other value of an atom costs, and how probable every atom is. */
#include "editing.h"

#include "generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 8, EDITS = 5 };

edited *trial_edited;

/* ---- Edits ----------------------------------------------------------------------------------- */

static said other_said(editing *e, const fact *f)
{
    uint32_t dice = random_below(&e->state, 10);
    if (dice < 4) return f->said == SAID_NOTHING ? SAID_TRUE : SAID_NOTHING;
    if (!f->hidden) return dice < 8 ? SAID_TRUE : SAID_FALSE;
    return dice < 6 ? SAID_TRUE : dice < 8 ? SAID_FALSE : dice < 9 ? SAID_UNKNOWN : SAID_SOFT;
}

static bool edit_weight(editing *e, kerf_status *status)
{
    size_t n = kerf_formula_count(e->k);
    kerf_formula_info info = { .size = sizeof info };
    if (n == 0 || n > MOST_LINES) return true;
    size_t formula = random_below(&e->state, (uint32_t)n);
    double weight = 0.25 * (double)random_below(&e->state, 17) - 2;
    *status = kerf_formula_get(e->k, formula, &info);
    if (*status != KERF_OK) return *status == KERF_NO_MEMORY;
    *status = kerf_set_weight(e->k, formula, weight);
    bool number = isfinite(info.weight) && info.table_rows == 0;
    if (*status == KERF_NO_MEMORY) return true;
    if (*status == KERF_OK) e->weights[formula] = weight;
    else if (!number) *status = KERF_OK;
    return *status == KERF_OK || editing_wrong(e, "a weight cannot be set: %s", kerf_error(e->k));
}

static bool edit_fact(editing *e, kerf_status *status)
{
    if (e->n == 0) return true;
    fact *f = &e->facts[random_below(&e->state, e->n)], before = *f;
    f->said = other_said(e, f);
    f->p = 0.05 + 0.1 * random_below(&e->state, 10);
    *status = editing_tell(e->k, f);
    if (*status == KERF_OK) return true;
    *f = before;
    return *status == KERF_NO_MEMORY || editing_wrong(e, "an edit: %s", kerf_error(e->k));
}

static bool edit(editing *e, kerf_status *status)
{
    if (random_below(&e->state, 8) == 0) return edit_weight(e, status);
    return edit_fact(e, status);
}

/* The same, or as near as sums in another order are. */
static bool near(double a, double b, double size)
{
    return a == b || fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b) + size) || (isnan(a) && isnan(b));
}

static bool compare(editing *e, const asked *a, const asked *fresh, const char *world)
{
    double size = fabs(a->r.score) + fabs(a->r.cost);
    if (!isfinite(size)) size = 0;
    bool same = a->status == fresh->status;
    bool found = a->status == KERF_OK || a->status == KERF_INFEASIBLE;
    if (same && found)
        same = a->r.outcome == fresh->r.outcome && near(a->r.score, fresh->r.score, size)
               && near(a->r.cost, fresh->r.cost, size)
               && near(a->r.cost_bound, fresh->r.cost_bound, size)
               && near(a->r.bound, fresh->r.bound, size)
               && a->r.hard_violations == fresh->r.hard_violations;
    return same
           || editing_wrong(
               e,
               "status %d, outcome %d, score %.12g, cost %.12g, bound %.12g; a fresh session: "
               "%d, %d, %.12g, %.12g, %.12g; %.200s; the world is\n%.1200s",
               a->status, a->r.outcome, a->r.score, a->r.cost, a->r.cost_bound, fresh->status,
               fresh->r.outcome, fresh->r.score, fresh->r.cost, fresh->r.cost_bound,
               kerf_error(e->k), world);
}

/* ---- Explanations between edits -------------------------------------------------------------- */

/* Why is an atom as it is? The worlds may have ties, so that only what is the same in all is
 * compared: what the other value costs, where the atom has the same value. */
static bool compare_explained(editing *e, kerf *fresh, const char *atom)
{
    kerf_explanation a = { .size = sizeof a }, b = { .size = sizeof b };
    kerf_status st = kerf_explain(e->k, atom, NULL, &a),
                other = kerf_explain(fresh, atom, NULL, &b);
    if (st == KERF_NO_MEMORY || other == KERF_NO_MEMORY) return true;
    if (st != other) return editing_wrong(e, "%s is explained: %d, fresh: %d", atom, st, other);
    if (st != KERF_OK || a.value != b.value) return true;
    bool same = a.kind == b.kind && near(a.cost, b.cost, 0) && near(a.other_cost, b.other_cost, 0)
                && near(a.other_bound, b.other_bound, 0);
    return same
           || editing_wrong(
               e, "%s: kind %d, other cost %.12g, bound %.12g; fresh: %d, %.12g, %.12g", atom,
               a.kind, a.other_cost, a.other_bound, b.kind, b.other_cost, b.other_bound);
}

/* An atom that some fact of the program is about. The session goes on after it. */
static bool explain(editing *e, char *world, size_t room)
{
    char atom[MOST_ARGUMENTS * MOST_NAME + MOST_NAME];
    kerf *fresh = NULL;
    if (e->n == 0) return true;
    fact f = e->facts[random_below(&e->state, e->n)];
    f.said = SAID_TRUE;
    editing_write_fact(atom, sizeof atom, &f);
    atom[strcspn(atom, "\n")] = 0;
    bool good = true, solved = editing_load(e, "", world, room, &fresh) == KERF_OK
                               && editing_ask(fresh, NULL, NULL).status == KERF_OK;
    if (solved) good = compare_explained(e, fresh, atom);
    kerf_free(fresh);
    return good;
}

/* ---- Probabilities between edits ------------------------------------------------------------- */

static int stop_later(void *context)
{
    uint32_t *left = context;
    return *left == 0 || --*left == 0;
}

/* Exact or not at all: what is sampled differs with the numbers of atoms. Of all atoms: which of
 * those that nothing depends on are named differs with the order of constants. */
static kerf_status ask_probabilities(kerf *k, kerf_marginal_result *r)
{
    uint32_t left = 100;
    kerf_marginal_options o = { .size = sizeof o,
                                .method = KERF_MARGINAL_EXACT,
                                .all = 1,
                                .stop = stop_later,
                                .context = &left };
    *r = (kerf_marginal_result){ .size = sizeof *r };
    return kerf_marginal(k, &o, r);
}

static bool compare_probabilities(editing *e, kerf *fresh)
{
    size_t n = kerf_probability_count(e->k), other = kerf_probability_count(fresh);
    for (size_t i = 0; i < n && i < other; i++) {
        kerf_probability a = { .size = sizeof a }, b = { .size = sizeof b };
        if (kerf_probability_get(e->k, i, &a) != KERF_OK
            || kerf_probability_get(fresh, i, &b) != KERF_OK)
            return true; /* no memory */
        if (strcmp(a.text, b.text) != 0 || !near(a.p, b.p, 0))
            return editing_wrong(e, "%s has %.12g; fresh: %s %.12g", a.text, a.p, b.text, b.p);
        trial_edited->probabilities++;
    }
    return n == other || editing_wrong(e, "%zu probabilities, fresh: %zu", n, other);
}

/* Elimination has them exactly, where it is not too wide. The session goes on after it. */
static bool ask_chances(editing *e, char *world, size_t room)
{
    kerf *fresh = NULL;
    kerf_marginal_result a, b;
    bool good = editing_load(e, "", world, room, &fresh) == KERF_OK;
    if (good) {
        kerf_status st = ask_probabilities(e->k, &a), other = ask_probabilities(fresh, &b);
        if (st == KERF_INTERRUPTED || other == KERF_INTERRUPTED) st = other = KERF_INTERRUPTED;
        if (st != other)
            good = editing_wrong(e, "probabilities: %d, fresh: %d; %.200s; the world is\n%.1200s",
                                 st, other, kerf_error(e->k), world);
        else if (st == KERF_OK && !near(a.log_z, b.log_z, 0))
            good = editing_wrong(e, "log Z %.12g, fresh: %.12g", a.log_z, b.log_z);
        else if (st == KERF_OK) good = compare_probabilities(e, fresh);
    } else {
        good = true;
    }
    kerf_free(fresh);
    return good;
}

/* ---- A script -------------------------------------------------------------------------------- */

/* From here on a copy of the session is the session. */
static bool go_on_with_clone(editing *e)
{
    kerf *copy = kerf_clone(e->k, NULL);
    if (!copy) return editing_wrong(e, "the session cannot be cloned");
    kerf_free(e->k);
    e->k = copy;
    return true;
}

/* It is stopped somewhere; what it says then need not be compared. */
static void ask_and_stop(editing *e)
{
    uint32_t left = 1 + random_below(&e->state, 40);
    editing_ask(e->k, stop_later, &left);
}

static bool batch(editing *e, char *world, size_t room)
{
    kerf_status status = KERF_OK;
    uint32_t n = 1 + random_below(&e->state, EDITS);
    for (uint32_t i = 0; i < n; i++)
        if (!edit(e, &status)) return false;
    if (random_below(&e->state, 6) == 0 && !go_on_with_clone(e)) return false;
    if (random_below(&e->state, 6) == 0) ask_and_stop(e);
    asked a = editing_ask(e->k, NULL, NULL), fresh = editing_ask_fresh(e, world, room);
    if (!compare(e, &a, &fresh, world)) return false;
    trial_edited->edits += n;
    trial_edited->answers++;
    bool solved = a.status == KERF_OK, why = solved && random_below(&e->state, 4) == 0;
    if (why && !explain(e, world, room)) return false;
    bool chances = solved && random_below(&e->state, 4) == 0;
    return !chances || ask_chances(e, world, room);
}

/* A world with some of the facts, then edits; facts that are asserted before the world is given are
 * those of every third script. */
static kerf_status begin(editing *e, const kerf_config *config, char *world, size_t room)
{
    int more;
    bool early = random_below(&e->state, 3) == 0;
    for (uint32_t i = 0; i < e->n; i++)
        if (random_below(&e->state, 3) == 0) e->facts[i].said = SAID_NOTHING;
    kerf_status st = editing_open(e, config, &e->k);
    if (st == KERF_OK && random_below(&e->state, 3) > 0) st = kerf_set(e->k, "mend", "2");
    editing_write(e, world, room);
    if (early) snprintf(world, room, "%s", e->text[IN_EVIDENCE]);
    if (st == KERF_OK) st = kerf_add_evidence_memory(e->k, "w.db", world, strlen(world));
    for (uint32_t i = 0; early && i < e->n && st == KERF_OK; i++)
        if (e->facts[i].said != SAID_NOTHING) st = editing_tell(e->k, &e->facts[i]);
    return st == KERF_OK ? kerf_next_world(e->k, &more) : st;
}

static outcome run_script(editing *e, char *world, size_t room)
{
    if (begin(e, NULL, world, room) != KERF_OK) {
        editing_wrong(e, "it does not load: %s", kerf_error(e->k));
        return SKIPPED;
    }
    for (uint32_t i = 0; i < BATCHES; i++)
        if (!batch(e, world, room)) return FAILS;
    return HOLDS;
}

/* The script again, without comparing, and an allocation fails; nothing may stay behind, which the
 * session asserts when it goes. */
static outcome run_short_of_memory(editing *e, int64_t after, char *world, size_t room)
{
    const kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = after };
    kerf_status st = begin(e, &config, world, room);
    for (uint32_t i = 0; st != KERF_NO_MEMORY && i < BATCHES; i++) {
        if (e->k && !edit(e, &st)) return FAILS;
        if (e->k && st == KERF_OK) st = editing_ask(e->k, NULL, NULL).status;
    }
    return st == KERF_NO_MEMORY ? SKIPPED : HOLDS;
}

outcome trial_run_edits(const program *p, uint64_t seed, char *why, size_t n)
{
    enum { ROOM = 1 << 16 };
    char *world = malloc(ROOM);
    editing *e = editing_new(p, seed, why, n);
    outcome result = e && world ? run_script(e, world, ROOM) : FAILS;
    if (e) kerf_free(e->k);
    free(e);
    bool closely = seed % 25 == 0;
    uint32_t stride = closely ? 7 : 211;
    bool more = result == HOLDS;
    for (int64_t after = (int64_t)(seed % 13); more; after += stride + after / (closely ? 4 : 1)) {
        e = editing_new(p, seed, why, n);
        outcome short_of = e && world ? run_short_of_memory(e, after, world, ROOM) : FAILS;
        if (e) kerf_free(e->k);
        free(e);
        if (short_of == FAILS) result = FAILS;
        more = short_of == SKIPPED;
    }
    free(world);
    return result;
}
