/* answer_clusters.h -- private to report/ and session/: the classes of an equivalence in the
 * answer, as a table id,cluster. */
#ifndef KF_ANSWER_CLUSTERS_H
#define KF_ANSWER_CLUSTERS_H

#include "model/asked.h"
#include "report/records/record.h"

/* Can a predicate have clusters, of what was asked for (NULL: everything)? KERF_INVALID: no, and a
 * message says why. */
kerf_status kf_clusters_check(const kf_model *, const char *name, const kf_asked *, kf_diags *,
                              uint32_t *predicate);
/* Its classes in the answer. KERF_INVALID: it is no equivalence there. */
kerf_status kf_clusters_write(kf_text *, const kf_mapped *, const kf_model *, const kf_evidence *,
                              uint32_t predicate, const char *world, kf_diags *);

#endif
