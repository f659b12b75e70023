/* narrow.h -- private to solve/: components that elimination solves at a known price. */
#ifndef KF_NARROW_H
#define KF_NARROW_H

#include "solve/task.h"

/* Entries of all tables that an elimination may make: what is little beside a linear program, and
 * what is better than no proof. About two nanoseconds each. */
#define KF_NARROW_EASY 0x1p22
#define KF_NARROW_MOST 0x1p32
/* Bytes that it may hold at once where there is no memory limit; of a limit, a half. */
#define KF_NARROW_BYTES 0x1p32

/* May the component be narrow? One with many constraints for each atom is not, unless atoms make
 * variables of many values. */
bool kf_may_be_narrow(const kf_task *);
/* Is that so likely that it is worth a look before anything else? */
bool kf_is_thin(const kf_task *);

/* Solves a task by elimination if an order is found whose tables have at most so many entries and
 * fit in memory. *done: there was one, it was not stopped, and `solved` and the assignment are set;
 * they are as they were otherwise. Depends on the component and the memory limit alone. */
kerf_status kf_eliminate_narrow(kf_task *, double entries, bool *done);
/* The same by a quick look for an order. *forecast: its entries; INFINITY: none up to
 * KF_NARROW_MOST was found. */
kerf_status kf_eliminate_or_forecast(kf_task *, double entries, double *forecast, bool *done);

/* Solves it whatever it takes within the above. KERF_LIMIT: no order was found that does. */
kerf_status kf_eliminate_any(kf_task *);

#endif
