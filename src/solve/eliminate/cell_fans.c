/* cell_fans.c -- long sums over leaves: whose they are, and which are alike; see
 * cell_counting.h. */
#include "solve/eliminate/cell_counting.h"

#include "base/check.h"
#include "base/hash.h"
#include "solve/eliminate/cost_colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows ---- */

/* Every leaf adds 1 or nothing. */
static bool counts_by_one(const kf_row *row)
{
    bool good = !row->pairs;
    for (uint32_t i = 0; i < row->n && good; i++) good = row->share[i][0] + row->share[i][1] == 1;
    return good;
}

static bool are_over_the_same(const kf_row *a, const kf_row *b)
{
    bool same = a->n == b->n && memcmp(a->scope, b->scope, a->n * sizeof *a->scope) == 0;
    for (uint32_t i = 0; same && i < a->n; i++) same = a->share[i][1] == b->share[i][1];
    return same;
}

/* A fan of its own, or one that is there. */
static kerf_status add_row(kf_cell_counting *c, uint32_t r, bool *fits)
{
    const kf_row *row = &c->net.rows.at[r];
    uint32_t first = c->fan_of[row->scope[0]], fan = first;
    *fits = counts_by_one(row);
    if (fan == KF_NO_FAN) fan = (uint32_t)c->fans.n;
    for (uint32_t i = 0; i < row->n && *fits; i++) *fits = c->fan_of[row->scope[i]] == first;
    if (!*fits) return KERF_OK;
    if (first == KF_NO_FAN && !kf_vec_push(c->mem, &c->fans, (kf_fan){ .owner = KF_NO_CELL }))
        return KERF_NO_MEMORY;
    kf_fan *x = &c->fans.at[fan];
    *fits = x->n_rows < KF_FAN_ROWS
            && (x->n_rows == 0 || are_over_the_same(&c->net.rows.at[x->row[0]], row));
    if (!*fits) return KERF_OK;
    x->row[x->n_rows++] = r;
    x->n = row->n;
    for (uint32_t i = 0; i < row->n; i++) c->fan_of[row->scope[i]] = fan;
    return KERF_OK;
}

/* No leaf is in two bundles, so none is in two tables of different fans. */
static bool is_over_leaves(const kf_cell_counting *c, const kf_row *row)
{
    for (uint32_t i = 0; i < row->n; i++)
        if (c->is_core[row->scope[i]]) return false;
    return true;
}

kerf_status kf_fans_find(kf_cell_counting *c, bool *fits)
{
    size_t n = c->net.size.n;
    c->fan_of = kf_arena_room(&c->arena, n, sizeof *c->fan_of);
    if (!c->fan_of) return KERF_NO_MEMORY;
    for (size_t v = 0; v < n; v++) c->fan_of[v] = KF_NO_FAN;
    for (uint32_t r = 0; r < c->net.rows.n && *fits; r++) {
        const kf_row *row = &c->net.rows.at[r];
        if (c->with_fans && is_over_leaves(c, row)) {
            KF_TRY(add_row(c, r, fits));
            continue;
        }
        *fits = c->n_long < KF_CELL_ROWS;
        if (!*fits) break;
        c->long_row[c->n_long++] = r;
        for (uint32_t i = 0; i < row->n; i++) c->is_core[row->scope[i]] = true;
    }
    *fits = *fits && (c->fans.n > 0) == c->with_fans;
    for (size_t v = 0; v < n && *fits; v++) *fits = !c->is_core[v] || c->fan_of[v] == KF_NO_FAN;
    return KERF_OK;
}

/* ---- Bundles, and whose they are ---- */

bool kf_fans_mark(kf_cell_counting *c)
{
    for (uint32_t f = 0; f < c->fans.n; f++) {
        const kf_row *row = &c->net.rows.at[c->fans.at[f].row[0]];
        for (uint32_t i = 0; i < row->n; i++) {
            kf_bundle *b = &c->bundles.at[c->bundle_of[row->scope[i]]];
            if (b->fan != KF_NO_FAN) return false;
            b->fan = f;
            b->mark = c->place[row->scope[i]];
            b->counted = row->share[i][1] == 1;
        }
    }
    return true;
}

static const kf_bundle *bundle_at(const kf_cell_counting *c, const kf_row *row, uint32_t i)
{
    return &c->bundles.at[c->bundle_of[row->scope[i]]];
}

/* The cell that all bundles with so many cells have in common. *any: there are such bundles. */
static uint32_t find_common(const kf_cell_counting *c, const kf_row *row, uint32_t n_cells,
                            bool *any)
{
    uint32_t some[2] = { KF_NO_CELL, KF_NO_CELL };
    *any = false;
    for (uint32_t i = 0; i < row->n; i++) {
        const kf_bundle *b = bundle_at(c, row, i);
        if (b->n_cells != n_cells) continue;
        for (uint32_t k = 0; k < n_cells; k++)
            if (!*any) some[k] = b->cell[k];
            else if (some[k] != b->cell[0] && some[k] != b->cell[n_cells - 1]) some[k] = KF_NO_CELL;
        *any = true;
    }
    return some[0] == KF_NO_CELL || some[1] == KF_NO_CELL ? (some[0] & some[1]) : KF_NO_CELL;
}

