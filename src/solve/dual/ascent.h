/* ascent.h -- private to solve/: dual ascent: a dual bound, reduced costs and incumbents of a
 * component without a linear program.
 *
 * Prices of its rows go up at one temperature after the other (prices.h); from some temperature on,
 * cutting planes that the point violates are added, where a relation is transitive (pentagon.h),
 * and assignments are made of the point. Far slower than a simplex to the last digit, far faster to
 * the first four. */
#ifndef KF_ASCENT_H
#define KF_ASCENT_H

#include "solve/lp/relaxed.h"
#include "solve/task.h"

/* As far as it comes in a number of steps that depends on the component alone. r: a dual bound, the
 * reduced costs behind it and the point near it. The assignment of the task becomes the best one
 * near such points, if it is better than the hint; `solved`: what both say, proven if they meet. */
kerf_status kf_ascend(kf_task *, kf_relaxed *r);

#endif
