/* expectations.c -- what each rule scores on average, and how many of its groundings are true; of a
 * rule with a weight table, row by row.
 *
 * The problem tells which rule has added which weight where (kf_traced). A rule scores its best,
 * less what it pays; on average it pays each weight as often as the constraint that has it pays. By
 * linearity nothing else is needed, however rules share constraints. */
#include "marginal/marginal_parts.h"

#include "base/check.h"
#include "base/neumaier.h"
#include "ground/ground_rule.h"
#include "model/weight_table.h"

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

typedef struct paid { /* by who adds: rules, then rows; on average */
    kf_neumaier sum;
    double error;
    double all; /* what is paid where everything pays */
} paid;

static void chance_of(const kf_paying *y, const kf_marginals *m, const kf_traced *t, double *p,
                      double *error)
{
    if (t->kind == KF_TRACED_CLAUSE) {
        assert(t->at < y->n_clauses);
        *p = y->clauses[t->at];
        *error = y->clause_errors[t->at];
    } else if (t->kind == KF_TRACED_COUNT) {
        assert(t->at < y->n_counts);
        *p = y->counts[t->at];
        *error = y->count_errors[t->at];
    } else {
        assert(t->at / 2 < m->chances.n);
        const kf_chance *c = &m->chances.at[t->at / 2];
        *p = t->at & 1 ? 1 - c->p : c->p;
        *error = c->method == KF_BY_ELIMINATION ? c->hi - c->lo : NAN;
        if (c->method == KF_BY_NOTHING) *p = NAN;
    }
}

static void add_paid(const kf_problem *p, const kf_paying *y, const kf_marginals *m, paid *by,
                     size_t n)
{
    (void)n; /* of `by` */
    for (size_t i = 0; i < p->traced.n; i++) {
        const kf_traced *t = &p->traced.at[i];
        double chance, error;
        assert(t->tracer < n);
        chance_of(y, m, t, &chance, &error);
        kf_neumaier_add(&by[t->tracer].sum, t->weight * chance);
        by[t->tracer].error += t->weight * error;
        by[t->tracer].all += t->weight;
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

/* ---- Rows of weight tables ---- */

/* A positive weight is paid by what is false, a negative one by what is true. */
static kf_expected_row expect_row(uint32_t row, double weight, const paid *costs)
{
    double each = weight == 0 ? KF_TRACED_NOTHING : fabs(weight),
           cost = kf_neumaier_get(&costs->sum);
    kf_expected_row e = { .row = row, .weight = weight, .groundings = rint(costs->all / each) };
    assert(fabs(costs->all / each - e.groundings) <= 1e-6 * (1 + e.groundings));
    e.satisfied = weight < 0 ? cost / each : e.groundings - cost / each;
    e.score = weight * e.satisfied;
    e.error = weight == 0 ? 0 : costs->error + 0x1p-50 * costs->all;
    return e;
}

static kerf_status expect_rows(const kf_ground_rule *gr, const kf_rule *r, const paid *by,
                               paid *whole, kf_marginals *out)
{
    uint32_t from = kf_ground_rule_rows_from(gr), n = kf_weight_table_count(r->table);
    kf_expected *e = &out->expected[kf_ground_rule_id(gr)];
    e->first_row = out->expected_rows.n;
    for (uint32_t row = 0; row <= n; row++) {
        const paid *costs = &by[from + row];
        kf_neumaier_add(&whole->sum, kf_neumaier_get(&costs->sum));
        whole->error += costs->error;
        if (row == n || costs->all == 0) continue;
        kf_expected_row x = expect_row(row, kf_weight_table_weight(r->table, row), costs);
        if (!kf_vec_push(out->mem, &out->expected_rows, x)) return KERF_NO_MEMORY;
    }
    e->n_rows = out->expected_rows.n - e->first_row;
    return KERF_OK;
}

/* ---- All ---- */

/* Rules, and behind them the rows of those that have some. */
static size_t count_tracers(const kf_grounder *g)
{
    const kf_model *m = kf_grounder_model(g);
    size_t n = m->rules.n;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        const kf_rule *r = &m->rules.at[kf_ground_rule_id(gr)];
        if (kf_ground_rule_rows_from(gr)) n += (size_t)kf_weight_table_count(r->table) + 1;
    }
    return n;
}

static kerf_status expect_all(const kf_grounder *g, paid *by, kf_marginals *out)
{
    const kf_model *m = kf_grounder_model(g);
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        uint32_t rule = kf_ground_rule_id(gr);
        kf_expected rows = { 0 };
        if (kf_ground_rule_rows_from(gr)) {
            KF_TRY(expect_rows(gr, &m->rules.at[rule], by, &by[rule], out));
            rows = out->expected[rule];
        }
        out->expected[rule] = expect(m, gr, &by[rule]);
        out->expected[rule].first_row = rows.first_row;
        out->expected[rule].n_rows = rows.n_rows;
    }
    return KERF_OK;
}

kerf_status kf_expect_rules(const kf_grounder *g, const kf_paying *y, kf_marginals *out)
{
    size_t n = count_tracers(g);
    paid *by = kf_mem_calloc(out->mem, n, sizeof *by);
    out->n_rules = kf_grounder_model(g)->rules.n;
    out->expected = kf_mem_calloc(out->mem, out->n_rules, sizeof *out->expected);
    bool room = by && out->expected;
    if (room) add_paid(kf_grounder_problem(g), y, out, by, n);
    kerf_status st = room ? expect_all(g, by, out) : KERF_NO_MEMORY;
    kf_mem_free(out->mem, by, n, sizeof *by);
    return st;
}
