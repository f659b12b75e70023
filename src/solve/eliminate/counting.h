/* counting.h -- private to counted.c and counted_back.c: interchangeable atoms while they are
 * counted. */
#ifndef KF_COUNTING_H
#define KF_COUNTING_H

#include "solve/eliminate/believing.h"

enum { KF_MOST_CLASSES = 64 };

typedef struct kf_pair { /* a table over two variables with two values */
    uint32_t u, v;       /* u < v */
    double cost[4];      /* by value of u, then of v */
} kf_pair;

typedef struct kf_leaf { /* in the order of going */
    uint32_t variable, n;
    uint32_t rest[3]; /* in rising order; of three, one is the twin, which went next */
    double share[8];  /* of value 1, by values of the rest, the first of which counts most */
} kf_leaf;

typedef struct kf_counting {
    const kf_component *component;
    const kf_belief_options *options;
    kf_mem *mem;
    size_t used; /* of it, by others */
    kf_arena arena;
    kf_network net;
    uint32_t *uses, *only;     /* by variable: tables, and the sum of their numbers */
    uint32_t *first_use, *use; /* by variable: its tables, as they were */
    bool *gone;                /* by table */
    bool *is_leaf;             /* by variable */
    uint32_t *leaf_of;         /* by variable: one more than its leaf; 0: it is none */
    uint32_t (*scope)[3];      /* by table: what is left of it */
    uint32_t *n_scope;
    double (*cost)[8];
    KF_VEC(kf_leaf) leaves;
    KF_VEC(kf_pair) pairs;
    uint64_t *colour, *mixed; /* by variable */
    uint32_t *class_of;       /* by variable; UINT32_MAX: a leaf */
    uint32_t size[KF_MOST_CLASSES], first[KF_MOST_CLASSES], n_classes; /* members, one of them */
    kf_pair between[KF_MOST_CLASSES][KF_MOST_CLASSES]; /* u of the first, v of the second */
    uint64_t n_between[KF_MOST_CLASSES][KF_MOST_CLASSES];
    double off; /* what tables differ in sum */
} kf_counting;

/* The variable of its rest that is a leaf, too, and has all its own rest there: its place, or the
 * size of the rest if there is none. */
static inline uint32_t kf_leaf_inner(const kf_counting *c, const kf_leaf *x)
{
    for (uint32_t i = 0; i < x->n && x->n > 1; i++) {
        if (!c->leaf_of[x->rest[i]]) continue;
        const kf_leaf *b = &c->leaves.at[c->leaf_of[x->rest[i]] - 1];
        uint32_t there = 0;
        for (uint32_t k = 0; k < b->n; k++)
            for (uint32_t l = 0; l < x->n; l++) there += b->rest[k] == x->rest[l];
        if (there == b->n) return i;
    }
    return x->n;
}

/* Asserts, once there are classes: every variable is a leaf or in one class, the sizes of classes
 * add up, and every leaf has a rest, in rising order. */
void kf_counting_check(const kf_counting *);

/* counted_back.c: probabilities of atoms, and of constraints that pay where `out` has room. */
kerf_status kf_counted_tell(const kf_counting *, const kf_class_beliefs *, kf_beliefs *out);

#endif
