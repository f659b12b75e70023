/* moves.h -- private to solve/clustering/: local search over clusterings.
 *
 * Nodes move to the cluster, or to one of their own, where they gain most; clusters join; kicks
 * disturb a few nodes, and what does not make up for it is undone. */
#ifndef KF_MOVES_H
#define KF_MOVES_H

#include "base/random.h"
#include "solve/clustering/net.h"
#include "solve/limits.h"

typedef struct kf_moved {
    uint32_t node, from;
} kf_moved;

typedef struct kf_moves {
    const kf_net *g; /* all its nodes are alive */
    kf_mem *mem;
    uint32_t *label;         /* by node: its cluster, below n */
    double *size, *charge;   /* by cluster: of its nodes in sum */
    uint32_t *count, *head;  /* by cluster: nodes, and one of them */
    uint32_t *next, *before; /* by node: in its cluster */
    double *sum;             /* by cluster, 0 in between: excess with a node */
    bool *seen;              /* by cluster, false in between: it is in `near` */
    uint32_t *near;          /* clusters that are */
    uint32_t n_near;
    uint32_t *empty; /* some clusters without nodes, and perhaps others */
    bool *in_empty;
    uint32_t n_empty;
    uint32_t *queue; /* a ring of nodes that may want to move */
    bool *queued;
    uint32_t first, n_queue;
    KF_VEC(kf_moved) log; /* moves since the best clustering */
    double gained;        /* by these */
    uint64_t work;        /* edges looked at */
} kf_moves;

/* label: a clustering, copied. Free it in any case. */
kerf_status kf_moves_open(kf_moves *, const kf_net *, const uint32_t *label);
void kf_moves_free(kf_moves *);
/* Until no node gains by moving, nor any cluster by joining another. */
kerf_status kf_moves_settle(kf_moves *, const kf_limits *);
/* The same, then kicks, until about so many edges were looked at; the best clustering stays. */
kerf_status kf_moves_search(kf_moves *, const kf_limits *, kf_random *, uint64_t work);
/* The clustering: each node gets a node of its cluster, the same for all. */
void kf_moves_read(const kf_moves *, uint32_t *label);
/* One node to a cluster; it is noted in the log. */
kerf_status kf_moves_move(kf_moves *, uint32_t node, uint32_t to);
uint32_t kf_moves_empty(kf_moves *); /* a cluster without nodes */
void kf_moves_queue(kf_moves *, uint32_t node);
/* Moves and joins until nothing in the queue gains. */
kerf_status kf_moves_run(kf_moves *, const kf_limits *);
/* Asserts: clusters are what labels say. */
void kf_moves_check(const kf_moves *);

#endif
