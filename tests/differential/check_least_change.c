/* check_least_change.c -- least changes of evidence against all changes.
 *
 * Of a random program few facts are left that may change, so that every change of them can be
 * tried by fresh sessions that read the changed world as text: the atom that is asked for is given
 * once as true and once as false, and the scores say which value is better. The least change that
 * the session finds must flip the atom and be as small as any that does; where it finds none, none
 * may. With few tries whatever it claims must still hold. */
#include "editing.h"

#include "generate.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANGED = 3, QUESTIONS = 4, ROOM = 1 << 16 };

typedef struct changing {
    editing *e;
    uint32_t facts[MOST_CHANGED], n; /* that may change */
    char names[MOST_CHANGED * MOST_NAME];
    fact atom; /* that is asked for */
    bool value;
    char *world;
} changing;

/* ---- What may change ------------------------------------------------------------------------- */

static uint32_t ways(const fact *f)
{
    if (!f->hidden) return 1;
    return f->said == SAID_SOFT && f->p == 0.5 ? 1 : 2;
}

static fact changed(const fact *f, uint32_t way)
{
    fact x = *f;
    if (way == 0) return x;
    if (f->hidden && way == 1) x.said = SAID_UNKNOWN;
    else if (f->said == SAID_SOFT) x.p = 1 - f->p;
    else x.said = f->said == SAID_TRUE ? SAID_FALSE : SAID_TRUE;
    return x;
}

static bool may_change(const fact *f)
{
    return f->said == SAID_TRUE || f->said == SAID_FALSE || f->said == SAID_SOFT;
}

static bool is_named(const changing *c, const fact *f)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (strcmp(c->e->facts[c->facts[i]].predicate, f->predicate) == 0) return true;
    return false;
}

static bool is_atom(const fact *f, const char *predicate, uint32_t arity,
                    const char *const *arguments)
{
    if (strcmp(f->predicate, predicate) != 0 || f->n != arity) return false;
    for (uint32_t i = 0; i < arity; i++) {
        const char *a = f->arguments[i], *b = arguments[i];
        char *end;
        double number = strtod(a, &end);
        if (strcmp(a, b) != 0 && (*end != '\0' || number != strtod(b, NULL))) return false;
    }
    return true;
}

static void add_fact(changing *c, uint32_t at)
{
    if (c->n == MOST_CHANGED || !may_change(&c->e->facts[at])) return;
    for (uint32_t i = 0; i < c->n; i++)
        if (c->facts[i] == at) return;
    size_t n = strlen(c->names);
    if (!is_named(c, &c->e->facts[at]))
        snprintf(c->names + n, sizeof c->names - n, "%s%s", n ? "," : "",
                 c->e->facts[at].predicate);
    c->facts[c->n++] = at;
}

/* Facts in the groundings that only one of the two worlds pays for. */
static void add_paid(changing *c, kerf *k, const kerf_explanation *is, int other)
{
    size_t at = kerf_explanation_count(k) - 1;
    for (size_t i = 0; i < (other ? is->other_pays : is->answer_pays); i++) {
        kerf_explained_grounding g = { .size = sizeof g };
        if (kerf_explained_paid(k, at, other, i, &g) != KERF_OK) return;
        for (size_t j = 0; j < g.atoms; j++) {
            kerf_explained_atom a = { .size = sizeof a };
            if (kerf_explained_paid_atom(k, at, other, i, j, &a) != KERF_OK) return;
            for (uint32_t f = 0; f < c->e->n; f++)
                if (is_atom(&c->e->facts[f], a.predicate, a.arity, a.arguments)) add_fact(c, f);
        }
    }
}

/* Some facts, and no more of their predicates: those that the explanation names, and any others. */
static void choose(changing *c, kerf *k, const kerf_explanation *is)
{
    editing *e = c->e;
    if (random_below(&e->state, 4) > 0) add_paid(c, k, is, 1);
    if (random_below(&e->state, 4) == 0) add_paid(c, k, is, 0);
    for (uint32_t i = 0; i < MOST_CHANGED; i++) add_fact(c, random_below(&e->state, e->n));
    for (uint32_t i = 0; i < e->n; i++) {
        bool kept = !is_named(c, &e->facts[i]);
        for (uint32_t j = 0; j < c->n; j++) kept |= c->facts[j] == i;
        if (!kept) e->facts[i].said = SAID_NOTHING;
    }
}

