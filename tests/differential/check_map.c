/* check_map.c -- the most probable world against all worlds.
 *
 * Where evidence leaves few atoms open, verify scores every world; inference must find the best of
 * them, or that there is none, whatever solver it uses, by cuts or with everything ground, in any
 * number of threads. However early it is stopped, its bound must hold and its score be the one that
 * verify gives the world it leaves behind. Where worlds are too many, solvers that prove what they
 * say must agree with each other. */
#include "trial.h"

#include "generate.h"
#include "base/check.h"
#include "infer/cpi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 12, MOST_BRUTE = 10, MOST_STOPS = 4, MOST_WORK = 40000, MOST_TABLED = 24 };
enum { SETUPS = 16, SOME_SETUPS = 3, MOST_NODES = 20000 };

typedef struct best { /* among the worlds that break nothing hard */
    bool known;       /* by enumeration, or from the first that proved it */
    bool counted;     /* `ties` is */
    bool feasible;
    double score;
    double cost;    /* the least, as verify counts it; of b->counted only */
    uint64_t ties;  /* worlds about as good as that, this one included */
    uint64_t exact; /* as good as rounding can tell */
} best;

typedef struct setup {
    const char *solver;
    bool full, simplify;
    uint32_t rest_at; /* the rest is ground at once in the middle of the loop */
    bool penalties;   /* every local formula that can be one is */
    uint32_t threads, max_iterations;
    uint32_t off;           /* mechanisms */
    uint64_t lp_work;       /* 1: dual ascent takes over at once */
    double gap;             /* > 0: a world this near is looked for in every iteration */
    const uint32_t *stages; /* by rule, or NULL */
} setup;

typedef struct attempt { /* one run of inference */
    trial *t;
    const setup *s;
    const best *b;
    kf_database *d;
    kf_problem *p;
    kf_grounder *g;
    kf_cpi_result r;
    kerf_status status;
    bool *values; /* of the trial's atoms, as the database holds them */
    uint32_t iterations;
    double bound; /* of the last iteration */
    bool good;
} attempt;

__attribute__((format(printf, 2, 3))) static bool wrong(attempt *a, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    a->good = false;
    return trial_wrong(
        a->t, "map, %s, %s, %s, %s, %u threads, %u iterations at most, without %x: %s",
        a->s->solver, a->s->full ? "all ground" : "cuts", a->s->simplify ? "simplified" : "plain",
        a->s->stages ? "in order" : "all at once", a->s->threads, a->s->max_iterations, a->s->off,
        text);
}

/* ---- All worlds ----------------------------------------------------------------------------- */

static bool score_of(trial *t, const bool *values, verdicts *v)
{
    *v = (verdicts){ 0 };
    return (oracle_set(t->o, values) == KERF_OK && oracle_verify(t->o, v) == KERF_OK)
           || trial_wrong(t, "the oracle failed");
}

static void keep_best(best *b, const verdicts *v)
{
    if (v->hard + v->cycles > 0) return;
    if (!b->feasible || v->cost < b->cost) b->cost = v->cost;
    bool tie = b->feasible && trial_near(v->score, b->score);
    if (!tie && b->feasible && v->score < b->score) return;
    b->ties = tie ? b->ties + 1 : 1;
    double apart = b->feasible ? v->score - b->score : INFINITY;
    if (fabs(apart) <= 1e-14 * (1 + fabs(v->score))) b->exact++;
    else if (apart > 0) b->exact = 1;
    if (apart > 0) b->score = v->score;
    b->feasible = true;
}

static bool every_world(trial *t, best *b)
{
    uint32_t open[MOST_TRIED], n = 0;
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        if (!t->atoms[i].open) continue;
        if (n == MOST_TRIED) return true;
        open[n++] = i;
    }
    if ((uint64_t)(t->n_all + 10) << n > MOST_WORK) return true;
    for (uint32_t k = 0; k < 1u << n; k++) {
        verdicts v;
        for (uint32_t i = 0; i < n; i++) t->values[open[i]] = k >> i & 1;
        if (!score_of(t, t->values, &v)) return false;
        keep_best(b, &v);
    }
    b->known = b->counted = true;
    return true;
}

