/* weighted.h -- facts that the weights of a model make. */
#ifndef KF_WEIGHTED_H
#define KF_WEIGHTED_H

#include "evidence/evidence.h"

/* Adds the facts of weighted predicates, once all else of a world has been added: one for each row
 * of weights whose constants the world has. */
kerf_status kf_add_weighted(kf_evidence *, const kf_model *);

#endif
