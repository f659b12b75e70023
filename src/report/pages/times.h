/* times.h -- private to report/: where the time went: one list of steps, which is rendered as JSON
 * and as a plot. */
#ifndef KF_TIMES_H
#define KF_TIMES_H

#include "base/json.h"
#include "report/pages/page.h"

enum { KF_MOST_STEPS = 6 };

typedef struct kf_step {
    const char *key;  /* in statistics; NULL: not there */
    const char *name; /* on pages */
    double seconds;
    bool before; /* not part of the total */
} kf_step;

typedef struct kf_times {
    kf_step steps[KF_MOST_STEPS];
    size_t n;
    double total; /* with what no step has */
} kf_times;

void kf_times_json(kf_json *, const kf_times *); /* an object "seconds" */
kerf_status kf_page_times(kf_page *, const kf_times *, const char *caption);

/* Of runs of inference together. */
kf_times kf_times_of_runs(kf_runs);
/* Of probabilities. */
kf_times kf_times_of_chances(const kf_chance_run *, size_t n);

#endif
