/* set_partitions.c -- sums over all partitions of a small set; see set_partitions.h.
 *
 * Z(S), for a set S of nodes: the first node of S is in one block B, and what is left is any
 * partition of S \ B. So Z(S) = sum over B of f(B) Z(S \ B), from small sets to large ones, in 3^n
 * / 2 steps. That B is a block has the probability f(B) Z(V \ B) / Z(V): whatever is asked about
 * pairs is a sum of these.
 *
 * Weights are divided by exp(c) for each node, where c is the most that a block weighs by node;
 * then no number is large. Where Z gets small all the same, the sums are made of logarithms.
 *
 * Error: everything added and multiplied is positive, see buckets.h. Long sums are made of short
 * ones, so that an addend is rounded rarely. */
#include "solve/eliminate/set_partitions.h"

#include "base/check.h"

#include <math.h>

static const double UNIT = 0x1p-53, LEAST = 1e-200;

typedef struct summing {
    kf_partitions *p;
    double *block;  /* by set: logarithm of its weight as a block, then the weight */
    double *z;      /* by set */
    double *row;    /* scratch, by set of later nodes */
    double by_node; /* c */
    double total;   /* of all pairs, by size */
    bool logs;
    uint64_t work;
} summing;

double kf_partitions_work(uint32_t n)
{
    return 0.5 * pow(3, n) + ldexp((double)n * n, (int)n);
}

double kf_partitions_bytes(uint32_t n)
{
    return ldexp(2.5 * sizeof(double), (int)n);
}

static bool is_stopped(summing *s, uint64_t work)
{
    enum { OFTEN = 1 << 18 };
    s->work += work;
    if (s->work < OFTEN) return s->p->stopped;
    s->work = 0;
    s->p->stopped |= kf_limits_reached(s->p->limits);
    return s->p->stopped;
}

static uint32_t first_of(uint32_t set)
{
    return (uint32_t)__builtin_ctz(set);
}

static uint32_t size_of(uint32_t set)
{
    return (uint32_t)__builtin_popcount(set);
}

/* ---- Blocks ---- */

/* What node v adds to a block of later ones, by set of these, counted from v + 1 on. */
static void fill_row(summing *s, uint32_t v)
{
    const double *join = s->p->join + (size_t)v * s->p->n;
    uint32_t later = s->p->n - 1 - v;
    s->row[0] = 0;
    for (uint32_t set = 1; set < 1u << later; set++)
        s->row[set] = s->row[set & (set - 1)] + join[v + 1 + first_of(set)];
}

static void weigh_blocks(summing *s)
{
    uint32_t n = s->p->n;
    s->block[0] = 0;
    for (uint32_t v = n; v-- > 0;) {
        fill_row(s, v);
        s->block[1u << v] = s->p->alone[v];
        for (uint32_t set = 1; set < 1u << (n - 1 - v); set++) {
            uint32_t rest = set << (v + 1);
            bool pair = (rest & (rest - 1)) == 0;
            s->block[rest | 1u << v] = s->row[set] + (pair ? 0 : s->block[rest]);
        }
    }
}

static void scale_blocks(summing *s)
{
    uint32_t all = 1u << s->p->n;
    s->by_node = -INFINITY;
    for (uint32_t b = 1; b < all; b++) s->by_node = fmax(s->by_node, s->block[b] / size_of(b));
    for (uint32_t b = 1; b < all; b++) {
        s->block[b] -= s->by_node * size_of(b);
        if (!s->logs) s->block[b] = exp(s->block[b]);
    }
}

/* ---- Sums ---- */

static uint32_t run_length(uint32_t size)
{
    return 1u << size / 2;
}

/* Additions that a term of a sum over the blocks of a set goes through, at most. */
static double additions(uint32_t size)
{
    double terms = ldexp(1, (int)size - 1), run = run_length(size);
    return fmin(terms, run + terms / run) + 2;
}

/* Short sums of weights in a long one. */
static double sum_weights(const summing *s, uint32_t set)
{
    uint32_t v = set & -set, rest = set ^ v, b = rest, run = run_length(size_of(set));
    double sum = 0;
    for (bool more = true; more;) {
        double part = 0;
        for (uint32_t i = 0; i < run && more; i++) {
            part += s->block[b | v] * s->z[rest ^ b];
            more = b != 0;
            b = (b - 1) & rest;
        }
        sum += part;
    }
    return sum;
}

static double sum_logs(const summing *s, uint32_t set)
{
    uint32_t v = set & -set, rest = set ^ v, b = rest, run = run_length(size_of(set));
    double sum = 0, most = -INFINITY;
    do {
        most = fmax(most, s->block[b | v] + s->z[rest ^ b]);
        b = (b - 1) & rest;
    } while (b != rest);
    for (bool more = true; more;) {
        double part = 0;
        for (uint32_t i = 0; i < run && more; i++) {
            part += exp(s->block[b | v] + s->z[rest ^ b] - most);
            more = b != 0;
            b = (b - 1) & rest;
        }
        sum += part;
    }
    return most + log(sum);
}