/* ---- One run -------------------------------------------------------------------------------- */

/* Costs are compared at the scale of scores: that is what the best is known in. */
static bool above(const attempt *a, double x, double y)
{
    return x > y && !(fabs(x - y) <= 1e-9 * (1 + fabs(a->g->best) + fabs(y)));
}

static double least_cost(const attempt *a)
{
    return a->b->feasible ? a->g->best - a->b->score : INFINITY;
}

static void progress(void *context, const kf_iteration *i)
{
    attempt *a = context;
    a->iterations++;
    if (i->iteration != a->iterations)
        wrong(a, "iteration %u is called %u", a->iterations, i->iteration);
    if (i->cost_bound < a->bound)
        wrong(a, "the bound falls from %g to %g", a->bound, i->cost_bound);
    a->bound = i->cost_bound;
    bool known = !a->s->stages || !isnan(i->cost); /* in order, formulas may be passed over */
    if (isnan(i->cost_bound) || isnan(i->best_cost)
        || (known && (isnan(i->cost) || isnan(i->theorem_bound))))
        wrong(a, "iteration %u: a cost is not a number", i->iteration);
    if (!known && i->new_groundings == 0)
        wrong(a, "iteration %u: nothing is new, yet the cost is not known", i->iteration);
    if (known && (i->hard_violations > 0) != isinf(i->cost))
        wrong(a, "iteration %u: cost %g with %llu violations", i->iteration, i->cost,
              (unsigned long long)i->hard_violations);
    if (!a->b->known) return;
    double least = least_cost(a);
    if (above(a, i->cost_bound, least))
        wrong(a, "iteration %u: bound %.12g, the least cost is %.12g", i->iteration, i->cost_bound,
              least);
    if (above(a, least, i->best_cost))
        wrong(a, "iteration %u: best cost %.12g, the least is %.12g", i->iteration, i->best_cost,
              least);
    if (isfinite(i->cost) && above(a, i->cost, least + i->theorem_bound))
        wrong(a, "iteration %u: cost %.12g, by the theorem %.12g above %.12g at most", i->iteration,
              i->cost, i->theorem_bound, least);
}

static kerf_status run(attempt *a)
{
    kf_mem *mem = &a->t->engine.mem;
    uint64_t nodes =
        strcmp(a->s->solver, "exact") == 0 ? MOST_NODES : 0; /* it is for small parts */
    const kf_cpi_options options = {
        .solver = kf_solver_find(a->s->solver),
        .settings = { .off = a->s->off,
                      .seed = 1,
                      .flips = 2000,
                      .tries = 2,
                      .noise = 0.2,
                      .nodes = nodes,
                      .lp_work = a->s->lp_work },
        .stages = a->s->stages,
        .full = a->s->full,
        .rest_at = a->s->rest_at,
        .clusters_from = 1,
        .order_from = a->s->simplify ? 1 : 0,
        .secure = true,
        .secure_from = 1,
        .simplify = a->s->simplify,
        .threads = a->s->threads,
        .gap = a->s->gap,
        .max_iterations = a->s->max_iterations,
        .deadline = INFINITY,
        .progress = progress,
        .context = a,
    };
    a->p = kf_problem_new(mem);
    if (!a->p) return KERF_NO_MEMORY;
    KF_TRY(kf_database_new(&a->d, mem, a->t->engine.model, a->t->engine.world));
    KF_TRY(kf_grounder_new(&a->g, mem, a->d, a->p, a->t->engine.diags));
    if (a->s->penalties) kf_grounder_set_penalties_from(a->g, 0);
    KF_TRY(kf_cpi_run(a->g, &options, &a->r));
    KF_CHECK(loaded_check(&a->t->engine));
    return KERF_OK;
}

