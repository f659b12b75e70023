/* ring.h -- cycles of a relation that must be acyclic, node by node. */
#ifndef KF_RING_H
#define KF_RING_H

#include "ground/grounder.h"

typedef struct kf_ring {
    KF_VEC(uint32_t) nodes; /* each has an edge to the next, the last one to the first */
} kf_ring;

/* A cycle of these atoms (n pairs) and of those that evidence makes true, through the first atom if
 * there is one; else of evidence alone. No nodes: there is none. */
kerf_status kf_ground_ring(kf_grounder *, uint32_t predicate, const uint32_t *pairs, uint32_t n,
                           kf_ring *);

#endif
