/* sort.h -- numbers in ascending order, in place and without a call per comparison. */
#ifndef KF_SORT_H
#define KF_SORT_H

#include <stddef.h>
#include <stdint.h>

void kf_numbers_sort(uint32_t *, size_t n);

#endif