static void read_world(attempt *a)
{
    for (uint32_t i = 0; i < a->t->n_atoms; i++) {
        const ground_atom *atom = &a->t->atoms[i];
        a->values[i] = kf_database_holds(a->d, atom->predicate, atom->row);
        if (!atom->open && a->values[i] != atom->fixed_true) wrong(a, "evidence was changed");
    }
}

/* The world left behind is worth what is said of it. */
static bool right_world(attempt *a, verdicts *v)
{
    const kf_cpi_result *r = &a->r;
    read_world(a);
    if (!score_of(a->t, a->values, v)) return a->good = false;
    if (r->outcome == KERF_CONTRADICTION) return true; /* then it is any world */
    if (!trial_near(r->score, v->score))
        return wrong(a, "score %.12g, by verify %.12g", r->score, v->score);
    unsigned long long broken = v->hard + v->cycles;
    if ((r->hard_violations > 0) != (broken > 0))
        return wrong(a, "%llu violations, by verify %llu", (unsigned long long)r->hard_violations,
                     broken);
    if (r->hard_violations == 0 && !trial_near(r->score, a->g->best - r->cost))
        return wrong(a, "score %.12g and cost %.12g, together not %.12g", r->score, r->cost,
                     a->g->best);
    return true;
}

static bool right_bound(attempt *a)
{
    const kf_cpi_result *r = &a->r;
    if (isnan(r->cost_bound) || r->cost_bound < 0 || r->cost_bound < a->bound)
        return wrong(a, "the bound is %g, it was %g", r->cost_bound, a->bound);
    if (a->b->known && above(a, r->cost_bound, least_cost(a)))
        return wrong(a, "bound %.12g, the least cost is %.12g", r->cost_bound, least_cost(a));
    if (r->outcome != KERF_CONTRADICTION && r->hard_violations == 0
        && r->cost_bound > r->cost + 1e-9 * fmax(1, r->cost))
        return wrong(a, "bound %.12g above cost %.12g", r->cost_bound, r->cost);
    return true;
}

static bool right_outcome(attempt *a, const verdicts *v)
{
    const kf_cpi_result *r = &a->r;
    bool proves = kf_solver_find(a->s->solver)->proves;
    if (r->outcome == KERF_OPTIMAL || r->outcome == KERF_BOUNDED) {
        if (v->hard + v->cycles > 0) return wrong(a, "an answer that breaks hard formulas");
        if (a->b->known && !a->b->feasible) return wrong(a, "an answer where there is none");
        if (a->b->known && v->score > a->b->score && !trial_near(v->score, a->b->score))
            return wrong(a, "score %.12g, better than the best, %.12g", v->score, a->b->score);
    }
    if (r->outcome == KERF_OPTIMAL && a->b->known && !trial_near(v->score, a->b->score))
        return wrong(a, "optimal with score %.12g, the best is %.12g", v->score, a->b->score);
    if (r->outcome == KERF_OPTIMAL && !(r->gap <= 1e-9 * fmax(1, r->cost)))
        return wrong(a, "optimal with a gap of %g", r->gap);
    if (r->outcome == KERF_BOUNDED && r->hard_violations > 0)
        return wrong(a, "bounded with %llu violations", (unsigned long long)r->hard_violations);
    if (r->outcome == KERF_CONTRADICTION && a->b->known && a->b->feasible)
        return wrong(a, "infeasible, yet a world scores %.12g", a->b->score);
    if (r->ending == KERF_GAP_REACHED && !(r->gap <= a->s->gap * fmax(1, r->cost)))
        return wrong(a, "stopped at a gap of %g, %g of the cost was asked for", r->gap, a->s->gap);
    if (proves && r->ending == KERF_CONVERGED && r->outcome != KERF_OPTIMAL
        && r->outcome != KERF_CONTRADICTION)
        return wrong(a, "converged, but proved nothing (outcome %d)", (int)r->outcome);
    return true;
}

