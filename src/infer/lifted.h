/* lifted.h -- inference with one constant for each class of twins (ground/twins/twins.h).
 *
 * Some best world has the same for all constants of a class. So it is enough to look for the best
 * one of such worlds, and that is inference over the quotient of the database (query/quotient.h),
 * whose atoms and groundings stand for as many as their constants do. Its dual bound is one for all
 * worlds, since no world is better than the best of these. */
#ifndef KF_LIFTED_H
#define KF_LIFTED_H

#include "ground/change/change.h"
#include "infer/cpi.h"

/* Over a grounder that is fresh and was not counted. *done: the best world is in its database, the
 * result is of that, and the grounder knows its totals as if it had been counted and run; nothing
 * is in its problem. Else everything is as it was: no twins were found that are worth it, the
 * options are not for it, or no world was found that keeps what is hard. */
kerf_status kf_cpi_run_lifted(kf_grounder *, const kf_cpi_options *, kf_cpi_result *, bool *done);

/* What such a run leaves behind if it is asked to (`lift` of the result), to be gone on from when
 * facts change. It is freed before the grounder that it was run over, and before its database. */
typedef struct kf_lifted kf_lifted;
void kf_lifted_free(kf_lifted *);
/* For another session, over a copy of the grounder that it was run over. */
bool kf_lifted_can_copy(const kf_lifted *);
kerf_status kf_lifted_copy(kf_lifted **, const kf_lifted *from, kf_grounder *whole);
const kf_grounder *kf_lifted_grounder(const kf_lifted *); /* over the quotient */
/* Brings everything up to what evidence says now of these atoms. *anew: that is not possible. Then,
 * and after a failure, it is of no more use, nor is the database. */
kerf_status kf_lifted_change(kf_lifted *, const kf_changed_atom *, size_t n, kf_stop *, bool *anew);
/* The same as above after that. The result has it again, or it is freed. */
kerf_status kf_cpi_run_lifted_again(kf_lifted *, const kf_cpi_options *, kf_cpi_result *);

#endif
