/* dual.h -- a lower bound on what the open atoms must still pay.
 *
 * Every open row is priced: "price" for each unit towards its goal. Literals are paid that price
 * for being true, the row collects price * goal, and what is left is a sum over atoms that each
 * choose the cheaper value: the dual of the linear relaxation, for any prices >= 0 (soft rows: not
 * above what they pay when broken). A pass visits each row once and sets its price to the best for
 * the others as they stand, halfway between the ends where a whole interval is best. Prices are
 * kept from node to node as a start, never trusted: the bound is computed from them afresh, so
 * there is nothing to undo and no error that grows. */
#ifndef KF_DUAL_H
#define KF_DUAL_H

#include "solve/exact/linear.h"

typedef struct kf_dual_term {
    double ratio; /* cost of a literal by unit */
    double cost;
    uint32_t literal; /* its place in the row's literals */
    uint32_t coefficient;
} kf_dual_term;

typedef struct kf_dual {
    kf_linear *rows;
    const signed char *value; /* by atom: -1 open, 0 false, 1 true */
    const int64_t *need;      /* by row: still missing to the goal; <= 0: reached */
    const int64_t *slack;     /* by row: what can still be lost; < 0: out of reach */
    double *reduced;          /* by atom, of the open ones: cost of true less cost of false */
    kf_dual_term *terms;      /* room for the longest row */
    double unit_error;        /* rounding error of the bound for each unit of `size` */
    double size;              /* sum of what went into the bound */
} kf_dual;

kerf_status kf_dual_init(kf_dual *, kf_linear *, kf_arena *);
/* Paid so far plus what is proven to come, rounding already subtracted; it can be below `paid` when
 * the prices are bad. At most so many passes over the rows, fewer once it reaches `enough` or gains
 * little. Whoever sets an open atom against its reduced cost pays the size of that on top. */
double kf_dual_bound(kf_dual *, double paid, double enough, int passes);
/* Asserts: prices of open rows are not negative, and none is above what breaking the row costs. */
void kf_dual_check(const kf_dual *);

#endif
