/* penalty.h -- private to ground/: local formulas that are asked atom by atom; see penalty.c. */
#ifndef KF_PENALTY_H
#define KF_PENALTY_H

#include "ground/grounding.h"

/* Make the local formula a penalty, if it is to be one. */
kerf_status kf_penalty_find(kf_grounder *, kf_ground_rule *);
/* Make it one as in another grounder of the same rules; what it has paid is not added. */
kerf_status kf_penalty_copy(kf_grounder *, kf_ground_rule *, const kf_ground_rule *from);
void kf_penalty_free(struct kf_penalty *);
/* Have atoms of the predicate any? */
bool kf_has_penalties(const kf_grounder *, uint32_t predicate);
/* What they make an atom pay when it is true. */
kerf_status kf_penalties_of(kf_grounder *, uint32_t predicate, const uint32_t *row, double *cost);
/* Some ask for two different constants and nothing else: they are one for all pairs. */
double kf_penalties_apart(const kf_grounder *, uint32_t predicate); /* what these make a pair pay */
bool kf_has_other_penalties(const kf_grounder *, uint32_t predicate);
kerf_status kf_other_penalties_of(kf_grounder *, uint32_t predicate, const uint32_t *row,
                                  double *cost);
/* These atoms will be named soon: ask for them together. */
kerf_status kf_penalties_ask_ahead(kf_grounder *, uint32_t predicate, const uint32_t *rows,
                                   size_t n);
void kf_penalties_forget(kf_grounder *, uint32_t predicate); /* what was asked so */

#endif
