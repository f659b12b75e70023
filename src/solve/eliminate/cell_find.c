/* cell_find.c -- which atoms of a component are leaves and which make cells; see
 * cell_counting.h. */
#include "solve/eliminate/cell_counting.h"

#include "base/check.h"
#include "base/hash.h"
#include "solve/eliminate/cost_colour.h"

#include <stdlib.h>
#include <string.h>

static const kf_bundle EMPTY = { .fan = KF_NO_FAN };
enum { MOST_BUNDLES = 1 << 20 }; /* with more, classes are too large to be counted by state */

/* ---- Sets of variables ---- */

static uint32_t root_of(uint32_t *parent, uint32_t v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

static void join(uint32_t *parent, uint32_t u, uint32_t v)
{
    u = root_of(parent, u);
    v = root_of(parent, v);
    if (u < v) parent[v] = u;
    else parent[u] = v;
}

static uint32_t *open_sets(kf_cell_counting *c)
{
    uint32_t n = (uint32_t)c->net.size.n, *parent = kf_arena_alloc(&c->arena, n, sizeof *parent);
    for (uint32_t v = 0; parent && v < n; v++) parent[v] = v;
    return parent;
}

/* ---- Core and bundles ---- */

static kerf_status find_core(kf_cell_counting *c, bool *fits)
{
    size_t n = c->net.size.n;
    uint32_t *uses = kf_arena_alloc(&c->arena, n, sizeof *uses);
    c->is_core = kf_arena_alloc(&c->arena, n, sizeof *c->is_core);
    if (!uses || !c->is_core) return KERF_NO_MEMORY;
    for (size_t t = 0; t < c->net.tables.n; t++)
        for (uint32_t i = 0; i < c->net.tables.at[t].n; i++) uses[c->net.tables.at[t].scope[i]]++;
    for (size_t v = 0; v < n; v++) c->is_core[v] = uses[v] > c->leaf_tables;
    return kf_fans_find(c, fits);
}

/* A leaf of a table; UINT32_MAX: it has none. */
static uint32_t leaf_of(const kf_cell_counting *c, const kf_cost_table *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (!c->is_core[t->scope[i]]) return t->scope[i];
    return UINT32_MAX;
}

static kerf_status make_leaves(kf_cell_counting *c, uint32_t *parent, bool *fits)
{
    for (size_t t = 0; t < c->net.tables.n; t++) {
        const kf_cost_table *table = &c->net.tables.at[t];
        uint32_t leaf = leaf_of(c, table);
        for (uint32_t i = 0; i < table->n; i++)
            if (!c->is_core[table->scope[i]]) join(parent, leaf, table->scope[i]);
    }
    for (uint32_t v = 0; *fits && v < c->net.size.n; v++) {
        uint32_t root = root_of(parent, v);
        if (c->is_core[v] || c->net.size.at[v] == 1) continue;
        assert(root <= v);
        c->bundle_of[v] = root == v ? (uint32_t)c->bundles.n : c->bundle_of[root];
        if (root == v && !kf_vec_push(c->mem, &c->bundles, EMPTY)) return KERF_NO_MEMORY;
        kf_bundle *b = &c->bundles.at[c->bundle_of[v]];
        *fits = b->n_leaves < KF_BUNDLE_LEAVES;
        if (!*fits) break;
        c->place[v] = b->n_leaves;
        b->leaf[b->n_leaves++] = v;
    }
    return KERF_OK;
}

static bool add_core(const kf_cell_counting *c, kf_bundle *b, const kf_cost_table *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t v = t->scope[i], k = 0;
        while (k < b->n_core && b->core[k] != v) k++;
        if (!c->is_core[v] || k < b->n_core) continue;
        if (k == KF_BUNDLE_CORE) return false;
        b->core[b->n_core++] = v;
    }
    return true;
}

