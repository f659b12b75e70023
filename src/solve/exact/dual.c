/* dual.c -- prices of rows and the bound they prove; see dual.h. */
#include "solve/exact/dual.h"

#include "base/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define LITTLE 0.05 /* of what is missing: a pass that gains less is the last */

kerf_status kf_dual_init(kf_dual *d, kf_linear *rows, kf_arena *arena)
{
    d->rows = rows;
    d->reduced = kf_arena_alloc(arena, rows->n_atoms, sizeof(double));
    d->terms = kf_arena_alloc(arena, (size_t)rows->longest + 1, sizeof(kf_dual_term));
    if (!d->reduced || !d->terms) return KERF_NO_MEMORY;
    /* A sum of k numbers is off by at most k * DBL_EPSILON / 2 times the sum of their sizes. The
     * longest sums are those over all rows and atoms, and an atom's over its rows. */
    d->unit_error = DBL_EPSILON * (128.0 + rows->n_atoms + rows->n_rows);
    return KERF_OK;
}

static bool is_open(const kf_dual *d, uint32_t row)
{
    return d->need[row] > 0 && d->slack[row] >= 0;
}

static bool open_literal(const kf_dual *d, uint32_t i)
{
    return d->value[d->rows->literals[i].code / 2] < 0;
}

static bool negated(const kf_dual *d, uint32_t i)
{
    return d->rows->literals[i].code & 1;
}

static double cost_of(const kf_dual *d, uint32_t i)
{
    uint32_t code = d->rows->literals[i].code;
    return code & 1 ? -d->reduced[code / 2] : d->reduced[code / 2];
}

/* A literal is paid for being true. The cost of false stays the measure: for a negated literal the
 * amount is taken off what the row collects instead. */
static inline void pay(kf_dual *d, uint32_t i, double amount)
{
    uint32_t code = d->rows->literals[i].code;
    if (code & 1) d->reduced[code / 2] += amount;
    else d->reduced[code / 2] -= amount;
}

static double units(const kf_dual *d, uint32_t i, int64_t need)
{
    uint32_t c = d->rows->coefficients[i];
    return (double)(c < need ? c : need);
}

/* The best price lies between low and high, or at the end of [0, most] that is nearer. */
static double choose(double low, double high, double most)
{
    if (low < 0) low = 0;
    if (low >= most) return most;
    if (isinf(high) || high <= low) return low;
    return low + (fmin(high, most) - low) / 2;
}

/* What keeping a row is worth at most. A hard row that cannot be kept would take any price, and
 * rows that contradict each other would drive theirs up without end; beyond what all assignments
 * can cost a price only spoils the bound of the nodes that begin with it. */
static double dearest(const kf_dual *d, const kf_linear_row *row)
{
    return fmin(row->weight, 2 * d->rows->most);
}

/* ---- ANY: one literal must be true ---- */

static double price_any(kf_dual *d, kf_linear_row *row)
{
    double old = row->price, low = INFINITY, high = INFINITY;
    uint32_t end = row->start + row->n, open = 0, n_negated = 0;
    for (uint32_t i = row->start; i < end; i++) {
        if (!open_literal(d, i)) continue;
        double cost = cost_of(d, i) + old;
        open++, n_negated += negated(d, i);
        if (cost < low) high = low, low = cost;
        else if (cost < high) high = cost;
    }
    double price =
        open == 1 && !isinf(row->weight) ? row->weight : choose(low, high, dearest(d, row));
    row->price = price;
    for (uint32_t i = row->start; i < end && price != old; i++)
        if (open_literal(d, i)) pay(d, i, price - old);
    d->size += price * open;
    return price * (1 - (double)n_negated);
}

/* ---- ALL: the weight is shared out among literals that would rather be false ---- */

static double price_all(kf_dual *d, kf_linear_row *row)
{
    double left = row->weight, kept = 0;
    uint32_t end = row->start + row->n, open = 0, last = 0;
    for (uint32_t i = row->start; i < end; i++) {
        if (!open_literal(d, i)) {
            d->rows->share[i] = 0;
            continue;
        }
        double old = d->rows->share[i], cost = cost_of(d, i) + old;
        double share = cost <= 0 ? 0 : cost < left ? cost : left;
        left -= share;
        assert(share >= 0 && left >= 0);
        d->rows->share[i] = share;
        pay(d, i, share - old);
        if (!negated(d, i)) kept += share;
        open++, last = i;
    }
    if (open == 1 && left > 0) {
        d->rows->share[last] += left;
        pay(d, last, left);
        if (!negated(d, last)) kept += left;
    }
    d->size += 2 * row->weight;
    return kept;
}

