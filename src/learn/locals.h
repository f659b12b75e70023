/* locals.h -- keeps the groundings of local formulas of each training example.
 *
 * A grounding of a local formula has one hidden atom; the rest is evidence. So the groundings never
 * change, only their weights do: they are listed once, when the example is first opened. From then
 * on the costs of its atoms are sums over that list, and evidence that no other formula reads is
 * not unpacked. Where memory is short the list is made each time the example is opened. It is the
 * same list, so that sums are the same to the last bit. */
#ifndef KF_LOCALS_H
#define KF_LOCALS_H

#include "learn/learn.h"

typedef struct kf_locals kf_locals;

/* Once the parameters are collected: from now on none is added. */
kerf_status kf_locals_new(kf_locals **, const kf_learning *);
void kf_locals_free(kf_locals *);

/* kf_example_open() of a training or development example; kf_ground_rule_is_kept() tells which
 * rules are kept. */
kerf_status kf_locals_open(kf_locals *, kf_examples *, uint32_t index, kf_example *);
/* Memory is short: frees what is kept, and keeps no more. false: nothing was kept. No example is
 * open. */
bool kf_locals_forget(kf_locals *);
/* Adds the costs of atoms that the kept groundings give to the example's problem. */
kerf_status kf_locals_add_costs(kf_locals *, kf_example *);

/* Atoms that differ between two assignments. */
typedef struct kf_changed {
    uint32_t predicate;
    const uint32_t *row;
    double sign; /* 1: true in the first, -1: in the second */
} kf_changed;
/* By parameter, the number of true groundings of the kept rules in the first assignment less that
 * in the second; a parameter may come several times. */
typedef kerf_status kf_local_fn(void *context, uint32_t id, double times);
kerf_status kf_locals_compare(kf_locals *, const kf_example *, const kf_changed *, size_t n,
                              kf_local_fn *, void *context);
/* Asserts that the lists of all kept examples are well formed. */
void kf_locals_check(const kf_locals *);

#endif
