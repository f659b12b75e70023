/* set_partitions.h -- private to solve/eliminate/: sums over all partitions of a small set.
 *
 * A partition weighs the product of its blocks. A block weighs exp(sum of `join` over its pairs), a
 * block of one node exp(alone). Z is the sum over all partitions. */
#ifndef KF_SET_PARTITIONS_H
#define KF_SET_PARTITIONS_H

#include "base/mem.h"
#include "solve/limits.h"

enum { KF_PARTITION_NODES = 20 };

typedef struct kf_partitions {
    uint32_t n;          /* nodes, 1 or more */
    const double *join;  /* by pair of nodes, both ways; -INFINITY: never in one block */
    const double *alone; /* by node; finite */
    double units;        /* by which the logarithms of a partition may be wrong in sum */
    const kf_limits *limits;
    /* What comes out: */
    bool stopped;
    double log_z, error;
    double *some, *others; /* by pair of nodes: shares of both in one block, and in two; of a node
                            * with itself: in a block with others, and alone. Room for both */
    double share_units;    /* by which each of them may be wrong, relative to it */
} kf_partitions;

double kf_partitions_work(uint32_t n);  /* terms of all sums */
double kf_partitions_bytes(uint32_t n); /* held at once */
/* KERF_NO_MEMORY: nothing is set. */
kerf_status kf_partitions_sum(kf_partitions *, kf_mem *);

#endif
