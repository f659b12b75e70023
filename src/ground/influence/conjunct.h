/* conjunct.h -- private to influence*.c: conjunctions of a rule, and what each atom changes in
 * them. */
#ifndef KF_CONJUNCT_H
#define KF_CONJUNCT_H

#include "ground/ask/ask.h"
#include "ground/influence/influence.h"

/* A conjunction of a rule's literals, whose hidden ones are atoms. */
typedef struct kf_conjunct {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_literal *literals;
    uint32_t n;
    bool turned; /* it has the opposites of these */
    bool tuple;  /* `found` needs the tuple */
    bool groups; /* of a cardinality: about groups, not about what is counted */
    kf_influence_fn *found;
    void *context;
} kf_conjunct;

/* What each atom changes in the number of groundings where the conjunction holds. */
kerf_status kf_conjunct_ask(const kf_conjunct *);

/* What the weight of a change depends on is needed. */
void kf_influence_need(kf_ask *);

/* kf_ground_influence() of cardinalities, and of anything else, grounding by grounding. */
kerf_status kf_influence_count(kf_grounder *, kf_ground_rule *, kf_influence_fn *, void *context);
kerf_status kf_influence_general(kf_grounder *, kf_ground_rule *, kf_influence_fn *, void *context);

#endif
