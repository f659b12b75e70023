/* marginal.h -- how probable each hidden atom is, and the logarithm of the partition function.
 *
 * P(world) = exp(score(world)) / Z over the worlds that keep every hard formula, where the score is
 * the sum of the weights of all true groundings and Z makes it add up to 1. Everything that
 * evidence leaves open is ground. The grounder has score = best - cost, so that Z is exp(best)
 * times the sum of exp(-cost); groundings that evidence decides are in `best`.
 *
 * What may be done to the problem is less than for the most probable world, since every world
 * counts and not only a best one. These keep Z and every probability:
 *   - atoms that evidence fixes are constants (grounding);
 *   - identical clauses are one, their weights added (problem.h); equal costs of an atom likewise;
 *   - what an atom pays with both values is taken out, and log Z moves by it;
 *   - components that share no constraint are independent: Z is their product;
 *   - values that break something hard by themselves go (network.h);
 *   - where no order of elimination fits, values without support go, equal variables are one, and
 *     unobserved effects (barren nodes) are summed out (reduced.h);
 *   - an auxiliary atom that is defined in both directions has one value for each choice of the
 *     others, so no world is counted twice (definitions.c); the same holds for the variables of
 *     chains (network_chain.c) and for those that acyclicity needs (cycle_clauses.c);
 *   - auxiliary atoms that tie few others together are summed out (inlining.c);
 *   - an atom that no ground formula names is as probable as not, and counts log 2.
 * These do not, and are not used: dual fixing, dominance, one-sided counts, clauses that
 * hold in a best world, one-sided definitions, breaking of symmetries, settling of clusterings,
 * leaving out what is not violated. */
#ifndef KF_MARGINAL_H
#define KF_MARGINAL_H

#include "ground/grounder.h"
#include "solve/limits.h"

typedef enum kf_chance_method {
    KF_BY_NOTHING,     /* it is not known: stopped before */
    KF_BY_ELIMINATION, /* exact */
    KF_BY_GIBBS,
    KF_BY_MCSAT,
    KF_CHANCE_METHODS
} kf_chance_method;

typedef struct kf_chance { /* of an atom */
    double p, lo, hi;      /* that it is true; exact: lo and hi contain the truth */
    double ess, rhat;      /* of sampling, else NAN */
    uint8_t method;
    bool free; /* no constraint has it, it costs nothing, and nobody asks for it */
} kf_chance;

typedef struct kf_marginal_progress {
    uint64_t components, done; /* in all, and known */
    uint64_t atoms;            /* of the component that is next */
    const char *method;        /* of that one */
    uint64_t samples;          /* of it so far, of all chains */
    uint64_t converged;        /* atoms of it that are known to the precision asked for */
    double max_rhat;           /* NAN: no sample yet */
} kf_marginal_progress;

/* Which formulas are not ground but looked at when atoms change. */
typedef enum kf_marginal_wait {
    KF_WAIT_AUTO, /* those with the most groundings, where there is no memory for all */
    KF_WAIT_ALL,  /* all that can */
    KF_WAIT_NONE
} kf_marginal_wait;

typedef struct kf_marginal_options {
    kerf_marginal_method how;
    kf_marginal_wait wait;
    bool unlearned; /* nothing is learned of formulas that wait: for tests */
    uint32_t threads;
    bool all;                     /* also atoms that no formula names */
    const struct kf_asked *asked; /* also those that it asks for, of predicates that it does not
                                   * ask for as a whole; may be NULL */
    bool expectations;            /* also how many groundings of each rule are true */
    bool forecast;                /* nothing but what it would take: components by kind and part */
    uint32_t skip;  /* orders of elimination that are left out: for a second opinion */
    double entries; /* that tables may have, else there are other ways; 0: many. For tests */
    double precision;
    uint64_t samples, burn_in, seed;
    uint32_t chains;
    uint32_t traces; /* of so many of the least certain atoms; for reports */
    kf_limits limits;
    void (*progress)(void *context, const kf_marginal_progress *);
    void *context;
} kf_marginal_options;

/* A component that stands out: the largest are kept. */
typedef struct kf_marginal_part {
    uint64_t atoms, constraints;
    uint8_t method;
    uint32_t width;
    const char *route;     /* which way: "alone", "elimination", "counting", "partitions",
                            * "search", or the method of sampling */
    double entries, bytes; /* of all tables; INFINITY: no order was found */
    double log_z;          /* NAN: sampled */
} kf_marginal_part;
enum { KF_MARGINAL_PARTS = 100 };

