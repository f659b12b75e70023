/* cell_classes.c -- tables over cells, and which cells are interchangeable; see cell_counting.h. */
#include "solve/eliminate/cell_counting.h"

#include "base/check.h"
#include "base/hash.h"
#include "solve/eliminate/cost_colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 8 };
static const double SAME = 1e-12, UNIT = 0x1p-53;

static uint32_t states_of(const kf_cell_counting *c, uint32_t cell)
{
    return 1u << c->cells.at[cell].n;
}

/* ---- Bundles are summed out ---- */

/* -log of the sum over all values of the leaves. */
static double sum_leaves(const kf_cell_counting *c, const kf_bundle *b, const uint32_t state[2])
{
    double cost[1 << KF_BUNDLE_LEAVES], least = INFINITY, sum = 0;
    uint32_t n = 1u << b->n_leaves;
    for (uint32_t l = 0; l < n; l++) {
        cost[l] = kf_bundle_cost(c, b, state, l);
        least = fmin(least, cost[l]);
    }
    if (isinf(least)) return least;
    for (uint32_t l = 0; l < n; l++) sum += exp(least - cost[l]);
    return least - log(sum);
}

/* Every cost is wrong by the units of the weights in it, and by those of adding them up. */
static double error_of(const kf_cell_counting *c, const kf_bundle *b)
{
    double most = 0;
    for (uint32_t i = 0; i < b->n_tables; i++) {
        const kf_cost_table *t = &c->net.tables.at[c->tables[b->first + i]];
        double largest = 0;
        for (uint64_t k = 0; k < t->n_entries; k++)
            if (isfinite(t->cost[k])) largest = fmax(largest, t->cost[k]);
        most += largest * (t->parts + c->options->slack + 8);
    }
    for (uint32_t i = 0; i < b->n_leaves; i++) {
        const double *one = c->net.unary.at[b->leaf[i]];
        most += fmax(one[0], one[1]) * (c->net.parts.at[b->leaf[i]] + c->options->slack + 8);
    }
    return UNIT * (most + (b->n_leaves > 0 ? 32 : 0));
}

/* Entries of tables that are looked at. */
static uint64_t work_of(const kf_cell_counting *c, const kf_bundle *b)
{
    uint64_t work = (uint64_t)(b->n_tables + 1) << b->n_leaves;
    for (uint32_t i = 0; i < b->n_cells; i++) work *= states_of(c, b->cell[i]);
    return work;
}

/* Adds to a cost; returns how large it got, which is what that is rounded by. */
static double add_cost(double *to, double cost)
{
    *to += cost;
    return isfinite(*to) ? fabs(*to) : 0;
}

static kerf_status sum_bundle(kf_cell_counting *c, const kf_bundle *b)
{
    kf_cell_pair p = { b->cell[0], b->cell[1], { 0 } };
    assert(b->n_cells <= 2 && b->n_leaves <= KF_BUNDLE_LEAVES);
    assert(b->n_cells < 2 || (p.a < p.b && p.b < c->cells.n));
    uint32_t n = b->n_cells > 0 ? states_of(c, p.a) : 1, m = b->n_cells > 1 ? states_of(c, p.b) : 1;
    double most = 0;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t < m; t++) {
            const uint32_t state[2] = { s, t };
            double cost = sum_leaves(c, b, state);
            if (b->n_cells == 0) most = fmax(most, add_cost(&c->constant, cost));
            if (b->n_cells == 1) most = fmax(most, add_cost(&c->cells.at[p.a].cost[s], cost));
            p.cost[s * KF_CELL_STATES + t] = cost;
        }
    c->off += error_of(c, b) + UNIT * most;
    if (b->n_cells < 2) return KERF_OK;
    return kf_vec_push(c->mem, &c->pairs, p) ? KERF_OK : KERF_NO_MEMORY;
}

