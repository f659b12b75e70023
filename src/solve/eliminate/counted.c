/* counted.c -- components of interchangeable atoms, by how many of them are true; see counted.h.
 *
 * In "friends of smokers smoke" with a thousand people each two smokers share a table: no order of
 * elimination is narrow. But all that matters is how many smoke. Three steps:
 *
 * Leaves. A variable in one table alone is summed out. What is left of the table is over one
 * variable or two; tables over the same two are added up. So all friendships go first. Two that
 * share a table are summed out together, where no more than two others are tied to them:
 * friendships that are mutual.
 *
 * Classes. Variables with two values are alike if their costs are, and their tables with every
 * other class: colour refinement finds candidates. Then it is tested: between any two members of
 * two classes there is the same table, or none between any. So costs depend on the members of a
 * class by how many of them are true alone: k of n in C(n, k) ways. The class becomes one variable
 * with n + 1 values, and its costs follow: of k true members, k (k - 1) / 2 pairs are both true.
 *
 * Elimination of that network, which has a variable for each class. On the way back a member is
 * true with E[k] / n, two members both with E[k (k - 1)] / (n (n - 1)); a leaf follows from the
 * probabilities of the variables it was in a table with.
 *
 * Why exact: sums over assignments are sums over counts, each with its number of ways. Tables
 * that differ by rounding count as the same; by how much is added to the error. */
#include "solve/eliminate/counted.h"

#include "base/check.h"
#include "base/hash.h"
#include "base/neumaier.h"
#include "solve/eliminate/cost_colour.h"
#include "solve/eliminate/counting.h"
#include "solve/network/networking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 8 };
static const double UNIT = 0x1p-53;
static const double SAME = 1e-12; /* costs that differ by rounding, relative to 1 and to them */

/* ---- Leaves ---- */

static kerf_status open_uses(kf_counting *c)
{
    size_t n = c->net.tables.n, variables = c->net.size.n, sum = 0;
    c->first_use = kf_arena_alloc(&c->arena, variables + 1, sizeof *c->first_use);
    if (!c->first_use) return KERF_NO_MEMORY;
    for (size_t v = 0; v < variables; v++) {
        c->first_use[v] = (uint32_t)sum;
        sum += c->uses[v];
    }
    c->first_use[variables] = (uint32_t)sum;
    c->use = kf_arena_alloc(&c->arena, sum, sizeof *c->use);
    uint32_t *next = kf_arena_copy(&c->arena, c->first_use, variables + 1, sizeof *next);
    if (!c->use || !next) return KERF_NO_MEMORY;
    for (uint32_t t = 0; t < n; t++)
        for (uint32_t i = 0; i < c->n_scope[t]; i++) c->use[next[c->scope[t][i]]++] = t;
    for (size_t v = 0; v < variables; v++) assert(next[v] == c->first_use[v + 1]);
    return KERF_OK;
}

static kerf_status open_tables(kf_counting *c)
{
    size_t n = c->net.tables.n, variables = c->net.size.n;
    c->uses = kf_arena_alloc(&c->arena, variables, sizeof *c->uses);
    c->only = kf_arena_alloc(&c->arena, variables, sizeof *c->only);
    c->is_leaf = kf_arena_alloc(&c->arena, variables, sizeof *c->is_leaf);
    c->leaf_of = kf_arena_alloc(&c->arena, variables, sizeof *c->leaf_of);
    c->gone = kf_arena_alloc(&c->arena, n, sizeof *c->gone);
    c->scope = kf_arena_alloc(&c->arena, n, sizeof *c->scope);
    c->n_scope = kf_arena_alloc(&c->arena, n, sizeof *c->n_scope);
    c->cost = kf_arena_alloc(&c->arena, n, sizeof *c->cost);
    if (!c->uses || !c->only || !c->is_leaf || !c->leaf_of || !c->gone || !c->scope || !c->n_scope
        || !c->cost)
        return KERF_NO_MEMORY;
    for (uint32_t t = 0; t < n; t++) {
        const kf_cost_table *table = &c->net.tables.at[t];
        c->n_scope[t] = table->n;
        memcpy(c->scope[t], table->scope, table->n * sizeof(uint32_t));
        memcpy(c->cost[t], table->cost, table->n_entries * sizeof(double));
        for (uint32_t i = 0; i < table->n; i++) {
            c->uses[table->scope[i]]++;
            c->only[table->scope[i]] += t;
        }
    }
    return open_uses(c);
}

