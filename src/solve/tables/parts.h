/* parts.h -- private to solve/tables/: what is open at a node falls into parts that share no
 * factor.
 *
 * Each part is searched depth-first on its own, for the least that it adds to the bound. It may
 * fall apart again. */
#ifndef KF_PARTS_H
#define KF_PARTS_H

#include "solve/tables/factor_messages.h"

struct kf_hybrid;

typedef struct kf_parts {
    KF_VEC(uint32_t) pool; /* receivers of the parts that are open, one part after the other */
    KF_VEC(uint32_t) kept; /* their best values so far */
    uint32_t *stamp, now;  /* by receiver */
    uint32_t *sender_stamp, sender_now; /* by sender */
    uint32_t *value;                    /* by receiver: of what was found */
    uint32_t depth;
    uint64_t until;  /* steps: then the node is searched as a whole */
    bool over;       /* stopped, too long or too deep */
    uint64_t splits; /* nodes that fell apart */
} kf_parts;

kerf_status kf_parts_open(struct kf_hybrid *);
void kf_parts_close(struct kf_hybrid *);

/* At a node whose bound is known. *done: it fell apart and is searched: h->values have what is
 * best below it and *cost what that costs, INFINITY if nothing below the top is there. Not done:
 * it does not fall apart, or that was stopped. */
kerf_status kf_parts_search(struct kf_hybrid *, double *cost, bool *done);

#endif
