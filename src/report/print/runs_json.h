/* runs_json.h -- private to report/print/: statistics of one run as a JSON object, of several as
 * totals and an array "worlds" of such objects. */
#ifndef KF_RUNS_JSON_H
#define KF_RUNS_JSON_H

#include "base/json.h"
#include "kerf.h"
#include "report/records/times.h"

typedef struct kf_runs_json {
    const void *record;
    size_t n; /* runs */
    void (*run)(kf_json *, const void *record, size_t run);
    void (*totals)(kf_json *, const void *record);
} kf_runs_json;

/* On one line. */
void kf_runs_write(kf_text *, const kf_runs_json *);
void kf_times_json(kf_json *, const kf_times *); /* an object "seconds" */
/* An object "asked": what is known of what was asked for. Only where components were left. */
void kf_asked_json(kf_json *, const kerf_result *);

#endif
