/* forecast.c -- forecasts groundings and memory before anything is ground.
 *
 * A query that is expected to be cheap is run and counted; of another the plan's estimate is taken.
 * Numbers are doubles: they may be far beyond 2^63, and never overflow. */
#include "ground/forecast.h"

#include "ground/ask/ask.h"

#include <math.h>

#define CHEAP 1e6 /* steps of a query that is run */

typedef struct tally {
    kf_grounder *g;
    kf_ground_rule *gr;
    int side; /* -1: weights do not matter */
    double tuples, groundings;
} tally;

static bool add_up(void *context, const kf_binding *b, uint64_t times)
{
    tally *t = context;
    if (t->side >= 0) {
        double w = kf_grounder_weight(t->g, t->gr, b);
        if (t->gr->c.flipped) w = -w;
        if (t->side == 0 ? !(w > 0) : !(w < 0)) return true;
    }
    t->tuples++;
    t->groundings += (double)times;
    return true;
}

static void count_choices(const kf_ask *a, kf_amount *to)
{
    const kf_compiled *c = &a->gr->c;
    double tuples = 1, groundings = 1;
    for (uint32_t v = 0; v < c->n_variables; v++) {
        if (c->types[v] == KF_TYPE_NUMBER || !a->scope[v]) continue;
        double n = a->g->d->domains[c->types[v]].n;
        groundings *= n;
        if (a->needed[v]) tuples *= n;
    }
    to->tuples += tuples;
    to->groundings += groundings;
}

/* Adds what the query gives to the amount. */
static kerf_status measure(kf_ask *a, int side, kf_amount *to)
{
    kf_query *query;
    tally t = { .g = a->g, .gr = a->gr, .side = side };
    if (a->n == 0 && side < 0) { /* nothing is asked: every choice of constants */
        count_choices(a, to);
        return KERF_OK;
    }
    KF_TRY(kf_ask_prepare(a, NULL, KF_NONE, &query));
    kf_estimate expected = kf_query_estimate(query);
    kerf_status st = KERF_LIMIT;
    if (expected.work <= CHEAP) st = kf_query_run(query, NULL, &a->binding, add_up, &t);
    kf_query_free(query);
    if (st != KERF_OK && st != KERF_LIMIT) return st;
    assert(st == KERF_LIMIT || t.groundings >= t.tuples);
    to->exact = to->exact && st == KERF_OK;
    to->tuples += st == KERF_OK ? t.tuples : expected.answers;
    to->groundings += st == KERF_OK ? t.groundings : expected.total;
    return KERF_OK;
}

/* Bindings of the tuple under which the literals are so; observed: the hidden ones do not
 * matter. */
static kerf_status ask(kf_grounder *g, kf_ground_rule *gr, const kf_literal *literals, uint32_t n,
                       bool negated, const kf_literal *then, bool observed, int side, kf_amount *to)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, n + 1));
    for (uint32_t i = 0; i < n; i++) {
        if (!observed || !literals[i].hidden) kf_ask_add(&a, &literals[i], negated);
    }
    if (then) kf_ask_add(&a, then, false);
    kf_ask_need_tuple(&a);
    if (side >= 0) kf_ask_need_weight(&a);
    kerf_status st = measure(&a, side, to);
    kf_ask_end(&a);
    return st;
}

/* ---- Groundings that exist ---- */

/* Of a cardinality: its groups. */
static kerf_status count_all(kf_grounder *g, kf_ground_rule *gr, kf_amount *all)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    kf_ask a;
    *all = (kf_amount){ .exact = true };
    KF_TRY(kf_ask_begin(&a, g, gr, 0));
    if (r->kind == KF_RULE_COUNT) {
        a.n = 0; /* conditions are about what is counted */
        for (uint32_t i = 0; i < r->n_counted; i++) a.scope[r->counted[i]] = false;
    }
    kf_ask_need_tuple(&a);
    kerf_status st = measure(&a, -1, all);
    kf_ask_end(&a);
    return st;
}

/* ---- Open, and violated when all that is open is false ---- */

static kerf_status forecast_clause(kf_grounder *g, kf_ground_rule *gr, kf_forecast *f)
{
    const kf_compiled *c = &gr->c;
    if (c->n_literals == c->n_observed) return KERF_OK; /* evidence decides it */
    KF_TRY(ask(g, gr, c->literals, c->n_literals, true, NULL, true, -1, &f->open));
    if (gr->local) return KERF_OK;
    if (gr->when_false) {
        KF_TRY(ask(g, gr, c->literals, c->n_literals, true, NULL, false, 0, &f->violated));
    }
    for (uint32_t i = c->n_observed; gr->when_true && i < c->n_literals; i++) {
        KF_TRY(ask(g, gr, c->literals, i, true, &c->literals[i], false, 1, &f->violated));
    }
    return KERF_OK;
}

static kerf_status forecast_other(kf_grounder *g, kf_ground_rule *gr, kf_forecast *f)
{
    const kf_compiled *c = &gr->c;
    for (int side = 0; side < 2; side++) {
        const kf_conjunction *list = side ? c->when_true : c->when_false;
        uint32_t n = side ? c->n_true : c->n_false;
        kf_amount open = { .exact = true };
        bool pays = side ? gr->when_true : gr->when_false;
        for (uint32_t i = 0; pays && i < n; i++) {
            if (!list[i].hidden) continue;
            KF_TRY(ask(g, gr, list[i].at, list[i].n, false, NULL, true, -1, &open));
            KF_TRY(ask(g, gr, list[i].at, list[i].n, false, NULL, false, side, &f->violated));
        }
        open.exact = open.exact && (n <= 1 || open.tuples == 0); /* cases may overlap */
        if (open.tuples > f->open.tuples) f->open = open;
    }
    if (f->open.groundings > f->all.groundings) f->open = f->all;
    return KERF_OK;
}

