/* ascent.h -- bounds and prices of a part without a linear program.
 *
 * The dual of the linear relaxation (dual.h) has kinks where an atom does not care which value it
 * takes; going up one price at a time gets stuck at them. So every such kink is rounded off, at a
 * temperature T: an atom that costs c more true than false is true to the share
 * (1 - c / sqrt(c^2 + 4 T^2)) / 2. Each price takes one Newton step in turn, and T falls. What is
 * claimed in the end is the bound without rounding off, computed afresh from the prices: it holds
 * for any of them. Far slower than a simplex to the last digit, far faster to the first three. */
#ifndef KF_ASCENT_H
#define KF_ASCENT_H

#include "solve/ilp.h"

/* As far as it comes in a number of steps that depends on the part alone. r: a bound, the prices
 * behind it and the point near it. world: the hint, then the best world near such points or the
 * hint. out: what both say, proven if they meet. */
kerf_status kf_ascend(const kf_part *, const kf_limits *, kf_mem *, kf_relaxed *r, bool *world,
                      kf_solved *out);

#endif
