/* driver.h -- private to solve/: solves a task stage by stage. */
#ifndef KF_DRIVER_H
#define KF_DRIVER_H

#include "solve/lp/tree.h"
#include "solve/solver.h"

/* All stages of a solver, in their order. As kf_solver_run(), which calls it, but for what that
 * adds. */
kerf_status kf_drive(const kf_solver *, kf_task *);
/* The stages of the linear program alone, from the root to the end, on the component as it is. For
 * tests and measurements. */
kerf_status kf_drive_tree(kf_task *, const kf_tree_options *);

#endif
