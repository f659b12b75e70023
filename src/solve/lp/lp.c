/* lp.c -- rows and columns of a linear program and bounds by weak duality; see lp.h.
 *
 * For multipliers y with y_i >= 0 where a row has a lower bound only, and so on, the cost of every
 * point is at least y'b + sum of min(0, c_j - y'A_j) over columns in [0, 1]. Sums are of long
 * doubles, the long ones compensated (Neumaier 1974), and what rounding may have added comes
 * off. */
#include "solve/lp/lp.h"

#include "base/check.h"

#include <float.h>
#include <math.h>

void kf_lp_init(kf_lp *lp, kf_mem *mem)
{
    *lp = (kf_lp){ .mem = mem, .scale = 1 };
}

void kf_lp_free(kf_lp *lp)
{
    kf_lp_close(lp);
    kf_vec_free(lp->mem, &lp->cost);
    kf_vec_free(lp->mem, &lp->lower);
    kf_vec_free(lp->mem, &lp->upper);
    kf_vec_free(lp->mem, &lp->integer);
    kf_vec_free(lp->mem, &lp->start);
    kf_vec_free(lp->mem, &lp->index);
    kf_vec_free(lp->mem, &lp->value);
    kf_vec_free(lp->mem, &lp->least);
    kf_vec_free(lp->mem, &lp->most);
    kf_vec_free(lp->mem, &lp->column_key);
    kf_vec_free(lp->mem, &lp->row_key);
    kf_vec_free(lp->mem, &lp->x);
    kf_vec_free(lp->mem, &lp->y);
    kf_mem_free(lp->mem, lp->reduced, lp->n_reduced, sizeof *lp->reduced);
    kf_mem_free(lp->mem, lp->sum, lp->n_reduced, sizeof *lp->sum);
    kf_mem_free(lp->mem, lp->size, lp->n_reduced, sizeof *lp->size);
}

/* ---- Building ---- */

bool kf_lp_column(kf_lp *lp, double cost, bool integer, int *column)
{
    assert(isfinite(cost));
    if (!kf_vec_reserve(lp->mem, &lp->cost, 1) || !kf_vec_reserve(lp->mem, &lp->lower, 1)
        || !kf_vec_reserve(lp->mem, &lp->upper, 1) || !kf_vec_reserve(lp->mem, &lp->integer, 1)
        || !kf_vec_reserve(lp->mem, &lp->x, 1) || !kf_vec_reserve(lp->mem, &lp->column_key, 1)
        || lp->cost.n >= INT32_MAX)
        return false;
    *column = (int)lp->cost.n;
    lp->cost.at[lp->cost.n++] = cost;
    lp->lower.at[lp->lower.n++] = 0;
    lp->upper.at[lp->upper.n++] = 1;
    lp->integer.at[lp->integer.n++] = integer;
    lp->x.at[lp->x.n++] = cost < 0;
    lp->column_key.at[lp->column_key.n++] = 0;
    return true;
}

bool kf_lp_term(kf_lp *lp, int column, double value)
{
    assert(column >= 0 && (size_t)column < kf_lp_columns(lp) && isfinite(value));
    if (lp->start.n == 0 && !kf_vec_push(lp->mem, &lp->start, 0)) return false;
    return lp->index.n < INT32_MAX && kf_vec_push(lp->mem, &lp->index, column)
           && kf_vec_push(lp->mem, &lp->value, value);
}

bool kf_lp_row(kf_lp *lp, double least, double most)
{
    assert(least <= most && (isfinite(least) || isfinite(most)));
    if (!kf_vec_reserve(lp->mem, &lp->least, 1) || !kf_vec_reserve(lp->mem, &lp->most, 1)
        || !kf_vec_reserve(lp->mem, &lp->row_key, 1) || !kf_vec_reserve(lp->mem, &lp->y, 1)
        || !kf_vec_reserve(lp->mem, &lp->start, 1))
        return false;
    lp->least.at[lp->least.n++] = least;
    lp->most.at[lp->most.n++] = most;
    lp->y.at[lp->y.n++] = 0;
    lp->row_key.at[lp->row_key.n++] = 0;
    lp->start.at[lp->start.n++] = (int)lp->index.n;
    return true;
}

