/* ties.h -- is another assignment as good as the best one? */
#ifndef KF_TIES_H
#define KF_TIES_H

#include "ground/grounder.h"
#include "infer/pinned/reduced_costs.h"

/* The database holds the best assignment, which breaks nothing hard; `assignment` is the same by
 * atom of the problem (the first n; the others are false), and all that it pays for is in the
 * problem. *tie: an assignment that differs in one atom costs as much, whatever is not ground yet
 * included. Not found means nothing: only a few are tried. Afterwards the database holds the same
 * assignment, but atoms may be named and groundings added that were not. KERF_INTERRUPTED: nothing
 * is known. near: reduced costs of the assignment, which spare a pass over the problem, and note
 * for the next time what was seen; or NULL. */
kerf_status kf_ties_find(kf_grounder *, const bool *assignment, size_t n, kf_reduced *near,
                         bool *tie);

#endif