/* ---- All changes ----------------------------------------------------------------------------- */

/* Of the best world in which the atom is so; -INFINITY: there is none. */
static bool score_with(changing *c, bool value, double *score)
{
    char more[MOST_ARGUMENTS * MOST_NAME + 80];
    kerf *k;
    fact f = c->atom;
    f.said = value ? SAID_TRUE : SAID_FALSE;
    editing_write_fact(more, sizeof more, &f);
    kerf_status st = editing_load(c->e, more, c->world, ROOM, &k);
    asked a = { .status = st };
    if (st == KERF_OK) a = editing_ask(k, NULL, NULL);
    *score = a.status == KERF_OK ? a.r.score : -INFINITY;
    bool good = (a.status == KERF_OK && a.r.outcome == KERF_OPTIMAL) || a.status == KERF_INFEASIBLE;
    if (!good) editing_wrong(c->e, "least change: a world is not solved: %s", kerf_error(k));
    kerf_free(k);
    return good;
}

static bool flips(changing *c, const uint32_t *way, bool *out)
{
    fact before[MOST_CHANGED];
    double same, other;
    for (uint32_t i = 0; i < c->n; i++) {
        fact *f = &c->e->facts[c->facts[i]];
        before[i] = *f;
        *f = changed(f, way[i]);
    }
    bool good = score_with(c, c->value, &same) && score_with(c, !c->value, &other);
    for (uint32_t i = 0; i < c->n; i++) c->e->facts[c->facts[i]] = before[i];
    if (!good) return false;
    *out = other > same && !(fabs(other - same) <= 1e-8 * (1 + fabs(other)));
    return true;
}

static bool next_way(const changing *c, uint32_t *way)
{
    for (uint32_t i = 0; i < c->n; i++) {
        if (way[i] < ways(&c->e->facts[c->facts[i]])) {
            way[i]++;
            return true;
        }
        way[i] = 0;
    }
    return false;
}

static uint32_t size_of(const changing *c, const uint32_t *way)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n; i++) n += way[i] > 0;
    return n;
}

/* *least: facts in the least one that flips the atom; UINT32_MAX: none does. */
static bool try_all(changing *c, uint32_t *least)
{
    uint32_t way[MOST_CHANGED] = { 0 };
    *least = UINT32_MAX;
    do {
        bool does;
        uint32_t size = size_of(c, way);
        if (size >= *least) continue;
        if (!flips(c, way, &does)) return false;
        if (does) *least = size;
    } while (next_way(c, way));
    return true;
}

/* ---- What the session says ------------------------------------------------------------------- */

static bool is_told(const kerf_changed_fact *x, const fact *f)
{
    static const said saids[] = { [KERF_TRUE] = SAID_TRUE,
                                  [KERF_FALSE] = SAID_FALSE,
                                  [KERF_UNKNOWN] = SAID_UNKNOWN,
                                  [KERF_PROBABLE] = SAID_SOFT };
    return saids[x->other_truth] == f->said
           && (f->said != SAID_SOFT || fabs(x->other_probability - f->p) < 1e-12);
}

