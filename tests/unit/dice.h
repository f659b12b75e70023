/* dice.h -- numbers that look random and are the same in every run, for tests; how often to
 * draw. */
#ifndef KF_TEST_DICE_H
#define KF_TEST_DICE_H

#include <stdint.h>
#include <stdlib.h>

/* From 0 up to n - 1; a state is any number. */
static inline uint32_t below(uint64_t *state, uint32_t n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % n);
}

/* Of n trials with random input, those to make. Sanitizers take several times as long, and look at
 * how memory is used, which does not differ in every trial: they make a quarter with KERF_LONG, or
 * else a sixteenth. */
static inline uint32_t trials_of(uint32_t n)
{
#if defined(__SANITIZE_ADDRESS__)
    uint32_t share = getenv("KERF_LONG") ? 4 : 16;
    return (n + share - 1) / share;
#else
    return n;
#endif
}

/* Of n samples, those to draw: under sanitizers a quarter, which still tells right from wrong. */
static inline uint32_t samples_of(uint32_t n)
{
#if defined(__SANITIZE_ADDRESS__)
    if (!getenv("KERF_LONG")) return n / 4;
#endif
    return n;
}

/* More than so many of the trials must have met a case, where all are made. The few that sanitizers
 * make must have met it at all. */
static inline uint32_t met_of(uint32_t n)
{
#if defined(__SANITIZE_ADDRESS__)
    (void)n;
    return 0;
#else
    return n;
#endif
}

#endif
