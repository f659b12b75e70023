/* unsatisfied.c -- counts the groundings of a rule that the current assignment violates.
 *
 * The queries are those of separation, but need the weight only: what they have in common is
 * counted and multiplied, and no grounding or tuple is built. The groundings that evidence decides
 * against are subtracted: every assignment violates them, so the first separation (for local
 * formulas kf_ground_local()) has found them all. In a local formula an atom that is false by
 * absence is not enumerated: its groundings are all less those where it is true. Where each
 * grounding has a weight of its own, a local formula's groundings are run through once, and the
 * atom is looked up. Few groundings of hard rules are violated: the queries that separation keeps
 * prepared count them. */
#include "base/check.h"
#include "ground/ask/cases.h"
#include "ground/count/count.h"
#include "ground/graph/graph.h"
#include "ground/score/row_score.h"

#include <math.h>

typedef struct sum {
    uint64_t groundings;
    double cost;
} sum;

typedef struct adder {
    kf_grounder *g;
    kf_ground_rule *gr;
    int side;
    bool ordered; /* sums must be the same to the last bit in every backend */
    sum found;
    bool overflow;
    kf_emit_fn *emit; /* or NULL: nothing is listed, only counted */
    void *context;
} adder;

static bool add_up(void *context, const kf_binding *b, uint64_t times)
{
    adder *x = context;
    double w = kf_grounder_weight(x->g, x->gr, b);
    if (x->gr->c.flipped) w = -w;
    if (x->side == 0 ? !(w > 0) : !(w < 0)) return true;
    x->overflow = __builtin_add_overflow(x->found.groundings, times, &x->found.groundings);
    x->found.cost += fabs(w) * (double)times;
    return x->emit ? x->emit(x->context, b, times) : !x->overflow;
}

static kerf_status run(adder *x, kf_ask *a)
{
    kf_ask_need_weight(a);
    for (uint32_t v = 0; x->emit && v < x->gr->c.n_free; v++) a->needed[v] = true;
    kerf_status st = x->ordered ? kf_ask_run_ordered(a, NULL, KF_NONE, NULL, add_up, x)
                                : kf_ask_run(a, NULL, KF_NONE, NULL, add_up, x);
    kf_ask_end(a);
    return x->overflow ? KERF_LIMIT : st;
}

/* The first literals of the clause are false, and the next one, unless it is NULL, is true. */
static kerf_status count_clause(adder *x, uint32_t n_false, const kf_literal *next)
{
    const kf_compiled *c = &x->gr->c;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, n_false + 1));
    for (uint32_t i = 0; i < n_false; i++) kf_ask_add(&a, &c->literals[i], true);
    if (next) kf_ask_add(&a, next, false);
    return run(x, &a);
}

static kerf_status count_true_clause(adder *x)
{
    const kf_compiled *c = &x->gr->c;
    kf_literal test;
    if (kf_clause_as_test(x->g, x->gr, &test)) return count_clause(x, c->n_observed, &test);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        KF_TRY(kf_grounder_spend(x->g, i));
        KF_TRY(count_clause(x, i, &c->literals[i]));
    }
    return KERF_OK;
}

static kerf_status count_conjunction(adder *x, const kf_conjunction *l)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, l->n));
    for (uint32_t i = 0; i < l->n; i++) kf_ask_add(&a, &l->at[i], false);
    return run(x, &a);
}

static kerf_status count_absent(adder *x)
{
    const kf_compiled *c = &x->gr->c;
    adder true_ones = { .g = x->g, .gr = x->gr, .side = x->side, .ordered = x->ordered };
    assert(c->n_literals == c->n_observed + 1);
    KF_TRY(count_clause(x, c->n_observed, NULL));
    KF_TRY(count_clause(&true_ones, c->n_observed, &c->literals[c->n_observed]));
    assert(true_ones.found.groundings <= x->found.groundings);
    x->found.groundings -= true_ones.found.groundings;
    x->found.cost -= true_ones.found.cost;
    return KERF_OK;
}