/* The change that it names flips the atom. */
static bool is_right(changing *c, kerf *k, const kerf_explanation *is, size_t at)
{
    uint32_t way[MOST_CHANGED] = { 0 };
    bool does;
    for (size_t i = 0; i < is->changes; i++) {
        kerf_changed_fact x = { .size = sizeof x };
        uint32_t found = c->n;
        if (kerf_explained_change(k, at, i, &x) != KERF_OK)
            return editing_wrong(c->e, "least change: %s", kerf_error(k));
        for (uint32_t j = 0; j < c->n; j++) {
            const fact *f = &c->e->facts[c->facts[j]];
            if (!is_atom(f, x.predicate, x.arity, x.arguments)) continue;
            for (uint32_t w = 1; w <= ways(f); w++) {
                fact to = changed(f, w);
                if (!is_told(&x, &to)) continue;
                found = j;
                way[j] = w;
            }
        }
        if (found == c->n) return editing_wrong(c->e, "least change: %s is no fact", x.text);
    }
    if (size_of(c, way) != is->changes) return editing_wrong(c->e, "least change: a fact twice");
    if (!flips(c, way, &does)) return false;
    return does || editing_wrong(c->e, "least change: %s is not flipped", is->atom);
}

static bool compare(changing *c, kerf *k, const kerf_explanation *is, uint32_t least, bool all)
{
    size_t at = kerf_explanation_count(k) - 1;
    bool good = true;
    switch (is->change) {
    case KERF_CHANGE_LEAST: good = is->changes == least; break;
    case KERF_CHANGE_SOME: good = !all && is->changes >= least; break;
    case KERF_CHANGE_NONE: good = least == UINT32_MAX; break;
    case KERF_CHANGE_NOT_FOUND: good = !all; break;
    default: good = false;
    }
    if (least != UINT32_MAX) good &= is->change_complete < least;
    if (!good)
        return editing_wrong(
            c->e,
            "least change of %s for %s: %s, %zu of %zu facts, all of up to %zu, %u "
            "tried, and %u is the least; the world is\n%.1200s",
            c->names, is->atom, kerf_change_text(is->change), is->changes, is->change_facts,
            is->change_complete, is->change_tried, least, c->world);
    return is->changes == 0 || is_right(c, k, is, at);
}

static bool ask_least(changing *c, kerf *k, const char *text)
{
    kerf_explanation is = { .size = sizeof is };
    kerf_explain_options o = { .size = sizeof o, .least_change = c->names };
    uint32_t least;
    kerf_status st = kerf_explain(k, text, &o, &is);
    if (st == KERF_INVALID) return true; /* a constant that nobody names */
    if (st != KERF_OK) return editing_wrong(c->e, "least change: %s", kerf_error(k));
    if (is.kind == KERF_EXPLAINED_EVIDENCE) return is.change == KERF_CHANGE_NOT_SOUGHT;
    c->value = is.value;
    if (!try_all(c, &least) || !compare(c, k, &is, least, true)) return false;
    o.change_tries = 1 + random_below(&c->e->state, 6);
    st = kerf_explain(k, text, &o, &is);
    if (st != KERF_OK) return editing_wrong(c->e, "least change: %s", kerf_error(k));
    if (is.change_tried > o.change_tries)
        return editing_wrong(c->e, "least change: too many tries");
    return compare(c, k, &is, least, false);
}

/* The world of now is solved. NULL: it is not. */
static kerf *open_answer(changing *c)
{
    kerf *k = NULL;
    kerf_status st = editing_load(c->e, "", c->world, ROOM, &k);
    asked a = { .status = st };
    if (st == KERF_OK) a = editing_ask(k, NULL, NULL);
    if (a.status == KERF_OK && a.r.outcome == KERF_OPTIMAL) return k;
    kerf_free(k);
    return NULL;
}

/* *done: there was something to ask. */
static bool ask_of(changing *c, const char *text, bool *done)
{
    kerf_explanation is = { .size = sizeof is };
    kerf *k = open_answer(c);
    if (!k) return true;
    bool there = kerf_explain(k, text, NULL, &is) == KERF_OK;
    if (there) choose(c, k, &is);
    kerf_free(k);
    if (!there || c->n == 0) return true;
    k = open_answer(c);
    if (!k) return true;
    *done = true;
    bool good = ask_least(c, k, text);
    kerf_free(k);
    return good;
}

