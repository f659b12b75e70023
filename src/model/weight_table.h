/* weight_table.h -- the weights of one rule with parameters, by the constants of its parameters.
 *
 * A million rows are one table, not a million formulas. Keys are packed constant ids of the
 * parameters' types; lookup is one hash probe. Rows that differ in their last constant only are a
 * group: all weights of a feature's value, label by label. One probe finds a group. */
#ifndef KF_WEIGHT_TABLE_H
#define KF_WEIGHT_TABLE_H

#include "model/model.h"

kf_weight_table *kf_weight_table_new(kf_mem *, uint32_t width);
void kf_weight_table_free(kf_weight_table *);
uint32_t kf_weight_table_width(const kf_weight_table *);
uint32_t kf_weight_table_count(const kf_weight_table *);
/* Set a weight; *old tells what was there before (NAN: nothing) if not NULL. */
kerf_status kf_weight_table_set(kf_weight_table *, const uint32_t *key, double weight, double *old);
bool kf_weight_table_get(const kf_weight_table *, const uint32_t *key, double *weight);
/* The row of a key, or KF_NONE. */
uint32_t kf_weight_table_find(const kf_weight_table *, const uint32_t *key);
/* Row r in order of first sight. */
const uint32_t *kf_weight_table_key(const kf_weight_table *, uint32_t row);
double kf_weight_table_weight(const kf_weight_table *, uint32_t row);
void kf_weight_table_put(kf_weight_table *, uint32_t row, double weight);

/* Find the groups, once all rows are there: a row that is added makes it forget them. Only the call
 * that finds them changes the table. */
kerf_status kf_weight_table_group(kf_weight_table *);
/* For tables by one constant whose rows are asked for one by one: the same, once all are there. */
kerf_status kf_weight_table_list(kf_weight_table *);
/* Places of rows, in the order of groups, and of last constants within each. */
typedef struct kf_weight_group {
    uint32_t first, n;
} kf_weight_group;
/* The group of all constants but the last; n 0: it has no row. */
kf_weight_group kf_weight_table_get_group(const kf_weight_table *, const uint32_t *key);
/* Keys as columns of tuples. */
typedef struct kf_weight_keys {
    const uint32_t *tuples;
    uint32_t stride;    /* from one tuple to the next */
    const uint32_t *at; /* by constant of the key: its column */
} kf_weight_keys;
/* Of n keys: their groups, for which the last constant is not looked at, or else the row of each as
 * one of its own (n 0: there is none). It is faster than one by one, since memory is asked for
 * ahead. */
void kf_weight_table_find_all(const kf_weight_table *, const kf_weight_keys *, uint32_t n,
                              bool groups, kf_weight_group *out);
/* The rows at places, for loops over groups; borrowed, until a row is added. */
typedef struct kf_weight_view {
    uint32_t width;
    const uint32_t *keys; /* width for each row */
    const double *weights;
    const uint32_t *order; /* by place: its row; NULL: places are rows */
} kf_weight_view;
kf_weight_view kf_weight_table_view(const kf_weight_table *);
/* What the weights of a group come to. Long groups have it ready, until a weight is changed. */
enum { KF_LONG_GROUP = 8 };
typedef struct kf_weight_sum {
    double positive, negative;       /* sums of w > 0, and of |w| for w < 0 */
    uint32_t n_positive, n_negative; /* how many these are */
} kf_weight_sum;
/* By the first place of a long group, divided by KF_LONG_GROUP; NULL: there are none. No two long
 * groups begin within so many places. */
const kf_weight_sum *kf_weight_table_sums(const kf_weight_table *);
/* Asserts that each row has one slot, where its key leads, and that no weight is NAN. */
void kf_weight_table_check(const kf_weight_table *);

#endif
