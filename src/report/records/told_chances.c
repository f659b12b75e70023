/* told_chances.c -- what a report tells of probabilities; see told_chances.h. */
#include "report/records/told_chances.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "report/conflict/explain.h"
#include "report/records/chanced.h"
#include "report/records/told.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double kf_rhat_bins[KF_RHAT_BINS - 1] = { 1.001, 1.005, 1.01, 1.05, 1.1 };
const double kf_ess_bins[KF_ESS_BINS - 1] = { 100, 400, 1000, 4000, 16000 };

#ifndef NDEBUG
static uint64_t sum(const uint64_t *bins, size_t n)
{
    uint64_t all = 0;
    while (n > 0) all += bins[--n];
    return all;
}

void kf_told_chances_check(const kf_told_chances *t)
{
    assert(sum(t->by_p, KF_P_BINS) == t->n && sum(t->by_width, KF_WIDTH_BINS) == t->n);
    assert(sum(t->by_rhat, KF_RHAT_BINS) == t->sampled);
    assert(sum(t->by_ess, KF_ESS_BINS) == t->sampled && t->sampled <= t->n);
    assert(t->n_rows <= t->n && t->n_least <= t->n);
}
#endif

/* ---- Bins ----------------------------------------------------------------------------------- */

static size_t bin_of(const double *ends, size_t n, double value)
{
    size_t i = 0;
    while (i < n && value > ends[i]) i++;
    return i;
}

static double half_width(const kf_chance *c)
{
    return (c->hi - c->lo) / 2;
}

static size_t width_bin(double half)
{
    double power = half > 0 ? ceil(log10(half) - 1e-9) : -100;
    double bin = power + KF_WIDTH_BINS - 1;
    return bin < 0 ? 0 : bin >= KF_WIDTH_BINS ? KF_WIDTH_BINS - 1 : (size_t)bin;
}

static void count(kf_told_chances *t, const kf_chance *c)
{
    if (c->method == KF_BY_NOTHING) {
        t->unknown++;
        return;
    }
    size_t p = (size_t)(c->p * KF_P_BINS);
    t->n++;
    t->by_p[p < KF_P_BINS ? p : KF_P_BINS - 1]++;
    t->by_width[width_bin(half_width(c))]++;
    t->widest = fmax(t->widest, half_width(c));
    if (c->method == KF_BY_ELIMINATION) return;
    t->sampled++;
    t->by_rhat[bin_of(kf_rhat_bins, KF_RHAT_BINS - 1, c->rhat)]++;
    t->by_ess[bin_of(kf_ess_bins, KF_ESS_BINS - 1, c->ess)]++;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static int by_probability(const void *a, const void *b)
{
    const kf_told_chance *x = *(const kf_told_chance *const *)a;
    const kf_told_chance *y = *(const kf_told_chance *const *)b;
    if (x->chance.p > y->chance.p || x->chance.p < y->chance.p)
        return x->chance.p > y->chance.p ? -1 : 1;
    return kf_str_order(kf_str_of(x->atom.text), kf_str_of(y->atom.text));
}

static int by_doubt(const void *a, const void *b)
{
    const kf_told_chance *x = *(const kf_told_chance *const *)a;
    const kf_told_chance *y = *(const kf_told_chance *const *)b;
    double p = fabs(x->chance.p - 0.5), q = fabs(y->chance.p - 0.5);
    if (p > q || p < q) return p < q ? -1 : 1;
    return kf_str_order(kf_str_of(x->atom.text), kf_str_of(y->atom.text));
}

static kerf_status tell_rows(kf_arena *to, const kf_told_chance **from, uint32_t n,
                             const kf_chance_row **out)
{
    kf_chance_row *rows = kf_arena_alloc(to, (size_t)n + 1, sizeof *rows);
    if (!rows) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        rows[i] =
            (kf_chance_row){ kf_told_text(to, kf_str_of(from[i]->atom.text)), from[i]->chance };
        if (!rows[i].text) return KERF_NO_MEMORY;
    }
    *out = rows;
    return KERF_OK;
}

static kerf_status tell_atoms(kf_told_chances *t, kf_arena *to, const kf_chanced *x, uint32_t *room)
{
    size_t n = 0, all = x->atoms.n;
    const kf_told_chance **list = kf_mem_alloc(x->mem, all, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (size_t i = 0; i < all; i++)
        if (x->atoms.at[i].chance.method != KF_BY_NOTHING) list[n++] = &x->atoms.at[i];
    if (n > 1) qsort((void *)list, n, sizeof *list, by_doubt);
    t->n_least = n < KF_TOLD_LEAST ? (uint32_t)n : KF_TOLD_LEAST;
    kerf_status st = tell_rows(to, list, t->n_least, &t->least);
    if (n > 1) qsort((void *)list, n, sizeof *list, by_probability);
    t->n_rows = n < *room ? (uint32_t)n : *room;
    *room -= t->n_rows;
    if (st == KERF_OK) st = tell_rows(to, list, t->n_rows, &t->rows);
    kf_mem_free(x->mem, (void *)list, all, sizeof *list);
    return st;
}

/* ---- Traces --------------------------------------------------------------------------------- */

static kerf_status tell_trace(kf_told_trace *to, kf_arena *arena, const kf_grounder *g,
                              const kf_marginal_trace *from)
{
    kf_text text;
    uint32_t row[KF_MOST_ARITY] = { 0 }, predicate = kf_grounder_atom_row(g, from->atom, row);
    assert(predicate != KF_NONE);
    *to = (kf_told_trace){ .chains = from->chains, .n_points = from->n_points, from->batch };
    to->points = kf_arena_copy(arena, from->points, (size_t)from->chains * from->n_points,
                               sizeof *from->points);
    kf_text_init(&text, kf_grounder_mem(g));
    kf_explain_atom(&text, kf_grounder_model(g), predicate, row, 0);
    if (!text.failed) to->text = kf_told_text(arena, kf_text_get(&text));
    kf_text_free(&text);
    return to->text && to->points ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status tell_traces(kf_told_chances *t, kf_arena *to, const kf_grounder *g,
                               const kf_marginals *m)
{
    uint32_t n = m->traces.n < KF_TOLD_TRACES ? (uint32_t)m->traces.n : KF_TOLD_TRACES;
    kf_told_trace *traces = kf_arena_alloc(to, (size_t)n + 1, sizeof *traces);
    if (!traces) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) KF_TRY(tell_trace(&traces[i], to, g, &m->traces.at[i]));
    t->traces = traces;
    t->n_traces = n;
    return KERF_OK;
}

kerf_status kf_told_chances_make(kf_told_chances *t, kf_arena *to, const kf_grounder *g,
                                 const kf_marginals *m, const kf_chanced *x, double precision,
                                 uint32_t *room)
{
    *t = (kf_told_chances){ .there = true, .precision = precision };
    for (size_t i = 0; i < x->atoms.n; i++) count(t, &x->atoms.at[i].chance);
    memcpy(t->by_level, m->levels, sizeof t->by_level);
    KF_TRY(tell_atoms(t, to, x, room));
    KF_TRY(tell_traces(t, to, g, m));
    t->free = kf_arena_copy(to, x->free.at, x->free.n, sizeof *x->free.at);
    t->n_free = x->free.n;
    if (t->n_free > 0 && !t->free) return KERF_NO_MEMORY;
    KF_CHECK(kf_told_chances_check(t));
    return KERF_OK;
}