/* An atom that evidence leaves open, or that it would. */
static bool ask_some(changing *c, uint32_t at, bool *done)
{
    char text[MOST_ARGUMENTS * MOST_NAME + 80];
    fact before[MOST_FACTS];
    memcpy(before, c->e->facts, sizeof before);
    c->n = 0;
    c->names[0] = '\0';
    c->e->facts[at].said = SAID_NOTHING;
    c->atom = c->e->facts[at];
    c->atom.said = SAID_TRUE;
    editing_write_fact(text, sizeof text, &c->atom);
    text[strlen(text) - 1] = '\0';
    bool good = ask_of(c, text, done);
    memcpy(c->e->facts, before, sizeof before);
    return good;
}

static bool ask_questions(changing *c)
{
    uint32_t n = c->e->n, first = n > 0 ? random_below(&c->e->state, n) : 0, left = QUESTIONS;
    for (uint32_t i = 0; left > 0 && i < n; i++) {
        uint32_t at = (first + i) % n;
        bool done = false;
        if (c->e->facts[at].hidden && !ask_some(c, at, &done)) return false;
        left -= done;
    }
    return true;
}

/* ---- Networks ------------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void add_line(program *p, section part,
                                                           const char *format, ...)
{
    va_list arguments;
    line *l = &p->at[p->n++];
    l->part = part;
    va_start(arguments, format);
    vsnprintf(l->text, sizeof l->text, format, arguments);
    va_end(arguments);
}

/* Where few facts decide much: random programs seldom have atoms that one of them flips. */
static void make_network(program *p, uint64_t *state)
{
    enum { THINGS = 5, FACTS = 7 };
    static const char *const formulas[] = {
        "F(x, y) ^ H(x) => H(y)", "H(x)",        "O(x) => H(x)",
        "H(x) => G(x)",           "G(x)",        "G(x) <=> H(x)",
        "F(x, y) ^ O(y) => G(x)", "H(x) v G(x)", "O(x) ^ !H(x)"
    };
    static const char *const declared[] = { "*F(t, t)", "*O(t)", "H(t)", "G(t)" };
    p->n = 0;
    for (size_t i = 0; i < KF_LENGTH(declared); i++) add_line(p, IN_MODEL, "%s", declared[i]);
    for (size_t i = 0; i < KF_LENGTH(formulas); i++)
        if (random_below(state, 3) > 0)
            add_line(p, IN_MODEL, "%.2f %s", 0.25 * random_below(state, 13) - 1.5, formulas[i]);
    if (random_below(state, 4) == 0) add_line(p, IN_MODEL, "O(x) ^ H(x) => G(x).");
    if (random_below(state, 4) == 0) add_line(p, IN_MODEL, "!F(x, y) v !H(x) v !H(y).");
    for (int i = 0; i < FACTS; i++) {
        uint32_t a = 1 + random_below(state, THINGS), b = 1 + random_below(state, THINGS);
        uint32_t kind = random_below(state, 8);
        if (kind < 4 && a != b) add_line(p, IN_EVIDENCE, "F(A%u, A%u)", a, b);
        else if (kind < 6) add_line(p, IN_EVIDENCE, "O(A%u)", a);
        else if (kind < 7) add_line(p, IN_EVIDENCE, "%sH(A%u)", b > 3 ? "!" : "", a);
        else add_line(p, IN_EVIDENCE, "0.%u G(A%u)", 1 + 2 * b, a);
    }
    for (uint32_t i = 1; i <= THINGS; i++) add_line(p, IN_EVIDENCE, "?H(A%u)", i);
}

static bool ask_program(changing *c, const program *p, uint64_t seed, char *why, size_t n)
{
    c->e = editing_new(p, seed, why, n);
    bool good = c->e && ask_questions(c);
    free(c->e);
    return good;
}

outcome trial_run_least_change(const program *p, uint64_t seed, char *why, size_t n)
{
    uint64_t state = seed ^ 0x6c65617374;
    program *network = malloc(sizeof *network);
    changing c = { .world = malloc(ROOM) };
    bool good = network && c.world && ask_program(&c, p, seed, why, n);
    if (good) make_network(network, &state);
    if (good) good = ask_program(&c, network, seed, why, n);
    free(c.world);
    free(network);
    return good ? HOLDS : FAILS;
}
