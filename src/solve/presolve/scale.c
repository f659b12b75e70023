/* scale.c -- weights that are far from 1, brought near it; see scale.h. */
#include "solve/presolve/scale.h"

#include "base/check.h"

#include <math.h>

/* The greatest weight may be from 2^LEAST up to 2^MOST. */
enum { LEAST = -10, MOST = 40 };
static const double MARGIN = 1e-12; /* of a bound, beside a greatest weight of 1 */

static double greater(double a, double weight)
{
    return isinf(weight) ? a : fmax(a, fabs(weight));
}

/* The greatest weight is at least 2^(k - 1) and below 2^k; k = 0 if there is none. */
int kf_scale_power(const kf_component *p)
{
    double most = 0;
    int k = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) most = fmax(most, p->cost_true[i] + p->cost_false[i]);
    for (uint32_t i = 0; i < p->n_clauses; i++) most = greater(most, p->weight[i]);
    for (uint32_t i = 0; i < p->n_counts; i++) most = greater(most, p->counts[i].weight);
    frexp(most, &k);
    return k == 0 || (k > LEAST && k <= MOST) ? 0 : -k;
}

static const double *scaled(kf_arena *arena, const double *from, uint32_t n, int power)
{
    double *to = kf_arena_alloc(arena, n ? n : 1, sizeof *to);
    for (uint32_t i = 0; to && i < n; i++) to[i] = ldexp(from[i], power);
    return to;
}

/* Clauses and counts whose weight is nothing now are left out: a component has none of weight 0. */
static bool copy_clauses(kf_arena *arena, const kf_component *p, int power, kf_component *to)
{
    uint32_t *start = kf_arena_alloc(arena, p->n_clauses + (size_t)1, sizeof *start);
    kf_lit *literals =
        kf_arena_alloc(arena, p->n_clauses ? p->start[p->n_clauses] : 1, sizeof *literals);
    double *weight = kf_arena_alloc(arena, p->n_clauses + (size_t)1, sizeof *weight);
    if (!start || !literals || !weight) return false;
    uint32_t n = 0, at = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        weight[n] = ldexp(p->weight[i], power);
        if (weight[n] == 0) continue;
        start[n++] = at;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) literals[at++] = p->literals[k];
    }
    start[n] = at;
    to->n_clauses = n;
    to->start = start;
    to->literals = literals;
    to->weight = weight;
    return true;
}

static bool copy_counts(kf_arena *arena, const kf_component *p, int power, kf_component *to)
{
    kf_count *counts = kf_arena_alloc(arena, p->n_counts + (size_t)1, sizeof *counts);
    if (!counts) return false;
    to->n_counts = 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        counts[to->n_counts] = p->counts[i];
        counts[to->n_counts].weight = ldexp(p->counts[i].weight, power);
        to->n_counts += counts[to->n_counts].weight != 0;
    }
    to->counts = counts;
    return true;
}

kerf_status kf_scale(const kf_component *p, int power, kf_arena *arena, kf_component *to)
{
    assert(power != 0 && p->n_cliques == 0);
    *to = *p;
    to->cost_true = scaled(arena, p->cost_true, p->n_atoms, power);
    to->cost_false = scaled(arena, p->cost_false, p->n_atoms, power);
    bool good = to->cost_true && to->cost_false && copy_clauses(arena, p, power, to)
                && copy_counts(arena, p, power, to);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

void kf_scale_back(const kf_component *p, int power, const bool *assignment, kf_solved *out)
{
    uint64_t broken;
    double cost = kf_component_cost(p, assignment, &broken);
    bool whole = power > 0; /* no digit was lost */
    double bound = whole ? out->bound : out->bound - MARGIN;
    out->found = broken == 0;
    out->cost = out->found ? cost : INFINITY;
    if (isfinite(out->bound)) out->bound = bound > 0 ? ldexp(bound, -power) : 0;
    if (whole && out->bound > 0 && ldexp(out->bound, power) > bound)
        out->bound = nextafter(out->bound, 0);
    if (out->found) out->bound = fmin(out->bound, out->cost);
    if (!whole) out->unique = -1;
}

/* ---- Weights beyond what anything good pays ---- */

static double cut(double weight, double most, bool *any)
{
    if (isinf(weight) || fabs(weight) <= most) return weight;
    *any = true;
    return weight < 0 ? -most : most;
}

static const double *all_cut(kf_arena *arena, const double *from, uint32_t n, double most,
                             bool *any)
{
    double *to = kf_arena_alloc(arena, n ? n : 1, sizeof *to);
    for (uint32_t i = 0; to && i < n; i++) to[i] = cut(from[i], most, any);
    return to;
}

kerf_status kf_cap(const kf_component *p, double most, kf_arena *arena, kf_component *to, bool *any)
{
    assert(most > 0 && p->n_cliques == 0);
    kf_count *counts = kf_arena_alloc(arena, p->n_counts + (size_t)1, sizeof *counts);
    *to = *p;
    *any = false;
    to->cost_true = all_cut(arena, p->cost_true, p->n_atoms, most, any);
    to->cost_false = all_cut(arena, p->cost_false, p->n_atoms, most, any);
    to->weight = all_cut(arena, p->weight, p->n_clauses, most, any);
    to->counts = counts;
    if (!to->cost_true || !to->cost_false || !to->weight || !counts) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        counts[i] = p->counts[i];
        counts[i].weight = cut(counts[i].weight, most, any);
    }
    return KERF_OK;
}
