/* pinned.h -- the best assignment with one atom pinned to its other value, found near that atom.
 *
 * kf_cpi_run_pinned() solves every component that the pin touches, whole. Here the first part to be
 * solved is the pinned atom alone, charged by the reduced costs of the constraints around it
 * (reduced_costs.h, pinned_part.h). An atom joins where a constraint pays for more than it charges.
 * The assignment is then separated from its flips. No step is as large as the problem. It is exact
 * where the answer is optimal for the problem: the part gives a dual bound, and its assignment
 * costs that much in the problem.
 *
 * What is not proven in this way is for kf_cpi_run_pinned(), and so is a part that is large beside
 * a component that is not. */
#ifndef KF_PINNED_H
#define KF_PINNED_H

#include "infer/cpi.h"

typedef struct kf_pinned kf_pinned;

/* The grounder's database holds the answer, which is separated and proven to be the best; `answer`:
 * by atom of the problem. Both stay until kf_pinned_free(), and the problem changes meanwhile by
 * separation alone. own: the constraints that the problem had before it was first searched with a
 * pin. KERF_UNSUPPORTED: not with this solver or this model. */
kerf_status kf_pinned_new(kf_pinned **, kf_grounder *, const kf_cpi_options *, kf_extent own,
                          const bool *answer, size_t n);
void kf_pinned_free(kf_pinned *); /* NULL is legal */

typedef struct kf_pinned_found {
    bool proven;       /* else nothing is known, and the answer is in the database */
    bool cut;          /* as kf_cpi_result.cut */
    double difference; /* of the costs of the two assignments */
    uint32_t iterations;
    const uint32_t *flips; /* atoms with other values than in the answer, ascending, no auxiliary
                            * ones; borrowed until the next run */
    size_t n_flips;
} kf_pinned_found;

/* Proven: the database holds the assignment, which is separated. The caller sets it back to the
 * answer before the next run. Not proven: there is no next run. */
kerf_status kf_pinned_run(kf_pinned *, const kf_cpi_options *, kf_pin, kf_pinned_found *);

#endif
