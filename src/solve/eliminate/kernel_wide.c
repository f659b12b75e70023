/* kernel_wide.c -- blocks of numbers that are never too small; see kernel_wide.h and wide.h.
 *
 * A product of doubles is wrong by one unit in the last place, and so is a sum; powers of two are
 * exact. So errors do not grow with costs, as those of logarithms would. */
#include "solve/eliminate/kernel_wide.h"

#include "base/check.h"
#include "solve/eliminate/wide.h"

enum { OFTEN = 500 }; /* lanes: the product of so many m is no denormal number */

static void normalise(kf_wide_room to, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++) {
        kf_wide x = kf_wide_of(to.m[j], to.power[j]);
        to.m[j] = x.m;
        to.power[j] = x.power;
    }
}

static void load(kf_wide_room to, const kf_lane *l, uint32_t block, uint32_t values)
{
    for (uint32_t j = 0; j < block; j++) {
        const double *from = l->at + l->off[j];
        for (uint32_t x = 0; x < values; x++) {
            to.m[j * values + x] = from[x];
            to.power[j * values + x] = from[l->apart + x];
        }
    }
}

static void multiply(kf_wide_room to, const kf_lane *l, uint32_t block, uint32_t values)
{
    for (uint32_t j = 0; j < block; j++) {
        const double *from = l->at + l->off[j];
        for (uint32_t x = 0; x < values; x++) {
            to.m[j * values + x] *= from[x];
            to.power[j * values + x] += from[l->apart + x];
        }
    }
}

void kf_wide_join(kf_wide_room to, const kf_lane *lanes, uint32_t n, uint32_t block,
                  uint32_t values)
{
    assert(n > 0 && block > 0 && values > 0);
    load(to, &lanes[0], block, values);
    for (uint32_t i = 1; i < n; i++) {
        multiply(to, &lanes[i], block, values);
        if (i % OFTEN == 0) normalise(to, block * values);
    }
    normalise(to, block * values);
}

void kf_wide_sum(kf_wide_room from, kf_wide_room to, uint32_t block, uint32_t values)
{
    for (uint32_t j = 0; j < block; j++, from.m += values, from.power += values) {
        double most = -INFINITY, sum = 0;
        for (uint32_t x = 0; x < values; x++)
            if (from.m[x] > 0 && from.power[x] > most) most = from.power[x];
        for (uint32_t x = 0; x < values; x++)
            if (from.m[x] > 0) sum += from.m[x] * kf_power_of_two(from.power[x] - most);
        kf_wide all = kf_wide_of(sum, sum > 0 ? most : 0);
        to.m[j] = all.m;
        to.power[j] = all.power;
    }
}

void kf_wide_scale(kf_wide_room at, const double *m, const double *power, uint32_t block,
                   uint32_t values)
{
    enum { TINY = -2000 };
    for (uint32_t j = 0; j < block; j++, at.m += values, at.power += values)
        for (uint32_t x = 0; x < values; x++) {
            double by = at.power[x] + power[j];
            at.m[x] = by < TINY ? 0 : ldexp(at.m[x] * m[j], (int)by);
        }
}
