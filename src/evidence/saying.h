/* saying.h -- private to evidence/ and session/: an atom as a caller or a file of changes says it,
 * checked against the model before it changes the evidence. */
#ifndef KF_SAYING_H
#define KF_SAYING_H

#include "evidence/evidence.h"

typedef struct kf_saying {
    const kf_model *model;
    kf_evidence *evidence;
    kf_diags *diags;
    bool strict_types;
    kf_str predicate;
    const kf_str *arguments; /* with the number, if the predicate has one */
    uint32_t n;
    kf_said part;          /* KF_SAID_VALUE: it is taken back */
    const kf_place *place; /* in a file; NULL: complaints go to `error` */
    char *error;
    size_t most_error;
} kf_saying;

/* Can it be said? Gives the predicate, and its number. KERF_INVALID: it cannot. */
kerf_status kf_saying_check(const kf_saying *, uint32_t *predicate, double *number);
/* The constants of an atom that is to be said, new ones made. */
kerf_status kf_saying_name(const kf_saying *, uint32_t predicate, uint32_t *row);
/* Of an atom that is to be taken back. False: nothing can have been said of it. */
bool kf_saying_find(const kf_saying *, uint32_t predicate, uint32_t *row);

#endif
