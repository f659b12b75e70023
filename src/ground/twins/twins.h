/* twins.h -- constants that evidence does not tell apart, and that some best world has together.
 *
 * Let P be a hidden predicate over pairs of one type that a hard formula makes transitive. Two
 * constants of the type are twins if evidence says the same of both. A class of twins is merged
 * where, by the formulas alone, P is better true than false between them. Then some best world
 * gives P(i,k) and P(j,k), and P(k,i) and P(k,j), the same value for all twins i and j, and has
 * P(i,j).
 *
 * Proof. P is the only hidden predicate with arguments of the type, and but for those that make it
 * transitive or symmetric every formula has one atom of P in a grounding at most. Take a best world
 * and hold all other hidden atoms. What is left of the score is a sum of w(a,b) over the true
 * P(a,b), and w(i,k) = w(j,k), w(k,i) = w(k,j), since evidence is the same; within a class C of n
 * twins w is u everywhere. For i in C, let all of C be as i is: each has i's atoms of P to and from
 * the rest, and all pairs within C are true. That relation is transitive, and symmetric if it was,
 * for it is the old one over the rest and i with more nodes at the place of i. Over all i in C, the
 * n worlds so made have n times the score of the best one outside of C x C, and within it n times
 * n^2 u, which is no less if u >= 0. So one of them is as good as the best. It keeps what other
 * classes had in common, so that classes can be merged one after the other.
 *
 * u is bounded from below: a clause that holds P(i,i) and other hidden atoms counts as it is at
 * worst, unless these have a value that some best world has: the one that no formula is against,
 * whatever the other atoms are (gains.c). */
#ifndef KF_TWINS_H
#define KF_TWINS_H

#include "ground/grounder.h"
#include "query/quotient.h"

/* The classes of one type; *found: some are of two or more, and the model allows it. least: of so
 * many constants on, and only if a quarter of all pairs are saved; 0: anyhow. The grounder is
 * fresh. To be freed where some were found. Any finer classes are exact as well: every subset of a
 * class is one of twins that are better together. */
kerf_status kf_twins_find(kf_grounder *, uint32_t least, kf_twin_classes *, bool *found);
/* Does a formula name the predicate? Of others, twins may be told different things. */
bool kf_twins_look_at(const kf_grounder *, uint32_t predicate);
/* Those of this type, however few. */
kerf_status kf_twins_find_again(kf_grounder *, uint32_t type, kf_twin_classes *, bool *found);

#endif
