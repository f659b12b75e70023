/* diagnose.c -- see diagnose.h. */
#include "sample/diagnose.h"

#include "base/check.h"

#include <math.h>
#include <stddef.h>

/* The halves of chains: half h of chain c has n / 2 batches; of an odd number the last is left. */
static const double *half_of(const kf_chain_series *s, uint32_t h)
{
    return s->at + (size_t)(h / 2) * s->stride + (size_t)(h % 2) * (s->n / 2);
}

static double mean_of(const double *at, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += at[i];
    return sum / n;
}

typedef struct halves {
    uint32_t m, n;      /* halves, batches of each */
    double mean;        /* of all */
    double between;     /* variance of their means */
    double single;      /* mean variance of a sample within */
    double least, most; /* of their means */
} halves;

static halves measure(const kf_chain_series *s)
{
    halves h = { .m = 2 * s->chains, .n = s->n / 2, .least = INFINITY, .most = -INFINITY };
    double draws = (double)h.n * (double)s->batch, squares = 0;
    for (uint32_t j = 0; j < h.m; j++) {
        double mean = mean_of(half_of(s, j), h.n);
        h.mean += mean / h.m;
        h.least = fmin(h.least, mean);
        h.most = fmax(h.most, mean);
        h.single += mean * (1 - mean) / h.m;
    }
    for (uint32_t j = 0; j < h.m; j++) {
        double d = mean_of(half_of(s, j), h.n) - h.mean;
        squares += d * d;
    }
    h.between = squares / (h.m - 1);
    h.single = draws > 1 ? h.single * draws / (draws - 1) : 0;
    return h;
}

/* Autocovariance of a half at this lag, summed over all and divided by their length. */
static double covariance(const kf_chain_series *s, const halves *h, uint32_t lag)
{
    double all = 0;
    for (uint32_t j = 0; j < h->m; j++) {
        const double *at = half_of(s, j);
        double mean = mean_of(at, h->n), sum = 0;
        for (uint32_t i = 0; i + lag < h->n; i++) sum += (at[i] - mean) * (at[i + lag] - mean);
        all += sum / h->n;
    }
    return all / h->m;
}

/* Twice the sum of autocorrelations, less 1: pairs of them are positive and fall. */
static double correlation_time(const kf_chain_series *s, const halves *h, double within,
                               double total)
{
    double sum = 0, last = INFINITY;
    for (uint32_t lag = 0; lag + 1 < h->n; lag += 2) {
        double even = lag == 0 ? 1 : 1 - (within - covariance(s, h, lag)) / total;
        double odd = 1 - (within - covariance(s, h, lag + 1)) / total;
        double pair = even + odd;
        if (pair <= 0) break;
        last = fmin(last, pair);
        sum += last;
    }
    return 2 * sum - 1;
}

static double effective_samples(const kf_chain_series *s, const halves *h)
{
    double n = h->n, within = covariance(s, h, 0) * n / (n - 1);
    double total = within * (n - 1) / n + h->between;
    double draws = n * h->m * (double)s->batch;
    double sample = h->single * (draws / h->m - 1) / (draws / h->m) + h->between;
    if (!(total > 0)) return 0;
    double time = correlation_time(s, h, within, total);
    double most = draws * fmax(1, log10(draws)); /* as others have it: noise may say more */
    if (!(time > 0)) return most;
    return fmin(most, sample / (total * time / (n * h->m)));
}

kf_diagnosis kf_diagnose(const kf_chain_series *s)
{
    kf_diagnosis d = { .mean = 0.5, .rhat = INFINITY };
    assert(s->chains > 0 && s->n <= s->stride);
    if (s->n < 2) return d;
    halves h = measure(s);
    d.constant = h.most <= 0 || h.least >= 1;
    d.mean = d.constant ? h.most : h.mean;
    if (d.constant) d.rhat = 1;
    if (h.single <= 0 || s->n < KF_FEWEST_BATCHES) return d;
    double draws = (double)h.n * (double)s->batch;
    d.rhat = sqrt((draws - 1) / draws + h.between / h.single);
    d.ess = effective_samples(s, &h);
    return d;
}

void kf_proportion_interval(double p, double samples, double *lo, double *hi)
{
    const double z = 1.959963984540054;
    double n = fmax(samples, 1e-3), middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    *lo = p <= 0 ? 0 : fmax(0, middle - half);
    *hi = p >= 1 ? 1 : fmin(1, middle + half);
}
