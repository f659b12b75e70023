/* separate.h -- separation: groundings that the current assignment violates and the problem lacks.
 *
 * A grounding is violated if it is not satisfied maximally: its clause is false and its weight
 * positive, or true and negative (Riedel 2008, section 4.2). The groundings of one tuple of
 * constants go into the problem together. */
#ifndef KF_SEPARATE_H
#define KF_SEPARATE_H

#include "ground/grounder.h"

typedef struct kf_separated {
    uint64_t tuples, groundings; /* new ones */
    uint64_t hard;               /* of these groundings, hard ones */
    double cost;                 /* soft weight of the new ones: they are violated now */
    double product_cost;         /* of this, what active products pay in the current assignment */
    uint64_t decided_hard;       /* of `hard`, those that evidence alone breaks */
    uint32_t decided_rule;       /* the first rule (of the model) that it breaks so, or KF_NONE */
    uint64_t beside, beside_groundings; /* new ones that are satisfied (groups.c) */
    bool complete; /* no rule was passed over: this is all the assignment violates */
} kf_separated;    /* an active product is not new, but it is in cost and groundings every time */

/* Full the first time (or if asked), then by what flipped. What is new goes into the problem.
 *
 * What evidence alone decides is not in the problem, since no assignment can change it. A soft
 * grounding that it makes pay for good is taken from `best` and appears nowhere here. A hard one
 * that it breaks is counted in `hard` and in `decided_hard`: then no assignment is feasible,
 * whatever the problem says. Every assignment breaks these, so the first separation reports all of
 * them, and none reports one again; kf_ground_rule_decided() keeps their number.
 *
 * Rules of a later stage are passed over if those before find something new; then what they would
 * have found, and what evidence decides of them, is not known yet. */
kerf_status kf_separate(kf_grounder *, bool full, kf_separated *);
/* The same assignment, and what was passed over: what that finds is added. */
kerf_status kf_separate_rest(kf_grounder *, kf_separated *);
/* Was anything separated to the end of a stage? */
bool kf_grounder_has_separated(const kf_grounder *);
/* Is what evidence decides known of every rule? Of one that was always passed over, or whose first
 * separation was stopped, it is not: then counting takes it for what an assignment pays. */
bool kf_grounder_knows_decided(const kf_grounder *);
/* The next separation is full. */
void kf_separate_anew(kf_grounder *);

/* Groundings of transitivity that a fractional point violates (x: by atom of the problem), the
 * worst for each pair that is missing, as far as they are not in the problem (triangles.c). */
kerf_status kf_separate_triangles(kf_grounder *, const double *x, kf_separated *);

/* How many violated groundings of hard formulas the plans of a full separation expect, in the
 * current assignment (expect.c). */
kerf_status kf_expect_hard(kf_grounder *, double *tuples);

#endif
