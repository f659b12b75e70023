/* exact.c -- see solver.h. */
#include "solve/solver.h"

kerf_status kf_solve_exact(const kf_part *p, const kf_limits *l, kf_mem *mem, bool *world,
                           kf_solved *out)
{
    (void)p, (void)l, (void)mem, (void)world, (void)out;
    return KERF_UNSUPPORTED;
}
