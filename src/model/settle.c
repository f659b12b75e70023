/* settle.c -- decides which predicates are observed and which hidden, and checks what follows from
 * it.
 *
 * What the weights say is observed. Else in this order: --query (exactly these are hidden, and
 * those of --open), --closed, definite clauses (what they define is hidden), stars in the
 * declarations, a query file, and last the evidence. That comes with a warning of what was assumed:
 * an evidence predicate that happens to be empty would be hidden. */
#include "base/check.h"
#include "model/asked.h"
#include "model/check_model.h"
#include "model/model.h"

#include <stdio.h>
#include <string.h>

typedef struct settler {
    kf_model *m;
    kf_diags *diags;
    bool good;
} settler;

static void complain(settler *s, const char *hint, const char *format, kf_str name, kf_str option)
{
    kf_diag_add(s->diags, KERF_ERROR, &(kf_place){ 0 }, hint, format, (int)option.n, option.at,
                (int)(name.n > 60 ? 60 : name.n), name.at);
    s->good = false;
}

static void unknown(settler *s, kf_str name, kf_str option)
{
    kf_nearest near = { .wanted = name };
    for (size_t i = 0; i < s->m->predicates.n; i++) {
        kf_nearest_try(&near, kf_predicate_name(s->m, (uint32_t)i));
    }
    char hint[128];
    bool list = memchr(name.at, ';', name.n) || memchr(name.at, '|', name.n);
    bool file = memchr(name.at, '.', name.n) || memchr(name.at, '/', name.n);
    const char *advice = list   ? "commas stand between names"
                         : file ? "names of predicates are expected here, not a file"
                                : NULL;
    snprintf(hint, sizeof hint, "did you mean %.*s?", (int)(near.best.n > 60 ? 60 : near.best.n),
             near.best.n ? near.best.at : "");
    complain(s, near.best.n ? hint : advice,
             "%.*s names %.*s, which is not a predicate of the model", name, option);
}

/* Apply f to every predicate of a list A, B(x,y), C; arguments in parentheses are passed over. */
static void each_named(settler *s, const char *list, const char *option,
                       void (*f)(settler *, kf_predicate *, kf_str option))
{
    const char *at = list ? list : "";
    while (*at) {
        size_t skip = strspn(at, " \t\r\n,");
        at += skip;
        uint32_t id;
        size_t n = kf_asked_name(s->m, at, &id);
        if (n == 0) break;
        if (id == KF_NONE) {
            unknown(s, (kf_str){ at, n }, kf_str_of(option));
        } else {
            f(s, &s->m->predicates.at[id], kf_str_of(option));
        }
        at += n;
        at += strspn(at, " \t");
        if (*at == '(') at = kf_asked_skip(at);
    }
}

static void set(kf_predicate *p, bool hidden, kf_why why)
{
    p->hidden = hidden;
    p->why = (uint8_t)why;
}

static void set_query(settler *s, kf_predicate *p, kf_str option)
{
    (void)s;
    (void)option;
    set(p, true, KF_WHY_QUERY);
}

static void set_query_file(settler *s, kf_predicate *p, kf_str option)
{
    (void)s;
    (void)option;
    if (p->why == KF_WHY_UNSETTLED) set(p, true, KF_WHY_QUERY_FILE); /* --open and --closed win */
}

static void set_open(settler *s, kf_predicate *p, kf_str option)
{
    (void)s;
    (void)option;
    if (p->why != KF_WHY_QUERY || !p->hidden) set(p, true, KF_WHY_OPEN);
}

static void set_closed(settler *s, kf_predicate *p, kf_str option)
{
    if (p->hidden && (p->why == KF_WHY_QUERY || p->why == KF_WHY_OPEN)) {
        complain(s, "name it in one of them only", "%.*s names %.*s, which --query or --open hides",
                 kf_model_name(s->m, p->name), option);
    }
    set(p, false, KF_WHY_CLOSED);
}

