/* count_state.c -- variables that have a value, what follows from it, and the way back.
 *
 * A table is looked at when one of its variables got a value or lost one. Where it no longer
 * depends on its variables it is paid and gone. A value without any entry that is allowed goes; a
 * variable with one value left has it. All of that follows from the tables that are left, which is
 * why a component is known by its variables and by what is left of its tables. */
#include "solve/eliminate/count_searching.h"

#include "base/check.h"
#include "solve/eliminate/wide.h"

#include <math.h>

/* ---- Numbers ---- */

static kf_scaled scaled(double m, int64_t e, double units)
{
    int more = 0;
    if (m == 0) return (kf_scaled){ 0, 0, 0 };
    m = frexp(m, &more);
    return (kf_scaled){ m, e + more, units };
}

kf_scaled kf_scaled_exp(kf_neumaier cost, double units)
{
    kf_wide x = kf_wide_exp(cost.sum, cost.rest);
    return (kf_scaled){ x.m, (int64_t)x.power, units + cost.sum * 0x1p-40 + 4 };
}

kf_scaled kf_scaled_mul(kf_scaled a, kf_scaled b)
{
    return scaled(a.m * b.m, a.e + b.e, a.units + b.units + 1);
}

kf_scaled kf_scaled_add(kf_scaled a, kf_scaled b)
{
    enum { FAR = 1000 };
    if (a.m == 0) return b;
    if (b.m == 0) return a;
    double units = fmax(a.units, b.units) + 1;
    if (a.e < b.e) return kf_scaled_add(b, a);
    double less = a.e - b.e > FAR ? 0 : ldexp(b.m, (int)(b.e - a.e));
    return scaled(a.m + less, a.e, units);
}

/* ---- Beginning and end ---- */

static kerf_status open_tables(kf_count_state *s)
{
    const kf_network *net = s->net;
    for (uint32_t t = 0; t < s->n_tables; t++) {
        const kf_cost_table *table = &net->tables.at[t];
        uint64_t step = 1;
        s->stride[t] = kf_arena_alloc(&s->arena, table->n, sizeof(uint64_t));
        if (!s->stride[t]) return KERF_NO_MEMORY;
        for (uint32_t i = table->n; i-- > 0; step *= net->size.at[table->scope[i]]) {
            s->stride[t][i] = step;
            s->first[table->scope[i] + 1]++;
        }
        s->n_open[t] = table->n;
        for (uint64_t k = 0; k < table->n_entries && !s->hard[t]; k++)
            s->hard[t] = isinf(table->cost[k]);
    }
    for (uint32_t v = 0; v < s->n; v++) s->first[v + 1] += s->first[v];
    s->use = kf_arena_alloc(&s->arena, s->first[s->n], sizeof *s->use);
    s->use_stride = kf_arena_alloc(&s->arena, s->first[s->n], sizeof *s->use_stride);
    uint32_t *at = kf_arena_copy(&s->arena, s->first, s->n, sizeof *at);
    if (!s->use || !s->use_stride || !at) return KERF_NO_MEMORY;
    for (uint32_t t = 0; t < s->n_tables; t++)
        for (uint32_t i = 0; i < net->tables.at[t].n; i++) {
            uint32_t k = at[net->tables.at[t].scope[i]]++;
            s->use[k] = t;
            s->use_stride[k] = s->stride[t][i];
        }
    return KERF_OK;
}

static kerf_status open_values(kf_count_state *s)
{
    for (uint32_t v = 0; v < s->n; v++) {
        uint32_t size = s->net->size.at[v];
        s->value[v] = KF_UNSET;
        s->alive[v] = kf_arena_alloc(&s->arena, size, 1);
        s->seen[v] = kf_arena_alloc(&s->arena, size, 1);
        if (!s->alive[v] || !s->seen[v]) return KERF_NO_MEMORY;
        for (uint32_t x = 0; x < size; x++) {
            s->alive[v][x] = isfinite(s->net->unary.at[v][x]) ? 1 : 0;
            s->n_alive[v] += s->alive[v][x];
        }
    }
    return KERF_OK;
}

