/* products.h -- primal heuristic for formulas that are counted instead of ground. */
#ifndef KF_PRODUCTS_H
#define KF_PRODUCTS_H

#include "ground/grounder.h"
#include "infer/cpi.h"

/* Is there an active product, and does it make the current assignment pay? As last separated. */
bool kf_products_pay(const kf_grounder *);
/* The database holds an assignment that breaks nothing hard and costs *cost, and has just been
 * separated. Looks for one that costs less; afterwards the database holds the best, and *cost is
 * its cost. New groundings that are found on the way are counted in the result. KERF_INTERRUPTED:
 * it was stopped, and the database holds any assignment. */
kerf_status kf_products_improve(kf_grounder *, const kf_cpi_options *, const kf_limits *,
                                kf_cpi_result *, double *cost);

#endif
