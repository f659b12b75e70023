/* totals.h -- the score that is possible at best, and what the current assignment pays, by
 * counting. */
#ifndef KF_TOTALS_H
#define KF_TOTALS_H

#include "ground/ground_rule.h"

/* The score of an assignment that satisfies every grounding at its best; score = best - cost. */
double kf_grounder_best(const kf_grounder *);
double kf_grounder_best_rest(const kf_grounder *); /* what rounding took from it */
/* Cost that every assignment pays; groundings that evidence decides do not count. */
double kf_grounder_constant(const kf_grounder *);
/* All weights of soft groundings in sum, without their signs. */
double kf_grounder_total_weight(const kf_grounder *);
/* What a difference between costs is measured by, beside the costs: 1, or all weights if less. */
double kf_grounder_cost_scale(const kf_grounder *);
/* KERF_INVALID, said in diags: the problem's weights add up to more than KF_MOST_WEIGHT. gr: the
 * rule that was ground last, or NULL. */
kerf_status kf_grounder_check_weights(kf_grounder *, const kf_ground_rule *);

bool kf_grounder_has_soft_evidence(const kf_grounder *); /* of hidden predicates */
/* What soft evidence makes the current assignment pay. */
double kf_grounder_evidence_cost(const kf_grounder *);
/* The groundings of one rule that the current assignment violates, with multiplicity, and their
 * cost; of a hard rule in `hard`, too. Evidence that decides a soft one counts for nothing. Call it
 * after kf_ground_local() and a first kf_separate(), or kf_ground_all(): these find what evidence
 * decides. ordered: the cost is the same to the last bit in every backend. */
kerf_status kf_grounder_unsatisfied(kf_grounder *, kf_ground_rule *, bool ordered,
                                    uint64_t *groundings, double *cost, uint64_t *hard);
/* The same of every rule, one after another; what rules ask alike of evidence is asked once. */
typedef void kf_unsatisfied_fn(void *context, size_t rule, uint64_t groundings, double cost,
                               uint64_t hard);
kerf_status kf_grounder_unsatisfied_all(kf_grounder *, bool ordered, kf_unsatisfied_fn *,
                                        void *context);
/* The same groundings one by one, as values of the rule's free variables; `times` is what a
 * cardinality counts, else 1. Those of a soft rule that evidence decides are among them. Acyclicity
 * has none. KERF_INTERRUPTED: emit or a kf_stop ended it. */
kerf_status kf_grounder_list_unsatisfied(kf_grounder *, kf_ground_rule *, kf_emit_fn *emit,
                                         void *context);

#endif
