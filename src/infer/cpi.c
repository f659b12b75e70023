/* cpi.c -- the loop of cutting plane inference; see cpi.h.
 *
 * Invariant: the world in the database is that of the components, but for auxiliary atoms and for
 * atoms that nobody has named, which are as evidence left them. What a world costs is what it costs
 * inside the problem, plus what separation finds beyond it, plus what unnamed atoms pay. */
#include "infer/cpi.h"

#include "base/clock.h"
#include "infer/components.h"
#include "infer/conflict.h"
#include "infer/incumbent.h"
#include "infer/products.h"
#include "infer/ties.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static const double TOLERANCE = 1e-9;

/* While more groundings keep coming, a world near the best of the partial problem does as well as the
 * best; it is proven when nothing else is left to do. */
static const double SLACK = 1e-3;
/* What a bound that rises by less than this has not risen. */
static const double HARDLY = 1e-4;

typedef struct cpi {
    kf_grounder *g;
    const kf_cpi_options *o;
    kf_cpi_result *r;
    kf_components *components;
    kf_limits limits;
    pthread_t thread; /* that asks the caller's stop() */
    atomic_bool stopped;
    double began;
    double rescue_until;
    kf_iteration now;
    kf_standing standing;
    kf_separated found;
    KF_VEC(bool) best; /* the best world so far, by atom of the problem; n = 0: none */
    bool best_is_now;  /* the database holds it */
    bool was_proven;   /* the world of the iteration before, for the problem that it had */
    double last_bound; /* of the iteration before */
    bool improved;     /* the database holds one that costs less than that */
    double unnamed;    /* what atoms pay that nobody has named */
    bool unnamed_tie;  /* one of these could as well be true */
    uint32_t asked;    /* questions of the search for a tie whether to go on */
} cpi;

/* ---- Stopping ---- */

/* Solvers ask from any thread; the caller is asked from his own only. */
static bool should_stop(void *context)
{
    cpi *c = context;
    if (c->o->stop && pthread_equal(pthread_self(), c->thread) && c->o->stop(c->o->context))
        atomic_store(&c->stopped, true);
    return atomic_load(&c->stopped);
}

/* Grounding asks the same way, and has no deadline of its own. */
static bool should_stop_grounding(void *context)
{
    const cpi *c = context;
    return should_stop(context) || kf_now() >= c->o->deadline;
}

static double within(double cost, double relative)
{
    return relative * fmax(1, cost);
}

/* Is there a world that breaks nothing, and is it near enough to the bound? */
static bool has_incumbent(const cpi *c, double relative)
{
    const kf_cpi_result *r = c->r;
    return c->best.n > 0 && r->hard_violations == 0 && r->gap <= within(r->cost, relative);
}

/* Does anything but convergence end it now? */
static bool is_over(cpi *c)
{
    if (should_stop(c)) c->r->ending = KF_STOPPED;
    else if (kf_now() >= c->o->deadline) c->r->ending = KF_OUT_OF_TIME;
    else if (has_incumbent(c, c->o->gap)) c->r->ending = KF_GAP_REACHED;
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

static void count_units(cpi *c)
{
    for (size_t i = 0; i < c->g->rules.n; i++) {
        for (int side = 0; side < 2; side++) {
            const kf_units *u = &c->g->rules.at[i].units[side];
            c->r->groundings += kf_units_count(u);
            for (size_t k = 0; k < u->times.n; k++)
                c->r->groundings_with_multiplicity += u->times.at[k];
        }
    }
}

static kerf_status ground(cpi *c)
{
    if (c->o->full) {
        KF_TRY(kf_ground_all(c->g));
        count_units(c);
        return KERF_OK;
    }
    KF_TRY(kf_ground_local(c->g));
    if (c->o->prepare) KF_TRY(c->o->prepare(c->o->context, c->g));
    return name_defaults(c->g);
}

double kf_cpi_unnamed_cost(const kf_grounder *g)
{
    double cost = g->constant;
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (!g->d->m->predicates.at[i].hidden || g->default_false[i] == 0) continue;
        uint64_t open = kf_grounder_open_atoms(g, i), named = g->atom_of[i].n;
        if (open > named) cost += (double)(open - named) * g->default_false[i];
    }
    return cost;
}

/* Could an atom that nobody has named as well be true? */
static bool unnamed_ties(const kf_grounder *g)
{
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (!g->d->m->predicates.at[i].hidden || g->default_true[i] > g->default_false[i]) continue;
        if (kf_grounder_open_atoms(g, i) > g->atom_of[i].n) return true;
    }
    return false;
}

