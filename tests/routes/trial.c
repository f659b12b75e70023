/* trial.c -- one program along several routes, and whether they agree; see route.h. */
#include "route.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Questions of stop() before a route is given up: so that search ends by count. */
enum { PATIENCE = 40, MORE_PATIENCE = 150, MWS_FLIPS = 3000, MOST_NODES = 3000 };

uint32_t looks = LOOK_CERTIFICATES | LOOK_STOPS;

/* ---- Do they agree? ------------------------------------------------------------------------- */

static const route *best_route(const trial *t)
{
    const route *best = NULL;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->routes[i].feasible && (!best || t->routes[i].cost < best->cost))
            best = &t->routes[i];
    return best;
}

double best_cost(const trial *t)
{
    const route *best = best_route(t);
    return best ? best->cost : INFINITY;
}

static bool differ(trial *t, const char *what, const route *a, const route *b)
{
    char first[400], second[400];
    plan_text(&a->plan, first, sizeof first);
    plan_text(&b->plan, second, sizeof second);
    return wrong(
        t, "%s: %s, cost %.12g, bound %.12g [%s]; %s, cost %.12g, bound %.12g [%s]", what,
        a->status == KERF_OK ? kerf_outcome_text(a->r.outcome) : kerf_status_text(a->status),
        a->r.cost, a->r.cost_bound, first,
        b->status == KERF_OK ? kerf_outcome_text(b->r.outcome) : kerf_status_text(b->status),
        b->r.cost, b->r.cost_bound, second);
}

static bool has_bound(const route *r)
{
    return r->status == KERF_OK || r->status == KERF_INTERRUPTED || r->status == KERF_LIMIT;
}

static bool agrees_with_best(trial *t, const route *r, const route *best)
{
    double scale = fabs(best->cost);
    if (r->status == KERF_INFEASIBLE) return differ(t, "there is an answer", r, best);
    if (has_bound(r) && r->r.cost_bound > best->cost
        && !is_near(r->r.cost_bound, best->cost, scale))
        return differ(t, "wrong bound", r, best);
    if (r->status == KERF_OK && r->r.outcome == KERF_OPTIMAL
        && !is_near(r->cost, best->cost, scale))
        return differ(t, "not optimal", r, best);
    /* Score and cost add up to the same in every world. */
    double sums = fmax(fabs(best->score) + fabs(best->cost), fabs(r->score) + fabs(r->cost));
    if (r->feasible && !is_near(r->score + r->cost, best->score + best->cost, sums))
        return differ(t, "score and cost do not add up", r, best);
    return true;
}

/* Is the answer of a route the only one, as it says? */
static bool is_alone(trial *t, const route *r)
{
    if (r->status != KERF_OK || r->r.unique != 1) return true;
    for (uint32_t i = 0; i < t->n; i++) {
        const route *o = &t->routes[i];
        if (o->status != KERF_OK || o == r) continue;
        if (o->r.unique == 0) return differ(t, "is it the only one?", r, o);
        if (o->feasible && o->cost == r->cost && strcmp(o->answer, r->answer) != 0)
            return differ(t, "not the only one", r, o);
    }
    return true;
}

bool agree(trial *t)
{
    const route *best = best_route(t), *none = NULL;
    for (uint32_t i = 0; i < t->n; i++)
        if (!is_alone(t, &t->routes[i])) return false;
    for (uint32_t i = 0; best && i < t->n; i++)
        if (!agrees_with_best(t, &t->routes[i], best)) return false;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->routes[i].status == KERF_INFEASIBLE) none = &t->routes[i];
    for (uint32_t i = 0; none && i < t->n; i++)
        if (has_bound(&t->routes[i]) && t->routes[i].r.outcome == KERF_OPTIMAL
            && t->routes[i].status == KERF_OK)
            return differ(t, "is there an answer?", &t->routes[i], none);
    return true;
}

/* ---- Plans ---------------------------------------------------------------------------------- */

static const char *const switches[] = { "ascent",    "branch",     "cliques",    "clustering",
                                        "eliminate", "fixing",     "fractional", "lift",
                                        "tables",    "transitive", "warm",       "simplify",
                                        "parts",     "twins" };
enum { N_SWITCHES = sizeof switches / sizeof *switches };

