/* wide.h -- private to solve/eliminate/ and tests/: numbers that no cost makes too small, as
 * m * 2^power.
 *
 * m is from a half up to 1, or 0, and then the power is 0. The power is an integer; a double holds
 * it, since costs know no limit. */
#ifndef KF_WIDE_H
#define KF_WIDE_H

#include "base/neumaier.h"

#include <stdint.h>
#include <string.h>

#define KF_LN2 0x1.62e42fefa39efp-1       /* ln 2, nearest, and */
#define KF_LN2_REST 0x1.abc9e3b39803fp-56 /* what is left of it */

typedef struct kf_wide {
    double m, power;
} kf_wide;

/* m is positive and no denormal number, or 0. */
static inline kf_wide kf_wide_of(double m, double power)
{
    enum { MANTISSA = 52, BIAS = 1022 };
    uint64_t bits;
    if (m == 0) return (kf_wide){ 0, 0 };
    memcpy(&bits, &m, sizeof bits);
    power += (double)((int64_t)(bits >> MANTISSA) - BIAS);
    bits = (bits & ((UINT64_C(1) << MANTISSA) - 1)) | (uint64_t)BIAS << MANTISSA;
    memcpy(&m, &bits, sizeof m);
    return (kf_wide){ m, power };
}

/* 2^power for a power of at most 0; too small for a double: 0. */
static inline double kf_power_of_two(double power)
{
    enum { MANTISSA = 52, BIAS = 1023 };
    if (power < 1 - BIAS) return 0;
    uint64_t bits = (uint64_t)((int64_t)power + BIAS) << MANTISSA;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* exp(-(cost + rest)), wrong by two units in the last place and 2^-100 of the cost. */
static inline kf_wide kf_wide_exp(double cost, double rest)
{
    if (isinf(cost)) return (kf_wide){ 0, 0 };
    double k = nearbyint(cost * (1 / KF_LN2)), near = k * KF_LN2;
    double off = fma(k, KF_LN2, -near) + k * KF_LN2_REST;
    return kf_wide_of(exp(off - rest - (cost - near)), -k);
}

/* The logarithm of a number that is not 0, `times` times: 1 or -1. */
static inline void kf_wide_add_log(kf_neumaier *to, kf_wide x, double times)
{
    double near = x.power * KF_LN2;
    kf_neumaier_add(to, times * near);
    kf_neumaier_add(to, times * fma(x.power, KF_LN2, -near));
    kf_neumaier_add(to, times * x.power * KF_LN2_REST);
    kf_neumaier_add(to, times * log(x.m));
}

#endif
