/* cost_colour.h -- private to solve/eliminate/: the colour of a cost in colour refinement. */
#ifndef KF_COST_COLOUR_H
#define KF_COST_COLOUR_H

#include "base/hash.h"

#include <string.h>

/* The same for costs that differ by rounding, nearly always. */
static inline uint64_t kf_cost_colour(double x)
{
    float coarse = (float)x;
    uint32_t bits;
    memcpy(&bits, &coarse, sizeof bits);
    return kf_hash_mix(bits + UINT64_C(77));
}

#endif
