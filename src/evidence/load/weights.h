/* weights.h -- .weights side files: tab-separated `label, constants..., weight`. */
#ifndef KF_WEIGHTS_H
#define KF_WEIGHTS_H

#include "base/input.h"
#include "model/model.h"

/* Sets the weights of rules by label: of tables by their constants, of rules without parameters
 * by the label alone. Constants named here only do not join any world. Weights that the model or
 * an earlier file gave are replaced; within one file a rule or row has one weight. KERF_INVALID
 * (see diags): the model may have some of the new weights. */
kerf_status kf_weights_read(kf_model *, kf_input *, const char *file, kf_diags *);

#endif