/* Of whom everything is known: a cell with one state. */
static kerf_status add_owner(kf_cell_counting *c, kf_fan *x)
{
    x->owner = (uint32_t)c->cells.n;
    return kf_vec_push(c->mem, &c->cells, (kf_cell){ .n = 0 }) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status find_owner(kf_cell_counting *c, kf_fan *x, const kf_row *row, bool *fits)
{
    bool pairs, single;
    x->owner = find_common(c, row, 2, &pairs);
    *fits = !pairs || x->owner != KF_NO_CELL;
    if (!pairs) x->owner = find_common(c, row, 1, &single);
    if (!pairs && x->owner == KF_NO_CELL) return add_owner(c, x);
    for (uint32_t i = 0; i < row->n && *fits; i++) {
        const kf_bundle *b = bundle_at(c, row, i);
        *fits = b->n_cells != 1 || b->cell[0] == x->owner;
    }
    return KERF_OK;
}

kerf_status kf_fans_own(kf_cell_counting *c, bool *fits)
{
    for (uint32_t f = 0; f < c->fans.n && *fits; f++) {
        kf_fan *x = &c->fans.at[f];
        KF_TRY(find_owner(c, x, &c->net.rows.at[x->row[0]], fits));
    }
    for (size_t i = 0; i < c->cells.n; i++) c->cells.at[i].fan = KF_NO_FAN;
    for (uint32_t f = 0; f < c->fans.n && *fits; f++) {
        kf_cell *owner = &c->cells.at[c->fans.at[f].owner];
        *fits = owner->fan == KF_NO_FAN;
        owner->fan = f;
    }
    return KERF_OK;
}

double kf_fan_cost(const kf_cell_counting *c, const kf_fan *x, uint64_t counted)
{
    double cost = 0;
    assert(counted <= x->n);
    for (uint32_t i = 0; i < x->n_rows; i++) {
        const kf_row *row = &c->net.rows.at[x->row[i]];
        cost += kf_row_cost(row, row->base + counted);
    }
    return cost;
}

/* ---- What a bundle costs ---- */

/* -log of the sum over all leaves but the mark. */
static double sum_others(const kf_cell_counting *c, const kf_bundle *b, const uint32_t state[2],
                         bool value)
{
    double cost[1 << KF_BUNDLE_LEAVES], least = INFINITY, sum = 0;
    uint32_t n = 0;
    for (uint32_t l = 0; l < 1u << b->n_leaves; l++) {
        if ((l >> b->mark & 1) != value) continue;
        cost[n] = kf_bundle_cost(c, b, state, l);
        least = fmin(least, cost[n++]);
    }
    if (isinf(least) || n == 1) return least;
    for (uint32_t l = 0; l < n; l++) sum += exp(least - cost[l]);
    return least - log(sum);
}

uint32_t kf_fan_other(const kf_cell_counting *c, const kf_bundle *b, bool *turned)
{
    uint32_t owner = c->fans.at[b->fan].owner;
    *turned = b->n_cells > 0 && b->cell[0] != owner;
    if (*turned) return b->cell[0];
    return b->n_cells == 2 ? b->cell[1] : KF_NO_CELL;
}

static kf_spoke spoke_of(const kf_cell_counting *c, const kf_bundle *b, uint32_t *other)
{
    kf_spoke x = { 0 };
    bool turned;
    *other = kf_fan_other(c, b, &turned);
    uint32_t n = 1u << c->cells.at[c->fans.at[b->fan].owner].n;
    uint32_t m = *other == KF_NO_CELL ? 1 : 1u << c->cells.at[*other].n;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t < m; t++)
            for (uint32_t one = 0; one < 2; one++) {
                const uint32_t state[2] = { turned ? t : s, turned ? s : t };
                x.cost[one][s * KF_CELL_STATES + t] =
                    sum_others(c, b, state, b->counted == (one == 1));
            }
    return x;
}

/* ---- What cells see of them ---- */

static uint64_t hash_spoke(const kf_spoke *x, uint64_t salt)
{
    uint64_t h = salt;
    for (uint32_t one = 0; one < 2; one++)
        for (uint32_t i = 0; i < KF_LENGTH(x->cost[one]); i++)
            h = kf_hash_mix(h + kf_cost_colour(x->cost[one][i]));
    return h;
}

static uint64_t hash_fan(const kf_cell_counting *c, const kf_fan *x)
{
    uint64_t h = x->n;
    for (uint64_t k = 0; k <= x->n; k++) h = kf_hash_mix(h + kf_cost_colour(kf_fan_cost(c, x, k)));
    return h;
}

