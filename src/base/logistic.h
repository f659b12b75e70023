/* logistic.h -- 1 / (1 + exp(-z)), quickly: to three digits or so.
 *
 * For smoothing, where what is computed with it proves nothing. Both tails fall as the function's:
 * exp is what is approximated, its exponent in the bits of a float and its mantissa by a cubic. */
#ifndef KF_LOGISTIC_H
#define KF_LOGISTIC_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline float kf_logistic(float z)
{
    if (z > 16) return 1;
    if (z < -16) return 0;
    float y = -z * 1.442695041f, whole = floorf(y), part = y - whole;
    float mantissa = 1 + part * (.6951786f + part * (.2276397f + part * .0771817f));
    int32_t bits;
    memcpy(&bits, &mantissa, sizeof bits);
    bits += (int32_t)whole * (1 << 23);
    memcpy(&mantissa, &bits, sizeof bits);
    return 1 / (1 + mantissa);
}

#endif