static kerf_status count_side(adder *x, bool hard)
{
    const kf_compiled *c = &x->gr->c;
    if (c->form == KF_FORM_CLAUSE && x->side == 0) {
        bool absent = x->gr->local && !x->emit && !c->literals[c->n_observed].negated;
        return absent ? count_absent(x) : count_clause(x, c->n_literals, NULL);
    }
    if (c->form == KF_FORM_CLAUSE) return count_true_clause(x);
    const kf_conjunction *list = x->side ? c->when_true : c->when_false;
    uint32_t n = x->side ? c->n_true : c->n_false;
    for (uint32_t i = 0; i < n; i++) {
        if (list[i].hidden || hard) KF_TRY(count_conjunction(x, &list[i]));
    }
    return KERF_OK;
}

/* Transitivity of a relation that is complete within its components: no triangle is open. */
static kerf_status is_closed(kf_grounder *g, const kf_ground_rule *gr, bool *closed)
{
    uint32_t predicate;
    *closed = false;
    if (kf_relating_of(g->d->m, &gr->c, &predicate) != KF_TRANSITIVE_RELATION) return KERF_OK;
    return kf_relation_is_complete(g->d->atoms[predicate], g->mem, closed);
}

/* One grounding of a local clause, on whichever side it pays. */
static bool add_local(void *context, const kf_binding *b, uint64_t times)
{
    adder *x = context;
    const kf_literal *l = &x->gr->c.literals[x->gr->c.n_observed];
    double w = kf_grounder_weight(x->g, x->gr, b);
    uint32_t row[KF_MOST_ARITY];
    kf_literal_row(l, b, row);
    bool holds = kf_database_holds(x->g->d, l->id, row) != l->negated;
    if (w == 0 || ((w < 0) == x->gr->c.flipped) == holds) return true;
    x->overflow = __builtin_add_overflow(x->found.groundings, times, &x->found.groundings);
    x->found.cost += fabs(w) * (double)times;
    return !x->overflow;
}

static kerf_status count_local(adder *x)
{
    kf_ask a;
    KF_TRY(kf_local_begin(&a, x->g, x->gr));
    kerf_status st = x->ordered ? kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, add_local, x)
                                : kf_ask_run(&a, NULL, KF_NONE, NULL, add_local, x);
    kf_ask_end(&a);
    return x->overflow ? KERF_LIMIT : st;
}

static kerf_status count_prepared(adder *x)
{
    kf_cases *cases;
    KF_TRY(kf_cases_get(x->g, x->gr, x->side, &cases));
    for (uint32_t i = 0; i < cases->n; i++) {
        kf_query *query;
        KF_TRY(kf_case_whole(&cases->at[i], &query));
        KF_TRY(kf_query_run(query, NULL, &cases->at[i].a.binding, add_up, x));
    }
    return x->overflow ? KERF_LIMIT : KERF_OK;
}

/* Where weights come from data, local groundings are as many as these. */
static bool is_gone_through(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    return gr->local && c->form == KF_FORM_CLAUSE && kf_weights_are_data(g, gr)
           && c->literals[c->n_observed].kind == KF_LITERAL_ATOM;
}

/* score: what is known of the rule already, or NULL. */
static kerf_status count_logic(kf_grounder *g, kf_ground_rule *gr, bool hard, bool ordered,
                               const kf_row_score *score, sum *out)
{
    const kf_compiled *c = &gr->c;
    bool no_hidden = c->form == KF_FORM_CLAUSE && c->n_literals == c->n_observed, closed;
    if (score && score->counted) {
        *out = (sum){ score->groundings, score->cost };
        return KERF_OK;
    }
    if (no_hidden && !hard) return KERF_OK;
    KF_TRY(is_closed(g, gr, &closed));
    if (closed) return KERF_OK;
    kf_row_score own = { 0 };
    if (!ordered && !score) KF_TRY(kf_row_score_one(g, gr, &own));
    if (own.counted) {
        *out = (sum){ own.groundings, own.cost };
        return KERF_OK;
    }
    if (is_gone_through(g, gr)) {
        adder x = { .g = g, .gr = gr, .ordered = ordered };
        KF_TRY(count_local(&x));
        *out = x.found;
        return KERF_OK;
    }
    for (int side = 0; side < 2; side++) {
        if (side ? !gr->when_true : !gr->when_false) continue;
        bool holds = side == 0 && !gr->local && kf_clause_holds(g, gr);
#ifdef NDEBUG
        if (holds) continue;
#endif
        adder x = { .g = g, .gr = gr, .side = side, .ordered = ordered };
        KF_TRY(hard && gr->cases[side] ? count_prepared(&x) : count_side(&x, hard));
        assert(!holds || x.found.groundings == 0);
        out->groundings += x.found.groundings;
        out->cost += x.found.cost;
    }
    return KERF_OK;
}

