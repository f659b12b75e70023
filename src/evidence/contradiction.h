/* contradiction.h -- private to evidence/ and backend/sql/: sets of rows, and contradictions. */
#ifndef KF_CONTRADICTION_H
#define KF_CONTRADICTION_H

#include "evidence/evidence.h"

/* Make sets of a predicate's parts (KF_PREDICATE_PARTS of them) and report contradictions as
 * errors. sizes: by part, how many rows there are where these are not all; NULL: these are all. */
kerf_status kf_close_predicate(const kf_evidence *, uint32_t predicate, kf_facts *parts,
                               const uint32_t *sizes, kf_diags *);
/* The same of a function's values. */
kerf_status kf_close_function(const kf_evidence *, uint32_t function, kf_facts *values, kf_diags *);

#endif
