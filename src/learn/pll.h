/* pll.h -- private to pll*.c: the interface to L-BFGS. */
#ifndef KF_PLL_H
#define KF_PLL_H

#include "learn/counts.h"

typedef enum kf_climb_end {
    KF_CLIMB_TOP,     /* converged, or most_steps were taken */
    KF_CLIMB_STOPPED, /* by `step` */
    KF_CLIMB_INFINITE /* the value is, or it is not a number */
} kf_climb_end;

typedef struct kf_climb { /* a smooth function of n variables, to be minimised */
    uint32_t n, most_steps;
    double (*value)(void *context, const double *x, double *gradient);
    bool (*step)(void *context, const double *x, double value); /* after each; false: stop */
    void *context;
} kf_climb;

/* L-BFGS from x, which is where it ends (pll_lbfgs.c). */
kerf_status kf_climb_run(const kf_climb *, double *x, kf_climb_end *);

#endif
