/* binder.h -- private to verify/: where number variables take their values from (binder.c). */
#ifndef KF_BINDER_H
#define KF_BINDER_H

#include "verify/verifier.h"

kerf_status kf_binders_open(kf_grounding *); /* g->binders: zeroed, one for each variable */
void kf_binders_close(kf_grounding *);       /* also after a failure */
void kf_binder_check(const kf_binder *);     /* asserts that its rows are sorted */

#endif
