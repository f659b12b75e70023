/* reduce.h -- what is left of a component once a good assignment and the relaxation's prices are known.
 *
 * A assignment that beats the one at hand can pay at most the difference between its cost and the bound.
 * An atom whose price in the relaxation is above that has in every such assignment the value that the
 * price favours. With most atoms fixed so, the rest falls apart and is solved residual component by residual component. */
#ifndef KF_REDUCE_H
#define KF_REDUCE_H

#include "solve/lp/ilp.h"

/* The part solved by way of its relaxation. `assignment` breaks nothing hard and costs `cost`. *done:
 * assignment and `out` are the answer, or as far as it came; else too little could be fixed. */
kerf_status kf_solve_reduced(const kf_component *, const kf_limits *, kf_mem *, const kf_relaxed *,
                             bool *assignment, double cost, kf_solved *out, bool *done);

#endif