/* Tables by bundle; one without leaves is a bundle of its own. */
static kerf_status add_tables(kf_cell_counting *c, bool *fits)
{
    size_t n = c->net.tables.n;
    uint32_t *bundle = kf_arena_alloc(&c->arena, n, sizeof *bundle), next = 0;
    c->tables = kf_arena_alloc(&c->arena, n, sizeof *c->tables);
    if (!bundle || !c->tables) return KERF_NO_MEMORY;
    for (size_t t = 0; *fits && t < n; t++) {
        uint32_t leaf = leaf_of(c, &c->net.tables.at[t]);
        bundle[t] = leaf == UINT32_MAX ? (uint32_t)c->bundles.n : c->bundle_of[leaf];
        if (leaf == UINT32_MAX && !kf_vec_push(c->mem, &c->bundles, EMPTY)) return KERF_NO_MEMORY;
        c->bundles.at[bundle[t]].n_tables++;
        *fits = add_core(c, &c->bundles.at[bundle[t]], &c->net.tables.at[t]);
    }
    for (size_t i = 0; *fits && i < c->bundles.n; i++) {
        c->bundles.at[i].first = next;
        next += c->bundles.at[i].n_tables;
        c->bundles.at[i].n_tables = 0;
    }
    for (uint32_t t = 0; *fits && t < n; t++) {
        kf_bundle *b = &c->bundles.at[bundle[t]];
        c->tables[b->first + b->n_tables++] = t;
    }
    return KERF_OK;
}

/* ---- Which core atoms belong together ---- */

typedef struct tie { /* of one core variable with another, or with itself */
    uint64_t key;
    uint32_t from, to;
} tie;

typedef struct ties {
    KF_VEC(tie) list;
} ties;

