/* ascent.c -- dual ascent; see ascent.h. */
#include "solve/dual/ascent.h"

#include "base/check.h"
#include "solve/cuts/twopart.h"
#include "solve/dual/ascending.h"
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
    ROUND_CUTS = 3000  /* that come in one */
};
static const double COOLER = 0.5;  /* from one temperature to the next */
static const double WARM = 0.0625; /* the first, in mean costs of an atom */
static const double HELPS = 0.01;  /* what a round is to gain, of what is left */

static bool is_near(const kf_ascent *a)
{
    return a->broken == 0 && a->cost - a->best->bound <= kf_limits_gap(&a->task->limits, a->cost);
}

static void note_bound(kf_ascent *a)
{
    kf_relaxed *r = a->best;
    double bound = kf_prices_prove(&a->prices);
    /* Cuts hold in the model, not in the component. */
    assert(a->broken || a->triangles || bound <= a->cost + 1e-9 * fmax(1, a->cost));
    if (bound <= r->bound) return;
    r->bound = bound;
    memcpy(r->price, a->prices.sure, a->component->n_atoms * sizeof *r->price);
    kf_prices_point(&a->prices, r->x, a->component->n_atoms);
}

/* ---- Inequalities ---- */

/* Not while constraints are to come, as with two-partition inequalities. */
static bool wants_cuts(const kf_ascent *a)
{
    return a->component->ends && kf_twopart_wanted(a->task);
}

static void add_pentagon(kf_ascent *a, const kf_pentagon *p)
{
    kf_lit literals[10];
    assert(a->n_cuts < KF_MOST_CUTS);
    for (uint32_t k = 0; k < 5; k++) {
        literals[k] = kf_lit_of((kf_atom){ p->pairs[k] }, true);
        literals[5 + k] = kf_lit_of((kf_atom){ p->chords[k] }, false);
    }
    kf_prices_add(&a->prices, literals, 10, 3);
    a->n_cuts++;
}

static void add_triangle(kf_ascent *a, const kf_triangle *t)
{
    kf_lit literals[3] = { kf_lit_of((kf_atom){ t->pairs[0] }, true),
                           kf_lit_of((kf_atom){ t->pairs[1] }, true),
                           kf_lit_of((kf_atom){ t->chord }, false) };
    assert(a->n_cuts < KF_MOST_CUTS);
    kf_prices_add(&a->prices, literals, 3, 1);
    a->n_cuts++;
}

static size_t most_cuts(const kf_ascent *a)
{
    uint32_t left = KF_MOST_CUTS - a->n_cuts;
    return left < ROUND_CUTS ? left : ROUND_CUTS;
}

kerf_status kf_ascent_cut(kf_ascent *a, size_t *added)
{
    const kf_pentagon *pentagons;
    const kf_triangle *triangles;
    size_t n;
    *added = 0;
    kf_prices_point(&a->prices, a->x, a->component->n_atoms);
    if (a->triangles) {
        KF_TRY(
            kf_triangles_find(a->triangles, a->x, most_cuts(a), &a->prices.steps, &triangles, &n));
        for (size_t i = 0; i < n; i++) add_triangle(a, &triangles[i]);
        *added += n;
    }
    if (a->cuts) {
        KF_TRY(kf_pentagons_find(a->cuts, a->x, most_cuts(a), &a->prices.steps, &pentagons, &n));
        for (size_t i = 0; i < n; i++) add_pentagon(a, &pentagons[i]);
        *added += n;
    }
    return KERF_OK;
}

/* ---- Assignments ---- */

/* The triangles that the trial assignment violates become rows. */
static kerf_status add_violated(kf_ascent *a)
{
    const kf_triangle *found;
    size_t n;
    for (uint32_t i = 0; i < a->component->n_atoms; i++) a->x[i] = a->trial[i];
    KF_TRY(kf_triangles_find(a->triangles, a->x, most_cuts(a), &a->prices.steps, &found, &n));
    for (size_t i = 0; i < n; i++) add_triangle(a, &found[i]);
    return KERF_OK;
}

/* Of two that break nothing here, one that violates no triangle of the model is better: else what
 * is proven would not last. */
kerf_status kf_ascent_offer(kf_ascent *a)
{
    uint64_t broken;
    double cost = kf_component_cost(a->component, a->trial, &broken);
    bool dearer = broken == a->broken && cost >= a->cost;
    if (broken > a->broken || (dearer && !a->beyond)) return KERF_OK;
    bool beyond = broken == 0 && a->triangles && kf_triangles_violated(a->triangles, a->trial);
    if (beyond) KF_TRY(add_violated(a));
    if (broken == a->broken && (beyond != a->beyond ? beyond : dearer)) return KERF_OK;
    a->broken = broken;
    a->beyond = beyond;
    a->cost = cost;
    memcpy(a->task->assignment, a->trial, a->component->n_atoms * sizeof *a->trial);
    return KERF_OK;
}

