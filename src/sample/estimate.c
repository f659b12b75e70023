/* estimate.c -- probabilities, intervals, diagnostics and traces from what chains have said.
 *
 * An atom that never changed, though nothing forces it, tells little of itself: it counts as if it
 * were sampled as well as the least certain of the others, or as often as there are chains if no
 * other ever changed, or if changes are tested: what is refused may be all that would change it. */
#include "sample/sampler.h"

#include "base/check.h"

#include <math.h>

static uint32_t common_batches(const kf_sampler *s)
{
    uint32_t n = UINT32_MAX;
    for (uint32_t c = 0; c < s->chains; c++)
        if (s->history[c].n < n) n = s->history[c].n;
    return n;
}

static kf_chain_series series_of(kf_sampler *s, uint32_t atom, uint32_t n)
{
    for (uint32_t c = 0; c < s->chains; c++) {
        const kf_history *h = &s->history[c];
        for (uint32_t b = 0; b < n; b++)
            s->room[(size_t)c * n + b] = (double)h->at[(size_t)b * h->n_atoms + atom] / h->size;
    }
    return (kf_chain_series){ s->room, s->chains, n, n, s->history[0].size };
}

static void estimate_atom(kf_sampler *s, uint32_t atom, uint32_t n, kf_sampled_atom *out)
{
    if (s->proven[atom] >= 0) {
        double p = s->proven[atom];
        *out = (kf_sampled_atom){
            .p = p, .lo = p, .hi = p, .ess = INFINITY, .rhat = 1, .forced = true
        };
        return;
    }
    kf_chain_series series = series_of(s, atom, n);
    kf_diagnosis d = kf_diagnose(&series);
    assert(n == 0 || (d.mean >= 0 && d.mean <= 1));
    *out = (kf_sampled_atom){ .p = d.mean, .ess = d.ess, .rhat = d.rhat, .constant = d.constant };
}

static void estimate_rows(kf_sampler *s, kf_sampled *out)
{
    const kf_component *p = s->component;
    uint64_t samples = 0;
    for (uint32_t c = 0; c < s->chains; c++)
        samples += kf_history_samples(&s->history[c]) + s->history[c].filled;
    for (uint32_t i = 0, clique = 0; i < s->rows.n_rows; i++) {
        uint64_t paid = 0;
        for (uint32_t c = 0; c < s->chains; c++) paid += s->chain[c].paid[i];
        double share = samples ? (double)paid / (double)samples : 0;
        if (i < p->n_clauses) out->clauses[i] = share;
        else if (i < p->n_clauses + p->n_counts) out->counts[i - p->n_clauses] = share;
        else {
            while (i >= s->rows.clique_first[clique + 1]) clique++;
            uint32_t t = i - s->rows.clique_first[clique] + 1;
            if (t == 1) out->cliques[clique] = 0;
            out->cliques[clique] += t * share;
        }
    }
}

/* Chains agree on it, and its interval is as narrow as asked for. */
static bool is_told(const kf_sampled_atom *a, double precision)
{
    return a->rhat <= KF_SAMPLE_RHAT && a->ess >= KF_SAMPLE_ESS
           && (precision <= 0 || (a->hi - a->lo) / 2 <= precision);
}

static void bound_atom(kf_sampled_atom *a, double constant_ess, double precision, kf_sampled *out)
{
    out->converged += a->forced;
    if (a->forced) return;
    if (a->constant) a->ess = constant_ess;
    kf_proportion_interval(a->p, a->ess, &a->lo, &a->hi);
    assert(a->lo >= 0 && a->lo <= a->hi && a->hi <= 1);
    out->max_rhat = fmax(out->max_rhat, a->rhat);
    out->min_ess = fmin(out->min_ess, a->ess);
    out->max_width = fmax(out->max_width, (a->hi - a->lo) / 2);
    out->converged += is_told(a, precision);
}

/* How well the component as a whole is sampled, at most: as its worst atom that chains disagree on,
 * and, where one is stuck, as if each chain were one sample. INFINITY: neither is there. */
