/* random.h -- a random sequence that is the same everywhere (splitmix64). */
#ifndef KF_RANDOM_H
#define KF_RANDOM_H

#include <stdint.h>

typedef struct kf_random {
    uint64_t state;
} kf_random;
static inline uint64_t kf_random_next(kf_random *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
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
