/* cpi.c -- the loop of cutting plane inference (Riedel 2008, Algorithm 1); see cpi.h.
 *
 * Invariant: the assignment in the database is that of the components, but for auxiliary atoms and
 * for unnamed atoms, which are as evidence left them. An assignment costs what it
 * costs inside the problem, plus what separation finds beyond it, plus what unnamed atoms pay. */
#include "infer/cpi.h"

#include "base/check.h"
#include "base/clock.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/count/product.h"
#include "ground/full.h"
#include "ground/ground_rule.h"
#include "ground/local/local.h"
#include "infer/cpi_state.h"
#include "infer/change/memo.h"
#include "infer/lifted.h"
#include "infer/primal/products.h"

#include <math.h>
#include <string.h>

/* While separation still finds violated groundings, each partial problem is solved to within SLACK
 * only; optimality is proven once none are found. */
static const double SLACK = 1e-3;
/* A dual bound that rises by less than this, relatively, stalls. */
static const double STALL = 1e-4;
/* What separation finds beside what is ground, when the next partial problem is likely the last. */
static const double NEARLY = 1e-3;
/* The same, when the next partial problem is likely to have a feasible solution. */
static const double FEW_NEW = 0.05;
/* A gap of this share of the cost is rounding: folded components leave one (solve/symmetry). */
static const double ROUNDED = 1e-12;

/* ---- Stopping ---- */

/* Of a time limit, the loop leaves a little for improving the incumbent (rescue.c): solvers stop
 * first, grounding when half of that is over, so that the last assignment can still be
 * separated. */
static void share_out_time(kf_cpi *c)
{
    const double share = 0.1, most = 2;
    double end = c->o->deadline, left = end - c->began;
    bool some = isfinite(end) && left > 0 && !c->o->solver->bare;
    double rest = some ? fmin(share * left, most) : 0;
    c->deadline = end - rest;
    c->grounding = kf_stop_at(c->o->stop, end - rest / 2);
}

/* Notes what ends the loop, other than convergence; false: nothing does. */
static bool end_early(kf_cpi *c)
{
    if (kf_stop_ask(c->o->stop)) c->r->ending = KERF_STOPPED;
    else if (kf_now() >= c->deadline) c->r->ending = KERF_OUT_OF_TIME;
    else if (kf_cpi_has_incumbent(c, c->o->gap)) c->r->ending = KERF_GAP_REACHED;
    else if (c->now.iteration >= c->o->max_iterations) c->r->ending = KERF_MOST_ITERATIONS;
    else return false;
    return true;
}

/* ---- The initial problem ---- */

/* Where a clustering was stopped no other answer is known, and its clusters have many triples. */
static kerf_status solve_clusters(kf_cpi *c)
{
    enum { QUESTIONS = 4096 };
    double began = kf_now();
    c->grace = (kf_stop){ .most = QUESTIONS };
    c->clusters.grace = &c->grace;
    KF_TRY(kf_clusters_solve(c->g, c->o, &c->limits, &c->clusters));
    KF_TRY(kf_clusters_contract(c->g, c->o, &c->limits, &c->clusters));
    c->graced = c->clusters.graced;
    c->r->seconds_solve += kf_now() - began;
    return KERF_OK;
}

/* Everything is ground, so that components are final, unless cycles or products come later. */
static kerf_status mark_wanted(kf_cpi *c)
{
    uint32_t row[KF_MOST_ARITY];
    bool later = kf_grounder_has_cycles(c->g);
    for (size_t i = 0; i < kf_grounder_n_rules(c->g); i++)
        later |= kf_product_is_active(kf_grounder_rule(c->g, i));
    if (!c->o->wanted || later) return KERF_OK;
    c->n_wanted = c->p->parent.n;
    c->wanted = kf_mem_calloc(c->mem, c->n_wanted, sizeof *c->wanted);
    if (!c->wanted) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n_wanted; i++) {
        if (kf_grounder_is_auxiliary(c->g, i)) continue;
        uint32_t predicate = kf_grounder_atom_row(c->g, i, row);
        c->wanted[i] = c->o->wanted(c->o->context, predicate, row);
    }
    kf_components_want(c->components, c->wanted);
    return KERF_OK;
}

