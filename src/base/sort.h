/* sort.h -- numbers in ascending order, in place and without a call per comparison. */
#ifndef KF_SORT_H
#define KF_SORT_H

#include "base/mem.h"

void kf_numbers_sort(uint32_t *, size_t n);
/* Each once; *n: how many that are. */
kerf_status kf_numbers_sort_unique(kf_mem *, uint32_t *, size_t *n);

#endif
