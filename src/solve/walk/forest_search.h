/* forest_search.h -- local search with exact moves on random induced forests (forest_move.h): good
 * where a component is sparse, and single flips are too small.
 *
 * It proves nothing. The same component, assignment, seed and work give the same assignment, unless
 * the limits cut it short. */
#ifndef KF_FOREST_SEARCH_H
#define KF_FOREST_SEARCH_H

#include "solve/walk/local_search.h"

/* Is the component small enough for a network? */
bool kf_suits_forests(const kf_component *);
/* assignment: the start on entry, which breaks nothing hard; the best that was found on return.
 * Nothing is done where it breaks something. effort.improve: costs looked at, at most.
 * KERF_NO_MEMORY. */
kerf_status kf_search_forests(const kf_component *, const kf_limits *, kf_mem *, kf_search_effort,
                              bool *assignment, kf_searched *out);

#endif
