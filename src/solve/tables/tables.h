/* tables.h -- private to solve/: branch and bound over a network of variables with tables. */
#ifndef KF_TABLES_H
#define KF_TABLES_H

#include "solve/task.h"

typedef struct kf_tables_limits {
    uint64_t work; /* steps (cells of tables looked at) that it may take */
    uint64_t near; /* `work` or more: while the bound is near the incumbent */
    double known; /* a dual bound: a search whose own is no better ends early while that is far from
                    * the incumbent */
    bool dense;   /* also where a variable has many neighbours, as messages say little there: else
                    * such a network is tried for a while, if it is small */
    bool longer;  /* a network of labels may take more, in proportion to its cells: a linear program
                    * of these would take as long, and say no more */
} kf_tables_limits;

/* KERF_INTERRUPTED: it was stopped before there was a search; the assignment is as it was.
 * KERF_LIMIT: the component has no network that is small enough, or sparse enough, and nothing is
 * known. *open: neither proven nor stopped by the limits of the task. */
kerf_status kf_search_tables(kf_task *, kf_tables_limits, bool *open);

#endif
