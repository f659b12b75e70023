/* random.h -- a random sequence that is the same everywhere (splitmix64). */
#ifndef KF_RANDOM_H
#define KF_RANDOM_H

#include "base/hash.h"

typedef struct kf_random {
    uint64_t state;
} kf_random;

static inline uint64_t kf_random_next(kf_random *r)
{
    return kf_hash_mix(r->state += KF_HASH_SEED);
}

static inline uint32_t kf_random_below(kf_random *r, uint32_t n) /* n > 0 */
{
    return (uint32_t)(((kf_random_next(r) >> 32) * n) >> 32);
}

static inline double kf_random_unit(kf_random *r) /* [0, 1) */
{
    return (double)(kf_random_next(r) >> 11) * 0x1p-53;
}

#endif
