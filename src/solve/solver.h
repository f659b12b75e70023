/* solver.h -- base solvers: each minimises the cost of one part of the problem.
 *
 * A part is a problem on its own, with atoms numbered from 0: a connected component of the ground
 * problem, simplified or not. A solver is one row of a table with one function; adding a solver is
 * adding a file and a row. Solvers keep nothing between calls and may run side by side in several
 * threads, each with memory of its own. The same part, settings and hint give the same answer,
 * unless the deadline or stop() cuts it short. No solver is trusted: whoever calls it recomputes
 * what its assignment costs. */
#ifndef KF_SOLVER_H
#define KF_SOLVER_H

#include "problem/problem.h"
#include "solve/lp/recall.h"

#include <math.h>

/* least <= sum of the coefficients of true literals <= most, else pay `weight`; with a negative
 * weight, pay |weight| when it does hold. +INFINITY: it must hold; -INFINITY: it must not. */
typedef struct kf_count {
    uint32_t n;
    const kf_lit *literals; /* no atom twice */
    const uint32_t *coefficients;
    uint64_t least, most; /* most: UINT64_MAX if there is no limit */
    double weight;
} kf_count;

/* Literals of which every two that are false pay `weight` (INFINITY: two must not be): clauses of two
 * literals, gathered. Only within ilp, which gathers for itself (gather.h). */
typedef struct kf_clique {
    uint32_t n;
    const kf_lit *literals; /* ascending; no atom twice */
    const uint32_t *coefficients;
    uint64_t most; /* how many are false, each as often as its coefficient says, if none is true */
    double weight; /* > 0 */
    uint32_t paid; /* a clause that pays when one of them is false; KF_NO_CLAUSE: not known */
} kf_clique;
#define KF_NO_CLAUSE UINT32_MAX

/* Costs are finite, not negative, and of the two of an atom at least one is 0. */
typedef struct kf_component {
    uint32_t n_atoms;
    const double *cost_true, *cost_false; /* by atom */
    uint32_t n_clauses;
    const uint32_t *start;  /* literals of clause i: from start[i] up to start[i + 1] */
    const kf_lit *literals; /* ascending; no atom twice; one or more in a clause */
    const double *weight;   /* > 0: pays when all are false; < 0: pays |w| when any is true;
                             * INFINITY: one must be true. Never -INFINITY or 0 */
    uint32_t n_counts;
    const kf_count *counts;
    uint32_t n_cliques; /* 0, unless they were gathered */
    const kf_clique *cliques;
    double
        constant; /* paid in every assignment, perhaps less than 0; 0, unless they were gathered */
    const uint64_t *names; /* by atom: the same whenever it comes again; NULL: it has none */
    const kf_ends *ends;   /* by atom: of what relation; NULL: none of any. A pair that is not here
                            * may be a constant, in another component, or not named yet */
} kf_component;

/* Ways to solve faster, each exact and each there to be switched off, so that its gain can be
 * measured (doc/solvers.md). */
typedef enum kf_mechanism {
    KF_ASCENT = 1,      /* dual ascent where the linear program stalls */
    KF_BRANCH = 2,      /* our own tree over the linear program, before the library's */
    KF_CLIQUES = 4,     /* pairs of two literals that belong together, as one count */
    KF_FIXING = 8,      /* atoms fixed by their reduced cost */
    KF_FRACTIONAL = 16, /* groundings that the fractional point violates are added, too */
    KF_LIFT = 32,       /* atoms that look alike become one */
    KF_TRANSITIVE = 64, /* cuts and moves for transitive predicates */
    KF_WARM = 128,      /* linear programs start where the last one ended */
    KF_BEYOND = 256, /* bounds may use hard formulas of the model that are not in the component: off
                         * where what they show has to follow from the component alone */
} kf_mechanism;

typedef struct kf_settings { /* what a user sets */
    uint32_t off;            /* mechanisms that are not used */
    uint64_t seed;
    uint64_t flips;    /* mws: per try */
    uint32_t tries;    /* mws: restarts, the first included; at least 1 */
    double noise;      /* mws: probability of a random step */
    uint32_t tabu;     /* mws: flips for which an atom that flipped stays put; 0: none */
    bool random_start; /* mws: the first try begins at random, not at the hint */
    uint64_t nodes;    /* exact: give up after so many; 0: never */
    uint64_t lp_work;  /* ilp: pivots times rows and columns before dual ascent takes over from the
                        * linear program; 0: as measured */
} kf_settings;

typedef struct kf_fraction { /* of a relaxation, where that was fractional */
    bool known;
    double *x; /* by atom */
} kf_fraction;

