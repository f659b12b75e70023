/* traces.c -- traces of the chains, for plots: of the few atoms with the widest intervals.
 *
 * A trace is kept as KF_TRACE_POINTS means at most of each chain, so that its size does not depend
 * on the number of samples. */
#include "marginal/marginal_parts.h"

#include "base/check.h"
#include "ground/auxiliary.h"
#include "sample/sample.h"

#include <math.h>

_Static_assert(KF_MARGINAL_LEVELS == (int)KF_SAMPLE_LEVELS, "the same levels");

/* The mean of every `every` points. */
static double *shorten(kf_mem *mem, const kf_sampled *s, const kf_sample_trace *from,
                       uint32_t every, uint32_t n)
{
    assert(n * every <= s->n_points && n <= KF_TRACE_POINTS);
    double *points = kf_mem_calloc(mem, (size_t)s->chains * n, sizeof *points);
    for (uint32_t c = 0; points && c < s->chains; c++)
        for (uint32_t i = 0; i < n * every; i++)
            points[(size_t)c * n + i / every] += from->points[(size_t)c * s->n_points + i] / every;
    return points;
}

static void free_trace(kf_mem *mem, kf_marginal_trace *t)
{
    kf_mem_free(mem, t->points, (size_t)t->chains * t->n_points, sizeof *t->points);
}

/* The widest first; the last goes where there are too many. */
static kerf_status insert(kf_marginals *out, kf_marginal_trace t, uint32_t most)
{
    size_t at = out->traces.n;
    assert(at <= most && !isnan(t.width));
    while (at > 0 && out->traces.at[at - 1].width < t.width) at--;
    if (!kf_vec_push(out->mem, &out->traces, t)) {
        free_trace(out->mem, &t);
        return KERF_NO_MEMORY;
    }
    for (size_t i = out->traces.n - 1; i > at; i--) out->traces.at[i] = out->traces.at[i - 1];
    out->traces.at[at] = t;
    if (out->traces.n > most) free_trace(out->mem, &out->traces.at[--out->traces.n]);
    return KERF_OK;
}

kerf_status kf_keep_traces(kf_marginals *out, const kf_grounder *g, const kf_sampled *s,
                           const uint32_t *atoms, uint32_t most)
{
    uint32_t every = (s->n_points + KF_TRACE_POINTS - 1) / KF_TRACE_POINTS;
    uint32_t n = every ? s->n_points / every : 0;
    for (uint32_t i = 0; i < KF_MARGINAL_LEVELS; i++) out->levels[i] += s->levels[i];
    if (n < 2) return KERF_OK;
    for (uint32_t i = 0; i < s->n_traces; i++) {
        const kf_sample_trace *from = &s->traces[i];
        const kf_sampled_atom *a = &s->atoms[from->atom];
        if (kf_grounder_is_auxiliary(g, atoms[from->atom])) continue; /* it has no name */
        kf_marginal_trace t = { .atom = atoms[from->atom],
                                .width = a->hi - a->lo,
                                .chains = s->chains,
                                .n_points = n,
                                .batch = s->samples / s->chains / s->n_points * every };
        t.points = shorten(out->mem, s, from, every, n);
        if (!t.points) return KERF_NO_MEMORY;
        KF_TRY(insert(out, t, most));
    }
    return KERF_OK;
}

void kf_free_traces(kf_marginals *m)
{
    for (size_t i = 0; i < m->traces.n; i++) free_trace(m->mem, &m->traces.at[i]);
    kf_vec_free(m->mem, &m->traces);
}
