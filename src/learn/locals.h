/* locals.h -- what local formulas say of the atoms of each world, kept.
 *
 * A local formula has one hidden atom in a grounding, and evidence for the rest. So its groundings
 * never change, only their weights do: a world is asked for them once, when it is first opened. From
 * then on what its atoms cost is a sum over a list, and evidence that no other formula reads is not
 * even unpacked. Where memory is short a world is asked each time it is opened, for the same list, so
 * that sums are the same to the last bit. */
#ifndef KF_LOCALS_H
#define KF_LOCALS_H

#include "learn/learn.h"

typedef struct kf_locals kf_locals;

/* Once the parameters are collected: from now on none is added. */
kerf_status kf_locals_new(kf_locals **, const kf_learning *);
void kf_locals_free(kf_locals *);

/* kf_lesson_open() of a training or development world; kf_ground_rule_is_kept() tells which rules are. */
kerf_status kf_locals_open(kf_locals *, kf_examples *, uint32_t index, kf_lesson *);
/* Memory is short: gives back what is kept, and keeps no more. false: nothing was. No lesson is open. */
bool kf_locals_forget(kf_locals *);
/* What these make atoms pay, into the lesson's problem. */
kerf_status kf_locals_add_costs(kf_locals *, kf_lesson *);

/* Atoms that are not the same in two worlds. */
typedef struct kf_changed {
    uint32_t predicate;
    const uint32_t *row;
    double sign; /* 1: true in the first, -1: in the second */
} kf_changed;
/* True groundings of the kept rules, in the first world less in the second, by parameter; one may come
 * several times. */
typedef kerf_status kf_local_fn(void *context, uint32_t id, double times);
kerf_status kf_locals_compare(kf_locals *, const kf_lesson *, const kf_changed *, size_t n,
                              kf_local_fn *, void *context);

#endif
