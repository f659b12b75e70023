/* walk_solver.h -- private to solve/: local search as a base solver. It proves nothing. */
#ifndef KF_WALK_SOLVER_H
#define KF_WALK_SOLVER_H

#include "solve/task.h"

kerf_status kf_walk_task(kf_task *);

#endif
