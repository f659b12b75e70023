/* net.c -- a graph of scored pairs whose nodes merge; see net.h. */
#include "solve/clustering/net.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Life ---- */

kerf_status kf_net_open(kf_net *g, kf_mem *mem, uint32_t n, size_t edges)
{
    *g = (kf_net){ .n = n, .alive = n, .mem = mem };
    g->size = kf_mem_alloc(mem, n, sizeof *g->size);
    g->charge = kf_mem_calloc(mem, n, sizeof *g->charge);
    g->into = kf_mem_alloc(mem, n, sizeof *g->into);
    g->origin = kf_mem_alloc(mem, n, sizeof *g->origin);
    g->start = kf_mem_calloc(mem, n, sizeof *g->start);
    g->degree = kf_mem_calloc(mem, n, sizeof *g->degree);
    g->room = kf_mem_calloc(mem, n, sizeof *g->room);
    bool made = g->size && g->charge && g->into && g->origin && g->start && g->degree && g->room;
    if (!made || !kf_vec_reserve(mem, &g->pool, edges)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        g->size[i] = 1;
        g->into[i] = g->origin[i] = i;
    }
    return KERF_OK;
}

void kf_net_free(kf_net *g)
{
    kf_mem_free(g->mem, g->size, g->n, sizeof *g->size);
    kf_mem_free(g->mem, g->charge, g->n, sizeof *g->charge);
    kf_mem_free(g->mem, g->into, g->n, sizeof *g->into);
    kf_mem_free(g->mem, g->origin, g->n, sizeof *g->origin);
    kf_mem_free(g->mem, g->start, g->n, sizeof *g->start);
    kf_mem_free(g->mem, g->degree, g->n, sizeof *g->degree);
    kf_mem_free(g->mem, g->room, g->n, sizeof *g->room);
    kf_vec_free(g->mem, &g->pool);
    kf_vec_free(g->mem, &g->merged);
}

void kf_net_begin_node(kf_net *g, uint32_t node)
{
    g->start[node] = g->pool.n;
}

void kf_net_add_edge(kf_net *g, uint32_t node, uint32_t to, double excess)
{
    assert(g->pool.n < g->pool.cap && node != to && to < g->n);
    g->pool.at[g->pool.n++] = (kf_edge){ to, excess };
    g->degree[node]++;
}

static int by_neighbour(const void *a, const void *b)
{
    uint32_t x = ((const kf_edge *)a)->to, y = ((const kf_edge *)b)->to;
    return (x > y) - (x < y);
}

static bool is_sorted(const kf_edge *e, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (e[i - 1].to > e[i].to) return false;
    return true;
}

void kf_net_close(kf_net *g)
{
    for (uint32_t i = 0; i < g->n; i++) {
        kf_edge *e = g->pool.at + g->start[i];
        if (!is_sorted(e, g->degree[i])) qsort(e, g->degree[i], sizeof *e, by_neighbour);
        g->room[i] = g->degree[i];
    }
    KF_CHECK(kf_net_check(g));
}

/* ---- Merging ---- */

static uint32_t place_of(const kf_edge *e, uint32_t n, uint32_t to)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (e[mid].to < to) low = mid + 1;
        else high = mid;
    }
    return low;
}

/* What x was to b it now is to a. */
static void rename_edge(kf_net *g, uint32_t x, uint32_t b, uint32_t a)
{
    kf_edge *e = g->pool.at + g->start[x];
    uint32_t n = g->degree[x], from = place_of(e, n, b), to = place_of(e, n, a);
    double excess = e[from].excess;
    assert(from < n && e[from].to == b);
    if (to < n && e[to].to == a) {
        e[to].excess += excess;
        memmove(e + from, e + from + 1, (n - from - 1) * sizeof *e);
        g->degree[x]--;
        return;
    }
    if (to > from) memmove(e + from, e + from + 1, (--to - from) * sizeof *e);
    else memmove(e + to + 1, e + to, (from - to) * sizeof *e);
    e[to] = (kf_edge){ a, excess };
}

/* The edges of both, but for those between them, into `merged`. */
static void merge_edges(kf_net *g, uint32_t a, uint32_t b)
{
    const kf_edge *x = kf_net_edges(g, a), *y = kf_net_edges(g, b);
    const kf_edge *x_end = x + g->degree[a], *y_end = y + g->degree[b];
    kf_edge *to = g->merged.at;
    while (x < x_end || y < y_end) {
        bool first = y == y_end || (x < x_end && x->to <= y->to);
        bool both = first && x < x_end && y < y_end && x->to == y->to;
        kf_edge e = first ? *x : *y;
        if (both) e.excess += y->excess;
        x += first;
        y += !first || both;
        if (e.to != a && e.to != b) *to++ = e;
    }
    g->merged.n = (size_t)(to - g->merged.at);
}

static kerf_status place_edges(kf_net *g, uint32_t node)
{
    size_t n = g->merged.n;
    if (n > g->room[node]) {
        size_t room = n + n / 2 + 4;
        if (!kf_vec_reserve(g->mem, &g->pool, room)) return KERF_NO_MEMORY;
        g->start[node] = g->pool.n;
        g->room[node] = (uint32_t)room;
        g->pool.n += room;
    }
    if (n > 0) memcpy(g->pool.at + g->start[node], g->merged.at, n * sizeof(kf_edge));
    g->degree[node] = (uint32_t)n;
    return KERF_OK;
}

