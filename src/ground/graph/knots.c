/* knots.c -- counts knots: strongly connected components that hold a cycle.
 *
 * A knot may be a single P(A,A). An acyclicity counts each as one violation. The search is Tarjan's
 * (1972), with a stack of its own. */
#include "ground/graph/graph.h"

static const uint32_t DONE = UINT32_MAX; /* low: its component is complete */

typedef struct graph {
    const kf_relation *rel;
    const kf_index *out;
    uint32_t n;             /* nodes: constants of the type */
    uint32_t *seen, *low;   /* 0: not seen */
    uint32_t *next;         /* by node: the edge that comes next */
    uint32_t *stack, *path; /* of open components; of the search */
    uint32_t n_stack, n_path, n_seen;
    uint64_t knots;
} graph;

static const uint32_t *edges(const graph *x, uint32_t node, uint32_t *count)
{
    uint32_t key[2] = { node, 0 };
    return kf_index_rows(x->rel, x->out, key, count);
}

static void enter(graph *x, uint32_t node)
{
    x->seen[node] = x->low[node] = ++x->n_seen;
    x->stack[x->n_stack++] = node;
    x->path[x->n_path++] = node;
}

static void leave(graph *x, uint32_t node)
{
    uint32_t loop[2] = { node, node }, size = 0, last;
    if (--x->n_path > 0) {
        uint32_t above = x->path[x->n_path - 1];
        if (x->low[node] < x->low[above]) x->low[above] = x->low[node];
    }
    if (x->low[node] != x->seen[node]) return;
    do {
        last = x->stack[--x->n_stack];
        x->low[last] = DONE;
        size++;
    } while (last != node);
    x->knots += size > 1 || kf_relation_has(x->rel, loop);
}

static void search(graph *x, uint32_t root)
{
    enter(x, root);
    while (x->n_path > 0) {
        uint32_t node = x->path[x->n_path - 1], count;
        const uint32_t *rows = edges(x, node, &count);
        if (x->next[node] == count) {
            leave(x, node);
            continue;
        }
        uint32_t to = x->rel->columns[1][rows[x->next[node]++]];
        if (x->seen[to] == 0) enter(x, to);
        else if (x->low[to] != DONE && x->seen[to] < x->low[node]) x->low[node] = x->seen[to];
    }
}

kerf_status kf_count_knots(kf_grounder *g, kf_relation *rel, uint64_t *knots)
{
    assert(rel->width == 2);
    enum { LISTS = 5 };
    kf_index *index;
    *knots = 0;
    if (rel->alive == 0) return KERF_OK;
    KF_TRY(kf_relation_index(rel, 1, &index));
    graph x = { .rel = rel, .out = index, .n = rel->constants[0] };
    uint32_t *lists = kf_mem_calloc(g->mem, (size_t)x.n * LISTS, sizeof *lists);
    if (!lists) return KERF_NO_MEMORY;
    x.seen = lists;
    x.low = lists + x.n;
    x.next = x.low + x.n;
    x.stack = x.next + x.n;
    x.path = x.stack + x.n;
    for (uint32_t i = 0; i < x.n; i++) {
        uint32_t count;
        edges(&x, i, &count);
        if (count && x.seen[i] == 0) search(&x, i);
    }
    *knots = x.knots;
    kf_mem_free(g->mem, lists, (size_t)x.n * LISTS, sizeof *lists);
    return KERF_OK;
}
