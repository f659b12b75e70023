/* separators.h -- private to solve/tables/: few variables without which a network falls apart. */
#ifndef KF_SEPARATORS_H
#define KF_SEPARATORS_H

#include "solve/tables/factor_messages.h"

/* level, by receiver: 1 for variables whose values make the others fall apart into parts that are
 * not small, 2 for those that do so within such a part, and so on; 0: for others. *some: there are
 * any. */
kerf_status kf_separators_find(const kf_messages *, uint32_t *level, bool *some);

#endif
