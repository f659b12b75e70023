/* price_tree.c -- branch and bound whose bounds are those of dual ascent; see ascending.h.
 *
 * A node fixes atoms. Its multipliers start from those of the node before, at a higher temperature,
 * so that only those near the fixed atoms change much. Atoms whose reduced cost exceeds the gap are
 * fixed as well. A round of cutting planes follows at each node. */
#include "solve/dual/ascending.h"

#include "base/check.h"

#include <math.h>

enum {
    LEVELS = 4,       /* temperatures at a node */
    SWEEPS = 10,      /* at each */
    ROUNDS = 4,       /* of inequalities */
    ROUND_SWEEPS = 20 /* after each */
};
static const double WARM = 8;     /* the first temperature, in that at the end of the ascent */
static const double COOLER = 0.5; /* from one to the next */
static const double HELPS = 0.05; /* what a round is to gain, of what is left */
static const double WORK = 20;    /* of the tree, in what the ascent took, */
static const double BRIEF = 6;    /* and where constraints are to come */
static const double BETTER = 0.3; /* assignment, by so much of what was left: begin anew */

typedef struct branch { /* an open node */
    uint32_t atom;
    int8_t value;
    size_t held; /* so many atoms of the trail are its parent's */
    double bound;
} branch;

typedef struct tree {
    kf_ascent *a;
    double cold; /* temperature at the end */
    KF_VEC(branch) open;
    KF_VEC(uint32_t) trail; /* atoms that are held */
    size_t settled;         /* so many of these for good */
    double root;            /* its bound */
    double closed;          /* least bound of a node that was closed */
    uint32_t nodes;
    double *weight; /* by atom: prices of its rows */
} tree;

static double cutoff(const tree *t)
{
    return t->a->cost - kf_limits_gap(&t->a->task->limits, t->a->cost);
}

static kerf_status hold(tree *t, uint32_t atom, int8_t value)
{
    assert(t->a->prices.held[atom] == 0);
    if (!kf_vec_push(t->a->mem, &t->trail, atom)) return KERF_NO_MEMORY;
    kf_prices_hold(&t->a->prices, atom, value);
    return KERF_OK;
}

static void let_go(tree *t, size_t held)
{
    while (t->trail.n > held) kf_prices_hold(&t->a->prices, t->trail.at[--t->trail.n], 0);
}

/* By the reduced costs of the bound just proven. */
static kerf_status hold_by_cost(tree *t, double bound)
{
    const kf_prices *p = &t->a->prices;
    double left = cutoff(t) - bound;
    for (uint32_t i = 0; i < t->a->component->n_atoms; i++)
        if (!p->held[i] && fabs(p->sure[i]) * (1 - 1e-12) > left)
            KF_TRY(hold(t, i, p->sure[i] > 0 ? -1 : 1));
    return KERF_OK;
}

static kerf_status prove(tree *t, double *bound)
{
    double now = kf_prices_prove(&t->a->prices);
    *bound = fmax(*bound, now);
    return *bound < cutoff(t) ? hold_by_cost(t, now) : KERF_OK;
}

static bool is_over(const tree *t)
{
    return kf_limits_reached(&t->a->task->limits);
}

static kerf_status cool(tree *t, double *bound)
{
    kf_prices *p = &t->a->prices;
    double temperature = WARM * t->cold;
    for (int level = 0; level < LEVELS && *bound < cutoff(t) && !is_over(t); level++) {
        temperature *= level ? COOLER : 1;
        kf_prices_set_temperature(p, temperature);
        kf_prices_sweep(p, SWEEPS, &t->a->task->limits);
        if (level % 2 == 1) KF_TRY(prove(t, bound));
    }
    return KERF_OK;
}

static kerf_status cut(tree *t, double *bound)
{
    for (int round = 0; round < ROUNDS && *bound < cutoff(t) && !is_over(t); round++) {
        double before = *bound;
        size_t n;
        KF_TRY(kf_ascent_cut(t->a, &n));
        if (n == 0) return KERF_OK;
        kf_prices_sweep(&t->a->prices, ROUND_SWEEPS, &t->a->task->limits);
        KF_TRY(prove(t, bound));
        if (*bound - before < HELPS * (cutoff(t) - *bound)) return KERF_OK;
    }
    return KERF_OK;
}

static kerf_status assign(tree *t)
{
    kf_ascent *a = t->a;
    kf_prices_point(&a->prices, a->x, a->component->n_atoms);
    for (uint32_t i = 0; i < a->component->n_atoms; i++) a->trial[i] = a->x[i] > 0.5;
    KF_TRY(kf_ascent_offer(a));
    return kf_ascent_assign(a, a->x);
}

static kerf_status solve(tree *t, double *bound)
{
    t->nodes++;
    KF_TRY(cool(t, bound));
    KF_TRY(cut(t, bound));
    return *bound < cutoff(t) ? assign(t) : KERF_OK;
}

