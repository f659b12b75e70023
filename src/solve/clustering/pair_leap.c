/* pair_leap.c -- all prices of the dual of a clustering go on together.
 *
 * Setting one price at a time is slow where many have to move together. So after some passes prices
 * go on the way that they came, as far as that paid before. If the smoothed dual is no better
 * there, they go back. Any prices that are not negative give a bound, so nothing has to be right
 * about it. */
#include "solve/clustering/pair_dual.h"

#include "base/check.h"

#include <math.h>

/* Values are not set. */
static void add_to_price(kf_pair_dual *d, size_t row, double by)
{
    const kf_dual_row *r = &d->rows.at[row];
    const uint32_t *v = d->vars.at + r->start;
    d->prices.at[row] = fmax(0, d->prices.at[row] + by);
    for (uint32_t i = 0; i < r->plus; i++) d->reduced[v[i]] -= by;
    for (uint32_t i = r->plus; i < (uint32_t)r->plus + r->minus; i++) d->reduced[v[i]] += by;
}

/* The smoothed dual at these prices. */
static double smoothed(const kf_pair_dual *d)
{
    const double far = 40;
    double sum = 0, inverse = 1 / d->heat;
    for (size_t i = 0; i < d->rows.n; i++) sum += d->rows.at[i].right * d->prices.at[i];
    for (uint32_t i = 0; i < d->n_vars; i++) {
        double z = d->reduced[i] * inverse;
        if (d->known[i] == KF_APART || (d->known[i] == KF_FREE && z < -far)) continue;
        bool plain = d->known[i] == KF_TOGETHER || z > far;
        sum += plain ? d->reduced[i] : d->heat * log1p(exp(z));
    }
    return sum;
}

/* All prices go on the way that they came since `before`, `times` as far, but not below 0; the way
 * that they went is left in `before`. */
static void extrapolate(kf_pair_dual *d, double *before, double times)
{
    for (size_t i = 0; i < d->rows.n; i++) {
        double by = fmax(times * (d->prices.at[i] - before[i]), -d->prices.at[i]);
        before[i] = by;
        if (by != 0) add_to_price(d, i, by);
    }
    kf_pair_dual_smooth(d, d->heat);
}

void kf_pair_dual_leap(kf_pair_dual *d, double *before)
{
    const double shortest = 1, longest = 32, longer = 1.5, shorter = .4;
    assert(d->prices.n == d->rows.n && d->leap >= shortest && d->leap <= longest);
    double old = smoothed(d);
    extrapolate(d, before, d->leap);
    if (smoothed(d) < old) {
        d->leap = fmin(longest, longer * d->leap);
        return;
    }
    for (size_t i = 0; i < d->rows.n; i++)
        if (before[i] != 0) add_to_price(d, i, -before[i]);
    kf_pair_dual_smooth(d, d->heat);
    d->leap = fmax(shortest, shorter * d->leap);
}
