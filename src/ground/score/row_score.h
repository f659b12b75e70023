/* row_score.h -- private to ground/: what local formulas with a weight table make the current
 * assignment pay. */
#ifndef KF_ROW_SCORE_H
#define KF_ROW_SCORE_H

#include "ground/ground_rule.h"

typedef struct kf_row_score { /* of one rule */
    bool counted;             /* false: this is no such rule */
    uint64_t groundings;      /* that pay */
    double cost;
} kf_row_score;

/* KERF_LIMIT: more than 2^64 groundings pay. */
kerf_status kf_row_score_one(kf_grounder *, kf_ground_rule *, kf_row_score *);
/* By rule of the grounder, zeroed before; what rules ask alike is asked once. */
kerf_status kf_row_score_all(kf_grounder *, kf_row_score *);

#endif
