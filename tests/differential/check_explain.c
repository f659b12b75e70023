/* check_explain.c -- explanations against all worlds.
 *
 * Where evidence leaves few atoms open, verify scores every world, so that the best world with
 * either value of every atom is known. Each atom of an answer is explained, one after the other
 * from what the same run has ground: by how much the other value costs more must be what the worlds
 * say, or no world must have it. The other world, put together from the flips, must be worth what
 * is said of it, and so must the groundings that either world pays for. Answers and explanations
 * that are cut short must have valid bounds. */
#include "trial.h"

#include "base/check.h"
#include "base/random.h"
#include "explain/explainer.h"
#include "report/conflict/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 10, MOST_WORK = 20000 };

typedef struct better { /* of the worlds in which an atom has a value */
    bool feasible;
    double score;
} better;

typedef struct sight {
    trial *t;
    uint32_t open[MOST_TRIED], n;
    better best[MOST_TRIED][2];
    kf_database *d;
    kf_problem *p;
    kf_grounder *g;
    kf_cpi_options options;
    double score; /* of the answer */
    bool *values;
} sight;

static bool is_few(sight *s)
{
    const trial *t = s->t;
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        if (!t->atoms[i].open) continue;
        if (s->n == MOST_TRIED) return false;
        s->open[s->n++] = i;
    }
    return (uint64_t)(t->n_all + 10) << s->n <= MOST_WORK;
}

static bool score_of(trial *t, const bool *values, verdicts *v)
{
    *v = (verdicts){ 0 };
    return (oracle_set(t->o, values) == KERF_OK && oracle_verify(t->o, v) == KERF_OK)
           || trial_wrong(t, "the oracle failed");
}

static bool every_world(sight *s)
{
    trial *t = s->t;
    for (uint32_t k = 0; k < 1u << s->n; k++) {
        verdicts v;
        for (uint32_t i = 0; i < s->n; i++) t->values[s->open[i]] = k >> i & 1;
        if (!score_of(t, t->values, &v)) return false;
        if (v.hard + v.cycles > 0) continue;
        for (uint32_t i = 0; i < s->n; i++) {
            better *b = &s->best[i][k >> i & 1];
            if (!b->feasible || v.score > b->score) *b = (better){ true, v.score };
        }
    }
    return true;
}

/* ---- One explanation ------------------------------------------------------------------------ */

static bool wrong(const sight *s, const kf_explanation *e, const char *what, double is,
                  double should)
{
    return trial_wrong(s->t, "explain %s (%s, %s, %u iterations, outcome %d): %s %.12g, not %.12g",
                       e->is.atom, s->options.solver->name, s->options.full ? "all ground" : "cuts",
                       s->options.max_iterations, (int)e->is.outcome, what, is, should);
}

/* Rounding is that of scores. */
static bool above(const sight *s, double x, double y)
{
    return x > y && !(fabs(x - y) <= 1e-9 * (1 + fabs(s->g->best) + fabs(s->score) + fabs(y)));
}

static bool flip_text(sight *s, const char *text)
{
    kf_text own;
    bool found = false;
    kf_text_init(&own, &s->t->engine.mem);
    for (uint32_t i = 0; i < s->t->n_atoms && !found; i++) {
        const ground_atom *a = &s->t->atoms[i];
        kf_text_clear(&own);
        kf_explain_atom(&own, s->t->engine.model, a->predicate, a->row, 0);
        found = own.at && strcmp(own.at, text) == 0;
        if (found) s->values[i] = !s->values[i];
    }
    kf_text_free(&own);
    return found || trial_wrong(s->t, "explain: %s flips, and there is no such atom", text);
}

static bool right_world(sight *s, const kf_explanation *e)
{
    verdicts v;
    memcpy(s->t->values, s->values, s->t->n_atoms * sizeof(bool));
    if (!flip_text(s, e->is.atom)) return false;
    for (size_t i = 0; i < e->is.flips; i++)
        if (!flip_text(s, e->flips[i].text)) return false;
    bool good = score_of(s->t, s->values, &v);
    memcpy(s->values, s->t->values, s->t->n_atoms * sizeof(bool));
    if (!good) return false;
    if (v.hard + v.cycles > 0) return wrong(s, e, "violations", (double)(v.hard + v.cycles), 0);
    double difference = s->score - v.score;
    if (above(s, difference, e->is.difference) || above(s, e->is.difference, difference))
        return wrong(s, e, "the other world costs more by", e->is.difference, difference);
    return true;
}

static bool right_sums(const sight *s, const kf_explanation *e)
{
    double sum = 0;
    for (size_t i = 0; i < e->is.other_pays; i++) sum += fabs(e->paid[1][i].weight);
    for (size_t i = 0; i < e->is.answer_pays; i++) sum -= fabs(e->paid[0][i].weight);
    return (!above(s, sum, e->is.difference) && !above(s, e->is.difference, sum))
           || wrong(s, e, "difference", e->is.difference, sum);
}

static bool right_cost(sight *s, const kf_explanation *e, double least)
{
    bool proven = e->is.outcome == KERF_OPTIMAL;
    if (above(s, least, e->is.difference))
        return wrong(s, e, "difference", e->is.difference, least);
    if (above(s, e->is.least_difference, least))
        return wrong(s, e, "least difference", e->is.least_difference, least);
    if (proven && above(s, e->is.difference, least))
        return wrong(s, e, "proven difference", e->is.difference, least);
    return right_world(s, e) && right_sums(s, e);
}

