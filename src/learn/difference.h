/* difference.h -- the difference between the truth of an example and an answer: atoms, features and
 * score.
 *
 * Only groundings with an atom that differs are visited, under both assignments in turn, so the
 * effort grows with the difference and not with the example. */
#ifndef KF_DIFFERENCE_H
#define KF_DIFFERENCE_H

#include "learn/locals.h"

typedef struct kf_entry { /* of a sparse vector over parameters */
    uint32_t id;
    double value;
} kf_entry;

typedef struct kf_difference {
    double loss;                   /* costs of atoms that are not as in the truth */
    uint64_t right, wrong, missed; /* true in both, in the answer only, in the truth only */
    KF_VEC(kf_entry) features;     /* number of true groundings, truth less answer; none is 0 */
    double score;                  /* the same for the score: weights that are not learned, too */
} kf_difference;

typedef struct kf_differ kf_differ;

kerf_status kf_differ_new(kf_differ **, const kf_learning *, kf_locals *);
void kf_differ_free(kf_differ *);
/* Between the example's truth and the assignment in its database, which stays as it is. costs: by
 * predicate. What `out` held before is forgotten, its room is used again. */
kerf_status kf_differ_run(kf_differ *, kf_example *, const double *costs, kf_difference *out);
/* The same without features and score. */
kerf_status kf_differ_atoms(kf_differ *, kf_example *, const double *costs, kf_difference *out);

#endif
