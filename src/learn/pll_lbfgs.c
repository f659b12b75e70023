/* pll_lbfgs.c -- L-BFGS by liblbfgs. No other file knows the library. */
#include "learn/pll.h"

#include "learn/learn.h"

#include <math.h>
#include <string.h>

#ifdef HAVE_LBFGS

#include <lbfgs.h>

bool kf_learn_has_pll(void)
{
    return true;
}

/* With few variables, remembering many steps is cheap and saves many. */
enum { PAIRS = 10, MANY_PAIRS = 50, FEW = 10000 };

typedef struct climbing {
    const kf_climb *c;
    bool stopped, is_infinite;
} climbing;

static lbfgsfloatval_t evaluate(void *instance, const lbfgsfloatval_t *x, lbfgsfloatval_t *gradient,
                                int n, lbfgsfloatval_t step)
{
    climbing *k = instance;
    (void)n; /* may be rounded up */
    (void)step;
    double value = k->c->value(k->c->context, x, gradient);
    if (!isfinite(value)) k->is_infinite = true;
    return value;
}

static int after_step(void *instance, const lbfgsfloatval_t *x, const lbfgsfloatval_t *gradient,
                      lbfgsfloatval_t value, lbfgsfloatval_t x_norm, lbfgsfloatval_t gradient_norm,
                      lbfgsfloatval_t step, int n, int iteration, int tries)
{
    climbing *k = instance;
    (void)gradient, (void)x_norm, (void)gradient_norm, (void)step, (void)n, (void)iteration,
        (void)tries;
    k->stopped = k->is_infinite || !k->c->step(k->c->context, x, value);
    return k->stopped;
}

kerf_status kf_climb_run(const kf_climb *c, double *x, kf_climb_end *end)
{
    climbing k = { .c = c };
    lbfgs_parameter_t p;
    lbfgsfloatval_t *point = lbfgs_malloc((int)c->n);
    if (!point) return KERF_NO_MEMORY;
    memcpy(point, x, c->n * sizeof *x);
    lbfgs_parameter_init(&p);
    p.m = c->n <= FEW ? MANY_PAIRS : PAIRS;
    p.epsilon = 1e-9;
    p.past = 10;
    p.delta = 1e-14;
    p.max_iterations = (int)c->most_steps;
    int code = lbfgs((int)c->n, point, NULL, evaluate, after_step, &k, &p);
    memcpy(x, point, c->n * sizeof *x);
    lbfgs_free(point);
    *end = k.is_infinite ? KF_CLIMB_INFINITE : k.stopped ? KF_CLIMB_STOPPED : KF_CLIMB_TOP;
    return code == LBFGSERR_OUTOFMEMORY ? KERF_NO_MEMORY : KERF_OK;
}

#else

bool kf_learn_has_pll(void)
{
    return false;
}

kerf_status kf_climb_run(const kf_climb *c, double *x, kf_climb_end *end)
{
    (void)c, (void)x, (void)end;
    return KERF_UNSUPPORTED;
}

#endif
