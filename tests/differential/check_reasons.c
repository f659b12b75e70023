/* check_reasons.c -- the evidence that is named as the reason of a contradiction is enough for it.
 *
 * Where a program has no answer, what is said about it is read as a user would: formulas, lines of
 * evidence, and atoms that are not given. Formulas that are not named are taken out, and evidence
 * that is not named is changed at random: atoms become true, false or open. There must still be no
 * answer. What functions, numbers and soft evidence say stays, and so do the constants. */
#include "trial.h"

#include "generate.h"
#include "report/conflict/explain.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES = 4, MOST_PATTERNS = 32, MOST_PATTERN = 64 };

typedef struct named {                              /* what the explanation names */
    bool formula[MOST_LINES], evidence[MOST_LINES]; /* by line of its section, from 1 */
    char absent[MOST_PATTERNS][MOST_PATTERN];       /* P(A1, _) */
    uint32_t n_absent;
    bool all; /* nothing was left out for being too much */
} named;

/* ---- What is said --------------------------------------------------------------------------- */

static bool read_absent(named *x, const char *text)
{
    const char *end = strstr(text, " is given");
    if (strncmp(text, "no ", 3) == 0 && end) text += 3;
    else end = strstr(text, " is not given, so it is false");
    if (!end || x->n_absent == MOST_PATTERNS || end - text >= MOST_PATTERN) return false;
    snprintf(x->absent[x->n_absent++], MOST_PATTERN, "%.*s", (int)(end - text), text);
    return true;
}

static bool read_note(trial *t, named *x, const kerf_message *m)
{
    if (m->severity != KERF_NOTE) return true;
    if (strncmp(m->text, "and ", 4) == 0 || strncmp(m->text, "there is too much", 17) == 0)
        return x->all = false, true;
    if (strncmp(m->text, "there is no constant", 20) == 0) return true;
    /* How many there are of each. */
    if (strstr(m->text, " cannot all be true") || strstr(m->text, " false in every world"))
        return true;
    if (m->file && m->line < MOST_LINES && strstr(m->text, " says: "))
        return x->formula[m->line] = true;
    if (m->file && m->line < MOST_LINES && strncmp(m->text, "evidence says that ", 19) == 0)
        return x->evidence[m->line] = true;
    return read_absent(x, m->text) || trial_wrong(t, "a note that nobody knows: %s", m->text);
}

/* An underscore stands for any constant. */
static bool fits(const char *pattern, const char *atom)
{
    while (*pattern && *atom) {
        if (*pattern == '_') {
            while (*atom && *atom != ',' && *atom != ')') atom++;
            pattern++;
        } else if (*pattern++ != *atom++) {
            return false;
        }
    }
    return *pattern == *atom;
}

static bool is_absent(const named *x, const char *atom)
{
    for (uint32_t i = 0; i < x->n_absent; i++)
        if (fits(x->absent[i], atom)) return true;
    return false;
}

/* ---- Inference ------------------------------------------------------------------------------ */

typedef struct run {
    loaded *l;
    kf_database *d;
    kf_problem *p;
    kf_grounder *g;
    kf_cpi_result r;
} run;

static kerf_status run_open(run *x, const program *p)
{
    const kf_cpi_options options = { .solver = kf_solver_find("auto"),
                                     .settings = { .seed = 1, .tries = 1 },
                                     .simplify = true,
                                     .threads = 1,
                                     .max_iterations = 1000,
                                     .deadline = INFINITY };
    *x = (run){ .l = malloc(sizeof *x->l) };
    if (!x->l) return KERF_NO_MEMORY;
    KF_TRY(loaded_open(x->l, p));
    KF_TRY(kf_database_new(&x->d, &x->l->mem, x->l->model, x->l->world));
    x->p = kf_problem_new(&x->l->mem);
    if (!x->p) return KERF_NO_MEMORY;
    KF_TRY(kf_grounder_new(&x->g, &x->l->mem, x->d, x->p, x->l->diags));
    return kf_cpi_run(x->g, &options, &x->r);
}

static void run_close(run *x)
{
    if (!x->l) return;
    kf_cpi_result_free(&x->r, &x->l->mem);
    kf_grounder_free(x->g);
    kf_problem_free(x->p);
    kf_database_free(x->d);
    loaded_close(x->l);
    free(x->l);
}

/* ---- Other evidence ------------------------------------------------------------------------- */

static void add_line(program *p, section part, const char *text)
{
    if (p->n == MOST_LINES) return;
    p->at[p->n].part = part;
    snprintf(p->at[p->n++].text, MOST_LINE, "%s", text);
}

static const kf_predicate *predicate_of(const run *x, const char *atom)
{
    size_t n = strcspn(atom, "( ");
    uint32_t id = kf_model_find_predicate(x->l->model, (kf_str){ atom, n });
    return id == KF_NONE ? NULL : &x->l->model->predicates.at[id];
}

