/* full.h -- full grounding: everything that evidence does not decide, whatever the assignment. */
#ifndef KF_FULL_H
#define KF_FULL_H

#include "ground/separate/separate.h"

/* Instead of kf_ground_local(): local formulas included, and every atom that has a cost is named.
 * kf_separate() then finds cycles and nothing else, so that without acyclicity there is no need for
 * it. Rules that wait (separate/waiting.h) are left out. KERF_INFEASIBLE: evidence alone breaks a
 * hard formula; KERF_LIMIT: too much. */
kerf_status kf_ground_all(kf_grounder *);
bool kf_grounder_is_all_ground(const kf_grounder *); /* by this */
/* The same after kf_ground_local(), whatever is in the problem by then: what evidence does not
 * decide and is not there yet. Cycles, and active products, stay with separation. */
kerf_status kf_ground_rest(kf_grounder *, kf_separated *);

#endif
