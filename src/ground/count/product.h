/* product.h -- soft clauses whose hidden literals share no variables, counted instead of ground.
 *
 * The literals of such a clause fall into groups without common variables, and the number of its
 * violated groundings is a product of one count per group (product.c). A product is active once
 * there would be too much to ground; from then on none of its groundings is in the problem. */
#ifndef KF_PRODUCT_H
#define KF_PRODUCT_H

#include "ground/ground_rule.h"

bool kf_product_is_active(const kf_ground_rule *);
/* Of an active product: groundings that pay in the current assignment, as last separated. */
uint64_t kf_product_violated(const kf_ground_rule *);
uint32_t kf_product_n_groups(const kf_ground_rule *);
/* Does it pay where its clause is true, else where it is false? */
bool kf_product_pays_when_true(const kf_ground_rule *);
/* What a tuple of the group costs where it pays, the other groups as last separated; or, hopeful,
 * as if they were where they pay most for. 0: the group has not one hidden literal. */
double kf_product_price(const kf_ground_rule *, uint32_t group, bool hopeful);

/* The open atoms of a group that has one hidden literal, with the sign of the literal and the
 * number of the group's tuples. */
typedef kerf_status kf_product_fn(void *context, kf_atom, bool negated, uint64_t times);
kerf_status kf_product_atoms(kf_grounder *, kf_ground_rule *, uint32_t group, kf_product_fn *,
                             void *context);

#endif
