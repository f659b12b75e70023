/* truth.h -- true, false, or not known: of evidence, and of formulas that evidence may decide. */
#ifndef KF_TRUTH_H
#define KF_TRUTH_H

typedef enum kf_truth { KF_FALSE, KF_TRUE, KF_UNKNOWN } kf_truth;

#endif
