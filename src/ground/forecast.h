/* forecast.h -- how much there is to ground, before any of it is built. */
#ifndef KF_FORECAST_H
#define KF_FORECAST_H

#include "ground/ground_rule.h"

typedef struct kf_amount {
    double tuples, groundings; /* tuples of the hidden part; and with multiplicity */
    bool exact;                /* counted, not estimated */
} kf_amount;

typedef struct kf_forecast {
    bool counted;       /* false: acyclicity, found cycle by cycle */
    kf_amount all;      /* groundings that exist */
    kf_amount open;     /* that evidence does not decide: what full grounding builds */
    kf_amount violated; /* where everything open is false: the first separation */
    double open_bytes, violated_bytes;
} kf_forecast;

/* How many tuples full grounding would add that separation may find (cycles and active products
 * apart): an estimate from plans, no query is run. */
kerf_status kf_forecast_open(kf_grounder *, double *tuples);
/* Counts where that is cheap, estimates from plans where not. */
kerf_status kf_forecast_rule(kf_grounder *, kf_ground_rule *, kf_forecast *);

#endif
