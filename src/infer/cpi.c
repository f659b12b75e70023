/* cpi.c -- the loop of cutting plane inference; see cpi.h.
 *
 * Invariant: the assignment in the database is that of the components, but for auxiliary atoms and for
 * atoms that nobody has named, which are as evidence left them. What a assignment costs is what it costs
 * inside the problem, plus what separation finds beyond it, plus what unnamed atoms pay. */
#include "infer/cpi.h"

#include "base/clock.h"
#include "infer/cpi_state.h"
#include "infer/named.h"
#include "infer/products.h"

#include <math.h>

/* While more groundings keep coming, a assignment near the best of the partial problem does as well as the
 * best; it is proven when nothing else is left to do. */
static const double SLACK = 1e-3;
/* What a bound that rises by less than this has not risen. */
static const double HARDLY = 1e-4;

/* ---- Stopping ---- */

/* Of what a limit gives, the loop leaves a little for improving the answer (rescue.c): solvers stop
 * first, grounding when half of that is over, so that the last assignment can still be separated. */
static void share_out_time(kf_cpi *c)
{
    const double share = 0.1, most = 2;
    double end = c->o->deadline, left = end - c->began;
    bool some = isfinite(end) && left > 0 && c->o->solver->proves;
    double rest = some ? fmin(share * left, most) : 0;
    c->deadline = end - rest;
    c->grounding = kf_stop_at(c->o->stop, end - rest / 2);
}

/* Does anything but convergence end it now? */
static bool is_over(kf_cpi *c)
{
    if (kf_stop_ask(c->o->stop)) c->r->ending = KF_STOPPED;
    else if (kf_now() >= c->deadline) c->r->ending = KF_OUT_OF_TIME;
    else if (kf_cpi_has_incumbent(c, c->o->gap)) c->r->ending = KF_GAP_REACHED;
    else if (c->now.iteration >= c->o->max_iterations) c->r->ending = KF_MOST_ITERATIONS;
    else return false;
    return true;
}

/* ---- The ground problem at first ---- */

/* Atoms of a predicate that by default are better off true must all be there. */
static kerf_status name_defaults(kf_grounder *g)
{
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (g->d->m->predicates.at[i].hidden && g->default_false[i] > g->default_true[i])
            KF_TRY(kf_grounder_name_all(g, i));
    }
    return KERF_OK;
}

static void count_units(kf_cpi *c)
{
    for (size_t i = 0; i < c->g->rules.n; i++) {
        for (int side = 0; side < 2; side++) {
            const kf_tuple_map *u = &c->g->rules.at[i].units[side];
            c->r->groundings += kf_tuple_map_count(u);
            for (size_t k = 0; k < u->times.n; k++)
                c->r->groundings_with_multiplicity += u->times.at[k];
        }
    }
}

static kerf_status ground(kf_cpi *c)
{
    if (c->o->full) {
        KF_TRY(kf_ground_all(c->g));
        count_units(c);
        c->whole = true;
        return KERF_OK;
    }
    KF_TRY(kf_ground_local(c->g));
    if (c->o->prepare) KF_TRY(c->o->prepare(c->o->context, c->g));
    KF_TRY(name_defaults(c->g));
    c->g->costs_known = true;
    KF_TRY(kf_grounder_check_weights(c->g, NULL));
    return kf_cpi_choose_grounding(c);
}

/* ---- One iteration ---- */

/* Whose word does it rest on? On that of whoever showed it first. */
static void raise_bound(kf_cpi *c, double bound)
{
    bool better = bound > c->r->cost_bound || (bound == c->r->cost_bound && !c->standing.trusted);
    if (!better) return;
    c->r->cost_bound = bound;
    c->bound_trusted = c->standing.trusted;
}

/* The best assignment of what is ground so far goes into the database. */
static kerf_status solve(kf_cpi *c)
{
    double began = kf_now();
    size_t n;
    c->now.atoms = c->g->p->parent.n;
    c->now.groundings = c->r->groundings;
    KF_TRY(kf_components_solve(c->components, &c->limits, &c->standing));
    bool *assignment = kf_components_assignment(c->components);
    if (c->standing.gap > 0 || c->standing.broken > 0) {
        /* Not at its best: auxiliary atoms may make it look worse than it is. */
        kf_grounder_complete(c->g, assignment);
        c->standing.cost = kf_problem_cost(c->g->p, assignment, &c->standing.broken);
        c->standing.gap = fmax(0, c->standing.cost - c->standing.bound);
    }
    const uint32_t *flipped = kf_components_flipped(c->components, &n);
    for (size_t i = 0; i < n; i++)
        KF_TRY(kf_cpi_set_atom(c->g, flipped[i], assignment[flipped[i]]));
    c->now.flipped = n;
    c->unnamed = kf_cpi_unnamed_cost(c->g);
    c->unnamed_tie = kf_cpi_unnamed_ties(c->g);
    raise_bound(c, c->unnamed + c->standing.bound);
    c->now.seconds_solve = kf_now() - began;
    c->r->seconds_solve += c->now.seconds_solve;
    return KERF_OK;
}

