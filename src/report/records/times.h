/* times.h -- private to report/: where the time went: one list of steps, which statistics have as
 * JSON and pages as a plot. */
#ifndef KF_TIMES_H
#define KF_TIMES_H

#include "report/records/record.h"

enum { KF_MOST_STEPS = 6 };

typedef struct kf_time_step {
    const char *key;  /* in statistics; NULL: not there */
    const char *name; /* on pages */
    double seconds;
    bool before; /* not part of the total */
} kf_time_step;

typedef struct kf_times {
    kf_time_step steps[KF_MOST_STEPS];
    size_t n;
    double total; /* with what no step has */
} kf_times;

/* Of runs of inference together. */
kf_times kf_times_of_runs(kf_runs);
/* Of probabilities. */
kf_times kf_times_of_chances(const kf_chance_run *, size_t n);

#endif
