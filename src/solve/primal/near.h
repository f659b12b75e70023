/* near.h -- primal heuristics: assignments near a point of the LP relaxation, or near an
 * assignment. */
#ifndef KF_NEAR_H
#define KF_NEAR_H

#include "solve/task.h"

typedef struct kf_near {
    double cost;      /* of the assignment; INFINITY: it breaks something hard */
    bool equivalence; /* each transitive relation is one, as far as it is in the component */
} kf_near;

/* x: by atom, from 0 to 1. The best assignment becomes that of the task, if it is better than the
 * one there. A loose solve prefers an equivalence to what may be a little better only because
 * triangles are missing. */
kerf_status kf_find_near(const kf_task *, const double *x, kf_near *);
/* The same near the assignment itself: one that breaks less. An equivalence that breaks nothing
 * will do. */
kerf_status kf_mend(const kf_task *, kf_near *);
/* The same by local search, where both leave something broken: an assignment that breaks nothing is
 * what matters, and what it costs the second. Nothing is looked for where nothing is broken. */
kerf_status kf_search_near(const kf_task *, kf_near *);
/* A cheaper assignment than one that breaks nothing, by local search: what searches to come have to
 * beat. Any other stays. Each round (0, 1, ...) takes more work, and other random numbers. */
kerf_status kf_search_cheaper(const kf_task *, uint32_t round, bool *assignment);
/* Pairs of transitive relations as classes of their nodes have them, the best that are found by
 * costs of the pairs alone, from the classes of the assignment on; !*made: there are no nodes, or
 * too many. With about so much work: scores looked at. */
kerf_status kf_find_classes(const kf_component *, const kf_limits *, kf_mem *, uint64_t seed,
                            uint64_t work, bool *assignment, bool *made);

#endif