static plan basic(const char *solver)
{
    plan p = { .polls = PATIENCE };
    set(&p, "solver", "%s", solver);
    set(&p, "threads", "1");
    return p;
}

static void switch_off(trial *t, plan *p)
{
    uint32_t percent = dice(t, 3) == 0 ? 80 : 30;
    for (uint32_t i = 0; i < N_SWITCHES; i++)
        if (dice(t, 100) < percent) set(p, switches[i], "no");
}

static void ground_somehow(trial *t, plan *p)
{
    static const char *const ways[] = { "auto", "cuts", "full" };
    set(p, "ground", "%s", ways[dice(t, 3)]);
}

/* Everything that may be asked for, but for what ends the search early. */
static plan some_plan(trial *t)
{
    static const char *const solvers[] = { "auto", "exact",     "ilp",    "ilp",
                                           "ilp",  "eliminate", "tables", "brute" };
    plan p = basic(solvers[dice(t, 8)]);
    const char *solver = p.values[0];
    ground_somehow(t, &p);
    if (dice(t, 2)) switch_off(t, &p);
    if (strcmp(solver, "exact") == 0 && dice(t, 2)) p.nodes = MOST_NODES;
    p.may_fail = p.nodes > 0 || strcmp(solver, "brute") == 0 || strcmp(solver, "eliminate") == 0;
    if (dice(t, 4) == 0) p.lp_work = 1;
    if (t->label[0] && dice(t, 8) == 0) set(&p, "order", "%s", t->label);
    return p;
}

static plan walk_plan(trial *t)
{
    bool bare = dice(t, 2);
    plan p = basic(bare ? "mws" : "walk");
    ground_somehow(t, &p);
    set(&p, "flips", "%d", MWS_FLIPS);
    set(&p, "seed", "%u", dice(t, 1000));
    if (!bare) return p;
    set(&p, "tries", "2");
    if (dice(t, 2)) set(&p, "tabu", "5");
    if (dice(t, 2)) set(&p, "start", "random");
    return p;
}

/* Ends early, for another reason than a stop. */
static plan early_plan(trial *t)
{
    plan p = some_plan(t);
    p.stopped = true;
    if (dice(t, 2)) set(&p, "max-iterations", "%u", 1 + dice(t, 4));
    else set(&p, "gap", "%s", dice(t, 2) ? "0.5" : "0.01");
    return p;
}

/* A route that was taken before, but stopped somewhere on the way. */
static plan stopped_plan(trial *t)
{
    const route *r = &t->routes[dice(t, t->n)];
    plan p = r->plan;
    double most = log((double)(r->polls > 1 ? r->polls : 1) * 1.1);
    p.polls = 1 + (uint64_t)exp(most * dice(t, 1000) / 1000);
    p.stopped = true;
    p.hurried = p.polls % 2 == 1;
    p.certificate = false;
    return p;
}

/* ---- The same bytes ------------------------------------------------------------------------- */

static bool went_to_its_end(const route *r)
{
    return r->polls < r->plan.polls && (r->status == KERF_OK || r->status == KERF_INFEASIBLE);
}

/* More threads, or another store: what comes of it must not differ. */
static bool try_same(trial *t, const route *first)
{
    plan p = first->plan;
    char path[64];
    bool stored = dice(t, 3) == 0;
    snprintf(path, sizeof path, "/tmp/kerf-routes-%ld.sqlite", (long)getpid());
    if (stored) set(&p, "store", "sqlite:%s", path);
    else set(&p, "threads", "2");
    p.polls *= 2;
    unlink(path);
    const route *r = travel(t, &p);
    unlink(path);
    if (!r) return false;
    if (!went_to_its_end(first) || !went_to_its_end(r)) return true;
    if (r->status != first->status) return differ(t, "another status", r, first);
    if (r->answer && strcmp(r->answer, first->answer) != 0)
        return differ(t, "other bytes", r, first);
    return (r->r.cost == first->r.cost && r->r.cost_bound == first->r.cost_bound)
           || differ(t, "other numbers", r, first);
}

/* ---- One program ---------------------------------------------------------------------------- */

static bool take(trial *t, plan p)
{
    return travel(t, &p) != NULL;
}