/* G0: local formulas as costs of atoms; or everything, if that is asked for. */
static kerf_status ground_initial(kf_cpi *c)
{
    bool all;
    KF_TRY(kf_cpi_grounds_all(c, &all));
    if (all) {
        KF_TRY(kf_ground_all(c->g));
        kf_grounder_count_found(c->g, &c->r->groundings, &c->r->groundings_with_multiplicity);
        c->whole = true;
        return mark_wanted(c);
    }
    KF_TRY(kf_clusters_find(c->g, c->o));
    KF_TRY(kf_ground_local(c->g));
    if (c->o->prepare) KF_TRY(c->o->prepare(c->o->context, c->g));
    KF_TRY(solve_clusters(c));
    KF_TRY(kf_ground_defaults(c->g));
    return kf_cpi_choose_grounding(c);
}

/* ---- Solve ---- */

/* Of equal bounds, one that rests on no MIP solver's word is kept. */
static void raise_bound(kf_cpi *c, double bound)
{
    bool better = bound > c->r->cost_bound || (bound == c->r->cost_bound && !c->standing.trusted);
    if (!better) return;
    c->r->cost_bound = bound;
    c->bound_trusted = c->standing.trusted;
}

/* Solvers that were stopped have told what they had. A little more time goes into that: what it
 * costs may soon be known. */
static void start_grace(kf_cpi *c)
{
    enum { QUESTIONS = 16 };
    if (c->graced || !kf_stop_ask(c->o->stop)) return;
    c->graced = true;
    c->grace = (kf_stop){ .most = QUESTIONS };
    kf_grounder_on_stop(c->g, &c->grace);
}

/* The components' assignment goes into the database. The caller's stop ends it on the way, if it
 * takes long: then inference goes back to its incumbent. A deadline does not, since this is quickly
 * done. */
static kerf_status set_flipped(kf_cpi *c)
{
    enum { STEPS_PER_FLIP = 8 };
    kf_patience user = kf_patience_of(c->graced ? &c->grace : c->o->stop);
    size_t n;
    const bool *assignment = kf_components_assignment(c->components);
    const uint32_t *flipped = kf_components_flipped(c->components, &n);
    for (size_t i = 0; i < n; i++) {
        if (!kf_patience_spend(&user, STEPS_PER_FLIP)) return KERF_INTERRUPTED;
        KF_TRY(kf_grounder_set_atom(c->g, flipped[i], assignment[flipped[i]]));
    }
    c->now.flipped = n;
    return KERF_OK;
}

/* Where a solver left a gap, auxiliary atoms may make the assignment look worse than it is. */
static void complete_assignment(kf_cpi *c)
{
    bool *assignment = kf_components_assignment(c->components);
    if (c->standing.gap <= 0 && c->standing.broken == 0) return;
    kf_grounder_complete(c->g, assignment);
    c->standing.cost = kf_problem_cost(c->p, assignment, &c->standing.broken);
    c->standing.gap = fmax(0, c->standing.cost - c->standing.bound);
}

/* Finds the best assignment of the partial problem, and a dual bound. */
static kerf_status solve_components(kf_cpi *c)
{
    double began = kf_now();
    c->now.atoms = c->p->parent.n;
    c->now.groundings = c->r->groundings;
    c->limits.partial = !c->whole;
    KF_TRY(kf_components_solve(c->components, &c->limits, &c->standing));
    start_grace(c);
    complete_assignment(c);
    KF_TRY(set_flipped(c));
    c->unnamed = kf_grounder_unnamed_cost(c->g);
    c->unnamed_tie = kf_grounder_unnamed_ties(c->g);
    raise_bound(c, c->unnamed - c->clusters.gap + c->standing.bound);
    c->now.seconds_solve = kf_now() - began;
    c->r->seconds_solve += c->now.seconds_solve;
    return KERF_OK;
}

/* ---- Separate ---- */

/* Adds the groundings that the assignment violates and the problem lacks. rest: of the rules that
 * the last separation passed over. */
static kerf_status separate(kf_cpi *c, bool rest)
{
    double began = kf_now();
    uint64_t tuples = 0, groundings = 0;
    if (rest) {
        tuples = c->found.tuples + c->found.beside;
        groundings = c->found.groundings + c->found.beside_groundings;
        KF_TRY(kf_separate_rest(c->g, &c->found));
    } else {
        c->now.seconds_separate = 0;
        KF_TRY(kf_separate(c->g, false, &c->found));
    }
    c->now.new_groundings = c->found.tuples;
    c->r->groundings += c->found.tuples + c->found.beside - tuples;
    c->r->groundings_with_multiplicity +=
        c->found.groundings + c->found.beside_groundings - groundings;
    c->now.seconds_separate += kf_now() - began;
    c->r->seconds_separate += kf_now() - began;
    return KERF_OK;
}

