/* search_best.h -- local search by flips or by forests, whichever finds more: the primal heuristic
 * of choice where there is work to spend.
 *
 * It proves nothing. The same component, assignment, seed and work give the same assignment, unless
 * the limits cut it short. */
#ifndef KF_SEARCH_BEST_H
#define KF_SEARCH_BEST_H

#include "solve/walk/local_search.h"

/* As kf_search_locally(). */
kerf_status kf_search_best(const kf_component *, const kf_limits *, kf_mem *, kf_search_effort,
                           bool *assignment, kf_searched *out);

#endif