/* ---- COUNT ---- */

static void sort(kf_dual_term *t, uint32_t n)
{
    uint32_t gap = 1;
    while (gap < n / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (uint32_t i = gap; i < n; i++) {
            kf_dual_term x = t[i];
            uint32_t k = i;
            for (; k >= gap && t[k - gap].ratio > x.ratio; k -= gap) t[k] = t[k - gap];
            t[k] = x;
        }
}

/* Between which prices do just enough of the sorted terms come in? */
static void interval(const kf_dual_term *t, uint32_t n, int64_t need, double *low, double *high)
{
    int64_t sum = 0;
    uint32_t i = 0;
    assert(n > 0 && need > 0);
    while (i < n && sum < need) sum += t[i++].coefficient;
    *low = t[i - 1].ratio;
    *high = sum > need ? *low : i < n ? t[i].ratio : INFINITY;
}

/* Units that the row is paid for, less those it pays atoms for being false. */
static double collected(kf_dual *d, uint32_t n, int64_t need, double price)
{
    int64_t sum = need, all = need;
    for (uint32_t k = 0; k < n; k++) {
        const kf_dual_term *t = &d->terms[k];
        if (negated(d, t->literal)) sum -= t->coefficient;
        all += t->coefficient;
    }
    d->size += price * (double)all;
    return (double)sum;
}

static double price_count(kf_dual *d, kf_linear_row *row, int64_t need)
{
    double old = row->price, low, high;
    uint32_t end = row->start + row->n, n = 0;
    for (uint32_t i = row->start; i < end; i++) {
        if (!open_literal(d, i)) continue;
        double by = units(d, i, need), cost = cost_of(d, i) + old * by;
        d->terms[n++] = (kf_dual_term){ cost / by, cost, i, (uint32_t)by };
    }
    sort(d->terms, n);
    interval(d->terms, n, need, &low, &high);
    row->price = choose(low, high, dearest(d, row));
    double by = row->price - old;
    for (uint32_t k = 0; k < n && by != 0; k++)
        pay(d, d->terms[k].literal, by * d->terms[k].coefficient);
    return row->price * collected(d, n, need, row->price);
}

/* A soft count is priced once, at the end, from nothing: literals that would be true anyway are
 * taken as true, which only makes the row easier, and the rest share the weight. */
static uint32_t resisting(kf_dual *d, const kf_linear_row *row, int64_t *need, int64_t *spare)
{
    uint32_t n = 0;
    int64_t total = 0, smallest = INT64_MAX;
    for (uint32_t i = row->start; i < row->start + row->n; i++) {
        if (!open_literal(d, i)) continue;
        double cost = cost_of(d, i);
        uint32_t by = d->rows->coefficients[i];
        if (cost <= 0) *need -= by;
        else d->terms[n++] = (kf_dual_term){ 0, cost, i, by };
    }
    for (uint32_t k = 0; *need > 0 && k < n; k++) {
        kf_dual_term *t = &d->terms[k];
        if (t->coefficient > *need) t->coefficient = (uint32_t)*need;
        t->ratio = t->cost / t->coefficient;
        total += t->coefficient;
        if (t->coefficient < smallest) smallest = t->coefficient;
    }
    *spare = total - smallest - *need;
    return n;
}

static double price_soft(kf_dual *d, const kf_linear_row *row, int64_t need)
{
    int64_t spare;
    uint32_t n = resisting(d, row, &need, &spare);
    if (need <= 0) return 0;
    if (spare < 0) { /* all of them are needed */
        double left = row->weight, kept = 0;
        for (uint32_t k = 0; k < n && left > 0; k++) {
            double share = fmin(d->terms[k].cost, left);
            pay(d, d->terms[k].literal, share);
            left -= share;
            if (!negated(d, d->terms[k].literal)) kept += share;
        }
        d->size += 2 * row->weight;
        return kept;
    }
    double low, high;
    sort(d->terms, n);
    interval(d->terms, n, need, &low, &high);
    double price = fmin(low, row->weight / (double)need);
    for (uint32_t k = 0; k < n; k++) pay(d, d->terms[k].literal, price * d->terms[k].coefficient);
    return price * collected(d, n, need, price);
}

/* ---- The bound ---- */

/* All rows for nothing: what the atoms then choose is the bound that any prices must beat. */
static double unload(kf_dual *d)
{
    kf_linear *r = d->rows;
    double sum = 0;
    for (uint32_t a = 0; a < r->n_atoms; a++) {
        d->reduced[a] = r->cost_true[a] - r->cost_false[a];
        if (d->value[a] < 0) sum += fmin(r->cost_true[a], r->cost_false[a]);
    }
    return sum;
}

/* Starts from the prices as they are. */
static void load(kf_dual *d)
{
    kf_linear *r = d->rows;
    for (uint32_t c = 0; c < r->n_rows; c++) {
        kf_linear_row *row = &r->rows[c];
        if (!is_open(d, c) || row->kind == KF_LINEAR_SOFT) continue;
        if (row->kind != KF_LINEAR_ALL && row->price == 0) continue;
        for (uint32_t i = row->start; i < row->start + row->n; i++) {
            if (!open_literal(d, i)) continue;
            if (row->kind == KF_LINEAR_ALL) pay(d, i, r->share[i]);
            else
                pay(d, i,
                    row->kind == KF_LINEAR_ANY ? row->price : row->price * units(d, i, d->need[c]));
        }
    }
}

static double price(kf_dual *d, uint32_t c)
{
    kf_linear_row *row = &d->rows->rows[c];
    if (row->kind == KF_LINEAR_ANY) return price_any(d, row);
    if (row->kind == KF_LINEAR_ALL) return price_all(d, row);
    if (row->kind == KF_LINEAR_COUNT) return price_count(d, row, d->need[c]);
    return price_soft(d, row, d->need[c]);
}

static double pass(kf_dual *d, bool soft)
{
    double sum = 0;
    for (uint32_t c = 0; c < d->rows->n_rows; c++) {
        const kf_linear_row *row = &d->rows->rows[c];
        if (!is_open(d, c) || (row->kind == KF_LINEAR_SOFT) != soft) continue;
        sum += price(d, c);
    }
    return sum;
}

static double open_atoms(kf_dual *d)
{
    const kf_linear *r = d->rows;
    double sum = 0;
    for (uint32_t a = 0; a < r->n_atoms; a++) {
        if (d->value[a] >= 0) continue;
        double x = d->reduced[a], cost = r->cost_false[a];
        sum += x < 0 ? cost + x : cost;
        d->size += fabs(x) + cost;
    }
    return sum;
}

/* What the atoms choose, added to what was paid and what the rows collect, less the error. */
static double total(kf_dual *d, double paid, double rows)
{
    double rows_size = d->size, sum = paid + rows + open_atoms(d);
    double bound = sum - (paid + d->size) * d->unit_error;
    d->size = rows_size;
    return bound;
}

static double ascend(kf_dual *d, double paid, double enough, int passes, double *rows)
{
    double bound = -INFINITY;
    for (int i = 0; i < passes; i++) {
        double last = bound;
        d->size = 0;
        *rows = pass(d, false);
        bound = total(d, paid, *rows);
        if (bound >= enough || bound - last < LITTLE * (enough - bound)) break;
    }
    KF_CHECK(kf_dual_check(d));
    return bound;
}

static void forget_prices(kf_dual *d)
{
    kf_linear *r = d->rows;
    for (uint32_t c = 0; c < r->n_rows; c++) {
        if (!is_open(d, c)) continue;
        r->rows[c].price = 0;
        memset(r->share + r->rows[c].start, 0, r->rows[c].n * sizeof *r->share);
    }
}

double kf_dual_bound(kf_dual *d, double paid, double enough, int passes)
{
    assert(paid >= 0 && passes > 0);
    double rows = 0, free = paid + unload(d);
    load(d);
    double bound = ascend(d, paid, enough, passes, &rows);
    if (bound < free - free * d->unit_error) { /* another node's prices, and worse than none */
        forget_prices(d);
        unload(d);
        bound = ascend(d, paid, enough, passes, &rows);
    }
    if (bound >= enough || !d->rows->soft_counts) return bound;
    rows += pass(d, true);
    return total(d, paid, rows);
}

#ifndef NDEBUG
void kf_dual_check(const kf_dual *d)
{
    const kf_linear *r = d->rows;
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        double shared = 0;
        if (!is_open(d, c) || row->kind == KF_LINEAR_SOFT) continue;
        for (uint32_t i = row->start; i < row->start + row->n; i++) shared += r->share[i];
        if (row->kind == KF_LINEAR_ALL) assert(shared <= row->weight * (1 + 1e-9));
        else assert(row->price >= 0 && row->price <= row->weight && isfinite(row->price));
    }
    for (uint32_t a = 0; a < r->n_atoms; a++) assert(isfinite(d->reduced[a]));
}
#endif
