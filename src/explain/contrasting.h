/* contrasting.h -- private to explain/: the contrast of two worlds in words. */
#ifndef KF_CONTRASTING_H
#define KF_CONTRASTING_H

#include "explain/explainer.h"
#include "ground/score/contrast.h"

typedef struct kf_contrasted {
    double paid[2]; /* what only the answer, what only the other world pays for, in sum */
} kf_contrasted;

/* Groundings and atoms into the explanation. The answer is in the database; flips: atoms of the
 * problem that are not as in the answer, `asked` among them. */
kerf_status kf_contrasting_tell(kf_grounder *, const kf_contrast *, const uint32_t *flips, size_t n,
                                uint32_t asked, kf_explained *, kf_explanation *, kf_contrasted *);
/* The atom as text. NULL: no memory. */
const char *kf_contrasting_atom(const kf_model *, const kf_asked_atom *, kf_arena *);

#endif
