/* expectations.c -- what each rule scores on average, and how many of its groundings are true.
 *
 * The problem tells which rule has added which weight where (kf_traced). A rule scores its best,
 * less what it pays; on average it pays each weight as often as the constraint that has it pays. By
 * linearity nothing else is needed, however rules share constraints. */
#include "marginal/marginal_parts.h"

#include "base/check.h"
#include "base/neumaier.h"
#include "ground/ground_rule.h"
#include "model/model.h"

#include <math.h>

kerf_status kf_paying_open(kf_paying *y, const kf_problem *p, kf_mem *mem)
{
    y->n_clauses = p->clauses.n;
    y->n_counts = p->cardinalities.n;
    y->clauses = kf_mem_alloc(mem, y->n_clauses, sizeof(double));
    y->clause_errors = kf_mem_alloc(mem, y->n_clauses, sizeof(double));
    y->counts = kf_mem_alloc(mem, y->n_counts, sizeof(double));
    y->count_errors = kf_mem_alloc(mem, y->n_counts, sizeof(double));
    if (!y->clauses || !y->clause_errors || !y->counts || !y->count_errors) return KERF_NO_MEMORY;
    for (size_t i = 0; i < y->n_clauses; i++) y->clauses[i] = y->clause_errors[i] = NAN;
    for (size_t i = 0; i < y->n_counts; i++) y->counts[i] = y->count_errors[i] = NAN;
    return KERF_OK;
}

void kf_paying_close(kf_paying *y, kf_mem *mem)
{
    kf_mem_free(mem, y->clauses, y->n_clauses, sizeof(double));
    kf_mem_free(mem, y->clause_errors, y->n_clauses, sizeof(double));
    kf_mem_free(mem, y->counts, y->n_counts, sizeof(double));
    kf_mem_free(mem, y->count_errors, y->n_counts, sizeof(double));
}

typedef struct paid { /* by rule, on average */
    kf_neumaier sum;
    double error;
} paid;

static void chance_of(const kf_paying *y, const kf_marginals *m, const kf_traced *t, double *p,
                      double *error)
{
    if (t->kind == KF_TRACED_CLAUSE) {
        *p = y->clauses[t->at];
        *error = y->clause_errors[t->at];
    } else if (t->kind == KF_TRACED_COUNT) {
        *p = y->counts[t->at];
        *error = y->count_errors[t->at];
    } else {
        const kf_chance *c = &m->chances.at[t->at / 2];
        *p = t->at & 1 ? 1 - c->p : c->p;
        *error = c->method == KF_BY_ELIMINATION ? c->hi - c->lo : NAN;
        if (c->method == KF_BY_NOTHING) *p = NAN;
    }
}

static void add_paid(const kf_problem *p, const kf_paying *y, const kf_marginals *m, paid *by_rule)
{
    for (size_t i = 0; i < p->traced.n; i++) {
        const kf_traced *t = &p->traced.at[i];
        double chance, error;
        chance_of(y, m, t, &chance, &error);
        kf_neumaier_add(&by_rule[t->tracer].sum, t->weight * chance);
        by_rule[t->tracer].error += t->weight * error;
    }
}

static kf_expected expect(const kf_model *m, const kf_ground_rule *gr, const paid *costs)
{
    const kf_rule *r = &m->rules.at[kf_ground_rule_id(gr)];
    double best = kf_ground_rule_best(gr);
    kf_expected e = { .there = true, .groundings = kf_ground_rule_groundings(gr) };
    e.satisfied = (double)e.groundings;
    if (r->cost == KF_COST_HARD) return e;
    e.score = best - kf_neumaier_get(&costs->sum);
    e.error = costs->error + 0x1p-50 * (fabs(best) + fabs(costs->sum.sum));
    bool one = r->cost == KF_COST_NUMBER, nothing = one && r->weight == 0;
    e.satisfied = one ? e.score / (nothing ? KF_TRACED_NOTHING : r->weight) : NAN;
    if (nothing) e.score = e.error = 0;
    return e;
}

kerf_status kf_expect_rules(const kf_grounder *g, const kf_paying *y, kf_marginals *out)
{
    const kf_model *m = kf_grounder_model(g);
    paid *by_rule = kf_mem_calloc(out->mem, m->rules.n, sizeof *by_rule);
    out->n_rules = m->rules.n;
    out->expected = kf_mem_calloc(out->mem, out->n_rules, sizeof *out->expected);
    bool room = by_rule && out->expected;
    if (room) add_paid(kf_grounder_problem(g), y, out, by_rule);
    for (size_t i = 0; room && i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        uint32_t rule = kf_ground_rule_id(gr);
        out->expected[rule] = expect(m, gr, &by_rule[rule]);
    }
    kf_mem_free(out->mem, by_rule, m->rules.n, sizeof *by_rule);
    return room ? KERF_OK : KERF_NO_MEMORY;
}
