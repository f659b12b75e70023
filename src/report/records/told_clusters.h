/* told_clusters.h -- private to told.c and told_clusters.c: a relation of an answer as clusters. */
#ifndef KF_TOLD_CLUSTERS_H
#define KF_TOLD_CLUSTERS_H

#include "report/records/told.h"

struct kf_mapped;
/* Is it an equivalence in this answer, and one of three members or by the model? Then its clusters
 * are told; room: texts that there may be, then those that there are. */
kerf_status kf_told_clusters(kf_told_predicate *, kf_arena *, const kf_grounder *,
                             const struct kf_mapped *, uint32_t *room);

#endif