typedef struct kf_limits {
    const kf_settings *settings;
    double deadline;             /* of kf_now(); INFINITY: none */
    bool (*stop)(void *context); /* asked every few thousand steps, from any thread; may be NULL */
    void *context;
    double gap;              /* cost - bound that is good enough: stop there. 0: prove it */
    const kf_recall *recall; /* what earlier solves left; may be NULL */
    kf_notes *notes;         /* for later ones; may be NULL */
    kf_fraction *point;      /* to be told; may be NULL */
    double slack; /* the same, as a share of the cost, where proving would take long. 0: prove it */
    bool brief;   /* where the linear program stalls, dual ascent has the last word: what it leaves
                   * open may be closed by constraints that are still to come */
    uint64_t exact_work; /* what exact search may spend before the library for integer programs is
                          * asked, in atoms and literals looked at; 0: nothing */
} kf_limits;

typedef struct kf_solved {
    bool found;    /* the assignment breaks nothing hard */
    double cost;   /* soft cost of the assignment; INFINITY if nothing was found */
    double bound;  /* proven: no assignment that breaks nothing hard costs less, or (KF_BEYOND) none
                         * of the model does. Equal to cost: the assignment is optimal; INFINITY: there is
                         * no such assignment, by the component alone */
    int unique;    /* 1: no other assignment is as good; 0: another is; -1: not known */
    uint64_t work; /* nodes, flips or pivots, as the solver counts */
    const char *method;  /* static text: how it was solved */
    const char *trusted; /* static text: the library on whose word the bound rests; NULL: our own
                          * arithmetic shows it */
} kf_solved;

/* assignment: on entry a hint (the last answer, or what the costs alone would choose), on success the
 * best assignment found; where nothing was found, the one that breaks least. Being stopped is no
 * failure. KERF_NO_MEMORY; KERF_SOLVER: a library failed; KERF_LIMIT: the component is beyond the solver
 * (brute: more than KF_BRUTE_ATOMS; exact: too many nodes, with what is known so far in `out`). */
enum { KF_BRUTE_ATOMS = 24 };
typedef kerf_status kf_solve_fn(const kf_component *, const kf_limits *, kf_mem *, bool *assignment,
                                kf_solved *out);

typedef struct kf_solver {
    const char *name;
    kf_solve_fn *solve; /* KERF_UNSUPPORTED: it needs a library that is not there */
    bool proves;        /* it can prove an optimum; mws cannot */
    bool whole;         /* it wants the problem unsimplified unless told otherwise */
    const char *lacks;  /* NULL, or the library that it needs and that is not built in */
} kf_solver;

kf_solve_fn kf_solve_mws;   /* mws.c */
kf_solve_fn kf_solve_ilp;   /* scale.c, then ilp.c */
kf_solve_fn kf_solve_exact; /* exact.c */
kf_solve_fn kf_solve_brute; /* brute.c */
kf_solve_fn kf_solve_auto;  /* auto.c */

const kf_solver *kf_solver_find(const char *name); /* NULL: there is none */
/* Calls it. Where costs are multiples of a step, a bound within a step is raised to the cost, and a
 * search may stop there (step.h). KERF_INTERNAL: the assignment is not what
 * the solver says, or costs less than its bound. */
kerf_status kf_solver_run(const kf_solver *, const kf_component *, const kf_limits *, kf_mem *,
                          bool *assignment, kf_solved *out);

/* ---- For solvers ---- */

static inline bool kf_uses(const kf_limits *l, kf_mechanism m)
{
    return !(l->settings->off & m);
}

/* Atoms and literals: about what a node of exact search looks at. */
uint64_t kf_component_size(const kf_component *);
/* Soft cost of a assignment, and how many hard constraints it breaks. */
double kf_component_cost(const kf_component *, const bool *assignment, uint64_t *broken);
/* Has the time come to stop? */
bool kf_limits_reached(const kf_limits *);
/* How far below a assignment's cost a bound may be to be good enough; of no assignment, none is. */
static inline double kf_limits_gap(const kf_limits *l, double cost)
{
    if (isinf(cost)) return 0;
    double slack = l->slack * cost, least = 1e-9 * (cost > 1 ? cost : 1);
    double gap = l->gap > slack ? l->gap : slack;
    return gap > least ? gap : least;
}

/* Another proven bound: the greater one holds, up to the cost of the assignment. Of two that are alike the
 * one is kept that rests on nobody's word. */
static inline void kf_solved_raise(kf_solved *s, double bound, const char *trusted)
{
    if (bound >= s->bound) {
        if (!trusted || bound > s->bound) s->trusted = trusted;
        s->bound = bound;
    }
    if (s->bound > s->cost) s->bound = s->cost;
}

/* A random sequence that is the same everywhere (splitmix64). */
typedef struct kf_random {
    uint64_t state;
} kf_random;
static inline uint64_t kf_random_next(kf_random *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static inline uint32_t kf_random_below(kf_random *r, uint32_t n) /* n > 0 */
{
    return (uint32_t)(((kf_random_next(r) >> 32) * n) >> 32);
}
static inline double kf_random_unit(kf_random *r) /* [0, 1) */
{
    return (double)(kf_random_next(r) >> 11) * 0x1p-53;
}

#endif
