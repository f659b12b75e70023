/* ascent.c -- dual ascent; see ascent.h. */
#include "solve/dual/ascent.h"

#include "base/check.h"
#include "solve/cuts/pentagon.h"
#include "solve/cuts/twopart.h"
#include "solve/dual/prices.h"
#include "solve/primal/cluster.h"

#include <math.h>
#include <string.h>

enum {
    LEVELS = 8,        /* temperatures */
    NEAR = 4,          /* the same where an assignment and a bound near each other will do */
    FIRST = 2,         /* temperature from which on assignments are made of the point, and */
    CUTTING = 2,       /* inequalities are looked for */
    SWEEPS = 40,       /* over the rows at each */
    ROUNDS = 10,       /* of inequalities at each */
    ROUND_SWEEPS = 20, /* after each of these */
    ROUND_CUTS = 3000, /* that come in one */
    MOST_CUTS = 30000  /* in all */
};
static const double COOLER = 0.5;  /* from one temperature to the next */
static const double WARM = 0.0625; /* the first, in mean costs of an atom */
static const double HELPS = 0.01;  /* what a round is to gain, of what is left */

typedef struct ascent {
    const kf_task *task;
    const kf_component *component; /* of the task */
    kf_mem *mem;
    kf_stop stop; /* the limits of the task */
    kf_prices prices;
    kf_rounder *rounder;
    kf_pentagons *cuts; /* NULL: none are to be found */
    uint32_t n_cuts;
    double *x;       /* by atom: room for the point */
    bool *trial;     /* by atom: room for an assignment */
    double cost;     /* of the best assignment */
    uint64_t broken; /* hard constraints that it breaks */
    kf_relaxed *best;
} ascent;

static bool is_near(const ascent *a)
{
    return a->broken == 0 && a->cost - a->best->bound <= kf_limits_gap(&a->task->limits, a->cost);
}

static void note_bound(ascent *a)
{
    kf_relaxed *r = a->best;
    double bound = kf_prices_prove(&a->prices);
    /* Cuts hold in the model, not in the component. */
    assert(a->broken || a->cuts || bound <= a->cost + 1e-9 * fmax(1, a->cost));
    if (bound <= r->bound) return;
    r->bound = bound;
    memcpy(r->price, a->prices.sure, a->component->n_atoms * sizeof *r->price);
    kf_prices_point(&a->prices, r->x, a->component->n_atoms);
}

/* ---- Assignments ---- */

static void offer(ascent *a)
{
    uint64_t broken;
    double cost = kf_component_cost(a->component, a->trial, &broken);
    if (broken > a->broken || (broken == a->broken && cost >= a->cost)) return;
    a->broken = broken;
    a->cost = cost;
    memcpy(a->task->assignment, a->trial, a->component->n_atoms * sizeof *a->trial);
}

static kerf_status make_assignments(ascent *a)
{
    const double *x = a->best->x;
    bool made = false;
    for (uint32_t i = 0; i < a->component->n_atoms; i++) a->trial[i] = x[i] > 0.5;
    if (kf_uses(a->task, KF_TRANSITIVE))
        KF_TRY(kf_cluster(a->component, a->mem, a->rounder, a->trial, &made));
    if (made) offer(a);
    for (int up = 0; up <= 1 && !made; up++) {
        kf_rounder_run(a->rounder, x, up, a->trial);
        offer(a);
    }
    return KERF_OK;
}

/* ---- Inequalities ---- */

/* Not while constraints are to come, as with two-partition inequalities. */
static bool wants_cuts(const ascent *a)
{
    return a->component->ends && kf_twopart_wanted(a->task);
}

static void add_cut(ascent *a, const kf_pentagon *p)
{
    kf_lit literals[10];
    assert(a->n_cuts < MOST_CUTS);
    for (uint32_t k = 0; k < 5; k++) {
        literals[k] = kf_lit_of((kf_atom){ p->pairs[k] }, true);
        literals[5 + k] = kf_lit_of((kf_atom){ p->chords[k] }, false);
    }
    kf_prices_add(&a->prices, literals, 10, 3);
    a->n_cuts++;
}

