/* order_fill.c -- orders of elimination, vertex by vertex by what each would add; see order.h.
 *
 * The graph is kept as it is after each elimination, the vertices in a heap by cost. After an
 * elimination the costs of its neighbours are new, and, where edges were added, those of their
 * neighbours. Vertices with very many neighbours cost too much to be chosen, and to be looked at:
 * those around them keep their costs. */
#include "solve/eliminate/order.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum { MOST_NEIGHBOURS = 64 };

typedef struct vertex {
    uint32_t *at; /* neighbours, ascending */
    uint32_t n, room;
    double cost;
    uint32_t place; /* in the heap; UINT32_MAX: eliminated */
} vertex;

typedef struct filling {
    const kf_graph *graph;
    kf_fill_options options;
    kf_random *random;
    kf_mem *mem;
    vertex *vertices;
    uint32_t *heap, n_heap;
    uint32_t *mark, marks; /* by vertex: marked if it equals `marks` */
    uint32_t *dirty, n_dirty;
    uint32_t *merged; /* room */
    uint64_t work, most_work;
    double most_bits; /* of a table */
} filling;

/* ---- The heap ---- */

static bool is_before(const filling *f, uint32_t v, uint32_t w)
{
    double a = f->vertices[v].cost, b = f->vertices[w].cost;
    return a < b || (a == b && v < w);
}

static void put(filling *f, uint32_t place, uint32_t v)
{
    assert(place <= f->n_heap && v < f->graph->n);
    f->heap[place] = v;
    f->vertices[v].place = place;
}

static void sift_up(filling *f, uint32_t place)
{
    uint32_t v = f->heap[place];
    for (; place > 0 && is_before(f, v, f->heap[(place - 1) / 2]); place = (place - 1) / 2)
        put(f, place, f->heap[(place - 1) / 2]);
    put(f, place, v);
}

static void sift_down(filling *f, uint32_t place)
{
    uint32_t v = f->heap[place];
    for (;;) {
        uint32_t child = 2 * place + 1;
        if (child >= f->n_heap) break;
        if (child + 1 < f->n_heap && is_before(f, f->heap[child + 1], f->heap[child])) child++;
        if (!is_before(f, f->heap[child], v)) break;
        put(f, place, f->heap[child]);
        place = child;
    }
    put(f, place, v);
}

static uint32_t take_first(filling *f)
{
    assert(f->n_heap > 0);
    uint32_t v = f->heap[0], last = f->heap[--f->n_heap];
    f->vertices[v].place = UINT32_MAX;
    if (f->n_heap > 0) {
        put(f, 0, last);
        sift_down(f, 0);
    }
    return v;
}

/* ---- Costs ---- */

static double bits_of(const filling *f, uint32_t v)
{
    const vertex *x = &f->vertices[v];
    double bits = f->graph->bits[v];
    for (uint32_t i = 0; i < x->n; i++) bits += f->graph->bits[x->at[i]];
    return bits;
}

static bool has_neighbour(const vertex *x, uint32_t w)
{
    uint32_t low = 0, high = x->n;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (x->at[mid] < w) low = mid + 1;
        else high = mid;
    }
    return low < x->n && x->at[low] == w;
}

static double edge_weight(const filling *f, uint32_t v, uint32_t w)
{
    if (f->options.by == KF_FILL_EDGES) return 1;
    return (double)f->graph->size[v] * f->graph->size[w];
}

/* Weight of the edges from u to those among the neighbours of x that follow it. */
static double present(filling *f, const vertex *x, uint32_t i)
{
    uint32_t u = x->at[i];
    const vertex *y = &f->vertices[u];
    double sum = 0;
    if (y->n > 8 * x->n) { /* many neighbours: ask for the few */
        f->work += 4 * (uint64_t)(x->n - i);
        for (uint32_t k = i + 1; k < x->n; k++)
            if (has_neighbour(y, x->at[k])) sum += edge_weight(f, u, x->at[k]);
        return sum;
    }
    f->work += y->n;
    for (uint32_t k = 0; k < y->n; k++)
        if (y->at[k] > u && f->mark[y->at[k]] == f->marks) sum += edge_weight(f, u, y->at[k]);
    return sum;
}

static double fill_of(filling *f, const vertex *x)
{
    double sum = 0;
    f->marks++;
    for (uint32_t i = 0; i < x->n; i++) f->mark[x->at[i]] = f->marks;
    for (uint32_t i = 0; i < x->n; i++) {
        for (uint32_t k = i + 1; k < x->n; k++) sum += edge_weight(f, x->at[i], x->at[k]);
        sum -= present(f, x, i);
    }
    f->work += (uint64_t)x->n * x->n / 2;
    return sum;
}

static double cost_of(filling *f, uint32_t v)
{
    const vertex *x = &f->vertices[v];
    if (x->n > MOST_NEIGHBOURS) return INFINITY;
    double bits = bits_of(f, v), cost = bits;
    f->work += x->n;
    if (bits > f->most_bits) return INFINITY;
    if (f->options.by != KF_FILL_TABLE) cost = fill_of(f, x) + bits / 1024; /* ties: the smaller */
    return f->options.noise > 0 ? cost * (1 + f->options.noise * kf_random_unit(f->random)) : cost;
}

static void refresh(filling *f, uint32_t v)
{
    vertex *x = &f->vertices[v];
    double before = x->cost;
    if (x->place == UINT32_MAX) return;
    x->cost = cost_of(f, v);
    if (x->cost < before) sift_up(f, x->place);
    else if (x->cost > before) sift_down(f, x->place);
}

/* ---- Elimination ---- */

