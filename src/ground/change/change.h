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
#include "query/quotient.h"

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

/* ---- For another session ---- */

/* Is all of its state data that can be copied? */
bool kf_grounder_can_copy(const kf_grounder *);
/* The same over copies of its database and problem: it goes on as this one would. */
kerf_status kf_grounder_copy(kf_grounder **, const kf_grounder *from, kf_mem *, kf_database *,
                             kf_problem *, kf_diags *);

/* ---- Over a quotient (query/quotient.h) ----
 *
 * The constants of its type come and go by their classes (change_quotient.c), with all that
 * evidence says of them; the rest follows as above. Each call leaves grounder and problem as after
 * grounding what the quotient then is. */

/* What has changed of other types, in the whole database, too: all but constants that have left. */
kerf_status kf_grounder_change_others(kf_grounder *, kf_grounder *whole, uint32_t type,
                                      const kf_changed_atom *, size_t n, bool *anew);
kerf_status kf_grounder_drop_others(kf_grounder *, uint32_t type, const kf_changed_atom *, size_t n,
                                    bool *anew);
/* The constant that stands for a class leaves the quotient, or comes to it, with all that evidence
 * says of it; so do, in the whole database, the facts of all its members. */
kerf_status kf_grounder_move_class(kf_grounder *, kf_database *whole, const kf_twin_classes *,
                                   uint32_t first, bool come, const kf_changed_atom *facts,
                                   size_t n, bool *anew);
/* A fact about what stands for a class, of all its members. */
kerf_status kf_class_say(kf_database *, const kf_twin_classes *, uint32_t predicate,
                         const uint32_t *row, bool value);
/* The database of a grounder that nothing was ground with has what evidence says now. */
kerf_status kf_grounder_catch_up(kf_grounder *, const kf_changed_atom *, size_t n);

/* All of it: grounder `g` is over the quotient of that of `whole` by these classes. Afterwards both
 * databases, the problem and the classes are those of the evidence as it is now, and merging these
 * classes is exact (twins.h). */
kerf_status kf_quotient_change(kf_grounder *g, kf_grounder *whole, kf_twin_classes *,
                               const kf_changed_atom *, size_t n, bool *anew);

#endif
