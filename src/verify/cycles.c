/* cycles.c -- checks that the true atoms of a predicate have no cycle.
 *
 * Finds strongly connected components (Tarjan 1972, without recursion). Each one with a cycle, be
 * it a single atom P(A,A), is one violation. */
#include "verify/verifier.h"

#include "base/check.h"

#include <string.h>

typedef struct graph {
    kf_mem *mem;
    const kf_world_domain *domain;
    uint32_t n;      /* nodes: places in the domain */
    uint32_t *first; /* by node: its first edge; n + 1 of them */
    uint32_t *to;    /* by edge */
    uint32_t n_edges;
    /* Tarjan's. */
    uint32_t *index, *low; /* 0: not seen */
    uint32_t *edge;        /* by node: the edge that comes next */
    uint32_t *component;   /* or KF_NONE while the node is on the stack or not seen */
    uint32_t *stack, *path;
    uint32_t n_stack, n_path, n_seen, n_components;
    uint32_t *back; /* for the shortest cycle: where a node was reached from */
} graph;

/* ---- The atoms ------------------------------------------------------------------------------ */

typedef struct source { /* rows that are true, but for those that evidence says are false */
    const kf_facts *rows, *without;
} source;

static bool read_edge(const graph *g, const source *s, uint32_t row, uint32_t *from, uint32_t *to)
{
    uint32_t ids[2] = { s->rows->columns[0][row], s->rows->columns[1][row] };
    if (s->without && kf_facts_find(s->without, ids, 0.0, NULL)) return false;
    *from = g->domain->position.at[ids[0]];
    *to = g->domain->position.at[ids[1]];
    assert(*from < g->n && *to < g->n);
    return true;
}

/* Counts, then fills: edges of one node stand side by side. */
static void fill_edges(graph *g, const source *sources, size_t n)
{
    uint32_t from, to;
    for (size_t s = 0; s < n; s++)
        for (uint32_t row = 0; row < sources[s].rows->n; row++)
            if (read_edge(g, &sources[s], row, &from, &to)) g->first[from + 1]++;
    for (uint32_t i = 0; i < g->n; i++) g->first[i + 1] += g->first[i];
    memcpy(g->edge, g->first, g->n * sizeof *g->edge);
    for (size_t s = 0; s < n; s++)
        for (uint32_t row = 0; row < sources[s].rows->n; row++)
            if (read_edge(g, &sources[s], row, &from, &to)) g->to[g->edge[from]++] = to;
    for (uint32_t i = 0; i < g->n; i++) assert(g->edge[i] == g->first[i + 1]);
}

/* ---- Components ----------------------------------------------------------------------------- */

static void enter(graph *g, uint32_t node)
{
    g->index[node] = g->low[node] = ++g->n_seen;
    g->edge[node] = g->first[node];
    g->stack[g->n_stack++] = node;
    g->path[g->n_path++] = node;
}

static void leave(graph *g, uint32_t node)
{
    g->n_path--;
    if (g->n_path > 0) {
        uint32_t above = g->path[g->n_path - 1];
        if (g->low[node] < g->low[above]) g->low[above] = g->low[node];
    }
    if (g->low[node] != g->index[node]) return;
    uint32_t last;
    do {
        assert(g->n_stack > 0);
        last = g->stack[--g->n_stack];
        g->component[last] = g->n_components;
    } while (last != node);
    g->n_components++;
}

static void search(graph *g, uint32_t root)
{
    assert(g->n_stack == 0 && g->n_path == 0);
    enter(g, root);
    while (g->n_path > 0) {
        uint32_t node = g->path[g->n_path - 1];
        if (g->edge[node] == g->first[node + 1]) {
            leave(g, node);
            continue;
        }
        uint32_t next = g->to[g->edge[node]++];
        if (g->index[next] == 0) enter(g, next);
        else if (g->component[next] == KF_NONE && g->index[next] < g->low[node])
            g->low[node] = g->index[next];
    }
}

/* ---- Cycles --------------------------------------------------------------------------------- */

/* A shortest cycle through a node, breadth first within its component. Its last node before it
 * comes back, from which `back` leads to the node; KF_NONE: there is none. */
static uint32_t find_cycle(graph *g, uint32_t node)
{
    uint32_t head = 0, tail = 0;
    uint32_t *queue = g->stack; /* not needed any more */
    memset(g->back, 0xff, g->n * sizeof *g->back);
    queue[tail++] = node;
    for (; head < tail; head++) {
        uint32_t at = queue[head];
        for (uint32_t e = g->first[at]; e < g->first[at + 1]; e++) {
            uint32_t next = g->to[e];
            if (next == node) return at;
            if (g->component[next] != g->component[node] || g->back[next] != KF_NONE) continue;
            g->back[next] = at;
            queue[tail++] = next;
        }
    }
    return KF_NONE;
}

