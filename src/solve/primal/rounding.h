/* rounding.h -- private to solve/: a primal heuristic that rounds a point and repairs what the
 * result violates. */
#ifndef KF_ROUNDING_H
#define KF_ROUNDING_H

#include "base/stop.h"
#include "problem/component.h"

/* Constraints by atom, and how many of a constraint's literals are true in an assignment. */
typedef struct kf_rounder kf_rounder;

kerf_status kf_rounder_new(const kf_component *, kf_mem *, kf_rounder **);
void kf_rounder_free(kf_rounder *); /* NULL is legal */
/* Ends what follows early, from now on: assignments may then break what could be repaired. NULL:
 * nothing does. */
void kf_rounder_on_stop(kf_rounder *, kf_stop *);
/* Rounds the point (halves up or down), repairs hard constraints greedily and goes downhill. */
void kf_rounder_run(kf_rounder *, const double *x, bool up, bool *assignment);
/* From now on about this assignment. */
void kf_rounder_take(kf_rounder *, bool *assignment);
/* What the soft constraints pay less when the atom is true than when it is false. */
double kf_rounder_gain(kf_rounder *, uint32_t atom);
/* gain: by atom, of those that are held the same, if the others near it adapt, each on its own, and
 * 0 of the rest. */
void kf_rounder_gains(kf_rounder *, const bool *held, double *gain);
void kf_rounder_set(kf_rounder *, uint32_t atom, bool value);
/* Downhill, atoms that are held left alone. */
void kf_rounder_descend(kf_rounder *, const bool *held);
/* Asserts: sums are those of the assignment, and the list has the hard constraints that it
 * breaks. */
void kf_rounder_check(const kf_rounder *);

#endif