/* True, false or open, as far as that can be said. */
static void add_changed(const run *x, program *out, const named *by, const char *text,
                        uint64_t *seed)
{
    char negated[MOST_LINE];
    const char *atom = text[0] == '!' ? text + 1 : text;
    const kf_predicate *p = predicate_of(x, atom);
    uint32_t way = random_below(seed, 3);
    if (!p || p->number || strchr(text, '=')) {
        add_line(out, IN_EVIDENCE, text);
    } else if (way == 0 && !is_absent(by, atom)) {
        add_line(out, IN_EVIDENCE, atom);
    } else if (way == 1) {
        snprintf(negated, sizeof negated, "!%s", atom);
        add_line(out, IN_EVIDENCE, negated);
    }
}

static bool is_said(const program *p, const char *atom)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const char *text = p->at[i].text;
        if (p->at[i].part == IN_EVIDENCE && strcmp(text[0] == '!' ? text + 1 : text, atom) == 0)
            return true;
    }
    return false;
}

/* Atoms of observed predicates that were false for want of evidence. */
static void add_more(const run *x, const program *p, program *out, const named *by, uint64_t *seed)
{
    const kf_model *m = x->l->model;
    for (uint32_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *q = &m->predicates.at[i];
        uint32_t first = q->arity > 0 ? x->d->n_before[q->slots[0].type] : 1;
        uint32_t second = q->arity > 1 ? x->d->n_before[q->slots[1].type] : 1;
        if (q->hidden || q->number || q->arity > 2) continue;
        for (uint32_t k = 0; k < first * second; k++) {
            uint32_t row[2] = { k / second, k % second };
            bool there = true;
            for (uint32_t s = 0; s < q->arity; s++)
                there = there && kf_evidence_has(x->l->world, q->slots[s].type, row[s]);
            kf_text text;
            kf_text_init(&text, &x->l->mem);
            kf_explain_atom(&text, m, i, row, 0);
            if (there && !is_said(p, text.at) && !is_absent(by, text.at)
                && random_below(seed, 2) == 0)
                add_line(out, IN_EVIDENCE, text.at);
            kf_text_free(&text);
        }
    }
}

/* One more observed predicate per type, true of all its constants. */
static void keep_constants(const run *x, program *out)
{
    const kf_model *m = x->l->model;
    for (uint32_t type = 1; type < m->types.n; type++) {
        kf_str name = kf_type_name(m, type);
        char text[MOST_LINE];
        snprintf(text, sizeof text, "*Keep%u(%.*s)", type, (int)name.n, name.at);
        add_line(out, IN_MODEL, text);
        for (uint32_t i = 0; i < x->d->n_before[type]; i++) {
            kf_str constant = kf_constant_text(m, type, i);
            if (!kf_evidence_has(x->l->world, type, i)) continue;
            snprintf(text, sizeof text, "Keep%u(%.*s)", type, (int)constant.n, constant.at);
            add_line(out, IN_EVIDENCE, text);
        }
    }
}

static bool is_hard(const char *text)
{
    size_t n = strlen(text);
    return n > 0 && text[n - 1] == '.';
}

static void change(const run *x, const program *p, program *out, const named *by, uint64_t *seed)
{
    uint32_t lines[PARTS] = { 0 };
    out->n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const line *l = &p->at[i];
        uint32_t at = ++lines[l->part];
        if (l->part == IN_MODEL && is_hard(l->text) && !by->formula[at]) continue;
        if (l->part != IN_EVIDENCE || by->evidence[at] || l->text[0] == '?'
            || isdigit((unsigned char)l->text[0]))
            add_line(out, l->part, l->text);
        else add_changed(x, out, by, l->text, seed);
    }
    keep_constants(x, out);
    add_more(x, p, out, by, seed);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static bool still_none(trial *t, const run *x, const program *p, const named *by, uint64_t *seed)
{
    program *other = malloc(sizeof *other);
    run y = { 0 };
    if (!other) return trial_wrong(t, "no memory");
    change(x, p, other, by, seed);
    kerf_status st = run_open(&y, other);
    bool good = st == KERF_LIMIT || (st == KERF_OK && y.r.outcome == KERF_CONTRADICTION);
    run_close(&y);
    free(other);
    return good
           || trial_wrong(t,
                          "there is an answer once evidence is changed that is not named "
                          "(status %d)",
                          (int)st);
}

static bool explain(trial *t, run *x, const program *p, uint64_t seed)
{
    named by = { .all = true };
    size_t before = kf_diags_count(x->l->diags);
    bool good = true;
    kerf_status st = kf_explain_conflict(x->g, &x->r, false, NULL);
    if (st != KERF_OK) return trial_wrong(t, "explaining: status %d", (int)st);
    for (size_t i = before; good && i < kf_diags_count(x->l->diags); i++)
        good = read_note(t, &by, kf_diags_get(x->l->diags, i));
    for (uint32_t i = 0; good && by.all && i < CHANGES; i++) good = still_none(t, x, p, &by, &seed);
    return good;
}

bool trial_reasons(trial *t, const program *p, uint64_t seed)
{
    run x;
    kerf_status st = run_open(&x, p);
    bool good = st != KERF_OK || x.r.outcome != KERF_CONTRADICTION || explain(t, &x, p, seed);
    run_close(&x);
    return good;
}
