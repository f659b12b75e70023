/* conclude.c -- states the outcome: optimal or not, the gap, and whether the optimum is unique. */
#include "base/check.h"
#include "ground/auxiliary.h"
#include "ground/ground_rule.h"
#include "ground/score/totals.h"
#include "infer/change/components_mend.h"
#include "infer/conflict.h"
#include "infer/cpi_state.h"
#include "infer/ties.h"

#include <math.h>

static const double TOLERANCE = 1e-9; /* of the cost: how exact sums of weights are */

/* Violated groundings of hard formulas, each as often as it is there. If there is no time for that,
 * each that was found counts once. */
static kerf_status count_violations(kf_cpi *c)
{
    uint64_t sum = 0;
    if (c->r->hard_violations == 0) return KERF_OK;
    for (size_t i = 0; i < kf_grounder_n_rules(c->g); i++) {
        uint64_t groundings, hard;
        double cost;
        kerf_status st = kf_grounder_unsatisfied(c->g, kf_grounder_rule(c->g, i), false,
                                                 &groundings, &cost, &hard);
        if (st == KERF_INTERRUPTED) return KERF_OK;
        KF_TRY(st);
        sum += hard;
    }
    c->r->hard_violations = sum;
    return KERF_OK;
}

/* A tie is worth half a million steps or so, counted and not timed: it is found everywhere or
 * nowhere. */
static kerf_status find_tie(kf_cpi *c, bool *tie)
{
    enum { MOST_QUESTIONS = 16 };
    kf_reduced *near;
    assert(c->incumbent.n > 0);
    KF_TRY(kf_components_reduced(c->components, &near));
    kf_stop few = { .above = &c->grounding, .most = MOST_QUESTIONS };
    kf_grounder_on_stop(c->g, &few);
    kf_grounder_set_threads(c->g, 1); /* with more, questions are not counted alike */
    kerf_status st = kf_ties_find(c->g, c->incumbent.at, c->incumbent.n - 1, near, tie);
    kf_grounder_set_threads(c->g, c->o->threads);
    kf_grounder_on_stop(c->g, &c->grounding);
    c->tie_cut = st == KERF_INTERRUPTED;
    return c->tie_cut ? KERF_OK : st;
}

/* Does any other assignment do as well? What the last problem knows of that holds in the whole if
 * it is one assignment only, or if all is in the problem, and no atom is auxiliary. */
static kerf_status judge_uniqueness(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    size_t n_auxiliaries;
    assert(r->unique == -1);
    kf_grounder_auxiliaries(c->g, &n_auxiliaries);
    bool all_there = c->whole && n_auxiliaries == 0 && !kf_grounder_has_cycles(c->g), tie = false;
    if (r->outcome != KERF_OPTIMAL || c->improved || c->clusters.any) return KERF_OK;
    /* Stopped, the answer may be another than the problem's, and components may have grown since
     * they were solved. */
    bool same = r->ending == KERF_CONVERGED;
    if (same && c->standing.unique == 1 && !c->unnamed_tie) r->unique = 1;
    else if (same && c->standing.unique == 0 && all_there) r->unique = 0;
    if (r->unique >= 0 || c->o->any_best
        || (r->ending != KERF_CONVERGED && r->ending != KERF_GAP_REACHED))
        return KERF_OK;
    KF_TRY(find_tie(c, &tie));
    if (tie) r->unique = 0;
    return KERF_OK;
}

/* Clusterings are in the statistics, too: a pair is an atom, a residual a component. */
static void add_clusters(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    const kf_clusters *x = &c->clusters;
    r->beside = x->gap;
    if (!x->any || x->components == 0) return;
    r->atoms += x->pairs;
    r->components += x->components;
    if (x->largest > r->largest_component) r->largest_component = x->largest;
    if (r->n_methods == KF_MOST_METHODS) return;
    r->methods[r->n_methods++] =
        (kf_method_count){ "clustering", x->components, x->largest, x->work };
}

static kerf_status describe_problem(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    r->iterations = c->now.iteration;
    r->atoms = c->p->parent.n - c->p->n_buried;
    r->components = c->standing.components;
    r->largest_component = c->standing.largest;
    r->unique_components = c->standing.unique_components;
    r->tied_components = c->standing.tied_components;
    assert(r->unique_components + r->tied_components <= r->components);
    kf_components_methods(c->components, r);
    add_clusters(c);
    if (c->o->detail) kf_components_sizes(c->components, r->sizes);
    return kf_components_list(c->components, r);
}

/* No assignment keeps what is hard, and why. */
static kerf_status conclude_infeasible(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    r->outcome = KERF_CONTRADICTION;
    r->broken_rule = kf_grounder_broken_rule(c->g);
    r->cost_bound = INFINITY;
    uint32_t atom = kf_components_contradiction(c->components);
    if (r->broken_rule != KF_NONE || atom == KF_NONE) return KERF_OK;
    return kf_conflict_find(c->p, atom, &c->o->settings, &c->limits, c->mem, r);
}

static void conclude_without_answer(kf_cpi_result *r)
{
    r->none = true;
    r->outcome = KERF_UNPROVED;
    r->score = -INFINITY;
    r->cost = r->gap = INFINITY;
}

/* What components are proven to, absolutely: 1e-9, or less where all weights are so small that they
 * are scaled (solve/presolve/scale.c). */
static double least_gap(const kf_cpi *c)
{
    const double scaled = 0x1p-10;
    double scale = kf_grounder_cost_scale(c->g);
    return TOLERANCE * (scale < scaled ? scale : 1);
}

/* The gap is none beside the cost, or the loop has converged and each component is proven. */
static bool is_optimal(const kf_cpi *c)
{
    const kf_cpi_result *r = c->r;
    bool converged = r->ending == KERF_CONVERGED && c->o->solver->proves;
    return r->gap <= TOLERANCE * r->cost || (converged && r->gap <= least_gap(c));
}

/* What was asked for is proven, though not all was solved. */
static void judge_asked(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    double gap = c->standing.gap - c->standing.left_gap;
    r->left_components = c->standing.left;
    r->asked_optimal = r->outcome == KERF_OPTIMAL;
    if (r->outcome != KERF_BOUNDED || c->standing.left == 0) return;
    r->asked_optimal = r->ending == KERF_CONVERGED && c->o->solver->proves
                       && gap <= fmax(TOLERANCE * r->cost, least_gap(c)) && !c->improved;
}

kerf_status kf_cpi_conclude(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    KF_TRY(describe_problem(c));
    if (kf_cpi_is_infeasible(c)) return conclude_infeasible(c);
    if (c->incumbent.n == 0) {
        conclude_without_answer(r);
        return KERF_OK;
    }
    kf_grounder_on_stop(c->g, NULL);
    KF_TRY(kf_cpi_restore_incumbent(c));
    kf_grounder_on_stop(c->g, &c->grounding);
    KF_TRY(count_violations(c));
    r->score = kf_grounder_best(c->g) - r->cost;
    if (r->hard_violations) r->outcome = KERF_UNPROVED;
    else if (is_optimal(c)) r->outcome = KERF_OPTIMAL;
    else r->outcome = KERF_BOUNDED;
    judge_asked(c);
    return judge_uniqueness(c);
}
