/* pll.c -- maximises the pseudo-likelihood of the training examples (Besag 1975; Richardson and
 * Domingos 2006), with a Gaussian prior.
 *
 * Pseudo-likelihood is the product, over all hidden atoms, of the probability of its truth given
 * all other atoms. The examples are counted once (counts.h). Its logarithm is then a sum over
 * groups of atoms, concave in the weights, and L-BFGS maximises it. Weights start at 0, so that the
 * result does not depend on those of the model.
 *
 * An active set keeps signs. Weights at 0 whose slope leads beyond their sign are held there; the
 * others are free. Where L-BFGS takes free weights beyond their sign, they are set to 0 and held:
 * all at once if the value improves, else only those that are met first on the way. At the maximum,
 * held weights whose slope now leads the right way are released. The value rises from one release
 * to the next, so this ends, and at the optimum: no direction that signs allow leads up, and the
 * objective is concave. */
#include "learn/pll.h"

#include "base/check.h"
#include "base/clock.h"
#include "ground/grounder.h"
#include "learn/learn.h"

#include <math.h>
#include <string.h>

enum { STEPS_PER_UNITS = 300 };
static const double SLACK = 1e-9; /* of slopes and values, relative: as good as none */

typedef struct pll {
    kf_learning *l;
    kerf_learned *out;
    kf_groups groups;
    uint32_t n, steps;
    double *w, *goal; /* weights now, and where a climb leads to */
    double *other;    /* a slope, or a point or direction to try */
    double *unit;     /* by weight: a step of about the same effect; what L-BFGS counts in */
    double *real;     /* weights where L-BFGS looks */
    double *early;    /* weights at the last step whose number is a power of 2 */
    bool *held;       /* at 0, by its sign */
    double began;
    bool out_of_steps, stopped;
} pll;

/* ---- The objective: less of it is better ---- */

static double value(const pll *p, const double *x, double *gradient)
{
    double sigma = p->l->o->sigma, precision = sigma > 0 ? 1 / (sigma * sigma) : 0, sum = 0;
    double likelihood = kf_groups_value(&p->groups, x, gradient, p->n);
    for (uint32_t i = 0; i < p->n; i++) {
        sum += x[i] * x[i];
        if (!gradient) continue;
        gradient[i] = p->held[i] ? 0 : precision * x[i] - gradient[i];
    }
    return precision * sum / 2 - likelihood;
}

/* ---- Units: some weights decide thousands of groundings, others a few ---- */

static void set_units(pll *p)
{
    double sigma = p->l->o->sigma, precision = sigma > 0 ? 1 / (sigma * sigma) : 0;
    kf_groups_curvature(&p->groups, p->goal, p->unit, p->n);
    for (uint32_t i = 0; i < p->n; i++) {
        double bend = p->unit[i] + precision;
        p->unit[i] = bend > 0 && isfinite(bend) ? 1 / sqrt(bend) : 1;
    }
}

static void set_real(pll *p, const double *x)
{
    for (uint32_t i = 0; i < p->n; i++) p->real[i] = x[i] * p->unit[i];
}

static double value_in_units(void *context, const double *x, double *gradient)
{
    pll *p = context;
    set_real(p, x);
    double found = value(p, p->real, gradient);
    for (uint32_t i = 0; i < p->n; i++) gradient[i] *= p->unit[i];
    return found;
}

/* ---- Progress ---- */

static void report(pll *p, uint32_t world, bool ended, double objective)
{
    const kf_learn_options *o = p->l->o;
    if (!o->progress) return;
    kerf_learn_progress now = { .epoch = p->steps,
                                .epochs = o->epochs,
                                .world = world,
                                .worlds = kf_examples_count(p->l->train),
                                .epoch_ended = ended,
                                .f1 = NAN,
                                .dev_f1 = NAN,
                                .objective = objective,
                                .parameters = p->n,
                                .seconds = kf_now() - p->began,
                                .seconds_left = NAN };
    o->progress(o->context, &now);
}

static bool step(void *context, const double *x, double objective)
{
    pll *p = context;
    p->steps++;
    if ((p->steps & (p->steps - 1)) == 0)
        for (uint32_t i = 0; i < p->n; i++) p->early[i] = x[i] * p->unit[i];
    report(p, kf_examples_count(p->l->train), true, -objective);
    p->stopped = kf_stop_ask(p->l->o->stop);
    p->out_of_steps = p->steps >= p->l->o->iterations;
    return !p->stopped && !p->out_of_steps;
}

/* ---- Counting ---- */

static kerf_status count_example(pll *p, uint32_t index)
{
    kf_example x;
    KF_TRY(kf_example_open(p->l->train, index, NULL, &x));
    kf_grounder_on_stop(x.g, p->l->o->stop);
    kerf_status st = kf_example_set_truth(&x, true);
    if (st == KERF_OK) st = kf_groups_add_example(&p->groups, &x);
    kf_example_close(&x);
    KF_TRY(st);
    report(p, index + 1, false, NAN);
    return KERF_OK;
}

