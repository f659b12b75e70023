/* tree.h -- private to solve/: branch and cut over one linear program with a warm start.
 *
 * The row pool (cuts/rowpool.h) turns the constraints of a component into rows of the linear
 * program when its point violates them, not before. Every row is valid for the whole component, so
 * that the dual bound of the linear program is one of the component, whatever is still outside.
 *
 * kf_tree_open(), kf_tree_solve_root(), kf_tree_run() as often as wanted, kf_tree_report(),
 * kf_tree_close(). */
#ifndef KF_TREE_H
#define KF_TREE_H

#include "solve/cuts/rowpool.h"
#include "solve/cuts/twopart.h"
#include "solve/lp/lp.h"
#include "solve/lp/relaxed.h"
#include "solve/primal/rounding.h"
#include "solve/task.h"

/* What tests and measurements change; kf_tree_defaults is what users get. */
typedef struct kf_tree_options {
    uint64_t pivots; /* of branch and cut, nodes counted in pivots as well, before the MIP
                      * solver is asked */
    kf_pool_options rows;
    const bool *tied;    /* by atom, or NULL: it stands for several symmetric ones, so that it is
                          * neither fixed nor branched on; a tree that would have to is stuck */
    kf_relaxed *relaxed; /* not NULL: what the relaxation says, if it is not the answer; and no
                          * more than the relaxation, unless some are tied */
} kf_tree_options;

extern const kf_tree_options kf_tree_defaults;

typedef struct kf_branch { /* an open node: its parent with one more column fixed */
    size_t column;
    bool value;
    size_t fixed;    /* columns that the parent fixes: the start of `trail` */
    double bound;    /* of the parent */
    double fraction; /* how far the column's value at the parent was from this one */
} kf_branch;

typedef struct kf_tree {
    const kf_task *task;
    const kf_component *component; /* of the task */
    kf_mem *mem;
    kf_tree_options options;
    kf_lp lp;
    kf_pool pool;
    kf_rounder *rounder; /* made when it is first needed */
    kf_twopart *cuts;    /* likewise; NULL: none are to be found */
    bool cutting;        /* it was needed */
    uint32_t idle;       /* rounds of cuts at this node that did not help */
    double cut_bound;    /* of the node, when cuts were last added */
    bool *best;          /* the incumbent: the assignment of the task */
    double cost;         /* of it */
    uint64_t broken;     /* hard constraints that it breaks; not 0: it is no incumbent yet */
    bool *trial;         /* room for another assignment */
    double closed;       /* least bound of a node that was closed */
    KF_VEC(kf_branch) open;
    KF_VEC(size_t) trail;   /* columns that are fixed, in order */
    size_t root_fixed;      /* so many of these at the root */
    KF_VEC(double) gain;    /* pseudocosts, twice by column (0, 1): gain for one unit */
    KF_VEC(uint32_t) tries; /* likewise: how often it was measured */
    uint64_t nodes;
    bool stopped;
    bool stalled; /* the linear program took too long */
    bool by_cost; /* columns were fixed because assignments with another value cost too much */
    bool relax;   /* nothing is fixed: the bound is that of the relaxation */
    bool stuck;   /* it would have to branch on a tied atom */
    int unique;   /* see kf_solved */
    const char *method, *trusted;
} kf_tree;

typedef struct kf_node { /* what solving one gave */
    double bound;
    bool closed; /* nothing better below */
} kf_node;

/* Asserts: the trail and the columns that are fixed are the same, open nodes fix a start of it. */
void kf_tree_check(const kf_tree *);

/* ---- root.c ---- */

/* Begins with the task's assignment. KERF_LIMIT: numbers too large for doubles. Close it in any
 * case. */
kerf_status kf_tree_open(kf_tree *, const kf_task *, const kf_tree_options *);
void kf_tree_close(kf_tree *);
/* The root: its relaxation, or all of it if that is integral; else two nodes are open. */
kerf_status kf_tree_solve_root(kf_tree *);
/* What is known by now. */
void kf_tree_report(const kf_tree *, kf_solved *);
/* Is there more to do, and time to do it? */
static inline bool kf_tree_is_open(const kf_tree *t)
{
    return t->open.n > 0 && !t->stopped;
}
/* Another solver has proven that nothing is cheaper than the incumbent or `bound`. */
void kf_tree_settle(kf_tree *, double bound, const char *method, const char *trusted);
/* The relaxation of a task's component, or, with tied atoms, its tree as far as these let it grow:
 * open, solve, report and close. options->relaxed is given. */
kerf_status kf_tree_relax(kf_task *, const kf_tree_options *);

/* ---- branch.c ---- */

/* What is good enough, so that a node with a bound above is not looked at. */
double kf_tree_cutoff(const kf_tree *);
/* Takes an assignment as the incumbent if it is better. */
void kf_tree_offer(kf_tree *, const bool *assignment);
/* Solves the linear program with the columns as they are fixed now, adding rows until none is
 * violated. node->bound begins with what is known of it. */
kerf_status kf_tree_solve_node(kf_tree *, kf_node *);
/* Closes the node just solved, or opens its two children. */
kerf_status kf_tree_split(kf_tree *, const kf_node *);
/* Depth first, until nothing is open, the limits are reached or `pivots` are spent; call again to
 * go on. */
kerf_status kf_tree_run(kf_tree *, uint64_t pivots);
/* The proven bound: of what was closed and what is open. */
double kf_tree_bound(const kf_tree *);

#endif
