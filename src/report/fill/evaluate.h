/* evaluate.h -- private to report/ and session/: precision, recall and F1 of an answer. */
#ifndef KF_EVALUATE_H
#define KF_EVALUATE_H

#include "base/input.h"
#include "report/records/record.h"

typedef struct kf_rated_file { /* borrowed */
    const char *name;          /* for messages */
    kf_input *input;
} kf_rated_file;

/* Counts into a new record. The model says what is hidden, if it is there and settled.
 * KERF_INVALID: messages say what cannot be compared. */
kerf_status kf_evaluated_compare(kf_evaluated *, const kf_rated_file *truth,
                                 const kf_rated_file *answer, const kerf_evaluate_options *,
                                 const kf_model *, kf_diags *);

#endif
