/* reduce.h -- private to solve/: reduced cost fixing, and what it leaves of a component.
 *
 * An assignment that beats the incumbent can pay at most the difference between its cost and the
 * dual bound. An atom whose reduced cost in the relaxation is above that has in every such
 * assignment the value that the reduced cost favours. With most atoms fixed so, the rest falls
 * apart into residual components, each of which is a task of its own. */
#ifndef KF_REDUCE_H
#define KF_REDUCE_H

#include "solve/lp/relaxed.h"
#include "solve/presolve/simplify.h"
#include "solve/task.h"

typedef struct kf_reduction {
    kf_task *task;
    double cost;     /* of the incumbent */
    double bound;    /* of the relaxation */
    bool worth;      /* enough atoms are fixed */
    bool simplified; /* `left` is there */
    kf_simplified left;
    kf_solved total; /* of what presolve paid and of the residual components so far */
    bool *other;     /* by atom: the assignment that they make */
    kf_arena arena;
} kf_reduction;

/* The assignment of the task breaks nothing hard and costs `cost`. Where it is worth it, take each
 * task, solve it, hand it back, and conclude: the task's assignment and `solved` are the answer
 * then, or as far as it came. Close it in any case. */
kerf_status kf_reduce_open(kf_reduction *, kf_task *, const kf_relaxed *, double cost);
uint32_t kf_reduce_residuals(const kf_reduction *);
kerf_status kf_reduce_task(kf_reduction *, uint32_t residual, kf_task *);
void kf_reduce_take(kf_reduction *, uint32_t residual, const kf_task *);
void kf_reduce_conclude(kf_reduction *);
void kf_reduce_close(kf_reduction *);

#endif
