/* cpi.h -- cutting plane inference: the most probable assignment, with a dual bound.
 *
 * Algorithm 1 of Riedel (2008): solve the partial problem, separate its solution, add the violated
 * groundings, until there are none. Everything is decided on cost, which is what an assignment pays
 * below the best score possible (score = best - cost). Every grounding left out costs nothing at
 * best, so a lower bound on the cost of the partial problem is one for the whole model. */
#ifndef KF_CPI_H
#define KF_CPI_H

#include "ground/grounder.h"
#include "solve/solver.h"

/* What stands after an iteration, as costs. Callers of the library get scores: kerf_iteration, for
 * which the grounder's best score has to be known. */
typedef struct kf_iteration {
    uint32_t iteration;      /* from 1 */
    uint64_t atoms;          /* in the problem */
    uint64_t groundings;     /* in the problem before this iteration's separation */
    uint64_t new_groundings; /* that its assignment violates: tuples, without multiplicity */
    uint64_t flipped;        /* atoms that are not as in the iteration before */
    /* Of this iteration's assignment. INFINITY: it breaks hard formulas; NAN: not known, since
     * formulas were passed over. */
    double cost;
    uint64_t hard_violations;
    double best_cost;  /* of the incumbent; INFINITY: there is none */
    double cost_bound; /* dual bound: the greatest proven so far */
    /* Riedel's theorem: the solver's gap on the partial problem plus the weight of new groundings
     * bounds how far the cost is above the least. */
    double theorem_bound;
    double seconds;                         /* since the run began */
    double seconds_solve, seconds_separate; /* of this iteration */
} kf_iteration;

typedef struct kf_cpi_options {
    const kf_solver *solver;
    kf_settings settings;
    const uint32_t *stages; /* by rule of the model; NULL: all 0. See kf_separate() */
    bool full;              /* ground everything first: only cycles come later */
    bool choose;            /* or else, whenever that seems better (choose_grounding.c) */
    uint32_t rest_at;       /* testing: or after this iteration less one; 0: not so */
    uint32_t
        clusters_from; /* testing: constants from which a clustering is solved as one; 0: usual */
    uint32_t
        order_from;  /* testing: iteration from which nodes with any cycle are ordered; 0: usual */
    bool twins;      /* one constant for many, where that is exact (lifted.h) */
    bool twins_from; /* testing: however few they are */
    double rescue_seconds; /* testing: for a feasible world where the loop found none; 0: usual */
    bool simplify;         /* presolve */
    bool detail;           /* also by_rule and sizes of the result, for reports */
    bool any_best;         /* do not look for ties */
    bool keep;             /* also `kept` of the result */
    bool secure;           /* also `secured`, where there is much to check */
    uint32_t secure_from;  /* testing: with so many atoms and clauses; 0: usual */
    bool ordered;          /* its counts: as kf_grounder_unsatisfied() has it */
    uint32_t threads;      /* at least 1 */
    double gap;            /* stop when cost - bound <= gap * max(scale, cost) */
    kf_effort effort; /* the most that goes into a problem: less than KF_EFFORT_FULL proves less */
    uint32_t max_iterations; /* at least 1 */
    uint32_t mend;           /* components of so many atoms are solved near a change; 0: none */
    double deadline;         /* of kf_now(); INFINITY: none */
    struct kf_memo *memo;    /* components that earlier runs solved; NULL: none are remembered */
    kf_stop *stop;           /* with the best so far; may be NULL */
    void (*progress)(void *context, const kf_iteration *); /* after every iteration; may be NULL */
    void *context;
    /* Called once local formulas are ground, before anything is solved: the caller may add costs
     * to atoms. Not where everything is ground first. May be NULL. */
    kerf_status (*prepare)(void *context, kf_grounder *);
    /* Is this atom asked for? Components without such an atom need not be solved, where everything
     * is ground and an assignment that keeps what is hard in them is at hand. May be NULL: all
     * are. */
    bool (*wanted)(void *context, uint32_t predicate, const uint32_t *row);
} kf_cpi_options;

/* Components of the last problem, by how they were solved. */
typedef struct kf_method_count {
    const char *method;
    uint64_t components, largest, work;
} kf_method_count;
enum { KF_MOST_METHODS = 8, KF_MOST_LISTED = 100, KF_SIZE_CLASSES = 32 };

/* One component of the last problem, before simplification. */
typedef struct kf_component_info {
    uint32_t atoms, constraints;
    uint32_t residuals, largest; /* that simplification left of it; atoms of the largest */
    const char *method; /* of the largest residual component; "simplified" if none was left */
    double cost, bound;
    int unique; /* as below */
} kf_component_info;

typedef struct kf_chosen { /* what was decided of grounding */
    const char *why;       /* static text: why the rest was ground at once; NULL: it was not */
    uint32_t iteration;    /* after which; 0: before the first */
    double open;           /* groundings that there are, as forecast; NAN: not asked for */
} kf_chosen;

/* Where no feasible assignment was found: what repair came to. */
typedef struct kf_tried {
    uint32_t rounds; /* of repair and separation */
    uint64_t least;  /* hard groundings that an assignment of these broke, at least */
} kf_tried;

typedef struct kf_gate_count { /* of one rule of the grounder */
    uint64_t unsatisfied;
    double cost;
} kf_gate_count;