/* What this assignment does not satisfy and the problem does not have goes into the problem. rest: also
 * what was passed over. */
static kerf_status separate(kf_cpi *c, bool rest)
{
    double began = kf_now();
    uint64_t units = 0, groundings = 0;
    if (rest) {
        units = c->found.units + c->found.beside;
        groundings = c->found.groundings + c->found.beside_groundings;
        KF_TRY(kf_separate_rest(c->g, &c->found));
    } else {
        c->now.seconds_separate = 0;
        KF_TRY(kf_separate(c->g, false, &c->found));
    }
    c->now.new_groundings = c->found.units;
    c->r->groundings += c->found.units + c->found.beside - units;
    c->r->groundings_with_multiplicity +=
        c->found.groundings + c->found.beside_groundings - groundings;
    c->now.seconds_separate += kf_now() - began;
    c->r->seconds_separate += kf_now() - began;
    return KERF_OK;
}

static kerf_status record_rules(kf_cpi *c)
{
    if (!c->o->detail) return KERF_OK;
    for (size_t i = 0; i < c->g->rules.n; i++)
        if (!kf_vec_push(c->g->mem, &c->r->by_rule, c->g->rules.at[i].added)) return KERF_NO_MEMORY;
    return KERF_OK;
}

static kerf_status report(kf_cpi *c)
{
    c->now.seconds = kf_now() - c->began;
    if (c->o->progress) c->o->progress(c->o->context, &c->now);
    KF_TRY(record_rules(c));
    return kf_vec_push(c->g->mem, &c->r->trace, c->now) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Incumbents ---- */

/* Still no assignment that breaks nothing, after many iterations; or after a few that are not proven, where
 * a limit of time may end the loop. Without one it is cheaper to wait: a stop looks for a assignment, too. */
static bool is_creeping(const kf_cpi *c, bool proven)
{
    enum { FEW = 3, MANY = 16 };
    uint32_t n = c->now.iteration;
    if (kf_cpi_has_incumbent(c, INFINITY)) return false;
    if (!proven && isfinite(c->o->deadline)) return n >= FEW;
    return n >= MANY && (n & (n - 1)) == 0;
}

/* Where this iteration's assignment breaks something, and neither it nor the one before was proven: else
 * one that breaks nothing soon comes by itself. Or where less than the best is asked for, or none has
 * come for long. */
static kerf_status mend(kf_cpi *c)
{
    bool proven = c->standing.gap <= 0, due = !(proven || c->was_proven) || c->o->gap > 0;
    due = due || is_creeping(c, proven);
    bool worth = due && c->now.hard_violations > 0 && c->found.complete && c->o->solver->proves
                 && !kf_cpi_has_incumbent(c, SLACK);
    c->was_proven = proven;
    worth = worth && !kf_limits_reached(&c->limits);
    return worth ? kf_cpi_find_incumbent(c, &c->limits, false) : KERF_OK;
}

/* ---- The loop ---- */

/* A hard rule that evidence alone breaks, whatever the hidden atoms are. */
static uint32_t broken_by_evidence(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
        if (hard && (gr->decided[0] || gr->decided[1])) return gr->rule;
    }
    return KF_NONE;
}

bool kf_cpi_is_infeasible(kf_cpi *c)
{
    c->r->broken_rule = broken_by_evidence(c->g);
    return c->r->broken_rule != KF_NONE || isinf(c->standing.bound);
}

/* May a problem be solved loosely? By solvers that could prove it, while there is more to come than
 * cycles. */
static bool may_be_loose(const kf_cpi *c)
{
    return !c->whole && c->o->solver->proves;
}

/* Is a fractional point what is left to work on? Then the assignment of the partial problem is near enough
 * to what it will be. */
static bool is_halfway(const kf_cpi *c)
{
    size_t n;
    double gain = c->r->cost_bound - c->last_bound;
    kf_components_leaning(c->components, &n);
    return n > 0
           && (c->limits.effort == KF_EFFORT_BRIEF
               || gain <= kf_cpi_within(c->g, c->r->cost_bound, HARDLY));
}

/* How the next problem is solved: near enough while much is to come; then to the end, but for what
 * stalls; then that as well. */
static void choose_effort(kf_cpi *c, bool nothing_new)
{
    bool was_loose = kf_limits_loose(&c->limits), may = may_be_loose(c);
    if (may && !nothing_new && !is_halfway(c)) c->limits.effort = KF_EFFORT_LOOSE;
    else if (may && (!nothing_new || was_loose)) c->limits.effort = KF_EFFORT_BRIEF;
    else c->limits.effort = KF_EFFORT_FULL;
    c->last_bound = c->r->cost_bound;
}

/* Nothing is new, and what there is was solved to the end. */
static bool is_converged(kf_cpi *c)
{
    bool nothing_new = c->found.units == 0 && c->standing.complete;
    bool to_the_end = c->limits.effort == KF_EFFORT_FULL;
    if (nothing_new && (to_the_end || (c->standing.gap == 0 && !c->standing.broken))) return true;
    choose_effort(c, nothing_new);
    return false;
}