static bool right_explanation(sight *s, const kf_explanation *e, uint32_t i, bool whole)
{
    const better *other = &s->best[i][!e->is.value];
    double least = other->feasible ? s->score - other->score : INFINITY;
    if (e->is.value != s->values[s->open[i]]) return wrong(s, e, "value", e->is.value, 2);
    switch (e->is.kind) {
    case KERF_EXPLAINED_COST:
    case KERF_EXPLAINED_FREE: return right_cost(s, e, least);
    case KERF_EXPLAINED_FORBIDDEN:
        if (other->feasible) return wrong(s, e, "forbidden", INFINITY, least);
        return e->is.conflict > 0 || wrong(s, e, "reasons", 0, 1);
    case KERF_EXPLAINED_UNKNOWN:
        if (above(s, e->is.least_difference, least))
            return wrong(s, e, "unknown, least difference", e->is.least_difference, least);
        return !whole || wrong(s, e, "unknown", INFINITY, least);
    default: return wrong(s, e, "kind", e->is.kind, 0);
    }
}

/* The answer is still there. */
static bool right_answer(const sight *s)
{
    for (uint32_t i = 0; i < s->t->n_atoms; i++) {
        const ground_atom *a = &s->t->atoms[i];
        if (kf_database_holds(s->d, a->predicate, a->row) != s->values[i])
            return trial_wrong(s->t, "explain: the answer has changed");
    }
    return true;
}

static bool explain_each(sight *s, kf_explainer *x, bool whole)
{
    kf_explained *all = kf_explained_new(&s->t->engine.mem);
    bool good = true;
    if (!all) return trial_wrong(s->t, "no memory");
    for (uint32_t i = 0; good && i < s->n; i++) {
        const ground_atom *a = &s->t->atoms[s->open[i]];
        kf_asked_atom asked = { .predicate = a->predicate };
        memcpy(asked.row, a->row,
               sizeof a->row < sizeof asked.row ? sizeof a->row : sizeof asked.row);
        if (kf_explainer_lacks(x, a->predicate)) continue;
        kerf_status st = kf_explainer_run(x, &asked, all);
        const kf_diags *said = s->t->engine.diags;
        size_t n = kf_diags_count(said);
        if (st != KERF_OK)
            good = trial_wrong(s->t, "explain: status %d: %s", (int)st,
                               n ? kf_diags_get(said, n - 1)->text : "");
        const kf_explanation *last = all->list.at ? &all->list.at[all->list.n - 1] : NULL;
        good = good && last && right_explanation(s, last, i, whole);
        good = good && right_answer(s);
    }
    kf_explained_free(all);
    return good;
}

/* ---- One answer ----------------------------------------------------------------------------- */

static bool explain_answer(sight *s, const kf_cpi_result *r, bool whole)
{
    verdicts v;
    for (uint32_t i = 0; i < s->t->n_atoms; i++) {
        const ground_atom *a = &s->t->atoms[i];
        s->values[i] = kf_database_holds(s->d, a->predicate, a->row);
    }
    if (r->outcome == KERF_CONTRADICTION || r->none || r->hard_violations > 0) return true;
    if (!score_of(s->t, s->values, &v)) return false;
    s->score = v.score;
    kf_explainer x = kf_explainer_of(s->g, &s->options, r);
    if (!whole) x.options.max_iterations = 1 + (uint32_t)(r->iterations % 3);
    bool good = explain_each(s, &x, whole);
    kf_explainer_close(&x);
    return good;
}

static bool explain_run(sight *s, bool whole)
{
    kf_mem *mem = &s->t->engine.mem;
    kf_cpi_result r = { 0 };
    s->p = kf_problem_new(mem);
    kerf_status st = s->p ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_database_new(&s->d, mem, s->t->engine.model, s->t->engine.world);
    if (st == KERF_OK) st = kf_grounder_new(&s->g, mem, s->d, s->p, s->t->engine.diags);
    if (st == KERF_OK) st = kf_cpi_run(s->g, &s->options, &r);
    bool good = st == KERF_OK ? explain_answer(s, &r, whole)
                              : st == KERF_LIMIT || st == KERF_UNSUPPORTED
                                    || trial_wrong(s->t, "explain: map has status %d", (int)st);
    if (st == KERF_OK) kf_cpi_result_free(&r, mem);
    kf_grounder_free(s->g);
    kf_problem_free(s->p);
    kf_database_free(s->d);
    s->g = NULL;
    s->p = NULL;
    s->d = NULL;
    return good;
}

bool trial_explain(trial *t, uint64_t seed)
{
    static const char *const solvers[] = { "auto", "auto", "tables", "ilp", "exact" };
    sight s = { .t = t };
    kf_random random = { seed ^ 0x65786c };
    if (!is_few(&s) || !every_world(&s)) return !t->why[0];
    s.values = calloc(t->n_atoms + 1, sizeof(bool));
    bool good = s.values || trial_wrong(t, "no memory");
    for (int i = 0; good && i < 3; i++) {
        bool whole = i < 2;
        s.options = (kf_cpi_options){
            .solver = kf_solver_find(solvers[kf_random_below(&random, KF_LENGTH(solvers))]),
            .settings = { .seed = 1, .flips = 2000, .tries = 2, .noise = 0.2 },
            .full = kf_random_below(&random, 3) == 0,
            .choose = kf_random_below(&random, 2) == 0,
            .clusters_from = 1,
            .order_from = 1,
            .simplify = kf_random_below(&random, 4) > 0,
            .threads = 1 + kf_random_below(&random, 2),
            .max_iterations = whole ? 1000 : 1 + kf_random_below(&random, 3),
            .deadline = INFINITY,
        };
        if (kf_random_below(&random, 3) > 0) s.options.settings.off |= KF_CLUSTERING;
        if (kf_random_below(&random, 4) == 0) s.options.settings.lp_work = 1; /* dual ascent */
        if (s.options.solver->lacks) continue;
        good = explain_run(&s, whole);
    }
    free(s.values);
    return good;
}
