/* mws.h -- private to solve/: MaxWalkSAT, a local search that proves nothing. */
#ifndef KF_MWS_H
#define KF_MWS_H

#include "solve/task.h"

kerf_status kf_mws(kf_task *);

#endif
