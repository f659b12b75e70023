/* secure.c -- an answer that is checked before anybody asks for it, so that a stop finds one.
 *
 * The last check of an answer counts all that it violates, which takes long where there is much.
 * Whoever stops a run wants its answer at once. So incumbents of a large run are checked on the
 * way, now and then: one that has passed is secured, and a stop need not wait for the check of a
 * later one. While none is known, an assignment is made for that: atoms as their own costs have it,
 * where everything is ground, or all false.
 *
 * Nothing else looks at what is secured: a run that nobody stops goes as it would without. When a
 * check is due depends on time, since it may take a small share of that only. */
#include "base/check.h"
#include "base/clock.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/local/local.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "infer/cpi_state.h"
#include "infer/gate.h"

#include <math.h>
#include <string.h>

static const double SHARE = 20; /* a check is due after so many times what the last one took */

/* Is there so much to check that somebody would notice? Not after a change: such a check is short,
 * for it follows what has changed. */
static bool is_due(const kf_cpi *c)
{
    enum { LARGE = 1 << 14 };
    const kf_problem *p = c->p;
    return c->o->secure && !c->pin && !c->again && !c->o->solver->bare
           && kf_grounder_has_costs(c->g)
           && p->parent.n + p->clauses.n >= (c->o->secure_from ? c->o->secure_from : LARGE)
           && (c->whole || kf_grounder_knows_decided(c->g))
           && kf_now() - c->secured_at >= SHARE * c->secured_seconds;
}

/* A cost counts from what was known to be decided then. */
static bool is_known(const kf_grounder *g, const kf_secured *s)
{
    return s->assignment.n > 0 && s->seal.best == kf_grounder_best(g);
}