/* ---- One iteration ---- */

kerf_status kf_cpi_set_atom(kf_grounder *g, uint32_t atom, bool value)
{
    uint32_t predicate = g->predicate_of.at[atom], row[KF_MOST_ARITY];
    if (predicate == KF_NONE) return KERF_OK;
    const kf_rel *rel = g->atoms[predicate];
    for (uint32_t i = 0; i < rel->width; i++) row[i] = rel->columns[i][g->row_of.at[atom]];
    return kf_grounder_set(g, predicate, row, value);
}

/* The best world of what is ground so far goes into the database. */
static kerf_status solve(cpi *c)
{
    double began = kf_now();
    size_t n;
    c->best_is_now = false;
    c->now.atoms = c->g->p->parent.n;
    c->now.groundings = c->r->groundings;
    KF_TRY(kf_components_solve(c->components, &c->limits, &c->standing));
    bool *world = kf_components_world(c->components);
    if (c->standing.gap > 0 || c->standing.broken > 0) {
        /* Not at its best: auxiliary atoms may make it look worse than it is. */
        kf_grounder_complete(c->g, world);
        c->standing.cost = kf_problem_cost(c->g->p, world, &c->standing.broken);
        c->standing.gap = fmax(0, c->standing.cost - c->standing.bound);
    }
    const uint32_t *flipped = kf_components_flipped(c->components, &n);
    for (size_t i = 0; i < n; i++) KF_TRY(kf_cpi_set_atom(c->g, flipped[i], world[flipped[i]]));
    c->now.flipped = n;
    c->unnamed = kf_cpi_unnamed_cost(c->g);
    c->unnamed_tie = unnamed_ties(c->g);
    c->r->cost_bound = fmax(c->r->cost_bound, c->unnamed + c->standing.bound);
    c->now.seconds_solve = kf_now() - began;
    c->r->seconds_solve += c->now.seconds_solve;
    return KERF_OK;
}

/* What this world does not satisfy and the problem does not have goes into the problem. rest: also
 * what was passed over. */
static kerf_status separate(cpi *c, bool rest)
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

/* The best world so far; the atoms beyond n are false. */
static kerf_status keep_world(cpi *c, const bool *world, size_t n, double cost, uint64_t broken)
{
    c->best.n = 0;
    if (!kf_vec_reserve(c->g->mem, &c->best, n + 1)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(c->best.at, world, n * sizeof(bool));
    c->best.at[n] = false; /* so that a world of no atoms is one, too */
    c->best.n = n + 1;
    c->r->cost = cost;
    c->r->hard_violations = broken;
    return KERF_OK;
}

/* Bounds, and the best world so far: it breaks as little as possible, then costs as little. One of
 * which formulas were passed over is none of these: what it costs is not known. */
static kerf_status keep_best(cpi *c)
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
    c->best_is_now = better;
    if (better)
        KF_TRY(keep_world(c, kf_components_world(c->components), now->atoms, cost,
                          now->hard_violations));
    r->gap = fmax(0, r->cost - r->cost_bound);
    if (better && error < r->gap) r->gap = error;
    now->best_cost = r->hard_violations || c->best.n == 0 ? INFINITY : r->cost;
    now->cost_bound = fmin(r->cost_bound, now->best_cost); /* rounding may say more */
    return KERF_OK;
}

static kerf_status record_rules(cpi *c)
{
    if (!c->o->detail) return KERF_OK;
    for (size_t i = 0; i < c->g->rules.n; i++)
        if (!kf_vec_push(c->g->mem, &c->r->by_rule, c->g->rules.at[i].added)) return KERF_NO_MEMORY;
    return KERF_OK;
}