static kerf_status count_examples(pll *p)
{
    for (uint32_t i = 0; i < kf_examples_count(p->l->train); i++) {
        if (kf_stop_ask(p->l->o->stop)) return KERF_INTERRUPTED;
        KF_TRY(count_example(p, i));
    }
    return KERF_OK;
}

/* ---- Signs ---- */

static bool is_beyond(const pll *p, uint32_t i, double w)
{
    return w * kf_parameters_sign(p->l->p, i) < 0;
}

/* How far from here to the goal signs allow: 0 to 1. */
static double allowed_share(const pll *p)
{
    double share = 1;
    for (uint32_t i = 0; i < p->n; i++)
        if (is_beyond(p, i, p->goal[i])) share = fmin(share, p->w[i] / (p->w[i] - p->goal[i]));
    assert(share >= 0 && share <= 1);
    return share;
}

#ifndef NDEBUG
/* Weights are as their signs allow; what is held is 0, and has a sign. */
static void check_signs(const pll *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        assert(!is_beyond(p, i, p->w[i]));
        assert(!p->held[i] || (p->w[i] == 0 && kf_parameters_sign(p->l->p, i) != 0));
    }
}
#endif

/* Goes to the goal; holds the weights that the goal has beyond their sign. *kept: there are
 * none. */
static void go_to_goal(pll *p, bool *kept)
{
    double before = value(p, p->w, NULL), share = allowed_share(p);
    *kept = true;
    for (uint32_t i = 0; i < p->n; i++) {
        p->other[i] = is_beyond(p, i, p->goal[i]) ? 0 : p->goal[i];
        *kept = *kept && !is_beyond(p, i, p->goal[i]);
    }
    bool at_once = *kept || value(p, p->other, NULL) < before;
    for (uint32_t i = 0; i < p->n; i++) {
        double there = p->w[i] + share * (p->goal[i] - p->w[i]);
        bool beyond = is_beyond(p, i, p->goal[i]);
        bool met = beyond && (at_once || p->w[i] / (p->w[i] - p->goal[i]) <= share);
        p->w[i] = at_once ? p->other[i] : met ? 0 : there;
        p->held[i] = p->held[i] || met;
    }
    KF_CHECK(check_signs(p));
}

/* Releases held weights whose slope leads the right way; false: there are none. */
static bool release(pll *p)
{
    bool any = false;
    uint32_t n_held = 0;
    for (uint32_t i = 0; i < p->n; i++) n_held += p->held[i];
    if (n_held == 0) return false;
    kf_groups_value(&p->groups, p->w, p->other, p->n);
    for (uint32_t i = 0; i < p->n; i++) {
        if (!p->held[i] || p->other[i] * kf_parameters_sign(p->l->p, i) <= SLACK) continue;
        p->held[i] = false;
        any = true;
    }
    return any;
}

/* ---- Climbing ---- */

static kerf_status refuse(pll *p, const char *hint, const char *text)
{
    const kf_place nowhere = { 0 };
    kf_diag_add(p->l->diags, KERF_ERROR, &nowhere, hint, "%s", text);
    return KERF_INVALID;
}

/* Runs L-BFGS to `goal`. After STEPS_PER_UNITS steps, or where it stands still, it starts again
 * with new units, until that leads no further either. */
static kerf_status find_goal(pll *p, kf_climb_end *end)
{
    const kf_climb c = { .n = p->n,
                         .most_steps = STEPS_PER_UNITS,
                         .value = value_in_units,
                         .step = step,
                         .context = p };
    double before, now = INFINITY;
    memcpy(p->goal, p->w, p->n * sizeof *p->w);
    do {
        before = now;
        set_units(p);
        for (uint32_t i = 0; i < p->n; i++) p->goal[i] /= p->unit[i];
        KF_TRY(kf_climb_run(&c, p->goal, end));
        for (uint32_t i = 0; i < p->n; i++) p->goal[i] *= p->unit[i];
        now = value(p, p->goal, NULL);
    } while (*end == KF_CLIMB_TOP && now < before - SLACK * fabs(now));
    return KERF_OK;
}

static kerf_status climb(pll *p)
{
    double released = INFINITY; /* the value when weights were last let go */
    for (bool more = true; more;) {
        kf_climb_end end;
        bool kept;
        KF_TRY(find_goal(p, &end));
        if (end == KF_CLIMB_INFINITE)
            return refuse(p, "are weights in the data, or fixed ones, too large?",
                          "the pseudo-likelihood grew beyond all numbers");
        go_to_goal(p, &kept);
        if (end == KF_CLIMB_STOPPED) return KERF_OK;
        if (!kept) continue;
        double now = value(p, p->w, NULL);
        more = now < released - SLACK * fabs(now) && release(p);
        released = now;
    }
    return KERF_OK;
}

