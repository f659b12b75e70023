/* driving.h -- private to driver.c and driver_tell.c: a task on its way through the stages. */
#ifndef KF_DRIVING_H
#define KF_DRIVING_H

#include "solve/lp/relaxed.h"
#include "solve/lp/tree.h"

typedef struct kf_run {
    kf_task *task;    /* what is asked, and the answer */
    uint32_t solvers; /* kf_solver_kind: which stages */
    bool done;        /* a stage has concluded */
    bool failed;      /* Clp has given up */
    kf_solved search; /* what `search` found, where that was not the end */
    bool *searched;   /* its assignment; NULL: there was no such search */
    uint64_t nodes;   /* that it might look at */
    kf_task given;    /* the task, scaled where weights are far from 1 */
    kf_task gathered; /* the same with cliques: what the linear program is about */
    kf_component scaled, cliques;
    int power;            /* by which it is scaled; 0: not */
    kf_arena arena, rows; /* of `scaled`; of `cliques` and `relaxed` */
    kf_relaxed relaxed;   /* of `gathered`, or, where that stalls, of `given` */
    double cost;    /* of an incumbent near the point; INFINITY: none was looked for, or found */
    double entries; /* that elimination would take; INFINITY: too many, or not known */
    double proven;  /* where the relaxation stalls: a bound that later stages do not know of */
    kf_tree tree;   /* of `gathered` */
    bool planted;   /* it is there */
    kf_tree_options options;
    bool begun; /* the answer is that of `gathered`, no longer that of the task */
} kf_run;

/* From the tree and the relaxation to the component without cliques. */
void kf_run_tell(kf_run *);
/* From there to the task: scaled back, with what `search` found. */
void kf_run_conclude(kf_run *, kerf_status);

#endif
