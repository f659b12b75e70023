/* recount.h -- counts of violated groundings that follow the database, atom by atom.
 *
 * Between two answers of a session a few facts and a few hidden atoms change. What formulas violate
 * then is what they violated before, less the groundings that hold a changed atom and were
 * violated, and those that hold one and are now. The changes are made one after the other, each
 * between two counts of the groundings with that atom; what is added up telescopes to the
 * difference of the two worlds, in whatever order they come. Only the database is asked, of its own
 * indexes: nothing of the ground problem, of incumbents or solvers. So the last check of an answer
 * (infer/gate.h) is as independent as if all was counted, and counts that do not follow are made
 * anew.
 *
 * A formula follows if it is a clause of atoms and comparisons with one weight, and if each of its
 * variables is in an atom that has to be true where it is violated: then a constant without true
 * atoms is in no violated grounding, and may come and go. The others are counted as a whole. */
#ifndef KF_RECOUNT_H
#define KF_RECOUNT_H

#include "ground/score/totals.h"

typedef struct kf_recount kf_recount;

/* From now on, if all was counted for the assignment that is in the database (else nothing is
 * done): before the first change. */
kerf_status kf_recount_begin(kf_grounder *);
/* What the atoms that were counted last violate of a rule, if it follows; else *known is left as it
 * is. */
void kf_recount_told(const kf_recount *, size_t rule, uint64_t *violated, bool *known);
void kf_recount_free(kf_recount *);

/* An atom, hidden or observed, changes in the database, counted or not: these make the change. */
kerf_status kf_recount_set(kf_grounder *, uint32_t predicate, const uint32_t *row, bool value);
/* Before a constant leaves the world: its true atoms do. */
kerf_status kf_recount_leave(kf_grounder *, uint32_t type, uint32_t id);

/* As kf_grounder_unsatisfied_all(): from what has changed, if that is known and little, and sums
 * may be in any order. */
kerf_status kf_recount_all(kf_grounder *, bool ordered, kf_unsatisfied_fn *, void *context);

#endif
