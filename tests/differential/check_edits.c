/* check_edits.c -- a session whose facts come and go, against fresh sessions.
 *
 * A script of edits follows from the program and a seed: facts of its evidence, and others like
 * them with constants changed, are asserted, replaced and taken back; weights change; the session
 * is cloned, stopped, or its memory fails. A model of the world (a list of atoms and what is said
 * of each) is edited alongside. After every few edits the session is asked, and so is a fresh one
 * that reads the world as text: status, outcome, score, cost and bound must be the same. */
#include "trial.h"

#include "generate.h"

#include <kerf.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FACTS = 96, MOST_ARGUMENTS = 8, MOST_NAME = 24, BATCHES = 8, EDITS = 5 };

typedef enum said { SAID_NOTHING, SAID_TRUE, SAID_FALSE, SAID_UNKNOWN, SAID_SOFT } said;

typedef struct fact {
    char predicate[MOST_NAME], arguments[MOST_ARGUMENTS][MOST_NAME];
    size_t n;
    bool hidden;
    said said;
    double p;
} fact;

typedef struct editing {
    const program *program;
    uint64_t state;
    char text[PARTS][MOST_LINES * 64]; /* of evidence: the lines that are no atoms */
    fact facts[MOST_FACTS];
    uint32_t n;
    double weights[MOST_LINES]; /* by formula; NAN: as in the model */
    kerf *k;
    char *why;
    size_t n_why;
} editing;

