/* cell_counts.c -- classes of cells as a network whose variables say how many cells are in which
 * state; see cell_counting.h. */
#include "solve/eliminate/cell_counting.h"

#include "base/check.h"
#include "base/neumaier.h"
#include "solve/network/networking.h"

#include <float.h>
#include <math.h>

static const double MOST_COUNTS = 0x1p22, MOST_ENTRIES = 0x1p24;

/* ---- The values of a class ---- */

/* n + q - 1 over q - 1. */
static double ways_to_split(double n, uint32_t q)
{
    double ways = 1;
    for (uint32_t i = 1; i < q; i++) ways = ways * (n + i) / i;
    return round(ways);
}

/* All ways to write what is left as a sum of the counts from `state` on. */
static void list_counts(kf_cell_class *k, uint32_t *now, uint32_t state, uint32_t left)
{
    if (state + 1 == k->n_states) {
        now[state] = left;
        for (uint32_t s = 0; s < k->n_states; s++)
            k->counts[k->n_counts * k->n_states + s] = now[s];
        k->n_counts++;
        return;
    }
    for (uint32_t n = 0; n <= left; n++) {
        now[state] = n;
        list_counts(k, now, state + 1, left - n);
    }
}

static kerf_status open_counts(kf_cell_counting *c, bool *fits)
{
    double all = 0;
    for (uint32_t a = 0; a < c->n_classes; a++)
        all += ways_to_split(c->classes[a].size, c->classes[a].n_states);
    *fits = all <= MOST_COUNTS;
    for (uint32_t a = 0; *fits && a < c->n_classes; a++) {
        kf_cell_class *k = &c->classes[a];
        double n = ways_to_split(k->size, k->n_states);
        uint32_t now[KF_CELL_STATES];
        k->counts = kf_arena_room(&c->arena, (size_t)n * k->n_states, sizeof *k->counts);
        if (!k->counts) return KERF_NO_MEMORY;
        list_counts(k, now, 0, k->size);
        assert((double)k->n_counts == n);
    }
    return KERF_OK;
}

/* ---- Costs ---- */

/* So many times a cost that may be infinite. */
static long double times(double n, double cost)
{
    return n > 0 ? (long double)n * cost : 0;
}

/* Terms are added up in long doubles, lest what cancels leaves its rounding errors behind; sizes
 * say how large they were. */
typedef struct total {
    long double sum, sizes;
} total;

static void add(total *t, long double x)
{
    t->sum += x;
    if (isfinite(x)) t->sizes += fabsl(x);
}

static total cost_of_counts(const kf_cell_counting *c, uint32_t a, const uint32_t *n)
{
    const kf_cell_class *k = &c->classes[a];
    const double *one = c->cells.at[k->first].cost, *two = c->between[a][a].cost;
    total t = { 0, 0 };
    add(&t, -lgammal((long double)k->size + 1));
    for (uint32_t s = 0; s < k->n_states; s++) {
        add(&t, lgammal((long double)n[s] + 1));
        add(&t, times(n[s], one[s]));
        for (uint32_t u = s; c->n_between[a][a] && u < k->n_states; u++) {
            double pairs = u == s ? (double)n[s] * (n[s] - 1.0) / 2 : (double)n[s] * n[u];
            add(&t, times(pairs, two[s * KF_CELL_STATES + u]));
        }
    }
    return t;
}

static total cost_between(const kf_cell_counting *c, uint32_t a, uint32_t b, const uint32_t *n,
                          const uint32_t *m)
{
    const double *two = c->between[a][b].cost;
    total t = { 0, 0 };
    for (uint32_t s = 0; s < c->classes[a].n_states; s++)
        for (uint32_t u = 0; u < c->classes[b].n_states; u++)
            add(&t, times((double)n[s] * m[u], two[s * KF_CELL_STATES + u]));
    return t;
}

/* Costs of a network are not negative. What they are wrong by is no more than the errors of the
 * terms, all of one table being relative to the same. */
static bool lift_costs(double *cost, uint64_t n, kf_network *to)
{
    double least = INFINITY;
    for (uint64_t i = 0; i < n; i++) least = fmin(least, cost[i]);
    if (isinf(least)) return false;
    for (uint64_t i = 0; i < n; i++) cost[i] -= least;
    kf_add_exactly(&to->constant, &to->constant_rest, least);
    return true;
}

