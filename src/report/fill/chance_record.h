/* chance_record.h -- private to report/ and session/: the record of one run that finds
 * probabilities, filled while its grounder is there. */
#ifndef KF_CHANCE_RECORD_H
#define KF_CHANCE_RECORD_H

#include "model/asked.h"
#include "report/records/chanced.h"

typedef struct kf_chances_told { /* what the caller wants to be told */
    const char *world;           /* its name */
    const kf_asked *asked;       /* NULL: everything is */
    bool report;
    double precision;
} kf_chances_told;

/* What kerf_marginal() hands out; stopped: by whom, where it was interrupted. */
kerf_marginal_result kf_chances_result(const kf_marginals *, kerf_ending stopped);
/* Probabilities and statistics into the record; run: what is known of it before. */
kerf_status kf_chanced_record(kf_chanced *, kf_grounder *, const kf_marginals *,
                              const kf_chances_told *, const kf_chance_run *run);
/* Of a run in which the hard formulas contradict each other. */
kerf_status kf_chanced_record_none(kf_chanced *, const char *world, double seconds,
                                   const kf_chance_run *run);

#endif