/* The prices of the rows that each atom is in. */
static void weigh(tree *t)
{
    const kf_linear *r = &t->a->prices.rows;
    for (uint32_t i = 0; i < r->n_atoms; i++) t->weight[i] = 0;
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        if (row->price <= 0) continue;
        for (uint32_t i = row->start; i < row->start + row->n; i++)
            t->weight[r->literals[i].code / 2] += row->price * r->coefficients[i];
    }
}

/* The atom that is nearest to one half, at what it is worth. */
static uint32_t choose(tree *t)
{
    kf_ascent *a = t->a;
    uint32_t best = UINT32_MAX;
    double most = -1;
    weigh(t);
    kf_prices_point(&a->prices, a->x, a->component->n_atoms);
    for (uint32_t i = 0; i < a->component->n_atoms; i++) {
        if (a->prices.held[i]) continue;
        double merit = fmin(a->x[i], 1 - a->x[i]) * (t->weight[i] + 1e-6);
        if (merit <= most) continue;
        most = merit;
        best = i;
    }
    return best;
}

/* All atoms are held. */
static kerf_status close_leaf(tree *t)
{
    kf_ascent *a = t->a;
    uint64_t broken;
    for (uint32_t i = 0; i < a->component->n_atoms; i++) a->trial[i] = a->prices.held[i] > 0;
    double cost = kf_component_cost(a->component, a->trial, &broken);
    bool beyond = a->triangles && kf_triangles_violated(a->triangles, a->trial);
    if (broken == 0 && !beyond) t->closed = fmin(t->closed, cost);
    return kf_ascent_offer(a);
}

static kerf_status split(tree *t, double bound)
{
    uint32_t atom = bound < cutoff(t) ? choose(t) : UINT32_MAX;
    if (atom == UINT32_MAX && bound < cutoff(t)) return close_leaf(t);
    if (atom == UINT32_MAX) {
        t->closed = fmin(t->closed, bound);
        return KERF_OK;
    }
    int8_t first = t->a->x[atom] > 0.5 ? 1 : -1;
    branch b = { atom, (int8_t)-first, t->trail.n, bound };
    if (!kf_vec_push(t->a->mem, &t->open, b)) return KERF_NO_MEMORY;
    b.value = first;
    return kf_vec_push(t->a->mem, &t->open, b) ? KERF_OK : KERF_NO_MEMORY;
}

/* Until nothing is open; or until an assignment is so much better that more can be held from the
 * root on. */
static kerf_status search(tree *t, uint64_t most)
{
    double enough = cutoff(t) - BETTER * (cutoff(t) - t->root);
    while (t->open.n > 0 && t->a->prices.steps < most && cutoff(t) > enough && !is_over(t)) {
        branch b = t->open.at[t->open.n - 1];
        double bound = b.bound;
        let_go(t, b.held);
        if (bound < cutoff(t)) {
            KF_TRY(hold(t, b.atom, b.value));
            KF_TRY(solve(t, &bound));
            if (is_over(t)) return KERF_OK; /* it stays open */
        }
        t->open.n--;
        KF_TRY(split(t, bound));
    }
    return KERF_OK;
}

static double bound_of(const tree *t)
{
    double bound = fmin(t->closed, cutoff(t)); /* what reduced costs left out is not below that */
    for (size_t i = 0; i < t->open.n; i++) bound = fmin(bound, t->open.at[i].bound);
    return bound;
}

/* The root once more: what is held there is held for good. */
static kerf_status start(tree *t)
{
    t->open.n = 0;
    t->closed = INFINITY;
    let_go(t, t->settled);
    KF_TRY(prove(t, &t->root));
    KF_TRY(solve(t, &t->root));
    t->settled = t->trail.n;
    kf_prices_settle(&t->a->prices);
    return split(t, t->root);
}

static kerf_status run(tree *t)
{
    bool brief = t->a->task->limits.effort == KF_EFFORT_BRIEF;
    uint64_t steps = t->a->prices.steps;
    uint64_t most = steps + (uint64_t)((brief ? BRIEF : WORK) * (double)steps);
    do {
        KF_TRY(start(t));
        KF_TRY(search(t, most));
    } while (t->open.n > 0 && t->a->prices.steps < most && !is_over(t));
    return KERF_OK;
}

kerf_status kf_price_tree(kf_ascent *a, double *bound)
{
    assert(a->broken == 0 && !a->beyond); /* so that the best assignment only becomes cheaper */
    tree t = { .a = a, .cold = a->prices.temperature, .root = a->best->bound };
    size_t n = a->prices.rows.n_atoms;
    t.weight = kf_mem_alloc(a->mem, n, sizeof *t.weight);
    kerf_status st = t.weight ? run(&t) : KERF_NO_MEMORY;
    if (st == KERF_OK) *bound = bound_of(&t);
    kf_vec_free(a->mem, &t.open);
    kf_vec_free(a->mem, &t.trail);
    kf_mem_free(a->mem, t.weight, n, sizeof *t.weight);
    return st;
}
