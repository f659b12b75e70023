/* change_trial.h -- private to session/answer/: what becomes of an atom where evidence is changed.
 *
 * A copy of the session has the changed evidence, and is solved again; the session itself stays as
 * it is. From one change to the next only what differs is said anew. */
#ifndef KF_CHANGE_TRIAL_H
#define KF_CHANGE_TRIAL_H

#include "session/session.h"

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

typedef struct kf_change_trial {
    kerf *k, *copy;
    const kf_asked_atom *atom;
    const char *text; /* of the atom */
    bool value;       /* in the answer */
    kf_stop *stop;
    KF_VEC(kf_change_fact) facts;
    KF_VEC(uint32_t) changed; /* of these, in the copy */
    uint32_t tried, most;
    bool over;         /* no more tries, or no more time */
    double difference; /* of the last try that flips it */
} kf_change_trial;

/* The copy; `facts` is empty. Close it whatever comes. */
kerf_status kf_change_trial_open(kf_change_trial *);
void kf_change_trial_close(kf_change_trial *);
/* The index of a fact, new to the trial or not; before anything is tried, facts may be added in any
 * order. */
kerf_status kf_change_trial_fact(kf_change_trial *, uint32_t predicate, kf_said, uint32_t at,
                                 uint32_t *index);
/* Does the atom flip with these changes, each of another fact? KF_FLIPS: every best world has it
 * the other way. UNKNOWN: the trial is over, or it was not proven. */
kerf_status kf_change_trial_ask(kf_change_trial *, const kf_change *, size_t n, kf_flips *);
/* Why it does not flip with the changes of the last try: the groundings that a world pays for in
 * which it does, in paid[*side]. NULL: there are none. Borrowed until the next try. */
kerf_status kf_change_trial_contrast(kf_change_trial *, const kf_explanation **, int *side);
/* What is said of a fact; way 0: now. */
kf_change_says kf_change_trial_says(const kf_change_trial *, const kf_change_fact *, uint32_t way);

/* A least change that flips an atom, into its explanation (least_change.c). */
kerf_status kf_session_least_change(kerf *, const kerf_explain_options *, kf_stop *,
                                    const kf_asked_atom *, bool proven, kf_explanation *);

#endif
