/* answers.h -- the answers of inference in one example: the best, and the next best. */
#ifndef KF_ANSWERS_H
#define KF_ANSWERS_H

#include "learn/locals.h"

typedef struct kf_answers kf_answers;

kerf_status kf_answers_new(kf_answers **, const kf_learning *, kf_locals *);
void kf_answers_free(kf_answers *);

/* Cutting plane inference in an example; its database then holds the best assignment. augmented:
 * atoms that differ from the truth score their cost more. The k - 1 next best assignments are found
 * as well, as far as there are any. *result: of the best; the caller frees it. KERF_INTERRUPTED:
 * it was stopped while it looked for these. */
kerf_status kf_answers_find(kf_answers *, kf_example *, bool augmented, uint32_t k,
                            kf_cpi_result *result);
/* The next best assignments. */
uint32_t kf_answers_count(const kf_answers *);
/* Puts one of them, from 0, into the database. */
kerf_status kf_answers_show(kf_answers *, kf_example *, uint32_t index);

#endif
