/* atoms.h -- atoms of the ground problem, their costs, and the assignment in the database.
 *
 * A hidden atom that evidence leaves open is named once it has an atom in the problem. Unnamed
 * atoms are false and pay the default of their predicate. */
#ifndef KF_ATOMS_H
#define KF_ATOMS_H

#include "ground/grounder.h"

/* ---- Names ---- */

/* The problem's atom for a hidden atom that evidence leaves open; it is made if need be. */
kerf_status kf_grounder_atom(kf_grounder *, uint32_t predicate, const uint32_t *row, kf_atom *);
/* So many of a predicate's atoms are about to be named: room is made at once. */
kerf_status kf_grounder_expect(kf_grounder *, uint32_t predicate, uint32_t n);
/* The predicate of an atom of the problem, and its row; KF_NONE: the atom is auxiliary. */
uint32_t kf_grounder_atom_row(const kf_grounder *, uint32_t atom, uint32_t *row);
/* How many atoms of the problem have a name or are auxiliary. */
uint32_t kf_grounder_named(const kf_grounder *);
/* How many atoms of a hidden predicate evidence leaves open; UINT64_MAX: that or more. */
uint64_t kf_grounder_open_atoms(const kf_grounder *, uint32_t predicate);
/* Names all of these. KERF_LIMIT, said in diags: they are more than 2^31. */
kerf_status kf_grounder_name_all(kf_grounder *, uint32_t predicate);
/* Names those of them that are in the part. */
struct kf_asked_part;
kerf_status kf_grounder_name_part(kf_grounder *, const struct kf_asked_part *);
/* Names so many of these that are not named yet, or fewer: only the first rows are looked at. */
kerf_status kf_grounder_name_some(kf_grounder *, uint32_t predicate, uint32_t most);
/* Do hard formulas make the predicate transitive? Then its atoms are pairs of nodes. Not one that
 * is a clustering: it has no atoms in the problem (pair_costs.h). */
bool kf_grounder_is_transitive(const kf_grounder *, uint32_t predicate);

/* ---- Costs ---- */

/* What every open atom of the predicate pays when it has this value, named or not. */
double kf_grounder_default_cost(const kf_grounder *, uint32_t predicate, bool value);
/* Every open atom of the predicate that is false pays so much more, named or not. */
void kf_grounder_add_default(kf_grounder *, uint32_t predicate, double if_false);
/* What unnamed atoms pay, and what every assignment pays. */
double kf_grounder_unnamed_cost(const kf_grounder *);
/* Could an unnamed atom as well be true? */
bool kf_grounder_unnamed_ties(const kf_grounder *);

/* ---- The assignment ---- */

/* Sets a hidden atom: in the database, and in the record of flips. */
kerf_status kf_grounder_set(kf_grounder *, uint32_t predicate, const uint32_t *row, bool value);
/* The same for an atom of the problem; an auxiliary one is passed over. */
kerf_status kf_grounder_set_atom(kf_grounder *, uint32_t atom, bool value);
/* Is the atom of the problem true in the database? An auxiliary one is false. */
bool kf_grounder_holds(const kf_grounder *, uint32_t atom);
/* How often an atom was set to another value, ever. */
uint64_t kf_grounder_changes(const kf_grounder *);

#endif
