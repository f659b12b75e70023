/* contrast.h -- which groundings two assignments pay for, where they differ.
 *
 * Only groundings with an atom that differs are visited, under both assignments in turn. They are
 * found by queries that know nothing of the problem or of who found the assignments: so what they
 * weigh in sum says again by how much the costs differ. */
#ifndef KF_CONTRAST_H
#define KF_CONTRAST_H

#include "ground/ground_rule.h"
#include "ground/tuple_map.h"

typedef struct kf_contrast {
    kf_grounder *g;
    kf_mem *mem;
    kf_tuple_map *paid[2]; /* by rule of the grounder, for either assignment: what it pays */
    size_t n_rules;
    uint64_t hard[2]; /* violated groundings of hard rules; of an acyclicity, knots */
} kf_contrast;

kerf_status kf_contrast_new(kf_contrast *, kf_grounder *);
void kf_contrast_free(kf_contrast *);
/* The assignment in the database is one of the two, and the atoms that differ have flipped since
 * kf_grounder_forget_flips(). */
kerf_status kf_contrast_take(kf_contrast *, int which);

/* Groundings that this one pays for and the other does not, rule by rule. The binding has values of
 * the rule's free variables. count: of a cardinality. */
typedef kerf_status kf_contrast_fn(void *context, kf_ground_rule *, const kf_binding *,
                                   double weight, uint64_t count);
kerf_status kf_contrast_list(const kf_contrast *, int which, kf_contrast_fn *, void *context);

#endif
