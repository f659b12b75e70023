/* clusters.h -- clusterings, solved apart from the ground problem. */
#ifndef KF_CLUSTERS_H
#define KF_CLUSTERS_H

#include "infer/cpi.h"

typedef struct kf_clusters { /* what is known of all clusterings of the model */
    bool any;
    bool stopped;                 /* one was cut short, and has a gap */
    double gap;                   /* of their cost */
    uint64_t pairs;               /* with a score of their own */
    uint64_t components, largest; /* that contraction left, or one for all; pairs of the largest */
    uint64_t work;
} kf_clusters;

/* Before kf_ground_local(): predicates that are clusterings. */
kerf_status kf_clusters_find(kf_grounder *, const kf_cpi_options *);
/* After it: solves them and sets their atoms in the database. What cannot be solved so goes into
 * the problem. Being stopped is no failure. */
kerf_status kf_clusters_solve(kf_grounder *, const kf_cpi_options *, const kf_limits *,
                              kf_clusters *);

#endif
