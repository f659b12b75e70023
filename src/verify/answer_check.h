/* answer_check.h -- asserts that an answer costs what is said. */
#ifndef KF_ANSWER_CHECK_H
#define KF_ANSWER_CHECK_H

#include "evidence/evidence.h"
#include "model/model.h"

typedef struct kf_checked_answer {
    kf_model *model;
    const kf_evidence *evidence;                         /* in memory */
    double cost, score;                                  /* as they are said */
    kerf_status (*copy)(void *context, kf_evidence *to); /* the true atoms */
    void *context;
} kf_checked_answer;

/* Of a small world, in builds with assertions. */
void kf_answer_check(const kf_checked_answer *);

#endif
