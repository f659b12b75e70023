/* tables.h -- private to solve/: branch and bound over a network of variables with tables. */
#ifndef KF_TABLES_H
#define KF_TABLES_H

#include "solve/task.h"

/* Steps (cells of tables looked at) that it may take; UINT64_MAX: until it is stopped. KERF_LIMIT:
 * the component has no network that is small enough, or, where steps are limited, sparse enough;
 * nothing is known. *open: neither proven
 * nor stopped by the limits. */
kerf_status kf_search_tables(kf_task *, uint64_t work, bool *open);

#endif
