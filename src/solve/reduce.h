/* reduce.h -- what is left of a part once a good world and the relaxation's prices are known.
 *
 * A world that beats the one at hand can pay at most the difference between its cost and the bound.
 * An atom whose price in the relaxation is above that has in every such world the value that the
 * price favours. With most atoms fixed so, the rest falls apart and is solved piece by piece. */
#ifndef KF_REDUCE_H
#define KF_REDUCE_H

#include "solve/ilp.h"

/* The part solved by way of its relaxation. `world` breaks nothing hard and costs `cost`. *done:
 * world and `out` are the answer, or as far as it came; else too little could be fixed. */
kerf_status kf_solve_reduced(const kf_part *, const kf_limits *, kf_mem *, const kf_relaxed *,
                             bool *world, double cost, kf_solved *out, bool *done);

#endif
