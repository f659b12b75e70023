/* best.c -- the best assignment so far: it breaks as little as possible, then costs as little. */
#include "ground/atoms.h"
#include "ground/totals.h"
#include "infer/cpi_state.h"
#include "infer/incumbent.h"

#include <math.h>
#include <string.h>

double kf_cpi_within(const kf_grounder *g, double cost, double relative)
{
    return relative * fmax(kf_grounder_cost_scale(g), cost);
}

bool kf_cpi_has_incumbent(const kf_cpi *c, double relative)
{
    const kf_cpi_result *r = c->r;
    return c->best.n > 0 && r->hard_violations == 0
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
    c->best.n = 0;
    if (!kf_vec_reserve(c->mem, &c->best, n + 1)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(c->best.at, assignment, n * sizeof(bool));
    c->best.at[n] = false; /* so that a assignment of no atoms is one, too */
    c->best.n = n + 1;
    c->best_at = KF_NOT_THERE;
    c->r->cost = cost;
    c->r->hard_violations = broken;
    return KERF_OK;
}

/* A assignment of which formulas were passed over is not kept: what it costs is not known. */
kerf_status kf_cpi_keep_best(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    kf_iteration *now = &c->now;
    bool known = c->found.complete;
    double cost = c->unnamed + c->standing.cost + c->found.cost;
    double error = c->standing.gap + c->found.cost;
    now->hard_violations = c->standing.broken + c->found.hard;
    now->cost = !known ? NAN : now->hard_violations ? INFINITY : cost;
    now->theorem_bound = !known ? NAN : now->hard_violations ? INFINITY : error;
    bool better = known
                  && (c->best.n == 0 || now->hard_violations < r->hard_violations
                      || (now->hard_violations == r->hard_violations && cost < r->cost));
    if (better) {
        KF_TRY(kf_cpi_keep_assignment(c, kf_components_assignment(c->components), now->atoms, cost,
                                      now->hard_violations));
        c->best_at = kf_grounder_changes(c->g);
    }
    kf_cpi_measure_gap(c);
    if (better && error < r->gap) {
        r->gap = error;
        r->trusted = c->standing.trusted;
    }
    now->best_cost = r->hard_violations || c->best.n == 0 ? INFINITY : r->cost;
    now->cost_bound = r->cost_bound;
    return KERF_OK;
}

/* What was found becomes the best assignment if it is better. */
static kerf_status take_incumbent(kf_cpi *c, const kf_incumbent *found)
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

kerf_status kf_cpi_ask_incumbent(kf_cpi *c, kf_incumbent_ask *ask)
{
    kf_incumbent found;
    ask->needed = !kf_cpi_has_incumbent(c, INFINITY);
    kerf_status st = kf_incumbent_find(c->g, ask, c->r, &found);
    kerf_status kept = take_incumbent(c, &found);
    kf_incumbent_free(&found, c->mem);
    return st == KERF_OK ? kept : st;
}

kerf_status kf_cpi_find_incumbent(kf_cpi *c, const kf_limits *limits, bool again)
{
    kf_incumbent_ask ask = { .limits = limits, .again = again };
    ask.assignment = kf_components_assignment(c->components);
    ask.n = c->now.atoms;
    return kf_cpi_ask_incumbent(c, &ask);
}

bool kf_cpi_best_is_now(const kf_cpi *c)
{
    return c->best_at == kf_grounder_changes(c->g);
}

kerf_status kf_cpi_restore_best(kf_cpi *c)
{
    if (c->best.n == 0 || kf_cpi_best_is_now(c)) return KERF_OK;
    for (uint32_t i = 0; i < c->p->parent.n; i++)
        KF_TRY(kf_grounder_set_atom(c->g, i, i + 1 < c->best.n && c->best.at[i]));
    return KERF_OK;
}