static int by_ends(const void *a, const void *b)
{
    const kf_cell_pair *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* One table for two cells. */
static void merge_pairs(kf_cell_counting *c)
{
    size_t n = 0;
    if (c->pairs.n > 1) qsort(c->pairs.at, c->pairs.n, sizeof *c->pairs.at, by_ends);
    for (size_t i = 0; i < c->pairs.n; i++) {
        kf_cell_pair *last = n ? &c->pairs.at[n - 1] : NULL;
        if (!last || by_ends(last, &c->pairs.at[i]) != 0) {
            c->pairs.at[n++] = c->pairs.at[i];
            continue;
        }
        double most = 0;
        for (uint32_t k = 0; k < KF_LENGTH(last->cost); k++)
            most = fmax(most, add_cost(&last->cost[k], c->pairs.at[i].cost[k]));
        c->off += UNIT * most;
    }
    c->pairs.n = n;
}

/* Whatever the values. What it may be wrong by. */
static double pay(kf_cell_counting *c, uint32_t v, double cost)
{
    double units = cost * (c->net.parts.at[v] + c->options->slack);
    return UNIT * (units + add_cost(&c->constant, cost));
}

static void pay_unary(kf_cell_counting *c)
{
    for (uint32_t v = 0; v < c->net.size.n; v++) {
        const double *one = c->net.unary.at[v];
        if (c->net.size.at[v] == 1) c->off += pay(c, v, one[0]);
        if (!c->is_core[v]) continue;
        kf_cell *x = &c->cells.at[c->cell_of[v]];
        double most = 0;
        for (uint32_t s = 0; s < 1u << x->n; s++)
            most = fmax(most, add_cost(&x->cost[s], one[s >> c->place[v] & 1]));
        c->off += UNIT * fmax(one[0], one[1]) * (c->net.parts.at[v] + c->options->slack + 8);
        c->off += UNIT * most;
    }
}

/* ---- Long sums ---- */

static kerf_status share_rows(kf_cell_counting *c)
{
    size_t rows = c->n_long, n = c->cells.n;
    c->row_share = kf_arena_alloc(&c->arena, rows * n * KF_CELL_STATES, sizeof *c->row_share);
    if (!c->row_share) return KERF_NO_MEMORY;
    for (size_t r = 0; r < rows; r++) {
        const kf_row *row = kf_cell_row(c, r);
        for (uint32_t i = 0; i < row->n; i++) {
            uint32_t v = row->scope[i], cell = c->cell_of[v];
            uint64_t *to = c->row_share + (r * n + cell) * KF_CELL_STATES;
            for (uint32_t s = 0; s < states_of(c, cell); s++)
                to[s] += row->share[i][s >> c->place[v] & 1];
        }
    }
    return KERF_OK;
}

/* ---- Classes ---- */

static uint64_t hash_cell(const kf_cell_counting *c, uint32_t cell)
{
    const kf_cell *x = &c->cells.at[cell];
    uint64_t h = x->n;
    for (uint32_t s = 0; s < 1u << x->n; s++) {
        h = kf_hash_mix(h + kf_cost_colour(x->cost[s]));
        for (size_t r = 0; r < c->n_long; r++) h = kf_hash_mix(h + kf_cell_share(c, r, cell, s));
    }
    return h;
}

static double cost_at(const kf_cell_pair *p, bool turned, uint32_t s, uint32_t t)
{
    return turned ? p->cost[t * KF_CELL_STATES + s] : p->cost[s * KF_CELL_STATES + t];
}

/* As the first cell sees it. */
static uint64_t hash_pair(const kf_cell_counting *c, const kf_cell_pair *p, bool turned,
                          uint64_t other)
{
    uint32_t n = states_of(c, turned ? p->b : p->a), m = states_of(c, turned ? p->a : p->b);
    uint64_t h = other;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t < m; t++)
            h = kf_hash_mix(h + kf_cost_colour(cost_at(p, turned, s, t)));
    return h;
}

static kerf_status refine(kf_cell_counting *c, uint64_t *colour)
{
    uint64_t *mixed = kf_arena_alloc(&c->arena, c->cells.n, sizeof *mixed);
    if (!mixed) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->cells.n; i++) colour[i] = hash_cell(c, i);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        memset(mixed, 0, c->cells.n * sizeof *mixed);
        if (!kf_patience_spend(&c->patience, 64 * c->pairs.n)) return KERF_OK;
        for (size_t i = 0; i < c->pairs.n; i++) {
            const kf_cell_pair *p = &c->pairs.at[i];
            mixed[p->a] += hash_pair(c, p, false, colour[p->b]);
            mixed[p->b] += hash_pair(c, p, true, colour[p->a]);
        }
        kf_fans_mix(c, colour, mixed);
        for (size_t i = 0; i < c->cells.n; i++) colour[i] = kf_hash_mix(colour[i] * 31 + mixed[i]);
    }
    return KERF_OK;
}

