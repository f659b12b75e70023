/* ring.c -- a cycle as a list of nodes, to be printed.
 *
 * A clause of an acyclicity names only the edges that evidence leaves open. The shortest path back
 * from the first of them, over the others and over edges of evidence, closes the cycle again. */
#include "ground/why/ring.h"

#include "ground/grounding.h"

typedef struct graph {
    const kf_relation *rel; /* edges of evidence, and others */
    const kf_index *out;
    const uint32_t *pairs;
    uint32_t n_pairs, n; /* nodes: constants of the type */
    uint32_t *from;      /* by node: where the search came from, + 1; 0: not seen */
    uint32_t *queue;
} graph;

/* The k-th edge out of a node; false: there are no more. */
static bool edge(const graph *x, uint32_t node, uint32_t k, uint32_t *to)
{
    uint32_t key[2] = { node, 0 }, count = 0;
    const uint32_t *rows = x->out ? kf_index_rows(x->rel, x->out, key, &count) : NULL;
    if (k < count) return *to = x->rel->columns[1][rows[k]], true;
    k -= count;
    for (uint32_t i = 0; i < x->n_pairs; i++) {
        if (x->pairs[(size_t)2 * i] != node || k-- > 0) continue;
        return *to = x->pairs[(size_t)2 * i + 1], true;
    }
    return false;
}

/* The shortest way from `to` back to `from`, breadth first: with the edge between them, a cycle. */
static kerf_status find_way(graph *x, kf_mem *mem, uint32_t from, uint32_t to, kf_ring *ring)
{
    uint32_t begin = 0, end = 0, next;
    for (uint32_t i = 0; i < x->n; i++) x->from[i] = 0;
    x->queue[end++] = to;
    x->from[to] = to + 1;
    while (begin < end && x->from[from] == 0) {
        uint32_t node = x->queue[begin++];
        for (uint32_t k = 0; edge(x, node, k, &next); k++) {
            if (x->from[next] != 0) continue;
            x->from[next] = node + 1;
            x->queue[end++] = next;
        }
    }
    if (x->from[from] == 0) return KERF_OK;
    for (uint32_t node = from;; node = x->from[node] - 1) {
        if (!kf_vec_push(mem, &ring->nodes, node)) return KERF_NO_MEMORY;
        if (node == to) break;
    }
    for (size_t i = 1, k = ring->nodes.n; i + 1 < k; i++) { /* as the edges go */
        uint32_t node = ring->nodes.at[i];
        ring->nodes.at[i] = ring->nodes.at[--k];
        ring->nodes.at[k] = node;
    }
    return KERF_OK;
}

/* An edge that closes a cycle, depth first: one back to a node on the path. */
static bool find_back(graph *x, uint32_t root, uint32_t *done, uint32_t *next, uint32_t pair[2])
{
    enum { NEW, OPEN, DONE };
    uint32_t length = 0, to;
    if (done[root] != NEW) return false;
    x->queue[length++] = root;
    done[root] = OPEN;
    while (length > 0) {
        uint32_t node = x->queue[length - 1];
        if (!edge(x, node, next[node]++, &to)) {
            done[node] = DONE;
            length--;
        } else if (done[to] == OPEN) {
            pair[0] = node;
            pair[1] = to;
            return true;
        } else if (done[to] == NEW) {
            x->queue[length++] = to;
            done[to] = OPEN;
        }
    }
    return false;
}

kerf_status kf_ground_ring(kf_grounder *g, uint32_t predicate, const uint32_t *pairs, uint32_t n,
                           kf_ring *ring)
{
    assert(g->d->m->predicates.at[predicate].arity == 2);
    enum { LISTS = 4 };
    kf_relation *rel = g->d->fixed_true[predicate];
    kf_index *index = NULL;
    if (rel->alive > 0) KF_TRY(kf_relation_index(rel, 1, &index));
    graph x = { rel, index, pairs, n, rel->constants[0], NULL, NULL };
    uint32_t *lists = kf_mem_calloc(g->mem, (size_t)x.n * LISTS, sizeof *lists);
    if (!lists) return KERF_NO_MEMORY;
    uint32_t *done = lists + (size_t)2 * x.n, *next = done + x.n, pair[2];
    x.from = lists;
    x.queue = lists + x.n;
    bool found = n > 0;
    if (found) {
        pair[0] = pairs[0];
        pair[1] = pairs[1];
    }
    for (uint32_t i = 0; !found && i < x.n; i++) found = find_back(&x, i, done, next, pair);
    kerf_status st = found ? find_way(&x, g->mem, pair[0], pair[1], ring) : KERF_OK;
    kf_mem_free(g->mem, lists, (size_t)x.n * LISTS, sizeof *lists);
    return st;
}
