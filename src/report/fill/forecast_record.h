/* forecast_record.h -- private to report/ and session/: the record of kerf check --forecast. */
#ifndef KF_FORECAST_RECORD_H
#define KF_FORECAST_RECORD_H

#include "report/records/record.h"

/* How many groundings each formula has; warns of those that are too many, for a limit in bytes if
 * there is one. */
kerf_status kf_record_forecast(kf_record *, kf_grounder *, size_t limit);

#endif
