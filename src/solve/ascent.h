/* ascent.h -- bounds, prices and worlds of a part without a linear program.
 *
 * Prices of its rows go up at one temperature after the other (prices.h); from some temperature on,
 * inequalities that the point violates are added, where a relation is transitive (pentagon.h), and
 * worlds are made of the point. Far slower than a simplex to the last digit, far faster to the first
 * four. */
#ifndef KF_ASCENT_H
#define KF_ASCENT_H

#include "solve/ilp.h"

/* As far as it comes in a number of steps that depends on the part alone. r: a bound, the prices
 * behind it and the point near it. world: the hint, then the best world near such points or the
 * hint. out: what both say, proven if they meet. */
kerf_status kf_ascend(const kf_part *, const kf_limits *, kf_mem *, kf_relaxed *r, bool *world,
                      kf_solved *out);

#endif
