/* limits.h -- how far a solve goes: time, interrupts, the gap that is good enough, effort. */
#ifndef KF_LIMITS_H
#define KF_LIMITS_H

#include "base/stop.h"

#include <math.h>
#include <stdbool.h>

/* While separation still finds violated groundings, proofs do not last: the problem is solved
 * loosely first, then briefly, then in full. */
typedef enum kf_effort {
    KF_EFFORT_FULL,  /* prove optimality */
    KF_EFFORT_BRIEF, /* the same, but dual ascent ends it where the linear program stalls */
    KF_EFFORT_LOOSE, /* stop within `slack` where a proof would take long */
} kf_effort;

/* Of two, the one that proves less. */
static inline kf_effort kf_effort_least(kf_effort a, kf_effort b)
{
    return a > b ? a : b;
}

typedef struct kf_limits {
    double deadline; /* of kf_now(); INFINITY: none */
    kf_stop *stop;   /* asked every few thousand steps, from any thread; may be NULL */
    double gap;      /* cost - bound that is good enough: stop there. 0: prove it */
    kf_effort effort;
    double slack;   /* KF_EFFORT_LOOSE: the same gap as a share of the cost */
    bool partial;   /* separation goes on: there are hard constraints that the problem lacks */
    uint32_t round; /* how often a local search has gone on from where it converged */
} kf_limits;

/* Is it time to stop? */
bool kf_limits_reached(const kf_limits *);

/* The same with a share of the time that is left. */
kf_limits kf_limits_share(const kf_limits *, double share);

/* The same as one stop, for as long as the limits are there. */
static inline kf_stop kf_limits_stop(const kf_limits *l)
{
    return kf_stop_at(l->stop, l->deadline);
}

static inline bool kf_limits_loose(const kf_limits *l)
{
    return l->effort == KF_EFFORT_LOOSE;
}

/* How far below an assignment's cost a dual bound may be to be good enough; of no assignment, none
 * is. */
static inline double kf_limits_gap(const kf_limits *l, double cost)
{
    if (isinf(cost)) return 0;
    double slack = kf_limits_loose(l) ? l->slack * cost : 0, least = 1e-9 * (cost > 1 ? cost : 1);
    double gap = l->gap > slack ? l->gap : slack;
    return gap > least ? gap : least;
}

/* Is an assignment that cheap good enough? A loose solve takes one within `near` of the bound, as a
 * share of its cost, where anything better takes a search: constraints still to come mostly decide
 * what is fractional now. */
static inline bool kf_limits_will_do(const kf_limits *l, double cost, double bound, double near)
{
    if (isinf(cost)) return false;
    return cost - bound <= kf_limits_gap(l, cost)
           || (kf_limits_loose(l) && cost - bound <= near * cost);
}

#endif
