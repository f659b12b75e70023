/* change.h -- facts that come and go after everything was ground: only the groundings that they
 * make or end are looked for.
 *
 * The assignment in the database is one that was separated until nothing new was found. A changed
 * fact is a seed: queries that begin with it find the groundings that it opens or closes, as
 * separation finds those that a flip violates. What they were in the problem goes or changes: costs
 * of atoms, weights of clauses. New ones come if the assignment violates them; the others are found
 * by separation once something flips. A constant that is new or has left the world is a seed of the
 * variables that no fact binds. */
#ifndef KF_CHANGE_H
#define KF_CHANGE_H

#include "ground/grounder.h"

typedef struct kf_changed_atom { /* something else is said of it now, or so it seems */
    uint32_t predicate;
    uint32_t row[KF_MOST_ARITY];
} kf_changed_atom;

/* Can facts of this predicate change so? It is observed, has no numbers, and no rule names it that
 * has more than atoms and comparisons, or gets its weights from data. */
bool kf_grounder_can_change(const kf_grounder *, uint32_t predicate);
/* Brings database, grounder and problem up to what the evidence says now of these atoms and their
 * constants. *anew: that is not possible, or not worth it. Then, and after a failure, grounder and
 * database are of no more use. */
kerf_status kf_grounder_change(kf_grounder *, const kf_changed_atom *, size_t n, bool *anew);

#endif