/* Algorithm 1: solve, separate, until nothing is new. */
static kerf_status loop(kf_cpi *c)
{
    KF_TRY(ground(c));
    do {
        c->now.iteration++;
        KF_TRY(solve(c));
        if (kf_cpi_is_infeasible(c)) return KERF_OK;
        KF_TRY(kf_cpi_begin_early(c));
        KF_TRY(separate(c, false));
        KF_TRY(kf_cpi_keep_best(c));
        if (!kf_cpi_is_infeasible(c)) KF_TRY(mend(c));
        if (!kf_cpi_is_infeasible(c)) KF_TRY(kf_cpi_polish_now(c));
        KF_TRY(report(c));
        if (kf_cpi_is_infeasible(c)) return KERF_OK;
        if (is_converged(c)) {
            c->r->ending = KF_CONVERGED;
            return KERF_OK;
        }
        KF_TRY(kf_cpi_choose_grounding(c));
        KF_TRY(kf_cpi_separate_point(c));
    } while (!is_over(c));
    return KERF_OK;
}

/* ---- The end ---- */

/* An answer needs a assignment of which all is known: if there is none, the last one becomes it. */
static kerf_status know_last(kf_cpi *c)
{
    if (c->best.n > 0 || c->r->trace.n == 0 || kf_cpi_is_infeasible(c)) return KERF_OK;
    KF_TRY(separate(c, true));
    KF_TRY(kf_cpi_keep_best(c));
    c->r->trace.at[c->r->trace.n - 1] = c->now;
    if (c->o->detail) c->r->by_rule.n -= c->g->rules.n;
    return record_rules(c);
}

/* What is counted instead of ground is not in the problem, where its cost would be seen: with what
 * the loop has found, assignments that pay less for it are looked for. */
static kerf_status improve(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    bool worth = r->ending == KF_CONVERGED && kf_cpi_best_is_now(c) && r->hard_violations == 0
                 && r->gap > kf_cpi_within(c->g, r->cost, c->o->gap) && kf_products_pay(c->g);
    if (!worth || kf_cpi_is_infeasible(c)) return KERF_OK;
    double cost = r->cost;
    KF_TRY(kf_products_improve(c->g, c->o, &c->limits, r, &cost));
    c->best_at = c->g->changes;
    c->improved = cost < r->cost;
    r->cost = cost;
    kf_cpi_measure_gap(c);
    return KERF_OK;
}

/* It was stopped within grounding. What was found so far is valid, but not all there is: the loop
 * cannot go on. */
static void cut_short(kf_cpi *c)
{
    c->cut = true;
    c->r->slow_rule = c->g->stopped_in;
    c->r->ending = kf_stop_ask(c->o->stop) ? KF_STOPPED : KF_OUT_OF_TIME;
    if (c->r->cost - c->r->cost_bound < c->r->gap) kf_cpi_measure_gap(c);
}

kerf_status kf_cpi_run(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r)
{
    kf_cpi c = { .g = g, .o = o, .r = r, .began = kf_now() };
    *r = (kf_cpi_result){
        .broken_rule = KF_NONE, .slow_rule = KF_NONE, .unique = -1, .chosen.open = NAN
    };
    share_out_time(&c);
    c.limits = (kf_limits){
        .deadline = c.deadline, .stop = kf_stop_call, .context = o->stop, .slack = SLACK
    };
    g->threads = o->threads;
    g->complete_groups = !(o->settings.off & KF_CLIQUES);
    KF_TRY(kf_components_new(&c.components, g->mem, g->p, o));
    for (size_t i = 0; i < g->rules.n; i++)
        g->rules.at[i].stage = o->stages ? o->stages[g->rules.at[i].rule] : 0;
    kf_grounder_on_stop(g, &c.grounding);
    kerf_status st = loop(&c);
    if (st == KERF_OK) st = know_last(&c);
    if (st == KERF_OK) st = improve(&c);
    if (st == KERF_INTERRUPTED) {
        cut_short(&c);
        st = KERF_OK;
    }
    if (st == KERF_INFEASIBLE) { /* evidence alone breaks a formula: grounding in full saw it */
        c.standing.bound = INFINITY;
        st = KERF_OK;
    }
    if (st == KERF_OK) st = kf_cpi_rescue(&c);
    if (st == KERF_OK) st = kf_cpi_polish(&c);
    if (st == KERF_OK) st = kf_cpi_conclude(&c);
    kf_grounder_on_stop(g, NULL);
    kf_components_free(c.components);
    kf_vec_free(g->mem, &c.best);
    if (st != KERF_OK) kf_cpi_result_free(r, g->mem);
    return st;
}

void kf_cpi_result_free(kf_cpi_result *r, kf_mem *mem)
{
    kf_vec_free(mem, &r->trace);
    kf_vec_free(mem, &r->by_rule);
    kf_vec_free(mem, &r->listed);
    kf_vec_free(mem, &r->conflict);
    kf_vec_free(mem, &r->conflict_bounds);
}
