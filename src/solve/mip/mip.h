/* mip.h -- the MIP solver, for what outgrows our own branch and cut.
 *
 * It works in a process of its own: it can be ended at any time, cannot print, and if it fails or
 * never returns nothing is lost but its answer. */
#ifndef KF_MIP_H
#define KF_MIP_H

#include "solve/limits.h"
#include "solve/lp/lp.h"

typedef struct kf_mip { /* the rows and costs of a linear program, its columns within bounds */
    const kf_lp *lp;
    const double *lower, *upper;
    double cutoff; /* costs of points that are wanted are below; counted as kf_lp_bound does */
} kf_mip;

typedef enum {
    KF_MIP_OPTIMAL,
    KF_MIP_NOTHING, /* there is nothing below the cutoff */
    KF_MIP_STOPPED, /* by the limits */
    KF_MIP_FAILED,  /* or there is no MIP solver */
} kf_mip_status;

/* x: by column, written only when optimal. */
kf_mip_status kf_mip_solve(const kf_mip *, const kf_limits *, double *x);
const char *kf_mip_name(void); /* static; NULL: there is none */

/* ---- CBC or HiGHS: mip_cbc.c, mip_highs.c. In the process of its own, memory from malloc ---- */

enum { KF_MIP_NODES = 20000 }; /* then our own tree goes on: it keeps what it finds */

/* x: by column. Gaps are 0, and tolerances as small as the solver lets them be. */
kf_mip_status kf_mip_run(const kf_mip *, double *x);

/* As the solver counts: scaled, and all columns from their cost at 0. */
static inline double kf_mip_cost(const kf_mip *m, size_t column)
{
    return m->lp->cost.at[column] * m->lp->scale;
}
double kf_mip_cutoff(const kf_mip *); /* INFINITY: none */

#endif
