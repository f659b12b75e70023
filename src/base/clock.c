/* clock.c -- see clock.h. */
#include "base/clock.h"

#include <time.h>

double kf_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
