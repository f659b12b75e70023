/* net.h -- private to solve/clustering/: scored pairs as a graph whose nodes merge.
 *
 * A node stands for one or more of the nodes that were given. What a listed pair scores beyond an
 * unlisted one is its excess: when nodes merge, the excesses of their pairs add up, and a pair of
 * nodes of sizes s and t scores its excess less unlisted * s * t. Edges of a node are sorted by
 * neighbour. */
#ifndef KF_NET_H
#define KF_NET_H

#include "base/mem.h"

typedef struct kf_edge {
    uint32_t to;
    double excess;
} kf_edge;

typedef struct kf_net {
    uint32_t n; /* nodes, those that merged included */
    uint32_t alive;
    double unlisted;
    double *size;
    double *charge;   /* of joining any other; 0 once it has */
    uint32_t *into;   /* the node that it merged into; itself: it is alive */
    uint32_t *origin; /* a node of the first net that is in it */
    size_t *start;    /* edges in the pool */
    uint32_t *degree, *room;
    kf_mem *mem;
    KF_VEC(kf_edge) pool;
    KF_VEC(kf_edge) merged; /* room for a merge */
} kf_net;

/* Room for n nodes and `edges` edges, each counted in both directions; size 1, no charge, no edge.
 * To be filled by kf_net_add_edge() in the order of nodes. Free it in any case. */
kerf_status kf_net_open(kf_net *, kf_mem *, uint32_t n, size_t edges);
void kf_net_free(kf_net *);
/* Edges of the nodes are added node by node; kf_net_close() sorts them. */
void kf_net_begin_node(kf_net *, uint32_t node);
void kf_net_add_edge(kf_net *, uint32_t node, uint32_t to, double excess);
void kf_net_close(kf_net *);
/* Two nodes become one, which is returned by name: a or b. */
kerf_status kf_net_merge(kf_net *, uint32_t a, uint32_t b, uint32_t *kept);
/* The same in two nets that have the same nodes and edges, or are one. */
kerf_status kf_nets_merge(kf_net *, kf_net *other, uint32_t a, uint32_t b, uint32_t *kept);
#define KF_MERGED UINT32_MAX
/* The nodes listed, which are alive, as a net of their own; what leads outside is left out. index:
 * room by node of the net, all KF_MERGED, and so again afterwards. */
kerf_status kf_net_part(const kf_net *, const uint32_t *nodes, uint32_t n, uint32_t *index,
                        kf_net *out);
/* Numbers the components of alive nodes that pairs of positive score connect, from 0; KF_MERGED for
 * the rest. room: by node. */
uint32_t kf_net_components(const kf_net *, uint32_t *component, uint32_t *room);
/* What a clustering of alive nodes gains: label by node, below n. */
double kf_net_value(const kf_net *, const uint32_t *label, double *size, uint32_t *count);
/* Asserts: edges are sorted, there in both directions and with one excess, between alive nodes. */
void kf_net_check(const kf_net *);

static inline const kf_edge *kf_net_edges(const kf_net *g, uint32_t node)
{
    return g->pool.at + g->start[node];
}
static inline double kf_net_score(const kf_net *g, uint32_t node, const kf_edge *e)
{
    return e->excess - g->unlisted * g->size[node] * g->size[e->to];
}
static inline bool kf_net_is_alive(const kf_net *g, uint32_t node)
{
    return g->into[node] == node;
}

#endif
