/* step.h -- costs that are multiples of a step: bounds are raised to the next one. */
#ifndef KF_STEP_H
#define KF_STEP_H

#include "problem/component.h"

typedef struct kf_cost_step {
    double size;  /* 0: there is none */
    double error; /* what an assignment's cost may be beside a multiple of it */
    double noise; /* what rounding may have made of a bound, beside its own size */
    double unit;  /* bounds below are proven as this one is */
} kf_cost_step;

kf_cost_step kf_component_step(const kf_component *);
/* A gap of a search that proves as much as none: 0 if there is no step, or if the component is so
 * small that a search does better to look at everything. */
double kf_step_gap(const kf_cost_step *, const kf_component *);
/* What a proven bound proves. */
double kf_step_raise(const kf_cost_step *, double bound);

#endif
