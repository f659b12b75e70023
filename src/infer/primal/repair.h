/* repair.h -- primal heuristic: a feasible assignment near one that breaks hard formulas. */
#ifndef KF_REPAIR_H
#define KF_REPAIR_H

#include "ground/grounder.h"
#include "infer/cpi.h"

typedef struct kf_repaired {
    KF_VEC(bool) assignment; /* by atom of the problem, those beyond are false; n = 0: none */
    double cost;             /* in the whole model; INFINITY: there is none */
    uint32_t rounds;         /* of repair and separation */
    uint64_t least;          /* hard groundings that the assignment of a round broke, at least */
} kf_repaired;

typedef struct kf_repair_ask {
    const kf_limits *limits;
    const kf_settings *settings;
    const bool *assignment; /* where to begin: the problem's first n atoms; the others are false */
    size_t n;
    bool moved;  /* the database need not hold it */
    bool again;  /* a separation was interrupted: the problem may lack what it violates */
    bool needed; /* there is no feasible incumbent yet: more rounds are worth it */
    /* Literals that local search looks at for cheaper assignments, in all components. 0: only
     * components that break something are changed. */
    uint64_t improve;
    uint64_t seed;
} kf_repair_ask;

/* Looks for a feasible assignment near that one. What the assignments on the way violate goes into
 * the problem and is counted in the result. Afterwards the database holds the same assignment as
 * before. KERF_INTERRUPTED: it holds any, and what was found until then is kept. The caller frees
 * it in any case. */
kerf_status kf_repair_find(kf_grounder *, const kf_repair_ask *, kf_cpi_result *, kf_repaired *);
void kf_repaired_free(kf_repaired *, kf_mem *);

#endif