static kerf_status keep(kf_cpi *c, const bool *assignment, size_t n, const kf_gate_seal *seal,
                        const kf_gate_count *counts)
{
    kf_secured *s = &c->r->secured;
    size_t n_rules = kf_grounder_n_rules(c->g);
    s->assignment.n = s->counts.n = 0;
    if (!kf_vec_reserve(c->mem, &s->assignment, n + 1)) return KERF_NO_MEMORY;
    if (!kf_vec_reserve(c->mem, &s->counts, n_rules)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(s->assignment.at, assignment, n * sizeof *assignment);
    if (n_rules > 0) memcpy(s->counts.at, counts, n_rules * sizeof *counts);
    s->assignment.at[n] = false; /* so that one of no atoms is one, too */
    s->assignment.n = n + 1;
    s->counts.n = n_rules;
    s->seal = *seal;
    return KERF_OK;
}

/* The database holds the assignment: what does it cost? It is kept if it is feasible. */
static kerf_status check(kf_cpi *c, const bool *assignment, size_t n)
{
    double began = kf_now();
    size_t n_rules = kf_grounder_n_rules(c->g);
    kf_gate_seal seal;
    kf_gate_count *counts = kf_mem_calloc(c->mem, n_rules, sizeof *counts);
    if (!counts) return KERF_NO_MEMORY;
    kerf_status st = kf_gate_seal_now(c->g, c->o->ordered, counts, &seal);
    if (st == KERF_OK && seal.hard == 0) st = keep(c, assignment, n, &seal, counts);
    kf_mem_free(c->mem, counts, n_rules, sizeof *counts);
    c->secured_at = kf_now();
    c->secured_seconds = c->secured_at - began;
    return st;
}

kerf_status kf_cpi_secure(kf_cpi *c)
{
    const kf_secured *s = &c->r->secured;
    bool known = is_known(c->g, s) && s->seal.cost <= c->r->cost;
    if (!kf_cpi_has_incumbent(c, INFINITY) || !kf_cpi_holds_incumbent(c) || known || !is_due(c))
        return KERF_OK;
    return check(c, c->incumbent.at, c->incumbent.n - 1);
}

/* ---- While none is known ---- */

static double cost_of(kf_cpi *c, bool *assignment)
{
    uint64_t broken;
    kf_grounder_complete(c->g, assignment);
    double cost = kf_problem_cost(c->p, assignment, &broken) + kf_grounder_unnamed_cost(c->g);
    return broken ? INFINITY : cost;
}

/* The cheaper of two, if one is feasible. While groundings are to come, atoms as their own costs
 * have them are what the first iteration has tried. */
static double propose(kf_cpi *c, bool *assignment, bool *other)
{
    const kf_problem *p = c->p;
    size_t n = p->parent.n;
    for (size_t i = 0; i < n; i++) assignment[i] = p->cost_true.at[i] < p->cost_false.at[i];
    kf_cpi_falsify(c, other);
    double cost = cost_of(c, assignment), cost_false = cost_of(c, other);
    if (c->whole && cost <= cost_false) return cost;
    memcpy(assignment, other, n * sizeof *other);
    return cost_false;
}

/* Afterwards the database is as it was. */
static kerf_status try_first(kf_cpi *c, bool *assignment, bool *other)
{
    size_t n = c->p->parent.n;
    if (isinf(propose(c, assignment, other))) return KERF_OK;
    for (uint32_t i = 0; i < n; i++) other[i] = kf_grounder_holds(c->g, i);
    for (uint32_t i = 0; i < n; i++) KF_TRY(kf_grounder_set_atom(c->g, i, assignment[i]));
    KF_TRY(check(c, assignment, n));
    for (uint32_t i = 0; i < n; i++) KF_TRY(kf_grounder_set_atom(c->g, i, other[i]));
    return KERF_OK;
}

kerf_status kf_cpi_secure_first(kf_cpi *c)
{
    size_t n = c->p->parent.n;
    if (c->clusters.any || kf_cpi_is_infeasible(c) || !is_due(c)) return KERF_OK;
    if (kf_cpi_has_incumbent(c, INFINITY) || is_known(c->g, &c->r->secured)) return KERF_OK;
    bool *assignment = kf_mem_alloc(c->mem, n, sizeof *assignment);
    bool *other = kf_mem_alloc(c->mem, n, sizeof *other);
    kerf_status st = assignment && other ? try_first(c, assignment, other) : KERF_NO_MEMORY;
    kf_mem_free(c->mem, assignment, n, sizeof *assignment);
    kf_mem_free(c->mem, other, n, sizeof *other);
    return st;
}

/* ---- After a stop ---- */

kerf_status kf_cpi_take_secured(kf_cpi *c)
{
    const kf_secured *s = &c->r->secured;
    bool stopped = c->r->ending == KERF_STOPPED || c->r->ending == KERF_OUT_OF_TIME;
    if (!stopped || !is_known(c->g, s) || kf_cpi_is_infeasible(c)) return KERF_OK;
    if (kf_cpi_has_incumbent(c, INFINITY) && c->r->cost <= s->seal.cost) return KERF_OK;
    KF_TRY(kf_cpi_keep_assignment(c, s->assignment.at, s->assignment.n - 1, s->seal.cost, 0));
    c->counted = true;
    kf_cpi_measure_gap(c);
    return KERF_OK;
}

kerf_status kf_cpi_fall_back(kf_grounder *g, kf_cpi_result *r)
{
    const kf_secured *s = &r->secured;
    size_t n = kf_grounder_problem(g)->parent.n;
    assert(is_known(g, s) && r->ending == KERF_STOPPED && !r->lifted);
    kf_grounder_on_stop(g, NULL);
    for (uint32_t i = 0; i < n; i++)
        KF_TRY(kf_grounder_set_atom(g, i, i + 1 < s->assignment.n && s->assignment.at[i]));
    r->cost = s->seal.cost;
    r->gap = fmax(0, r->cost - r->cost_bound);
    r->score = kf_grounder_best(g) - r->cost;
    r->hard_violations = 0;
    r->unique = -1;
    r->outcome = KERF_BOUNDED;
    r->none = r->asked_optimal = false;
    return KERF_OK;
}