/* -log(exp(-a) + exp(-b)). */
static double join(double a, double b)
{
    double low = fmin(a, b), high = fmax(a, b);
    assert(low > -INFINITY);
    return isinf(low) ? low : low - log1p(exp(low - high));
}

static bool has(const kf_counting *c, uint32_t t, uint32_t v)
{
    for (uint32_t i = 0; i < c->n_scope[t]; i++)
        if (c->scope[t][i] == v) return true;
    return false;
}

/* The other variables of a table join the rest; false: it has no room. */
static bool add_rest(const kf_counting *c, uint32_t t, kf_leaf *x)
{
    for (uint32_t i = 0; i < c->n_scope[t]; i++) {
        uint32_t v = c->scope[t][i], at = 0;
        while (at < x->n && x->rest[at] < v) at++;
        if (v == x->variable || (at < x->n && x->rest[at] == v)) continue;
        if (x->n == KF_LENGTH(x->rest)) return false;
        for (uint32_t k = x->n++; k > at; k--) x->rest[k] = x->rest[k - 1];
        x->rest[at] = v;
    }
    return true;
}

/* What a table costs where the rest has these values, and the leaf this one. */
static double cost_beside(const kf_counting *c, uint32_t t, const kf_leaf *x, uint32_t values,
                          uint32_t value)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < c->n_scope[t]; i++) {
        uint32_t k = 0, bit = value;
        while (k < x->n && x->rest[k] != c->scope[t][i]) k++;
        if (k < x->n) bit = values >> (x->n - 1 - k) & 1;
        at = 2 * at + bit;
    }
    return c->cost[t][at];
}

/* A table has become a part of another. */
static void take_table(kf_counting *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < c->n_scope[from]; i++) {
        uint32_t v = c->scope[from][i];
        c->only[v] -= from;
        if (has(c, to, v)) c->uses[v]--;
        else c->only[v] += to;
    }
    c->gone[from] = true;
}

/* A variable goes that is in these tables alone; the second may be the first. What is left of both
 * is the first. */
static kerf_status sum_out(kf_counting *c, uint32_t v, uint32_t t, uint32_t other)
{
    kf_leaf x = { .variable = v };
    double left[8] = { 0 };
    bool room = add_rest(c, t, &x) && add_rest(c, other, &x);
    assert(room && has(c, t, v) && has(c, other, v));
    (void)room;
    for (uint32_t k = 0; k < 1u << x.n; k++) {
        double cost[2];
        for (uint32_t b = 0; b < 2; b++) {
            cost[b] = c->net.unary.at[v][b] + cost_beside(c, t, &x, k, b);
            if (other != t) cost[b] += cost_beside(c, other, &x, k, b);
        }
        left[k] = join(cost[0], cost[1]);
        x.share[k] = isinf(left[k]) ? 0 : exp(left[k] - cost[1]);
    }
    if (other != t) take_table(c, other, t);
    c->n_scope[t] = x.n;
    memcpy(c->scope[t], x.rest, sizeof x.rest);
    memcpy(c->cost[t], left, sizeof left);
    c->is_leaf[v] = true;
    c->uses[v] = 0;
    c->leaf_of[v] = (uint32_t)c->leaves.n + 1;
    return kf_vec_push(c->mem, &c->leaves, x) ? KERF_OK : KERF_NO_MEMORY;
}

/* What is over one variable are its costs. */
static void settle_table(kf_counting *c, uint32_t t)
{
    uint32_t v = c->scope[t][0];
    if (c->n_scope[t] != 1) return;
    assert(!c->gone[t] && c->uses[v] > 0);
    for (uint32_t x = 0; x < 2; x++) c->net.unary.at[v][x] += c->cost[t][x];
    c->gone[t] = true;
    c->uses[v]--;
    c->only[v] -= t;
}