static kerf_status open_arrays(kf_count_state *s)
{
    kf_arena *a = &s->arena;
    size_t n = s->n, tables = s->n_tables;
    s->first = kf_arena_alloc(a, n + 1, sizeof *s->first);
    s->stride = kf_arena_alloc(a, tables, sizeof *s->stride);
    s->hard = kf_arena_alloc(a, tables, sizeof *s->hard);
    s->value = kf_arena_alloc(a, n, sizeof *s->value);
    s->alive = kf_arena_alloc(a, n, sizeof *s->alive);
    s->seen = kf_arena_alloc(a, n, sizeof *s->seen);
    s->n_alive = kf_arena_alloc(a, n, sizeof *s->n_alive);
    s->offset = kf_arena_alloc(a, tables, sizeof *s->offset);
    s->n_open = kf_arena_alloc(a, tables, sizeof *s->n_open);
    s->gone = kf_arena_alloc(a, tables, sizeof *s->gone);
    s->queued = kf_arena_alloc(a, tables, sizeof *s->queued);
    bool all = s->first && s->stride && s->hard && s->value && s->alive && s->seen && s->n_alive;
    return all && s->offset && s->n_open && s->gone && s->queued ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_count_state_open(kf_count_state *s, const kf_network *net, double slack, kf_mem *mem)
{
    *s = (kf_count_state){ .net = net, .mem = mem, .slack = slack };
    s->n = (uint32_t)net->size.n;
    s->n_tables = (uint32_t)net->tables.n;
    kf_arena_init(&s->arena, mem);
    KF_TRY(open_arrays(s));
    KF_TRY(open_tables(s));
    return open_values(s);
}

void kf_count_state_close(kf_count_state *s)
{
    kf_vec_free(s->mem, &s->queue);
    kf_vec_free(s->mem, &s->trail);
    kf_arena_free(&s->arena);
}

/* ---- Steps ---- */

static bool note(kf_count_state *s, uint8_t kind, uint32_t a, uint32_t b)
{
    return kf_vec_push(s->mem, &s->trail, ((kf_undo){ kind, a, b }));
}

static void pay(kf_count_state *s, double cost, double rest, uint32_t parts)
{
    kf_neumaier_add(&s->cost, cost);
    kf_neumaier_add(&s->cost, rest);
    s->units += cost * (s->slack + (s->net->exact ? 0 : parts + 2)) + 1;
}

static bool queue_tables(kf_count_state *s, uint32_t v)
{
    for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
        uint32_t t = s->use[k];
        if (s->gone[t] || s->queued[t]) continue;
        if (!kf_vec_push(s->mem, &s->queue, t)) return false;
        s->queued[t] = true;
    }
    return true;
}

static kerf_status give_value(kf_count_state *s, uint32_t v, uint32_t x)
{
    assert(s->value[v] == KF_UNSET && s->alive[v][x]);
    if (!note(s, KF_UNDO_VALUE, v, x)) return KERF_NO_MEMORY;
    s->value[v] = x;
    for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
        s->offset[s->use[k]] += x * s->use_stride[k];
        s->n_open[s->use[k]]--;
    }
    double rest = s->net->exact ? s->net->unary_rest.at[v][x] : 0;
    pay(s, s->net->unary.at[v][x], rest, s->net->parts.at[v]);
    return queue_tables(s, v) ? KERF_OK : KERF_NO_MEMORY;
}

typedef struct looking { /* at what is left of a table */
    kf_count_state *s;
    const kf_cost_table *table;
    const uint64_t *stride;
    double cost, rest; /* of what is allowed, */
    bool differs;      /* which is not all the same */
    bool some, forbids;
} looking;

/* Is anything allowed? Values that are part of it are seen. */
static bool look(looking *l, uint32_t depth, uint64_t at)
{
    kf_count_state *s = l->s;
    while (depth < l->table->n && s->value[l->table->scope[depth]] != KF_UNSET) depth++;
    if (depth == l->table->n) {
        double cost = l->table->cost[at], rest = l->table->rest ? l->table->rest[at] : 0;
        s->work++;
        if (isinf(cost)) return !(l->forbids = true);
        l->differs |= l->some && (cost != l->cost || rest != l->rest);
        l->cost = cost;
        l->rest = rest;
        return l->some = true;
    }
    uint32_t v = l->table->scope[depth];
    bool some = false;
    for (uint32_t x = 0; x < s->net->size.at[v]; x++) {
        if (!s->alive[v][x] || !look(l, depth + 1, at + x * l->stride[depth])) continue;
        s->seen[v][x] = 1;
        some = true;
    }
    return some;
}