static bool try_certificate(trial *t, const char *solver, const char *ground)
{
    plan p = basic(solver);
    set(&p, "ground", "%s", ground);
    p.certificate = true;
    if (dice(t, 4)) p.polls = MORE_PATIENCE;
    const route *r = travel(t, &p);
    return r && (r->status != KERF_OK || !r->feasible || check_certificate(t, r));
}

/* Of one way to solve it, or of all. */
static bool try_certificates(trial *t)
{
    static const char *const solvers[] = { "auto", "ilp", "exact" }, *const ways[] = { "cuts",
                                                                                       "full" };
    bool good = true, all = looks & LOOK_EVERYWHERE;
    if (!(looks & LOOK_CERTIFICATES) || (!all && dice(t, 3))) return true;
    if (!all) return try_certificate(t, solvers[dice(t, 3)], ways[dice(t, 2)]);
    for (int i = 0; good && i < 6; i++) good = try_certificate(t, solvers[i % 3], ways[i / 3]);
    return good;
}

static bool try_stops(trial *t)
{
    bool good = true;
    for (int i = 0; good && i < 3; i++) good = take(t, stopped_plan(t)) && ++t->tally->stops;
    return good;
}

/* That of some formula, for --order. */
static bool find_label(trial *t)
{
    kerf_formula_info f = { .size = sizeof f };
    kerf *k = open_session(t, NULL, t->evidence);
    if (!k) return false;
    size_t n = kerf_formula_count(k);
    if (n > 0 && kerf_formula_get(k, dice(t, (uint32_t)n), &f) == KERF_OK)
        snprintf(t->label, sizeof t->label, "%s", f.label);
    kerf_free(k);
    return true;
}

static bool try_routes(trial *t)
{
    if (!find_label(t)) return false;
    route *first = travel(t, &(plan){ .polls = MORE_PATIENCE });
    if (!first) return false;
    bool good = take(t, walk_plan(t));
    for (int i = 0; good && i < 4; i++) good = take(t, some_plan(t)) && agree(t);
    good = good && take(t, early_plan(t));
    if (good && dice(t, 3) == 0) good = try_same(t, &t->routes[2 + dice(t, 4)]);
    if (good && looks & LOOK_STOPS) good = try_stops(t);
    good = good && agree(t);
    if (good && (looks & LOOK_EVERYWHERE || dice(t, 2))) good = try_elimination(t);
    if (good && (looks & LOOK_TOOLS || dice(t, 40) == 0)) good = try_tools(t);
    if (good && dice(t, 10) == 0) good = try_worlds(t);
    return good && try_certificates(t) && agree(t);
}

static void count_outcome(trial *t)
{
    bool proven = false, none = false;
    for (uint32_t i = 0; i < t->n; i++) {
        const route *r = &t->routes[i];
        proven |= r->status == KERF_OK && r->r.outcome == KERF_OPTIMAL;
        none |= r->status == KERF_INFEASIBLE;
    }
    *(proven ? &t->tally->proven : none ? &t->tally->infeasible : &t->tally->open) += 1;
}

static void trial_close(trial *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        free(t->routes[i].answer);
        free(t->routes[i].certificate);
    }
    free(t->model);
    free(t->weights);
    free(t->evidence);
    free(t);
}

outcome trial_run(const script *s, uint64_t seed, tally *y, char *why)
{
    trial *t = need(calloc(1, sizeof *t));
    t->script = s;
    t->seed = seed;
    t->state = seed * UINT64_C(0x9e3779b97f4a7c15) + 77;
    t->tally = y;
    t->model = script_text(s, MODEL, 100, 0);
    t->weights = script_text(s, WEIGHTS, 100, 0);
    t->evidence = script_text(s, EVIDENCE, 100, 0);
    t->wide = strstr(t->model, "FORALL") || strstr(t->model, "EXIST") || strchr(t->model, '|');
    t->guessed = NAN;
    t->acyclic = strstr(t->model, "acyclic") != NULL;
    outcome result = try_routes(t) ? HOLDS : strncmp(t->why, "reading:", 8) == 0 ? SKIPPED : FAILS;
    if (result == HOLDS) count_outcome(t);
    snprintf(why, WHY, "%s", t->why);
    trial_close(t);
    return result;
}
