/* binder.h -- number variables of one rule; private to verify/. See binder.c. */
#ifndef KF_BINDER_H
#define KF_BINDER_H

#include "verify/verifier.h"

kerf_status kf_binders_open(kf_grounding *); /* g->binders: zeroed, one for each variable */
void kf_binders_close(kf_grounding *);       /* also after a failure */

#endif
