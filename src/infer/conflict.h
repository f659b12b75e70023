/* conflict.h -- a minimal set of hard constraints that contradict each other. */
#ifndef KF_CONFLICT_H
#define KF_CONFLICT_H

#include "infer/cpi.h"

/* Among the hard constraints of the component of `atom`, which no assignment keeps, finds a set
 * that is still contradictory but would not be if any one of it were left out: clauses by index,
 * then cardinalities from the number of clauses on, ascending. Where the limits end the search, the
 * set may still be too large. */
kerf_status kf_conflict_find(const kf_problem *, uint32_t atom, const kf_settings *,
                             const kf_limits *, kf_mem *, kf_cpi_result *);

#endif