/* What the gate (gate.h) has counted of an assignment, and which one that was. */
typedef struct kf_gate_seal {
    double cost, size; /* of what was added and subtracted to get there */
    double best;       /* what the cost counts from */
    uint64_t hard;
    uint64_t atoms, a, b; /* true ones: how many, and two hashes of the set */
} kf_gate_seal;

/* A feasible assignment that has passed the gate while the search went on. */
typedef struct kf_secured {
    KF_VEC(bool) assignment; /* by atom of the problem, and one more; n = 0: none */
    KF_VEC(kf_gate_count) counts;
    kf_gate_seal seal;
} kf_secured;

typedef struct kf_cpi_result {
    /* Optimal: cost - bound <= 1e-9 * cost (converged: of 1, too), and nothing hard is broken.
     * Bounded: nothing hard is broken; walks prove little, so that its bound is that of costs
     * which no choice avoids. */
    kerf_outcome outcome;
    kerf_ending ending;
    bool cut; /* grounding was interrupted, and is to be recovered before anything is separated */
    bool lifted; /* over a quotient: nothing is in the grounder's problem (lifted.h) */
    bool none;   /* it ended before anything was known of any assignment: no score, no cost */
    double score, cost, cost_bound; /* of the assignment that is now in the database */
    double gap;                     /* cost - cost_bound, summed without cancellation */
    double beside;                  /* of it, what clusterings left, which are not in the problem */
    kf_secured secured;
    const char *trusted; /* static text: the MIP solver on whose word the bound rests; NULL: none */
    uint64_t hard_violations;
    int unique; /* 1: no other assignment is as good; 0: another is; -1: not known */
    uint32_t iterations;
    uint64_t atoms, groundings, groundings_with_multiplicity;
    uint64_t components, largest_component; /* after simplification, in atoms */
    /* Of these: with one best assignment in the last problem, with several; of the others it is not
     * known. */
    uint64_t unique_components, tied_components;
    kf_chosen chosen;
    double seconds_separate, seconds_solve;
    uint32_t n_methods;
    kf_method_count methods[KF_MOST_METHODS];
    KF_VEC(kf_component_info) listed; /* the largest components; from the grounder's memory */
    uint64_t unlisted;                /* the others; lone atoms are none */
    KF_VEC(kf_iteration) trace;       /* from the grounder's memory */
    /* If asked for: for each of these, by rule of the grounder, its tuples that are in the
     * problem. */
    KF_VEC(uint64_t) by_rule;
    uint64_t sizes[KF_SIZE_CLASSES]; /* how many components have 2^i to 2^(i + 1) - 1 atoms */
    kf_tried tried;
    uint64_t left_components; /* not solved, since their atoms were not asked for */
    bool asked_optimal;       /* all others are proven, and the assignment has their values */
    uint32_t slow_rule;       /* whose groundings were looked for when it was stopped, or KF_NONE */
    /* Infeasible: hard constraints of the problem that contradict each other, or the rule that
     * evidence alone breaks. */
    uint32_t broken_rule; /* KF_NONE: not evidence alone */
    /* If asked for, and an optimum was found that nothing stands beside: for kf_cpi_run_again(). */
    struct kf_components *kept;
    struct kf_lifted *lift;    /* the same, of a run over a quotient: kf_cpi_run_lifted_again() */
    KF_VEC(uint32_t) conflict; /* a minimal set: clauses, then cardinalities from n_clauses on */
    KF_VEC(uint8_t) conflict_bounds; /* of each: KF_BOUND_LEAST, KF_BOUND_MOST; 0 for a clause */
} kf_cpi_result;

/* The grounder is fresh (kf_grounder_new()); afterwards its database holds the best assignment, and
 * nothing stops it any more. The outcome tells the rest: KERF_OK also when it was stopped or
 * there is no answer. */
kerf_status kf_cpi_run(kf_grounder *, const kf_cpi_options *, kf_cpi_result *);

/* The same again after facts have changed, and with them database, grounder and problem
 * (ground/change/change.h): `components` are those of the run before, and are the run's from now
 * on. Only components that the change has touched are solved. */
kerf_status kf_cpi_run_again(kf_grounder *, const kf_cpi_options *, struct kf_components *,
                             kf_cpi_result *);

/* An open atom of the problem and the value that it must have. */
typedef struct kf_pin {
    uint32_t atom;
    bool value;
} kf_pin;
/* The same again, with a pin, from where an earlier run has ended: `answer` is its assignment (by
 * atom of the problem), which is in the database, breaks nothing hard, and has the other value.
 * proven: that run has proven it to be the best. Only components that the pin touches are solved
 * then, and what is new is ground for good; the pin goes again. beside: by how much costs outside
 * the problem, of clusterings, may be too great. The outcome is about the pinned problem; whatever
 * it is, the database has some assignment afterwards. */
kerf_status kf_cpi_run_pinned(kf_grounder *, const kf_cpi_options *, const bool *answer,
                              bool proven, double beside, kf_pin, kf_cpi_result *);
/* The run was stopped and has secured an assignment: puts that into the database, and into the
 * result. */
kerf_status kf_cpi_fall_back(kf_grounder *, kf_cpi_result *);
void kf_cpi_result_free(kf_cpi_result *, kf_mem *);

#endif
