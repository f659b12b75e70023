/* marginal.c -- from a fresh grounder to probabilities; see marginal.h. */
#include "marginal/marginal.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/neumaier.h"
#include "base/stop.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/full.h"
#include "ground/ground_rule.h"
#include "ground/score/totals.h"
#include "marginal/marginal_parts.h"
#include "model/asked.h"
#include "model/model.h"
#include "query/database.h"
#include "sample/sample.h"

#include <math.h>

static const double UNIT = 0x1p-53, LN2_REST = 0x1.abc9e3b39803fp-56; /* ln 2, less M_LN2 */

const char *kf_chance_method_text(uint8_t method)
{
    static const char *const texts[] = { "none", "exact", "gibbs", "mcsat" };
    assert(method < KF_CHANCE_METHODS);
    return texts[method];
}

/* ---- How wrong weights may be ---- */

/* Groundings whose weights differ by data, or that are costs of one atom: so many may have been
 * added up in one number. */
static double most_added(const kf_grounder *g)
{
    const kf_model *m = kf_grounder_model(g);
    double sum = 0;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        const kf_rule *r = &m->rules.at[kf_ground_rule_id(gr)];
        if (r->cost != KF_COST_HARD) sum += (double)kf_ground_rule_groundings(gr);
    }
    return sum + 2;
}

/* The same by size: a cost of weights that are not less than the least has not many. INFINITY:
 * weights are data. */
static double most_by_size(const kf_grounder *g)
{
    const kf_model *m = kf_grounder_model(g);
    const kf_problem *p = kf_grounder_problem(g);
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        if (r->cost == KF_COST_TABLE || r->cost == KF_COST_VARIABLE) return INFINITY;
        if (r->cost == KF_COST_NUMBER && r->weight != 0) least = fmin(least, fabs(r->weight));
    }
    for (size_t a = 0; a < p->parent.n; a++)
        most = fmax(most, p->cost_true.at[a] + p->cost_false.at[a]);
    for (size_t i = 0; i < p->clauses.n; i++)
        if (isfinite(p->clauses.at[i].weight)) most = fmax(most, fabs(p->clauses.at[i].weight));
    return isfinite(least) ? 4 + most / least : 4;
}

/* Sums have what rounding took from them beside them, but for those of weights that are data:
 * clauses of data rarely meet, and a count of those that did is kept. Of soft evidence the weight
 * itself is rounded. */
static double slack_of(const kf_grounder *g)
{
    const kf_model *m = kf_grounder_model(g);
    bool data = false;
    for (size_t i = 0; i < m->rules.n && !data; i++)
        data = m->rules.at[i].cost == KF_COST_TABLE || m->rules.at[i].cost == KF_COST_VARIABLE;
    if (data) return fmin(most_added(g), most_by_size(g));
    return kf_grounder_has_soft_evidence(g) ? 2 : 0;
}

/* ---- Atoms that nothing names ---- */

static kerf_status count_free(kf_grounder *g, const kf_limits *limits, kf_marginals *out)
{
    const kf_model *m = kf_grounder_model(g);
    uint32_t row[KF_MOST_ARITY];
    kf_stop stop = kf_limits_stop(limits);
    kf_patience patience = kf_patience_of(&stop);
    out->n_predicates = (uint32_t)m->predicates.n;
    out->free = kf_mem_calloc(out->mem, out->n_predicates, sizeof *out->free);
    if (!out->free) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < out->n_predicates; i++)
        if (m->predicates.at[i].hidden) out->free[i] = kf_grounder_open_atoms(g, i);
    for (uint32_t a = 0; a < kf_grounder_named(g); a++) {
        uint32_t predicate = kf_grounder_atom_row(g, a, row);
        if (!kf_patience_spend(&patience, 1)) return KERF_INTERRUPTED;
        if (predicate == KF_NONE || out->chances.at[a].free) continue;
        assert(out->free[predicate] > 0); /* what is named is open */
        out->free[predicate]--;
        out->atoms++;
    }
    for (uint32_t i = 0; i < out->n_predicates; i++) out->free_atoms += out->free[i];
    out->atoms += out->free_atoms;
    return KERF_OK;
}

/* ---- The invariant ---- */

#ifndef NDEBUG
static void check_counts(const kf_marginals *m)
{
    uint64_t by_method = 0, of_kinds = 0, atoms = 0;
    for (uint32_t i = 0; i < KF_CHANCE_METHODS; i++) by_method += m->by_method[i];
    for (uint32_t i = 0; i < m->n_kinds; i++) {
        of_kinds += m->kinds[i].components;
        atoms += m->kinds[i].atoms;
    }
    assert(by_method == m->components);
    assert(of_kinds == m->components);
    assert(atoms <= m->chances.n); /* auxiliary ones may have gone */
    assert(m->free_atoms <= m->atoms);
}

static void check_lists(const kf_marginals *m)
{
    assert(m->parts.n <= KF_MARGINAL_PARTS && m->parts.n <= m->components);
    for (size_t i = 1; i < m->parts.n; i++)
        assert(m->parts.at[i - 1].atoms >= m->parts.at[i].atoms);
    for (size_t i = 1; i < m->traces.n; i++)
        assert(m->traces.at[i - 1].width >= m->traces.at[i].width);
    for (size_t i = 0; m->expected && i < m->n_rules; i++)
        assert(m->expected[i].first_row + m->expected[i].n_rows <= m->expected_rows.n);
}
#endif

