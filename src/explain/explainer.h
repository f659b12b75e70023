/* explainer.h -- why an atom of the answer is as it is: the best world in which it is not.
 *
 * The explainer starts from where inference has ended: the grounder with what is ground, and the
 * answer in its database, where it is again after each explanation. */
#ifndef KF_EXPLAINER_H
#define KF_EXPLAINER_H

#include "evidence/evidence.h"
#include "infer/pinned/pinned.h"
#include "query/database.h"
#include "report/records/explained.h"

typedef struct kf_explainer {
    kf_grounder *g;
    kf_cpi_options options; /* of inference */
    double cost;            /* of the answer */
    bool proven;            /* nothing costs less */
    double beside;          /* as in kf_cpi_result */
    bool cut;               /* grounding was interrupted */
    bool lifted;            /* nothing of the answer is in the problem */
    bool opened;            /* the answer is separated, and there are no flips */
    kf_pinned *near;        /* explains most atoms; NULL: not made yet, or not possible */
    bool far;               /* it is not possible */
    bool searched;          /* with a pin; before that the problem had these constraints: */
    kf_extent own;
} kf_explainer;

/* The answer of a run breaks nothing hard, and is in the grounder's database. */
kf_explainer kf_explainer_of(kf_grounder *, const kf_cpi_options *, const kf_cpi_result *);
void kf_explainer_close(kf_explainer *); /* before its grounder goes */

typedef struct kf_asked_atom {
    uint32_t predicate;
    uint32_t row[KF_MOST_ARITY];
    double number; /* of a predicate that has one */
} kf_asked_atom;

/* From text; KERF_INVALID: a message says why it is none of this world (asked_atom.c). */
kerf_status kf_asked_atom_read(kf_asked_atom *, const char *text, const kf_model *,
                               const kf_evidence *, kf_diags *);

/* One more explanation into the list, whatever its kind; of what is said of time all but the
 * seconds. Stopping is as the options say. KERF_INTERNAL: the other world is not what inference
 * said of it. After any failure the explainer is of no more use. */
kerf_status kf_explainer_run(kf_explainer *, const kf_asked_atom *, kf_explained *);

/* Is nothing of the predicate in the problem? It was solved as a clustering, or inference was
 * lifted. Then an explanation needs a run without KF_CLUSTERING over the whole database. */
bool kf_explainer_lacks(const kf_explainer *, uint32_t predicate);

/* ---- That run (without_clusters.c) ---- */

typedef KF_VEC(uint32_t) kf_answer_rows; /* a predicate, its row, and so on */
kerf_status kf_answer_rows_take(kf_answer_rows *, kf_mem *, const kf_database *);
/* The grounder is fresh. Afterwards the explainer is over it, with the same answer. */
kerf_status kf_explainer_leave_clusters(kf_explainer *, kf_grounder *, const kf_answer_rows *);

#endif
