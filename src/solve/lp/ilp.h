/* ilp.h -- private to solve/: its pool of rows, its rounding, its tree.
 *
 * The pool turns the constraints of a component into rows of a linear program when the current point
 * would pay for them, not before. Everything in the linear program is valid for the whole component, so
 * that its bound is one for the component whatever is still outside. */
#ifndef KF_ILP_H
#define KF_ILP_H

#include "base/cardinality.h"
#include "solve/lp/lp.h"
#include "solve/cuts/twopart.h"

/* What the linear relaxation says; arrays by atom, the caller's. */
typedef struct kf_relaxed {
    bool known;
    bool stalled;  /* more than that would have been too much work */
    double bound;  /* no assignment costs less */
    double *x;     /* its point; where a tree got stuck, the point there */
    double *price; /* > 0: assignments with the atom true cost at least so much more than the bound;
                    * < 0: those with it false */
} kf_relaxed;

/* What tests and measurements change; kf_ilp_defaults is what users get. */
typedef struct kf_ilp_options {
    uint64_t tree_pivots;    /* in our own tree, nodes counted in pivots as well, before the library
                              * for integer programs is asked */
    uint32_t rows_per_round; /* most rows that are added before the next solve; 0: no limit */
    uint32_t rows_per_atom;  /* of the hard ones, so many for one atom; 0: no limit */
    bool all_rows;           /* every row from the start */
    const bool *tied;    /* by atom, or NULL: it stands for several that are alike, so that it is
                              * neither fixed nor branched on; a tree that would have to is stuck */
    kf_relaxed *relaxed; /* not NULL: what the relaxation says, if it is not the answer; and no
                              * more than the relaxation, unless some are tied */
} kf_ilp_options;

extern const kf_ilp_options kf_ilp_defaults;

/* kf_solve_ilp() with weights as they are; scale.c sees to it that they are not far from 1. */
kf_solve_fn kf_ilp_solve_plain;

kerf_status kf_ilp_solve_with(const kf_component *, const kf_limits *, kf_mem *, bool *assignment,
                              kf_solved *out, const kf_ilp_options *);

/* Is a assignment that cheap good enough? While constraints are still to come (slack), it need only be
 * this near where anything better takes a search: what is fractional now is mostly what those will
 * decide. */
static inline bool kf_will_do(const kf_limits *l, double cost, double bound, double near)
{
    if (isinf(cost)) return false;
    return cost - bound <= kf_limits_gap(l, cost) || (l->slack > 0 && cost - bound <= near * cost);
}

/* ---- rowpool.c ---- */

typedef struct kf_candidate {
    double merit;        /* how much is violated */
    uint32_t constraint; /* clauses, then counts, then cliques */
    uint32_t position;   /* clause of negative weight: of the literal; clique: of the tangent */
} kf_candidate;

typedef struct kf_pool {
    const kf_component *component;
    kf_lp *lp;
    kf_mem *mem;
    const kf_ilp_options *options;
    int *z;         /* by clause: the column that pays for it; -1: none yet */
    bool *in;       /* by literal: its row (for w > 0, the first: that of the clause) is there */
    bool *count_in; /* by count: its rows are there, or it needs none */
    double *total;  /* by count: of its coefficients */
    kf_count_meaning *meaning; /* by count */
    uint32_t *taken;           /* by atom: rows of this round */
    size_t n_literals;
    int *clique_cost; /* by clique: the column that pays for it; -1: none yet */
    size_t *tangent;  /* by clique, and one more: its tangents, the first of slope 1 */
    bool *tangent_in; /* by tangent: its row is there */
    KF_VEC(kf_candidate) found;
    double constant; /* paid by counts whatever the atoms are */
    bool hopeless;   /* a hard count cannot hold whatever the atoms are */
} kf_pool;

/* Begins with a column for each atom and no row. KERF_LIMIT: numbers too large for doubles. */
kerf_status kf_pool_open(kf_pool *, const kf_component *, kf_lp *, const kf_ilp_options *);
void kf_pool_free(kf_pool *);
/* Adds rows that the point x (of lp->x, or a assignment when `assignment` is given) violates. */
kerf_status kf_pool_separate(kf_pool *, const double *x, const bool *assignment, size_t *added);

/* What is looked at for violated rows: a point of the linear program, or a assignment. */
typedef struct kf_point {
    const double *x;
    const bool *assignment;
} kf_point;

static inline double kf_point_value(const kf_point *at, kf_lit l)
{
    if (at->assignment) return kf_lit_true(l, at->assignment);
    double x = at->x[kf_lit_atom(l).id];
    return kf_lit_negated(l) ? 1 - x : x;
}

/* The row being made gets a literal; its constant goes to the right-hand side. */
bool kf_pool_literal(kf_pool *, kf_lit, double value, double *right);
/* The column that pays for a soft clause. */
bool kf_pool_z(kf_pool *, uint32_t clause);
bool kf_pool_find(kf_pool *, double violation, uint32_t constraint, uint32_t position);
uint64_t kf_literal_key(const uint64_t *names, kf_lit);

