/* task.h -- one component to be solved: what is given, how far to go, and what is known so far.
 *
 * A task goes through the stages of the driver (driver.h). Where a stage needs a solve of something
 * else, a scaled or folded component or one of what reduced costs leave, it makes a task of its own
 * from the one at hand: kf_task_of(). */
#ifndef KF_TASK_H
#define KF_TASK_H

#include "problem/component.h"
#include "solve/limits.h"
#include "solve/lp/recall.h"

/* Ways to solve faster, each exact and each there to be switched off, so that its gain can be
 * measured (doc/solvers.md). */
typedef enum kf_mechanism {
    KF_ASCENT = 1,      /* dual ascent where the linear program stalls */
    KF_BRANCH = 2,      /* branch and cut of our own, before the MIP solver */
    KF_CLIQUES = 4,     /* pairs of two literals that belong together, as one clique */
    KF_FIXING = 8,      /* atoms fixed by their reduced cost */
    KF_FRACTIONAL = 16, /* separation of the fractional point, too */
    KF_LIFT = 32,       /* symmetric atoms become one */
    KF_TRANSITIVE = 64, /* cutting planes and moves for transitive predicates */
    KF_WARM = 128,      /* linear programs start from the last basis */
    KF_BEYOND = 256, /* bounds may use hard formulas of the model that are not in the component: off
                         * where what they show has to follow from the component alone */
    KF_ELIMINATE = 512,   /* elimination where a component is narrow */
    KF_CLUSTERING = 1024, /* transitive and symmetric predicates that nothing else couples are
                           * solved apart from the problem */
    KF_TABLES = 2048,     /* branch and bound over a network of tables */
    KF_PARTS = 4096,      /* its nodes are searched part by part where they fall apart */
    KF_ORDER = 8192,      /* an order of nodes where cycles come one after the other */
} kf_mechanism;

typedef struct kf_settings { /* what a user sets */
    uint32_t off;            /* mechanisms that are not used */
    uint64_t seed;
    uint64_t flips;     /* mws: per try */
    uint32_t tries;     /* mws: restarts, the first included; at least 1 */
    double noise;       /* mws: probability of a random step */
    uint32_t tabu;      /* mws: flips for which an atom that flipped stays put; 0: none */
    bool random_start;  /* mws: the first try begins at random, not at the hint */
    uint64_t nodes;     /* exact: give up after so many; 0: never */
    uint32_t questions; /* a component's solve ends when it has asked its stop so often, with what
                         * it has by then; 0: never. No MIP solver, which asks by the clock */
    uint64_t lp_work;   /* ilp: pivots times rows and columns before dual ascent takes over from the
                        * linear program; 0: as measured */
} kf_settings;

static inline bool kf_settings_use(const kf_settings *s, kf_mechanism m)
{
    return !(s->off & m);
}

/* Two sums of one component's costs are the same if they differ by KF_SAME of their size, which is
 * rounding. Up to KF_TIE it is not known whether an assignment is as good as another. */
#define KF_SAME 4e-15
#define KF_TIE 1e-12

typedef struct kf_solved {
    bool found;         /* the assignment is an incumbent: it breaks nothing hard */
    double cost;        /* soft cost of the incumbent; INFINITY if nothing was found */
    double bound;       /* proven dual bound: no feasible assignment costs less, or (KF_BEYOND) none
                   * of the model does. Equal to cost: the incumbent is optimal; INFINITY: the
                   * component alone is infeasible */
    int unique;         /* 1: no other assignment is as good; 0: another is; -1: not known */
    uint64_t work;      /* nodes, flips or pivots, as the solver counts */
    const char *method; /* static text: how it was solved */
    const char *trusted; /* static text: the MIP solver on whose word the bound rests; NULL: our own
                          * arithmetic shows it */
} kf_solved;

/* Another proven bound: the greater one holds, up to the cost of the incumbent. Of two equal ones
 * the one is kept that our own arithmetic proves. */
static inline void kf_solved_raise(kf_solved *s, double bound, const char *trusted)
{
    if (bound >= s->bound) {
        if (!trusted || bound > s->bound) s->trusted = trusted;
        s->bound = bound;
    }
    if (s->bound > s->cost) s->bound = s->cost;
}

/* Asserts: an incumbent has a cost, its bound is not above that, and without one nothing is
 * unique. */
void kf_solved_check(const kf_solved *);

typedef struct kf_fraction { /* a point of the linear relaxation, where that is fractional */
    bool known;
    double *x; /* by atom */
} kf_fraction;

typedef struct kf_task {
    const kf_component *component;
    const kf_settings *settings;
    kf_limits limits;
    uint32_t off;            /* mechanisms that are not used, beside those of the settings */
    uint64_t nodes;          /* of branch and bound at most, beside the settings; 0: no limit */
    uint64_t search_work;    /* what branch and bound may spend before the MIP solver is asked, in
                              * atoms and literals looked at; 0: nothing */
    const kf_recall *recall; /* bases of earlier solves; may be NULL */
    kf_mem *mem;
    /* What comes out. */
    bool *assignment;   /* by atom: on entry a hint (the last answer, or what the costs alone would
                         * choose), then the incumbent; where there is none, what breaks least */
    kf_solved solved;   /* cost and dual bound */
    kf_notes *notes;    /* the basis, for later solves; may be NULL */
    kf_fraction *point; /* may be NULL */
} kf_task;

static inline bool kf_uses(const kf_task *t, kf_mechanism m)
{
    return kf_settings_use(t->settings, m) && !(t->off & m);
}

/* The same task for another component and another assignment. Its fractional point is not kept. */
static inline kf_task kf_task_of(const kf_task *t, const kf_component *component, bool *assignment)
{
    kf_task other = *t;
    other.component = component;
    other.assignment = assignment;
    other.point = NULL;
    return other;
}

#endif
