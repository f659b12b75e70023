/* rows.h -- constraints as rows of an integer program: the one encoder of these.
 *
 * All rows come from here: files for other solvers (export_rows.c), the linear program
 * (solve/cuts/rowpool.c) and certificates (prove/certify_rows.c). Only `kerf verify` derives them
 * on its own, so that an error here does not hide itself.
 *
 *     clause, weight > 0      sum of its literals + z >= 1
 *     clause, weight < 0      z - l >= 0, for each literal l: stronger than one row for all of them
 *     count, at least a       sum + a z >= a
 *     count, at most b        sum - (total - b) z <= b
 *     count, outside a..b     sum + (total - a + 1) below <= total
 *                             sum - (b + 1) above >= 0
 *                             z + below + above >= 1
 *
 * z pays the weight and is left out where the constraint is hard. That of a clause follows from the
 * atoms and need not be an integer; so does that of a count outside two sides. A literal
 * !x is 1 - x: its constant moves to the bounds of the row. base/cardinality.h says which count is
 * which. */
#ifndef KF_ROWS_H
#define KF_ROWS_H

#include "base/cardinality.h"
#include "problem/component.h"

enum { KF_NO_COLUMN = -1 };

/* Where rows go. Column i < atoms is atom i, a binary; others are made as they are needed. False:
 * it failed, and so does the caller. */
typedef struct kf_row_sink {
    void *to;
    bool (*column)(void *to, double cost, bool integer, int64_t *column); /* in [0, 1] */
    bool (*term)(void *to, int64_t column, double value); /* of the row now being made */
    bool (*row)(void *to, double least, double most);     /* ends it */
} kf_row_sink;

/* Adds a literal times `value` to the row; what is constant in it comes off *right. */
bool kf_rows_literal(const kf_row_sink *, kf_lit, double value, double *right);
/* The row of a clause of positive weight. payer: its z, KF_NO_COLUMN if it is hard. */
bool kf_rows_clause(const kf_row_sink *, const kf_lit *, uint32_t n, int64_t payer);
/* The row of one literal of a clause of negative weight. */
bool kf_rows_unwanted(const kf_row_sink *, kf_lit, int64_t payer);
/* One row of a count: least <= sign * sum + lift * payer <= most. */
bool kf_rows_count_side(const kf_row_sink *, const kf_count *, double sign, int64_t payer,
                        double lift, double least, double most);
/* All rows of a count, and their columns. total: of its coefficients. */
bool kf_rows_count(const kf_row_sink *, const kf_count *, const kf_count_meaning *, double total);

#endif
