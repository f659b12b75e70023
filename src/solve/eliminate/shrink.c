/* shrink.c -- values, equal variables and unobserved effects (barren nodes) go; see reduced.h.
 *
 * Why exact: a value without an entry that is allowed has weight 0 in every assignment. A variable
 * that follows from another has weight 0 with every other value. A variable x in one table alone is
 * summed out: the table is what is left, times the probability of x given the others. That what is
 * left is independent of a variable is tested to 1e-12 at most; what it differs is added to the
 * error. Costs have what rounding took from them beside them. */
#include "solve/eliminate/reduced.h"

#include "base/check.h"
#include "base/neumaier.h"

#include <math.h>
#include <string.h>

enum { MOST_SCOPE = 32, ROUNDS = 64 };
static const double SAME = 4e-14, LARGE = 24; /* of a cost up to that, of 1 at least */

/* ---- Tables ---- */

static uint32_t size_of(const kf_shrunk *r, uint32_t v)
{
    return r->net->size.at[v];
}

static bool is_there(const kf_shrunk *r, uint32_t v)
{
    return r->gone_at[v] == UINT32_MAX;
}

static uint32_t place_of(const kf_reduced_table *t, uint32_t v)
{
    uint32_t i = 0;
    while (i < t->n && t->scope[i] != v) i++;
    return i;
}

/* Entries between a value of a variable of the scope and the next. */
static uint64_t stride_of(const kf_shrunk *r, const kf_reduced_table *t, uint32_t place)
{
    uint64_t step = 1;
    for (uint32_t i = place + 1; i < t->n; i++) step *= size_of(r, t->scope[i]);
    return step;
}

static uint32_t value_at(const kf_shrunk *r, const kf_reduced_table *t, uint32_t place,
                         uint64_t entry)
{
    return (uint32_t)(entry / stride_of(r, t, place) % size_of(r, t->scope[place]));
}

static void count_uses(kf_shrunk *r, uint32_t table, bool more)
{
    const kf_reduced_table *t = &r->tables.at[table];
    for (uint32_t i = 0; i < t->n; i++) {
        r->uses[t->scope[i]] += more ? 1 : UINT32_MAX;
        r->only[t->scope[i]] += more ? table : -(uint64_t)table;
    }
}

static void drop_table(kf_shrunk *r, uint32_t table)
{
    assert(!r->tables.at[table].gone);
    count_uses(r, table, false);
    r->tables.at[table].gone = true;
}

static bool make_table(kf_shrunk *r, const uint32_t *scope, uint32_t n, kf_reduced_table *out)
{
    *out = (kf_reduced_table){ .n = n, .n_entries = 1 };
    for (uint32_t i = 0; i < n; i++) out->n_entries *= size_of(r, scope[i]);
    out->scope = kf_arena_copy(&r->arena, scope, n, sizeof *scope);
    out->cost = kf_arena_alloc(&r->arena, out->n_entries, sizeof *out->cost);
    out->rest = kf_arena_alloc(&r->arena, out->n_entries, sizeof *out->rest);
    return out->scope && out->cost && out->rest;
}

/* Costs and their rests, to others. */
static void add_costs(double *to, double *to_rest, const double *cost, const double *rest,
                      uint64_t n)
{
    for (uint64_t k = 0; k < n; k++) {
        kf_add_exactly(&to[k], &to_rest[k], cost[k]);
        to_rest[k] += rest[k];
    }
}

static double most_of(const double *cost, uint64_t n)
{
    double most = 0;
    for (uint64_t k = 0; k < n; k++)
        if (isfinite(cost[k])) most = fmax(most, fabs(cost[k]));
    return most;
}

