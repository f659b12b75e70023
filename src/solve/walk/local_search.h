/* local_search.h -- a primal heuristic by local search: a feasible assignment first, then cheaper
 * ones.
 *
 * It proves nothing. The same component, hint, seed and work give the same assignment, unless the
 * limits cut it short. */
#ifndef KF_LOCAL_SEARCH_H
#define KF_LOCAL_SEARCH_H

#include "problem/component.h"
#include "solve/limits.h"

typedef struct kf_search_effort {
    uint64_t seed;
    uint64_t find;    /* literals looked at, at most, until the assignment is feasible */
    uint64_t improve; /* and after that, for a lower cost */
} kf_search_effort;

typedef struct kf_searched {
    double cost;     /* of the assignment; INFINITY: it is infeasible */
    uint64_t broken; /* violated hard constraints */
    uint64_t work;   /* literals looked at */
} kf_searched;

/* assignment: the start on entry, the best that was found on return, perhaps the same.
 * KERF_NO_MEMORY. Of a component that is too large, the assignment stays as it is. */
kerf_status kf_search_locally(const kf_component *, const kf_limits *, kf_mem *, kf_search_effort,
                              bool *assignment, kf_searched *out);

#endif
