/* nodes.h -- the nodes that the pairs of a component relate (kf_ends), numbered from 0.
 *
 * A constant is a different node in every relation, so that no pair joins nodes of two
 * relations. */
#ifndef KF_NODES_H
#define KF_NODES_H

#include "problem/component.h"

typedef struct kf_nodes {
    uint32_t n;
    uint32_t *from, *to; /* by atom: its nodes; KF_NO_NODE: it is no pair */
    uint32_t n_atoms;
} kf_nodes;

#define KF_NO_NODE UINT32_MAX

/* symmetric: only pairs of relations that are. Without pairs n is 0. Free it in any case. */
kerf_status kf_nodes_open(kf_nodes *, const kf_component *, kf_mem *, bool symmetric);
void kf_nodes_free(kf_nodes *, kf_mem *);
/* Asserts: an atom has two nodes or none, the same one where its ends are the same. */
void kf_nodes_check(const kf_nodes *, const kf_component *);

#endif