static kerf_status drop_leaves(kf_counting *c)
{
    bool some = true;
    while (some) {
        some = false;
        for (uint32_t v = 0; v < c->net.size.n; v++) {
            if (c->is_leaf[v] || c->uses[v] != 1) continue;
            uint32_t t = c->only[v];
            if (c->n_scope[t] < 2) continue;
            KF_TRY(sum_out(c, v, t, t));
            settle_table(c, t);
            some = true;
        }
    }
    return KERF_OK;
}

/* ---- Twins ---- */

/* The two tables of a variable that has two; false: not so. */
static bool find_two(const kf_counting *c, uint32_t v, uint32_t two[2])
{
    uint32_t n = 0;
    if (c->is_leaf[v] || c->uses[v] != 2) return false;
    for (uint32_t i = c->first_use[v]; i < c->first_use[v + 1]; i++) {
        uint32_t t = c->use[i];
        if (c->gone[t] || !has(c, t, v)) continue;
        if (n < 2) two[n] = t;
        n++;
    }
    return n == 2;
}

/* Two variables that share a table and have one more each, and are tied to one or two others in
 * all: friendships of two people with each other. Both go. */
static kerf_status drop_twin(kf_counting *c, uint32_t v, bool *some)
{
    uint32_t mine[2], its[2];
    kf_leaf x = { .variable = v };
    if (!find_two(c, v, mine) || !add_rest(c, mine[0], &x) || !add_rest(c, mine[1], &x))
        return KERF_OK;
    for (uint32_t i = 0; i < x.n; i++) {
        kf_leaf all = x;
        uint32_t b = x.rest[i];
        if (!find_two(c, b, its)) continue;
        uint32_t shared = has(c, its[0], v) ? its[0] : its[1], other = its[0] + its[1] - shared;
        if (!has(c, shared, v) || !add_rest(c, other, &all) || all.n < 2 || all.n > x.n) continue;
        KF_TRY(sum_out(c, v, mine[0], mine[1]));
        KF_TRY(sum_out(c, b, mine[0], c->gone[other] ? mine[0] : other));
        settle_table(c, mine[0]);
        *some = true;
        return KERF_OK;
    }
    return KERF_OK;
}

static kerf_status drop_twins(kf_counting *c)
{
    bool some = false;
    for (uint32_t v = 0; v < c->net.size.n; v++) KF_TRY(drop_twin(c, v, &some));
    return some ? drop_leaves(c) : KERF_OK;
}

/* ---- Pairs ---- */

static int by_ends(const void *a, const void *b)
{
    const kf_pair *x = a, *y = b;
    if (x->u != y->u) return x->u < y->u ? -1 : 1;
    return (x->v > y->v) - (x->v < y->v);
}

/* *fits: nothing but pairs is left. */
static kerf_status gather_pairs(kf_counting *c, bool *fits)
{
    *fits = true;
    for (uint32_t t = 0; *fits && t < c->net.tables.n; t++) {
        if (c->gone[t]) continue;
        kf_pair p = { c->scope[t][0], c->scope[t][1], { 0 } };
        *fits = c->n_scope[t] == 2;
        memcpy(p.cost, c->cost[t], sizeof p.cost);
        for (uint32_t k = 0; k < 4; k++) *fits &= isfinite(p.cost[k]);
        if (!kf_vec_push(c->mem, &c->pairs, p)) return KERF_NO_MEMORY;
    }
    if (c->pairs.n > 1) qsort(c->pairs.at, c->pairs.n, sizeof *c->pairs.at, by_ends);
    size_t n = 0;
    for (size_t i = 0; i < c->pairs.n; i++) {
        kf_pair *last = n ? &c->pairs.at[n - 1] : NULL;
        if (last && by_ends(last, &c->pairs.at[i]) == 0)
            for (uint32_t k = 0; k < 4; k++) last->cost[k] += c->pairs.at[i].cost[k];
        else c->pairs.at[n++] = c->pairs.at[i];
    }
    c->pairs.n = n;
    return KERF_OK;
}

/* ---- Classes ---- */

static uint64_t hash_pair(const kf_pair *p, bool turned, uint64_t other)
{
    uint64_t h = other;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t at = turned ? (k & 1) * 2 + (k >> 1) : k;
        h = kf_hash_mix(h + kf_cost_colour(p->cost[at]));
    }
    return h;
}

