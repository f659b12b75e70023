/* answer_arrow.h -- private to report/ and session/: answers and probabilities of one predicate as
 * Arrow streams. */
#ifndef KF_ANSWER_ARROW_H
#define KF_ANSWER_ARROW_H

#include "base/stop.h"
#include "report/records/record.h"

struct ArrowArrayStream;

typedef struct kf_arrow_order { /* what is wanted */
    kf_mem *mem;
    const kf_model *model;
    uint32_t predicate; /* hidden */
    bool plain;         /* texts without a dictionary */
    kf_stop *stop;
} kf_arrow_order;

/* KERF_INTERRUPTED: it was stopped; the stream is not made. */
kerf_status kf_mapped_arrow(kf_mapped *, const kf_arrow_order *, struct ArrowArrayStream *);
kerf_status kf_chanced_arrow(kf_chanced *, const kf_arrow_order *, struct ArrowArrayStream *);

#endif
