/* grounded.h -- the current world as queries see it, for the files of api/. */
#ifndef KF_GROUNDED_H
#define KF_GROUNDED_H

#include "ground/grounder.h"

/* report_forecast.c: what `kerf check --forecast` prints; warnings go to the grounder's diags.
 * limit: bytes, 0: none. several: this is the last of several worlds. */
kerf_status kf_report_forecast(kf_text *, kf_grounder *, size_t limit, bool several);

#endif