static void refine(kf_counting *c)
{
    size_t n = c->net.size.n;
    for (size_t v = 0; v < n; v++) c->mixed[v] = 0;
    for (size_t i = 0; i < c->pairs.n; i++) {
        const kf_pair *p = &c->pairs.at[i];
        c->mixed[p->u] += hash_pair(p, false, c->colour[p->v]);
        c->mixed[p->v] += hash_pair(p, true, c->colour[p->u]);
    }
    for (size_t v = 0; v < n; v++) c->colour[v] = kf_hash_mix(c->colour[v] * 31 + c->mixed[v]);
}

static kerf_status find_classes(kf_counting *c, bool *fits)
{
    size_t n = c->net.size.n;
    c->colour = kf_arena_alloc(&c->arena, n, sizeof *c->colour);
    c->mixed = kf_arena_alloc(&c->arena, n, sizeof *c->mixed);
    c->class_of = kf_arena_alloc(&c->arena, n, sizeof *c->class_of);
    if (!c->colour || !c->mixed || !c->class_of) return KERF_NO_MEMORY;
    for (size_t v = 0; v < n; v++) {
        const double *cost = c->net.unary.at[v];
        c->colour[v] = kf_cost_colour(cost[1] - cost[0]);
    }
    for (uint32_t i = 0; i < ROUNDS; i++) refine(c);
    for (uint32_t v = 0; v < n && *fits; v++) {
        uint32_t k = 0;
        c->class_of[v] = UINT32_MAX;
        if (c->is_leaf[v]) continue;
        while (k < c->n_classes && c->colour[c->first[k]] != c->colour[v]) k++;
        *fits = k < KF_MOST_CLASSES;
        if (!*fits) break;
        if (k == c->n_classes) c->first[c->n_classes++] = v;
        c->class_of[v] = k;
        c->size[k]++;
    }
    return KERF_OK;
}

/* Is it the same but for rounding? What it differs by is added up. */
static bool take_as_same(kf_counting *c, double a, double b)
{
    double off = fabs(a - b);
    c->off += off;
    return off <= SAME * (1 + fabs(a));
}

/* With u of class a and v of class b. */
static kf_pair turned_pair(const kf_pair *p)
{
    return (kf_pair){ p->v, p->u, { p->cost[0], p->cost[2], p->cost[1], p->cost[3] } };
}

static bool add_between(kf_counting *c, const kf_pair *p)
{
    uint32_t a = c->class_of[p->u], b = c->class_of[p->v];
    kf_pair x = a > b ? turned_pair(p) : *p;
    if (a > b) a = c->class_of[x.u], b = c->class_of[x.v];
    assert(b < c->n_classes);
    kf_pair *first = &c->between[a][b];
    if (c->n_between[a][b]++ == 0) *first = x;
    for (uint32_t k = 0; k < 4; k++)
        if (!take_as_same(c, first->cost[k], x.cost[k])) return false;
    return a != b || take_as_same(c, x.cost[1], x.cost[2]);
}

/* All pairs of two classes, or none; and within a class it does not matter who is who. */
static bool test_classes(kf_counting *c)
{
    for (size_t i = 0; i < c->pairs.n; i++)
        if (!add_between(c, &c->pairs.at[i])) return false;
    for (uint32_t a = 0; a < c->n_classes; a++)
        for (uint32_t b = a; b < c->n_classes; b++) {
            uint64_t all = a == b ? (uint64_t)c->size[a] * (c->size[a] - 1) / 2
                                  : (uint64_t)c->size[a] * c->size[b];
            assert(c->n_between[a][b] <= all); /* no pair twice */
            if (c->n_between[a][b] != 0 && c->n_between[a][b] != all) return false;
        }
    for (uint32_t v = 0; v < c->net.size.n; v++) {
        if (c->is_leaf[v]) continue;
        uint32_t one = c->first[c->class_of[v]];
        for (uint32_t x = 0; x < 2; x++)
            if (!take_as_same(c, c->net.unary.at[one][x], c->net.unary.at[v][x])) return false;
    }
    return true;
}

/* ---- The network of counts ---- */

