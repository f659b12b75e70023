/* kernel_wide.h -- private to kernel.c and kernel_wide.c: blocks of numbers that are never too
 * small.
 *
 * An array of wide numbers (wide.h) has all their m first, then all their powers of two: how far
 * these are apart goes with it. */
#ifndef KF_KERNEL_WIDE_H
#define KF_KERNEL_WIDE_H

#include <stdint.h>

typedef struct kf_lane { /* an input */
    const double *at;    /* of the current block */
    const uint32_t *off; /* by entry of a block */
    uint64_t *stride;    /* by outer variable */
    uint64_t apart;      /* of wide numbers: a power and its m */
} kf_lane;

typedef struct kf_wide_room { /* where wide numbers go */
    double *m, *power;
} kf_wide_room;

/* The products of all lanes, `values` for each entry of a block. */
void kf_wide_join(kf_wide_room, const kf_lane *, uint32_t n, uint32_t block, uint32_t values);
/* The sum of each run of values. */
void kf_wide_sum(kf_wide_room from, kf_wide_room to, uint32_t block, uint32_t values);
/* Each run times a number of its own, as plain doubles in place of the m. */
void kf_wide_scale(kf_wide_room, const double *m, const double *power, uint32_t block,
                   uint32_t values);

#endif