void kf_marginals_check(const kf_marginals *m)
{
#ifndef NDEBUG
    assert(!m->stopped || m->certainty == KERF_UNCONVERGED);
    for (size_t i = 0; i < m->chances.n; i++) {
        const kf_chance *c = &m->chances.at[i];
        assert(c->method < KF_CHANCE_METHODS);
        assert(0 <= c->lo && c->lo <= c->p && c->p <= c->hi && c->hi <= 1);
        assert(m->certainty != KERF_EXACT || isnan(c->rhat));
    }
    assert(!(m->log_z_lo > m->log_z) && !(m->log_z_hi < m->log_z));
    check_counts(m);
    check_lists(m);
#else
    (void)m;
#endif
}

/* ---- The whole ---- */

/* best - constant, and log 2 for what is free. Weights were added up on the way to `best`. */
static void finish_log_z(const kf_grounder *g, double slack, kf_marginals *out)
{
    double free = (double)out->free_atoms, error = out->log_z_hi;
    double sizes = kf_grounder_total_weight(g) + fabs(kf_grounder_constant(g));
    kf_neumaier sum = { out->log_z, out->log_z_lo };
    kf_neumaier_add(&sum, kf_grounder_best(g));
    kf_neumaier_add(&sum, kf_grounder_best_rest(g));
    kf_neumaier_add(&sum, -kf_grounder_constant(g));
    kf_neumaier_add(&sum, free * M_LN2);
    kf_neumaier_add(&sum, fma(free, M_LN2, -(free * M_LN2)) + free * LN2_REST);
    out->log_z = kf_neumaier_get(&sum);
    error += UNIT * ((slack + 0x1p-40) * sizes + 2 * fabs(out->log_z) + 8);
    out->log_z_lo = out->log_z - error;
    out->log_z_hi = out->log_z + error;
}

/* Those of a predicate that is asked for as a whole are counted. */
static kerf_status name_asked(kf_grounder *g, const kf_asked *asked)
{
    kf_asked_part part;
    for (size_t at = 0; asked && kf_asked_next(asked, &at, &part);)
        KF_TRY(kf_grounder_name_part(g, &part));
    return KERF_OK;
}

static kerf_status ground(kf_grounder *g, const kf_marginal_options *o, kf_marginals *out)
{
    const kf_model *m = kf_grounder_model(g);
    KF_TRY(kf_lazily_choose(g, o, out));
    if (out->not_ground) return KERF_OK;
    KF_TRY(kf_ground_all(g));
    if (out->waiting > 0) KF_TRY(kf_lazily_open(g));
    for (uint32_t i = 0; o->all && i < m->predicates.n; i++)
        if (m->predicates.at[i].hidden) KF_TRY(kf_grounder_name_all(g, i));
    if (!o->all) KF_TRY(name_asked(g, o->asked));
    KF_TRY(kf_forbid_cycles(g));
    return kf_define_auxiliaries(g);
}

static kerf_status solve(kf_grounder *g, const kf_marginal_options *o, double slack,
                         kf_marginals *out)
{
    kf_paying paying = { 0 };
    kerf_status st = KERF_OK;
    if (o->expectations) st = kf_paying_open(&paying, kf_grounder_problem(g), out->mem);
    if (st == KERF_OK) st = kf_marginal_components(g, o, slack, &paying, out);
    if (st == KERF_OK) st = count_free(g, &o->limits, out);
    if (st == KERF_OK && o->expectations) st = kf_expect_rules(g, &paying, out);
    kf_paying_close(&paying, out->mem);
    return st;
}

static kerf_status run(kf_grounder *g, const kf_marginal_options *o, kf_marginals *out)
{
    double begun = kf_now();
    kf_problem_keep_rests(kf_grounder_problem(g));
    if (o->expectations) KF_TRY(kf_grounder_trace(g));
    KF_TRY(ground(g, o, out));
    if (out->not_ground) return KERF_OK;
    out->seconds_ground = kf_now() - begun;
    double slack = slack_of(g);
    KF_TRY(solve(g, o, slack, out));
    out->seconds_solve = kf_now() - begun - out->seconds_ground;
    finish_log_z(g, slack, out);
    return KERF_OK;
}

kerf_status kf_marginal_run(kf_grounder *g, const kf_marginal_options *o, kf_marginals *out)
{
    *out = (kf_marginals){ .mem = kf_grounder_mem(g),
                           .log_z = NAN,
                           .log_z_lo = NAN,
                           .log_z_hi = NAN,
                           .max_rhat = NAN,
                           .min_ess = NAN,
                           .agreed_rhat = KF_SAMPLE_RHAT,
                           .enough_ess = KF_SAMPLE_ESS };
    kerf_status st = run(g, o, out);
    if (st != KERF_OK) kf_marginals_free(out);
    else KF_CHECK(kf_marginals_check(out));
    return st;
}

void kf_marginals_free(kf_marginals *m)
{
    if (!m->mem) return;
    kf_vec_free(m->mem, &m->chances);
    kf_vec_free(m->mem, &m->parts);
    kf_vec_free(m->mem, &m->expected_rows);
    kf_free_traces(m);
    kf_mem_free(m->mem, m->free, m->n_predicates, sizeof *m->free);
    kf_mem_free(m->mem, m->expected, m->n_rules, sizeof *m->expected);
    m->free = NULL;
    m->expected = NULL;
}