/* Values that were not seen go; all are unseen again. */
static kerf_status drop_values(kf_count_state *s, uint32_t v, bool *dead)
{
    uint32_t last = 0, before = s->n_alive[v];
    for (uint32_t x = 0; x < s->net->size.at[v]; x++) {
        bool seen = s->seen[v][x];
        s->seen[v][x] = 0;
        if (seen) last = x;
        if (seen || !s->alive[v][x]) continue;
        if (!note(s, KF_UNDO_ALIVE, v, x)) return KERF_NO_MEMORY;
        s->alive[v][x] = 0;
        s->n_alive[v]--;
    }
    *dead |= s->n_alive[v] == 0;
    if (*dead || s->n_alive[v] == before) return KERF_OK;
    if (s->n_alive[v] == 1) return give_value(s, v, last);
    return queue_tables(s, v) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status look_at(kf_count_state *s, uint32_t t, bool *dead)
{
    const kf_cost_table *table = &s->net->tables.at[t];
    looking l = { .s = s, .table = table, .stride = s->stride[t] };
    bool some = look(&l, 0, s->offset[t]);
    if (some && !l.differs && !l.forbids) {
        if (!note(s, KF_UNDO_TABLE, t, 0)) return KERF_NO_MEMORY;
        s->gone[t] = true;
        pay(s, l.cost, l.rest, table->parts);
    }
    *dead |= !some;
    for (uint32_t i = 0; i < table->n; i++) {
        uint32_t v = table->scope[i];
        if (s->value[v] == KF_UNSET && l.forbids) KF_TRY(drop_values(s, v, dead));
        else
            for (uint32_t x = 0; x < s->net->size.at[v]; x++) s->seen[v][x] = 0;
    }
    return KERF_OK;
}

static kerf_status look_at_all(kf_count_state *s, bool *dead)
{
    kerf_status st = KERF_OK;
    while (s->queue.n > 0) {
        uint32_t t = s->queue.at[--s->queue.n];
        s->queued[t] = false;
        if (st == KERF_OK && !*dead && !s->gone[t]) st = look_at(s, t, dead);
    }
    return st;
}

kerf_status kf_count_first(kf_count_state *s, bool *dead)
{
    *dead = false;
    for (uint32_t v = 0; v < s->n; v++) {
        *dead |= s->n_alive[v] == 0;
        for (uint32_t x = 0; s->n_alive[v] == 1 && x < s->net->size.at[v]; x++)
            if (s->alive[v][x]) KF_TRY(give_value(s, v, x));
        if (!queue_tables(s, v)) return KERF_NO_MEMORY;
    }
    return look_at_all(s, dead);
}

kerf_status kf_count_set(kf_count_state *s, uint32_t v, uint32_t x, bool *dead)
{
    *dead = false;
    s->cost = (kf_neumaier){ 0, 0 };
    s->units = 0;
    assert(v < s->n && s->queue.n == 0);
    KF_TRY(give_value(s, v, x));
    return look_at_all(s, dead);
}

void kf_count_undo(kf_count_state *s, size_t trail)
{
    while (s->trail.n > trail) {
        kf_undo u = s->trail.at[--s->trail.n];
        if (u.kind == KF_UNDO_TABLE) s->gone[u.a] = false;
        if (u.kind == KF_UNDO_ALIVE) s->alive[u.a][u.b] = 1, s->n_alive[u.a]++;
        if (u.kind != KF_UNDO_VALUE) continue;
        assert(s->value[u.a] == u.b);
        s->value[u.a] = KF_UNSET;
        for (uint32_t k = s->first[u.a]; k < s->first[u.a + 1]; k++) {
            s->offset[s->use[k]] -= u.b * s->use_stride[k];
            s->n_open[s->use[k]]++;
        }
    }
}