static int by_key(const void *a, const void *b)
{
    const tie *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void sort_ties(ties *x)
{
    if (x->list.n > 1) qsort(x->list.at, x->list.n, sizeof *x->list.at, by_key);
}

/* By its costs, its tables and the sums it is in. */
static kerf_status colour_core(kf_cell_counting *c)
{
    size_t n = c->net.size.n;
    c->colour = kf_arena_alloc(&c->arena, n, sizeof *c->colour);
    if (!c->colour) return KERF_NO_MEMORY;
    for (size_t v = 0; v < n; v++) {
        const double *cost = c->net.unary.at[v];
        if (c->is_core[v]) c->colour[v] = kf_cost_colour(cost[1] - cost[0]);
    }
    for (size_t t = 0; t < c->net.tables.n; t++) {
        const kf_cost_table *table = &c->net.tables.at[t];
        uint64_t hash = table->n;
        for (uint64_t k = 0; k < table->n_entries; k++) hash += kf_cost_colour(table->cost[k]);
        for (uint32_t i = 0; i < table->n; i++) c->colour[table->scope[i]] += kf_hash_mix(hash);
    }
    for (uint32_t r = 0; r < c->n_long; r++) {
        const kf_row *row = kf_cell_row(c, r);
        for (uint32_t i = 0; i < row->n; i++)
            c->colour[row->scope[i]] +=
                kf_hash_mix(r * 31 + row->share[i][0] * 7 + row->share[i][1] + 1000);
    }
    return KERF_OK;
}

/* Every two core variables of a bundle with leaves, and how many such bundles each is in. */
static kerf_status add_company(const kf_cell_counting *c, ties *x, uint32_t *in)
{
    for (size_t i = 0; i < c->bundles.n; i++) {
        const kf_bundle *b = &c->bundles.at[i];
        if (b->n_leaves == 0 || b->n_core < 2) continue;
        for (uint32_t k = 0; k < b->n_core; k++) {
            in[b->core[k]]++;
            for (uint32_t l = 0; l < b->n_core; l++) {
                tie one = { 0, b->core[k], b->core[l] };
                if (one.from < one.to && !kf_vec_push(c->mem, &x->list, one)) return KERF_NO_MEMORY;
            }
        }
    }
    sort_ties(x);
    return KERF_OK;
}

/* Most bundles of leaves that are about one of them are about the other, too. */
static kerf_status join_by_bundles(kf_cell_counting *c, uint32_t *parent, ties *x)
{
    uint32_t *in = kf_arena_alloc(&c->arena, c->net.size.n, sizeof *in);
    if (!in) return KERF_NO_MEMORY;
    KF_TRY(add_company(c, x, in));
    for (size_t i = 0, k; i < x->list.n; i = k) {
        const tie *first = &x->list.at[i];
        for (k = i + 1; k < x->list.n && by_key(first, &x->list.at[k]) == 0;) k++;
        if (2 * (k - i) > in[first->from] && 2 * (k - i) > in[first->to])
            join(parent, first->from, first->to);
    }
    x->list.n = 0;
    return KERF_OK;
}

/* Variables whose colour another has. */
static kerf_status find_shared(kf_cell_counting *c, ties *x, bool *shared)
{
    for (uint32_t v = 0; v < c->net.size.n; v++)
        if (c->is_core[v] && !kf_vec_push(c->mem, &x->list, (tie){ c->colour[v], 0, v }))
            return KERF_NO_MEMORY;
    sort_ties(x);
    for (size_t i = 1; i < x->list.n; i++)
        if (x->list.at[i].key == x->list.at[i - 1].key)
            shared[x->list.at[i].to] = shared[x->list.at[i - 1].to] = true;
    x->list.n = 0;
    return KERF_OK;
}

/* Bundles over two of the core, from either side. */
static kerf_status add_ties(const kf_cell_counting *c, ties *x)
{
    for (size_t i = 0; i < c->bundles.n; i++) {
        const kf_bundle *b = &c->bundles.at[i];
        if (b->n_core != 2) continue;
        for (uint32_t k = 0; k < 2; k++) {
            tie one = { c->colour[b->core[1 - k]], b->core[k], b->core[1 - k] };
            if (!kf_vec_push(c->mem, &x->list, one)) return KERF_NO_MEMORY;
        }
    }
    sort_ties(x);
    return KERF_OK;
}

/* Each is the only one of its kind that is tied to the other, and one of them has no company yet.
 * One that is the only one of its kind at all is left alone, and so are two of one kind: people of
 * whom more is known than of others. */
static kerf_status join_by_ties(kf_cell_counting *c, uint32_t *parent, ties *x)
{
    size_t n = c->net.size.n;
    bool *shared = kf_arena_alloc(&c->arena, n, sizeof *shared);
    bool *mates = kf_arena_alloc(&c->arena, n, sizeof *mates);
    if (!shared || !mates) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        if (root_of(parent, v) != v) mates[v] = mates[root_of(parent, v)] = true;
    KF_TRY(find_shared(c, x, shared));
    KF_TRY(add_ties(c, x));
    uint32_t *only = kf_arena_alloc(&c->arena, x->list.n, sizeof *only);
    if (!only) return KERF_NO_MEMORY;
    for (size_t i = 0, k; i < x->list.n; i = k) {
        const tie *first = &x->list.at[i];
        bool one = true;
        for (k = i;
             k < x->list.n && x->list.at[k].from == first->from && x->list.at[k].key == first->key;
             k++)
            one &= x->list.at[k].to == first->to;
        only[i] = one && shared[first->from] && shared[first->to]
                  && c->colour[first->from] != first->key
                  && !(mates[first->from] && mates[first->to]);
    }
    for (size_t i = 0; i < x->list.n; i++) {
        tie *back, key = x->list.at[i];
        if (!only[i]) continue;
        key = (tie){ c->colour[key.from], key.to, key.from };
        back = bsearch(&key, x->list.at, x->list.n, sizeof key, by_key);
        assert(back);
        while (back > x->list.at && by_key(back - 1, &key) == 0) back--;
        if (only[back - x->list.at]) join(parent, key.from, key.to);
    }
    return KERF_OK;
}

/* ---- Cells ---- */

/* Sorted by colour: the same places in cells that are alike. */
static void add_to_cell(const kf_cell_counting *c, kf_cell *x, uint32_t v)
{
    uint32_t at = x->n++;
    for (; at > 0 && c->colour[x->variable[at - 1]] > c->colour[v]; at--)
        x->variable[at] = x->variable[at - 1];
    x->variable[at] = v;
}

static kerf_status make_cells(kf_cell_counting *c, uint32_t *parent, bool *fits)
{
    for (uint32_t v = 0; *fits && v < c->net.size.n; v++) {
        uint32_t root = root_of(parent, v);
        if (!c->is_core[v]) continue;
        c->cell_of[v] = root == v ? (uint32_t)c->cells.n : c->cell_of[root];
        if (root == v && !kf_vec_push(c->mem, &c->cells, (kf_cell){ 0 })) return KERF_NO_MEMORY;
        kf_cell *x = &c->cells.at[c->cell_of[v]];
        *fits = x->n < KF_CELL_ATOMS;
        if (*fits) add_to_cell(c, x, v);
    }
    for (size_t i = 0; *fits && i < c->cells.n; i++)
        for (uint32_t k = 0; k < c->cells.at[i].n; k++) c->place[c->cells.at[i].variable[k]] = k;
    return KERF_OK;
}

bool kf_bundle_find_cells(const kf_cell_counting *c, kf_bundle *b)
{
    assert(b->n_cells == 0);
    for (uint32_t i = 0; i < b->n_core; i++) {
        uint32_t cell = c->cell_of[b->core[i]], k = 0;
        while (k < b->n_cells && b->cell[k] != cell) k++;
        if (k < b->n_cells) continue;
        if (k == 2) return false;
        b->cell[b->n_cells++] = cell;
    }
    if (b->n_cells == 2 && b->cell[0] > b->cell[1]) {
        uint32_t first = b->cell[0];
        b->cell[0] = b->cell[1];
        b->cell[1] = first;
    }
    return true;
}

double kf_bundle_cost(const kf_cell_counting *c, const kf_bundle *b, const uint32_t state[2],
                      uint32_t leaves)
{
    double cost = 0;
    for (uint32_t i = 0; i < b->n_leaves; i++) cost += c->net.unary.at[b->leaf[i]][leaves >> i & 1];
    for (uint32_t i = 0; i < b->n_tables; i++) {
        const kf_cost_table *t = &c->net.tables.at[c->tables[b->first + i]];
        uint64_t at = 0;
        for (uint32_t k = 0; k < t->n; k++) {
            uint32_t v = t->scope[k], values = leaves;
            if (c->is_core[v]) values = state[c->cell_of[v] != b->cell[0]];
            at = 2 * at + (values >> c->place[v] & 1);
        }
        assert(at < t->n_entries);
        cost += t->cost[at];
    }
    return cost;
}

static kerf_status group_core(kf_cell_counting *c, uint32_t *parent)
{
    ties x = { 0 };
    kerf_status st = join_by_bundles(c, parent, &x);
    if (st == KERF_OK) st = join_by_ties(c, parent, &x);
    kf_vec_free(c->mem, &x.list);
    return st;
}

kerf_status kf_cells_find(kf_cell_counting *c, bool *fits)
{
    size_t n = c->net.size.n;
    uint32_t *parent = open_sets(c);
    c->bundle_of = kf_arena_alloc(&c->arena, n, sizeof *c->bundle_of);
    c->place = kf_arena_alloc(&c->arena, n, sizeof *c->place);
    c->cell_of = kf_arena_alloc(&c->arena, n, sizeof *c->cell_of);
    if (!parent || !c->bundle_of || !c->place || !c->cell_of) return KERF_NO_MEMORY;
    KF_TRY(find_core(c, fits));
    if (*fits) KF_TRY(make_leaves(c, parent, fits));
    *fits = *fits && kf_fans_mark(c);
    if (*fits) KF_TRY(add_tables(c, fits));
    *fits = *fits && c->bundles.n <= MOST_BUNDLES;
    if (!*fits) return KERF_OK;
    KF_TRY(colour_core(c));
    KF_TRY(group_core(c, parent));
    KF_TRY(make_cells(c, parent, fits));
    for (size_t i = 0; *fits && i < c->bundles.n; i++)
        *fits = kf_bundle_find_cells(c, &c->bundles.at[i]);
    *fits = *fits && c->cells.n > 0;
    return *fits ? kf_fans_own(c, fits) : KERF_OK;
}
