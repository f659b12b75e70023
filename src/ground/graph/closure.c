/* closure.c -- is a relation complete within its connected components?
 *
 * If every two nodes of a component are related, in both directions and each to itself, the
 * relation is transitive, and its triangles need no look. Pairs are counted: a component of n nodes
 * has n * n of them. A relation that lacks some may still be transitive. */
#include "ground/graph/graph.h"

enum { CONSTANTS_PER_PAIR = 64 }; /* with more, triangles are soon looked at */

static uint32_t root_of(uint32_t *parent, uint32_t x)
{
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

/* size: of a component, by its root; 0 for nodes that no pair names. */
static uint64_t pairs_if_complete(const kf_relation *rel, uint32_t *parent, uint32_t *size,
                                  uint32_t n)
{
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < n; i++) parent[i] = i;
    for (uint32_t i = 0; i < rel->n; i++) {
        if (rel->dead && rel->dead[i]) continue;
        uint32_t a = root_of(parent, rel->columns[0][i]), b = root_of(parent, rel->columns[1][i]);
        size[rel->columns[0][i]] = size[rel->columns[1][i]] = 1;
        if (a != b) parent[a < b ? b : a] = a < b ? a : b;
    }
    for (uint32_t i = 0; i < n; i++)
        if (size[i] && parent[i] != i) size[root_of(parent, i)]++;
    for (uint32_t i = 0; i < n; i++)
        if (parent[i] == i) pairs += (uint64_t)size[i] * size[i];
    return pairs;
}

kerf_status kf_relation_is_complete(const kf_relation *rel, kf_mem *mem, bool *complete)
{
    assert(rel->width == 2);
    uint32_t n = rel->width == 2 ? rel->constants[0] : 0;
    *complete = false;
    if (rel->width != 2 || rel->provider || rel->constants[1] != n) return KERF_OK;
    *complete = rel->alive == 0;
    if (*complete || n / CONSTANTS_PER_PAIR > rel->alive) return KERF_OK;
    uint32_t *parent = kf_mem_alloc(mem, n, sizeof *parent);
    uint32_t *size = kf_mem_calloc(mem, n, sizeof *size);
    kerf_status st = parent && size ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) *complete = pairs_if_complete(rel, parent, size, n) == rel->alive;
    kf_mem_free(mem, parent, n, sizeof *parent);
    kf_mem_free(mem, size, n, sizeof *size);
    return st;
}
