/* learn_record.h -- what kerf_learn() leaves on the session, for kerf_write_report(). */
#ifndef KF_LEARN_RECORD_H
#define KF_LEARN_RECORD_H

#include "base/mem.h"
#include "kerf.h"

typedef struct kf_learn_record {
    kf_mem *mem;
    bool pll;
    bool averaged;                      /* the result is the average over all steps */
    KF_VEC(kerf_learn_progress) epochs; /* as they ended, in this run; with pll: steps */
    bool failed;                        /* one of them could not be kept */
    kerf_learned result;
    bool *rules; /* by rule of the model: is it learned? */
    size_t n_rules;
    /* Seconds. */
    double parse, read; /* the model; all worlds */
    double train;       /* from the first world to the last; with pll: counting and steps */
    double predict;     /* development data */
    double latest;      /* of `train` and `predict`, up to the last that was told */
} kf_learn_record;

/* NULL: no memory. */
kf_learn_record *kf_learn_record_new(kf_mem *, size_t n_rules);
void kf_learn_record_free(kf_learn_record *); /* NULL is legal */
/* After every world and at the end of every epoch, as the learner tells it. */
void kf_learn_record_note(kf_learn_record *, const kerf_learn_progress *);

#endif