/* Does the likelihood rise for ever in this direction? It does if no atom's probability falls. */
static bool never_ends(const pll *p, const double *direction)
{
    double least = 0, most = 0;
    for (size_t i = 0; i < p->groups.all.n; i++) {
        const kf_group *g = &p->groups.all.at[i];
        double offset = g->truth ? g->offset : -g->offset;
        double gain = kf_group_margin(&p->groups, g, direction) - offset;
        least = fmin(least, gain);
        most = fmax(most, gain);
    }
    return most > 0 && least > -1e-6 * most;
}

/* Tried are where the weights were going, and where they went from 0. */
static bool find_separating(pll *p)
{
    for (uint32_t i = 0; i < p->n; i++) p->other[i] = p->w[i] - p->early[i];
    return never_ends(p, p->other) || never_ends(p, p->w);
}

static kerf_status look_at_end(pll *p)
{
    const kf_place nowhere = { 0 };
    if (p->l->o->sigma <= 0 && p->steps > 0 && find_separating(p))
        return refuse(
            p, "give weights a prior: --sigma=2",
            "no atom of the training worlds speaks against some weights, so that these grow "
            "without end");
    if (p->out_of_steps)
        kf_diag_add(p->l->diags, KERF_WARNING, &nowhere, "--max-iterations allows more",
                    "the weights still moved after %u iteration%s", p->steps,
                    p->steps == 1 ? "" : "s");
    return KERF_OK;
}

static kerf_status learn(pll *p)
{
    kf_parameters *to = p->l->p;
    KF_TRY(count_examples(p));
    if (p->n > 0) KF_TRY(climb(p));
    KF_TRY(look_at_end(p));
    for (uint32_t i = 0; i < p->n; i++) kf_parameters_set(to, i, p->w[i] + 0.0);
    return KERF_OK;
}

/* ---- Life ---- */

static kerf_status open_pll(pll *p)
{
    kf_mem *mem = p->l->mem;
    p->n = kf_parameters_count(p->l->p);
    p->w = kf_mem_calloc(mem, p->n, sizeof(double));
    p->goal = kf_mem_calloc(mem, p->n, sizeof(double));
    p->other = kf_mem_calloc(mem, p->n, sizeof(double));
    p->unit = kf_mem_calloc(mem, p->n, sizeof(double));
    p->real = kf_mem_calloc(mem, p->n, sizeof(double));
    p->early = kf_mem_calloc(mem, p->n, sizeof(double));
    p->held = kf_mem_calloc(mem, p->n, sizeof(bool));
    bool good = p->w && p->goal && p->other && p->unit && p->real && p->early && p->held;
    return good ? KERF_OK : KERF_NO_MEMORY;
}

static void close_pll(pll *p)
{
    kf_mem *mem = p->l->mem;
    kf_mem_free(mem, p->w, p->n, sizeof(double));
    kf_mem_free(mem, p->goal, p->n, sizeof(double));
    kf_mem_free(mem, p->other, p->n, sizeof(double));
    kf_mem_free(mem, p->unit, p->n, sizeof(double));
    kf_mem_free(mem, p->real, p->n, sizeof(double));
    kf_mem_free(mem, p->early, p->n, sizeof(double));
    kf_mem_free(mem, p->held, p->n, sizeof(bool));
    kf_groups_free(&p->groups);
}

static void set_result(pll *p)
{
    kerf_learned *out = p->out;
    out->epochs = p->steps;
    out->atoms = p->groups.atoms;
    out->groups = p->groups.all.n;
    out->objective = -value(p, p->w, NULL);
    out->likelihood = kf_groups_value(&p->groups, p->w, NULL, p->n);
    out->likelihood_error = sqrt(kf_groups_variance(&p->groups, p->w));
}

kerf_status kf_learn_pll(kf_learning *l, kerf_learned *out)
{
    pll p = { .l = l, .out = out, .began = kf_now() };
    kf_groups_init(&p.groups, l->mem, l->p, l->o->negatives, l->o->seed);
    kerf_status st = open_pll(&p);
    if (st == KERF_OK) st = learn(&p);
    out->stopped = p.stopped || st == KERF_INTERRUPTED;
    if (st == KERF_INTERRUPTED) st = KERF_OK; /* before there were any weights: they stay */
    else if (st == KERF_OK) set_result(&p);
    for (uint32_t i = 0; i < l->m->rules.n; i++)
        out->left_out += l->m->rules.at[i].cost == KF_COST_HARD && !l->m->rules.at[i].implied;
    close_pll(&p);
    return st;
}
