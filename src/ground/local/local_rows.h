/* local_rows.h -- private to ground/: local formulas with a weight table, as vectors.
 *
 * In Path(n, +p) ^ Role(n, +r) evidence gives n and p, and only the hidden atom names r. What
 * evidence gives is asked for once, without r: a list of items. An item has an owner, the atoms
 * Role(n, _), and weights: the group of p in the table, one for each r that has one. Costs of atoms
 * and totals are sums over items. Where no parameter is left open, as in Path(n, +p) ^ Role(n, r),
 * an item has one weight, for all atoms of its owner. The cost of an answer is not counted from
 * items: the gate asks evidence with queries of its own. */
#ifndef KF_LOCAL_ROWS_H
#define KF_LOCAL_ROWS_H

#include "ground/ground_rule.h"
#include "ground/tuple_map.h"

typedef struct kf_local_item {
    uint32_t owner;
    uint32_t first, n; /* weights: places of the table; of a rule that is uniform: one row */
    uint32_t times;    /* groundings of each atom */
} kf_local_item;

typedef struct kf_local_cell { /* what an atom pays for formulas that name its open argument */
    double cost[2];            /* if it is true, if it is false */
} kf_local_cell;

typedef struct kf_local_owner { /* atoms that differ in one argument */
    size_t start;               /* its cells, one for each constant of the argument's type */
    uint32_t n;                 /* how many */
    uint32_t predicate, argument, type;
    bool fixed;     /* evidence fixes some of the atoms */
    double cost[2]; /* what all of them pay, each */
} kf_local_owner;

/* Of all rules of a grounder. */
typedef struct kf_local_lists {
    KF_VEC(kf_local_item) items;
    KF_VEC(kf_local_owner) owners;
    size_t n_cells;       /* of all owners */
    kf_local_cell *cells; /* while costs are added up, else NULL */
    uint8_t *truths;      /* by cell, a kf_truth; NULL: evidence fixes none of the atoms */
    kf_tuple_map names;   /* of owners: predicate, argument, the others; zeros up to the longest */
    kf_tuple_map found;   /* by the last query */
    KF_VEC(uint32_t) owner_of; /* by tuple of it: its owner, or KF_NONE: not known yet */
    uint32_t expected_owner;   /* the next tuple's, likely */
    bool ready;
    bool small; /* no predicate has many rows */
} kf_local_lists;

typedef enum kf_local_state { KF_ROWS_UNASKED, KF_ROWS_NONE, KF_ROWS_LISTED } kf_local_state;

typedef struct kf_local_rows { /* of one rule */
    uint8_t state;
    bool uniform;
    uint32_t free;        /* the variable that only the hidden atom names */
    uint32_t argument;    /* its place there */
    size_t first, n;      /* items */
    uint32_t n_constants; /* of its type */
} kf_local_rows;

/* Of one rule, in every world of its model. */
typedef struct kf_local_shape {
    bool vector;        /* unless a world has too much for it */
    size_t next;        /* the next rule of the grounder that asks the same, or their number */
    kf_local_rows rows; /* as far as it is known: uniform, free, argument */
} kf_local_shape;

void kf_local_lists_free(kf_grounder *);
/* List a rule's items, if it is such a rule and they are not too many; *listed tells. */
kerf_status kf_local_list(kf_grounder *, kf_ground_rule *, bool *listed);
/* Costs (row_costs.c): begin with nothing, add those of rules that are listed, and name every atom
 * that pays anything. */
kerf_status kf_row_costs_begin(kf_grounder *);
kerf_status kf_row_costs_add(kf_grounder *, kf_ground_rule *);
kerf_status kf_row_costs_end(kf_grounder *);
void kf_row_costs_free(kf_grounder *);
/* Sums of positive weights and of |w| for negative ones, over all groundings. */
kerf_status kf_row_costs_total(kf_grounder *, kf_ground_rule *, double *positive, double *negative);

#endif
