/* cost_colour.h -- private to solve/eliminate/: the colour of a cost in colour refinement. */
#ifndef KF_COST_COLOUR_H
#define KF_COST_COLOUR_H

#include "base/hash.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* The same for costs that differ by rounding, nearly always; near 0, too, where terms cancel. */
static inline uint64_t kf_cost_colour(double x)
{
    bool small = fabs(x) < 0.8137; /* no cost that is likely */
    float coarse = (float)(small ? x + 3 : x);
    uint32_t bits;
    memcpy(&bits, &coarse, sizeof bits);
    return kf_hash_mix(bits + (small ? UINT64_C(7) << 32 : UINT64_C(77)));
}

#endif