/* rowclique.c: the part of the pool that is for cliques. */
kerf_status kf_pool_open_cliques(kf_pool *);
void kf_pool_free_cliques(kf_pool *);
bool kf_pool_check_clique(kf_pool *, const kf_point *, uint32_t clique);
bool kf_pool_add_tangent(kf_pool *, uint32_t clique, uint32_t slope);
kerf_status kf_pool_all_tangents(kf_pool *);
kerf_status kf_pool_recall_tangents(kf_pool *);

/* What is remembered (recall.h) of a clause's row, of that of its k-th literal where the weight is
 * negative, and of the column that pays. */
uint64_t kf_clause_key(const kf_component *, const uint64_t *names, uint32_t clause);
uint64_t kf_unwanted_key(const kf_component *, const uint64_t *names, uint64_t clause_key,
                         uint32_t k);
uint64_t kf_z_key(uint64_t clause_key);

/* ---- rounding.c ---- */

/* Constraints by atom, and how many of a constraint's literals are true in a assignment. */
typedef struct kf_rounder kf_rounder;

kerf_status kf_rounder_new(const kf_component *, kf_mem *, kf_rounder **);
void kf_rounder_free(kf_rounder *); /* NULL is legal */
/* Rounds the point (halves up or down), repairs hard constraints greedily and goes downhill. */
void kf_rounder_run(kf_rounder *, const double *x, bool up, bool *assignment);
/* From now on about this assignment. */
void kf_rounder_take(kf_rounder *, bool *assignment);
/* What the soft constraints pay less when the atom is true than when it is false. */
double kf_rounder_gain(kf_rounder *, uint32_t atom);
void kf_rounder_set(kf_rounder *, uint32_t atom, bool value);
/* Downhill, atoms that are held left alone. */
void kf_rounder_descend(kf_rounder *, const bool *held);

/* ---- cluster.c ---- */

/* Makes a assignment whose transitive relations are equivalences out of the one given, and moves nodes
 * between their classes as long as that pays; where no relation is symmetric, also one in which classes
 * are above others, if that is better (*equivalence: it is not). *made: there are such relations, and
 * not too many nodes. What it breaks and costs is for the caller to see. */
kerf_status kf_cluster(const kf_component *, kf_mem *, kf_rounder *, bool *assignment, bool *made,
                       bool *equivalence);

/* ---- branch.c ---- */

typedef struct kf_branch { /* an open node: its parent with one more column fixed */
    size_t column;
    bool value;
    size_t fixed;    /* columns that the parent fixes: the start of `trail` */
    double bound;    /* of the parent */
    double fraction; /* how far the column's value at the parent was from this one */
} kf_branch;

typedef struct kf_tree {
    const kf_component *component;
    const kf_limits *limits;
    kf_mem *mem;
    kf_lp *lp;
    kf_pool *pool;
    kf_rounder *rounder; /* made when it is first needed */
    kf_twopart *cuts;    /* likewise; NULL: none are to be found */
    bool cutting;        /* it was needed */
    uint32_t idle;       /* rounds of cuts at this node that did not help */
    double cut_bound;    /* of the node, when cuts were last added */
    bool *best;          /* the best assignment so far */
    double cost;         /* of it */
    uint64_t broken;     /* hard constraints that it breaks; 0: it is an incumbent */
    bool *trial;         /* room for another assignment */
    double closed;       /* least bound of a node that was closed */
    KF_VEC(kf_branch) open;
    KF_VEC(size_t) trail;   /* columns that are fixed, in order */
    KF_VEC(double) gain;    /* twice by column (0, 1): what fixing it gained, for one unit */
    KF_VEC(uint32_t) tries; /* likewise: how often it was measured */
    uint64_t nodes;
    bool stopped;
    bool stalled;     /* the linear program took too long */
    bool by_cost;     /* columns were fixed because assignments with another value cost too much */
    bool relax;       /* nothing is fixed: the bound is that of the relaxation */
    const bool *tied; /* see kf_ilp_options */
    bool stuck;
} kf_tree;

typedef struct kf_node { /* what solving one gave */
    double bound;
    bool closed; /* nothing better below */
} kf_node;

/* What is good enough, so that a node with a bound above is not looked at. */
double kf_tree_cutoff(const kf_tree *);
/* Take a assignment as the best one if it is. */
void kf_tree_offer(kf_tree *, const bool *assignment);
/* Solves the linear program with the columns as they are fixed now, adding rows until none is
 * violated. *node->bound begins with what is known of it. */
kerf_status kf_tree_solve_node(kf_tree *, kf_node *);
/* Closes the node just solved, or opens its two children. */
kerf_status kf_tree_split(kf_tree *, const kf_node *);
/* Depth first, until nothing is open, the limits are reached or `pivots` are spent; call again to
 * go on. */
kerf_status kf_tree_run(kf_tree *, uint64_t pivots);
/* The proven bound: of what was closed and what is open. */
double kf_tree_bound(const kf_tree *);
void kf_tree_free(kf_tree *);

#endif
