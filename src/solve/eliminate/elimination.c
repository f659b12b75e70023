/* elimination.c -- network, order and forecast of an elimination; see elimination.h.
 *
 * Constraints whose table is too large become chains along a sweep over the variables. Messages are
 * worked off in post-order, children that hold the most beyond what they leave first: no other
 * post-order holds less at once (Liu, "On the storage requirement in the out-of-core multifrontal
 * method", 1986). */
#include "solve/eliminate/elimination.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>

enum { TABLE = 4096, VALUES = 1024 };

/* ---- Network and order ---- */

/* Along which order sums run. */
static kerf_status find_positions(kf_elimination *e, uint32_t *position)
{
    uint32_t n = e->graph.n, far, *sequence = kf_arena_alloc(&e->arena, n, sizeof *sequence);
    uint64_t work = 0;
    if (!sequence) return KERF_NO_MEMORY;
    KF_TRY(kf_graph_far(&e->graph, 0, e->mem, &far));
    KF_TRY(kf_order_frontier(&e->graph, far, INFINITY, e->mem, sequence, &work));
    for (uint32_t i = 0; i < n; i++) position[sequence[i]] = i;
    return KERF_OK;
}

static kerf_status chain_rows(kf_elimination *e, const kf_limits *limits)
{
    uint32_t *position = kf_arena_alloc(&e->arena, e->net.size.n, sizeof *position);
    if (!position) return KERF_NO_MEMORY;
    KF_TRY(kf_graph_make(&e->graph, &e->net, &e->stop, &e->arena));
    KF_TRY(find_positions(e, position));
    return kf_network_chain(&e->net, position, limits);
}

/* KERF_LIMIT: sums have too many states, or time is up; KERF_INTERRUPTED: that, too. */
static kerf_status make_network(kf_elimination *e, const kf_elimination_limits *l)
{
    kf_network_limits limits = { TABLE, VALUES, l->variables, &e->stop, false, l->exact };
    KF_TRY(kf_network_open(&e->net, e->component, limits, e->mem));
    e->opened = true;
    if (e->net.rows.n > 0 && !e->net.infeasible) KF_TRY(chain_rows(e, l->limits));
    return KERF_OK;
}

static kerf_status find_order(kf_elimination *e, const kf_elimination_limits *l)
{
    kf_random random = { l->seed };
    KF_TRY(kf_graph_make(&e->graph, &e->net, &e->stop, &e->arena));
    e->order.sequence = kf_arena_alloc(&e->arena, e->graph.n, sizeof(uint32_t));
    if (!e->order.sequence) return KERF_NO_MEMORY;
    kf_order_limits limits = { l->entries, l->work, l->few, l->most, l->limits, l->skip };
    KF_TRY(kf_order_search(&e->graph, limits, &random, e->mem, &e->order));
    e->entries = e->order.entries;
    if (isinf(e->entries)) return KERF_LIMIT;
    return kf_order_tree_open(&e->tree, &e->graph, e->order.sequence, INFINITY, e->mem);
}

/* ---- Turns and bytes ---- */

typedef struct child {
    uint32_t position;
    double message, peak; /* bytes that it leaves, and holds at once before */
} child;

typedef struct planning {
    kf_elimination *e;
    uint32_t *first; /* children of position i: from first[i] up to first[i + 1] */
    child *children;
    double *message, *peak; /* by position */
} planning;

static double message_entries(const kf_elimination *e, uint32_t i)
{
    double entries = 1;
    for (uint64_t k = e->tree.first[i]; k < e->tree.first[i + 1]; k++)
        entries *= e->graph.size[e->tree.scope.at[k]];
    return entries;
}

static int by_excess(const void *a, const void *b)
{
    const child *x = a, *y = b;
    double more = (y->peak - y->message) - (x->peak - x->message);
    if (more != 0) return more > 0 ? 1 : -1;
    return (x->position > y->position) - (x->position < y->position);
}

static void plan_position(planning *p, uint32_t i, uint32_t *filled)
{
    uint32_t n = filled[i];
    child *c = p->children + p->first[i];
    double held = 0, peak = 0;
    if (n > 1) qsort(c, n, sizeof *c, by_excess);
    for (uint32_t k = 0; k < n; k++) {
        peak = fmax(peak, held + c[k].peak);
        held += c[k].message;
    }
    p->message[i] = 8 * message_entries(p->e, i);
    p->peak[i] = fmax(peak, held + p->message[i]);
    uint32_t parent = p->e->tree.parent[i];
    if (parent == UINT32_MAX) return;
    p->children[p->first[parent] + filled[parent]++] = (child){ i, p->message[i], p->peak[i] };
}

/* Children in their order, then the position itself. `stack` and `next` are room. */
static void set_turns(const planning *p, uint32_t root, uint32_t *stack, uint32_t *next,
                      uint32_t *n)
{
    uint32_t depth = 0;
    stack[depth++] = root;
    while (depth > 0) {
        uint32_t i = stack[depth - 1];
        if (p->first[i] + next[i] < p->first[i + 1])
            stack[depth++] = p->children[p->first[i] + next[i]++].position;
        else p->e->turn[(*n)++] = stack[--depth];
    }
}

