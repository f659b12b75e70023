/* made.h -- private to query/ and session/: constants that formulas make, p([x + 1]). */
#ifndef KF_MADE_H
#define KF_MADE_H

#include "evidence/evidence.h"

/* Adds to the evidence what formulas of a settled model make of it: some do (kf_model.makes).
 * strict: a type that lists its constants gets no others. KERF_INVALID: they cannot be made here,
 * and a message says why; KERF_INTERRUPTED: the stop says so. */
kerf_status kf_make_constants(kf_model *, kf_evidence *, kf_mem *, bool strict, kf_stop *,
                              kf_diags *);

#endif