/* Into the costs of a variable, or the constant, or beside the others. */
static kerf_status add_table(kf_shrunk *r, const kf_reduced_table *t)
{
    if (t->n == 0) {
        add_costs(&r->constant, &r->constant_rest, t->cost, t->rest, 1);
        r->off += t->units * 0x1p-53;
        r->infeasible |= isinf(t->cost[0]);
        return KERF_OK;
    }
    if (t->n == 1) {
        uint32_t v = t->scope[0];
        add_costs(r->unary[v], r->unary_rest[v], t->cost, t->rest, t->n_entries);
        r->units[v] += t->units + 1;
        return KERF_OK;
    }
    for (uint32_t i = 0; i < r->tables.n; i++) {
        kf_reduced_table *other = &r->tables.at[i];
        if (other->gone || other->n != t->n) continue;
        if (memcmp(other->scope, t->scope, t->n * sizeof *t->scope) != 0) continue;
        add_costs(other->cost, other->rest, t->cost, t->rest, t->n_entries);
        other->units += t->units + 1;
        return KERF_OK;
    }
    if (!kf_vec_push(r->mem, &r->tables, *t)) return KERF_NO_MEMORY;
    count_uses(r, (uint32_t)r->tables.n - 1, true);
    return KERF_OK;
}

static kerf_status add_gone(kf_shrunk *r, uint32_t variable, const kf_reduced_table *given)
{
    kf_gone x = { variable, *given };
    r->gone_at[variable] = (uint32_t)r->gone.n;
    return kf_vec_push(r->mem, &r->gone, x) ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Values ---- */

/* Those of one table without an entry that is allowed. */
static bool drop_values(kf_shrunk *r, const kf_reduced_table *t, bool *seen)
{
    uint64_t before = r->values;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t v = t->scope[i], size = size_of(r, v), left = 0;
        memset(seen, 0, size * sizeof *seen);
        for (uint64_t k = 0; k < t->n_entries; k++) {
            bool allowed = isfinite(t->cost[k]);
            for (uint32_t m = 0; m < t->n && allowed; m++)
                allowed = isfinite(r->unary[t->scope[m]][value_at(r, t, m, k)]);
            if (allowed) seen[value_at(r, t, i, k)] = true;
        }
        for (uint32_t x = 0; x < size; x++) {
            if (!seen[x] && isfinite(r->unary[v][x])) r->unary[v][x] = INFINITY, r->values++;
            left += isfinite(r->unary[v][x]) ? 1 : 0;
        }
        r->infeasible |= left == 0;
    }
    return r->values != before;
}

static bool forbids(const kf_reduced_table *t)
{
    for (uint64_t k = 0; k < t->n_entries; k++)
        if (isinf(t->cost[k])) return true;
    return false;
}

static kerf_status drop_all_values(kf_shrunk *r, bool *some)
{
    uint32_t most = 1;
    for (uint32_t v = 0; v < r->net->size.n; v++)
        most = size_of(r, v) > most ? size_of(r, v) : most;
    bool *seen = kf_mem_alloc(r->mem, most, sizeof *seen), again = true;
    if (!seen) return KERF_NO_MEMORY;
    for (uint32_t round = 0; again && round < ROUNDS && !r->infeasible; round++) {
        again = false;
        for (size_t i = 0; i < r->tables.n && !r->infeasible; i++) {
            const kf_reduced_table *t = &r->tables.at[i];
            if (t->gone || !kf_patience_spend(&r->patience, t->n_entries * t->n)) continue;
            if (forbids(t)) again |= drop_values(r, t, seen);
        }
        *some |= again;
    }
    kf_mem_free(r->mem, seen, most, sizeof *seen);
    return KERF_OK;
}

/* ---- Equal variables ---- */

/* The one value of v that goes with a value of u; UINT32_MAX: several. None: any. */
static uint32_t value_with(const kf_shrunk *r, const kf_reduced_table *t, bool turned, uint32_t x)
{
    uint32_t u = t->scope[turned], v = t->scope[!turned], found = 0, n = 0;
    for (uint32_t y = 0; y < size_of(r, v); y++) {
        uint64_t at = turned ? (uint64_t)y * size_of(r, u) + x : (uint64_t)x * size_of(r, v) + y;
        if (isinf(t->cost[at]) || isinf(r->unary[v][y])) continue;
        found = y;
        n++;
    }
    return n > 1 ? UINT32_MAX : found;
}

/* Does the second follow from the first, or the other way round if turned? */
static bool follows(const kf_shrunk *r, const kf_reduced_table *t, bool turned)
{
    uint32_t u = t->scope[turned];
    if (size_of(r, u) > size_of(r, t->scope[!turned])) return false;
    for (uint32_t x = 0; x < size_of(r, u); x++)
        if (isfinite(r->unary[u][x]) && value_with(r, t, turned, x) == UINT32_MAX) return false;
    return true;
}

