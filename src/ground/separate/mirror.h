/* mirror.h -- private to ground/separate: groundings come with their mirror images.
 *
 * Where a formula stays as it is when the arguments of all its hidden atoms change places, and its
 * variables with them, each of its groundings has a mirror image: that of !P(a,b) v !P(b,c) v P(a,c)
 * is !P(c,b) v !P(b,a) v P(c,a). An assignment may violate the one and not the other, and then
 * separation finds only one. With both in the problem, atoms P(a,b) and P(b,a) that look alike stay
 * alike, so that the linear program can be folded up (solve/symmetry/lift.h). Any grounding may be
 * added at any time. */
#ifndef KF_MIRROR_H
#define KF_MIRROR_H

#include "ground/grounding.h"

/* The mirror images of a side's tuples from `from` on go into the problem, where it lacks them. None
 * of them is violated, or it would have been found. */
kerf_status kf_mirror_tuples(kf_grounder *, kf_ground_rule *, int side, uint32_t from,
                             kf_separated *);

#endif