static kerf_status record_rules(kf_cpi *c)
{
    if (!c->o->detail) return KERF_OK;
    for (size_t i = 0; i < kf_grounder_n_rules(c->g); i++) {
        uint64_t added = kf_ground_rule_added(kf_grounder_rule(c->g, i));
        if (!kf_vec_push(c->mem, &c->r->by_rule, added)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status report(kf_cpi *c)
{
    c->now.seconds = kf_now() - c->began;
    if (c->o->progress) c->o->progress(c->o->context, &c->now);
    KF_TRY(record_rules(c));
    return kf_vec_push(c->mem, &c->r->trace, c->now) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Primal heuristics ---- */

/* No feasible assignment after many iterations; or after a few without proof, where a time limit
 * may end the loop. Without a limit it is cheaper to wait: being stopped looks for one, too. */
static bool is_overdue(const kf_cpi *c, bool proven)
{
    enum { FEW = 3, MANY = 16 };
    uint32_t n = c->now.iteration;
    if (kf_cpi_has_incumbent(c, INFINITY)) return false;
    if (!proven && isfinite(c->o->deadline)) return n >= FEW;
    return n >= MANY && (n & (n - 1)) == 0;
}

/* Is little new for the first time? Then the next solution may well be feasible by itself. */
static bool wait_once(kf_cpi *c)
{
    if (c->waited || (double)c->found.tuples > FEW_NEW * (double)c->r->groundings) return false;
    c->waited = true;
    return true;
}

/* Is repair worth its time? Where neither this assignment nor the one before was proven optimal for
 * its partial problem: else a feasible one soon comes by itself. Or where a gap is allowed. */
static bool decide_repair(kf_cpi *c)
{
    bool proven = c->standing.gap <= 0;
    bool now = c->o->gap > 0 || is_overdue(c, proven), due = now || !(proven || c->was_proven);
    if (!due || c->now.hard_violations == 0 || !c->found.complete || c->o->solver->bare
        || kf_cpi_has_incumbent(c, SLACK))
        return false;
    return now || !wait_once(c);
}

/* Looks for a feasible assignment near this one. */
static kerf_status run_heuristics(kf_cpi *c)
{
    if (kf_cpi_is_infeasible(c)) return KERF_OK;
    bool due = decide_repair(c) && !kf_limits_reached(&c->limits);
    c->was_proven = c->standing.gap <= 0;
    return due ? kf_cpi_repair(c, &c->limits, false) : KERF_OK;
}

/* ---- Effort ---- */

/* Is what is left mostly a fractional point? Then the partial problem is near enough to the final
 * one. */
static bool is_fractional(const kf_cpi *c)
{
    size_t n;
    double gain = c->r->cost_bound - c->last_bound;
    kf_components_leaning(c->components, &n);
    return n > 0
           && (c->limits.effort == KF_EFFORT_BRIEF
               || gain <= kf_cpi_within(c->g, c->r->cost_bound, STALL));
}

static bool found_nothing(const kf_cpi *c)
{
    return c->found.tuples == 0 && c->standing.complete;
}

/* Takes the next partial problem for the last if next to nothing is new: solving it to the end at
 * once saves an iteration. Only one guess is made: where groundings come one by one, every problem
 * would be proven. */
static bool guess_last(kf_cpi *c)
{
    double most = NEARLY * (double)c->r->groundings;
    if (c->guessed || c->found.tuples == 0 || (double)c->found.tuples > most) return false;
    c->guessed = true;
    return true;
}

/* How hard the next partial problem is solved: to within SLACK while separation keeps finding; then
 * to the end, but for components that stall; then these as well. */
static kf_effort decide_effort(kf_cpi *c)
{
    if (c->whole || c->o->solver->bare) return c->o->effort;
    if (!found_nothing(c) && !is_fractional(c) && !guess_last(c)) return KF_EFFORT_LOOSE;
    bool brief = !found_nothing(c) || c->limits.effort == KF_EFFORT_LOOSE;
    return brief ? kf_effort_least(KF_EFFORT_BRIEF, c->o->effort) : c->o->effort;
}

/* ---- The loop ---- */

bool kf_cpi_is_infeasible(const kf_cpi *c)
{
    return isinf(c->standing.bound) || kf_grounder_broken_rule(c->g) != KF_NONE;
}

/* Nothing is violated that the problem lacks, and the problem is solved to optimality. */
static bool is_converged(const kf_cpi *c)
{
    double rounded = kf_cpi_within(c->g, c->r->cost_bound, ROUNDED);
    bool solved = c->standing.gap <= rounded && !c->standing.broken;
    if (c->clusters.stopped) return false;
    return found_nothing(c) && (c->limits.effort == c->o->effort || solved);
}

/* A local search by name goes on from where it converged, each round with other random numbers,
 * until the incumbent hardly gains by one, or the iterations are used up. With everything ground it
 * has had its flips. */
static bool walk_on(kf_cpi *c)
{
    const kf_cpi_result *r = c->r;
    if (!c->o->solver->bare || c->whole || c->pin || c->again || r->gap <= 0) return false;
    double cost = r->hard_violations ? INFINITY : r->cost;
    bool gained = c->limits.round == 0 || c->round_cost - cost > kf_cpi_within(c->g, cost, STALL);
    c->round_cost = cost;
    c->limits.round++;
    return gained && c->now.iteration < c->o->max_iterations;
}

/* Components that may ask so many questions can end without a feasible assignment: then one is
 * looked for elsewhere (rescue.c). */
static bool has_given_up(const kf_cpi *c)
{
    return c->standing.broken > 0 && c->o->settings.questions > 0;
}

/* After a change: what new atoms will violate is looked for before all is solved again. */
static kerf_status place_new(kf_cpi *c)
{
    enum { MOST_ROUNDS = 8 };
    for (uint32_t i = 0; i < MOST_ROUNDS; i++) {
        KF_TRY(kf_components_place_new(c->components, &c->limits));
        KF_TRY(set_flipped(c));
        if (c->now.flipped == 0) return KERF_OK;
        KF_TRY(separate(c, false));
        if (c->found.tuples == 0) return KERF_OK;
    }
    return KERF_OK;
}

/* What the first heuristic adds to the problem is solved at once: separation does not find it
 * again, and the assignment may violate it. */
static kerf_status start_primal(kf_cpi *c)
{
    uint64_t groundings = c->r->groundings;
    if (c->wanted) return KERF_OK;
    KF_TRY(kf_cpi_start_primal(c));
    return c->r->groundings == groundings ? KERF_OK : solve_components(c);
}

/* Algorithm 1: solve the partial problem, add what its solution violates, until nothing is new. */
static kerf_status loop(kf_cpi *c)
{
    if (!c->pin && !c->again) KF_TRY(ground_initial(c));
    if (c->again) KF_TRY(place_new(c));
    if (c->whole) KF_TRY(kf_cpi_secure_first(c));
    do {
        c->now.iteration++;
        KF_TRY(solve_components(c));
        if (!kf_cpi_is_infeasible(c) && !c->graced) KF_TRY(start_primal(c));
        if (kf_cpi_is_infeasible(c)) return KERF_OK;
        KF_TRY(separate(c, false));
        KF_TRY(kf_cpi_update_incumbent(c));
        KF_TRY(run_heuristics(c));
        KF_TRY(report(c));
        KF_CHECK(kf_cpi_check(c));
        if (kf_cpi_is_infeasible(c)) return KERF_OK;
        if (is_converged(c) && !walk_on(c)) {
            c->r->ending = has_given_up(c) ? KERF_MOST_ITERATIONS : KERF_CONVERGED;
            return KERF_OK;
        }
        if (c->graced && end_early(c)) return KERF_OK;
        KF_TRY(kf_cpi_secure(c));
        KF_TRY(kf_cpi_secure_first(c));
        c->limits.effort = decide_effort(c);
        c->last_bound = c->r->cost_bound;
        KF_TRY(kf_cpi_choose_grounding(c));
        KF_TRY(kf_cpi_order_groups(c));
        KF_TRY(kf_cpi_separate_point(c));
    } while (!end_early(c));
    return KERF_OK;
}

/* ---- The end ---- */

/* An answer needs an assignment whose cost is known: if there is none, the last one becomes it. */
static kerf_status complete_last(kf_cpi *c)
{
    if (c->incumbent.n > 0 || c->r->trace.n == 0 || kf_cpi_is_infeasible(c)) return KERF_OK;
    KF_TRY(separate(c, true));
    KF_TRY(kf_cpi_update_incumbent(c));
    c->r->trace.at[c->r->trace.n - 1] = c->now;
    if (c->o->detail) c->r->by_rule.n -= kf_grounder_n_rules(c->g);
    return record_rules(c);
}

/* Solvers do not see products, which are counted instead of ground: looks for an assignment that
 * pays less for them. */
static kerf_status improve_products(kf_cpi *c)
{
    kf_cpi_result *r = c->r;
    bool worth = r->ending == KERF_CONVERGED && kf_cpi_holds_incumbent(c) && r->hard_violations == 0
                 && r->gap > kf_cpi_within(c->g, r->cost, c->o->gap) && kf_products_pay(c->g);
    if (!worth || kf_cpi_is_infeasible(c)) return KERF_OK;
    double cost = r->cost;
    KF_TRY(kf_products_improve(c->g, c->o, &c->limits, r, &cost));
    assert(cost <= r->cost);
    c->incumbent_at = kf_grounder_changes(c->g);
    c->improved = cost < r->cost;
    r->cost = cost;
    kf_cpi_measure_gap(c);
    return KERF_OK;
}

/* Grounding was interrupted. What was found so far is valid but not complete: the loop cannot go
 * on. */
static void cut_short(kf_cpi *c)
{
    c->cut = true;
    c->r->slow_rule = kf_grounder_stopped_in(c->g);
    c->r->ending = kf_stop_ask(c->o->stop) ? KERF_STOPPED : KERF_OUT_OF_TIME;
    if (c->r->cost - c->r->cost_bound < c->r->gap) kf_cpi_measure_gap(c);
}

static kerf_status run_and_conclude(kf_cpi *c)
{
    kerf_status st = loop(c);
    if (st == KERF_OK) st = complete_last(c);
    if (st == KERF_OK) st = improve_products(c);
    if (st == KERF_INTERRUPTED) {
        cut_short(c);
        st = KERF_OK;
    }
    if (st == KERF_INFEASIBLE) { /* evidence alone breaks a formula: full grounding saw it */
        c->standing.bound = INFINITY;
        st = KERF_OK;
    }
    if (st == KERF_OK && c->r->ending == KERF_STOPPED) st = kf_cpi_take_secured(c);
    if (st == KERF_OK) st = kf_cpi_rescue(c);
    if (st == KERF_OK) st = kf_cpi_take_secured(c);
    if (st == KERF_OK && !c->wanted) st = kf_cpi_polish(c);
    if (st == KERF_OK) KF_CHECK(kf_cpi_check(c));
    if (st == KERF_OK) st = kf_cpi_conclude(c);
    c->r->cut = c->cut;
    return st;
}

/* What every run begins with. */
static kf_cpi begin(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r)
{
    assert(o->threads >= 1 && o->max_iterations >= 1 && o->gap >= 0);
    kf_cpi c = { .g = g, .o = o, .r = r, .began = kf_now() };
    c.mem = kf_grounder_mem(g);
    c.p = kf_grounder_problem(g);
    *r = (kf_cpi_result){
        .broken_rule = KF_NONE, .slow_rule = KF_NONE, .unique = -1, .chosen.open = NAN
    };
    share_out_time(&c);
    c.limits =
        (kf_limits){ .deadline = c.deadline, .stop = o->stop, .effort = o->effort, .slack = SLACK };
    if (o->memo) kf_memo_begin(o->memo, g, o->solver, &o->settings, o->simplify);
    kf_grounder_set_threads(g, o->threads);
    return c;
}

/* Can components go on when facts have changed? The database has their assignment, which is the
 * best and was separated to the end, and nothing is solved beside them. */
static bool can_go_on(const kf_cpi *c)
{
    const kf_cpi_result *r = c->r;
    if (!c->o->keep || c->wanted || c->clusters.any || c->improved || c->cut || c->o->solver->bare)
        return false;
    if (r->outcome != KERF_OPTIMAL || r->ending != KERF_CONVERGED || !c->found.complete
        || kf_grounder_has_stages(c->g))
        return false;
    const bool *is = kf_components_assignment(c->components);
    size_t known = c->incumbent.n - 1, both = known < c->now.atoms ? known : c->now.atoms;
    if (both > 0 && memcmp(c->incumbent.at, is, both * sizeof *is) != 0) return false;
    for (size_t i = both; i < known; i++)
        if (c->incumbent.at[i]) return false;
    for (size_t i = both; i < c->now.atoms; i++) /* named since: false in it */
        if (is[i] && !kf_grounder_is_auxiliary(c->g, (uint32_t)i)) return false;
    return !c->tie_cut || kf_grounder_has_logic_only(c->g);
}

static kerf_status run_to_end(kf_cpi *c)
{
    kf_grounder_on_stop(c->g, &c->grounding);
    kerf_status st = run_and_conclude(c), released = kf_clusters_release(c->g, &c->clusters);
    if (st == KERF_OK) st = released;
    kf_grounder_on_stop(c->g, NULL);
    bool kept = st == KERF_OK && can_go_on(c);
    if (kept) c->r->kept = c->components;
    else kf_components_free(c->components);
    kf_vec_free(c->mem, &c->incumbent);
    kf_mem_free(c->mem, c->wanted, c->n_wanted, sizeof *c->wanted);
    if (st != KERF_OK) kf_cpi_result_free(c->r, c->mem);
    return st;
}

kerf_status kf_cpi_run(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r)
{
    assert(!kf_grounder_has_separated(g));
    kf_cpi c = begin(g, o, r);
    kf_grounder_set_complete_groups(g, !(o->settings.off & KF_CLIQUES));
    kf_grounder_set_stages(g, o->stages);
    KF_TRY(kf_components_new(&c.components, c.mem, c.p, o));
    return run_to_end(&c);
}

/* ---- After a change ---- */

kerf_status kf_cpi_run_again(kf_grounder *g, const kf_cpi_options *o, kf_components *components,
                             kf_cpi_result *r)
{
    assert(kf_grounder_has_costs(g) && kf_grounder_has_separated(g));
    kf_cpi c = begin(g, o, r);
    c.again = true;
    c.components = components;
    c.was_proven = true;
    kf_grounder_count_found(g, &r->groundings, &r->groundings_with_multiplicity);
    kerf_status st = kf_components_go_on(components, o);
    if (st == KERF_OK) return run_to_end(&c);
    kf_components_free(components);
    return st;
}

/* ---- With a pin ---- */

/* No hard formula says the same: the answer, which keeps them, has the other value. So the clause
 * is new, and can be withdrawn without loss. */
static kerf_status pin(kf_problem *p, kf_pin x, uint32_t *clause)
{
    kf_lit l = kf_lit_of((kf_atom){ x.atom }, !x.value);
    double constant = 0;
    *clause = (uint32_t)p->clauses.n;
    KF_TRY(kf_problem_add_clause(p, &l, 1, INFINITY, &constant));
    assert(p->clauses.n == *clause + (size_t)1);
    return KERF_OK;
}

/* Components begin with the answer, if each of them is proven to be at its best; else anew, with
 * everything false. */
static kerf_status begin_pinned(kf_cpi *c, const bool *answer, bool proven)
{
    if (proven) return kf_components_seed(c->components, answer);
    for (uint32_t i = 0; i < c->p->parent.n; i++) KF_TRY(kf_grounder_set_atom(c->g, i, false));
    return KERF_OK;
}

kerf_status kf_cpi_run_pinned(kf_grounder *g, const kf_cpi_options *o, const bool *answer,
                              bool proven, double beside, kf_pin x, kf_cpi_result *r)
{
    assert(kf_grounder_has_costs(g) && answer[x.atom] != x.value);
    kf_cpi c = begin(g, o, r);
    uint32_t clause;
    c.pin = &x;
    c.whole = kf_grounder_is_all_ground(g);
    c.clusters.gap = beside;
    /* What the pin violates is not ground yet: a proof would not last. */
    if (!c.whole && !o->solver->bare) c.limits.effort = KF_EFFORT_LOOSE;
    KF_TRY(kf_components_new(&c.components, c.mem, c.p, o));
    kerf_status st = begin_pinned(&c, answer, proven);
    if (st == KERF_OK) st = pin(c.p, x, &clause);
    if (st != KERF_OK) {
        kf_components_free(c.components);
        return st;
    }
    st = run_to_end(&c);
    kerf_status back = kf_problem_withdraw_clause(c.p, clause);
    return st == KERF_OK ? back : st;
}

void kf_cpi_result_free(kf_cpi_result *r, kf_mem *mem)
{
    kf_vec_free(mem, &r->trace);
    kf_vec_free(mem, &r->by_rule);
    kf_vec_free(mem, &r->listed);
    kf_vec_free(mem, &r->conflict);
    kf_vec_free(mem, &r->conflict_bounds);
    kf_vec_free(mem, &r->secured.assignment);
    kf_vec_free(mem, &r->secured.counts);
    kf_components_free(r->kept);
    kf_lifted_free(r->lift);
    r->kept = NULL;
    r->lift = NULL;
}
