/* rowpool.h -- private to solve/: the constraints of a component as rows, separated when needed. */
#ifndef KF_ROWPOOL_H
#define KF_ROWPOOL_H

#include "base/cardinality.h"
#include "solve/lp/lp.h"

typedef struct kf_pool_options {
    uint32_t per_round; /* most rows that are added before the next solve; 0: no limit */
    uint32_t per_atom;  /* of the hard ones, so many for one atom; 0: no limit */
    bool all;           /* every row from the start */
} kf_pool_options;

typedef struct kf_candidate {
    double merit;        /* how much is violated */
    uint32_t constraint; /* clauses, then counts, then cliques */
    uint32_t position;   /* clause of negative weight: of the literal; clique: of the tangent */
} kf_candidate;

typedef struct kf_pool {
    const kf_component *component;
    kf_lp *lp;
    kf_mem *mem;
    kf_pool_options options;
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
kerf_status kf_pool_open(kf_pool *, const kf_component *, kf_lp *, const kf_pool_options *);
void kf_pool_free(kf_pool *); /* one that is all 0, too */
/* Asserts: atoms are the first columns, and columns that pay are columns of the linear program. */
void kf_pool_check(const kf_pool *);
/* Adds rows that the point x (of lp->x, or an assignment when `assignment` is given) violates. */
kerf_status kf_pool_separate(kf_pool *, const double *x, const bool *assignment, size_t *added);

/* Adds every row that is not there yet. */
kerf_status kf_pool_add_all(kf_pool *);

/* What is looked at for violated rows: a point of the linear program, or an assignment. */
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

/* The column that pays for a soft clause. */
bool kf_pool_z(kf_pool *, uint32_t clause);
bool kf_pool_find(kf_pool *, double violation, uint32_t constraint, uint32_t position);

/* ---- rowclique.c: the rows of cliques ---- */

kerf_status kf_pool_open_cliques(kf_pool *);
void kf_pool_free_cliques(kf_pool *);
bool kf_pool_see_clique(kf_pool *, const kf_point *, uint32_t clique);
bool kf_pool_add_tangent(kf_pool *, uint32_t clique, uint32_t slope);
kerf_status kf_pool_all_tangents(kf_pool *);
kerf_status kf_pool_recall_tangents(kf_pool *);

#endif
