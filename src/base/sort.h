/* sort.h -- numbers in ascending order, in place and without a call per comparison; and records,
 * with questions in between whether to go on. */
#ifndef KF_SORT_H
#define KF_SORT_H

#include "base/mem.h"
#include "base/stop.h"

void kf_numbers_sort(uint32_t *, size_t n);
/* Each once; *n: how many that are. */
kerf_status kf_numbers_sort_unique(kf_mem *, uint32_t *, size_t *n);

/* Records of `size` bytes, as by qsort(). KERF_INTERRUPTED: all are there, in some order. */
typedef int kf_order(const void *, const void *);
kerf_status kf_records_sort(kf_mem *, void *at, size_t n, size_t size, kf_order *, kf_patience *);

#endif