/* Weights may be so far apart that a small one is nothing beside the score: what is nearly a tie is
 * neither one nor none. */
static bool right_uniqueness(attempt *a)
{
    const kf_cpi_result *r = &a->r;
    if (r->unique_components + r->tied_components > r->components
        || (r->unique == 1 && r->unique_components < r->components))
        return wrong(a, "unique %d, of %llu components %llu are and %llu are not", r->unique,
                     (unsigned long long)r->components, (unsigned long long)r->unique_components,
                     (unsigned long long)r->tied_components);
    if (r->unique >= 0 && r->outcome != KERF_OPTIMAL)
        return wrong(a, "unique %d, not optimal", r->unique);
    if (r->outcome != KERF_OPTIMAL || !a->b->counted) return true;
    if (a->r.unique == 1 && a->b->exact > 1)
        return wrong(a, "unique, but %llu worlds are as good", (unsigned long long)a->b->exact);
    if (a->r.unique == 0 && a->b->ties == 1) return wrong(a, "not unique, but no world is as good");
    return true;
}

/* May the answer have been proven by formulas that are not ground? */
static bool went_beyond(const attempt *a)
{
    for (size_t i = 0; i < a->p->ends.n && !(a->s->off & KF_BEYOND); i++)
        if (a->p->ends.at[i].relation != KF_NO_RELATION) return true;
    return false;
}

/* Where all worlds are known. The plain side guesses which groundings evidence decides if they have
 * many atoms; then costs do not compare. */
static bool right_certificate(attempt *a)
{
    /* Other forgeries for each certificate, the same whenever this program runs. */
    uint64_t state = a->t->state + 0x9e3779b97f4a7c15u * ++a->t->n_certificates;
    bool answered = a->r.outcome == KERF_OPTIMAL || a->r.outcome == KERF_BOUNDED;
    if (!answered || !a->b->counted || a->t->loose || went_beyond(a)) return true;
    return trial_certificate(a->t, a->g, &a->r, a->b->cost, &state) || (a->good = false);
}

/* False without a complaint: this way of solving is not for this program. Tables of all that so few
 * atoms may be always fit, so that elimination has no excuse. */
static bool may_refuse(const attempt *a)
{
    if (a->status == KERF_UNSUPPORTED) return strcmp(a->s->solver, "ilp") == 0;
    if (a->status == KERF_LIMIT && strcmp(a->s->solver, "eliminate") == 0)
        return a->p->cost_true.n > MOST_TABLED;
    return a->status == KERF_LIMIT
           && (strcmp(a->s->solver, "brute") == 0 || strcmp(a->s->solver, "exact") == 0);
}

static void attempt_close(attempt *a)
{
    kf_cpi_result_free(&a->r, &a->t->engine.mem);
    free(a->values);
}

static bool check(attempt *a)
{
    verdicts v;
    a->status = run(a);
    if (a->status != KERF_OK) return may_refuse(a) || wrong(a, "status %d", (int)a->status);
    if (a->r.iterations > a->s->max_iterations) wrong(a, "%u iterations", a->r.iterations);
    return a->good && right_world(a, &v) && right_bound(a) && right_outcome(a, &v)
           && right_uniqueness(a) && right_certificate(a) && a->good;
}

/* Leaves the result to be closed, but nothing that another run would see. */
static bool attempt_run(attempt *a, trial *t, const setup *s, const best *b)
{
    *a = (attempt){ .t = t, .s = s, .b = b, .good = true };
    a->values = calloc(t->n_atoms + 1, sizeof(bool));
    bool good = a->values ? check(a) : trial_wrong(t, "no memory");
    kf_grounder_free(a->g);
    kf_problem_free(a->p);
    kf_database_free(a->d);
    return good;
}

/* ---- Several -------------------------------------------------------------------------------- */

