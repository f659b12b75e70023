/* stalls.h -- private to solve/: components whose linear program took too long, remembered. */
#ifndef KF_STALLS_H
#define KF_STALLS_H

#include "solve/task.h"

/* Did the linear program stall in an earlier iteration, with most of these atoms and not many
 * more? */
bool kf_stall_is_noted(const kf_task *);
kerf_status kf_stall_note(const kf_task *);

#endif