/* In long doubles, lest what cancels leaves its rounding errors behind. */
static double cost_of_count(const kf_counting *c, uint32_t a, uint32_t k)
{
    long double n = c->size[a], t = k, f = n - t;
    const double *one = c->net.unary.at[c->first[a]], *two = c->between[a][a].cost;
    long double cost = lgammal(t + 1) + lgammal(f + 1) - lgammal(n + 1);
    if (t > 0) cost += t * one[1];
    if (f > 0) cost += f * one[0];
    if (c->n_between[a][a] > 0)
        cost += t * (t - 1) / 2 * two[3] + t * f * two[1] + f * (f - 1) / 2 * two[0];
    return (double)cost;
}

/* Costs of a network are not negative. They are wrong by so many units of what they were before. */
static void lift_costs(kf_counting *c, double *cost, uint64_t n, double parts, kf_network *to)
{
    double least = INFINITY;
    for (uint64_t i = 0; i < n; i++) least = fmin(least, cost[i]);
    for (uint64_t i = 0; i < n; i++) cost[i] -= least;
    kf_add_exactly(&to->constant, &to->constant_rest, least);
    c->off += UNIT * parts * fabs(least);
}

static kerf_status add_table(kf_counting *c, kf_network *to, uint32_t a, uint32_t b)
{
    const uint32_t scope[2] = { a, b };
    const double *two = c->between[a][b].cost;
    kf_cost_table *t = kf_network_table(to, scope, 2);
    if (!t) return KERF_NO_MEMORY;
    t->parts = 8;
    for (uint32_t k = 0; k <= c->size[a]; k++)
        for (uint32_t l = 0; l <= c->size[b]; l++) {
            double ka = k, fa = c->size[a] - k, lb = l, fb = c->size[b] - l;
            t->cost[(size_t)k * (c->size[b] + 1) + l] =
                ka * lb * two[3] + ka * fb * two[2] + fa * lb * two[1] + fa * fb * two[0];
        }
    lift_costs(c, t->cost, t->n_entries, t->parts, to);
    return KERF_OK;
}

static kerf_status make_counts(kf_counting *c, kf_network *to)
{
    *to = (kf_network){ .mem = c->mem,
                        .constant = c->net.constant,
                        .constant_rest = c->net.constant_rest };
    kf_arena_init(&to->arena, c->mem);
    for (uint32_t a = 0; a < c->n_classes; a++) {
        KF_TRY(kf_network_add_variable(to, c->size[a] + 1));
        to->parts.at[a] = 10;
        for (uint32_t k = 0; k <= c->size[a]; k++) to->unary.at[a][k] = cost_of_count(c, a, k);
        lift_costs(c, to->unary.at[a], c->size[a] + (uint64_t)1, 4, to);
    }
    to->n_given = c->n_classes;
    for (uint32_t a = 0; a < c->n_classes; a++)
        for (uint32_t b = a + 1; b < c->n_classes; b++)
            if (c->n_between[a][b]) KF_TRY(add_table(c, to, a, b));
    return KERF_OK;
}

/* ---- All of it ---- */

/* Is it over tables of at most three variables with two values, of which some are leaves
 * or alike? */
static bool is_simple(const kf_network *net)
{
    if (net->infeasible || net->rows.n > 0) return false;
    for (size_t v = 0; v < net->size.n; v++) {
        if (net->size.at[v] > 2) return false;
        for (uint32_t x = 0; x < net->size.at[v]; x++)
            if (!isfinite(net->unary.at[v][x])) return false;
    }
    for (size_t t = 0; t < net->tables.n; t++)
        if (net->tables.at[t].n > 3) return false;
    return true;
}

/* A variable of one value is in no table: its costs are paid. */
static void pay_single(kf_counting *c)
{
    for (uint32_t v = 0; v < c->net.size.n; v++) {
        if (c->net.size.at[v] > 1) continue;
        double cost = c->net.unary.at[v][0];
        kf_add_exactly(&c->net.constant, &c->net.constant_rest, cost);
        c->off += UNIT * cost * (c->net.parts.at[v] + c->options->slack);
        c->is_leaf[v] = true;
    }
}

/* Can the joint probabilities of a leaf's rest be told? Two of it must be in classes that have a
 * table, and another must be a leaf beside these. */