static bool sink_column(void *to, double cost, bool integer, int64_t *column)
{
    int made;
    if (!kf_lp_column(to, cost, integer, &made)) return false;
    *column = made;
    return true;
}

static bool sink_term(void *to, int64_t column, double value)
{
    return value == 0 || kf_lp_term(to, (int)column, value);
}

static bool sink_row(void *to, double least, double most)
{
    return kf_lp_row(to, least, most);
}

kf_row_sink kf_lp_sink(kf_lp *lp)
{
    return (kf_row_sink){ lp, sink_column, sink_term, sink_row };
}

void kf_lp_drop(kf_lp *lp, const int *rows, size_t n)
{
    size_t kept = 0, terms = 0, next = 0;
    if (n == 0) return;
    kf_lp_forget(lp, rows, n);
    for (size_t i = 0; i < kf_lp_rows(lp); i++) {
        if (next < n && rows[next] == (int)i) {
            next++;
            continue;
        }
        int first = lp->start.at[i], end = lp->start.at[i + 1];
        lp->start.at[kept] = (int)terms;
        for (int k = first; k < end; k++) {
            lp->index.at[terms] = lp->index.at[k];
            lp->value.at[terms++] = lp->value.at[k];
        }
        lp->least.at[kept] = lp->least.at[i];
        lp->most.at[kept] = lp->most.at[i];
        lp->y.at[kept] = lp->y.at[i];
        lp->row_key.at[kept++] = lp->row_key.at[i];
    }
    lp->start.at[kept] = (int)terms;
    lp->start.n = kept + 1;
    lp->index.n = lp->value.n = terms;
    lp->least.n = lp->most.n = lp->y.n = lp->row_key.n = kept;
    assert(next == n); /* they were ascending */
    KF_CHECK(kf_lp_check(lp));
}

void kf_lp_fix(kf_lp *lp, size_t column, bool value)
{
    assert(column < kf_lp_columns(lp));
    lp->lower.at[column] = lp->upper.at[column] = value;
}

void kf_lp_unfix(kf_lp *lp, size_t column)
{
    assert(column < kf_lp_columns(lp));
    lp->lower.at[column] = 0;
    lp->upper.at[column] = 1;
}

/* ---- Bounds ---- */

typedef struct total {
    long double sum, lost, size;
} total;

static void add(total *t, long double term)
{
    long double sum = t->sum + term;
    t->lost += fabsl(t->sum) >= fabsl(term) ? (t->sum - sum) + term : (term - sum) + t->sum;
    t->sum = sum;
    t->size += fabsl(term);
}

static bool make_room(kf_lp *lp)
{
    size_t n = kf_lp_columns(lp), old = lp->n_reduced;
    if (n <= old && lp->reduced) return true;
    n += n / 2 + 1;
    double *reduced = kf_mem_alloc(lp->mem, n, sizeof *reduced);
    long double *sum = kf_mem_alloc(lp->mem, n, sizeof *sum);
    long double *size = kf_mem_alloc(lp->mem, n, sizeof *size);
    if (!reduced || !sum || !size) {
        kf_mem_free(lp->mem, reduced, n, sizeof *reduced);
        kf_mem_free(lp->mem, sum, n, sizeof *sum);
        kf_mem_free(lp->mem, size, n, sizeof *size);
        return false;
    }
    kf_mem_free(lp->mem, lp->reduced, old, sizeof *reduced);
    kf_mem_free(lp->mem, lp->sum, old, sizeof *sum);
    kf_mem_free(lp->mem, lp->size, old, sizeof *size);
    lp->reduced = reduced;
    lp->sum = sum;
    lp->size = size;
    lp->n_reduced = n;
    return true;
}

