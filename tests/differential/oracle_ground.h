/* oracle_ground.h -- a grounding of the oracle's with its variables as they are, to be looked
 * at. */
#ifndef KF_TEST_ORACLE_GROUND_H
#define KF_TEST_ORACLE_GROUND_H

#include "oracle.h"

#include "verify/verifier.h"

kerf_status oracle_ground(oracle *, uint32_t grounding, kf_grounding *);
void oracle_unground(kf_grounding *); /* after success */

#endif
