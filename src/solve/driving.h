/* driving.h -- private to driver.c, driver_relax.c, driver_search.c and driver_tell.c: a task on
 * its way through the stages. */
#ifndef KF_DRIVING_H
#define KF_DRIVING_H

#include "solve/lp/relaxed.h"
#include "solve/lp/tree.h"

typedef struct kf_run {
    kf_task *task;    /* what is asked, and the answer */
    uint32_t solvers; /* kf_solver_kind: which stages */
    bool done;        /* a stage has concluded */
    bool cut;         /* the limits ended a stage before it had anything to say */
    kf_stop stop;     /* the limits; */
    kf_patience patience;
    bool failed;       /* Clp has given up */
    kf_solved search;  /* what `search` and `tables` found, where that was not the end */
    bool *searched;    /* the incumbent of that; NULL: there was no such search */
    uint64_t nodes;    /* that it might look at */
    bool brief;        /* few, since `tables` comes next */
    bool left;         /* `tables` has left it open, with an incumbent; */
    bool sooner;       /* for as much as elimination would take */
    uint32_t improved; /* rounds of local search for cheaper incumbents */
    bool early;        /* searches of the last stages came before branching */
    kf_task given;     /* the task, scaled where weights are far from 1 */
    kf_task gathered;  /* the same with cliques: what the linear program is about */
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

/* ---- driver_search.c ---- */

/* May a stage be tried that is not the whole of `exact`? Who limits its nodes wants
 * nothing else. */
bool kf_run_may_try(const kf_run *);
/* A proof is wanted, and no relation is transitive: the linear program has cuts for these. */
bool kf_run_suits_tables(const kf_run *);
kerf_status kf_run_search(kf_run *);
kerf_status kf_run_more_search(kf_run *);
bool kf_run_may_be_easy(const kf_run *);
/* Elimination before the linear program: what is nothing beside one. Of others a forecast. */
kerf_status kf_run_easy(kf_run *);
kerf_status kf_run_tables(kf_run *);
bool kf_run_is_sooner(const kf_run *);
/* Elimination by that forecast: `tables` needs more, and so messages say little, as would a linear
 * program. */
kerf_status kf_run_soon(kf_run *);
/* A cheaper incumbent by local search, where `tables` has left a component open: that costs little
 * beside what is to come. */
bool kf_run_is_left(const kf_run *);
kerf_status kf_run_improve(kf_run *);
kerf_status kf_run_whole_tables(kf_run *);
kerf_status kf_run_late_tables(kf_run *);

/* ---- driver_relax.c ---- */

kerf_status kf_run_relax(kf_run *);
kerf_status kf_run_stop(kf_run *);
kerf_status kf_run_ascend(kf_run *);
kerf_status kf_run_round(kf_run *);
kerf_status kf_run_reduce(kf_run *);

/* ---- driver_tell.c ---- */

/* From the tree and the relaxation to the component without cliques. */
void kf_run_tell(kf_run *);
/* The same where a stage was cut short: the incumbent as it stands, and the bound so far. */
void kf_run_leave(kf_run *);
/* From there to the task: scaled back, with what `search` and `tables` found. */
void kf_run_conclude(kf_run *, kerf_status);
/* Were weights so far apart that beside the greatest nothing is proven of the others? */
bool kf_run_is_too_wide(const kf_run *);

#endif