kerf_status kf_ascent_assign(kf_ascent *a, const double *x)
{
    bool made = false;
    for (uint32_t i = 0; i < a->component->n_atoms; i++) a->trial[i] = x[i] > 0.5;
    if (kf_uses(a->task, KF_TRANSITIVE))
        KF_TRY(kf_cluster(a->component, a->mem, a->rounder, a->trial, &made));
    if (made) KF_TRY(kf_ascent_offer(a));
    for (int up = 0; up <= 1 && !made; up++) {
        kf_rounder_run(a->rounder, x, up, a->trial);
        KF_TRY(kf_ascent_offer(a));
    }
    return KERF_OK;
}

/* Rounds of these at one temperature, while they help. */
static kerf_status cut(kf_ascent *a)
{
    for (int round = 0; round < ROUNDS && !is_near(a) && !kf_limits_reached(&a->task->limits);
         round++) {
        double before = a->best->bound;
        size_t n;
        KF_TRY(kf_ascent_cut(a, &n));
        if (n == 0) return KERF_OK;
        kf_prices_sweep(&a->prices, ROUND_SWEEPS, &a->task->limits);
        note_bound(a);
        double gain = a->best->bound - before;
        if (a->broken == 0 && gain < HELPS * (a->cost - a->best->bound)) return KERF_OK;
    }
    return KERF_OK;
}

/* ---- The whole ---- */

static kerf_status open_ascent(kf_ascent *a, kf_arena *arena)
{
    uint32_t n = a->component->n_atoms;
    if (wants_cuts(a)) {
        KF_TRY(kf_pentagons_new(a->component, a->mem, &a->cuts));
        KF_TRY(kf_triangles_new(a->component, a->mem, &a->triangles));
    }
    uint32_t rows = a->triangles ? KF_MOST_CUTS : 0;
    KF_TRY(kf_prices_open(&a->prices, a->component, arena, rows, 10 * rows));
    a->trial = kf_arena_alloc(arena, n, sizeof *a->trial);
    a->x = kf_arena_alloc(arena, n, sizeof *a->x);
    if (!a->trial || !a->x) return KERF_NO_MEMORY;
    KF_TRY(kf_rounder_new(a->component, a->mem, &a->rounder));
    kf_rounder_on_stop(a->rounder, &a->stop);
    return KERF_OK;
}

static void look_at_given(kf_ascent *a)
{
    const bool *given = a->task->assignment;
    a->cost = kf_component_cost(a->component, given, &a->broken);
    a->beyond = a->broken == 0 && a->triangles && kf_triangles_violated(a->triangles, given);
}

static kerf_status cool(kf_ascent *a)
{
    bool loose = kf_limits_loose(&a->task->limits);
    int levels = loose ? NEAR : LEVELS;
    double temperature = WARM * a->prices.mean;
    for (int level = 0; level < levels && !kf_limits_reached(&a->task->limits); level++) {
        kf_prices_set_temperature(&a->prices, temperature);
        kf_prices_sweep(&a->prices, SWEEPS, &a->task->limits);
        note_bound(a);
        if (level >= CUTTING && a->triangles) KF_TRY(cut(a));
        bool last = level + 1 == levels;
        if (last || (level >= FIRST && !loose)) KF_TRY(kf_ascent_assign(a, a->best->x));
        if (is_near(a)) break;
        temperature *= COOLER;
    }
    return KERF_OK;
}

/* To be proven, and not yet. */
static bool wants_tree(const kf_ascent *a)
{
    const kf_task *t = a->task;
    return !kf_limits_loose(&t->limits) && kf_uses(t, KF_BRANCH) && kf_uses(t, KF_FIXING)
           && a->broken == 0 && !a->beyond && !is_near(a) && !kf_limits_reached(&t->limits);
}

kerf_status kf_ascend(kf_task *task, kf_relaxed *r)
{
    kf_ascent a = { .task = task, .component = task->component, .mem = task->mem, .best = r };
    kf_arena arena;
    assert(task->component->n_cliques == 0); /* prices have no rows for these */
    kf_arena_init(&arena, task->mem);
    a.stop = kf_limits_stop(&task->limits);
    r->bound = -INFINITY;
    double bound = -INFINITY;
    kerf_status st = open_ascent(&a, &arena);
    if (st == KERF_OK) look_at_given(&a);
    if (st == KERF_OK) st = cool(&a);
    if (st == KERF_OK && wants_tree(&a)) st = kf_price_tree(&a, &bound);
    kf_rounder_free(a.rounder);
    kf_pentagons_free(a.cuts);
    kf_triangles_free(a.triangles);
    kf_arena_free(&arena);
    if (st != KERF_OK) return st;
    r->known = isfinite(r->bound);
    double cost = a.broken ? INFINITY : a.cost;
    kf_solved *out = &task->solved;
    *out = (kf_solved){ .found = !a.broken, .cost = cost, .unique = -1, .work = a.prices.steps };
    out->bound = fmin(fmax(r->bound, bound), cost);
    if (out->found && cost - out->bound <= 1e-9 * fmax(1, cost) * (1 + 1e-6)) out->bound = cost;
    out->method = "ascent";
    return KERF_OK;
}
