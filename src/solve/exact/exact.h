/* exact.h -- private to solve/: branch and bound without a linear program, and plain
 * enumeration. */
#ifndef KF_EXACT_H
#define KF_EXACT_H

#include "solve/task.h"

/* exact.c. KERF_LIMIT: it gave up after the nodes that it may look at; what is known is in the
 * task. */
kerf_status kf_search_exactly(kf_task *);
/* brute.c. KERF_LIMIT: more than KF_BRUTE_ATOMS. */
kerf_status kf_enumerate(kf_task *);

#endif
