/* cluster.h -- private to solve/: a primal heuristic for transitive relations. */
#ifndef KF_CLUSTER_H
#define KF_CLUSTER_H

#include "solve/primal/rounding.h"

/* Makes an assignment whose transitive relations are equivalences out of the one given, and moves
 * nodes between their classes as long as that pays. *made: there are such relations, and not too
 * many nodes. What it breaks and costs is for the caller to see. */
kerf_status kf_cluster(const kf_component *, kf_mem *, kf_rounder *, bool *assignment, bool *made);

#endif
