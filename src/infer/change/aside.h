/* aside.h -- private to infer/ and session/: what was ground for the last answer, while facts
 * change.
 *
 * With the first change, database, grounder, problem and components of the last answer are put
 * aside, and the atoms that change are noted. The next run brings them up to the facts as they are
 * then (ground/change/change.h) and solves what that has touched. Where they cannot follow, they
 * are dropped, and everything is ground anew: so is it when most of the problem is what earlier
 * changes have left behind, which keeps memory in proportion to the world. */
#ifndef KF_ASIDE_H
#define KF_ASIDE_H

#include "ground/change/change.h"
#include "infer/cpi.h"

typedef struct kf_aside {
    struct kf_database *database; /* NULL: nothing is there */
    kf_problem *problem;
    kf_grounder *grounder;
    struct kf_components *components; /* or, */
    struct kf_lifted *lifted;         /* where the answer is of a quotient */
    kf_cpi_options options;           /* of the run; what it points to is gone */
    KF_VEC(kf_changed_atom) atoms;    /* of which something else may be said now */
} kf_aside;

void kf_aside_free(kf_aside *, kf_mem *); /* and then nothing is there */
/* For another session, over copies of model and evidence, into one that has nothing. What cannot be
 * copied is left out: then nothing is there. */
kerf_status kf_aside_copy(kf_aside *, const kf_aside *from, kf_mem *, kf_model *, kf_evidence *,
                          kf_diags *);
/* Asserts: nothing is there, or all of one answer; atoms are of its model. */
void kf_aside_check(const kf_aside *);
/* Can what is there follow a change of this predicate's facts? Its rows become the database's. */
bool kf_aside_follow(kf_aside *, uint32_t predicate);
/* Something else may be said of this atom now. Of too many, what is there is dropped. */
void kf_aside_note(kf_aside *, kf_mem *, const kf_evidence *, uint32_t predicate,
                   const uint32_t *row);
/* Does it serve a run with these options, and is it not worn? */
bool kf_aside_serves(const kf_aside *, const kf_cpi_options *);
/* Brings it up to the facts as they are. *anew: it cannot be. */
kerf_status kf_aside_change(kf_aside *, kf_stop *, bool *anew);

#endif