/* A number is known or not there at all: without evidence, such a predicate is empty. */
static void set_unlisted(kf_predicate *p, kf_seen seen)
{
    if (p->made) set(p, true, KF_WHY_MADE);
    else if (seen.soft) set(p, true, KF_WHY_SOFT);
    else if (seen.hard) set(p, false, KF_WHY_EVIDENCE);
    else if (p->number) set(p, false, KF_WHY_NUMBER);
    else set(p, true, KF_WHY_NO_EVIDENCE);
}

/* The last resort, with its warning. */
static void set_by_evidence(settler *s, const kf_seen *seen)
{
    kf_model *m = s->m;
    enum { MOST_LISTED = 2000 }; /* bytes of names */
    kf_text hidden, observed;
    uint32_t more_hidden = 0, more_observed = 0;
    kf_text_init(&hidden, m->mem);
    kf_text_init(&observed, m->mem);
    for (size_t i = 0; i < m->predicates.n; i++) {
        kf_predicate *p = &m->predicates.at[i];
        if (p->why != KF_WHY_UNSETTLED) continue;
        set_unlisted(p, seen[i]);
        kf_text *list = p->hidden ? &hidden : &observed;
        uint32_t *beyond = p->hidden ? &more_hidden : &more_observed;
        size_t before = list->n;
        kf_str name = kf_predicate_name(m, (uint32_t)i);
        kf_text_addf(list, "%s%.*s", list->n ? ", " : "", (int)name.n, name.at);
        *beyond += list->n > MOST_LISTED;
        if (list->n > MOST_LISTED) list->n = before;
    }
    if (more_hidden) kf_text_addf(&hidden, " and %u more", more_hidden);
    if (more_observed) kf_text_addf(&observed, " and %u more", more_observed);
    if (hidden.n + observed.n > 0) {
        kf_diag_add(
            s->diags, KERF_WARNING, &(kf_place){ 0 },
            "say it with -q NAMES, or with a * before each observed predicate's declaration",
            "assumed from the evidence: hidden %s; observed %s", hidden.n ? hidden.at : "none",
            observed.n ? observed.at : "none");
    }
    kf_text_free(&hidden);
    kf_text_free(&observed);
}

static bool any_stars(const kf_model *m)
{
    for (size_t i = 0; i < m->predicates.n; i++) {
        if (m->predicates.at[i].stars) return true;
    }
    return false;
}

static void decide(settler *s, const kf_settle_options *o, const kf_seen *seen)
{
    kf_model *m = s->m;
    each_named(s, o->query, "--query", set_query);
    each_named(s, o->open, "--open", set_open);
    each_named(s, o->closed, "--closed", set_closed);
    bool stars = any_stars(m);
    if (!o->query && !stars) each_named(s, o->query_file_names, "the query file", set_query_file);
    for (size_t i = 0; i < m->predicates.n; i++) {
        kf_predicate *p = &m->predicates.at[i];
        if (p->weighted) set(p, false, KF_WHY_WEIGHTS); /* whatever options say */
        if (p->why != KF_WHY_UNSETTLED) continue;
        if (p->defined) {
            set(p, true, KF_WHY_DEFINED);
        } else if (o->query) {
            set(p, false, KF_WHY_QUERY);
        } else if (stars) {
            set(p, p->stars == 0, KF_WHY_STAR);
        } else if (o->query_file_names) {
            set(p, false, KF_WHY_QUERY_FILE);
        }
    }
    set_by_evidence(s, seen);
}

/* ---- What follows ---- */

static void error_at(settler *s, kf_pos pos, const char *hint, const char *text, kf_str name)
{
    kf_place place = kf_sources_place(s->m->program->sources, pos);
    kf_diag_add(s->diags, KERF_ERROR, &place, hint, text, (int)(name.n > 60 ? 60 : name.n),
                name.at);
    s->good = false;
}

static bool is_hidden_atom(const kf_model *m, const kf_logic *f)
{
    return f->kind == KF_LOGIC_ATOM && m->predicates.at[f->id].hidden;
}

static uint32_t parts(kf_logic *body, kf_logic_kind kind, kf_logic ***list, kf_logic **self)
{
    *self = body;
    *list = body->kind == kind ? body->kids : self;
    return body->kind == kind ? body->n : 1;
}

