/* scope_graph.h -- private to solve/eliminate/: which variables of a network are in a table
 * together. */
#ifndef KF_SCOPE_GRAPH_H
#define KF_SCOPE_GRAPH_H

#include "solve/network/network.h"

typedef struct kf_graph {
    uint32_t n;
    const uint32_t *size; /* by vertex: values of the variable */
    double *bits;         /* their logarithm, base 2 */
    uint64_t *first;      /* neighbours of v: from first[v] up to first[v + 1] */
    uint32_t *neighbours; /* ascending */
    kf_stop *stop;        /* ends what is done with it: KERF_INTERRUPTED; NULL: nothing does */
} kf_graph;

kerf_status kf_graph_make(kf_graph *, const kf_network *, kf_stop *, kf_arena *);
/* Asserts: neighbours ascend, are in range and mutual. */
void kf_graph_check(const kf_graph *);

static inline uint32_t kf_graph_degree(const kf_graph *g, uint32_t v)
{
    return (uint32_t)(g->first[v + 1] - g->first[v]);
}

#endif
