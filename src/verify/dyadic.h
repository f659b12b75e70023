/* dyadic.h -- exact sums of doubles.
 *
 * A double is a whole number times a power of two, and so is a sum of doubles, each times a whole
 * number. It is kept with all its bits; only reading it rounds. */
#ifndef KF_DYADIC_H
#define KF_DYADIC_H

#include "base/base.h"

/* Two's complement, least limb first, in units of 2^-1074: the least double. The greatest double
 * times 2^63 needs 2,161 bits; the rest is room for 2^300 of them. */
enum { KF_DYADIC_LIMBS = 40 };

typedef struct kf_dyadic {
    uint64_t limb[KF_DYADIC_LIMBS];
} kf_dyadic; /* all zero: 0 */

void kf_dyadic_add(kf_dyadic *, double, uint64_t times); /* the double must be finite */
void kf_dyadic_subtract(kf_dyadic *, double, uint64_t times);
void kf_dyadic_join(kf_dyadic *, const kf_dyadic *);
void kf_dyadic_negate(kf_dyadic *);
void kf_dyadic_check(const kf_dyadic *); /* asserts that it has not outgrown its room */
int kf_dyadic_sign(const kf_dyadic *);   /* -1, 0, 1 */
int kf_dyadic_compare(const kf_dyadic *, const kf_dyadic *);
double kf_dyadic_floor(const kf_dyadic *); /* the greatest double that is not above */
double kf_dyadic_ceil(const kf_dyadic *);  /* the least that is not below */
/* Up to a multiple of odd * 2^exponent. It must not be negative; odd < 2^53. */
void kf_dyadic_round_up(kf_dyadic *, uint64_t odd, int exponent);

/* A lower bound on a sum of doubles, none of them negative. Two doubles hold it; what does not fit
 * is rounded down, and left out beyond the greatest double. */
typedef struct kf_low {
    double high, low;
} kf_low;
void kf_low_add(kf_low *, double);

#endif