static kerf_status report(cpi *c)
{
    c->now.seconds = kf_now() - c->began;
    if (c->o->progress) c->o->progress(c->o->context, &c->now);
    KF_TRY(record_rules(c));
    return kf_vec_push(c->g->mem, &c->r->trace, c->now) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Incumbents ---- */

static kerf_status find_incumbent(cpi *c, const kf_limits *limits, bool again)
{
    kf_incumbent found;
    kf_cpi_result *r = c->r;
    const bool *world = kf_components_world(c->components);
    bool was_now = c->best_is_now;
    c->best_is_now = false; /* if it is stopped */
    kerf_status st = kf_incumbent_find(c->g, limits, world, c->now.atoms, again, r, &found);
    bool better = found.world.n > 0 && (!has_incumbent(c, INFINITY) || found.cost < r->cost);
    if (better) {
        kerf_status kept = keep_world(c, found.world.at, found.world.n, found.cost, 0);
        r->gap = fmax(0, r->cost - r->cost_bound);
        c->now.best_cost = r->cost;
        if (st == KERF_OK) st = kept;
    } else if (st == KERF_OK) c->best_is_now = was_now;
    kf_incumbent_free(&found, c->g->mem);
    return st;
}

/* Where this iteration's world breaks something, and neither it nor the one before was proven: else
 * one that breaks nothing soon comes by itself. Or where less than the best is asked for. */
static kerf_status mend(cpi *c)
{
    bool proven = c->standing.gap <= 0, due = !(proven || c->was_proven) || c->o->gap > 0;
    bool worth = due && c->now.hard_violations > 0 && c->found.complete && c->o->solver->proves
                 && !has_incumbent(c, SLACK);
    c->was_proven = proven;
    return worth ? find_incumbent(c, &c->limits, false) : KERF_OK;
}

/* ---- The fractional point ---- */

/* Worlds near the point of the relaxation: what they violate, the point mostly does as well. An
 * atom is true from so much on. */
static const double THRESHOLDS[] = { 0.4, 0.6 };
static const double LEAN = 0.3; /* nearer to its value in the world an atom stays with it */

static kerf_status lean(cpi *c, double threshold)
{
    size_t n;
    const bool *world = kf_components_world(c->components);
    const kf_leaning *l = kf_components_leaning(c->components, &n);
    for (size_t i = 0; i < n; i++) {
        if (fabs(l[i].x - world[l[i].atom]) < LEAN) continue;
        bool value = threshold < 1 ? l[i].x > threshold : world[l[i].atom];
        KF_TRY(kf_cpi_set_atom(c->g, l[i].atom, value));
    }
    return KERF_OK;
}

/* Then only the world at hand tells what to look at next. */
static bool has_stages(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].stage > 0) return true;
    return false;
}

static void count_found(cpi *c, const kf_separated *found)
{
    c->r->groundings += found->units + found->beside;
    c->r->groundings_with_multiplicity += found->groundings + found->beside_groundings;
}

