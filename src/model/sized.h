/* sized.h -- weights that depend on how many constants a type has: domSize(type) of pracmln. */
#ifndef KF_SIZED_H
#define KF_SIZED_H

#include "model/model.h"

/* Gives each such rule the weight that it has in a world with so many constants, by type. One that
 * is no finite number is an error at the formula. */
typedef uint32_t kf_type_size(const void *context, uint32_t type);
kerf_status kf_model_size_weights(kf_model *, kf_type_size *, const void *context, kf_diags *);

/* The weight as it is written: 0.5 + logx(domSize(t)). */
void kf_print_sized(kf_text *, const kf_model *, const kf_rule *);

#endif
