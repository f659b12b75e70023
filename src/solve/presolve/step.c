/* step.c -- where all costs of a component are multiples of a step, a bound within a step is a
 * proof.
 *
 * Every cost and soft weight is k * step, up to an error e, for a whole number k; so what an
 * assignment costs is a multiple of the step, up to the sum E of all errors. An assignment that
 * costs at least b costs at least the next multiple of the step from b - E on, less E. Weights
 * written in decimals are multiples of a power of ten with errors of 1e-17 or so: E is far below
 * what counts.
 *
 * A bound is proven up to rounding (1e-9 of the cost, or 1e-9; where all weights are tiny, of what
 * they make in sum, for such components are scaled): that much of it is not taken for the beginning
 * of another step. */
#include "solve/presolve/step.h"

#include "base/check.h"

#include <math.h>

static const double NEAR = 1e-9;   /* of a number: nothing, for Euclid's algorithm */
static const double LEAST = 1e-6;  /* of the greatest weight: a step below is none */
static const double ERRORS = 1e-4; /* of the step: E at most */
static const double PROVEN = 2e-9, ROUNDING = 1e-12; /* of a bound; of all weights in sum */
static const double TINY = 1.0 / 2048; /* weights in sum: surely scaled, see scale.c */
enum { LARGE = 64 }; /* atoms from which a search may stop early: uniqueness is lost so */

/* ---- The step ---- */

typedef struct gcd {
    double step, most; /* step 0: nothing yet; NAN: there is none */
    double sum;        /* of all weights */
} gcd;

static double common(double a, double b)
{
    double most = fmax(a, b);
    while (b > LEAST * most) {
        double rest = fmod(a, b);
        if (b - rest < NEAR * most) rest = 0;
        a = b;
        b = rest;
    }
    return b > NEAR * most ? NAN : a;
}

/* False: there is no step. */
static bool take(gcd *g, double weight)
{
    double w = fabs(weight);
    if (w == 0 || isinf(w)) return true;
    g->most = fmax(g->most, w);
    double least = g->step > 0 ? fmin(g->step, w) : w, most = fmax(g->step, w);
    if (least <= LEAST * most) return false; /* what is small beside the rest is not nothing */
    g->step = g->step > 0 ? common(most, least) : w;
    return g->step > LEAST * g->most; /* not if it is NAN */
}

typedef bool weight_fn(gcd *, double weight);

static bool each_weight(const kf_component *p, gcd *g, weight_fn *visit)
{
    for (uint32_t i = 0; i < p->n_atoms; i++)
        if (!visit(g, p->cost_true[i]) || !visit(g, p->cost_false[i])) return false;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (!visit(g, p->weight[i])) return false;
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (!visit(g, p->counts[i].weight)) return false;
    return true;
}

/* most is the sum of errors here. */
static bool add_error(gcd *g, double weight)
{
    if (isinf(weight)) return true;
    g->most += fabs(weight - g->step * round(weight / g->step));
    g->sum += fabs(weight);
    return g->most <= ERRORS * g->step;
}

kf_cost_step kf_component_step(const kf_component *p)
{
    kf_cost_step none = { 0 };
    gcd g = { 0 }, errors;
    if (p->n_cliques > 0 || !each_weight(p, &g, take) || !(g.step > 0)) return none;
    errors = (gcd){ .step = g.step };
    if (!each_weight(p, &errors, add_error)) return none;
    assert(g.step <= g.most && errors.most <= ERRORS * g.step);
    double unit = errors.sum < TINY ? 2 * errors.sum : 1;
    return (kf_cost_step){ g.step, errors.most, ROUNDING * errors.sum, unit };
}

/* ---- Its use ---- */

double kf_step_gap(const kf_cost_step *s, const kf_component *p)
{
    if (s->size == 0 || p->n_atoms < LARGE) return 0;
    return s->size * (1 - 4 * ERRORS);
}

double kf_step_raise(const kf_cost_step *s, double bound)
{
    if (s->size == 0 || !isfinite(bound) || bound <= 0) return bound;
    double less = s->error + s->noise + PROVEN * fmax(s->unit, bound);
    if (less > ERRORS * s->size) return bound; /* a step is too near to what rounding does */
    return fmax(bound, ceil((bound - less) / s->size) * s->size - s->error);
}
