/* sample.h -- probabilities of the atoms of a component by sampling, with diagnostics that can
 * fail.
 *
 * The distribution: P(assignment) is proportional to exp(-cost), and 0 where a hard constraint is
 * broken. Several Markov chains leave it as it is in every step and never break a hard constraint.
 * They begin at a given assignment and at random feasible ones. What they disagree about is shown
 * by R-hat; how much they tell by the effective sample size. See doc/sampling.md.
 *
 * Chains are run by several threads, each chain by its own random numbers: the same component,
 * options and number of chains give the same bytes for any number of threads, unless limits end
 * it. */
#ifndef KF_SAMPLE_H
#define KF_SAMPLE_H

#include "problem/component.h"
#include "solve/limits.h"

typedef enum kf_sample_method {
    KF_SAMPLE_AUTO, /* Gibbs where nothing hard or nearly hard couples its blocks and the component
                     * has all constraints, else MC-SAT */
    KF_SAMPLE_MCSAT,
    KF_SAMPLE_GIBBS /* the same refusal: kf_sampled.method says what was done */
} kf_sample_method;

typedef enum kf_sample_status {
    KF_SAMPLE_CONVERGED,   /* intervals as narrow as asked for, and the chains agree */
    KF_SAMPLE_UNCONVERGED, /* all samples are drawn, and one of these does not hold */
    KF_SAMPLE_STOPPED,     /* by the limits, before that; the result is what there is by then */
    KF_SAMPLE_NO_START,    /* no assignment was found that breaks no hard constraint: no result */
    KF_SAMPLE_INFEASIBLE   /* proven: there is none */
} kf_sample_status;

#define KF_SAMPLE_RHAT 1.01 /* at most that, of every atom: the chains agree */
#define KF_SAMPLE_ESS 400   /* at least that, of every atom that changes */

/* Constraints that are not in the component: each change that a chain makes is tested, and undone
 * where it is refused. Chains then take turns, whatever the number of threads. */
typedef struct kf_sample_test {
    void *context;
    /* This is the assignment from now on. */
    kerf_status (*enter)(void *context, const bool *assignment);
    /* Does it break something hard that is not in the component? */
    kerf_status (*breaks)(void *context, bool *broken);
    /* These atoms have other values now. *refused: then they are as before. In a slice, with a
     * probability of 1 - exp(-price) for each constraint that did not pay before and pays now, by a
     * coin of its own; else with 1 - exp(-more), where that is what they all pay more than before,
     * if it is more. Coins depend on the key. */
    kerf_status (*refuse)(void *context, const uint32_t *atoms, uint32_t n, uint64_t key,
                          bool slice, bool *refused);
} kf_sample_test;

struct kf_sampled;
typedef struct kf_sample_options {
    kf_sample_method method;
    uint32_t chains;  /* 4 or more; 0: 4 */
    uint64_t samples; /* that are kept at most, of all chains together; 0: KF_SAMPLE_MOST */
    uint64_t burn_in; /* sweeps of a chain before the first sample; KF_SAMPLE_AUTO_BURN */
    uint64_t seed;
    double precision;  /* half of an interval's width that is good enough; 0: draw all samples */
    uint32_t threads;  /* 0 is 1 */
    uint32_t traces;   /* of so many of the least certain atoms; 0: no levels either */
    const bool *start; /* a feasible assignment, such as the MAP; NULL: none is known */
    const kf_sample_test *test; /* NULL: the component has all constraints */
    kf_limits limits;
    /* After each round: the numbers of what there is so far. May be NULL. */
    void (*progress)(void *context, const struct kf_sampled *);
    void *context;
} kf_sample_options;

#define KF_SAMPLE_MOST UINT64_C(200000)
/* Twice as long as before, until R-hat is small or a quarter of all samples is spent. */
#define KF_SAMPLE_AUTO_BURN UINT64_MAX

typedef struct kf_sampled_atom {
    double p, lo, hi; /* true: estimate and interval, which has the truth in it with 95 % */
    double ess;       /* of a constant atom, that of the least certain of the others */
    double rhat;      /* INFINITY: constant in each chain, but not the same in all */
    bool forced;      /* by the hard constraints: proven, lo = p = hi */
    bool constant;    /* in all samples, though nothing forces it */
} kf_sampled_atom;

/* For plots: a point is the mean of draws / n_points samples of a chain. */
typedef struct kf_sample_trace {
    uint32_t atom;
    const double *points; /* of chain c: from points[c * n_points] */
} kf_sample_trace;

enum { KF_SAMPLE_LEVELS = 20 };

typedef struct kf_sampled {
    kf_sample_status status;
    kf_sample_method method; /* that was used */
    kf_sampled_atom *atoms;  /* by atom */
    double *clauses;         /* by clause: how likely it is to pay, that is to be violated */
    double *counts;          /* by count: likewise */
    double *cliques;         /* by clique: expected number of pairs of false literals */
    uint64_t samples;        /* of all chains, kept */
    uint64_t burn_in;        /* sweeps of a chain that were not */
    uint32_t chains;
    double max_rhat, min_ess; /* of atoms that are not forced; 1 and INFINITY if there is none */
    double max_width;         /* half of the widest interval */
    uint32_t converged;       /* atoms of which chains tell enough, forced ones included */
    uint32_t n_traces, n_points;
    kf_sample_trace *traces; /* the widest interval first */
    /* Are intervals what they say? One chain against the others, of up to 2,000 atoms: at [i] how
     * many need an interval of a level from i / KF_SAMPLE_LEVELS on. As many at each, if so. */
    uint64_t levels[KF_SAMPLE_LEVELS];
    kf_arena arena; /* holds all this */
} kf_sampled;

/* KERF_OK whatever the status; KERF_NO_MEMORY, KERF_LIMIT (sums do not fit 63 bits) and
 * KERF_INTERRUPTED (the limits ended it before a chain was there): nothing is left. The arrays are
 * there unless the status is NO_START or INFEASIBLE. */
kerf_status kf_sample(const kf_component *, const kf_sample_options *, kf_mem *, kf_sampled *);
void kf_sampled_free(kf_sampled *); /* also of zeroes */

/* What would be used: Gibbs or MC-SAT. */
kerf_status kf_sample_forecast(const kf_component *, kf_mem *, kf_sample_method *);

#endif
