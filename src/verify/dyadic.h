/* dyadic.h -- exact sums. A double is a whole number times a power of two, so a sum of doubles, each
 * times a whole number, is one as well: here it is kept with all its bits, and nothing is rounded
 * before it is read. */
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
int kf_dyadic_sign(const kf_dyadic *); /* -1, 0, 1 */
int kf_dyadic_compare(const kf_dyadic *, const kf_dyadic *);
double kf_dyadic_floor(const kf_dyadic *); /* the greatest double that is not above */
double kf_dyadic_ceil(const kf_dyadic *);  /* the least that is not below */
/* Up to a multiple of odd * 2^exponent. It must not be negative; odd < 2^53. */
void kf_dyadic_round_up(kf_dyadic *, uint64_t odd, int exponent);

/* A sum of doubles, none of them negative, that is never above the true one: two doubles hold it, and
 * what does not fit is rounded down; beyond the greatest double, left out. */
typedef struct kf_low {
    double high, low;
} kf_low;
void kf_low_add(kf_low *, double);

#endif
