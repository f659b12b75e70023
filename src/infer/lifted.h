/* lifted.h -- inference with one constant for each class of twins (ground/twins/twins.h).
 *
 * Some best world has the same for all constants of a class. So it is enough to look for the best
 * one of such worlds, and that is inference over the quotient of the database (query/quotient.h),
 * whose atoms and groundings stand for as many as their constants do. Its dual bound is one for all
 * worlds, since no world is better than the best of these. */
#ifndef KF_LIFTED_H
#define KF_LIFTED_H

#include "infer/cpi.h"

/* Over a grounder that is fresh and was not counted. *done: the best world is in its database, the
 * result is of that, and the grounder knows its totals as if it had been counted and run; nothing is
 * in its problem. Else everything is as it was: no twins were found that are worth it, the options
 * are not for it, or no world was found that keeps what is hard. */
kerf_status kf_cpi_run_lifted(kf_grounder *, const kf_cpi_options *, kf_cpi_result *, bool *done);

#endif
