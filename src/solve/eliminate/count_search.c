/* count_search.c -- sums over all assignments by search with a cache of components; see
 * count_search.h.
 *
 * A component is known by its variables, the values that are left to them, and its tables with the
 * values that others of their variables have. Keys are compared whole: no hash is trusted.
 *
 * Why exact: the sum of a component is that over the values of one of its variables, each times the
 * sums of the components that it leaves; these share no table. */
#include "solve/eliminate/count_search.h"

#include "base/check.h"
#include "solve/eliminate/count_searching.h"
#include "solve/eliminate/wide.h"

#include <math.h>
#include <stdlib.h>

static const double UNIT = 0x1p-53;
enum { MOST_VARIABLES = 5000, OFTEN = 1 << 16 };

typedef struct searching {
    kf_count_search *o;
    kf_mem *mem;
    kf_count_state state;
    kf_count_trace trace;
    KF_VEC(uint32_t) pool; /* variables of the components that are open, one after the other */
    KF_VEC(uint32_t) key;
    KF_VEC(kf_count_edge) pending; /* of the nodes that are open */
    KF_VEC(uint32_t) found;        /* nodes that the edges which are open lead to */
    uint32_t *stamp, *table_stamp, now, table_now;
    uint64_t asked; /* work at the last look at limits */
    bool over;
} searching;

static kerf_status solve(searching *s, uint32_t first, uint32_t last, uint32_t *node);

static bool is_over(searching *s)
{
    double work = (double)s->state.work;
    if (s->over) return true;
    if (s->state.work - s->asked < OFTEN) return false;
    s->asked = s->state.work;
    s->o->stopped = kf_limits_reached(s->o->limits);
    s->over = s->o->stopped || work > s->o->work || kf_count_trace_bytes(&s->trace) > s->o->bytes;
    return s->over;
}

/* ---- Keys ---- */

static bool add_to_key(searching *s, uint32_t x)
{
    return kf_vec_push(s->mem, &s->key, x);
}

/* A variable, and which of its values are left if not all are. */
static bool add_variable(searching *s, uint32_t v)
{
    const kf_count_state *c = &s->state;
    uint32_t size = c->net->size.at[v];
    if (c->n_alive[v] == size) return add_to_key(s, 2 * v);
    if (!add_to_key(s, 2 * v + 1)) return false;
    for (uint32_t x = 0; x < size; x += 32) {
        uint32_t bits = 0;
        for (uint32_t k = x; k < size && k < x + 32; k++)
            bits |= (uint32_t)c->alive[v][k] << (k - x);
        if (!add_to_key(s, bits)) return false;
    }
    return true;
}