/* A table over v becomes one over u. */
static kerf_status replace(kf_shrunk *r, uint32_t table, uint32_t v, uint32_t u,
                           const uint32_t *value)
{
    const kf_reduced_table from = r->tables.at[table];
    uint32_t scope[MOST_SCOPE], n = 0;
    kf_reduced_table to;
    for (uint32_t i = 0; i < from.n; i++)
        if (from.scope[i] != v && from.scope[i] != u) scope[n++] = from.scope[i];
    uint32_t at = n;
    while (at > 0 && scope[at - 1] > u) at--;
    memmove(scope + at + 1, scope + at, (n - at) * sizeof *scope);
    scope[at] = u;
    if (!make_table(r, scope, n + 1, &to)) return KERF_NO_MEMORY;
    for (uint64_t k = 0; k < to.n_entries; k++) {
        uint64_t entry = 0;
        for (uint32_t i = 0; i < from.n; i++) {
            uint32_t w = from.scope[i], x = value_at(r, &to, place_of(&to, w == v ? u : w), k);
            entry = entry * size_of(r, w) + (w == v ? value[x] : x);
        }
        to.cost[k] = from.cost[entry];
        to.rest[k] = from.rest[entry];
    }
    to.units = from.units;
    drop_table(r, table);
    return add_table(r, &to);
}

/* v is what u makes of it: value, by value of u. */
static kerf_status join(kf_shrunk *r, uint32_t v, uint32_t u, const uint32_t *value)
{
    uint32_t scope[2] = { u < v ? u : v, u < v ? v : u };
    size_t n = r->tables.n;
    kf_reduced_table given;
    if (!make_table(r, scope, 2, &given)) return KERF_NO_MEMORY;
    for (uint64_t k = 0; k < given.n_entries; k++) {
        uint32_t x = value_at(r, &given, u > v, k), y = value_at(r, &given, u < v, k);
        given.cost[k] = value[x] == y ? 0 : INFINITY;
    }
    KF_TRY(add_gone(r, v, &given));
    for (uint32_t x = 0; x < size_of(r, u); x++)
        add_costs(&r->unary[u][x], &r->unary_rest[u][x], &r->unary[v][value[x]],
                  &r->unary_rest[v][value[x]], 1);
    r->units[u] += r->units[v] + 1;
    for (uint32_t i = 0; i < n; i++) {
        const kf_reduced_table *t = &r->tables.at[i];
        if (!t->gone && place_of(t, v) < t->n) KF_TRY(replace(r, i, v, u, value));
    }
    return KERF_OK;
}

static kerf_status join_equals(kf_shrunk *r, bool *some)
{
    for (uint32_t i = 0; i < r->tables.n; i++) {
        kf_reduced_table t = r->tables.at[i];
        if (t.gone || t.n != 2 || !forbids(&t)) continue;
        bool turned = !follows(r, &t, false);
        if (turned && !follows(r, &t, true)) continue;
        uint32_t u = t.scope[turned], n = size_of(r, u);
        uint32_t *value = kf_arena_alloc(&r->arena, n, sizeof *value);
        if (!value) return KERF_NO_MEMORY;
        for (uint32_t x = 0; x < n; x++)
            if (isfinite(r->unary[u][x])) value[x] = value_with(r, &t, turned, x);
        KF_TRY(join(r, t.scope[!turned], u, value));
        *some = true;
    }
    return KERF_OK;
}

/* ---- Unobserved effects ---- */

/* Is it the same whatever the value at a place? Where it is, that place goes. */
static bool is_independent(const kf_shrunk *r, const kf_reduced_table *t, uint32_t place,
                           double *off)
{
    uint64_t step = stride_of(r, t, place);
    *off = 0;
    for (uint64_t k = 0; k < t->n_entries; k++) {
        uint64_t other = k - value_at(r, t, place, k) * step;
        double a = t->cost[k], b = t->cost[other];
        if (isinf(a) && isinf(b)) continue;
        if (isinf(a) || isinf(b)) return false;
        double apart = fabs((a - b) + (t->rest[k] - t->rest[other]));
        if (!(apart <= SAME * (1 + fmin(fabs(a), LARGE)))) return false;
        *off = fmax(*off, apart);
    }
    return true;
}

