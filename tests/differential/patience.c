/* patience.c -- local search gives up early.
 *
 * Where no assignment satisfies everything hard, the engine looks for one through millions of
 * steps, several times a program. These programs have a few dozen atoms: what can be found there
 * is found in a fraction of it. The build puts this function in the place of the engine's. */
#include "solve/walk/local_search.h"

enum { MOST_STEPS = 50000 };

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker has these names. */
kerf_status __real_kf_search_locally(const kf_component *, const kf_limits *, kf_mem *,
                                     kf_search_effort, bool *assignment, kf_searched *out);
kerf_status __wrap_kf_search_locally(const kf_component *, const kf_limits *, kf_mem *,
                                     kf_search_effort, bool *assignment, kf_searched *out);

kerf_status __wrap_kf_search_locally(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                                     kf_search_effort effort, bool *assignment, kf_searched *out)
{
    if (effort.find > MOST_STEPS) effort.find = MOST_STEPS;
    return __real_kf_search_locally(p, limits, mem, effort, assignment, out);
}
/* NOLINTEND(clang-diagnostic-reserved-identifier) */
