/* checkpoint.h -- the state of an online learner as a file, from which another run goes on. */
#ifndef KF_CHECKPOINT_H
#define KF_CHECKPOINT_H

#include "base/diag.h"
#include "base/text.h"
#include "learn/learn.h"

typedef struct kf_checkpoint { /* all but the settings is borrowed */
    kf_mem *mem;
    const kf_model *model;
    kf_diags *diags;
    const char *path;
    kf_parameters *p;
    kf_text settings; /* what a run must have in common with the one that it goes on from */
    bool failed;      /* to write; reported once */
} kf_checkpoint;

typedef struct kf_learn_words { /* options as they were said */
    const char *method, *solver, *effort;
    const char *cost; /* or NULL */
} kf_learn_words;
void kf_checkpoint_describe(kf_checkpoint *, const kf_learning *, const kf_learn_words *);

/* Weights and state as the file has them; unchanged if there is no file. KERF_INVALID: the file is
 * damaged, or of another run. */
kerf_status kf_checkpoint_read(kf_checkpoint *, kf_learn_state *);
/* A file that cannot be written is a warning, once: learning goes on. */
kerf_status kf_checkpoint_write(kf_checkpoint *, const kf_learn_state *);

#endif
