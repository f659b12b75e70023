/* unknown.h -- private to learn/ and session/: constants of development data that no training world
 * has, so that no weight can be learned for them. */
#ifndef KF_UNKNOWN_H
#define KF_UNKNOWN_H

#include "learn/examples.h"

typedef struct kf_unknown {
    kf_mem *mem;
    const kf_model *model;
    uint32_t *n_trained; /* by type: constants that training worlds have */
    uint64_t n;          /* true atoms with others */
    kf_text first;       /* the first of these */
} kf_unknown;

/* After the training worlds. Free it in any case, one that is all 0, too. */
kerf_status kf_unknown_begin(kf_unknown *, kf_mem *, const kf_model *);
void kf_unknown_look(kf_unknown *, const kf_examples *train, const kf_evidence *dev);
void kf_unknown_warn(const kf_unknown *, kf_diags *);
void kf_unknown_free(kf_unknown *);

#endif
