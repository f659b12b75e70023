/* belief_state.h -- private to beliefs.c and belief_routes.c: a component on its way to
 * probabilities. */
#ifndef KF_BELIEF_STATE_H
#define KF_BELIEF_STATE_H

#include "solve/eliminate/beliefs.h"
#include "solve/eliminate/buckets.h"

typedef struct kf_believing {
    const kf_component *component;
    const kf_belief_options *options;
    kf_limits ordering; /* of the search for an order */
    kf_elimination e;
    kf_buckets c;
    kf_collected collected;
    kf_arena arena;
    double **belief;     /* by variable and value */
    double *error;       /* by variable, in units */
    double *outside;     /* by position: units of what came from its parent */
    double **table;      /* by table of the network, in the order of its entries; or NULL */
    double *table_error; /* in units */
    KF_VEC(kf_factor) targets;
    bool tables; /* their beliefs are asked for */
    bool hard;   /* some constraint is */
    bool exact;  /* costs are so large that what rounding takes from them is kept */
} kf_believing;

/* Room for the probabilities of so many variables, and the errors. The graph is there. */
kerf_status kf_believing_values(kf_believing *, uint32_t n);

/* belief_routes.c: no order fits. Another way, if there is one; probabilities are those of
 * variables. */
kerf_status kf_believe_otherwise(kf_believing *, kf_beliefs *);

#endif
