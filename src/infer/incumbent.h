/* incumbent.h -- assignments that break nothing hard, made of assignments that do. */
#ifndef KF_INCUMBENT_H
#define KF_INCUMBENT_H

#include "ground/grounder.h"
#include "infer/cpi.h"

typedef struct kf_incumbent {
    KF_VEC(bool)
    assignment;      /* by atom of the problem, those beyond are false; n = 0: there is none */
    double cost;     /* of the whole assignment: INFINITY if there is none */
    uint32_t rounds; /* of mending and separating */
    uint64_t least;  /* hard groundings that the assignment of a round broke, at least */
} kf_incumbent;

typedef struct kf_incumbent_ask {
    const kf_limits *limits;
    const bool *assignment; /* where to begin: the problem's first n atoms; the others are false */
    size_t n;
    bool moved;  /* the database need not hold that */
    bool again;  /* and the problem need not have what it violates, since something was
                       * interrupted */
    bool needed; /* there is none yet, so that it is looked for longer */
    uint64_t
        improve; /* literals looked at for cheaper assignments, in all components; 0: only those that
                       * break something are changed */
    uint64_t seed;
} kf_incumbent_ask;

/* Looks for a assignment near that one which breaks nothing hard. What the assignments on the way violate goes
 * into the problem and is counted in the result. Afterwards the database holds the same assignment as
 * before. KERF_INTERRUPTED: it holds any, and the incumbent is the best until then. The caller frees it
 * in any case. */
kerf_status kf_incumbent_find(kf_grounder *, const kf_incumbent_ask *, kf_cpi_result *,
                              kf_incumbent *);
void kf_incumbent_free(kf_incumbent *, kf_mem *);

#endif