/* Cut short after the first iteration, the second ... */
static bool stopped(trial *t, const setup *s, const best *b, uint32_t iterations)
{
    bool good = true;
    for (uint32_t i = 1; good && i <= iterations && i <= MOST_STOPS; i++) {
        attempt a;
        setup early = *s;
        early.max_iterations = i;
        good = attempt_run(&a, t, &early, b);
        attempt_close(&a);
    }
    return good;
}

/* The same with three threads: the same world, the same figures. */
static bool threaded(trial *t, const setup *s, const attempt *one, const best *b)
{
    attempt a;
    setup more = *s;
    more.threads = 3;
    bool good = attempt_run(&a, t, &more, b);
    if (good && a.status != one->status) good = wrong(&a, "status %d", (int)a.status);
    if (good && a.status == KERF_OK
        && (a.r.outcome != one->r.outcome || a.r.score != one->r.score || a.r.cost != one->r.cost
            || a.r.cost_bound != one->r.cost_bound || a.r.iterations != one->r.iterations
            || a.r.groundings != one->r.groundings || a.r.unique != one->r.unique
            || a.r.unique_components != one->r.unique_components
            || a.r.tied_components != one->r.tied_components
            || memcmp(a.values, one->values, t->n_atoms * sizeof(bool)) != 0))
        good = wrong(&a, "not what one thread finds");
    attempt_close(&a);
    return good;
}

/* What the first proof says stands for the others to be compared with. */
static bool one_setup(trial *t, const setup *s, best *b, bool thorough)
{
    attempt a;
    bool good = attempt_run(&a, t, s, b);
    if (good && a.status == KERF_OK && !b->known
        && (a.r.outcome == KERF_OPTIMAL || a.r.outcome == KERF_CONTRADICTION)) {
        b->known = true;
        b->feasible = a.r.outcome == KERF_OPTIMAL;
        b->score = a.r.score;
    }
    good = good && (!thorough || threaded(t, s, &a, b));
    good = good && (!thorough || a.status != KERF_OK || stopped(t, s, b, a.r.iterations));
    attempt_close(&a);
    return good;
}

/* Formulas one after another, at random, cut short everywhere. */
static bool in_order(trial *t, const setup *usual, best *b, uint64_t *seed)
{
    size_t n = t->engine.model->rules.n;
    uint32_t *stages = calloc(n + 1, sizeof *stages), most = random_below(seed, 4) + 1;
    if (!stages) return trial_wrong(t, "no memory");
    for (size_t i = 0; i < n; i++) stages[i] = random_below(seed, most + 1);
    setup s = *usual;
    s.stages = stages;
    bool good = one_setup(t, &s, b, true);
    free(stages);
    return good;
}

static const char *const solvers[] = {
    "auto", "exact", "ilp", "brute", "mws", "eliminate", "walk"
};

static bool has_acyclic(const trial *t)
{
    for (size_t i = 0; i < t->engine.model->rules.n; i++)
        if (t->engine.model->rules.at[i].kind == KF_RULE_ACYCLIC) return true;
    return false;
}

/* All but cycles ground at once, by every solver: the loop is then about cycles alone. */
static bool all_but_cycles(trial *t, best *b, uint32_t n_open, uint64_t *seed)
{
    bool good = true;
    for (size_t i = 0; good && has_acyclic(t) && i < KF_LENGTH(solvers); i++) {
        setup s = { .solver = solvers[i],
                    .full = true,
                    .simplify = random_below(seed, 2),
                    .threads = 1,
                    .max_iterations = 20 };
        if (i != 3 || n_open <= MOST_BRUTE) good = one_setup(t, &s, b, random_below(seed, 4) == 0);
    }
    return good;
}