/* Triangles of transitive relations, by the point itself. */
static kerf_status separate_triangles(cpi *c, size_t *added)
{
    size_t n, n_atoms = c->g->p->parent.n;
    kf_separated found;
    const bool *world = kf_components_world(c->components);
    const kf_leaning *l = kf_components_leaning(c->components, &n);
    if (!kf_uses(&c->limits, KF_TRANSITIVE)) return KERF_OK;
    double *x = kf_mem_calloc(c->g->mem, n_atoms, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    for (size_t i = 0; i < c->now.atoms; i++) x[i] = world[i];
    for (size_t i = 0; i < n; i++) x[l[i].atom] = l[i].x;
    kerf_status st = kf_separate_triangles(c->g, x, &found);
    kf_mem_free(c->g->mem, x, n_atoms, sizeof *x);
    KF_TRY(st);
    count_found(c, &found);
    *added = found.units;
    return KERF_OK;
}

/* What is ground for the sake of the point the next worlds need not show. The world stays. */
static kerf_status separate_point(cpi *c)
{
    size_t n, added = 0;
    double began = kf_now();
    kf_components_leaning(c->components, &n);
    if (n == 0 || c->o->full || has_stages(c->g)) return KERF_OK;
    for (size_t i = 0; i < sizeof THRESHOLDS / sizeof *THRESHOLDS; i++) {
        kf_separated found;
        KF_TRY(lean(c, THRESHOLDS[i]));
        KF_TRY(kf_separate(c->g, false, &found));
        count_found(c, &found);
    }
    KF_TRY(lean(c, 1));
    KF_TRY(separate_triangles(c, &added));
    c->limits.brief |= added > 0 && c->limits.slack == 0;
    c->r->seconds_separate += kf_now() - began;
    return KERF_OK;
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

static bool is_infeasible(cpi *c)
{
    c->r->broken_rule = broken_by_evidence(c->g);
    return c->r->broken_rule != KF_NONE || isinf(c->standing.bound);
}

/* Of solvers that could prove it, while there is more to come than cycles. */
static double slack_of(const kf_cpi_options *o)
{
    return o->full || !o->solver->proves ? 0 : SLACK;
}

/* Is a fractional point what is left to work on? Then the world of the partial problem is near enough
 * to what it will be. */
static bool is_halfway(const cpi *c)
{
    size_t n;
    double gain = c->r->cost_bound - c->last_bound;
    kf_components_leaning(c->components, &n);
    return n > 0 && (c->limits.brief || gain <= within(c->r->cost_bound, HARDLY));
}

/* How the next problem is solved: near enough while much is to come; then to the end, but for what
 * stalls; then that as well. */
static void choose_effort(cpi *c, bool nothing_new)
{
    double slack = slack_of(c->o);
    bool was_loose = c->limits.slack > 0, loose = slack > 0 && !nothing_new && !is_halfway(c);
    c->limits.slack = loose ? slack : 0;
    c->limits.brief = slack > 0 && !loose && (!nothing_new || was_loose);
    c->last_bound = c->r->cost_bound;
}

/* Nothing is new, and what there is was solved to the end. */
static bool is_converged(cpi *c)
{
    bool nothing_new = c->found.units == 0 && c->standing.complete;
    bool to_the_end = c->limits.slack == 0 && !c->limits.brief;
    if (nothing_new && (to_the_end || (c->standing.gap == 0 && !c->standing.broken))) return true;
    choose_effort(c, nothing_new);
    return false;
}

/* Algorithm 1: solve, separate, until nothing is new. */
static kerf_status loop(cpi *c)
{
    KF_TRY(ground(c));
    do {
        c->now.iteration++;
        KF_TRY(solve(c));
        if (is_infeasible(c)) return KERF_OK;
        KF_TRY(separate(c, false));
        KF_TRY(keep_best(c));
        if (!is_infeasible(c)) KF_TRY(mend(c));
        KF_TRY(report(c));
        if (is_infeasible(c)) return KERF_OK;
        if (is_converged(c)) {
            c->r->ending = KF_CONVERGED;
            return KERF_OK;
        }
        KF_TRY(separate_point(c));
    } while (!is_over(c));
    return KERF_OK;
}

/* ---- The end ---- */

/* An answer needs a world of which all is known: if there is none, the last one becomes it. */
static kerf_status know_last(cpi *c)
{
    if (c->best.n > 0 || c->r->trace.n == 0 || is_infeasible(c)) return KERF_OK;
    KF_TRY(separate(c, true));
    KF_TRY(keep_best(c));
    c->r->trace.at[c->r->trace.n - 1] = c->now;
    if (c->o->detail) c->r->by_rule.n -= c->g->rules.n;
    return record_rules(c);
}

/* What is counted instead of ground is not in the problem, where its cost would be seen: with what
 * the loop has found, worlds that pay less for it are looked for. */
static kerf_status improve(cpi *c)
{
    kf_cpi_result *r = c->r;
    bool worth = r->ending == KF_CONVERGED && c->best_is_now && r->hard_violations == 0
                 && r->gap > within(r->cost, c->o->gap) && kf_products_pay(c->g);
    if (!worth || is_infeasible(c)) return KERF_OK;
    c->best_is_now = false; /* if it is stopped */
    double cost = r->cost;
    KF_TRY(kf_products_improve(c->g, c->o, &c->limits, r, &cost));
    c->best_is_now = true;
    c->improved = cost < r->cost;
    r->cost = cost;
    r->gap = fmax(0, cost - r->cost_bound);
    return KERF_OK;
}

static kerf_status restore_best(cpi *c)
{
    if (c->best_is_now || c->best.n == 0) return KERF_OK;
    for (uint32_t i = 0; i < c->g->p->parent.n; i++)
        KF_TRY(kf_cpi_set_atom(c->g, i, i + 1 < c->best.n && c->best.at[i]));
    return KERF_OK;
}

/* Violated groundings of hard formulas, each as often as it is there. If there is no time for that,
 * each that was found counts once. */
static kerf_status count_violations(cpi *c)
{
    uint64_t sum = 0;
    if (c->r->hard_violations == 0) return KERF_OK;
    for (size_t i = 0; i < c->g->rules.n; i++) {
        uint64_t groundings, hard;
        double cost;
        kerf_status st =
            kf_grounder_unsatisfied(c->g, &c->g->rules.at[i], &groundings, &cost, &hard);
        if (st == KERF_INTERRUPTED) return KERF_OK;
        KF_TRY(st);
        sum += hard;
    }
    c->r->hard_violations = sum;
    return KERF_OK;
}

/* It was stopped within grounding. What was found so far is valid, but not all there is: the loop
 * cannot go on. */
static void cut_short(cpi *c)
{
    c->r->ending = should_stop(c) ? KF_STOPPED : KF_OUT_OF_TIME;
    c->r->gap = fmin(c->r->gap, fmax(0, c->r->cost - c->r->cost_bound));
}

/* ---- Without an answer ---- */

static const double RESCUE_SECONDS = 0.5;

static bool rescue_is_over(void *context)
{
    return kf_now() >= ((cpi *)context)->rescue_until;
}

/* The cost of the world in the database, counted and not ground; false: it breaks something. */
static kerf_status count_world(cpi *c, double *cost, bool *feasible)
{
    *cost = kf_grounder_evidence_cost(c->g);
    *feasible = true;
    for (size_t i = 0; i < c->g->rules.n && *feasible; i++) {
        uint64_t groundings, hard;
        double rule_cost;
        KF_TRY(kf_grounder_unsatisfied(c->g, &c->g->rules.at[i], &groundings, &rule_cost, &hard));
        *cost += rule_cost;
        *feasible = hard == 0;
    }
    return KERF_OK;
}

/* A world that breaks nothing, and what it costs; it is in the database. */
static kerf_status take_rescued(cpi *c, const bool *world, size_t n, double cost)
{
    c->best_is_now = false;
    if (has_incumbent(c, INFINITY) && c->r->cost <= cost) return KERF_OK;
    KF_TRY(keep_world(c, world, n, cost, 0));
    c->best_is_now = true;
    c->r->gap = fmax(0, cost - c->r->cost_bound);
    return KERF_OK;
}

/* One step of the walk below; *done: it has a world. */
static kerf_status walk_once(cpi *c, kf_components *walker, const kf_limits *limits, bool first,
                             bool *done)
{
    kf_standing s;
    kf_separated found;
    KF_TRY(kf_components_solve(walker, limits, &s));
    bool *world = kf_components_world(walker);
    size_t n = c->g->p->parent.n;
    kf_grounder_complete(c->g, world);
    double cost = kf_problem_cost(c->g->p, world, &s.broken) + kf_cpi_unnamed_cost(c->g);
    c->best_is_now = false; /* also if it is stopped */
    for (uint32_t i = 0; i < n; i++) KF_TRY(kf_cpi_set_atom(c->g, i, world[i]));
    KF_TRY(kf_separate(c->g, first, &found));
    *done = s.broken == 0 && found.hard == 0 && found.complete;
    return *done ? take_rescued(c, world, n, cost + found.cost) : KERF_OK;
}

/* MaxWalkSAT on what is ground; what its worlds break is added, as long as there is time. */
static kerf_status walk(cpi *c)
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
static kerf_status try_false(cpi *c)
{
    double cost;
    bool feasible;
    size_t n = c->g->p->parent.n;
    for (uint32_t i = 0; i < n; i++) KF_TRY(kf_cpi_set_atom(c->g, i, false));
    c->best_is_now = false;
    KF_TRY(count_world(c, &cost, &feasible));
    return feasible ? take_rescued(c, NULL, 0, cost) : KERF_OK;
}

/* Time is up, and every world so far breaks hard formulas. Looking for one that does not takes half a
 * second at most. */
static kerf_status rescue(cpi *c)
{
    kf_cpi_result *r = c->r;
    if (r->ending == KF_CONVERGED || !c->g->separated || is_infeasible(c)) return KERF_OK;
    if (has_incumbent(c, INFINITY)) return KERF_OK;
    if (!c->o->solver->proves) return KERF_OK; /* who asks for a walk wants to see what it finds */
    kf_grounder_on_stop(c->g, rescue_is_over, c);
    kerf_status st = KERF_OK;
    for (int way = 0; way < 3 && (st == KERF_OK || st == KERF_INTERRUPTED); way++) {
        c->rescue_until = kf_now() + RESCUE_SECONDS / 3;
        kf_limits limits = { .settings = &c->o->settings, .deadline = c->rescue_until };
        st = way == 0 ? find_incumbent(c, &limits, true) : way == 1 ? try_false(c) : walk(c);
    }
    kf_grounder_on_stop(c->g, should_stop_grounding, c);
    return st == KERF_INTERRUPTED ? KERF_OK : st;
}

/* A tie is worth half a million steps or so, counted and not timed: it is found everywhere or nowhere. */
static bool should_stop_ties(void *context)
{
    enum { MOST_QUESTIONS = 16 };
    return ++((cpi *)context)->asked > MOST_QUESTIONS || should_stop_grounding(context);
}

static kerf_status find_tie(cpi *c, bool *tie)
{
    kf_grounder_on_stop(c->g, should_stop_ties, c);
    c->g->threads = 1; /* with more, questions are not counted alike */
    kerf_status st = kf_ties_find(c->g, c->best.at, c->best.n - 1, tie);
    c->g->threads = c->o->threads;
    kf_grounder_on_stop(c->g, should_stop_grounding, c);
    return st == KERF_INTERRUPTED ? KERF_OK : st;
}

/* Does any other world do as well? What the last problem knows of that holds in the whole if it is
 * one world only, or if all is in the problem, and no atom is auxiliary. */
static kerf_status judge_uniqueness(cpi *c)
{
    kf_cpi_result *r = c->r;
    bool all_there = c->o->full && c->g->parts.n == 0, tie = false;
    for (size_t i = 0; i < c->g->rules.n; i++) all_there &= !c->g->rules.at[i].cycles;
    if (r->outcome != KF_OPTIMAL || c->improved) return KERF_OK;
    bool same = r->ending == KF_CONVERGED; /* else the answer may be another than the problem's */
    if (c->standing.unique == 1 && !c->unnamed_tie && same) r->unique = 1;
    else if (c->standing.unique == 0 && all_there) r->unique = 0;
    if (r->unique >= 0 || c->o->any_best
        || (r->ending != KF_CONVERGED && r->ending != KF_GAP_REACHED))
        return KERF_OK;
    KF_TRY(find_tie(c, &tie));
    if (tie) r->unique = 0;
    return KERF_OK;
}

static kerf_status conclude(cpi *c)
{
    kf_cpi_result *r = c->r;
    r->iterations = c->now.iteration;
    r->atoms = c->g->p->parent.n;
    r->components = c->standing.components;
    r->largest_component = c->standing.largest;
    r->unique_components = c->standing.unique_components;
    r->tied_components = c->standing.tied_components;
    kf_components_methods(c->components, r);
    KF_TRY(kf_components_list(c->components, r));
    if (c->o->detail) kf_components_sizes(c->components, r->sizes);
    if (is_infeasible(c)) {
        r->outcome = KF_INFEASIBLE;
        r->cost_bound = INFINITY;
        uint32_t atom = kf_components_contradiction(c->components);
        if (r->broken_rule != KF_NONE || atom == KF_NONE) return KERF_OK;
        return kf_conflict_find(c->g->p, atom, &c->limits, c->g->mem, r);
    }
    if (c->best.n == 0) {
        r->none = true;
        r->outcome = KF_UNPROVED;
        r->score = -INFINITY;
        r->cost = r->gap = INFINITY;
        return KERF_OK;
    }
    kf_grounder_on_stop(c->g, NULL, NULL);
    KF_TRY(restore_best(c));
    kf_grounder_on_stop(c->g, should_stop_grounding, c);
    KF_TRY(count_violations(c));
    r->score = c->g->best - r->cost;
    if (r->hard_violations) r->outcome = KF_UNPROVED;
    else if (r->gap <= within(r->cost, TOLERANCE)) r->outcome = KF_OPTIMAL;
    else r->outcome = KF_BOUNDED;
    return judge_uniqueness(c);
}

kerf_status kf_cpi_run(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r)
{
    cpi c = { .g = g, .o = o, .r = r, .thread = pthread_self(), .began = kf_now() };
    *r = (kf_cpi_result){ .broken_rule = KF_NONE, .unique = -1 };
    c.limits = (kf_limits){
        .settings = &o->settings, .deadline = o->deadline, .stop = should_stop, .context = &c
    };
    g->threads = o->threads;
    g->complete_groups = !(o->settings.off & KF_CLIQUES);
    KF_TRY(kf_components_new(&c.components, g->mem, g->p, o));
    for (size_t i = 0; i < g->rules.n; i++)
        g->rules.at[i].stage = o->stages ? o->stages[g->rules.at[i].rule] : 0;
    kf_grounder_on_stop(g, should_stop_grounding, &c);
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
    if (st == KERF_OK) st = rescue(&c);
    if (st == KERF_OK) st = conclude(&c);
    kf_grounder_on_stop(g, NULL, NULL);
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
