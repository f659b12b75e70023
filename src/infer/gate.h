/* gate.h -- the last check of an answer: its cost and its hard violations are counted anew.
 *
 * Every answer passes here, whether the loop converged or was stopped. The assignment is the one in
 * the database, which is the one that is written. Queries count what it violates, formula by
 * formula over the whole model; they share nothing with the ground problem, incumbents or
 * solvers. What was counted while the search went on is sealed by a hash of the true atoms, so that
 * a stop need not wait for a count: the assignment is that one, or it is counted again.
 * After a few facts have changed, the groundings that hold a changed atom are counted
 * (ground/score/recount.h), again by such queries. */
#ifndef KF_GATE_H
#define KF_GATE_H

#include "ground/grounder.h"
#include "infer/cpi.h"

/* counts: by rule of the grounder, filled in; ordered: as kf_grounder_unsatisfied() has it.
 * KERF_INTERNAL: the answer is not what the result says; a message tells the difference.
 * KERF_INTERRUPTED: the stop ended it, and nothing is known; NULL: nothing ends it. */
kerf_status kf_gate_pass(kf_grounder *, const kf_cpi_result *, bool ordered, kf_stop *,
                         kf_gate_count *counts);

/* The same of a run that has ended. Stopped, the check of the last incumbent may take as long as a
 * few questions; if it takes longer, the answer is the one that has passed before, and the result
 * says so. */
kerf_status kf_gate_pass_answer(kf_grounder *, kf_cpi_result *, bool ordered,
                                kf_gate_count *counts);

/* The count alone, of whatever is in the database; the grounder's stop ends it. */
kerf_status kf_gate_seal_now(kf_grounder *, bool ordered, kf_gate_count *counts, kf_gate_seal *);
/* Is the assignment in the database the one that is secured, and is that what the result says? Then
 * it has passed. */
bool kf_gate_is_sealed(const kf_grounder *, const kf_cpi_result *);

#endif
