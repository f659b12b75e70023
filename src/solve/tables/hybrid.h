/* hybrid.h -- private to solve/tables/: hybrid best-first search over a network of factors. */
#ifndef KF_HYBRID_H
#define KF_HYBRID_H

#include "solve/limits.h"
#include "solve/tables/factor_messages.h"
#include "solve/tables/parts.h"

typedef struct kf_decision { /* of a node, after those of its parent */
    uint32_t parent;         /* in `decisions` */
    uint32_t receiver, value;
    bool removed; /* the variable has another value than this */
} kf_decision;

typedef struct kf_open_node {
    double bound;
    uint32_t decision; /* its last; 0: none */
    uint32_t depth;
} kf_open_node;

typedef struct kf_hybrid_level { /* of depth-first search: a decision */
    kf_messages_mark mark;       /* before it */
    double bound;
    uint32_t receiver, value;
    bool removed; /* the second branch */
} kf_hybrid_level;

typedef struct kf_hybrid {
    const kf_factors *factors;
    const kf_limits *limits;
    uint64_t work;   /* steps that it may take; */
    uint64_t far;    /* while the incumbent is far from the bound, */
    double known;    /* and the bound is at most this; */
    uint64_t near;   /* or near it */
    uint32_t rounds; /* of sweeps at the root, 1 or more */
    bool first;      /* the first incumbent will do */
    bool many;       /* values of variables: nodes may take long, no linear program does more */
    bool apart;      /* nodes that fall apart are searched part by part */
    const kf_messages *from; /* messages to begin with, in units of `scale`; may be NULL */
    double scale;
    double gap;   /* of an incumbent's cost: assignments less than that below are of no use, */
    double slack; /* or less than this share of it */
    kf_messages messages;
    uint32_t *values, *best; /* by variable of the factors; the best, if `cost` is finite */
    double cost;
    double bound; /* no assignment below `top` costs less */
    uint64_t nodes;
    bool stopped; /* by the limits, all work is done, or memory for open nodes ran out */
    /* The search. */
    kf_messages_mark root;
    KF_VEC(kf_decision) decisions;
    KF_VEC(kf_open_node) heap; /* the least bound first */
    KF_VEC(kf_hybrid_level) levels;
    KF_VEC(uint32_t) path;
    kf_parts parts;
    uint32_t *level; /* by receiver: of separators.h; NULL: not known, or there are none */
    bool separated;  /* they have been looked for */
    uint64_t most;   /* steps: `work`, `near` or `far` */
    uint64_t polled, backtracks, replayed;
    uint32_t last; /* the receiver whose decision failed last; UINT32_MAX: none */
} kf_hybrid;

/* top: assignments that cost so much are of no interest. What a caller wants is in the fields up to
 * `slack`. */
kerf_status kf_hybrid_run(kf_hybrid *, double top, kf_mem *);
void kf_hybrid_close(kf_hybrid *); /* also after a failure */

/* ---- For parts.c: steps of the search ---- */

bool kf_hybrid_must_stop(kf_hybrid *);
/* Sweeps around the last decision. False: nothing of interest is below. */
bool kf_hybrid_bound(kf_hybrid *);
void kf_hybrid_decide(kf_hybrid *, uint32_t receiver, uint32_t value, bool removed);
double kf_hybrid_score(const kf_hybrid *, uint32_t receiver);       /* the greatest comes first */
bool kf_hybrid_precedes(const kf_hybrid *, uint32_t a, uint32_t b); /* whatever their scores */
uint32_t kf_hybrid_cheapest(const kf_receiver *);                   /* value */

#endif