static void count_children(const kf_order_tree *t, uint32_t *first)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->parent[i] != UINT32_MAX) first[t->parent[i] + 1]++;
    for (uint32_t i = 0; i < t->n; i++) first[i + 1] += first[i];
}

/* All messages, and those that go back to the children of one position. */
static double kept_bytes(const planning *p)
{
    const kf_order_tree *t = &p->e->tree;
    double all = 0, most = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        double back = 0;
        all += p->message[i];
        for (uint32_t k = p->first[i]; k < p->first[i + 1]; k++) back += p->children[k].message;
        most = fmax(most, back);
    }
    return all + most;
}

static void plan_all(planning *p, bool keep, uint32_t *room, uint32_t *stack)
{
    kf_elimination *e = p->e;
    uint32_t n = e->tree.n, done = 0;
    double choices = 0, peak = 0;
    count_children(&e->tree, p->first);
    for (uint32_t i = 0; i < n; i++) {
        plan_position(p, i, room);
        if (!keep)
            choices += kf_choices_bytes(e->graph.size[e->order.sequence[i]], p->message[i] / 8);
        if (e->tree.parent[i] == UINT32_MAX) peak = fmax(peak, p->peak[i]);
    }
    for (uint32_t i = 0; i < n; i++) room[i] = 0;
    for (uint32_t i = 0; i < n; i++)
        if (e->tree.parent[i] == UINT32_MAX) set_turns(p, i, stack, room, &done);
    assert(done == n);
    e->bytes = keep ? kept_bytes(p) : choices + peak;
}

static kerf_status plan(kf_elimination *e, bool keep)
{
    uint32_t n = e->tree.n;
    planning p = { .e = e };
    kf_arena arena;
    kf_arena_init(&arena, e->mem);
    p.first = kf_arena_alloc(&arena, (size_t)n + 1, sizeof *p.first);
    p.children = kf_arena_alloc(&arena, n, sizeof *p.children);
    p.message = kf_arena_alloc(&arena, n, sizeof *p.message);
    p.peak = kf_arena_alloc(&arena, n, sizeof *p.peak);
    uint32_t *room = kf_arena_alloc(&arena, n, sizeof *room);
    uint32_t *stack = kf_arena_alloc(&arena, n, sizeof *stack);
    e->turn = kf_arena_alloc(&e->arena, n, sizeof *e->turn);
    bool there = p.first && p.children && p.message && p.peak && room && stack && e->turn;
    if (there) plan_all(&p, keep, room, stack);
    kf_arena_free(&arena);
    return there ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Beginning and end ---- */

static kerf_status prepare(kf_elimination *e, const kf_elimination_limits *l)
{
    if (!e->opened) KF_TRY(make_network(e, l));
    if (e->net.infeasible) {
        e->entries = e->bytes = 0; /* nothing is to be done */
        return KERF_OK;
    }
    KF_TRY(find_order(e, l));
    KF_TRY(plan(e, l->keep));
    return e->bytes <= l->bytes ? KERF_OK : KERF_LIMIT;
}

static kerf_status open(kf_elimination *e, kf_elimination_limits l)
{
    kf_arena_init(&e->arena, e->mem);
    if (l.limits) e->stop = kf_limits_stop(l.limits);
    kerf_status st = prepare(e, &l);
    e->fits = st == KERF_OK;
    if (st != KERF_OK && st != KERF_LIMIT && st != KERF_INTERRUPTED) {
        kf_elimination_close(e);
        return st;
    }
    if (e->fits) KF_CHECK(kf_elimination_check(e));
    return KERF_OK;
}

kerf_status kf_elimination_open(kf_elimination *e, const kf_component *p, kf_elimination_limits l,
                                kf_mem *mem)
{
    *e = (kf_elimination){ .component = p, .mem = mem, .entries = INFINITY, .bytes = INFINITY };
    return open(e, l);
}

kerf_status kf_elimination_open_network(kf_elimination *e, const kf_component *p,
                                        const kf_network *net, kf_elimination_limits l, kf_mem *mem)
{
    *e = (kf_elimination){ .component = p, .mem = mem, .entries = INFINITY, .bytes = INFINITY };
    e->net = *net;
    e->opened = true;
    return open(e, l);
}

void kf_elimination_close(kf_elimination *e)
{
    kf_order_tree_close(&e->tree);
    if (e->opened) kf_network_close(&e->net);
    e->opened = false;
    kf_arena_free(&e->arena);
}

#ifndef NDEBUG
void kf_elimination_check(const kf_elimination *e)
{
    if (e->net.infeasible) return;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < e->tree.n; k++) {
        uint32_t i = e->turn[k];
        assert(i < e->tree.n && (e->tree.parent[i] > i));
        sum += i;
    }
    assert(e->tree.n == 0 || sum == (uint64_t)e->tree.n * (e->tree.n - 1) / 2);
}
#endif