static kerf_status drop_place(kf_shrunk *r, kf_reduced_table *t, uint32_t place)
{
    uint64_t step = stride_of(r, t, place), at = 0;
    uint32_t scope[MOST_SCOPE], n = 0;
    kf_reduced_table to;
    for (uint32_t i = 0; i < t->n; i++)
        if (i != place) scope[n++] = t->scope[i];
    if (!make_table(r, scope, n, &to)) return KERF_NO_MEMORY;
    for (uint64_t k = 0; k < t->n_entries; k++) {
        if (k / step % size_of(r, t->scope[place]) > 0) continue;
        to.cost[at] = t->cost[k];
        to.rest[at++] = t->rest[k];
    }
    to.units = t->units;
    *t = to;
    return KERF_OK;
}

/* -log of the sum over the values at a place, where that value is the first: to an entry of `rest`.
 * given: what is taken off. */
static void sum_values(const kf_shrunk *r, const kf_reduced_table *t, uint32_t place,
                       uint64_t first, kf_reduced_table *rest, uint64_t to, kf_reduced_table *given)
{
    uint64_t step = stride_of(r, t, place), best = first;
    uint32_t n = size_of(r, t->scope[place]), v = t->scope[place];
    double sum = 0;
    for (uint32_t x = 0; x < n; x++) {
        uint64_t k = first + x * step;
        add_costs(&given->cost[k], &given->rest[k], &t->cost[k], &t->rest[k], 1);
        add_costs(&given->cost[k], &given->rest[k], &r->unary[v][x], &r->unary_rest[v][x], 1);
        if (given->cost[k] < given->cost[best]) best = k;
    }
    double least = given->cost[best], off = given->rest[best];
    rest->cost[to] = least;
    for (uint32_t x = 0; x < n && isfinite(least); x++) {
        uint64_t k = first + x * step;
        sum += exp((least - given->cost[k]) + (off - given->rest[k]));
    }
    if (isfinite(least)) kf_add_exactly(&rest->cost[to], &rest->rest[to], -log(sum));
    rest->rest[to] += off;
    for (uint32_t x = 0; x < n; x++) {
        double *cost = &given->cost[first + x * step], *its = &given->rest[first + x * step];
        if (isinf(least)) *cost = x ? INFINITY : 0;
        if (isinf(*cost) || isinf(least)) continue;
        kf_add_exactly(cost, its, -rest->cost[to]);
        *its -= rest->rest[to];
        if (*cost + *its <= 0) *cost = *its = 0;
        *cost = fmax(*cost, 0);
    }
}

static kerf_status sum_out(kf_shrunk *r, const kf_reduced_table *t, uint32_t place,
                           kf_reduced_table *rest, kf_reduced_table *given)
{
    uint64_t step = stride_of(r, t, place), at = 0;
    uint32_t scope[MOST_SCOPE], n = 0, v = t->scope[place];
    for (uint32_t i = 0; i < t->n; i++)
        if (i != place) scope[n++] = t->scope[i];
    if (!make_table(r, scope, n, rest) || !make_table(r, t->scope, t->n, given))
        return KERF_NO_MEMORY;
    for (uint64_t k = 0; k < t->n_entries; k++)
        if (k / step % size_of(r, v) == 0) sum_values(r, t, place, k, rest, at++, given);
    rest->units = t->units + r->units[v] + 3 * size_of(r, v) + 8;
    given->units = rest->units + t->units + r->units[v] + 1;
    return KERF_OK;
}

static kerf_status try_leaf(kf_shrunk *r, uint32_t v, bool *some)
{
    uint32_t table = (uint32_t)r->only[v];
    const kf_reduced_table t = r->tables.at[table];
    kf_reduced_table rest, given;
    bool fewer = false;
    double off;
    KF_TRY(sum_out(r, &t, place_of(&t, v), &rest, &given));
    for (uint32_t i = rest.n; i-- > 0;) {
        if (!is_independent(r, &rest, i, &off)) continue;
        KF_TRY(drop_place(r, &rest, i));
        r->off += off;
        fewer = true;
    }
    if (!fewer) return KERF_OK;
    *some = true;
    drop_table(r, table);
    KF_TRY(add_gone(r, v, &given));
    return add_table(r, &rest);
}