/* The bound that the multipliers (times `sign`) give, with or without the costs. *slack: what
 * rounding may have added to it. */
static long double weak_bound(kf_lp *lp, double sign, bool costs, long double *slack)
{
    size_t n = kf_lp_columns(lp);
    total t = { 0, 0, 0 };
    for (size_t j = 0; j < n; j++) lp->sum[j] = lp->size[j] = 0;
    for (size_t i = 0; i < kf_lp_rows(lp); i++) {
        double y = sign * lp->y.at[i], right = y > 0 ? lp->least.at[i] : lp->most.at[i];
        if (y == 0 || !isfinite(y) || isinf(right)) continue; /* the wrong sign: left out */
        add(&t, (long double)y * right);
        for (int k = lp->start.at[i]; k < lp->start.at[i + 1]; k++) {
            long double term = (long double)y * lp->value.at[k];
            long double sum = lp->sum[lp->index.at[k]] += term;
            lp->size[lp->index.at[k]] += fabsl(term) + fabsl(sum);
        }
    }
    for (size_t j = 0; j < n; j++) {
        long double cost = costs ? lp->cost.at[j] : 0;
        long double reduced = cost - lp->sum[j];
        if (cost < 0) add(&t, -cost);
        add(&t, reduced * (reduced > 0 ? lp->lower.at[j] : lp->upper.at[j]));
        t.size += lp->size[j] + fabsl(cost);
        lp->reduced[j] = (double)reduced;
    }
    *slack = t.size * LDBL_EPSILON * 4; /* running error analysis: u times every partial sum */
    return t.sum + t.lost;
}

static double round_down(long double value)
{
    double d = (double)value;
    return (long double)d > value ? nextafter(d, -INFINITY) : d;
}

kerf_status kf_lp_bound(kf_lp *lp, double *bound)
{
    if (!make_room(lp)) return KERF_NO_MEMORY;
    long double slack, value = weak_bound(lp, 1, true, &slack);
    *bound = round_down(value - slack);
    return KERF_OK;
}

kerf_status kf_lp_refuted(kf_lp *lp, bool *refuted)
{
    if (!make_room(lp)) return KERF_NO_MEMORY;
    *refuted = false;
    for (int sign = -1; sign <= 1 && !*refuted; sign += 2) {
        long double slack, value = weak_bound(lp, sign, false, &slack);
        *refuted = value > slack + slack; /* some combination of the rows cannot be met */
        for (size_t i = 0; *refuted && sign < 0 && i < lp->y.n; i++) lp->y.at[i] = -lp->y.at[i];
    }
    return KERF_OK;
}

#ifndef NDEBUG
void kf_lp_check(const kf_lp *lp)
{
    size_t columns = kf_lp_columns(lp), rows = kf_lp_rows(lp);
    assert(lp->lower.n == columns && lp->upper.n == columns && lp->integer.n == columns);
    assert(lp->x.n == columns && lp->column_key.n == columns);
    assert(lp->most.n == rows && lp->y.n == rows && lp->row_key.n == rows);
    assert(rows == 0 || lp->start.n == rows + 1);
    assert(lp->given_rows <= rows && lp->given_columns <= columns);
    for (size_t j = 0; j < columns; j++) {
        assert(isfinite(lp->cost.at[j]));
        assert(0 <= lp->lower.at[j] && lp->lower.at[j] <= lp->upper.at[j] && lp->upper.at[j] <= 1);
    }
    for (size_t i = 0; i < rows; i++) {
        assert(lp->start.at[i] <= lp->start.at[i + 1] && lp->least.at[i] <= lp->most.at[i]);
        for (int k = lp->start.at[i]; k < lp->start.at[i + 1]; k++)
            assert(lp->index.at[k] >= 0 && (size_t)lp->index.at[k] < columns);
    }
}
#endif
