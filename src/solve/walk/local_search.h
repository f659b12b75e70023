/* local_search.h -- assignments by local search: first one that breaks nothing hard, then cheaper
 * ones.
 *
 * A heuristic for incumbents: it proves nothing. The same component, hint, seed and work give the
 * same assignment, unless the limits cut it short. */
#ifndef KF_LOCAL_SEARCH_H
#define KF_LOCAL_SEARCH_H

#include "problem/component.h"
#include "solve/limits.h"

typedef struct kf_search_effort {
    uint64_t seed;
    uint64_t find;    /* literals looked at, at most, until nothing hard is broken */
    uint64_t improve; /* and after that, for what costs less */
} kf_search_effort;

typedef struct kf_searched {
    double cost;     /* of the assignment; INFINITY: it breaks something hard */
    uint64_t broken; /* hard constraints */
    uint64_t work;   /* literals looked at */
} kf_searched;

/* assignment: on entry where to begin, afterwards the best that was seen, perhaps the same.
 * KERF_NO_MEMORY. What is too large to be searched is left as it is. */
kerf_status kf_search_locally(const kf_component *, const kf_limits *, kf_mem *, kf_search_effort,
                              bool *assignment, kf_searched *out);

#endif
