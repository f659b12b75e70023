/* answers.h -- the answers of inference in one world: the best, and others that it met on the way. */
#ifndef KF_ANSWERS_H
#define KF_ANSWERS_H

#include "learn/learn.h"

typedef struct kf_answers kf_answers;

kerf_status kf_answers_new(kf_answers **, const kf_learning *);
void kf_answers_free(kf_answers *);

/* Cutting plane inference in an example; its database then holds the best world. augmented: atoms
 * that are not as in the truth score their cost more. *result: is to be freed by the caller. */
kerf_status kf_answers_find(kf_answers *, kf_lesson *, bool augmented, kf_cpi_result *result);
/* Worlds that inference met on its way, that break nothing hard, are different from each other and
 * from the best, and are the next best: at most k - 1. */
uint32_t kf_answers_count(const kf_answers *);
/* Put one of them, from 0, into the database. */
kerf_status kf_answers_show(kf_answers *, kf_lesson *, uint32_t index);

#endif
