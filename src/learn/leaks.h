/* leaks.h -- private to learn/: constants of a training world that only its truth names.
 *
 * Without the truth they are not there, so that an answer could not have their atoms. */
#ifndef KF_LEAKS_H
#define KF_LEAKS_H

#include "evidence/evidence.h"

/* Adds 1 to each type that has such constants in this world. */
kerf_status kf_find_leaks(kf_mem *, const kf_model *, const kf_evidence *, uint32_t *leaks);

#endif