/* Rounds of these at one temperature, while they help. */
static kerf_status cut(ascent *a)
{
    for (int round = 0; round < ROUNDS && !is_near(a) && !kf_limits_reached(&a->task->limits);
         round++) {
        uint32_t left = MOST_CUTS - a->n_cuts;
        const kf_pentagon *found;
        double before = a->best->bound;
        size_t n;
        kf_prices_point(&a->prices, a->x, a->component->n_atoms);
        KF_TRY(kf_pentagons_find(a->cuts, a->x, left < ROUND_CUTS ? left : ROUND_CUTS,
                                 &a->prices.steps, &found, &n));
        if (n == 0) return KERF_OK;
        for (size_t i = 0; i < n; i++) add_cut(a, &found[i]);
        kf_prices_sweep(&a->prices, ROUND_SWEEPS, &a->task->limits);
        note_bound(a);
        double gain = a->best->bound - before;
        if (a->broken == 0 && gain < HELPS * (a->cost - a->best->bound)) return KERF_OK;
    }
    return KERF_OK;
}

/* ---- The whole ---- */

static kerf_status open_ascent(ascent *a, kf_arena *arena)
{
    uint32_t n = a->component->n_atoms;
    if (wants_cuts(a)) KF_TRY(kf_pentagons_new(a->component, a->mem, &a->cuts));
    uint32_t rows = a->cuts ? MOST_CUTS : 0;
    KF_TRY(kf_prices_open(&a->prices, a->component, arena, rows, 10 * rows));
    a->trial = kf_arena_alloc(arena, n, sizeof *a->trial);
    a->x = kf_arena_alloc(arena, n, sizeof *a->x);
    if (!a->trial || !a->x) return KERF_NO_MEMORY;
    KF_TRY(kf_rounder_new(a->component, a->mem, &a->rounder));
    kf_rounder_on_stop(a->rounder, &a->stop);
    return KERF_OK;
}

static kerf_status cool(ascent *a)
{
    bool loose = kf_limits_loose(&a->task->limits);
    int levels = loose ? NEAR : LEVELS;
    double temperature = WARM * a->prices.mean;
    for (int level = 0; level < levels && !kf_limits_reached(&a->task->limits); level++) {
        kf_prices_set_temperature(&a->prices, temperature);
        kf_prices_sweep(&a->prices, SWEEPS, &a->task->limits);
        note_bound(a);
        if (level >= CUTTING && a->cuts) KF_TRY(cut(a));
        bool last = level + 1 == levels;
        if (last || (level >= FIRST && !loose)) KF_TRY(make_assignments(a));
        if (is_near(a)) break;
        temperature *= COOLER;
    }
    return KERF_OK;
}

kerf_status kf_ascend(kf_task *task, kf_relaxed *r)
{
    ascent a = { .task = task, .component = task->component, .mem = task->mem, .best = r };
    kf_arena arena;
    assert(task->component->n_cliques == 0); /* prices have no rows for these */
    kf_arena_init(&arena, task->mem);
    a.stop = kf_limits_stop(&task->limits);
    a.cost = kf_component_cost(task->component, task->assignment, &a.broken);
    r->bound = -INFINITY;
    kerf_status st = open_ascent(&a, &arena);
    if (st == KERF_OK) st = cool(&a);
    kf_rounder_free(a.rounder);
    kf_pentagons_free(a.cuts);
    kf_arena_free(&arena);
    if (st != KERF_OK) return st;
    r->known = isfinite(r->bound);
    double cost = a.broken ? INFINITY : a.cost;
    kf_solved *out = &task->solved;
    *out = (kf_solved){ .found = !a.broken, .cost = cost, .unique = -1, .work = a.prices.steps };
    out->bound = fmin(r->bound, cost);
    if (out->found && cost - r->bound <= 1e-9 * fmax(1, cost)) out->bound = cost;
    out->method = "ascent";
    return KERF_OK;
}
