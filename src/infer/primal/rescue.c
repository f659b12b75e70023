/* rescue.c -- primal heuristics around the loop: a feasible assignment where it found none, a
 * cheaper one while time remains.
 *
 * Four ways lead to a feasible assignment: the last one, repaired; all false but what hard
 * units want true; the last one again, with everything ground if the forecast allows that; all
 * false, repaired. Where a time limit ended the loop they take a second at most, else as long as
 * their rounds take. Local search improves an incumbent that is not proven: a few times while the
 * loop proves nothing, and then until the deadline, for which the loop leaves a little time. */
#include "base/check.h"
#include "base/clock.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/forecast.h"
#include "ground/full.h"
#include "ground/ground_rule.h"
#include "ground/local/local.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "infer/cpi_state.h"

#include <math.h>
#include <string.h>

static const double RESCUE_SECONDS = 1;
static const double MOST_TUPLES = 500000; /* that are ground for a repair with everything */
#define FIRST_WORK UINT64_C(4000000)
enum { CLASSES = 16 }; /* of this, for classes of nodes: their steps are cheaper */

/* Whether to go on is up to c->trying. */
static kf_limits limits_of(kf_cpi *c)
{
    return (kf_limits){ .deadline = INFINITY, .stop = &c->trying };
}

/* ---- Counting ---- */

/* The cost of the assignment in the database, by counting; nothing is ground. */
static kerf_status count_assignment(kf_cpi *c, double *cost, bool *feasible)
{
    assert(kf_grounder_has_costs(c->g));
    *cost = kf_grounder_evidence_cost(c->g);
    *feasible = true;
    for (size_t i = 0; i < kf_grounder_n_rules(c->g) && *feasible; i++) {
        uint64_t groundings, hard;
        double rule_cost;
        KF_TRY(kf_grounder_unsatisfied(c->g, kf_grounder_rule(c->g, i), false, &groundings,
                                       &rule_cost, &hard));
        *cost += rule_cost;
        *feasible = hard == 0;
    }
    return KERF_OK;
}

/* ---- A feasible assignment ---- */

void kf_cpi_falsify(const kf_cpi *cpi, bool *assignment)
{
    const kf_problem *p = cpi->p;
    memset(assignment, 0, p->parent.n * sizeof *assignment);
    for (uint32_t i = 0; i < p->clauses.n; i++) {
        const kf_clause *c = &p->clauses.at[i];
        if (c->n != 1 || !isinf(c->weight)) continue;
        kf_lit l = p->literals.at[c->start];
        if (kf_lit_negated(l) == (c->weight < 0)) assignment[kf_lit_atom(l).id] = true;
    }
}

/* That is often feasible. */
static kerf_status try_false(kf_cpi *c, bool *assignment)
{
    double cost;
    bool feasible;
    size_t n = c->p->parent.n;
    if (c->pin && c->pin->value) return KERF_OK;
    kf_cpi_falsify(c, assignment);
    kf_grounder_complete(c->g, assignment);
    for (uint32_t i = 0; i < n; i++) KF_TRY(kf_grounder_set_atom(c->g, i, assignment[i]));
    KF_TRY(count_assignment(c, &cost, &feasible));
    if (!feasible || (kf_cpi_has_incumbent(c, INFINITY) && c->r->cost <= cost)) return KERF_OK;
    KF_TRY(kf_cpi_keep_assignment(c, assignment, n, cost, 0));
    c->counted = true;
    c->incumbent_at = kf_grounder_changes(c->g);
    kf_cpi_measure_gap(c);
    return KERF_OK;
}

static kerf_status try_mostly_false(kf_cpi *c)
{
    size_t n = c->p->parent.n;
    bool *assignment = kf_mem_alloc(c->mem, n, sizeof *assignment);
    if (!assignment) return KERF_NO_MEMORY;
    kerf_status st = try_false(c, assignment);
    kf_mem_free(c->mem, assignment, n, sizeof *assignment);
    return st;
}

/* Grounds everything, if the forecast says that it is affordable; *all: it was. */
static kerf_status ground_all(kf_cpi *c, bool *all)
{
    double open = 0;
    kf_separated found;
    KF_TRY(kf_forecast_open(c->g, &open));
    *all = open <= MOST_TUPLES;
    if (!*all) return KERF_OK;
    KF_TRY(kf_ground_rest(c->g, &found));
    c->r->groundings += found.tuples;
    c->r->groundings_with_multiplicity += found.groundings;
    return KERF_OK;
}

static kerf_status try_way(kf_cpi *c, int way)
{
    kf_limits limits = limits_of(c);
    kf_repair_ask ask = { .limits = &limits, .settings = &c->o->settings, .again = true };
    bool more;
    switch (way) {
    case 0: return kf_cpi_repair(c, &limits, true);
    case 1: return try_mostly_false(c);
    case 2: KF_TRY(ground_all(c, &more)); return more ? kf_cpi_repair(c, &limits, true) : KERF_OK;
    default: return kf_cpi_repair_from(c, &ask);
    }
}