static void sum_sets(summing *s)
{
    uint32_t all = 1u << s->p->n;
    s->z[0] = s->logs ? 0 : 1;
    for (uint32_t set = 1; set < all; set++) {
        if (is_stopped(s, UINT64_C(1) << (size_of(set) - 1))) return;
        s->z[set] = s->logs ? sum_logs(s, set) : sum_weights(s, set);
    }
}

/* ---- Shares ---- */

/* That b is a block. */
static double share_of(const summing *s, uint32_t b)
{
    uint32_t all = (1u << s->p->n) - 1;
    if (s->logs) return exp(s->block[b] + s->z[all ^ b] - s->z[all]);
    return s->block[b] * s->z[all ^ b] / s->z[all];
}

static void add_share(const kf_partitions *p, uint32_t b, double share, double *some,
                      double *others)
{
    bool alone = (b & (b - 1)) == 0;
    for (uint32_t left = b; left; left &= left - 1) {
        uint32_t u = first_of(left);
        double *with = some + (size_t)u * p->n, *without = others + (size_t)u * p->n;
        for (uint32_t v = 0; v < p->n; v++)
            if (u == v ? !alone : b >> v & 1) with[v] += share;
            else without[v] += share;
    }
}

static void add_runs(const kf_partitions *p, double *some, double *others)
{
    for (uint32_t i = 0; i < p->n * p->n; i++) {
        p->some[i] += some[i];
        p->others[i] += others[i];
        some[i] = others[i] = 0;
    }
}

static void share_out(summing *s)
{
    kf_partitions *p = s->p;
    double some[KF_PARTITION_NODES * KF_PARTITION_NODES] = { 0 };
    double others[KF_PARTITION_NODES * KF_PARTITION_NODES] = { 0 };
    uint32_t all = 1u << p->n, run = run_length(p->n + 1);
    assert(p->n > 0 && p->n <= KF_PARTITION_NODES);
    for (uint32_t i = 0; i < p->n * p->n; i++) p->some[i] = p->others[i] = 0;
    for (uint32_t b = 1; b < all; b++) {
        if (is_stopped(s, p->n * p->n)) return;
        add_share(p, b, share_of(s, b), some, others);
        if (b % run == 0) add_runs(p, some, others);
    }
    add_runs(p, some, others);
}

/* ---- All of it ---- */

/* Of a partition: its logarithms; their sums, each of at most 2 n additions; scaling; and a few
 * operations for each block. Then the sums, each made of smaller ones. */
static double units_of(const summing *s)
{
    const kf_partitions *p = s->p;
    double n = p->n, step = 1, units = p->units + (2 * n + 6) * s->total;
    units += 3 * n * fabs(s->by_node) + 4 * n;
    if (s->logs) step = 4 + 2 * (s->total + n * fabs(s->by_node) + n * log(n + 1));
    for (uint32_t k = 1; k <= p->n; k++) units += additions(k) + 4 * step;
    return units;
}

static void conclude(summing *s)
{
    kf_partitions *p = s->p;
    double z = s->z[(1u << p->n) - 1], n = p->n, units = units_of(s), relative = units * UNIT;
    double log_z = s->logs ? z : log(z);
    p->log_z = log_z + n * s->by_node;
    relative += 4 * UNIT * (fabs(log_z) + n * fabs(s->by_node) + 1);
    p->error = relative < 0.01 ? 1.01 * relative : INFINITY;
    p->share_units = units + additions(p->n + 1) + 4;
}

static kerf_status open_sums(summing *s, kf_mem *mem)
{
    size_t all = (size_t)1 << s->p->n;
    s->block = kf_mem_alloc(mem, all, sizeof *s->block);
    s->z = kf_mem_alloc(mem, all, sizeof *s->z);
    s->row = kf_mem_alloc(mem, all / 2 + 1, sizeof *s->row);
    return s->block && s->z && s->row ? KERF_OK : KERF_NO_MEMORY;
}

static void close_sums(summing *s, kf_mem *mem)
{
    size_t all = (size_t)1 << s->p->n;
    kf_mem_free(mem, s->block, all, sizeof *s->block);
    kf_mem_free(mem, s->z, all, sizeof *s->z);
    kf_mem_free(mem, s->row, all / 2 + 1, sizeof *s->row);
}

static void run(summing *s)
{
    weigh_blocks(s);
    scale_blocks(s);
    sum_sets(s);
}

kerf_status kf_partitions_sum(kf_partitions *p, kf_mem *mem)
{
    summing s = { .p = p };
    assert(p->n >= 1 && p->n <= KF_PARTITION_NODES && p->limits);
    kerf_status st = open_sums(&s, mem);
    p->stopped = false;
    for (uint32_t i = 0; i < p->n; i++) {
        s.total += fabs(p->alone[i]);
        for (uint32_t k = i + 1; k < p->n; k++)
            if (isfinite(p->join[i * p->n + k])) s.total += fabs(p->join[i * p->n + k]);
    }
    if (st == KERF_OK) run(&s);
    if (st == KERF_OK && !p->stopped && !(s.z[(1u << p->n) - 1] > LEAST)) {
        s.logs = true;
        run(&s);
    }
    if (st == KERF_OK && !p->stopped) share_out(&s);
    if (st == KERF_OK && !p->stopped) conclude(&s);
    close_sums(&s, mem);
    return st;
}