/* Tables come in the order in which the variables, which ascend, name them. */
static kerf_status make_key(searching *s, uint32_t first, uint32_t last)
{
    const kf_count_state *c = &s->state;
    bool room = true;
    s->key.n = 0;
    s->table_now++;
    for (uint32_t i = first; room && i < last; i++) room = add_variable(s, s->pool.at[i]);
    room = room && add_to_key(s, KF_UNSET);
    for (uint32_t i = first; room && i < last; i++) {
        uint32_t v = s->pool.at[i];
        for (uint32_t k = c->first[v]; room && k < c->first[v + 1]; k++) {
            uint32_t t = c->use[k];
            if (c->gone[t] || s->table_stamp[t] == s->table_now) continue;
            s->table_stamp[t] = s->table_now;
            room = add_to_key(s, t) && add_to_key(s, (uint32_t)c->offset[t]);
        }
    }
    return room ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Components ---- */

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* All that tables tie to v, at the end of the pool. */
static kerf_status gather(searching *s, uint32_t v)
{
    const kf_count_state *c = &s->state;
    uint32_t begin = (uint32_t)s->pool.n;
    s->stamp[v] = s->now;
    if (!kf_vec_push(s->mem, &s->pool, v)) return KERF_NO_MEMORY;
    for (uint32_t i = begin; i < s->pool.n; i++) {
        uint32_t u = s->pool.at[i];
        for (uint32_t k = c->first[u]; k < c->first[u + 1]; k++) {
            const kf_cost_table *t = &c->net->tables.at[c->use[k]];
            if (c->gone[c->use[k]]) continue;
            for (uint32_t m = 0; m < t->n; m++) {
                uint32_t w = t->scope[m];
                if (c->value[w] != KF_UNSET || s->stamp[w] == s->now) continue;
                s->stamp[w] = s->now;
                if (!kf_vec_push(s->mem, &s->pool, w)) return KERF_NO_MEMORY;
            }
        }
    }
    if (s->pool.n - begin > 1)
        qsort(s->pool.at + begin, s->pool.n - begin, sizeof *s->pool.at, by_number);
    return KERF_OK;
}

/* The components that variables of one fall into: each is solved, and its sum a factor. */
static kerf_status solve_parts(searching *s, uint32_t first, uint32_t last, kf_scaled *weight)
{
    uint32_t begin = (uint32_t)s->pool.n, now = ++s->now, done = begin;
    for (uint32_t i = first; i < last; i++) {
        uint32_t v = s->pool.at[i];
        if (s->state.value[v] != KF_UNSET || s->stamp[v] == now) continue;
        KF_TRY(gather(s, v));
        if (!kf_vec_push(s->mem, &s->pool, KF_UNSET)) return KERF_NO_MEMORY; /* its end */
    }
    uint32_t end = (uint32_t)s->pool.n;
    while (done < end && weight->m != 0 && !s->over) {
        uint32_t stop = done, node;
        while (s->pool.at[stop] != KF_UNSET) stop++;
        KF_TRY(solve(s, done, stop, &node));
        if (s->over) break;
        if (!kf_vec_push(s->mem, &s->found, node)) return KERF_NO_MEMORY;
        *weight = kf_scaled_mul(*weight, s->trace.nodes.at[node].z);
        done = stop + 1;
    }
    s->pool.n = begin;
    return KERF_OK;
}

/* ---- Edges and nodes ---- */

/* What was set since, and the nodes that were found since. */
static kerf_status end_edge(searching *s, size_t trail, size_t found, kf_scaled weight)
{
    kf_count_trace *t = &s->trace;
    kf_count_edge e = { .first_set = (uint32_t)t->sets.n,
                        .first_child = (uint32_t)t->children.n,
                        .weight = weight };
    for (size_t i = trail; i < s->state.trail.n; i++) {
        const kf_undo *u = &s->state.trail.at[i];
        kf_count_set_item x = { u->a, u->b };
        if (u->kind == KF_UNDO_VALUE && !kf_vec_push(s->mem, &t->sets, x)) return KERF_NO_MEMORY;
    }
    for (size_t i = found; i < s->found.n; i++)
        if (!kf_vec_push(s->mem, &t->children, s->found.at[i])) return KERF_NO_MEMORY;
    if (t->sets.n > UINT32_MAX / 2 || t->children.n > UINT32_MAX / 2) return KERF_NO_MEMORY;
    e.n_sets = (uint32_t)t->sets.n - e.first_set;
    e.n_children = (uint32_t)t->children.n - e.first_child;
    return kf_vec_push(s->mem, &s->pending, e) ? KERF_OK : KERF_NO_MEMORY;
}

/* After the values are set: the rest of the component, and the edge. */
static kerf_status follow(searching *s, uint32_t first, uint32_t last, size_t trail)
{
    size_t found = s->found.n;
    kf_scaled weight = kf_scaled_exp(s->state.cost, s->state.units);
    KF_TRY(solve_parts(s, first, last, &weight));
    if (!s->over && weight.m != 0) KF_TRY(end_edge(s, trail, found, weight));
    s->found.n = found;
    return KERF_OK;
}

static kerf_status end_node(searching *s, size_t pending, uint32_t *node)
{
    kf_count_trace *t = &s->trace;
    kf_count_node x = { .first_edge = (uint32_t)t->edges.n };
    x.n_edges = (uint32_t)(s->pending.n - pending);
    for (size_t i = pending; i < s->pending.n; i++) {
        x.z = kf_scaled_add(x.z, s->pending.at[i].weight);
        if (!kf_vec_push(s->mem, &t->edges, s->pending.at[i])) return KERF_NO_MEMORY;
    }
    s->pending.n = pending;
    KF_TRY(kf_count_keep(t, x, s->key.at, (uint32_t)s->key.n));
    *node = (uint32_t)t->nodes.n - 1;
    return KERF_OK;
}

/* Tables that it is in; those with few variables left count more. */
static double ties_of(const searching *s, uint32_t v)
{
    const kf_count_state *c = &s->state;
    double sum = 0;
    for (uint32_t k = c->first[v]; k < c->first[v + 1]; k++)
        if (!c->gone[c->use[k]]) sum += ldexp(1, -(int)c->n_open[c->use[k]]);
    return sum;
}

/* The variable that would be eliminated last separates most; of several, that with the most
 * ties. */
static uint32_t choose(const searching *s, uint32_t first, uint32_t last)
{
    uint32_t best = KF_UNSET, latest = 0;
    double most = -1;
    for (uint32_t i = first; i < last; i++) {
        uint32_t v = s->pool.at[i], at = s->o->position[v];
        if (best != KF_UNSET && at < latest) continue;
        double ties = ties_of(s, v);
        if (best != KF_UNSET && at == latest && ties <= most) continue;
        best = v;
        latest = at;
        most = ties;
    }
    return best;
}

static kerf_status branch(searching *s, uint32_t first, uint32_t last)
{
    uint32_t v = choose(s, first, last);
    for (uint32_t x = 0; x < s->state.net->size.at[v]; x++) {
        size_t trail = s->state.trail.n;
        bool dead = false;
        if (!s->state.alive[v][x]) continue;
        kerf_status st = kf_count_set(&s->state, v, x, &dead);
        if (st == KERF_OK && !dead && !is_over(s)) st = follow(s, first, last, trail);
        kf_count_undo(&s->state, trail);
        KF_TRY(st);
        if (s->over) break;
    }
    return KERF_OK;
}

static kerf_status solve(searching *s, uint32_t first, uint32_t last, uint32_t *node)
{
    size_t pending = s->pending.n;
    assert(first < last);
    KF_TRY(make_key(s, first, last));
    *node = kf_count_find(&s->trace, s->key.at, (uint32_t)s->key.n);
    if (*node != KF_UNSET) {
        s->o->hits++;
        return KERF_OK;
    }
    KF_TRY(branch(s, first, last));
    if (s->over) return KERF_OK;
    KF_TRY(make_key(s, first, last)); /* again: others were made meanwhile */
    return end_node(s, pending, node);
}

/* ---- All of it ---- */

/* What holds from the beginning is an edge of its own. */
static kerf_status run(searching *s)
{
    uint32_t n = s->state.n, node;
    bool dead;
    KF_TRY(kf_count_first(&s->state, &dead));
    for (uint32_t v = 0; v < n; v++)
        if (!kf_vec_push(s->mem, &s->pool, v)) return KERF_NO_MEMORY;
    if (!dead) KF_TRY(follow(s, 0, n, 0));
    if (s->over) return KERF_OK;
    s->key.n = 0; /* no other has an empty one */
    return end_node(s, 0, &node);
}

static kerf_status conclude(searching *s)
{
    kf_count_search *o = s->o;
    const kf_scaled *z = &s->trace.nodes.at[s->trace.nodes.n - 1].z;
    double constant = o->net->constant;
    kf_neumaier log_z = { -constant, -o->net->constant_rest };
    o->done = true;
    o->nodes = s->trace.nodes.n;
    o->log_z = -INFINITY;
    if (z->m == 0) return KERF_OK;
    kf_wide_add_log(&log_z, (kf_wide){ z->m, (double)z->e }, 1);
    o->log_z = kf_neumaier_get(&log_z);
    o->log_z_rest = (log_z.sum - o->log_z) + log_z.rest;
    double relative = z->units * UNIT, sizes = fabs((double)z->e) + fabs(constant);
    double added = (fabs(constant) * o->slack + 0x1p-40 * sizes + 4) * UNIT;
    o->error = relative < 0.01 ? 1.01 * relative + added : INFINITY;
    return o->belief ? kf_count_spread(&s->trace, o->net, o->belief, o->units) : KERF_OK;
}

static kerf_status open_search(searching *s)
{
    KF_TRY(kf_count_state_open(&s->state, s->o->net, s->o->slack, s->mem));
    s->stamp = kf_arena_alloc(&s->state.arena, s->state.n, sizeof *s->stamp);
    s->table_stamp = kf_arena_alloc(&s->state.arena, s->state.n_tables, sizeof *s->table_stamp);
    return s->stamp && s->table_stamp ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_count_by_search(kf_count_search *o, kf_mem *mem)
{
    searching s = { .o = o, .mem = mem, .trace.mem = mem };
    assert(o->net->rows.n == 0 && !o->net->infeasible && o->limits);
    o->done = o->stopped = false;
    o->nodes = o->hits = 0;
    if (o->net->size.n > MOST_VARIABLES) return KERF_OK;
    for (size_t t = 0; t < o->net->tables.n; t++)
        if (o->net->tables.at[t].n_entries > UINT32_MAX) return KERF_OK;
    kerf_status st = open_search(&s);
    if (st == KERF_OK) st = run(&s);
    if (st == KERF_OK && !s.over) st = conclude(&s);
    o->worked = (double)s.state.work;
    kf_count_trace_close(&s.trace);
    kf_vec_free(mem, &s.pool);
    kf_vec_free(mem, &s.key);
    kf_vec_free(mem, &s.pending);
    kf_vec_free(mem, &s.found);
    kf_count_state_close(&s.state);
    return st;
}
