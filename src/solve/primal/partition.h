/* partition.h -- correlation clustering: nodes in classes, such that the scores of pairs within
 * classes sum to much.
 *
 * A heuristic. Classes are merged, the pair with the largest gain first; then single nodes move to
 * the class where they gain most, until no move gains. */
#ifndef KF_PARTITION_H
#define KF_PARTITION_H

#include "base/random.h"
#include "problem/component.h"
#include "solve/limits.h"

typedef struct kf_partition {
    uint32_t n;
    double *score;     /* n by n, symmetric: what a pair gains by being in one class */
    uint32_t *label;   /* by node: its class, below n; the caller's to begin with */
    double *joint;     /* room: n by n, of classes */
    double *gain;      /* room: by class */
    uint32_t *partner; /* room: by class, the best to join with */
    bool *used;        /* room: by class, it has nodes */
} kf_partition;

/* Scores are 0 and every node is a class of its own. Free it in any case. */
bool kf_partition_open(kf_partition *, kf_mem *, uint32_t n);
void kf_partition_free(kf_partition *, kf_mem *);
void kf_partition_improve(kf_partition *);
/* Asserts: labels are classes, and scores are symmetric numbers. */
void kf_partition_check(const kf_partition *);
/* The same by simulated annealing, from the labels at hand, with about so much work: scores looked
 * at. The best labels seen stay (partition_cool.c). */
kerf_status kf_partition_cool(kf_partition *, const kf_limits *, kf_mem *, kf_random *,
                              uint64_t work);

#endif
