/* believing.h -- private to solve/eliminate/: marginals of a network that a caller within the
 * folder has built. */
#ifndef KF_BELIEVING_H
#define KF_BELIEVING_H

#include "solve/eliminate/beliefs.h"
#include "solve/network/network.h"

typedef struct kf_class_beliefs { /* by variable of a network */
    kf_arena arena;
    double **count; /* by value */
    double *units;  /* relative error, see buckets.h */
    double **joint; /* of variables a < b in a table, at a * variables + b; by values; else NULL */
    double *joint_units;
    double **table;      /* by table of the network and its entries */
    double *table_units; /* joints and tables: NULL where they were not asked for */
} kf_class_beliefs;

/* The network is this function's. joints: those of tables over so many variables at the most are
 * asked for; 0: none. `out` has
 * all but atoms and constraints; the beliefs are there if it is done, Z is not 0 and more was asked
 * for than that. The component is where it came from. */
kerf_status kf_believe_network(const kf_component *, const kf_network *, const kf_belief_options *,
                               uint32_t joints, kf_mem *, kf_beliefs *out, kf_class_beliefs *);
void kf_class_beliefs_close(kf_class_beliefs *);

#endif
