/* rescue.c -- an answer where time is up and there is none yet.
 *
 * Three ways to a world that breaks nothing hard, each for a part of half a second: from the last
 * world, from that in which all is false, and by a walk. */
#include "infer/cpi_state.h"

#include "base/clock.h"
#include "infer/named.h"

#include <math.h>

static const double RESCUE_SECONDS = 0.5;

static bool rescue_is_over(void *context)
{
    return kf_now() >= ((kf_cpi *)context)->rescue_until;
}

/* The cost of the world in the database, counted and not ground; false: it breaks something. */
static kerf_status count_world(kf_cpi *c, double *cost, bool *feasible)
{
    *cost = kf_grounder_evidence_cost(c->g);
    *feasible = true;
    for (size_t i = 0; i < c->g->rules.n && *feasible; i++) {
        uint64_t groundings, hard;
        double rule_cost;
        KF_TRY(kf_grounder_unsatisfied(c->g, &c->g->rules.at[i], false, &groundings, &rule_cost,
                                       &hard));
        *cost += rule_cost;
        *feasible = hard == 0;
    }
    return KERF_OK;
}

/* A world that breaks nothing, and what it costs; it is in the database. */
static kerf_status take_rescued(kf_cpi *c, const bool *world, size_t n, double cost)
{
    if (kf_cpi_has_incumbent(c, INFINITY) && c->r->cost <= cost) return KERF_OK;
    KF_TRY(kf_cpi_keep_world(c, world, n, cost, 0));
    c->best_at = c->g->changes;
    kf_cpi_measure_gap(c);
    return KERF_OK;
}

/* One step of the walk below; *done: it has a world. */
static kerf_status walk_once(kf_cpi *c, kf_components *walker, const kf_limits *limits, bool first,
                             bool *done)
{
    kf_standing s;
    kf_separated found;
    KF_TRY(kf_components_solve(walker, limits, &s));
    bool *world = kf_components_world(walker);
    size_t n = c->g->p->parent.n;
    kf_grounder_complete(c->g, world);
    double cost = kf_problem_cost(c->g->p, world, &s.broken) + kf_cpi_unnamed_cost(c->g);
    for (uint32_t i = 0; i < n; i++) KF_TRY(kf_cpi_set_atom(c->g, i, world[i]));
    KF_TRY(kf_separate(c->g, first, &found));
    *done = s.broken == 0 && found.hard == 0 && found.complete;
    return *done ? take_rescued(c, world, n, cost + found.cost) : KERF_OK;
}

/* MaxWalkSAT on what is ground; what its worlds break is added, as long as there is time. */
static kerf_status walk(kf_cpi *c)
{
    kf_cpi_options o = *c->o;
    o.solver = kf_solver_find("mws");
    o.simplify = true;
    o.settings = (kf_settings){ .seed = 1, .flips = 100000, .tries = 1, .noise = 0.1 };
    kf_limits limits = { .settings = &o.settings, .deadline = c->rescue_until };
    kf_components *walker;
    bool done = false;
    KF_TRY(kf_components_new(&walker, c->g->mem, c->g->p, &o));
    kerf_status st = KERF_OK;
    for (bool first = true; st == KERF_OK && !done && !rescue_is_over(c); first = false)
        st = walk_once(c, walker, &limits, first, &done);
    kf_components_free(walker);
    return st;
}

/* All that is open false: that often breaks nothing. */
static kerf_status try_false(kf_cpi *c)
{
    double cost;
    bool feasible;
    size_t n = c->g->p->parent.n;
    for (uint32_t i = 0; i < n; i++) KF_TRY(kf_cpi_set_atom(c->g, i, false));
    KF_TRY(count_world(c, &cost, &feasible));
    return feasible ? take_rescued(c, NULL, 0, cost) : KERF_OK;
}

kerf_status kf_cpi_rescue(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    if (r->ending == KF_CONVERGED || !c->g->separated || kf_cpi_is_infeasible(c)) return KERF_OK;
    if (kf_cpi_has_incumbent(c, INFINITY)) return KERF_OK;
    if (!c->o->solver->proves) return KERF_OK; /* who asks for a walk wants to see what it finds */
    kf_grounder_on_stop(c->g, rescue_is_over, c);
    kerf_status st = KERF_OK;
    for (int way = 0; way < 3 && (st == KERF_OK || st == KERF_INTERRUPTED); way++) {
        c->rescue_until = kf_now() + RESCUE_SECONDS / 3;
        kf_limits limits = { .settings = &c->o->settings, .deadline = c->rescue_until };
        st = way == 0 ? kf_cpi_find_incumbent(c, &limits, true) : way == 1 ? try_false(c) : walk(c);
    }
    kf_grounder_on_stop(c->g, kf_cpi_should_stop, c);
    return st == KERF_INTERRUPTED ? KERF_OK : st;
}
