/* answer_atoms.h -- private to report/ and session/: the atoms of an answer, copied out of the
 * database, and the text and order that they get when somebody looks at them. */
#ifndef KF_ANSWER_ATOMS_H
#define KF_ANSWER_ATOMS_H

#include "model/asked.h"
#include "query/database.h"
#include "report/records/record.h"

/* The true atoms of the hidden predicates, those that evidence makes true included. */
kerf_status kf_mapped_collect(kf_mapped *, const kf_database *);
/* Is what was collected the assignment in the database, no atom more and none less? */
bool kf_mapped_is_assignment(const kf_mapped *, const kf_database *);
/* Sorts them by their text; and gives them that, too. Once; KERF_INTERRUPTED: it is still to be
 * done. */
kerf_status kf_mapped_order(kf_mapped *, const kf_model *, kf_stop *);
kerf_status kf_mapped_word(kf_mapped *, const kf_model *, kf_stop *);
/* The same of probabilities. */
kerf_status kf_chanced_order(kf_chanced *, const kf_model *, kf_stop *);
kerf_status kf_chanced_word(kf_chanced *, const kf_model *, kf_stop *);

/* Its arguments as terminated text in an arena, once. ids: of the record that has the atom. */
kerf_status kf_answer_atom_lend(kf_answer_atom *, const kf_model *, const uint32_t *ids,
                                kf_arena *);

/* What is not asked for is forgotten. */
void kf_mapped_narrow(kf_mapped *, const kf_asked *);
void kf_chanced_narrow(kf_chanced *, const kf_asked *);

#endif
