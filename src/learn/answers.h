/* answers.h -- the answers of inference in one example: the best, and the next best. */
#ifndef KF_ANSWERS_H
#define KF_ANSWERS_H

#include "learn/locals.h"

typedef struct kf_answers kf_answers;

/* What goes into an answer. The amount of work decides, never time, so that two runs are equal. */
typedef enum kf_answer_effort {
    KF_ANSWER_NEAR,   /* no search: what rounding finds near the relaxation will do */
    KF_ANSWER_BEST,   /* proven, unless a component takes very much work */
    KF_ANSWER_PROVEN, /* proven, however long that takes */
} kf_answer_effort;

kerf_status kf_answers_new(kf_answers **, const kf_learning *, kf_locals *);
void kf_answers_free(kf_answers *);

typedef struct kf_answer_ask {
    kf_answer_effort effort;
    bool augmented; /* atoms that differ from the truth score their cost more */
    uint32_t k;     /* find the k - 1 next best assignments as well, as far as there are any */
} kf_answer_ask;

/* Cutting plane inference in an example; its database then holds the best assignment. *result: of
 * the best; the caller frees it. KERF_INTERRUPTED: it was stopped while it looked for the next
 * best. */
kerf_status kf_answers_find(kf_answers *, kf_example *, const kf_answer_ask *,
                            kf_cpi_result *result);
/* Are all of them proven: the best, and the next best in their order? */
bool kf_answers_are_proven(const kf_answers *);
/* The next best assignments. */
uint32_t kf_answers_count(const kf_answers *);
/* Puts one of them, from 0, into the database. */
kerf_status kf_answers_show(kf_answers *, kf_example *, uint32_t index);

#endif
