/* check_model.h -- asserts the invariants of models and of compiled rules. Call through
 * KF_CHECK(). */
#ifndef KF_CHECK_MODEL_H
#define KF_CHECK_MODEL_H

#include "model/model.h"
#include "model/query.h"

/* Names, types, predicates and functions resolve to each other; constants stand in their ranges;
 * every rule is as kf_rule_check() wants it, and its label finds it. Once settled: what is hidden
 * is decided, holds no numbers, and no cardinality is left in RockIt's form. */
void kf_model_check(const kf_model *);

/* Variables in range and free ones first; types of terms as their places want them; the body in
 * negation normal form, with quantified variables below their quantifiers only. */
void kf_rule_check(const kf_model *, const kf_rule *);

/* Literals with as many arguments as they have places, their variables in range and listed in
 * `uses`; observed literals before hidden ones; each variable once in the tuple. */
void kf_compiled_check(const kf_model *, const kf_compiled *);

#endif
