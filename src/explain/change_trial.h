/* change_trial.h -- private to explain/ and session/: does an atom flip if evidence is changed?
 *
 * session/clone.c answers by solving the changed world; the search for a least change
 * (least_change.c) decides which changes to try. */
#ifndef KF_CHANGE_TRIAL_H
#define KF_CHANGE_TRIAL_H

#include "explain/explainer.h"

enum { KF_MOST_WAYS = 2 };

typedef struct kf_change_fact { /* an atom that evidence gives */
    uint32_t predicate;
    kf_said said;
    uint32_t at;     /* its row in kf_evidence_facts() */
    uint32_t n_ways; /* in which something else can be said of it */
    uint32_t now;    /* in the copy: its way, from 1; 0: as it is */
} kf_change_fact;

typedef struct kf_change { /* something else is said of an atom */
    uint32_t fact;         /* of the trial */
    uint32_t way;          /* from 1 */
} kf_change;

typedef struct kf_change_says {
    kf_said said;
    double probability; /* of soft evidence */
} kf_change_says;

typedef enum kf_flips { KF_FLIPS_NOT, KF_FLIPS, KF_FLIPS_UNKNOWN } kf_flips;

typedef struct kf_change_trial kf_change_trial;

/* Does the atom flip with these changes, each of another fact? KF_FLIPS: every best world has it
 * the other way, and `difference` is set. UNKNOWN: it was not proven. */
typedef kerf_status kf_change_ask_fn(kf_change_trial *, const kf_change *, size_t n, kf_flips *);
/* Why it does not flip with the changes of the last try: the groundings that a world pays for in
 * which it does, in paid[*side]. NULL: there are none. Borrowed until the next try. */
typedef kerf_status kf_change_contrast_fn(kf_change_trial *, const kf_explanation **, int *side);

struct kf_change_trial {
    kf_mem *mem;
    const kf_model *model;
    const kf_evidence *evidence; /* as it is */
    const kf_asked_atom *atom;
    const char *text; /* of the atom */
    bool value;       /* in the answer */
    kf_stop *stop;
    KF_VEC(kf_change_fact) facts;
    uint32_t tried, most;
    bool over;         /* no more tries, or no more time */
    double difference; /* of the last try that flips it */
    kf_change_ask_fn *ask;
    kf_change_contrast_fn *contrast;
    void *context; /* of these two */
};

void kf_change_trial_free(kf_change_trial *);
/* The index of a fact, new to the trial or not; before anything is tried, facts may be added in any
 * order. */
kerf_status kf_change_trial_fact(kf_change_trial *, uint32_t predicate, kf_said, uint32_t at,
                                 uint32_t *index);
/* Asks, if there are tries and time left; KF_FLIPS_UNKNOWN: there are not. */
kerf_status kf_change_trial_ask(kf_change_trial *, const kf_change *, size_t n, kf_flips *);
/* What is said of a fact; way 0: now. */
kf_change_says kf_change_trial_says(const kf_change_trial *, const kf_change_fact *, uint32_t way);

/* A least change that flips the atom, into its explanation (least_change.c). allowed: by predicate,
 * whether its facts may change. */
kerf_status kf_least_change(kf_change_trial *, const bool *allowed, kf_arena *, kf_explanation *);

#endif
