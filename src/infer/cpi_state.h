/* cpi_state.h -- private to infer/: the state of cutting plane inference.
 *
 * cpi.c is Algorithm 1 itself. keep_incumbent.c keeps the best assignment so far,
 * choose_grounding.c decides when to ground the rest, fractional.c separates at the point of the
 * relaxation, early.c and rescue.c are primal heuristics before, during and after the loop,
 * conclude.c states the outcome. */
#ifndef KF_CPI_STATE_H
#define KF_CPI_STATE_H

#include "ground/separate/separate.h"
#include "infer/clusters/clusters.h"
#include "infer/components/components.h"
#include "infer/primal/repair.h"

#define KF_NOT_THERE UINT64_MAX

typedef struct kf_cpi {
    kf_grounder *g;
    kf_mem *mem; /* the grounder's, as is the problem */
    kf_problem *p;
    const kf_cpi_options *o;
    kf_cpi_result *r;
    kf_components *components;
    kf_limits limits;
    double began;
    double deadline;   /* of the loop; what is left until the options' improves the incumbent */
    kf_stop grounding; /* a little later */
    kf_stop trying;    /* what rescue.c tries */
    kf_stop grace;     /* after a stop: to evaluate what solvers had */
    bool graced;
    double secured_at, secured_seconds; /* when the last check of secure.c ended; what it took */
    bool early; /* classes of nodes were found before anything was separated */
    bool cut;   /* a separation was interrupted: it may have found tuples in part */
    kf_iteration now;
    kf_standing standing;
    kf_separated found;
    KF_VEC(bool) incumbent; /* by atom of the problem, and one more; n = 0: none */
    uint64_t incumbent_at;  /* kf_grounder_changes() when the database held it, or KF_NOT_THERE */
    bool counted;           /* its cost was counted: what it violates need not be ground */
    bool whole;             /* everything is ground, but for cycles and products */
    bool was_proven;        /* the assignment of the iteration before was optimal for its problem */
    bool guessed;           /* the next partial problem was taken for the last, once */
    bool waited;            /* repair was put off, once */
    double last_bound;      /* of the iteration before */
    double round_cost;      /* of the incumbent, before the round of local search */
    const char *bound_trusted; /* the MIP solver on whose word cost_bound rests, or NULL */
    bool tie_cut;  /* looking for ties was interrupted: tuples were found, and left out */
    bool improved; /* the database holds a cheaper one than the incumbent (products.c) */
    kf_clusters clusters;
    const kf_pin *pin; /* or NULL */
    bool again;        /* facts have changed since an earlier run, whose components go on */
    double unnamed;    /* what unnamed atoms and clusterings pay */
    bool unnamed_tie;  /* one of these could as well be true */
    bool *wanted;      /* by atom of the problem; NULL: all of them are */
    size_t n_wanted;
} kf_cpi;

/* ---- cpi.c ---- */

/* Do hard formulas contradict the evidence or each other? */
bool kf_cpi_is_infeasible(const kf_cpi *);

/* ---- keep_incumbent.c ---- */

/* So much of a cost; of the sum of all weights where that is below 1 and the cost even less. */
double kf_cpi_within(const kf_grounder *, double cost, double relative);
/* Is there a feasible incumbent, and is its gap at most so much? */
bool kf_cpi_has_incumbent(const kf_cpi *, double relative);
/* Makes this the incumbent; its atoms beyond n are false. */
kerf_status kf_cpi_keep_assignment(kf_cpi *, const bool *assignment, size_t n, double cost,
                                   uint64_t broken);
/* Computes the gap of the incumbent by the dual bound so far. */
void kf_cpi_measure_gap(kf_cpi *);
/* Does the database hold the incumbent, nothing having been set since? */
bool kf_cpi_holds_incumbent(const kf_cpi *);
/* Costs and bounds of this iteration's assignment, which becomes the incumbent if it is better. */
kerf_status kf_cpi_update_incumbent(kf_cpi *);
/* Looks for a feasible assignment near the components' (kf_repair_find()). */
kerf_status kf_cpi_repair(kf_cpi *, const kf_limits *, bool again);
/* The same from any assignment; `needed` is filled in. Afterwards the database holds that one. */
kerf_status kf_cpi_repair_from(kf_cpi *, kf_repair_ask *);
/* Puts the incumbent into the database. */
kerf_status kf_cpi_restore_incumbent(kf_cpi *);
/* Asserts the invariant between two iterations: the incumbent breaks and costs in the problem no
 * more than is said of it, the dual bound is not above a feasible incumbent, each iteration is in
 * the trace. */
void kf_cpi_check(const kf_cpi *);

/* ---- choose_grounding.c ---- */

/* With --ground=auto: grounds the rest if that is better than to go on by cutting planes. */
kerf_status kf_cpi_choose_grounding(kf_cpi *);

/* Orders nodes of which many cycles were found (ground/graph/node_order.h). */
kerf_status kf_cpi_order_groups(kf_cpi *);

/* Is everything to be ground first? Also where only some atoms are asked for, and it is not too
 * much: then their components are known. */
kerf_status kf_cpi_grounds_all(kf_cpi *, bool *all);

/* ---- fractional.c ---- */

/* Separates the fractional point of the relaxation. What it adds the assignments of the next
 * iterations need not violate. The assignment in the database stays. */
kerf_status kf_cpi_separate_point(kf_cpi *);

/* ---- early.c ---- */

/* Before the first separation: if that will find very much, looks for a feasible assignment first.
 * The assignment in the database stays. */
kerf_status kf_cpi_start_primal(kf_cpi *);
/* Looks for better classes of nodes, from those of the incumbent on, if there is one. */
kerf_status kf_cpi_search_classes(kf_cpi *, const kf_limits *, uint64_t seed, uint64_t work);

/* ---- rescue.c ---- */

/* The loop was stopped without a feasible assignment: looks for one, a second at most if time is
 * up. */
kerf_status kf_cpi_rescue(kf_cpi *);
/* Everything is false but what a hard clause of one literal wants true. */
void kf_cpi_falsify(const kf_cpi *, bool *assignment);
/* The loop's time is up, and the incumbent is not proven: local search until the deadline. */
kerf_status kf_cpi_polish(kf_cpi *);

/* ---- secure.c ---- */

/* While no feasible assignment is known. The one in the database stays. */
kerf_status kf_cpi_secure_first(kf_cpi *);
/* The incumbent, if the database holds it and it is worth its time. */
kerf_status kf_cpi_secure(kf_cpi *);
/* Stopped: what is secured becomes the incumbent, if it is better. */
kerf_status kf_cpi_take_secured(kf_cpi *);

/* ---- conclude.c ---- */

/* The outcome, with the incumbent in the database; or why there is none. */
kerf_status kf_cpi_conclude(kf_cpi *);

#endif
