/* verified_record.h -- private to report/ and session/: the record of kerf_verify(). */
#ifndef KF_VERIFIED_RECORD_H
#define KF_VERIFIED_RECORD_H

#include "report/records/record.h"
#include "verify/verify.h"

/* What the verifier has counted in all worlds, unless only a bound was wanted; proven: what a
 * certificate proves over all of them, NULL: there is none. */
kerf_status kf_verified_fill(kf_verified *, const kf_verifier *, const kf_model *, bool counted,
                             const kf_dyadic *proven);

#endif
