/* weights.h -- .weights side files: tab-separated `label, constants..., weight`. */
#ifndef KF_WEIGHTS_H
#define KF_WEIGHTS_H

#include "base/input.h"
#include "base/text.h"
#include "model/model.h"

/* Sets the weights of rules by label: of tables by their constants, of rules without parameters
 * by the label alone. Constants named here only do not join any world. Weights that the model or
 * an earlier file gave are replaced; within one file a rule or row has one weight. strict: a
 * constant that a listed type lacks is an error, else a warning. KERF_INVALID (see diags): the
 * model may have some of the new weights. */
kerf_status kf_weights_read(kf_model *, kf_input *, const char *file, bool strict, kf_diags *);
/* For hints: what the constants of a line are, such as "w (word), t (tag)". */
void kf_weights_add_order(kf_text *, const kf_model *, const kf_rule *);

#endif
