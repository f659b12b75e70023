/* narrow.h -- private to solve/: components that elimination solves at a known price. */
#ifndef KF_NARROW_H
#define KF_NARROW_H

#include "solve/task.h"

/* Entries of tables that an elimination may make, and bytes that it may hold at once where there is
 * no memory limit; of a limit, a half. */
#define KF_NARROW_ENTRIES 0x1p32
#define KF_NARROW_BYTES 0x1p32

/* Solves a task by elimination if an order is found whose tables have at most so many entries and
 * fit in memory. *fits: there was one, and `solved` is set. Depends on the component and the memory
 * limit alone. `work`: what the search for an order may look at. */
kerf_status kf_eliminate(kf_task *, double entries, uint64_t work, bool *fits);

#endif