static kerf_status drop_leaves(kf_shrunk *r, bool *some)
{
    for (uint32_t v = (uint32_t)r->net->size.n; v-- > 0;) {
        if (!is_there(r, v) || r->uses[v] != 1) continue;
        uint64_t entries = r->tables.at[r->only[v]].n_entries;
        if (!kf_patience_spend(&r->patience, 8 * entries)) break;
        KF_TRY(try_leaf(r, v, some));
    }
    return KERF_OK;
}

/* ---- All of it ---- */

static double *copy_rest(kf_shrunk *r, const double *from, uint64_t n)
{
    return from ? kf_arena_copy(&r->arena, from, n, sizeof *from)
                : kf_arena_alloc(&r->arena, n, sizeof *from);
}

/* How wrong costs are that so many parts were added up in. */
static double units_of(const kf_shrunk *r, const double *cost, uint64_t n, uint32_t parts)
{
    return most_of(cost, n) * (r->slack + (r->net->exact ? 0 : parts + 1)) + 1;
}

static kerf_status open_variables(kf_shrunk *r)
{
    size_t n = r->net->size.n;
    r->unary = kf_arena_alloc(&r->arena, n, sizeof *r->unary);
    r->unary_rest = kf_arena_alloc(&r->arena, n, sizeof *r->unary_rest);
    r->units = kf_arena_alloc(&r->arena, n, sizeof *r->units);
    r->uses = kf_arena_alloc(&r->arena, n, sizeof *r->uses);
    r->only = kf_arena_alloc(&r->arena, n, sizeof *r->only);
    r->gone_at = kf_arena_alloc(&r->arena, n, sizeof *r->gone_at);
    if (!r->unary || !r->unary_rest || !r->units || !r->uses || !r->only || !r->gone_at)
        return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        const double *from = r->net->unary.at[v];
        r->gone_at[v] = UINT32_MAX;
        r->unary[v] = kf_arena_copy(&r->arena, from, size_of(r, v), sizeof *from);
        r->unary_rest[v] =
            copy_rest(r, r->net->exact ? r->net->unary_rest.at[v] : NULL, size_of(r, v));
        if (!r->unary[v] || !r->unary_rest[v]) return KERF_NO_MEMORY;
        r->units[v] = units_of(r, from, size_of(r, v), r->net->parts.at[v]);
    }
    return KERF_OK;
}

static kerf_status open_tables(kf_shrunk *r)
{
    for (size_t i = 0; i < r->net->tables.n; i++) {
        const kf_cost_table *from = &r->net->tables.at[i];
        kf_reduced_table t = { .n = from->n, .scope = from->scope, .n_entries = from->n_entries };
        assert(from->n <= MOST_SCOPE);
        t.cost = kf_arena_copy(&r->arena, from->cost, from->n_entries, sizeof *from->cost);
        t.rest = copy_rest(r, from->rest, from->n_entries);
        t.units = units_of(r, from->cost, from->n_entries, from->parts);
        if (!t.cost || !t.rest || !kf_vec_push(r->mem, &r->tables, t)) return KERF_NO_MEMORY;
        count_uses(r, (uint32_t)i, true);
    }
    return KERF_OK;
}

kerf_status kf_shrink(kf_shrunk *r, const kf_network *net, double slack, const kf_limits *limits,
                      kf_mem *mem)
{
    *r = (kf_shrunk){ .net = net, .mem = mem, .slack = slack };
    assert(net->rows.n == 0 && !net->infeasible);
    r->stop = kf_limits_stop(limits);
    r->patience = kf_patience_of(&r->stop);
    r->constant = net->constant;
    r->constant_rest = net->constant_rest;
    kf_arena_init(&r->arena, mem);
    KF_TRY(open_variables(r));
    KF_TRY(open_tables(r));
    for (bool some = true; some && !r->infeasible && !r->patience.over;) {
        some = false;
        KF_TRY(drop_all_values(r, &some));
        if (r->infeasible || r->patience.over) break;
        KF_TRY(join_equals(r, &some));
        KF_TRY(drop_leaves(r, &some));
    }
    return KERF_OK;
}

void kf_shrunk_close(kf_shrunk *r)
{
    kf_vec_free(r->mem, &r->tables);
    kf_vec_free(r->mem, &r->gone);
    kf_arena_free(&r->arena);
}