static double least_disputed(const kf_sampler *s, const kf_sampled *out)
{
    static const double DISPUTED = 1.05; /* R-hat */
    double least = INFINITY;
    for (uint32_t a = 0; a < s->component->n_atoms; a++) {
        const kf_sampled_atom *x = &out->atoms[a];
        if (!x->forced && !(x->rhat <= DISPUTED)) least = fmin(least, x->ess);
        if (x->constant && kf_sampler_is_stuck(s, a)) least = fmin(least, s->chains);
    }
    return least;
}

void kf_sampler_estimate(kf_sampler *s, kf_sampled *out)
{
    uint32_t n = common_batches(s) & ~UINT32_C(1);
    double least = INFINITY;
    for (uint32_t a = 0; a < s->component->n_atoms; a++) {
        estimate_atom(s, a, n, &out->atoms[a]);
        if (!out->atoms[a].forced && !out->atoms[a].constant)
            least = fmin(least, out->atoms[a].ess);
    }
    if (isinf(least) || s->options->test) least = s->chains; /* tests may keep it where it is */
    double disputed = least_disputed(s, out);
    for (uint32_t a = 0; a < s->component->n_atoms; a++)
        if (!out->atoms[a].forced) out->atoms[a].ess = fmin(out->atoms[a].ess, disputed);
    out->max_rhat = 1;
    out->min_ess = INFINITY;
    out->max_width = 0;
    out->converged = 0;
    for (uint32_t a = 0; a < s->component->n_atoms; a++)
        bound_atom(&out->atoms[a], least, s->options->precision, out);
    out->samples = (uint64_t)n * s->history[0].size * s->chains;
    estimate_rows(s, out);
}

/* ---- Traces ---- */

static double width(const kf_sampled_atom *a)
{
    return a->forced ? -1 : a->hi - a->lo;
}

/* Keeps the widest, the widest first; of equals the first. */
static void keep_widest(kf_sampled *out, uint32_t most, uint32_t atom)
{
    uint32_t i = out->n_traces;
    double w = width(&out->atoms[atom]);
    while (i > 0 && width(&out->atoms[out->traces[i - 1].atom]) < w) i--;
    if (w < 0 || i >= most) return;
    if (out->n_traces < most) out->n_traces++;
    for (uint32_t k = out->n_traces - 1; k > i; k--) out->traces[k] = out->traces[k - 1];
    assert(i < out->n_traces && out->n_traces <= most);
    out->traces[i] = (kf_sample_trace){ .atom = atom };
}

/* Of so many atoms that a plot has enough of them, and nobody waits for it. */
static void calibrate(kf_sampler *s, uint32_t n, kf_sampled *out)
{
    enum { ENOUGH = 2000 };
    uint32_t every = s->component->n_atoms / ENOUGH + 1;
    for (uint32_t a = 0; a < s->component->n_atoms; a += every) {
        kf_chain_series series = series_of(s, a, n);
        if (!out->atoms[a].forced) kf_calibrate(&series, out->levels);
    }
}

kerf_status kf_sampler_trace(kf_sampler *s, kf_sampled *out)
{
    uint32_t most = s->options->traces, n = common_batches(s) & ~UINT32_C(1);
    assert(s->chains > 0);
    out->n_points = n;
    if (most > s->component->n_atoms) most = s->component->n_atoms;
    out->traces = kf_arena_alloc(&out->arena, most, sizeof *out->traces);
    if (!out->traces) return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < s->component->n_atoms && most > 0; a++) keep_widest(out, most, a);
    if (most > 0) calibrate(s, n, out);
    for (uint32_t i = 0; i < out->n_traces; i++) {
        kf_chain_series series = series_of(s, out->traces[i].atom, n);
        out->traces[i].points =
            kf_arena_copy(&out->arena, series.at, (size_t)s->chains * n, sizeof(double));
        if (!out->traces[i].points) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}