/* P(A, B) ^ P(B, A), at most so many. */
static void print_cycle(kf_text *to, graph *g, const kf_model *m, uint32_t predicate, uint32_t node,
                        uint32_t last)
{
    enum { MOST = 10 };
    uint32_t n = 0, *way = g->path; /* not needed any more */
    for (uint32_t at = last; at != node; at = g->back[at]) way[n++] = at;
    way[n++] = node;
    for (uint32_t i = n; i-- > 0;) {
        uint32_t row[2] = { g->domain->ids.at[way[i]],
                            g->domain->ids.at[way[i > 0 ? i - 1 : n - 1]] };
        if (i + 1 < n) kf_text_add(to, KF_STR(" ^ "));
        if (n - i > MOST) {
            kf_text_addf(to, "... (%u atoms)", n);
            return;
        }
        kf_print_row(to, m, predicate, row);
    }
}

static kerf_status report(kf_verifier *v, graph *g, const kf_rule *r, kf_tally *tally)
{
    uint32_t known = 0; /* components below it are done; they are numbered in order of leaving */
    bool *done = kf_mem_calloc(g->mem, g->n_components, sizeof *done);
    kerf_status status = done ? KERF_OK : KERF_NO_MEMORY;
    tally->groundings++;
    for (uint32_t node = 0; status == KERF_OK && node < g->n; node++) {
        assert(g->component[node] < g->n_components);
        if (done[g->component[node]]) continue;
        done[g->component[node]] = true;
        uint32_t last = find_cycle(g, node);
        if (last == KF_NONE) continue;
        known++;
        if (!kf_wants_example(v, tally)) continue;
        kf_text text;
        kf_text_init(&text, g->mem);
        print_cycle(&text, g, v->model, r->predicate, node, last);
        status = kf_keep_example(v, tally, &text);
    }
    tally->violations += known;
    tally->satisfied += known == 0;
    kf_mem_free(g->mem, done, g->n_components, sizeof *done);
    return status;
}

/* ---- Life ----------------------------------------------------------------------------------- */

static uint32_t *new_list(graph *g, size_t n)
{
    return kf_mem_calloc(g->mem, n, sizeof(uint32_t));
}

static kerf_status open_graph(graph *g)
{
    g->first = new_list(g, (size_t)g->n + 1);
    g->to = new_list(g, g->n_edges);
    g->index = new_list(g, g->n);
    g->low = new_list(g, g->n);
    g->edge = new_list(g, g->n);
    g->component = new_list(g, g->n);
    g->stack = new_list(g, g->n);
    g->path = new_list(g, g->n);
    g->back = new_list(g, g->n);
    bool good = g->first && g->to && g->index && g->low && g->edge && g->component && g->stack
                && g->path && g->back;
    if (!good) return KERF_NO_MEMORY;
    memset(g->component, 0xff, g->n * sizeof *g->component);
    return KERF_OK;
}

static void close_graph(graph *g)
{
    uint32_t *lists[] = { g->index, g->low, g->edge, g->component, g->stack, g->path, g->back };
    for (size_t i = 0; i < KF_LENGTH(lists); i++)
        kf_mem_free(g->mem, lists[i], g->n, sizeof(uint32_t));
    kf_mem_free(g->mem, g->first, (size_t)g->n + 1, sizeof(uint32_t));
    kf_mem_free(g->mem, g->to, g->n_edges, sizeof(uint32_t));
}

kerf_status kf_walk_cycles(kf_verifier *v, const kf_rule *r, kf_tally *tally)
{
    const kf_facts *known = kf_evidence_facts(v->evidence, r->predicate, KF_SAID_TRUE);
    const kf_facts *said = kf_evidence_facts(v->answer, r->predicate, KF_SAID_TRUE);
    const kf_facts *denied = kf_evidence_facts(v->evidence, r->predicate, KF_SAID_FALSE);
    source sources[] = { { known, NULL }, { said, denied } };
    const kf_world_domain *domain =
        &v->domains.types[v->model->predicates.at[r->predicate].slots[0].type];
    if (known->n > UINT32_MAX - said->n) return KERF_NO_MEMORY;
    graph g = {
        .mem = v->mem, .domain = domain, .n = (uint32_t)domain->ids.n, .n_edges = known->n + said->n
    };
    kerf_status status = open_graph(&g);
    if (status == KERF_OK) {
        fill_edges(&g, sources, KF_LENGTH(sources));
        for (uint32_t node = 0; node < g.n; node++)
            if (g.index[node] == 0) search(&g, node);
        status = report(v, &g, r, tally);
    }
    close_graph(&g);
    return status;
}