static bool is_leaf_told(const kf_counting *c, const kf_leaf *x)
{
    uint32_t inner = kf_leaf_inner(c, x), members[3], n = 0;
    assert(x->n > 0);
    if (x->n == 1) return true;
    for (uint32_t i = 0; i < x->n; i++)
        if (i != inner) members[n++] = x->rest[i];
    if (n == 1) return true;
    if (n == 3 || c->is_leaf[members[0]] || c->is_leaf[members[1]]) return false;
    uint32_t a = c->class_of[members[0]], b = c->class_of[members[1]];
    return c->n_between[a < b ? a : b][a < b ? b : a] != 0;
}

#ifndef NDEBUG
void kf_counting_check(const kf_counting *c)
{
    size_t members = 0, n = c->net.size.n;
    for (uint32_t k = 0; k < c->n_classes; k++) {
        assert(c->size[k] > 0 && c->class_of[c->first[k]] == k);
        members += c->size[k];
    }
    for (uint32_t v = 0; v < n; v++) {
        assert(c->is_leaf[v] == (c->class_of[v] == UINT32_MAX));
        /* Of one value: a leaf of nothing. */
        assert(c->is_leaf[v] ? c->leaf_of[v] != 0 || c->net.size.at[v] == 1 : c->leaf_of[v] == 0);
        members += c->is_leaf[v];
    }
    assert(members == n);
    for (size_t i = 0; i < c->leaves.n; i++) {
        assert(c->leaves.at[i].n > 0);
        for (uint32_t k = 1; k < c->leaves.at[i].n; k++)
            assert(c->leaves.at[i].rest[k - 1] < c->leaves.at[i].rest[k]);
    }
}
#endif

static bool are_leaves_told(const kf_counting *c)
{
    for (size_t i = 0; i < c->leaves.n; i++)
        if (!is_leaf_told(c, &c->leaves.at[i])) return false;
    return true;
}

static kerf_status look(kf_counting *c, bool *fits)
{
    *fits = is_simple(&c->net);
    if (!*fits) return KERF_OK;
    KF_TRY(open_tables(c));
    pay_single(c);
    KF_TRY(drop_leaves(c));
    KF_TRY(drop_twins(c));
    KF_TRY(gather_pairs(c, fits));
    if (*fits) KF_TRY(find_classes(c, fits));
    *fits = *fits && test_classes(c) && are_leaves_told(c);
    if (*fits) KF_CHECK(kf_counting_check(c));
    return KERF_OK;
}

static kerf_status run(kf_counting *c, kf_beliefs *out, bool *counted)
{
    kf_network counts;
    kf_class_beliefs beliefs;
    KF_TRY(look(c, counted));
    if (!*counted) return KERF_OK;
    kerf_status st = make_counts(c, &counts);
    if (st != KERF_OK) kf_network_close(&counts);
    KF_TRY(st);
    double held = (double)(c->mem->used - c->used) - kf_network_entries(&counts) * sizeof(double);
    KF_TRY(kf_believe_network(c->component, &counts, c->options, 2, c->mem, out, &beliefs));
    out->tables += held;
    out->route = "counting";
    bool told = out->done && isfinite(out->log_z) && out->p && !c->options->only_sum;
    out->error += c->off;
    if (told) st = kf_counted_tell(c, &beliefs, out);
    kf_class_beliefs_close(&beliefs);
    return st;
}

kerf_status kf_believe_counted(const kf_component *p, const kf_belief_options *options, kf_mem *mem,
                               kf_beliefs *out, bool *counted)
{
    kf_counting *c = kf_mem_calloc(mem, 1, sizeof *c);
    const kf_network_limits limits = { 8, 2, 3, NULL, false, false };
    *counted = false;
    if (!c) return KERF_NO_MEMORY;
    c->component = p;
    c->options = options;
    c->mem = mem;
    c->used = mem->used;
    kf_arena_init(&c->arena, mem);
    kerf_status st = kf_network_open(&c->net, p, limits, mem);
    bool opened = st == KERF_OK;
    if (opened) st = run(c, out, counted);
    if (opened) kf_network_close(&c->net);
    kf_vec_free(mem, &c->leaves);
    kf_vec_free(mem, &c->pairs);
    kf_arena_free(&c->arena);
    kf_mem_free(mem, c, 1, sizeof *c);
    return st;
}
