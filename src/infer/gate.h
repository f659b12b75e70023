/* gate.h -- the last check of an answer: its cost and its hard violations are counted anew.
 *
 * Every answer passes here, whether the loop converged or was stopped. The assignment is the one in
 * the database, which is the one that is written. Queries count what it violates, formula by
 * formula over the whole model; they share nothing with the ground problem, incumbents or
 * solvers.
 * After a few facts have changed, the groundings that hold a changed atom are counted
 * (ground/score/recount.h), again by such queries. */
#ifndef KF_GATE_H
#define KF_GATE_H

#include "ground/grounder.h"
#include "infer/cpi.h"

typedef struct kf_gate_count { /* of one rule of the grounder */
    uint64_t unsatisfied;
    double cost;
} kf_gate_count;

/* counts: by rule of the grounder, filled in; ordered: as kf_grounder_unsatisfied() has it.
 * KERF_INTERNAL: the answer is not what the result says; a message tells the difference. It cannot
 * be stopped. */
kerf_status kf_gate_pass(kf_grounder *, const kf_cpi_result *, bool ordered, kf_gate_count *counts);

#endif
