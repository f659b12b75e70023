/* known_chances.h -- private to report/ and session/: probabilities computed anew, for a file of
 * probabilities that is checked. */
#ifndef KF_KNOWN_CHANCES_H
#define KF_KNOWN_CHANCES_H

#include "marginal/marginal.h"
#include "verify/chances/chances.h"

/* Hands them over: those of all open atoms that the problem has, and, where the file names others,
 * those of every open atom. */
kerf_status kf_known_collect(kf_chance_file *, kf_grounder *, const kf_marginals *);
/* How many groundings each world has: what it takes to score one. */
double kf_known_groundings(const kf_grounder *);

#endif
