/* greedy_joins.c -- a first clustering: the two clusters join that gain most by it, and so on.
 *
 * Greedy additive contraction of a copy of the net. Of the charges of both only half counts at
 * first: three nodes may be worth a cluster where no two are. */
#include "base/check.h"
#include "solve/clustering/contract.h"

#include <math.h>

typedef struct join {
    double gain;
    uint32_t a, b;
} join;

typedef struct heap {
    KF_VEC(join) at;
} heap;

static bool is_before(const join *x, const join *y)
{
    if (x->gain != y->gain) return x->gain > y->gain;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

static bool push(heap *h, kf_mem *mem, join j)
{
    if (!kf_vec_reserve(mem, &h->at, 1)) return false;
    size_t i = h->at.n++;
    for (; i > 0 && is_before(&j, &h->at.at[(i - 1) / 2]); i = (i - 1) / 2)
        h->at.at[i] = h->at.at[(i - 1) / 2];
    h->at.at[i] = j;
    return true;
}

static join pop(heap *h)
{
    join first = h->at.at[0], last = h->at.at[--h->at.n];
    size_t i = 0, n = h->at.n;
    while (2 * i + 1 < n) {
        size_t k = 2 * i + 1;
        if (k + 1 < n && is_before(&h->at.at[k + 1], &h->at.at[k])) k++;
        if (!is_before(&h->at.at[k], &last)) break;
        h->at.at[i] = h->at.at[k];
        i = k;
    }
    if (n > 0) h->at.at[i] = last;
    return first;
}

static double gain_of(const kf_net *g, uint32_t node, const kf_edge *e)
{
    return kf_net_score(g, node, e) - (g->charge[node] + g->charge[e->to]) / 2;
}

/* Edges of a node that gain; after: only those to nodes after it. */
static bool push_edges(heap *h, const kf_net *g, uint32_t node, bool after)
{
    const kf_edge *e = kf_net_edges(g, node);
    for (uint32_t i = 0; i < g->degree[node]; i++) {
        double gain = gain_of(g, node, &e[i]);
        if (!(gain > 0) || (after && e[i].to < node)) continue;
        uint32_t a = node < e[i].to ? node : e[i].to, b = node < e[i].to ? e[i].to : node;
        if (!push(h, g->mem, (join){ gain, a, b })) return false;
    }
    return true;
}

/* Do both still stand as when the join was noted? */
static bool is_current(const kf_net *g, const join *j)
{
    if (!kf_net_is_alive(g, j->a) || !kf_net_is_alive(g, j->b)) return false;
    const kf_edge *e = kf_net_edges(g, j->a);
    uint32_t low = 0, high = g->degree[j->a];
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (e[mid].to < j->b) low = mid + 1;
        else high = mid;
    }
    return low < g->degree[j->a] && e[low].to == j->b && gain_of(g, j->a, &e[low]) == j->gain;
}

static kerf_status join_all(kf_net *g, heap *h, const kf_limits *limits)
{
    enum { ASK_EVERY = 4096 };
    for (uint32_t i = 0; i < g->n; i++)
        if (!push_edges(h, g, i, true)) return KERF_NO_MEMORY;
    for (uint64_t steps = 1; h->at.n > 0; steps++) {
        uint32_t kept;
        join j = pop(h);
        if (steps % ASK_EVERY == 0 && kf_limits_reached(limits)) return KERF_OK;
        if (!is_current(g, &j)) continue;
        KF_TRY(kf_net_merge(g, j.a, j.b, &kept));
        if (!push_edges(h, g, kept, false)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static void read_labels(const kf_net *g, uint32_t *label)
{
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t root = i;
        while (g->into[root] != root) root = g->into[root];
        label[i] = root;
    }
}

kerf_status kf_join_greedily(const kf_net *g, const kf_limits *limits, uint32_t *label)
{
    assert(g->alive == g->n);
    kf_net copy = { .mem = g->mem };
    heap h = { 0 };
    uint32_t *nodes = kf_mem_alloc(g->mem, g->n, sizeof *nodes);
    uint32_t *index = kf_mem_alloc(g->mem, g->n, sizeof *index);
    kerf_status st = nodes && index ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < g->n; i++) {
        nodes[i] = i;
        index[i] = KF_MERGED;
    }
    if (st == KERF_OK) st = kf_net_part(g, nodes, g->n, index, &copy);
    if (st == KERF_OK) st = join_all(&copy, &h, limits);
    if (st == KERF_OK) read_labels(&copy, label);
    kf_mem_free(g->mem, nodes, g->n, sizeof *nodes);
    kf_mem_free(g->mem, index, g->n, sizeof *index);
    kf_vec_free(g->mem, &h.at);
    kf_net_free(&copy);
    return st;
}
