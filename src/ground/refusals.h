/* refusals.h -- models that cannot be ground, or not be written out, and what is to blame. */
#ifndef KF_REFUSALS_H
#define KF_REFUSALS_H

#include "evidence/evidence.h"
#include "model/model.h"

/* Weights that are to be learned are nothing to ground with. KERF_INVALID: there are some. */
kerf_status kf_ground_needs_weights(const kf_model *, kf_diags *);
/* Functions without given values have one constant per application: which one has too many? */
void kf_blame_functions(const kf_model *, const kf_evidence *, kf_mem *, kf_diags *);
/* There are too many cycles to write them out, and what a file leaves out nobody would miss.
 * KERF_UNSUPPORTED: there is such a formula. */
kerf_status kf_refuse_acyclic(const kf_model *, kf_diags *);

#endif
