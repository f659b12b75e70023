/* clock.h -- time that never runs backwards. */
#ifndef KF_CLOCK_H
#define KF_CLOCK_H

double kf_now(void); /* seconds since some moment in the past */

#endif