static kerf_status count_rule(kf_grounder *g, kf_ground_rule *gr, bool ordered,
                              const kf_row_score *score, uint64_t *groundings, double *cost,
                              uint64_t *hard)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    bool is_hard = r->cost == KF_COST_HARD;
    sum found = { 0 };
    switch (r->kind) {
    case KF_RULE_LOGIC: KF_TRY(count_logic(g, gr, is_hard, ordered, score, &found)); break;
    case KF_RULE_COUNT: KF_TRY(kf_count_unsatisfied(g, gr, &found.groundings, &found.cost)); break;
    default: KF_TRY(kf_count_knots(g, g->d->atoms[r->predicate], &found.groundings)); break;
    }
    gr->violated = found.groundings;
    gr->violated_known = true;
    if (!is_hard && r->kind != KF_RULE_ACYCLIC) {
        assert(found.groundings >= kf_ground_rule_decided(gr));
        found.groundings -= kf_ground_rule_decided(gr);
        found.cost -= kf_ground_rule_paid(gr);
    }
    *groundings = found.groundings;
    *cost = is_hard || found.groundings == 0 ? 0 : found.cost;
    *hard = is_hard ? found.groundings : 0;
    return KERF_OK;
}

kerf_status kf_grounder_unsatisfied(kf_grounder *g, kf_ground_rule *gr, bool ordered,
                                    uint64_t *groundings, double *cost, uint64_t *hard)
{
    return count_rule(g, gr, ordered, NULL, groundings, cost, hard);
}

static kerf_status count_rules(kf_grounder *g, bool ordered, kf_row_score *scores,
                               kf_unsatisfied_fn *each, void *context)
{
    if (!ordered) KF_TRY(kf_row_score_all(g, scores));
    for (size_t i = 0; i < g->rules.n; i++) {
        uint64_t groundings, hard;
        double cost;
        KF_TRY(count_rule(g, &g->rules.at[i], ordered, &scores[i], &groundings, &cost, &hard));
        each(context, i, groundings, cost, hard);
    }
    return KERF_OK;
}

kerf_status kf_grounder_unsatisfied_all(kf_grounder *g, bool ordered, kf_unsatisfied_fn *each,
                                        void *context)
{
    size_t n = g->rules.n;
    kf_row_score *scores = kf_mem_calloc(g->mem, n, sizeof *scores);
    if (!scores) return KERF_NO_MEMORY;
    kerf_status st = count_rules(g, ordered, scores, each, context);
    kf_mem_free(g->mem, scores, n, sizeof *scores);
    return st;
}

kerf_status kf_grounder_list_unsatisfied(kf_grounder *g, kf_ground_rule *gr, kf_emit_fn *emit,
                                         void *context)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    bool hard = r->cost == KF_COST_HARD;
    if (r->kind == KF_RULE_COUNT) return kf_count_list_unsatisfied(g, gr, emit, context);
    if (r->kind != KF_RULE_LOGIC) return KERF_OK;
    for (int side = 0; side < 2; side++) {
        adder x = { .g = g, .gr = gr, .side = side, .emit = emit, .context = context };
        if (side ? gr->when_true : gr->when_false) KF_TRY(count_side(&x, hard));
    }
    return KERF_OK;
}

bool kf_grounder_has_soft_evidence(const kf_grounder *g)
{
    for (uint32_t p = 0; p < g->d->n_predicates; p++)
        if (g->d->m->predicates.at[p].hidden && kf_evidence_facts(g->d->w, p, KF_SAID_SOFT)->n > 0)
            return true;
    return false;
}

double kf_grounder_evidence_cost(const kf_grounder *g)
{
    double cost = 0;
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        if (!g->d->m->predicates.at[p].hidden) continue;
        const kf_facts *soft = kf_evidence_facts(g->d->w, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < soft->n; i++) {
            uint32_t row[KF_MOST_ARITY];
            for (uint32_t c = 0; c < soft->width; c++) row[c] = soft->columns[c][i];
            double odds = kf_evidence_probability(g->d->w, p, i), w = log(odds / (1 - odds));
            assert(odds > 0 && odds < 1);
            if (kf_database_holds(g->d, p, row) != (w > 0)) cost += fabs(w);
        }
    }
    return cost;
}
