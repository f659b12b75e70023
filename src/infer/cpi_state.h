/* cpi_state.h -- what the components of cutting plane inference share. Private to cpi.c and its siblings.
 *
 * cpi.c is Algorithm 1 itself. best.c keeps the best assignment, fractional.c separates at the point
 * of the relaxation, early.c and rescue.c find an answer where the loop had no time for one, conclude.c
 * says what is known of it. */
#ifndef KF_CPI_STATE_H
#define KF_CPI_STATE_H

#include "infer/components.h"
#include "infer/incumbent.h"

#define KF_NOT_THERE UINT64_MAX

typedef struct kf_cpi {
    kf_grounder *g;
    const kf_cpi_options *o;
    kf_cpi_result *r;
    kf_components *components;
    kf_limits limits;
    double began;
    double deadline;   /* of the loop: what is left until that of the options improves the answer */
    kf_stop grounding; /* a little later */
    kf_stop trying;    /* what rescue.c tries */
    uint32_t polished; /* how often, in the loop */
    bool early;        /* classes of nodes were found before anything was separated */
    bool cut;          /* something was interrupted: units may be found in part */
    kf_iteration now;
    kf_standing standing;
    kf_separated found;
    KF_VEC(bool) best; /* the best assignment so far, by atom of the problem; n = 0: none */
    uint64_t
        best_at;     /* kf_grounder.changes when the database held it; KF_NOT_THERE: it never did */
    bool whole;      /* everything is ground, but for cycles and products */
    bool was_proven; /* the assignment of the iteration before, for the problem that it had */
    double last_bound;         /* of the iteration before */
    const char *bound_trusted; /* the library on whose word cost_bound rests, or NULL */
    bool improved;             /* the database holds one that costs less than that */
    double unnamed;            /* what atoms pay that nobody has named */
    bool unnamed_tie;          /* one of these could as well be true */
} kf_cpi;

/* ---- cpi.c ---- */

/* Do hard formulas contradict the evidence or each other? Notes the rule that evidence breaks. */
bool kf_cpi_is_infeasible(kf_cpi *);

/* ---- best.c ---- */

/* So much of a cost; of what all weights make where that is less than 1, and the cost is even less. */
double kf_cpi_within(const kf_grounder *, double cost, double relative);
/* Is there a assignment that breaks nothing, and is it near enough to the bound? */
bool kf_cpi_has_incumbent(const kf_cpi *, double relative);
/* This is the best assignment so far; its atoms beyond n are false. */
kerf_status kf_cpi_keep_assignment(kf_cpi *, const bool *assignment, size_t n, double cost,
                                   uint64_t broken);
/* The gap of the best assignment by the bound so far. */
void kf_cpi_measure_gap(kf_cpi *);
/* Does the database hold the best assignment, nothing having been set since? */
bool kf_cpi_best_is_now(const kf_cpi *);
/* Bounds, and this iteration's assignment if it is the best so far. */
kerf_status kf_cpi_keep_best(kf_cpi *);
/* Looks for a assignment that breaks nothing near the components' (kf_incumbent_find()). */
kerf_status kf_cpi_find_incumbent(kf_cpi *, const kf_limits *, bool again);
/* The same with any beginning; `needed` is filled in. Afterwards the database holds that beginning. */
kerf_status kf_cpi_ask_incumbent(kf_cpi *, kf_incumbent_ask *);
/* The best assignment goes into the database. */
kerf_status kf_cpi_restore_best(kf_cpi *);

/* ---- choose_grounding.c ---- */

/* With --ground=auto: grounds the rest if that is better than to go on by cutting planes. */
kerf_status kf_cpi_choose_grounding(kf_cpi *);

/* ---- fractional.c ---- */

/* What is ground for the sake of the point the next assignments need not show. The assignment stays. */
kerf_status kf_cpi_separate_point(kf_cpi *);
/* Do rules wait for others (--order)? Then only the assignment at hand tells what to look at next. */
bool kf_cpi_has_stages(const kf_grounder *);

/* ---- early.c ---- */

/* Before the first separation: if that will find very much, an answer is looked for first. The assignment
 * stays. */
kerf_status kf_cpi_begin_early(kf_cpi *);
/* Other classes of nodes, from those of the best assignment on, if there is one. */
kerf_status kf_cpi_ask_classes(kf_cpi *, const kf_limits *, uint64_t seed, uint64_t work);

/* ---- rescue.c ---- */

/* It was stopped, and every assignment so far breaks hard formulas: looks for one that does not, a second
 * at most if time is up. */
kerf_status kf_cpi_rescue(kf_cpi *);
/* This iteration proved nothing, and the best assignment is far from the bound: looks for a better one, for
 * a while that is counted in steps. The assignment stays. */
kerf_status kf_cpi_polish_now(kf_cpi *);
/* The loop's time is up, and the answer is not proven: looks for a better one until the deadline. */
kerf_status kf_cpi_polish(kf_cpi *);

/* ---- conclude.c ---- */

/* The outcome, with the best assignment in the database; or why there is none. */
kerf_status kf_cpi_conclude(kf_cpi *);

#endif