void kf_fans_mix(kf_cell_counting *c, const uint64_t *colour, uint64_t *mixed)
{
    for (size_t f = 0; f < c->fans.n; f++)
        mixed[c->fans.at[f].owner] += hash_fan(c, &c->fans.at[f]);
    for (size_t i = 0; c->fans.n > 0 && i < c->bundles.n; i++) {
        const kf_bundle *b = &c->bundles.at[i];
        if (b->fan == KF_NO_FAN || !kf_patience_spend(&c->patience, 256)) continue;
        uint32_t owner = c->fans.at[b->fan].owner, other;
        kf_spoke x = spoke_of(c, b, &other);
        uint64_t h = hash_spoke(&x, 3);
        mixed[owner] += kf_hash_mix(h + (other == KF_NO_CELL ? 1 : colour[other]));
        if (other != KF_NO_CELL) mixed[other] += kf_hash_mix(h * 3 + colour[owner]);
    }
}

/* ---- Are they alike? ---- */

static bool is_same_spoke(kf_cell_counting *c, const kf_spoke *x, const kf_spoke *y)
{
    for (uint32_t one = 0; one < 2; one++)
        for (uint32_t i = 0; i < KF_LENGTH(x->cost[one]); i++)
            if (!kf_cells_same(c, x->cost[one][i], y->cost[one][i])) return false;
    return true;
}

static bool add_alone(kf_cell_counting *c, kf_bundle *b, const kf_spoke *x)
{
    kf_fan *fan = &c->fans.at[b->fan];
    uint32_t a = c->cells.at[fan->owner].in_class, k = 0;
    while (k < c->n_kinds[a] && !is_same_spoke(c, &c->alone[a][k], x)) k++;
    if (k == KF_FAN_KINDS) return false;
    if (k == c->n_kinds[a]) c->alone[a][c->n_kinds[a]++] = *x;
    fan->alone[k]++;
    b->kind = k;
    return true;
}

/* seen: by cell, the owner that had one with it last, and one more. Bundles of an owner follow each
 * other. */
static bool add_bundle(kf_cell_counting *c, kf_bundle *b, uint32_t *seen)
{
    uint32_t other, owner = c->fans.at[b->fan].owner;
    kf_spoke x = spoke_of(c, b, &other);
    if (other == KF_NO_CELL) return add_alone(c, b, &x);
    if (seen[other] == owner + 1) return false;
    seen[other] = owner + 1;
    uint32_t from = c->cells.at[owner].in_class, to = c->cells.at[other].in_class;
    bool fresh = c->n_spokes[from][to]++ == 0;
    if (fresh) c->spoke[from][to] = x;
    return is_same_spoke(c, &c->spoke[from][to], &x);
}

static bool is_like_first(kf_cell_counting *c, uint32_t cell)
{
    const kf_cell *x = &c->cells.at[cell];
    const kf_cell *one = &c->cells.at[c->classes[x->in_class].first];
    if ((x->fan == KF_NO_FAN) != (one->fan == KF_NO_FAN)) return false;
    if (x->fan == KF_NO_FAN) return true;
    const kf_fan *f = &c->fans.at[x->fan], *g = &c->fans.at[one->fan];
    if (f->n != g->n || f->n_rows != g->n_rows) return false;
    for (uint32_t k = 0; k < KF_FAN_KINDS; k++)
        if (f->alone[k] != g->alone[k]) return false;
    for (uint64_t k = 0; k <= f->n; k++)
        if (kf_fan_cost(c, f, k) != kf_fan_cost(c, g, k)) return false;
    return true;
}

/* All pairs of an owner's class and another, or none. */
static bool is_even(const kf_cell_counting *c, uint32_t a, uint32_t b)
{
    uint64_t n = c->classes[a].size, m = c->classes[b].size;
    return c->n_spokes[a][b] == 0 || c->n_spokes[a][b] == (a == b ? n * (n - 1) : n * m);
}

kerf_status kf_fans_test(kf_cell_counting *c, bool *fits)
{
    uint32_t *seen = kf_arena_alloc(&c->arena, c->cells.n, sizeof *seen);
    if (!seen) return KERF_NO_MEMORY;
    for (uint32_t f = 0; f < c->fans.n; f++) {
        const kf_row *row = &c->net.rows.at[c->fans.at[f].row[0]];
        for (uint32_t i = 0; i < row->n && *fits; i++) {
            if (!kf_patience_spend(&c->patience, 256)) return KERF_OK;
            *fits = add_bundle(c, &c->bundles.at[c->bundle_of[row->scope[i]]], seen);
        }
    }
    for (uint32_t i = 0; i < c->cells.n && *fits; i++) *fits = is_like_first(c, i);
    for (uint32_t a = 0; a < c->n_classes; a++)
        for (uint32_t b = 0; b < c->n_classes; b++) *fits = *fits && is_even(c, a, b);
    return KERF_OK;
}
