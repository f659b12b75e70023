/* count_search.h -- private to solve/eliminate/ and tests/: sums over all assignments by search,
 * with a cache of components.
 *
 * A variable gets one value after the other. What hard tables then leave no choice gets its value,
 * too; tables that no longer depend on anything go. What is left falls into components, which are
 * independent of each other and often have been met before: their sums are kept. Where much is hard
 * this takes far fewer steps than the tables of an elimination have entries (Sang, Bacchus, Beame,
 * Kautz and Pitassi 2004). Variables come in the reverse of an order of elimination, so that
 * components are separated as the order would. */
#ifndef KF_COUNT_SEARCH_H
#define KF_COUNT_SEARCH_H

#include "solve/limits.h"
#include "solve/network/network.h"

typedef struct kf_count_search {
    const kf_network *net;    /* without rows */
    const uint32_t *position; /* by variable: when it would be eliminated; some may have the same */
    double slack;             /* units in the last place by which a weight may be wrong */
    double work, bytes;       /* entries of tables that may be looked at; memory of the cache */
    const kf_limits *limits;
    /* What comes out: */
    bool done, stopped;   /* neither: it takes more than that */
    double log_z, error;  /* -INFINITY: nothing is feasible, and nothing else is set */
    double log_z_rest;    /* what rounding took from log_z */
    double **belief;      /* by variable and value: room, or NULL */
    double *units;        /* by variable: by which they may be wrong, relative to them; room */
    uint64_t nodes, hits; /* components that differ, and those that were met again */
    double worked;
} kf_count_search;

/* KERF_NO_MEMORY: nothing is set. */
kerf_status kf_count_by_search(kf_count_search *, kf_mem *);

#endif
