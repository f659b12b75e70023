/* equivalence.h -- private to solve/eliminate/ and tests/: components that say no more than that a
 * relation is transitive and symmetric, and what each of its pairs costs. */
#ifndef KF_EQUIVALENCE_H
#define KF_EQUIVALENCE_H

#include "solve/eliminate/beliefs.h"

/* As kf_believe(). *equivalence: the component is such a one, of at most 20 nodes; else nothing is
 * set. */
kerf_status kf_believe_equivalence(const kf_component *, const kf_belief_options *, kf_mem *,
                                   kf_beliefs *, bool *equivalence);

#endif