/* Of the terms, and of the doubles that they become, to which rows are added. */
static double error_of(long double sizes, long double most)
{
    const long double unit = DBL_EPSILON;
    return (double)(128 * LDBL_EPSILON * sizes + 2 * unit
                    + (1 + KF_CELL_ROWS / 2.0L) * unit * most);
}

static const uint32_t *counts_of(const kf_cell_counting *c, uint32_t a, uint64_t value)
{
    return c->classes[a].counts + value * c->classes[a].n_states;
}

static kerf_status add_class(kf_cell_counting *c, kf_network *to, uint32_t a)
{
    uint64_t n = c->classes[a].n_counts;
    long double sizes = 0, most = 0;
    KF_TRY(kf_network_add_variable(to, (uint32_t)n));
    to->parts.at[a] = 2;
    for (uint64_t k = 0; k < n && kf_patience_spend(&c->patience, 64); k++) {
        total t = cost_of_counts(c, a, counts_of(c, a, k));
        to->unary.at[a][k] = (double)t.sum;
        sizes = fmaxl(sizes, t.sizes);
        if (isfinite(t.sum)) most = fmaxl(most, fabsl(t.sum));
    }
    c->off += error_of(sizes, most);
    return KERF_OK;
}

static kerf_status add_pair(kf_cell_counting *c, kf_network *to, uint32_t a, uint32_t b)
{
    const uint32_t scope[2] = { a, b };
    uint64_t n = c->classes[a].n_counts, m = c->classes[b].n_counts;
    long double sizes = 0, most = 0;
    kf_cost_table *t = kf_network_table(to, scope, 2);
    assert(a < b && b < c->n_classes);
    if (!t) return KERF_NO_MEMORY;
    t->parts = 2;
    for (uint64_t k = 0; k < n && kf_patience_spend(&c->patience, 64 * m); k++)
        for (uint64_t l = 0; l < m; l++) {
            total x = cost_between(c, a, b, counts_of(c, a, k), counts_of(c, b, l));
            t->cost[k * m + l] = (double)x.sum;
            sizes = fmaxl(sizes, x.sizes);
            if (isfinite(x.sum)) most = fmaxl(most, fabsl(x.sum));
        }
    c->off += error_of(sizes, most);
    return KERF_OK;
}

/* ---- Long sums ---- */

/* What cells of a class with these counts add to a sum. */
static uint64_t sum_of(const kf_cell_counting *c, size_t row, uint32_t a, uint64_t value)
{
    const uint32_t *n = counts_of(c, a, value);
    uint64_t sum = 0;
    for (uint32_t s = 0; s < c->classes[a].n_states; s++)
        sum += n[s] * kf_cell_share(c, row, c->classes[a].first, s);
    return sum;
}

/* Classes whose counts matter to a sum. */
static uint32_t classes_of(const kf_cell_counting *c, size_t row, uint32_t *scope)
{
    uint32_t n = 0;
    for (uint32_t a = 0; a < c->n_classes; a++) {
        bool differs = false;
        for (uint32_t s = 1; s < c->classes[a].n_states; s++)
            differs |= kf_cell_share(c, row, c->classes[a].first, s)
                       != kf_cell_share(c, row, c->classes[a].first, 0);
        if (differs) scope[n++] = a;
    }
    return n;
}

typedef struct summing { /* over all counts of the classes that matter to a row */
    const kf_cell_counting *c;
    size_t row;
    uint32_t scope[KF_CELL_CLASSES], n;
    uint64_t base;       /* of all other classes */
    double *to;          /* what it costs is added to, by counts; or NULL: */
    const double *share; /* how probable counts are */
    double pays, others; /* of counts with which it does, and of those with which it does not */
} summing;

static summing open_summing(const kf_cell_counting *c, size_t row)
{
    summing x = { .c = c, .row = row, .base = kf_cell_row(c, row)->base };
    x.n = classes_of(c, row, x.scope);
    for (uint32_t a = 0, k = 0; a < c->n_classes; a++) {
        bool there = k < x.n && x.scope[k] == a;
        if (there) k++;
        else x.base += sum_of(c, row, a, 0);
    }
    return x;
}

static void add_sum(summing *x, uint64_t at, uint64_t sum)
{
    double cost = kf_row_cost(kf_cell_row(x->c, x->row), sum);
    if (x->to) x->to[at] += cost;
    else if (cost > 0) x->pays += x->share[at];
    else x->others += x->share[at];
}

