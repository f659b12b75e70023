/* nodes.c -- see nodes.h. */
#include "solve/primal/nodes.h"

#include "base/check.h"

#include <stdlib.h>

typedef struct node {
    uint32_t relation, id;
} node;

static int by_node(const void *a, const void *b)
{
    const node *x = a, *y = b;
    if (x->relation != y->relation) return x->relation < y->relation ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static bool is_pair(const kf_ends *e, bool symmetric)
{
    return e->relation != KF_NO_RELATION && (e->symmetric || !symmetric);
}

/* Sorted, each once. */
static uint32_t list(const kf_component *p, bool symmetric, node *nodes)
{
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        const kf_ends *e = &p->ends[i];
        if (!is_pair(e, symmetric)) continue;
        nodes[n++] = (node){ e->relation, e->from };
        nodes[n++] = (node){ e->relation, e->to };
    }
    qsort(nodes, n, sizeof *nodes, by_node);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || by_node(&nodes[i], &nodes[kept - 1]) != 0) nodes[kept++] = nodes[i];
    return kept;
}

static uint32_t find(const node *nodes, uint32_t n, uint32_t relation, uint32_t id)
{
    node key = { relation, id };
    const node *found = bsearch(&key, nodes, n, sizeof key, by_node);
    assert(found);
    return (uint32_t)(found - nodes);
}

/* ---- By a table, where numbers of relations and things are small ---- */

typedef struct extent {
    size_t ends, relations, ids; /* one more than the largest */
} extent;

static extent extent_of(const kf_component *p, bool symmetric)
{
    extent z = { 0 };
    for (uint32_t i = 0; i < p->n_atoms && p->ends; i++) {
        const kf_ends *e = &p->ends[i];
        if (!is_pair(e, symmetric)) continue;
        z.ends += 2;
        if (z.relations <= e->relation) z.relations = (size_t)e->relation + 1;
        if (z.ids <= e->from) z.ids = (size_t)e->from + 1;
        if (z.ids <= e->to) z.ids = (size_t)e->to + 1;
    }
    return z;
}

static uint32_t number(uint32_t *table, size_t size)
{
    uint32_t n = 0;
    for (size_t i = 0; i < size; i++)
        if (table[i]) table[i] = n++;
    return n;
}

static kerf_status open_by_table(kf_nodes *x, const kf_component *p, kf_mem *mem, bool symmetric,
                                 const extent *z)
{
    size_t size = z->relations * z->ids;
    uint32_t *table = kf_mem_calloc(mem, size, sizeof *table);
    if (!table) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        const kf_ends *e = &p->ends[i];
        if (is_pair(e, symmetric))
            table[e->relation * z->ids + e->from] = table[e->relation * z->ids + e->to] = 1;
    }
    x->n = number(table, size);
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        const kf_ends *e = &p->ends[i];
        bool pair = is_pair(e, symmetric);
        x->from[i] = pair ? table[e->relation * z->ids + e->from] : KF_NO_NODE;
        x->to[i] = pair ? table[e->relation * z->ids + e->to] : KF_NO_NODE;
    }
    kf_mem_free(mem, table, size, sizeof *table);
    return KERF_OK;
}

static kerf_status open_by_sorting(kf_nodes *x, const kf_component *p, kf_mem *mem, bool symmetric,
                                   size_t ends)
{
    node *nodes = kf_mem_alloc(mem, ends, sizeof *nodes);
    if (!nodes) return KERF_NO_MEMORY;
    x->n = list(p, symmetric, nodes);
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        const kf_ends *e = &p->ends[i];
        bool pair = is_pair(e, symmetric);
        x->from[i] = pair ? find(nodes, x->n, e->relation, e->from) : KF_NO_NODE;
        x->to[i] = pair ? find(nodes, x->n, e->relation, e->to) : KF_NO_NODE;
    }
    kf_mem_free(mem, nodes, ends, sizeof *nodes);
    return KERF_OK;
}

kerf_status kf_nodes_open(kf_nodes *x, const kf_component *p, kf_mem *mem, bool symmetric)
{
    enum { ROOM = 4096, FOR_EACH = 4 };
    extent z = extent_of(p, symmetric);
    *x = (kf_nodes){ .n_atoms = p->n_atoms };
    if (z.ends == 0) return KERF_OK;
    x->from = kf_mem_alloc(mem, p->n_atoms, sizeof(uint32_t));
    x->to = kf_mem_alloc(mem, p->n_atoms, sizeof(uint32_t));
    if (!x->from || !x->to) return KERF_NO_MEMORY;
    bool dense = z.relations * z.ids <= ROOM + FOR_EACH * z.ends;
    KF_TRY(dense ? open_by_table(x, p, mem, symmetric, &z)
                 : open_by_sorting(x, p, mem, symmetric, z.ends));
    KF_CHECK(kf_nodes_check(x, p));
    return KERF_OK;
}

#ifndef NDEBUG
void kf_nodes_check(const kf_nodes *x, const kf_component *p)
{
    for (uint32_t i = 0; i < x->n_atoms; i++) {
        bool pair = x->from[i] != KF_NO_NODE;
        assert(pair == (x->to[i] != KF_NO_NODE));
        if (!pair) continue;
        assert(x->from[i] < x->n && x->to[i] < x->n);
        assert((x->from[i] == x->to[i]) == (p->ends[i].from == p->ends[i].to));
    }
}
#endif

void kf_nodes_free(kf_nodes *x, kf_mem *mem)
{
    kf_mem_free(mem, x->from, x->n_atoms, sizeof(uint32_t));
    kf_mem_free(mem, x->to, x->n_atoms, sizeof(uint32_t));
}
