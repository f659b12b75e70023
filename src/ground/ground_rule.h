/* ground_rule.h -- the rules of a grounder, one by one.
 *
 * The grounder has the rules of the model in their order, without those that ask nothing. A rule
 * keeps the tuples found for where its clause is false and where it is true. */
#ifndef KF_GROUND_RULE_H
#define KF_GROUND_RULE_H

#include "ground/grounder.h"

typedef struct kf_ground_rule kf_ground_rule;

size_t kf_grounder_n_rules(const kf_grounder *);
/* Borrowed; rules do not move. */
kf_ground_rule *kf_grounder_rule(const kf_grounder *, size_t i);

uint32_t kf_ground_rule_id(const kf_ground_rule *); /* its rule of the model */
const kf_compiled *kf_ground_rule_compiled(const kf_ground_rule *);
uint64_t kf_ground_rule_groundings(const kf_ground_rule *); /* that exist */
uint64_t kf_ground_rule_added(const kf_ground_rule *); /* its tuples that went into the problem */
/* Groundings that evidence alone decides against, and their weight. */
uint64_t kf_ground_rule_decided(const kf_ground_rule *);
double kf_ground_rule_paid(const kf_ground_rule *);
/* What it scores at best: that minus what it pays is what it scores. */
double kf_ground_rule_best(const kf_ground_rule *);
/* Who adds, for the first row of its weight table: row by row, and one more for what has no row. 0:
 * the rule does, for all of them. With kf_grounder_trace() only. */
uint32_t kf_ground_rule_rows_from(const kf_ground_rule *);
/* Weight of a grounding; INFINITY: hard. */
double kf_grounder_weight(const kf_grounder *, const kf_ground_rule *, const kf_binding *);

/* Local rules whose costs the caller adds to atoms: learning keeps them from one example to the
 * next. */
void kf_ground_rule_set_kept(kf_ground_rule *, bool);
bool kf_ground_rule_is_kept(const kf_ground_rule *);

/* A rule is separated when those of lower stages find nothing new. stages: by rule of the model;
 * NULL: all are of stage 0. */
void kf_grounder_set_stages(kf_grounder *, const uint32_t *stages);
bool kf_grounder_has_stages(const kf_grounder *);
/* Was an acyclicity separated? Its cycles are never all in the problem. */
/* Are all formulas: no cardinality, no acyclicity? */
bool kf_grounder_has_logic_only(const kf_grounder *);
bool kf_grounder_has_cycles(const kf_grounder *);
/* The first hard rule of the model that evidence alone breaks, as far as separation knows; or
 * KF_NONE. */
uint32_t kf_grounder_broken_rule(const kf_grounder *);
/* All tuples that were found, and their groundings. */
void kf_grounder_count_found(const kf_grounder *, uint64_t *tuples, uint64_t *groundings);

#endif
