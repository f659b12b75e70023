/* dice.h -- numbers that look random and are the same in every run, for tests. */
#ifndef KF_TEST_DICE_H
#define KF_TEST_DICE_H

#include <stdint.h>

/* From 0 up to n - 1; a state is any number. */
static inline uint32_t below(uint64_t *state, uint32_t n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % n);
}

#endif
