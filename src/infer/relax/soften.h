/* soften.h -- private to infer/relax/ and session/: a model whose hard formulas are soft for a
 * while, and how it was written. */
#ifndef KF_SOFTEN_H
#define KF_SOFTEN_H

#include "base/mem.h"
#include "model/model.h"

typedef struct kf_softening {
    kf_model *model;
    kf_mem *mem;
    struct kf_written_rule *rules; /* by rule: as it was written */
    size_t n_rules;
} kf_softening;

kerf_status kf_soften_begin(kf_softening *, kf_model *, kf_mem *);
/* A violated grounding of a hard formula costs `weight`; silent: no other formula counts.
 * Acyclicity stays hard. */
void kf_soften(kf_softening *, double weight, bool silent);
void kf_soften_undo(kf_softening *); /* all rules are as they were written */
void kf_soften_end(kf_softening *);  /* does not undo; one that is all 0, too */

#endif
