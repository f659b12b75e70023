/* learning.h -- private to learn.c, learn_methods.c and checkpoint.c. */
#ifndef KF_LEARNING_H
#define KF_LEARNING_H

#include "session/session.h"
#include "learn/learn.h"

/* ---- Checkpoints (checkpoint.c) ---- */

typedef struct kf_checkpoint {
    kerf *k;
    const char *path;
    const kf_parameters *p;
    kf_text settings; /* what a run must have in common with the one that it goes on from */
    bool failed;      /* to write; said once */
} kf_checkpoint;

/* Weights and state as the file has them; as they are if there is no file. */
kerf_status kf_checkpoint_read(kf_checkpoint *, kf_parameters *, kf_learn_state *);
/* A file that cannot be written is a warning, once: learning goes on. */
kerf_status kf_checkpoint_write(kf_checkpoint *, const kf_learn_state *);

/* KERF_MISUSE: an option was given that another method than the chosen one has. */
kerf_status kf_learning_check_options(kerf *);

#endif