kerf_status kf_cpi_rescue(kf_cpi *c)
{
    enum { WAYS = 4 };
    kf_cpi_result *r = c->r;
    bool counting = kf_grounder_knows_decided(c->g);
    bool over = r->ending == KERF_CONVERGED && c->o->solver->proves;
    if (over || !kf_grounder_has_costs(c->g) || kf_cpi_is_infeasible(c)) return KERF_OK;
    if (kf_cpi_has_incumbent(c, INFINITY)) return KERF_OK;
    if (c->o->solver->bare) return KERF_OK; /* asked for by name: show what it finds */
    /* Out of time or stopped, it still has a second; else as long as there is. */
    bool timed = r->ending == KERF_OUT_OF_TIME || r->ending == KERF_STOPPED;
    c->trying = (kf_stop){ .above = timed ? NULL : &c->grounding };
    kf_grounder_on_stop(c->g, &c->trying);
    kerf_status st = KERF_OK;
    bool limited = c->o->rescue_seconds > 0;
    double end = kf_now() + (limited ? c->o->rescue_seconds : RESCUE_SECONDS);
    for (int way = 0; way < WAYS && (st == KERF_OK || st == KERF_INTERRUPTED); way++) {
        if (way > 1 && kf_cpi_has_incumbent(c, INFINITY)) break; /* the first two are cheap */
        if (way == 1 && !counting) continue;
        double now = kf_now();
        if (timed || limited) c->trying.deadline = now + (end - now) / (WAYS - way);
        st = c->cut ? kf_grounder_recover(c->g) : KERF_OK;
        if (st == KERF_OK) st = try_way(c, way);
        c->cut = st == KERF_INTERRUPTED;
    }
    kf_grounder_on_stop(c->g, &c->grounding);
    return st == KERF_INTERRUPTED ? KERF_OK : st;
}

/* ---- A cheaper one ---- */

/* Of the time left, local search takes a part, so that its assignment can still be separated. */
static const double SEARCHING = 0.6;
static const double LEAST_SECONDS = 0.005;

/* Local search from the incumbent on, with so much work at most. */
static kerf_status polish_once(kf_cpi *c, const kf_limits *limits, uint64_t work, uint64_t seed)
{
    assert(kf_cpi_has_incumbent(c, INFINITY));
    kf_repair_ask ask = { .limits = limits,
                          .settings = &c->o->settings,
                          .n = c->incumbent.n - 1,
                          .moved = true,
                          .improve = work,
                          .seed = seed };
    if (c->early) KF_TRY(kf_cpi_search_classes(c, limits, seed, CLASSES * work));
    ask.n = c->incumbent.n - 1;
    bool *assignment = kf_mem_alloc(c->mem, ask.n, sizeof *assignment);
    if (!assignment) return KERF_NO_MEMORY;
    if (ask.n > 0) memcpy(assignment, c->incumbent.at, ask.n * sizeof *assignment);
    ask.assignment = assignment;
    kerf_status st = kf_cpi_repair_from(c, &ask);
    kf_mem_free(c->mem, assignment, ask.n, sizeof *assignment);
    return st;
}

/* A time limit is used up: what it left of the loop, or what a walk left of it. */
static bool has_time_left(const kf_cpi *c)
{
    const kf_solver *solver = c->o->solver;
    bool walked = !solver->proves && c->r->ending == KERF_CONVERGED && isfinite(c->o->deadline);
    return !solver->bare && (c->r->ending == KERF_OUT_OF_TIME || walked);
}

kerf_status kf_cpi_polish(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    kf_limits limits = limits_of(c);
    kf_stop polishing = kf_stop_at(c->o->stop, c->o->deadline);
    uint64_t seed = 1;
    bool all;
    if (!has_time_left(c) || kf_stop_ask(&polishing)) return KERF_OK;
    if (kf_cpi_is_infeasible(c) || !kf_cpi_has_incumbent(c, INFINITY)) return KERF_OK;
    kf_grounder_on_stop(c->g, &polishing);
    kerf_status st = c->cut ? kf_grounder_recover(c->g) : KERF_OK;
    if (st == KERF_OK) st = ground_all(c, &all);
    for (uint64_t work = FIRST_WORK; st == KERF_OK && r->gap > 0; work *= 2) {
        double now = kf_now(), left = c->o->deadline - now;
        if (left < LEAST_SECONDS) r->ending = KERF_OUT_OF_TIME;
        if (left < LEAST_SECONDS || kf_stop_ask(c->o->stop)) break;
        c->trying = kf_stop_at(c->o->stop, now + SEARCHING * left);
        st = polish_once(c, &limits, work, seed++);
    }
    kf_grounder_on_stop(c->g, &c->grounding);
    return st == KERF_INTERRUPTED ? KERF_OK : st;
}
