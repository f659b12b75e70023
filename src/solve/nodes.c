/* nodes.c -- see nodes.h. */
#include "solve/nodes.h"

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
static uint32_t list(const kf_part *p, bool symmetric, node *nodes)
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
    return (uint32_t)(found - nodes);
}

kerf_status kf_nodes_open(kf_nodes *x, const kf_part *p, kf_mem *mem, bool symmetric)
{
    size_t ends = 0;
    *x = (kf_nodes){ .n_atoms = p->n_atoms };
    for (uint32_t i = 0; i < p->n_atoms && p->ends; i++)
        ends += 2 * is_pair(&p->ends[i], symmetric);
    if (ends == 0) return KERF_OK;
    node *nodes = kf_mem_alloc(mem, ends, sizeof *nodes);
    x->from = kf_mem_alloc(mem, p->n_atoms, sizeof(uint32_t));
    x->to = kf_mem_alloc(mem, p->n_atoms, sizeof(uint32_t));
    bool made = nodes && x->from && x->to;
    if (made) x->n = list(p, symmetric, nodes);
    for (uint32_t i = 0; i < p->n_atoms && made; i++) {
        const kf_ends *e = &p->ends[i];
        bool pair = is_pair(e, symmetric);
        x->from[i] = pair ? find(nodes, x->n, e->relation, e->from) : KF_NO_NODE;
        x->to[i] = pair ? find(nodes, x->n, e->relation, e->to) : KF_NO_NODE;
    }
    kf_mem_free(mem, nodes, ends, sizeof *nodes);
    return made ? KERF_OK : KERF_NO_MEMORY;
}

void kf_nodes_free(kf_nodes *x, kf_mem *mem)
{
    kf_mem_free(mem, x->from, x->n_atoms, sizeof(uint32_t));
    kf_mem_free(mem, x->to, x->n_atoms, sizeof(uint32_t));
}