static kerf_status find_classes(kf_cell_counting *c, bool *fits)
{
    uint64_t *colour = kf_arena_alloc(&c->arena, c->cells.n, sizeof *colour);
    if (!colour) return KERF_NO_MEMORY;
    KF_TRY(refine(c, colour));
    for (uint32_t i = 0; i < c->cells.n; i++) {
        uint32_t k = 0;
        while (k < c->n_classes && colour[c->classes[k].first] != colour[i]) k++;
        *fits = k < KF_CELL_CLASSES;
        if (!*fits) break;
        if (k == c->n_classes)
            c->classes[c->n_classes++] = (kf_cell_class){ .first = i, .n_states = states_of(c, i) };
        c->cells.at[i].in_class = k;
        c->classes[k].size++;
    }
    assert(c->n_classes <= KF_CELL_CLASSES);
    return KERF_OK;
}

bool kf_cells_same(kf_cell_counting *c, double a, double b)
{
    if (a == b) return true;
    double off = fabs(a - b);
    if (!isfinite(off) || off > SAME * (1 + fabs(a))) return false;
    c->off += off;
    return true;
}

static bool add_between(kf_cell_counting *c, const kf_cell_pair *p)
{
    uint32_t a = c->cells.at[p->a].in_class, b = c->cells.at[p->b].in_class;
    bool turned = a > b;
    kf_cell_pair *first = &c->between[turned ? b : a][turned ? a : b];
    uint32_t n = states_of(c, turned ? p->b : p->a), m = states_of(c, turned ? p->a : p->b);
    bool fresh = c->n_between[turned ? b : a][turned ? a : b]++ == 0;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t < m; t++) {
            double cost = cost_at(p, turned, s, t), *to = &first->cost[s * KF_CELL_STATES + t];
            if (fresh) *to = cost;
            if (!kf_cells_same(c, *to, cost)) return false;
            if (a == b && !kf_cells_same(c, cost, cost_at(p, true, s, t))) return false;
        }
    return true;
}

static bool test_member(kf_cell_counting *c, uint32_t cell)
{
    const kf_cell *x = &c->cells.at[cell];
    const kf_cell_class *k = &c->classes[x->in_class];
    const kf_cell *one = &c->cells.at[k->first];
    if (x->n != one->n) return false;
    for (uint32_t s = 0; s < k->n_states; s++) {
        if (!kf_cells_same(c, one->cost[s], x->cost[s])) return false;
        for (size_t r = 0; r < c->n_long; r++)
            if (kf_cell_share(c, r, cell, s) != kf_cell_share(c, r, k->first, s)) return false;
    }
    return true;
}

/* All pairs of two classes, or none; and within a class it does not matter who is who. */
static bool test_classes(kf_cell_counting *c)
{
    for (uint32_t i = 0; i < c->cells.n; i++)
        if (!test_member(c, i)) return false;
    for (size_t i = 0; i < c->pairs.n; i++)
        if (!add_between(c, &c->pairs.at[i])) return false;
    for (uint32_t a = 0; a < c->n_classes; a++)
        for (uint32_t b = a; b < c->n_classes; b++) {
            uint64_t n = c->classes[a].size, m = c->classes[b].size;
            uint64_t all = a == b ? n * (n - 1) / 2 : n * m;
            if (c->n_between[a][b] != 0 && c->n_between[a][b] != all) return false;
        }
    return true;
}

kerf_status kf_cells_classify(kf_cell_counting *c, bool *fits)
{
    pay_unary(c);
    for (size_t i = 0; i < c->bundles.n; i++) {
        const kf_bundle *b = &c->bundles.at[i];
        if (!kf_patience_spend(&c->patience, work_of(c, b))) return KERF_OK;
        if (b->fan == KF_NO_FAN) KF_TRY(sum_bundle(c, b));
        else c->off += error_of(c, b);
    }
    merge_pairs(c);
    KF_TRY(share_rows(c));
    KF_TRY(find_classes(c, fits));
    *fits = *fits && test_classes(c);
    if (*fits && c->fans.n > 0) KF_TRY(kf_fans_test(c, fits));
    return KERF_OK;
}