/* Components that go the same way, added up; width, entries and bytes of the most. */
typedef struct kf_marginal_kind {
    const char *route;
    bool exact;
    uint64_t components, atoms;
    uint32_t width;
    double entries, bytes;
} kf_marginal_kind;
enum { KF_MARGINAL_KINDS = 8 };

typedef struct kf_expected_row { /* of a row of a weight table, over all worlds */
    uint32_t row;
    double weight;
    double score, error;
    double satisfied;  /* of: */
    double groundings; /* that evidence leaves open */
} kf_expected_row;

typedef struct kf_expected { /* of a rule of the model, over all worlds */
    bool there;
    double score, error; /* of its true groundings; NAN: not known, and an error where sampled */
    double satisfied;    /* true groundings; NAN: weights differ */
    uint64_t groundings;
    size_t first_row, n_rows; /* of its weight table, those with groundings that are open */
} kf_expected;

typedef struct kf_marginal_trace { /* of a sampled atom, for plots */
    uint32_t atom;                 /* of the problem */
    double width;                  /* of its interval */
    uint32_t chains, n_points;
    uint64_t batch; /* samples of a chain that a point is the mean of */
    double *points; /* of chain c: from points[c * n_points] */
} kf_marginal_trace;
enum { KF_TRACE_POINTS = 60, KF_MARGINAL_LEVELS = 20 };

typedef struct kf_marginals {
    kf_mem *mem;
    kerf_certainty certainty;
    bool stopped;              /* some component has no probabilities at all: unconverged */
    bool interrupted;          /* by the limits */
    bool coarse;               /* weights are too large for doubles to tell worlds apart */
    KF_VEC(kf_chance) chances; /* by atom of the problem */
    uint64_t *free;            /* by predicate: open atoms that no formula names */
    uint32_t n_predicates;
    double log_z, log_z_lo, log_z_hi; /* natural; NAN: a component was sampled or left */
    uint64_t atoms;                   /* hidden and open, free ones included */
    uint64_t components, by_method[KF_CHANCE_METHODS];
    uint64_t free_atoms;
    uint64_t waiting; /* formulas that are not all ground */
    bool not_ground;  /* it is a forecast, and too much is open to be ground for it */
    double open;    /* groundings, by the plans of queries; 0: all are ground whatever they take */
    uint32_t width; /* of the largest table of an elimination */
    double entries, bytes;          /* most of any component that was eliminated */
    KF_VEC(kf_marginal_part) parts; /* with the most atoms */
    kf_marginal_kind kinds[KF_MARGINAL_KINDS];
    uint32_t n_kinds;
    uint64_t samples;
    uint32_t chains;
    double max_rhat, min_ess;
    double agreed_rhat, enough_ess;      /* what convergence asks of them */
    KF_VEC(kf_marginal_trace) traces;    /* as many as were asked for, the widest interval first */
    uint64_t levels[KF_MARGINAL_LEVELS]; /* with traces; see kf_sampled.levels */
    kf_expected *expected;               /* by rule of the model; NULL: not asked for */
    size_t n_rules;
    KF_VEC(kf_expected_row) expected_rows;
    bool no_start;         /* it was: nothing was found that keeps the hard constraints */
    bool too_large;        /* it was: chains cannot number its rows, or add up a row */
    uint64_t no_memory;    /* atoms of the first component that it was too little for; 0: none */
    kf_marginal_part left; /* the first that was too wide for elimination and not sampled */
    double seconds_ground, seconds_solve;
} kf_marginals;

/* The grounder is fresh: nothing is ground yet. KERF_INFEASIBLE: no world keeps the hard formulas,
 * said in diags if evidence alone breaks them. KERF_INTERRUPTED: stopped while grounding.
 * KERF_LIMIT, said in diags: too much to ground. Else KERF_OK, and `certainty` and `stopped` say
 * what there is. */
kerf_status kf_marginal_run(kf_grounder *, const kf_marginal_options *, kf_marginals *);
void kf_marginals_free(kf_marginals *);
/* Asserts that probabilities lie within their intervals, and that counts and lists agree. */
void kf_marginals_check(const kf_marginals *);

const char *kf_chance_method_text(uint8_t method);

#endif
