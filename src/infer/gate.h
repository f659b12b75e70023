/* gate.h -- the last look at an answer: what will be said of it must be true of it.
 *
 * Every route ends here, whether the loop converged, was stopped, or an incumbent was found on the
 * way. The assignment is the one in the database, which is the one that is written. Its cost and
 * its hard violations are counted anew, formula by formula over the whole model, by queries that
 * know nothing of the ground problem, of incumbents or of solvers. */
#ifndef KF_GATE_H
#define KF_GATE_H

#include "ground/grounder.h"
#include "infer/cpi.h"

typedef struct kf_gate_count { /* of one rule of the grounder */
    uint64_t unsatisfied;
    double cost;
} kf_gate_count;

/* counts: by rule of the grounder, filled in; ordered: as kf_grounder_unsatisfied() has it.
 * KERF_INTERNAL: the answer is not what the result says; a message tells the difference. Nobody can
 * stop it. */
kerf_status kf_gate_pass(kf_grounder *, const kf_cpi_result *, bool ordered, kf_gate_count *counts);

#endif