/* The linear program gives way at once; each of what then helps is used or not. */
static bool stalling(trial *t, best *b, uint64_t *seed)
{
    static const uint32_t some[] = { KF_ASCENT,     KF_ELIMINATE, KF_ELIMINATE, KF_FIXING,
                                     KF_FRACTIONAL, KF_LIFT,      KF_WARM };
    setup s = { .solver = "ilp",
                .simplify = random_below(seed, 2),
                .threads = 1,
                .max_iterations = 1000,
                .lp_work = 1 };
    for (size_t i = 0; i < KF_LENGTH(some); i++)
        if (random_below(seed, 3) == 0) s.off |= some[i];
    return one_setup(t, &s, b, false);
}

/* Worlds that break nothing are looked for in every iteration, and the first near enough is
 * taken. */
static bool nearly(trial *t, best *b, uint64_t *seed)
{
    static const double gaps[] = { 1e-12, 0.01, 0.3 };
    setup s = { .solver = random_below(seed, 2) ? "auto" : "ilp",
                .simplify = random_below(seed, 2),
                .threads = 1,
                .max_iterations = 1000,
                .off = random_below(seed, 2) ? KF_TRANSITIVE : 0,
                .gap = gaps[random_below(seed, KF_LENGTH(gaps))] };
    return one_setup(t, &s, b, true);
}

/* The linear program has to prove it, by cuts or not. */
static bool relating(trial *t, best *b, uint64_t *seed)
{
    static const uint32_t some[] = { KF_BEYOND, KF_ELIMINATE, KF_ELIMINATE,
                                     KF_FIXING, KF_LIFT,      KF_TRANSITIVE };
    bool related = false, good = true;
    for (size_t i = 0; i < t->engine.model->rules.n && !related; i++) {
        const kf_rule *r = &t->engine.model->rules.at[i];
        related = r->kind == KF_RULE_LOGIC && r->cost == KF_COST_HARD;
    }
    for (uint32_t i = 0; related && good && i < 2; i++) {
        setup s = { .solver = "ilp",
                    .full = random_below(seed, 2),
                    .simplify = random_below(seed, 2),
                    .threads = 1,
                    .max_iterations = 1000 };
        for (size_t k = 0; k < KF_LENGTH(some); k++)
            if (random_below(seed, 4) == 0) s.off |= some[k];
        good = one_setup(t, &s, b, false);
    }
    return good;
}

bool trial_map(trial *t, uint64_t seed)
{
    best b = { 0 };
    uint32_t n_open = 0;
    for (uint32_t i = 0; i < t->n_atoms; i++) n_open += t->atoms[i].open;
    setup usual = { .solver = "auto", .simplify = true, .threads = 1, .max_iterations = 1000 };
    if (random_below(&seed, 2)) usual.off = KF_BEYOND;
    bool good =
        every_world(t, &b) && one_setup(t, &usual, &b, true) && in_order(t, &usual, &b, &seed);
    for (uint32_t i = 0; good && i < SOME_SETUPS; i++) {
        uint32_t which = random_below(&seed, SETUPS);
        setup s = { .solver = solvers[which % 4],
                    .full = which / 4 % 2,
                    .rest_at = which / 4 % 2 ? 0 : random_below(&seed, 4),
                    .simplify = which / 8 % 2,
                    .penalties = i % 2,
                    .threads = 1,
                    .max_iterations = 1000,
                    .off = random_below(&seed, 2) ? KF_CLIQUES : 0 };
        if (random_below(&seed, 2)) s.off |= KF_ELIMINATE;
        if (which % 4 == 3 && (n_open > MOST_BRUTE || i % 2)) s.solver = "eliminate";
        good = one_setup(t, &s, &b, i == 0);
    }
    good = good && stalling(t, &b, &seed) && nearly(t, &b, &seed) && relating(t, &b, &seed);
    setup walk = { .solver = random_below(&seed, 2) ? "mws" : "walk",
                   .full = random_below(&seed, 2),
                   .simplify = random_below(&seed, 2),
                   .threads = 1,
                   .max_iterations = 20 };
    good = good && one_setup(t, &walk, &b, random_below(&seed, 4) == 0);
    return good && all_but_cycles(t, &b, n_open, &seed);
}
