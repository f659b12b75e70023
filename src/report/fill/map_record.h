/* map_record.h -- private to report/ and session/: the record of one run of inference, filled while
 * its grounder is there. */
#ifndef KF_MAP_RECORD_H
#define KF_MAP_RECORD_H

#include "infer/gate.h"
#include "infer/relax/least_violation.h"
#include "report/records/record.h"

typedef struct kf_run_told { /* what the caller wants to be told of it */
    bool statistics, report;
} kf_run_told;

kerf_result kf_run_result(const kf_grounder *, const kf_cpi_result *); /* what callers get of it */
kerf_iteration kf_iteration_in_scores(const kf_grounder *, const kf_iteration *);
uint64_t kf_peak_rss(void); /* bytes of this process; 0: not known */

/* Statistics of inference into the run; counts: by rule of the grounder, NULL: there is no
 * answer. */
kerf_status kf_run_record(kf_map_run *, kf_arena *, const kf_grounder *, const kf_cpi_result *,
                          kf_run_told, const kf_gate_count *counts);
/* What each formula leaves unsatisfied as it was written, by rule of the model: the run had hard
 * ones soft. */
void kf_run_recount(kf_map_run *, size_t n_rules, const kf_gate_count *);
/* The result of that run as one about the model as it was written. */
void kf_run_violates(kf_map_run *, const kf_least_violation *, kerf_result *);
/* Of each formula that the assignment in the database leaves unsatisfied, so many groundings. */
kerf_status kf_run_record_examples(kf_map_run *, kf_arena *, kf_grounder *, uint32_t most);

#endif