static bool wrong(editing *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool wrong(editing *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->why, e->n_why, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- The program ----------------------------------------------------------------------------- */

static void add_text(editing *e, section part, const char *text)
{
    size_t n = strlen(e->text[part]), room = sizeof e->text[part] - n;
    snprintf(e->text[part] + n, room, "%s\n", text);
}

static bool same_atom(const fact *a, const fact *b)
{
    bool same = a->n == b->n && strcmp(a->predicate, b->predicate) == 0;
    for (size_t i = 0; same && i < a->n; i++) same = strcmp(a->arguments[i], b->arguments[i]) == 0;
    return same;
}

static void add_fact(editing *e, const fact *f)
{
    for (uint32_t i = 0; i < e->n; i++)
        if (same_atom(&e->facts[i], f)) return;
    if (e->n < MOST_FACTS) e->facts[e->n++] = *f;
}

/* P(A, B), behind what is said of it. */
static void read_fact(editing *e, const char *at)
{
    fact f = { .said = SAID_TRUE };
    char *end;
    if (isdigit((unsigned char)*at)) {
        f.said = SAID_SOFT;
        f.p = strtod(at, &end);
        at = end + 1;
    } else if (*at == '!' || *at == '?') {
        f.said = *at++ == '!' ? SAID_FALSE : SAID_UNKNOWN;
    }
    size_t n = strcspn(at, "(");
    snprintf(f.predicate, sizeof f.predicate, "%.*s", (int)n, at);
    f.hidden = strchr("HGE", f.predicate[0]) != NULL && strcmp(f.predicate, "E2") != 0;
    for (at += n; *at && *at != ')' && f.n < MOST_ARGUMENTS; at += n) {
        at += strspn(at, "(, ");
        n = strcspn(at, ",)");
        snprintf(f.arguments[f.n++], MOST_NAME, "%.*s", (int)n, at);
    }
    add_fact(e, &f);
}

static void read_program(editing *e)
{
    for (uint32_t i = 0; i < e->program->n; i++) {
        const line *l = &e->program->at[i];
        if (l->part == IN_EVIDENCE && !strchr(l->text, '=')) read_fact(e, l->text);
        else add_text(e, l->part, l->text);
    }
    for (uint32_t i = 0; i < MOST_LINES; i++) e->weights[i] = NAN;
}

/* Another constant in the place of one: of another fact, or one that nobody has named. */
static void vary(editing *e)
{
    if (e->n == 0) return;
    fact f = e->facts[random_below(&e->state, e->n)];
    const fact *other = &e->facts[random_below(&e->state, e->n)];
    f.said = SAID_NOTHING;
    if (f.n == 0) return;
    uint32_t at = random_below(&e->state, (uint32_t)f.n);
    char *argument = f.arguments[at];
    if (strcmp(other->predicate, f.predicate) == 0) {
        memcpy(argument, other->arguments[at], MOST_NAME);
    } else if (isalpha((unsigned char)argument[0])) {
        argument[1] = (char)('5' + random_below(&e->state, 4));
    } else {
        return;
    }
    add_fact(e, &f);
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static kerf_status tell(kerf *k, const fact *f)
{
    const char *arguments[MOST_ARGUMENTS];
    static const kerf_truth truths[] = { [SAID_TRUE] = KERF_TRUE,
                                         [SAID_FALSE] = KERF_FALSE,
                                         [SAID_UNKNOWN] = KERF_UNKNOWN,
                                         [SAID_SOFT] = KERF_PROBABLE };
    for (size_t i = 0; i < f->n; i++) arguments[i] = f->arguments[i];
    if (f->said == SAID_NOTHING) return kerf_retract_atom(k, f->predicate, arguments, f->n);
    return kerf_assert_atom(k, f->predicate, arguments, f->n, truths[f->said], f->p);
}

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
    return *status == KERF_OK || wrong(e, "a weight cannot be set: %s", kerf_error(e->k));
}

static bool edit_fact(editing *e, kerf_status *status)
{
    if (e->n == 0) return true;
    fact *f = &e->facts[random_below(&e->state, e->n)], before = *f;
    f->said = other_said(e, f);
    f->p = 0.05 + 0.1 * random_below(&e->state, 10);
    *status = tell(e->k, f);
    if (*status == KERF_OK) return true;
    *f = before;
    return *status == KERF_NO_MEMORY || wrong(e, "an edit: %s", kerf_error(e->k));
}

static bool edit(editing *e, kerf_status *status)
{
    if (random_below(&e->state, 8) == 0) return edit_weight(e, status);
    return edit_fact(e, status);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static kerf_status open_model(editing *e, const kerf_config *config, kerf **k)
{
    *k = kerf_new(config);
    if (!*k) return KERF_NO_MEMORY;
    const char *weights = e->text[IN_WEIGHTS];
    kerf_status st = kerf_set(*k, "threads", "1");
    if (st == KERF_OK) st = kerf_set(*k, "dialect", "kerf");
    if (st == KERF_OK)
        st = kerf_read_model_memory(*k, "m.mln", e->text[IN_MODEL], strlen(e->text[IN_MODEL]));
    if (st == KERF_OK && *weights)
        st = kerf_read_weights_memory(*k, "m.weights", weights, strlen(weights));
    return st;
}

static void write_fact(char *to, size_t room, const fact *f)
{
    static const char *const signs[] = {
        [SAID_TRUE] = "", [SAID_FALSE] = "!", [SAID_UNKNOWN] = "?"
    };
    int n = f->said == SAID_SOFT ? snprintf(to, room, "%.17g ", f->p)
                                 : snprintf(to, room, "%s", signs[f->said]);
    n += snprintf(to + n, room - (size_t)n, "%s", f->predicate);
    for (size_t i = 0; i < f->n; i++)
        n += snprintf(to + n, room - (size_t)n, "%s%s", i ? ", " : "(", f->arguments[i]);
    snprintf(to + n, room - (size_t)n, "%s\n", f->n ? ")" : "");
}

static void write_world(const editing *e, char *to, size_t room)
{
    size_t n = (size_t)snprintf(to, room, "%s", e->text[IN_EVIDENCE]);
    for (uint32_t i = 0; i < e->n && n < room; i++) {
        if (e->facts[i].said == SAID_NOTHING) continue;
        write_fact(to + n, room - n, &e->facts[i]);
        n += strlen(to + n);
    }
}

typedef struct asked {
    kerf_status status;
    kerf_result r;
} asked;

static asked ask(kerf *k, int (*stop)(void *), void *context)
{
    kerf_map_options o = { .size = sizeof o, .stop = stop, .context = context };
    asked a = { .r = { .size = sizeof a.r } };
    kerf_message_clear(k);
    a.status = kerf_map(k, &o, &a.r);
    return a;
}

/* A session that reads the world of now. */
static asked ask_fresh(editing *e, char *world, size_t room)
{
    kerf *k;
    int more;
    asked a = { .status = open_model(e, NULL, &k) };
    write_world(e, world, room);
    for (size_t i = 0; a.status == KERF_OK && i < kerf_formula_count(k) && i < MOST_LINES; i++)
        if (!isnan(e->weights[i])) a.status = kerf_set_weight(k, i, e->weights[i]);
    if (a.status == KERF_OK) a.status = kerf_add_evidence_memory(k, "w.db", world, strlen(world));
    if (a.status == KERF_OK) a.status = kerf_next_world(k, &more);
    if (a.status == KERF_OK) a = ask(k, NULL, NULL);
    kerf_free(k);
    return a;
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
           || wrong(e,
                    "status %d, outcome %d, score %.12g, cost %.12g, bound %.12g; a fresh session: "
                    "%d, %d, %.12g, %.12g, %.12g; %.200s; the world is\n%.1200s",
                    a->status, a->r.outcome, a->r.score, a->r.cost, a->r.cost_bound, fresh->status,
                    fresh->r.outcome, fresh->r.score, fresh->r.cost, fresh->r.cost_bound,
                    kerf_error(e->k), world);
}

/* ---- A script -------------------------------------------------------------------------------- */

/* From here on a copy of the session is the session. */
static bool go_on_with_clone(editing *e)
{
    kerf *copy = kerf_clone(e->k, NULL);
    if (!copy) return wrong(e, "the session cannot be cloned");
    kerf_free(e->k);
    e->k = copy;
    return true;
}

static int stop_later(void *context)
{
    uint32_t *left = context;
    return *left == 0 || --*left == 0;
}

/* It is stopped somewhere; what it says then need not be compared. */
static void ask_and_stop(editing *e)
{
    uint32_t left = 1 + random_below(&e->state, 40);
    ask(e->k, stop_later, &left);
}

static bool batch(editing *e, char *world, size_t room)
{
    kerf_status status = KERF_OK;
    uint32_t n = 1 + random_below(&e->state, EDITS);
    for (uint32_t i = 0; i < n; i++)
        if (!edit(e, &status)) return false;
    if (random_below(&e->state, 6) == 0 && !go_on_with_clone(e)) return false;
    if (random_below(&e->state, 6) == 0) ask_and_stop(e);
    asked a = ask(e->k, NULL, NULL), fresh = ask_fresh(e, world, room);
    return compare(e, &a, &fresh, world);
}

/* A world with some of the facts, then edits; facts that are asserted before the world is given are
 * those of every third script. */
static kerf_status begin(editing *e, const kerf_config *config, char *world, size_t room)
{
    int more;
    bool early = random_below(&e->state, 3) == 0;
    for (uint32_t i = 0; i < e->n; i++)
        if (random_below(&e->state, 3) == 0) e->facts[i].said = SAID_NOTHING;
    kerf_status st = open_model(e, config, &e->k);
    write_world(e, world, room);
    if (early) snprintf(world, room, "%s", e->text[IN_EVIDENCE]);
    if (st == KERF_OK) st = kerf_add_evidence_memory(e->k, "w.db", world, strlen(world));
    for (uint32_t i = 0; early && i < e->n && st == KERF_OK; i++)
        if (e->facts[i].said != SAID_NOTHING) st = tell(e->k, &e->facts[i]);
    return st == KERF_OK ? kerf_next_world(e->k, &more) : st;
}

static outcome run_script(editing *e, char *world, size_t room)
{
    if (begin(e, NULL, world, room) != KERF_OK) {
        wrong(e, "it does not load: %s", kerf_error(e->k));
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
        if (e->k && st == KERF_OK) st = ask(e->k, NULL, NULL).status;
    }
    return st == KERF_NO_MEMORY ? SKIPPED : HOLDS;
}

static editing *new_editing(const program *p, uint64_t seed, char *why, size_t n)
{
    editing *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->program = p;
    e->state = seed * UINT64_C(0x2545f4914f6cdd1d) + 1;
    e->why = why;
    e->n_why = n;
    read_program(e);
    for (uint32_t i = 0; i < 12; i++) vary(e);
    return e;
}

outcome trial_run_edits(const program *p, uint64_t seed, char *why, size_t n)
{
    enum { ROOM = 1 << 16 };
    char *world = malloc(ROOM);
    editing *e = new_editing(p, seed, why, n);
    outcome result = e && world ? run_script(e, world, ROOM) : FAILS;
    if (e) kerf_free(e->k);
    free(e);
    bool closely = seed % 25 == 0;
    uint32_t stride = closely ? 7 : 211;
    bool more = result == HOLDS;
    for (int64_t after = (int64_t)(seed % 13); more; after += stride + after / (closely ? 4 : 1)) {
        e = new_editing(p, seed, why, n);
        outcome short_of = e && world ? run_short_of_memory(e, after, world, ROOM) : FAILS;
        if (e) kerf_free(e->k);
        free(e);
        if (short_of == FAILS) result = FAILS;
        more = short_of == SKIPPED;
    }
    free(world);
    return result;
}