static void negate(kf_logic *f)
{
    if (f->kind == KF_LOGIC_COMPARE) {
        f->op = (uint8_t)kf_op_opposite((kf_op)f->op);
    } else {
        f->negated = !f->negated;
    }
}

/* RockIt's clause: what is observed is a condition, written negated; the hidden literal is what is
 * counted. Turned into the conjunction that kerf counts. */
static void turn_clause(settler *s, kf_rule *r)
{
    kf_logic **list, *self;
    uint32_t n = parts(r->body, KF_LOGIC_OR, &list, &self), hidden = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (is_hidden_atom(s->m, list[i])) hidden++;
        else negate(list[i]);
    }
    if (hidden > 1) {
        error_at(s, r->pos, "write kerf's form: |x : a ^ b| <= k",
                 "%.*s counts one hidden literal under observed conditions; here are more",
                 KF_STR("RockIt"));
    }
    if (r->body->kind == KF_LOGIC_OR) r->body->kind = KF_LOGIC_AND;
    r->clause_form = false;
}

/* A hidden predicate below a quantifier, or KF_NONE. */
static uint32_t hidden_below(const kf_model *m, const kf_logic *f)
{
    uint32_t found = KF_NONE;
    if (kf_logic_has_terms(f)) return is_hidden_atom(m, f) ? f->id : KF_NONE;
    for (uint32_t i = 0; i < f->n && found == KF_NONE; i++) found = hidden_below(m, f->kids[i]);
    return found;
}

/* Tuples of constants are counted: evidence says of each whether a quantified part holds. */
static void check_quantified(settler *s, const kf_rule *r, const kf_logic *f)
{
    uint32_t p = kf_logic_has_terms(f) ? KF_NONE : hidden_below(s->m, f);
    if (p == KF_NONE) return;
    error_at(s, r->pos,
             "make it observed (-q says what is hidden), or let a predicate stand for it: "
             "Q(x) <=> EXIST y P(x, y).",
             "%.*s is hidden and quantified in a count; only what is observed can be",
             kf_predicate_name(s->m, p));
}

static void check_count(settler *s, kf_rule *r)
{
    kf_logic **list, *self;
    bool hidden = false;
    if (r->clause_form) turn_clause(s, r);
    uint32_t n = parts(r->body, KF_LOGIC_AND, &list, &self);
    for (uint32_t i = 0; i < n; i++) {
        check_quantified(s, r, list[i]);
        hidden |= is_hidden_atom(s->m, list[i]);
    }
    if (hidden || !s->good) return;
    kf_place place = kf_sources_place(s->m->program->sources, r->pos);
    kf_diag_add(s->diags, KERF_WARNING, &place, NULL,
                "nothing hidden is counted here; the evidence alone decides it");
}

static void check_rules(settler *s)
{
    kf_model *m = s->m;
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        if (p->hidden && p->number) {
            bool named = p->why == KF_WHY_QUERY || p->why == KF_WHY_OPEN;
            error_at(s, p->pos,
                     named ? "leave it out of --query and --open; --ask chooses what is written"
                           : "make it observed: put a * before its declaration",
                     "%.*s is hidden, but only observed predicates can hold numbers",
                     kf_model_name(m, p->name));
        }
    }
    for (size_t i = 0; i < m->rules.n; i++) {
        kf_rule *r = &m->rules.at[i];
        if (r->kind == KF_RULE_COUNT && !r->implied) check_count(s, r);
        if (r->kind == KF_RULE_ACYCLIC && !m->predicates.at[r->predicate].hidden) {
            error_at(s, r->pos, "-q NAMES says which predicates are hidden",
                     "%.*s is observed; only a hidden predicate can be kept acyclic",
                     kf_predicate_name(m, r->predicate));
        }
    }
}

kerf_status kf_model_settle(kf_model *m, const kf_settle_options *options, const kf_seen *seen,
                            kf_diags *diags)
{
    assert(m->program && options);
    settler s = { m, diags, true };
    m->compiled = NULL; /* it depends on what is hidden */
    decide(&s, options, seen);
    if (s.good) check_rules(&s);
    if (!s.good) return KERF_INVALID;
    m->settled = true;
    KF_CHECK(kf_model_check(m));
    return KERF_OK;
}
