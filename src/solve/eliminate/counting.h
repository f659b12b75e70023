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
    uint32_t rest[2];
    double share[8]; /* of value 1, by values of the rest */
} kf_leaf;

typedef struct kf_counting {
    const kf_component *component;
    const kf_belief_options *options;
    kf_mem *mem;
    kf_arena arena;
    kf_network net;
    uint32_t *uses, *only; /* by variable: tables, and the sum of their numbers */
    bool *gone;            /* by table */
    bool *is_leaf;         /* by variable */
    uint32_t (*scope)[3];  /* by table: what is left of it */
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

/* counted_back.c: probabilities of atoms, and of constraints that pay where `out` has room. */
kerf_status kf_counted_tell(const kf_counting *, const kf_class_beliefs *, kf_beliefs *out);

#endif