static void add_sums(summing *x, uint32_t depth, uint64_t at, uint64_t sum)
{
    if (depth == x->n) {
        add_sum(x, at, sum);
        return;
    }
    uint32_t a = x->scope[depth];
    uint64_t n = x->c->classes[a].n_counts;
    for (uint64_t k = 0; k < n; k++)
        add_sums(x, depth + 1, at * n + k, sum + sum_of(x->c, x->row, a, k));
}

static kerf_status add_row(kf_cell_counting *c, kf_network *to, size_t row)
{
    const kf_row *r = kf_cell_row(c, row);
    summing x = open_summing(c, row);
    kf_cost_table *t = x.n > 1 ? kf_network_table(to, x.scope, x.n) : NULL;
    if (x.n > 1 && !t) return KERF_NO_MEMORY;
    x.to = t ? t->cost : x.n == 1 ? to->unary.at[x.scope[0]] : &to->constant;
    if (t) t->parts += 2;
    if (t) c->row_table[row] = (uint32_t)(t - to->tables.at);
    if (isfinite(r->weight))
        c->off += 0x1p-53 * fabs(r->weight) * (c->options->slack + 4 + KF_CELL_ROWS);
    add_sums(&x, 0, 0, x.base);
    return KERF_OK;
}

kf_row_shares kf_cells_row_shares(const kf_cell_counting *c, const kf_class_beliefs *beliefs,
                                  size_t row)
{
    static const double all = 1;
    summing x = open_summing(c, row);
    double units = 0;
    x.share = &all;
    if (x.n == 1) x.share = beliefs->count[x.scope[0]];
    if (x.n > 1) x.share = beliefs->table[c->row_table[row]];
    if (x.n == 1) units = beliefs->units[x.scope[0]] + (double)c->classes[x.scope[0]].n_counts;
    if (x.n > 1) units = 2 * beliefs->table_units[c->row_table[row]];
    add_sums(&x, 0, 0, x.base);
    return (kf_row_shares){ x.pays, x.others, units };
}

/* ---- All of it ---- */

static double entries_of(const kf_cell_counting *c, const uint32_t *scope, uint32_t n)
{
    double entries = 1;
    for (uint32_t i = 0; i < n; i++) entries *= (double)c->classes[scope[i]].n_counts;
    return entries;
}

static bool is_small(const kf_cell_counting *c)
{
    double all = kf_fans_entries(c);
    for (uint32_t a = 0; a < c->n_classes; a++)
        for (uint32_t b = a + 1; b < c->n_classes; b++) {
            const uint32_t scope[2] = { a, b };
            if (c->n_between[a][b]) all += entries_of(c, scope, 2);
        }
    for (size_t r = 0; r < c->n_long; r++) {
        uint32_t scope[KF_CELL_CLASSES], n = classes_of(c, r, scope);
        all += entries_of(c, scope, n);
    }
    return all <= MOST_ENTRIES;
}

static kerf_status fill(kf_cell_counting *c, kf_network *to, bool *fits)
{
    for (uint32_t a = 0; a < c->n_classes; a++) KF_TRY(add_class(c, to, a));
    to->n_given = c->n_classes;
    for (uint32_t a = 0; a < c->n_classes; a++)
        for (uint32_t b = a + 1; b < c->n_classes; b++)
            if (c->n_between[a][b]) KF_TRY(add_pair(c, to, a, b));
    for (size_t r = 0; r < c->n_long; r++) KF_TRY(add_row(c, to, r));
    KF_TRY(kf_fans_add(c, to, fits));
    bool feasible = isfinite(to->constant);
    for (uint32_t a = 0; a < c->n_classes; a++)
        feasible &= lift_costs(to->unary.at[a], c->classes[a].n_counts, to);
    for (size_t t = 0; t < to->tables.n; t++)
        feasible &= lift_costs(to->tables.at[t].cost, to->tables.at[t].n_entries, to);
    to->infeasible = !feasible;
    return KERF_OK;
}

kerf_status kf_cells_count(kf_cell_counting *c, kf_network *to, bool *fits)
{
    KF_TRY(open_counts(c, fits));
    if (*fits) KF_TRY(kf_fans_open(c, fits));
    *fits = *fits && is_small(c);
    if (!*fits) return KERF_OK;
    *to = (kf_network){ .mem = c->mem,
                        .constant = c->net.constant,
                        .constant_rest = c->net.constant_rest };
    kf_add_exactly(&to->constant, &to->constant_rest, c->constant);
    kf_arena_init(&to->arena, c->mem);
    return fill(c, to, fits);
}
