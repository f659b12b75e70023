/* ascending.h -- private to ascent.c and price_tree.c: the state of dual ascent on one component.
 */
#ifndef KF_ASCENDING_H
#define KF_ASCENDING_H

#include "solve/cuts/pentagon.h"
#include "solve/cuts/triangle.h"
#include "solve/dual/prices.h"
#include "solve/lp/relaxed.h"
#include "solve/primal/rounding.h"
#include "solve/task.h"

enum { KF_MOST_CUTS = 30000 };

typedef struct kf_ascent {
    const kf_task *task;
    const kf_component *component; /* of the task */
    kf_mem *mem;
    kf_stop stop; /* the limits of the task */
    kf_prices prices;
    kf_rounder *rounder;
    kf_triangles *triangles; /* NULL: none are to be found */
    kf_pentagons *cuts;      /* likewise */
    uint32_t n_cuts;
    double *x;       /* by atom: room for the point */
    bool *trial;     /* by atom: room for an assignment */
    double cost;     /* of the best assignment */
    uint64_t broken; /* hard constraints that it breaks */
    bool beyond;     /* it violates triangles that are not among these */
    kf_relaxed *best;
} kf_ascent;

/* The trial assignment becomes that of the task if it is better. */
kerf_status kf_ascent_offer(kf_ascent *);
/* Assignments near a point. */
kerf_status kf_ascent_assign(kf_ascent *, const double *x);
/* A round of inequalities that the point of the prices violates: how many become rows. */
kerf_status kf_ascent_cut(kf_ascent *, size_t *added);

/* Depth-first search in which every node goes on from the prices at hand. *bound: no assignment
 * costs less than this and less than the best one. */
kerf_status kf_price_tree(kf_ascent *, double *bound);

#endif