/* Nothing is counted where everything is false, so that every group holds, or none does. */
static kerf_status forecast_count(kf_grounder *g, kf_ground_rule *gr, kf_forecast *f, double *terms)
{
    const kf_compiled *c = &gr->c;
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    bool holds_empty = r->op == KF_OP_LE || r->bound == 0 || c->n_unless > 0;
    bool given = r->cost == KF_COST_HARD || r->cost == KF_COST_NUMBER;
    bool wanted = r->cost == KF_COST_HARD || r->weight > 0;
    kf_amount all_terms = { .exact = true };
    KF_TRY(ask(g, gr, c->literals, c->n_literals, false, NULL, true, -1, &all_terms));
    *terms = all_terms.groundings;
    f->open = f->all;
    f->open.exact = false;
    if (!given || wanted != holds_empty) f->violated = f->all;
    f->violated.exact = false;
    return KERF_OK;
}

/* ---- Memory ---- */

static double predicate_size(const kf_grounder *g, uint32_t predicate)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    double n = 1;
    for (uint32_t i = 0; i < p->arity; i++) n *= g->d->domains[p->slots[i].type].n;
    return n;
}

/* What the arrays of tuples, clauses and atoms take: see tuple_map.h, problem.h and grounding.h.
 * Hash tables and vectors are two thirds full on average. */
static double bytes(const kf_grounder *g, const kf_ground_rule *gr, double tuples, double terms)
{
    const kf_compiled *c = &gr->c;
    double width = kf_tuple_width(c), hidden = c->n_literals - c->n_observed;
    if (c->form == KF_FORM_OTHER) hidden = c->n_free + 2;
    double each = gr->local ? 0 : 1.5 * (4 * width + 16 + 4 + 16 + 4 + 4 * hidden);
    double sum = tuples * each + terms * 12;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind != KF_LITERAL_ATOM || !l->hidden) continue;
        sum += fmin(fmax(tuples, terms), predicate_size(g, l->id)) * 1.5 * (4 * l->n + 41);
    }
    return sum;
}

kerf_status kf_forecast_rule(kf_grounder *g, kf_ground_rule *gr, kf_forecast *f)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    double terms = 0;
    *f = (kf_forecast){ .open.exact = true, .violated.exact = true };
    if (r->kind == KF_RULE_ACYCLIC) return KERF_OK;
    f->counted = true;
    KF_TRY(count_all(g, gr, &f->all));
    if (r->kind == KF_RULE_COUNT) KF_TRY(forecast_count(g, gr, f, &terms));
    else
        KF_TRY(gr->c.form == KF_FORM_CLAUSE ? forecast_clause(g, gr, f) : forecast_other(g, gr, f));
    assert(!f->open.exact || !f->all.exact || f->open.groundings <= f->all.groundings);
    f->open_bytes = bytes(g, gr, f->open.tuples, terms);
    f->violated_bytes = bytes(g, gr, f->violated.tuples, f->violated.tuples > 0 ? terms : 0);
    if (gr->local && !kf_local_is_default(g, gr)) f->violated_bytes = f->open_bytes;
    return KERF_OK;
}

/* ---- All at once? ---- */

static kerf_status expect(kf_ask *a, double *tuples)
{
    kf_query *query;
    kf_amount all = { 0 };
    kf_ask_need_tuple(a);
    if (a->n == 0) {
        count_choices(a, &all);
        *tuples += all.tuples;
        return KERF_OK;
    }
    KF_TRY(kf_ask_prepare(a, NULL, KF_NONE, &query));
    *tuples += kf_query_estimate(query).answers;
    kf_query_free(query);
    return KERF_OK;
}

/* Bindings under which the observed ones among the literals are so. */
static kerf_status expect_observed(kf_grounder *g, kf_ground_rule *gr, const kf_literal *literals,
                                   uint32_t n, bool negated, double *tuples)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, n));
    for (uint32_t i = 0; i < n; i++)
        if (!literals[i].hidden) kf_ask_add(&a, &literals[i], negated);
    kerf_status st = expect(&a, tuples);
    kf_ask_end(&a);
    return st;
}

static kerf_status expect_cases(kf_grounder *g, kf_ground_rule *gr, double *tuples)
{
    for (int side = 0; side < 2; side++) {
        const kf_conjunction *list = side ? gr->c.when_true : gr->c.when_false;
        uint32_t n = side ? gr->c.n_true : gr->c.n_false;
        for (uint32_t i = 0; (side ? gr->when_true : gr->when_false) && i < n; i++)
            KF_TRY(expect_observed(g, gr, list[i].at, list[i].n, false, tuples));
    }
    return KERF_OK;
}

kerf_status kf_forecast_open(kf_grounder *g, double *tuples)
{
    *tuples = 0;
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        const kf_compiled *c = &gr->c;
        uint8_t kind = g->d->m->rules.at[gr->rule].kind;
        bool counted = gr->product && gr->product->active;
        if (gr->local || gr->settled || counted || kind == KF_RULE_ACYCLIC) continue;
        /* Of a cardinality what is counted: that is what its rows are made of. */
        if (kind == KF_RULE_COUNT)
            KF_TRY(expect_observed(g, gr, c->literals, c->n_literals, false, tuples));
        else if (c->form != KF_FORM_CLAUSE) KF_TRY(expect_cases(g, gr, tuples));
        else if (c->n_literals > c->n_observed)
            KF_TRY(expect_observed(g, gr, c->literals, c->n_literals, true, tuples));
    }
    return KERF_OK;
}
