/* pair_dual.h -- private to solve/clustering/: dual bounds of a clustering, by ascent.
 *
 * Variables are pairs, and nodes that have a charge. The relaxation has one kind of row, for two
 * sets S and T of nodes that have none in common (Groetschel and Wakabayashi 1989):
 *
 *     sum over s in S, t in T of x(s,t) - sum over pairs in S of x - sum over pairs in T of x
 *         <= sum over s in S of x(s),
 *
 * where x(s) is 1 if s has no charge. For take a cluster with a nodes of S and b of T. It adds
 * a b - a (a - 1) / 2 - b (b - 1) / 2 = min(a,b) + (k - k k) / 2 to the left side, for k = |a - b|,
 * which is at most min(a,b). If b > 0 and a > 0 then none of the a is alone, and x(s) is 1 for
 * each. With one in S and two in T it is transitivity. Any prices of rows give a bound: the sum of
 * positive reduced scores, and of prices times what is constant on the right side. */
#ifndef KF_PAIR_DUAL_H
#define KF_PAIR_DUAL_H

#include "solve/clustering/net.h"
#include "solve/limits.h"

enum { KF_FREE = 0, KF_APART = 1, KF_TOGETHER = 2 }; /* what is known of a variable */

typedef struct kf_dual_row {
    size_t start; /* its variables: those that add, then those that subtract */
    uint64_t hash;
    uint16_t plus, minus; /* how many */
    uint8_t right;        /* side, without variables */
    uint8_t rest;         /* passes that it is left out of, unless it has a price */
} kf_dual_row;

enum { KF_ROW_VARS = 160 };

typedef struct kf_new_row {
    uint16_t plus, minus; /* how many variables add, and subtract */
    uint8_t right;
    uint32_t var[KF_ROW_VARS]; /* those that add first */
} kf_new_row;

typedef struct kf_pair_dual {
    kf_mem *mem;
    uint32_t n, n_pairs, n_vars;
    double *score;          /* by variable */
    double *reduced;        /* less prices */
    float *x;               /* smoothed value of a variable */
    uint8_t *known;         /* KF_FREE, ... */
    uint32_t *times;        /* room: rows with a price that a variable is in */
    uint32_t *charged;      /* by node: its variable, or KF_MERGED */
    float *near, *own;      /* room: x by two nodes; right side by node */
    bool two_sets;          /* rows of two sets are separated */
    bool sparse;            /* few pairs have a value, which are listed: */
    uint32_t *first_beside; /* by node, one more at the end: where its nodes begin */
    KF_VEC(uint32_t) beside;
    float *best;            /* room by node */
    uint32_t *between;      /* likewise */
    bool pentagons;         /* are separated */
    uint32_t turn;          /* the node from which sets are separated next, */
    uint32_t pentagon_turn; /* and pentagons */
    KF_VEC(uint32_t) vars;
    KF_VEC(kf_dual_row) rows;
    KF_VEC(double) prices; /* by row */
    uint64_t *slots;       /* hashes of rows */
    size_t n_slots;
    KF_VEC(uint32_t) queue;  /* variables that became known: what follows is not known yet */
    double scale;            /* a typical score */
    double heat;             /* temperature of smoothing */
    double leap;             /* how far prices go on together, as a multiple of their last way */
    double bound;            /* the last one, its own rounding error included */
    uint64_t work, asked;    /* how much, and when the limits were asked last */
    const kf_limits *limits; /* NULL: none */
    bool stopped;            /* they were reached: everything below ends early from then on */
} kf_pair_dual;

/* Of a net whose nodes are all alive. forbidden: pairs with less are apart. Free it in any case. */
kerf_status kf_pair_dual_open(kf_pair_dual *, const kf_net *, double forbidden);
void kf_pair_dual_free(kf_pair_dual *);
static inline uint32_t kf_pair_var(const kf_pair_dual *d, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return (uint32_t)((uint64_t)low * (2 * (uint64_t)d->n - low - 1) / 2 + high - low - 1);
}

/* Asks the limits, once in so much work. */
bool kf_pair_dual_must_stop(kf_pair_dual *);
/* So many passes over all rows, each setting prices one after another; after some, all go on
 * together. */
kerf_status kf_pair_dual_ascend(kf_pair_dual *, uint32_t passes);
/* All prices go on the way that they came since `before`, if the smoothed dual gains by it:
 * pair_leap.c. `before` is room then. */
void kf_pair_dual_leap(kf_pair_dual *, double *before);
/* Reduced scores afresh from prices, and the bound. */
double kf_pair_dual_bound(kf_pair_dual *);
/* Values of variables at this temperature. */
void kf_pair_dual_smooth(kf_pair_dual *, double heat);
/* Rows from this one on that have no price go. */
void kf_pair_dual_purge(kf_pair_dual *, size_t from);
/* Rows that x violates: pair_rows.c. */
kerf_status kf_pair_dual_separate(kf_pair_dual *, uint64_t *added);
/* Adds a row, unless it is there. */
kerf_status kf_pair_dual_add(kf_pair_dual *, const kf_new_row *, uint64_t *added);
/* Of these, those of two sets, of two nodes or more each: pair_sets.c. */
kerf_status kf_pair_dual_two_sets(kf_pair_dual *, uint64_t *added);
/* And pentagons: pair_pentagons.c. */
kerf_status kf_pair_dual_pentagons(kf_pair_dual *, uint64_t *added);
/* What no clustering that is better than `left` below the bound can have is known from now on.
 * *clash: none is. */
kerf_status kf_pair_dual_fix(kf_pair_dual *, double left, bool *clash);
/* One variable, and all that follows from it. */
kerf_status kf_pair_dual_set(kf_pair_dual *, uint32_t var, uint8_t known, bool *clash);
/* The nodes of a pair. */
void kf_pair_nodes(const kf_pair_dual *, uint32_t var, uint32_t *a, uint32_t *b);

#endif
