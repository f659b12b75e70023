/* grain.h -- the greatest number that divides given doubles, each a whole number of times.
 *
 * A double is an odd whole number times a power of two; so the greatest common divisor of several
 * is that of the odd numbers times the least power. A sum of the doubles, each a whole number of
 * times, is a multiple of it, too: a lower bound on such a sum may be rounded up. */
#ifndef KF_GRAIN_H
#define KF_GRAIN_H

#include <math.h>
#include <stdint.h>

typedef struct kf_grain {
    uint64_t odd; /* 0: nothing was added yet */
    int exponent;
} kf_grain;

static inline void kf_grain_add(kf_grain *g, double value)
{
    enum { MANTISSA = 53 };
    int exponent;
    if (value == 0) return;
    uint64_t odd = (uint64_t)ldexp(frexp(fabs(value), &exponent), MANTISSA);
    exponent -= MANTISSA;
    for (; odd % 2 == 0; odd /= 2) exponent++;
    if (g->odd == 0) *g = (kf_grain){ odd, exponent };
    if (exponent < g->exponent) g->exponent = exponent;
    for (uint64_t a = odd, b = g->odd; a > 0;) {
        uint64_t rest = b % a;
        b = a;
        a = rest;
        g->odd = b;
    }
}

static inline double kf_grain_value(const kf_grain *g)
{
    return ldexp((double)g->odd, g->exponent);
}

#endif