kerf_status kf_net_merge(kf_net *g, uint32_t a, uint32_t b, uint32_t *kept)
{
    assert(a != b && kf_net_is_alive(g, a) && kf_net_is_alive(g, b));
    if (g->degree[a] < g->degree[b]) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    g->merged.n = 0;
    if (!kf_vec_reserve(g->mem, &g->merged, (size_t)g->degree[a] + g->degree[b]))
        return KERF_NO_MEMORY;
    merge_edges(g, a, b);
    for (uint32_t i = 0; i < g->degree[b]; i++) {
        uint32_t x = kf_net_edges(g, b)[i].to;
        if (x != a) rename_edge(g, x, b, a);
    }
    KF_TRY(place_edges(g, a));
    g->degree[b] = 0;
    g->into[b] = a;
    g->size[a] += g->size[b];
    g->charge[a] = 0;
    g->alive--;
    *kept = a;
    return KERF_OK;
}

kerf_status kf_nets_merge(kf_net *g, kf_net *other, uint32_t a, uint32_t b, uint32_t *kept)
{
    uint32_t there;
    KF_TRY(kf_net_merge(g, a, b, kept));
    if (other == g) return KERF_OK;
    KF_TRY(kf_net_merge(other, a, b, &there));
    assert(there == *kept && other->degree[there] == g->degree[there]);
    return KERF_OK;
}

/* ---- Parts ---- */

kerf_status kf_net_part(const kf_net *g, const uint32_t *nodes, uint32_t n, uint32_t *index,
                        kf_net *out)
{
    size_t edges = 0;
    for (uint32_t i = 0; i < n; i++) {
        assert(kf_net_is_alive(g, nodes[i]));
        edges += g->degree[nodes[i]];
    }
    KF_TRY(kf_net_open(out, g->mem, n, edges));
    for (uint32_t i = 0; i < n; i++) index[nodes[i]] = i;
    out->unlisted = g->unlisted;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = nodes[i];
        const kf_edge *e = kf_net_edges(g, node);
        out->size[i] = g->size[node];
        out->charge[i] = g->charge[node];
        out->origin[i] = g->origin[node];
        kf_net_begin_node(out, i);
        for (uint32_t k = 0; k < g->degree[node]; k++)
            if (index[e[k].to] != KF_MERGED) kf_net_add_edge(out, i, index[e[k].to], e[k].excess);
    }
    for (uint32_t i = 0; i < n; i++) index[nodes[i]] = KF_MERGED;
    kf_net_close(out);
    return KERF_OK;
}

uint32_t kf_net_components(const kf_net *g, uint32_t *component, uint32_t *room)
{
    uint32_t count = 0, *stack = room;
    for (uint32_t i = 0; i < g->n; i++) component[i] = KF_MERGED;
    for (uint32_t i = 0; i < g->n; i++) {
        if (!kf_net_is_alive(g, i) || component[i] != KF_MERGED) continue;
        uint32_t n = 0;
        component[i] = count;
        stack[n++] = i;
        while (n > 0) {
            uint32_t node = stack[--n];
            const kf_edge *e = kf_net_edges(g, node);
            for (uint32_t k = 0; k < g->degree[node]; k++) {
                if (component[e[k].to] != KF_MERGED || !(kf_net_score(g, node, &e[k]) > 0))
                    continue;
                component[e[k].to] = count;
                stack[n++] = e[k].to;
            }
        }
        count++;
    }
    return count;
}

double kf_net_value(const kf_net *g, const uint32_t *label, double *size, uint32_t *count)
{
    double value = 0, squares = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        size[i] = 0;
        count[i] = 0;
    }
    for (uint32_t i = 0; i < g->n; i++) {
        if (!kf_net_is_alive(g, i)) continue;
        const kf_edge *e = kf_net_edges(g, i);
        for (uint32_t k = 0; k < g->degree[i]; k++)
            if (e[k].to > i && label[e[k].to] == label[i]) value += e[k].excess;
        squares -= g->size[i] * g->size[i];
        size[label[i]] += g->size[i];
        count[label[i]]++;
    }
    for (uint32_t i = 0; i < g->n; i++) squares += size[i] * size[i];
    for (uint32_t i = 0; i < g->n; i++)
        if (kf_net_is_alive(g, i) && count[label[i]] > 1) value -= g->charge[i];
    return value - g->unlisted * squares / 2;
}

void kf_net_check(const kf_net *g)
{
#ifndef NDEBUG
    uint32_t alive = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        const kf_edge *e = kf_net_edges(g, i);
        if (!kf_net_is_alive(g, i)) continue;
        alive++;
        assert(g->size[i] >= 1 && g->charge[i] >= 0 && g->degree[i] <= g->room[i]);
        for (uint32_t k = 0; k < g->degree[i]; k++) {
            assert(k == 0 || e[k - 1].to < e[k].to);
            assert(e[k].to < g->n && e[k].to != i && kf_net_is_alive(g, e[k].to));
            const kf_edge *back = kf_net_edges(g, e[k].to);
            uint32_t at = place_of(back, g->degree[e[k].to], i);
            assert(at < g->degree[e[k].to] && back[at].to == i);
        }
    }
    assert(alive == g->alive);
#else
    (void)g;
#endif
}
