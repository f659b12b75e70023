/* interchange.c -- values that nothing tells apart; see interchange.h.
 *
 * Two values may be exchanged if unary costs and tables are the same to the last bit after it, in
 * all variables of one size. That is an equivalence: exchanging a and b, b and c, a and b again is
 * exchanging a and c. Let C be the largest class, in any order. The first of a list of variables
 * keeps one value of C, the second two, and so on.
 *
 * Why exact: take a best assignment, and order C by where its values first appear along the list.
 * Put the first of C in place of the one that appears first, and so on. That is a product of
 * exchanges, so it costs the same; and its i-th variable has one of the first i values of C, or one
 * outside C. */
#include "solve/tables/interchange.h"

#include "base/check.h"

#include <math.h>

enum { MOST_VALUES = 64, LOOKS = 16 }; /* costs are looked at so many times at most */

typedef struct exchange {
    kf_network *net;
    uint32_t size;            /* of the variables in which values are exchanged */
    uint64_t looks;           /* costs that may be looked at */
    uint32_t a, b;            /* the values at hand */
    uint32_t of[MOST_VALUES]; /* by value: the first of its class */
    uint32_t *near;           /* by variable: tables that it has in common with those on the list */
    uint32_t *tables;         /* by variable: how many it is in */
} exchange;

static uint32_t exchanged(const exchange *x, uint32_t variable, uint32_t value)
{
    if (x->net->size.at[variable] != x->size) return value;
    return value == x->a ? x->b : value == x->b ? x->a : value;
}

static bool spend(exchange *x, uint64_t looks)
{
    bool enough = looks <= x->looks;
    x->looks -= enough ? looks : x->looks;
    return enough;
}

static bool is_same_table(exchange *x, const kf_cost_table *t)
{
    if (!spend(x, t->n_entries)) return false;
    for (uint64_t k = 0; k < t->n_entries; k++) {
        uint64_t rest = k, other = 0, step = 1;
        for (uint32_t i = t->n; i-- > 0;) {
            uint32_t size = x->net->size.at[t->scope[i]];
            other += step * exchanged(x, t->scope[i], (uint32_t)(rest % size));
            rest /= size;
            step *= size;
        }
        if (t->cost[other] != t->cost[k]) return false;
    }
    return true;
}

static bool may_exchange(exchange *x, uint32_t a, uint32_t b)
{
    const kf_network *net = x->net;
    x->a = a;
    x->b = b;
    if (!spend(x, net->size.n)) return false;
    for (size_t v = 0; v < net->size.n; v++)
        if (net->size.at[v] == x->size && net->unary.at[v][a] != net->unary.at[v][b]) return false;
    for (size_t k = 0; k < net->tables.n; k++)
        if (!is_same_table(x, &net->tables.at[k])) return false;
    return true;
}

/* The size that most variables have; 0: none that will do. */
static uint32_t common_size(const kf_network *net)
{
    uint32_t n[MOST_VALUES + 1] = { 0 }, best = 0;
    for (size_t v = 0; v < net->size.n; v++)
        if (net->size.at[v] >= 2 && net->size.at[v] <= MOST_VALUES) n[net->size.at[v]]++;
    for (uint32_t size = 2; size <= MOST_VALUES; size++)
        if (n[size] > n[best]) best = size;
    return best;
}

/* Returns the first value of the largest class, and in *n how many it has. */
static uint32_t find_classes(exchange *x, uint32_t *n)
{
    uint32_t members[MOST_VALUES] = { 0 }, best = 0;
    for (uint32_t b = 0; b < x->size; b++) {
        x->of[b] = b;
        for (uint32_t a = 0; a < b && x->of[b] == b; a++)
            if (x->of[a] == a && may_exchange(x, a, b)) x->of[b] = a;
        if (++members[x->of[b]] > members[best]) best = x->of[b];
    }
    *n = members[best];
    return best;
}

static bool is_in(const kf_cost_table *t, uint32_t variable)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->scope[i] == variable) return true;
    return false;
}

/* The next of the list: with the most tables in common with those on it, and then with the most. */
static uint32_t choose_next(const exchange *x)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t v = 0; v < x->net->size.n; v++) {
        if (x->net->size.at[v] != x->size || x->near[v] == UINT32_MAX) continue;
        bool better = best == UINT32_MAX || x->near[v] > x->near[best]
                      || (x->near[v] == x->near[best] && x->tables[v] > x->tables[best]);
        if (better) best = v;
    }
    return best;
}

static void put_on_list(exchange *x, uint32_t v)
{
    const kf_network *net = x->net;
    for (size_t k = 0; k < net->tables.n; k++) {
        const kf_cost_table *t = &net->tables.at[k];
        if (!is_in(t, v)) continue;
        for (uint32_t i = 0; i < t->n; i++)
            if (x->near[t->scope[i]] != UINT32_MAX) x->near[t->scope[i]]++;
    }
    x->near[v] = UINT32_MAX;
}

/* So many values of a class stay. */
static void keep_first(exchange *x, uint32_t v, uint32_t class, uint32_t kept)
{
    for (uint32_t a = 0; a < x->size; a++) {
        if (x->of[a] != class) continue;
        if (kept > 0) kept--;
        else x->net->unary.at[v][a] = INFINITY;
    }
}

kerf_status kf_order_values(kf_network *net, uint32_t *n)
{
    exchange x = { .net = net, .size = common_size(net) };
    uint32_t variables = (uint32_t)net->size.n;
    kf_arena *arena = &net->arena;
    *n = 1;
    assert(!net->infeasible && !net->exact);
    if (x.size == 0 || net->rows.n > 0) return KERF_OK;
    x.looks = (uint64_t)(LOOKS * kf_network_entries(net));
    uint32_t class = find_classes(&x, n);
    if (*n < 2) return KERF_OK;
    x.near = kf_arena_alloc(arena, variables, sizeof *x.near);
    x.tables = kf_arena_alloc(arena, variables, sizeof *x.tables);
    if (!x.near || !x.tables) return KERF_NO_MEMORY;
    for (size_t k = 0; k < net->tables.n; k++)
        for (uint32_t i = 0; i < net->tables.at[k].n; i++) x.tables[net->tables.at[k].scope[i]]++;
    for (uint32_t kept = 1; kept < *n; kept++) {
        uint32_t v = choose_next(&x);
        if (v == UINT32_MAX) break;
        put_on_list(&x, v);
        keep_first(&x, v, class, kept);
    }
    return KERF_OK;
}
