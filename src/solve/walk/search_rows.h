/* search_rows.h -- the constraints of a component as rows with sums, for local search.
 *
 * A row is a clause, a count or a clique. Its sum is that of the coefficients of its true literals.
 * Its amount is the distance of the sum from the range in which the row is satisfied. A hard row
 * pays for all of its amount: a count that is two above its bound is worse than one that is one
 * above. A soft row pays its price once.
 *
 * Invariant between calls: score[a] is what flipping a would change, `hard` and `soft` list the
 * rows whose amount is not 0, `soft` also the atoms that pay for their value. Sums of soft costs
 * drift by rounding; kf_search_rows_derive() renews them. */
#ifndef KF_SEARCH_ROWS_H
#define KF_SEARCH_ROWS_H

#include "base/random.h"
#include "base/stop.h"
#include "problem/component.h"

typedef enum kf_row_kind {
    KF_ROW_ANY,     /* clause: one literal must be true */
    KF_ROW_NONE,    /* clause of negative weight: none may be */
    KF_ROW_WITHIN,  /* count: from least to most */
    KF_ROW_OUTSIDE, /* count of negative weight: not from least to most */
    KF_ROW_PAIRS    /* clique: no two may be false */
} kf_row_kind;

#define KF_NO_ROW_HERE UINT32_MAX

typedef struct kf_search_row {
    double unit; /* cost of one unit of its amount: its price, or its current weight if hard */
    int64_t sum, least, most, total;
    uint32_t start, n; /* literals and coefficients */
    uint32_t largest;  /* coefficient */
    uint32_t place;    /* in the list of what is violated; KF_NO_ROW_HERE: it is not */
    uint32_t truths;   /* atoms of true literals, exclusive or */
    uint32_t atoms;    /* of all literals, likewise */
    uint8_t kind;
    bool hard;
} kf_search_row;

typedef struct kf_search_use { /* of an atom in a row */
    uint32_t row;
    int32_t step; /* what the sum gains when the atom becomes true */
} kf_search_use;

typedef struct kf_search_score {
    double hard, soft;
} kf_search_score;

typedef struct kf_search_list {
    uint32_t *at;
    uint32_t n;
} kf_search_list;

typedef struct kf_search_rows {
    const kf_component *component;
    kf_arena arena;
    bool *assignment;
    uint32_t n_rows;
    kf_search_row *rows;
    kf_lit *literals;
    uint32_t *coefficients;
    size_t *first; /* by atom, one more at the end: its uses */
    kf_search_use *uses;
    kf_search_score *score; /* by atom */
    double *price;          /* by atom: of being true rather than false */
    uint32_t *paid;         /* by atom: place in `soft`, or KF_NO_ROW_HERE */
    uint32_t *group;        /* by code of a literal: its largest row that allows one true literal */
    kf_search_list hard, soft;
    double cost;   /* soft, of the assignment */
    uint64_t work; /* literals looked at so far */
} kf_search_rows;

/* Memory for a search on a component, which is borrowed. The assignment is all false and nothing is
 * derived. Close it whatever happens. KERF_LIMIT: sums or numbers of rows do not fit, or it was to
 * stop. */
kerf_status kf_search_rows_open(kf_search_rows *, const kf_component *, kf_patience *, kf_mem *);
void kf_search_rows_close(kf_search_rows *);
void kf_search_rows_derive(kf_search_rows *); /* everything, from the assignment and the weights */
void kf_search_rows_flip(kf_search_rows *, uint32_t atom);
/* Asserts: sums are those of the assignment, and rows and prices that pay are in their lists. */
void kf_search_rows_check(const kf_search_rows *);
/* Adds to the weight of a hard row. */
void kf_search_rows_raise(kf_search_rows *, uint32_t row, double by);
/* Resets the weights of hard rows; derive everything after it. */
void kf_search_rows_forget(kf_search_rows *);

/* The distance of a sum from the range in which the row is satisfied. */
double kf_row_amount(const kf_search_row *, int64_t sum);
/* What flipping both would change. `marked` is one that kf_search_rows_mark() was given last. */
typedef struct kf_search_rows_mark {
    uint64_t now, *when; /* by row */
    int32_t *step;
} kf_search_rows_mark_set;
kerf_status kf_search_rows_mark_open(kf_search_rows_mark_set *, kf_search_rows *);
void kf_search_rows_mark(kf_search_rows *, kf_search_rows_mark_set *, uint32_t atom);
kf_search_score kf_search_rows_both(kf_search_rows *, const kf_search_rows_mark_set *,
                                    uint32_t marked, uint32_t other);

/* What the sum of a row changes by when this atom flips. */
static inline int32_t kf_use_step(const kf_search_rows *s, uint32_t atom, const kf_search_use *u)
{
    return s->assignment[atom] ? -u->step : u->step;
}

/* Of a row that allows one true literal: the number of its members that hold, and the atom if there
 * is one. A member of a clique holds when its literal is false. */
static inline int64_t kf_row_members(const kf_search_row *r)
{
    return r->kind == KF_ROW_PAIRS ? r->total - r->sum : r->sum;
}
static inline uint32_t kf_row_member(const kf_search_row *r)
{
    return r->kind == KF_ROW_PAIRS ? r->atoms ^ r->truths : r->truths;
}

#endif
