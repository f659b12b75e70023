/* keep_incumbent.c -- the incumbent: the assignment that breaks the fewest hard groundings, then
 * costs least.
 *
 * It is kept by atom of the problem. Its cost is that of the whole model: separation has found all
 * that it violates. */
#include "base/check.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/count/product.h"
#include "ground/score/totals.h"
#include "infer/cpi_state.h"
#include "infer/primal/repair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double kf_cpi_within(const kf_grounder *g, double cost, double relative)
{
    return relative * fmax(kf_grounder_cost_scale(g), cost);
}

bool kf_cpi_has_incumbent(const kf_cpi *c, double relative)
{
    const kf_cpi_result *r = c->r;
    return c->incumbent.n > 0 && r->hard_violations == 0
           && r->gap <= kf_cpi_within(c->g, r->cost, relative);
}

void kf_cpi_measure_gap(kf_cpi *c)
{
    c->r->gap = fmax(0, c->r->cost - c->r->cost_bound);
    c->r->trusted = c->bound_trusted;
}

kerf_status kf_cpi_keep_assignment(kf_cpi *c, const bool *assignment, size_t n, double cost,
                                   uint64_t broken)
{
    assert(n <= c->p->parent.n);
    c->incumbent.n = 0;
    if (!kf_vec_reserve(c->mem, &c->incumbent, n + 1)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(c->incumbent.at, assignment, n * sizeof(bool));
    c->incumbent.at[n] = false; /* so that an assignment of no atoms is one, too */
    c->incumbent.n = n + 1;
    c->incumbent_at = KF_NOT_THERE;
    c->counted = false;
    c->r->cost = cost;
    c->r->hard_violations = broken;
    return KERF_OK;
}

/* Where formulas were passed over, the cost of the assignment is not known, and it is not kept. */
kerf_status kf_cpi_update_incumbent(kf_cpi *c)
{
    assert(c->now.atoms <= c->p->parent.n);
    kf_cpi_result *r = c->r;
    kf_iteration *now = &c->now;
    bool known = c->found.complete;
    double cost = c->unnamed + c->standing.cost + c->found.cost;
    double error = c->standing.gap + c->found.cost + c->clusters.gap;
    now->hard_violations = c->standing.broken + c->found.hard;
    now->cost = !known ? NAN : now->hard_violations ? INFINITY : cost;
    now->theorem_bound = !known ? NAN : now->hard_violations ? INFINITY : error;
    bool better = known
                  && (c->incumbent.n == 0 || now->hard_violations < r->hard_violations
                      || (now->hard_violations == r->hard_violations && cost < r->cost));
    if (better) {
        KF_TRY(kf_cpi_keep_assignment(c, kf_components_assignment(c->components), now->atoms, cost,
                                      now->hard_violations));
        c->incumbent_at = kf_grounder_changes(c->g);
    }
    kf_cpi_measure_gap(c);
    if (better && error < r->gap) {
        r->gap = error;
        r->trusted = c->standing.trusted;
    }
    now->best_cost = r->hard_violations || c->incumbent.n == 0 ? INFINITY : r->cost;
    now->cost_bound = r->cost_bound;
    return KERF_OK;
}

/* What repair found becomes the incumbent if it is better. */
static kerf_status take_repaired(kf_cpi *c, const kf_repaired *found)
{
    kf_cpi_result *r = c->r;
    if (r->tried.rounds == 0 || found->least < r->tried.least) r->tried.least = found->least;
    r->tried.rounds += found->rounds;
    if (found->assignment.n == 0 || (kf_cpi_has_incumbent(c, INFINITY) && found->cost >= r->cost))
        return KERF_OK;
    KF_TRY(kf_cpi_keep_assignment(c, found->assignment.at, found->assignment.n, found->cost, 0));
    kf_cpi_measure_gap(c);
    c->now.best_cost = r->cost;
    return KERF_OK;
}

kerf_status kf_cpi_repair_from(kf_cpi *c, kf_repair_ask *ask)
{
    kf_repaired found;
    ask->needed = !kf_cpi_has_incumbent(c, INFINITY);
    kerf_status st = kf_repair_find(c->g, ask, c->r, &found);
    kerf_status kept = take_repaired(c, &found);
    kf_repaired_free(&found, c->mem);
    return st == KERF_OK ? kept : st;
}

kerf_status kf_cpi_repair(kf_cpi *c, const kf_limits *limits, bool again)
{
    kf_repair_ask ask = { .limits = limits, .settings = &c->o->settings, .again = again };
    ask.assignment = kf_components_assignment(c->components);
    ask.n = c->now.atoms;
    return kf_cpi_repair_from(c, &ask);
}

bool kf_cpi_holds_incumbent(const kf_cpi *c)
{
    return c->incumbent_at == kf_grounder_changes(c->g);
}

kerf_status kf_cpi_restore_incumbent(kf_cpi *c)
{
    if (c->incumbent.n == 0 || kf_cpi_holds_incumbent(c)) return KERF_OK;
    for (uint32_t i = 0; i < c->p->parent.n; i++)
        KF_TRY(kf_grounder_set_atom(c->g, i, i + 1 < c->incumbent.n && c->incumbent.at[i]));
    return KERF_OK;
}

/* ---- The invariant ---- */

#ifndef NDEBUG
static bool has_products(const kf_cpi *c)
{
    for (size_t i = 0; i < kf_grounder_n_rules(c->g); i++)
        if (kf_product_is_active(kf_grounder_rule(c->g, i))) return true;
    return false;
}

/* Of the units that contraction adds, those that do not hold: they follow from no formula, so that
 * an incumbent need not keep them. */
static uint64_t count_unforced(const kf_cpi *c, const bool *assignment)
{
    uint64_t n = 0;
    for (size_t i = 0; i < c->clusters.forced.n; i++) n += !assignment[c->clusters.forced.at[i]];
    return n;
}

/* What a feasible incumbent costs inside the problem is its cost, but for products, which are not
 * in there, and for one that was counted and not separated. */
static void check_cost(const kf_cpi *c, double near)
{
    uint64_t broken;
    bool *assignment = calloc(c->p->parent.n + 1, sizeof *assignment);
    if (!assignment) return;
    memcpy(assignment, c->incumbent.at, (c->incumbent.n - 1) * sizeof *assignment);
    kf_grounder_complete(c->g, assignment);
    double cost = kf_problem_cost(c->p, assignment, &broken) + kf_grounder_unnamed_cost(c->g);
    uint64_t unforced = count_unforced(c, assignment);
    free(assignment);
    assert(broken == unforced);
    assert(cost <= c->r->cost + near);
    assert(cost >= c->r->cost - near || c->counted || has_products(c));
}
#endif

void kf_cpi_check(const kf_cpi *c)
{
#ifndef NDEBUG
    const kf_cpi_result *r = c->r;
    size_t n = r->trace.n;
    double near = kf_cpi_within(c->g, r->cost, 1e-6);
    assert(n == c->now.iteration || n + 1 == c->now.iteration);
    assert(c->now.iteration <= c->o->max_iterations);
    assert(n < 2 || r->trace.at[n - 2].cost_bound <= r->trace.at[n - 1].cost_bound);
    assert(c->incumbent.n <= c->p->parent.n + 1);
    if (!kf_cpi_has_incumbent(c, INFINITY)) return;
    assert(r->gap >= 0);
    if (kf_cpi_is_infeasible(c)) return; /* the dual bound is infinite, and no gap is told */
    assert(r->gap <= fmax(0, r->cost - r->cost_bound) + near);
    assert(r->cost_bound <= r->cost + near);
    if (!c->improved) check_cost(c, near);
#else
    (void)c;
#endif
}
