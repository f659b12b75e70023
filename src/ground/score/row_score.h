/* row_score.h -- private to ground/: what local formulas with a weight table make the current
 * assignment pay. */
#ifndef KF_ROW_SCORE_H
#define KF_ROW_SCORE_H

#include "ground/ground_rule.h"

/* Counts the groundings that pay and their cost; *counted false: this is no such rule. KERF_LIMIT:
 * more than 2^64. */
kerf_status kf_row_score(kf_grounder *, kf_ground_rule *, bool *counted, uint64_t *groundings,
                         double *cost);

#endif
