/* lp.h -- a linear program that grows, and bounds that can be trusted.
 *
 * Minimise the costs of columns in [0, 1] under rows that are added as they turn out to be needed.
 * Our own copy of the rows stays with us: whatever Clp answers, a bound is computed from it
 * by weak duality in our own arithmetic, so that no claim rests on Clp's tolerances. Any
 * vector of row multipliers gives a valid bound; those of an optimal basis give the best one.
 *
 * Branching fixes columns by their bounds and gives them back; a re-solve starts from where the
 * last one ended. */
#ifndef KF_LP_H
#define KF_LP_H

#include "problem/rows.h"
#include "solve/limits.h"
#include "solve/lp/recall.h"

typedef struct kf_lp {
    kf_mem *mem;
    KF_VEC(double) cost;         /* by column; what is paid at 1 less what is paid at 0 */
    KF_VEC(double) lower;        /* 0, or 1 where fixed there */
    KF_VEC(double) upper;        /* 1, or 0 where fixed there */
    KF_VEC(bool) integer;        /* must be 0 or 1 in the end */
    KF_VEC(int) start;           /* by row: its terms; one more than there are rows */
    KF_VEC(int) index;           /* columns */
    KF_VEC(double) value;        /* coefficients */
    KF_VEC(double) least;        /* by row; may be infinite */
    KF_VEC(double) most;         /* likewise */
    KF_VEC(uint64_t) column_key; /* by column: what it is remembered by; 0: it is not */
    KF_VEC(uint64_t) row_key;
    const kf_recall *recall; /* how they stood in an earlier basis; may be NULL */
    KF_VEC(double) x;        /* by column: the last point */
    KF_VEC(double) y;        /* by row: the last multipliers, or a proof of infeasibility */
    double *reduced;         /* by column: of the last kf_lp_bound */
    long double *sum, *size; /* room for kf_lp_bound */
    size_t n_reduced;        /* columns that the three have room for */
    void *engine;            /* the model of Clp; NULL: none yet */
    size_t given_rows, given_columns; /* that Clp has seen */
    double scale;                     /* of its objective: a power of two */
    uint64_t pivots;                  /* so far */
    uint64_t work, most_work;         /* pivots times rows and columns; 0: as many as it takes */
} kf_lp;

typedef enum {
    KF_LP_OPTIMAL,
    KF_LP_INFEASIBLE, /* Clp says so: see kf_lp_refuted */
    KF_LP_STOPPED,    /* by the limits; x and y are what they were */
    KF_LP_STALLED,    /* most_work is done: x and y as far as it came, good for a bound */
    KF_LP_FAILED,     /* Clp gave up */
} kf_lp_status;

void kf_lp_init(kf_lp *, kf_mem *);
void kf_lp_free(kf_lp *);

/* Of these, false means that memory was refused. */
bool kf_lp_column(kf_lp *, double cost, bool integer, int *column);
bool kf_lp_term(kf_lp *, int column, double value); /* of the row now being made */
bool kf_lp_row(kf_lp *, double least, double most); /* ends it */
/* Rows of problem/rows.h go into the linear program. */
kf_row_sink kf_lp_sink(kf_lp *);
/* Asserts: arrays by column and by row have one length each, rows their terms, bounds an order. */
void kf_lp_check(const kf_lp *);
/* Rows, ascending, that are no longer wanted; the others close up. Whoever has numbers of rows must
 * see to them. */
void kf_lp_drop(kf_lp *, const int *rows, size_t n);
/* What the last column or row is remembered by. */
static inline void kf_lp_name_column(kf_lp *lp, uint64_t key)
{
    lp->column_key.at[lp->column_key.n - 1] = key;
}
static inline void kf_lp_name_row(kf_lp *lp, uint64_t key)
{
    lp->row_key.at[lp->row_key.n - 1] = key;
}

static inline size_t kf_lp_rows(const kf_lp *lp)
{
    return lp->least.n;
}
static inline size_t kf_lp_columns(const kf_lp *lp)
{
    return lp->cost.n;
}
static inline bool kf_lp_is_fixed(const kf_lp *lp, size_t column)
{
    return lp->lower.at[column] >= lp->upper.at[column];
}
void kf_lp_fix(kf_lp *, size_t column, bool value);
void kf_lp_unfix(kf_lp *, size_t column);

/* No point within the bounds of the columns costs less, where a column pays -cost at 0 if its cost
 * is negative (so that the two costs of an atom are both counted from 0). Leaves the reduced costs
 * in lp->reduced: a point that differs from the better side of a column costs that much more. */
kerf_status kf_lp_bound(kf_lp *, double *bound);
/* Do the multipliers, or their opposites, prove that no point within the bounds of the columns
 * keeps the rows? If so, lp->y has those that do. */
kerf_status kf_lp_refuted(kf_lp *, bool *refuted);

/* ---- Clp: lp_clp.c ---- */

bool kf_lp_is_there(void); /* is it built in? */
kerf_status kf_lp_solve(kf_lp *, const kf_limits *, kf_lp_status *);
void kf_lp_close(kf_lp *);                             /* Clp's part of kf_lp_free */
void kf_lp_forget(kf_lp *, const int *rows, size_t n); /* that of kf_lp_drop, called before */
/* How everything that has a key stands in the last basis; rows that are slack, as nothing. */
kerf_status kf_lp_note(const kf_lp *, kf_mem *, kf_notes *);

#endif
