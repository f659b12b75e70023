/* check_pll.c -- pseudo-likelihood against conditionals by brute force, its gradient against
 * differences.
 *
 * A random world is the truth. For each hidden atom src/verify scores the world with the atom and
 * without it; that gives its probability, and the product of these must be what groups of atoms
 * say. Programs whose evidence fixes hidden atoms are left out: to learning, all of these are
 * open. */
#include "trial.h"

#include "generate.h"
#include "learn/counts.h"
#include "learn/learn.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ATOMS = 120, DIRECTIONS = 3 };

typedef struct likelihood {
    trial *t;
    kf_example x;
    kf_parameters *p;
    kf_groups groups;
    bool *values;
    double *weights, *moved, *slope;
    uint32_t n;
    uint64_t state;
} likelihood;

/* ---- By brute force -------------------------------------------------------------------------- */

static bool score(likelihood *l, double *out)
{
    verdicts v;
    if (oracle_set(l->t->o, l->values) != KERF_OK || oracle_verify(l->t->o, &v) != KERF_OK)
        return trial_wrong(l->t, "the oracle failed");
    *out = v.score;
    return true;
}

static bool brute_force(likelihood *l, double *out)
{
    double now = 0, then = 0;
    *out = 0;
    if (!score(l, &now)) return false;
    for (uint32_t i = 0; i < l->t->n_atoms; i++) {
        l->values[i] = !l->values[i];
        bool good = score(l, &then);
        l->values[i] = !l->values[i];
        if (!good) return false;
        double gap = now - then;
        *out -= gap > 0 ? log1p(exp(-gap)) : log1p(exp(gap)) - gap;
    }
    return true;
}

/* ---- By groups ------------------------------------------------------------------------------- */

static bool right_value(likelihood *l)
{
    double expected, found = kf_groups_value(&l->groups, l->weights, NULL, l->n);
    if (!brute_force(l, &expected)) return false;
    if (l->groups.atoms != l->t->n_atoms)
        return trial_wrong(l->t, "%g hidden atoms, not %u", l->groups.atoms, l->t->n_atoms);
    return trial_near(expected, found)
           || trial_wrong(l->t, "log pseudo-likelihood is %.12g, learning says %.12g", expected,
                          found);
}

/* Along random directions, from random weights. */
static bool right_slope(likelihood *l)
{
    enum { MOST = 24 };
    const double step = 1e-4;
    for (int k = 0; k < DIRECTIONS; k++) {
        double *to = l->moved, by[2], rise = 0;
        for (uint32_t i = 0; i < l->n; i++)
            l->weights[i] = ((double)random_below(&l->state, 2 * MOST + 1) - MOST) / 16;
        kf_groups_value(&l->groups, l->weights, l->slope, l->n);
        uint64_t before = l->state;
        for (int side = 0; side < 2; side++) {
            l->state = before;
            rise = 0;
            for (uint32_t i = 0; i < l->n; i++) {
                double d = (double)random_below(&l->state, 3) - 1;
                to[i] = l->weights[i] + (side ? step : -step) * d;
                rise += d * l->slope[i];
            }
            by[side] = kf_groups_value(&l->groups, to, NULL, l->n);
        }
        double found = (by[1] - by[0]) / (2 * step);
        if (fabs(found - rise) > 1e-4 * (1 + fabs(rise) + 1e-6 * fabs(by[0])))
            return trial_wrong(l->t, "the slope is %.9g, learning says %.9g", found, rise);
    }
    return true;
}

/* ---- One program ----------------------------------------------------------------------------- */

static bool check(likelihood *l)
{
    trial *t = l->t;
    for (uint32_t i = 0; i < t->n_atoms; i++) {
        const ground_atom *a = &t->atoms[i];
        l->values[i] = random_below(&l->state, 100) < 35;
        if (kf_grounder_set(l->x.g, a->predicate, a->row, l->values[i]) != KERF_OK)
            return trial_wrong(t, "a flip failed");
    }
    kerf_status st = kf_groups_add_example(&l->groups, &l->x);
    if (st != KERF_OK) return trial_wrong(t, "counting atoms: status %d", st);
    for (uint32_t i = 0; i < l->n; i++) l->weights[i] = kf_parameters_get(l->p, i);
    return right_value(l) && right_slope(l);
}

static bool is_open(const trial *t)
{
    for (uint32_t i = 0; i < t->n_atoms; i++)
        if (!t->atoms[i].open) return false;
    return t->n_atoms > 0 && t->n_atoms <= MOST_ATOMS;
}

bool trial_pll(trial *t, uint64_t seed)
{
    kf_mem *mem = &t->engine.mem;
    likelihood l = { .t = t, .state = seed };
    if (!is_open(t)) return true;
    kf_problem *p = l.x.p = kf_problem_new(mem);
    kerf_status st = kf_parameters_new(&l.p, mem, t->engine.model);
    if (st == KERF_OK) st = kf_database_new_open(&l.x.d, mem, t->engine.model, t->engine.world);
    if (st == KERF_OK) st = kf_grounder_open(&l.x.g, mem, l.x.d, p, t->engine.diags);
    if (st != KERF_OK) return trial_wrong(t, "a world to learn from: status %d", st);
    l.n = kf_parameters_count(l.p);
    l.values = calloc(t->n_atoms + 1, sizeof(bool));
    l.weights = calloc(l.n + 1, sizeof(double));
    l.moved = calloc(l.n + 1, sizeof(double));
    l.slope = calloc(l.n + 1, sizeof(double));
    kf_groups_init(&l.groups, mem, l.p, 1, 1);
    bool good = check(&l);
    kf_groups_free(&l.groups);
    kf_example_close(&l.x);
    kf_parameters_free(l.p);
    free(l.values);
    free(l.weights);
    free(l.moved);
    free(l.slope);
    return good;
}
