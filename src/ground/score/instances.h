/* instances.h -- a few groundings that the current assignment violates, to be shown. */
#ifndef KF_INSTANCES_H
#define KF_INSTANCES_H

#include "ground/ground_rule.h"

enum { KF_MOST_SHOWN = 8, KF_MOST_DESCRIBED = 32 }; /* atoms of one example; of one grounding */
typedef struct kf_instance_atom {
    uint32_t predicate, row[KF_MOST_ARITY];
    double number; /* of a predicate that has one */
    bool value;    /* in the current assignment */
    bool open;     /* evidence does not say */
} kf_instance_atom;

typedef struct kf_instance {
    const kf_binding *binding; /* values of the rule's free variables; the others are none */
    double weight;             /* INFINITY: hard */
    uint64_t count;            /* of a cardinality */
    uint32_t n;
    bool more; /* atoms than shown */
    const kf_instance_atom *atoms;
} kf_instance;
typedef kerf_status kf_instance_fn(void *context, const kf_instance *);

/* Up to so many groundings that the current assignment violates and another could satisfy; when, as
 * for kf_grounder_unsatisfied(). Stopping it is no failure: then there are fewer. */
kerf_status kf_ground_examples(kf_grounder *, kf_ground_rule *, uint32_t most, kf_instance_fn *,
                               void *context);

/* The atoms of one grounding, as the current assignment has them; of a cardinality, those that it
 * counts. The binding has values of the rule's free variables. */
kerf_status kf_ground_describe(kf_grounder *, kf_ground_rule *, const kf_binding *,
                               kf_instance_fn *, void *context);

#endif
