/* incumbent.h -- worlds that break nothing hard, made of worlds that do. */
#ifndef KF_INCUMBENT_H
#define KF_INCUMBENT_H

#include "infer/cpi.h"

typedef struct kf_incumbent {
    KF_VEC(bool) world; /* by atom of the problem, those beyond are false; n = 0: there is none */
    double cost;        /* of the whole world: INFINITY if there is none */
} kf_incumbent;

/* The database holds `world` (of the problem's first n atoms; the others are false), and what that
 * violates is in the problem; again: neither need be so, since something was interrupted. Looks for one
 * near it that breaks nothing hard. What the worlds on the way violate goes into the problem and is
 * counted in the result. Afterwards the database holds the same world as before. KERF_INTERRUPTED:
 * it holds any, and the incumbent is the best until then. The caller frees it in any case. */
kerf_status kf_incumbent_find(kf_grounder *, const kf_limits *, const bool *world, size_t n,
                              bool again, kf_cpi_result *, kf_incumbent *);
void kf_incumbent_free(kf_incumbent *, kf_mem *);

#endif
