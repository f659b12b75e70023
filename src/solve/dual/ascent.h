/* ascent.h -- bounds, prices and assignments of a component without a linear program.
 *
 * Prices of its rows go up at one temperature after the other (prices.h); from some temperature on,
 * inequalities that the point violates are added, where a relation is transitive (pentagon.h), and
 * assignments are made of the point. Far slower than a simplex to the last digit, far faster to the first
 * four. */
#ifndef KF_ASCENT_H
#define KF_ASCENT_H

#include "solve/lp/ilp.h"

/* As far as it comes in a number of steps that depends on the component alone. r: a bound, the prices
 * behind it and the point near it. assignment: the hint, then the best assignment near such points or the
 * hint. out: what both say, proven if they meet. */
kerf_status kf_ascend(const kf_component *, const kf_limits *, kf_mem *, kf_relaxed *r,
                      bool *assignment, kf_solved *out);

#endif
