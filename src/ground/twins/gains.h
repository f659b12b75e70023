/* gains.h -- private to ground/twins: what atoms gain at least by being true. */
#ifndef KF_GAINS_H
#define KF_GAINS_H

#include "ground/grounder.h"

/* Of atoms predicate(id, id), for the ids given: is what each gains by being true above 0 in some
 * best world, whatever the atoms are whose values are not known? */
kerf_status kf_gains_are_positive(kf_grounder *, uint32_t predicate, const uint32_t *ids,
                                  uint32_t n, bool *positive);

#endif
