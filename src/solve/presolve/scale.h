/* scale.h -- private to solve/: presolve for weights that are far from 1.
 *
 * Tolerances of linear programs are absolute, and Clp ends the process where a cost is beyond 1e25.
 * So a component whose greatest weight is tiny or huge is solved with all weights times a power of
 * two, which changes no digit of theirs. Of weights that are nothing beside the greatest, nothing
 * may be left: then a bound does not speak of them, and comes back lower by what rounding may have
 * added. */
#ifndef KF_SCALE_H
#define KF_SCALE_H

#include "solve/task.h"

/* The power of two that brings the greatest weight near 1; 0: it is near enough. */
int kf_scale_power(const kf_component *);
/* All weights times that. The arena's. */
kerf_status kf_scale(const kf_component *, int power, kf_arena *, kf_component *);
/* What the scaled component proves of this one, and what the assignment costs here. */
void kf_scale_back(const kf_component *, int power, const bool *assignment, kf_solved *);

/* The same component, but no weight is greater than `most`. An assignment that costs less than that
 * costs the same here and there, and none costs more here: so a bound of it holds of both. *any:
 * there was such a weight. The arena's. */
kerf_status kf_cap(const kf_component *, double most, kf_arena *, kf_component *, bool *any);

#endif
