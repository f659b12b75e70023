/* preorder.h -- preorders on nodes: nodes in classes, and classes above others, such that scores
 * sum to much.
 *
 * A transitive relation that need not be symmetric can do better than partition.h: a node may be
 * above several classes that are not related to each other. Here every class is an upper or a lower
 * one, and an upper class is related to the lower classes where that gains. No path has two steps,
 * so every choice is transitive. A heuristic: nodes move to where they gain most, classes change
 * sides or merge, until no move gains. Then a few nodes are moved at random and the search repeats,
 * for a number of steps that depends only on the number of nodes. */
#ifndef KF_PREORDER_H
#define KF_PREORDER_H

#include "base/mem.h"

typedef struct kf_preorder {
    uint32_t n;
    double *score; /* n by n: what it gains that the first is related to the second; the caller's */
    uint32_t *label;  /* by node: its class, below n; the caller's to begin with */
    bool *above;      /* by class; the caller's to begin with */
    double *joint;    /* n by n, of classes: the sum of what pairs of their nodes gain */
    uint32_t *size;   /* by class: nodes in it */
    double *out, *in; /* room: by class, of the node at hand */
    uint32_t *used;   /* room: classes with nodes */
    uint32_t n_used;
    uint32_t *best_label; /* room */
    bool *best_above;
    double value; /* what all gain */
    uint64_t steps;
} kf_preorder;

/* Scores are 0, every node is a class of its own, below. Free it in any case. */
bool kf_preorder_open(kf_preorder *, kf_mem *, uint32_t n);
void kf_preorder_free(kf_preorder *, kf_mem *);
void kf_preorder_improve(kf_preorder *);
/* Asserts: sizes of classes are those of the labels, and the classes in use are those with
 * nodes. */
void kf_preorder_check(const kf_preorder *);
/* Afterwards: is the first related to the second? */
bool kf_preorder_holds(const kf_preorder *, uint32_t from, uint32_t to);

#endif
