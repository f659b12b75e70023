/* mira.h -- the smallest step that gives the truth its margin (Crammer and Singer 2003).
 *
 * Among all steps d of the weights, the one that minimises |d|^2 / 2 + C * sum of slack_j under
 *     d . features_j >= loss_j - score_j - slack_j,   slack_j >= 0,   for each answer j:
 * the truth is to score more than each answer by its loss. The solution is a sum of the features,
 * each times a number between 0 and C. */
#ifndef KF_MIRA_H
#define KF_MIRA_H

#include "learn/difference.h"

/* What is missing of an answer's margin; at most 0: nothing. */
static inline double kf_mira_missing(const kf_difference *d)
{
    return d->loss - d->score;
}

/* steps[j] for each of n answers. One is solved at once, several by Hildreth's method: one after
 * the other, the others as they are, until nothing moves. Features get sorted. */
kerf_status kf_mira_steps(kf_mem *, kf_difference *answers, uint32_t n, double clip, double *steps);

#endif
