/* counted.h -- private to solve/eliminate/ and tests/: components of interchangeable atoms, by how
 * many of them are true. */
#ifndef KF_COUNTED_H
#define KF_COUNTED_H

#include "solve/eliminate/beliefs.h"

/* As kf_believe(). *counted: the component is such a one; else nothing is set. */
kerf_status kf_believe_counted(const kf_component *, const kf_belief_options *, kf_mem *,
                               kf_beliefs *, bool *counted);

#endif