static void touch(filling *f, uint32_t v)
{
    if (f->mark[v] == f->marks) return;
    f->mark[v] = f->marks;
    f->dirty[f->n_dirty++] = v;
}

/* The neighbours of u, and those of v, without both: how many. */
static uint32_t merge(filling *f, uint32_t u, uint32_t v)
{
    const vertex *x = &f->vertices[u], *y = &f->vertices[v];
    uint32_t n = 0, i = 0, k = 0;
    while (i < x->n || k < y->n) {
        uint32_t a = i < x->n ? x->at[i] : UINT32_MAX, b = k < y->n ? y->at[k] : UINT32_MAX;
        uint32_t w = a < b ? a : b;
        i += a == w;
        k += b == w;
        assert(n == 0 || f->merged[n - 1] < w); /* both ascend */
        if (w != u && w != v) f->merged[n++] = w;
    }
    assert(n < f->graph->n && n + 1 >= x->n); /* u loses v alone */
    f->work += n;
    return n;
}

static kerf_status join(filling *f, uint32_t u, uint32_t v, bool *added)
{
    vertex *x = &f->vertices[u];
    uint32_t n = merge(f, u, v);
    *added |= n > x->n - 1;
    if (n > x->room) {
        uint32_t room = n + n / 2;
        uint32_t *at = kf_mem_resize(f->mem, x->at, x->room, room, sizeof *at);
        if (!at) return KERF_NO_MEMORY;
        x->at = at;
        x->room = room;
    }
    memcpy(x->at, f->merged, n * sizeof *x->at);
    x->n = n;
    return KERF_OK;
}

static kerf_status eliminate(filling *f, uint32_t v)
{
    const vertex *x = &f->vertices[v];
    bool added = false;
    assert(x->place == UINT32_MAX); /* it has left the heap */
    for (uint32_t i = 0; i < x->n; i++) KF_TRY(join(f, x->at[i], v, &added));
    f->marks++;
    f->n_dirty = 0;
    for (uint32_t i = 0; i < x->n; i++) touch(f, x->at[i]);
    for (uint32_t i = 0; added && f->options.by != KF_FILL_TABLE && i < x->n; i++) {
        const vertex *y = &f->vertices[x->at[i]];
        for (uint32_t k = 0; y->n <= MOST_NEIGHBOURS && k < y->n; k++) touch(f, y->at[k]);
    }
    for (uint32_t i = 0; i < f->n_dirty; i++) refresh(f, f->dirty[i]);
    return KERF_OK;
}

static kerf_status run(filling *f, uint32_t *sequence)
{
    double entries = 0;
    kf_patience patience = kf_patience_of(f->options.stop);
    for (uint32_t v = 0; v < f->graph->n; v++) {
        f->vertices[v].cost = cost_of(f, v);
        put(f, f->n_heap, v);
        sift_up(f, f->n_heap++);
    }
    for (uint32_t i = 0; f->n_heap > 0; i++) {
        uint32_t v = take_first(f);
        sequence[i] = v;
        entries += exp2(bits_of(f, v));
        if (isinf(f->vertices[v].cost) || entries > f->options.limit) return KERF_LIMIT;
        uint64_t before = f->work;
        if (f->work > f->most_work) return KERF_LIMIT;
        KF_TRY(eliminate(f, v));
        if (!kf_patience_spend(&patience, f->work - before)) return KERF_LIMIT;
    }
    return KERF_OK;
}

/* ---- Beginning and end ---- */

static kerf_status copy_graph(filling *f)
{
    const kf_graph *g = f->graph;
    for (uint32_t v = 0; v < g->n; v++) {
        uint32_t n = kf_graph_degree(g, v);
        vertex *x = &f->vertices[v];
        x->at = kf_mem_alloc(f->mem, n, sizeof *x->at);
        if (!x->at) return KERF_NO_MEMORY;
        memcpy(x->at, g->neighbours + g->first[v], n * sizeof *x->at);
        x->n = x->room = n;
    }
    f->work += g->first[g->n];
    return KERF_OK;
}

static kerf_status fill(filling *f, kf_arena *arena, uint32_t *sequence)
{
    uint32_t n = f->graph->n;
    f->vertices = kf_arena_alloc(arena, n, sizeof *f->vertices);
    f->heap = kf_arena_alloc(arena, n, sizeof *f->heap);
    f->mark = kf_arena_alloc(arena, n, sizeof *f->mark);
    f->dirty = kf_arena_alloc(arena, n, sizeof *f->dirty);
    f->merged = kf_arena_alloc(arena, n, sizeof *f->merged);
    if (!f->vertices || !f->heap || !f->mark || !f->dirty || !f->merged) return KERF_NO_MEMORY;
    KF_TRY(copy_graph(f));
    return run(f, sequence);
}

kerf_status kf_order_fill(const kf_graph *g, kf_fill_options options, kf_random *random,
                          kf_mem *mem, uint32_t *sequence, uint64_t *work)
{
    filling f = { .graph = g,
                  .options = options,
                  .random = random,
                  .mem = mem,
                  .work = *work,
                  .most_work = options.work,
                  .most_bits = log2(options.limit) };
    kf_arena arena;
    assert(options.limit >= 0 && (options.noise <= 0 || random));
    kf_arena_init(&arena, mem);
    kerf_status st = fill(&f, &arena, sequence);
    assert(st != KERF_OK || f.n_heap == 0); /* every vertex has its turn */
    for (uint32_t v = 0; f.vertices && v < g->n; v++)
        kf_mem_free(mem, f.vertices[v].at, f.vertices[v].room, sizeof(uint32_t));
    *work = f.work;
    kf_arena_free(&arena);
    return st;
}
