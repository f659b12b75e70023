/* clustering.c -- from scored pairs to the best clustering; see clustering.h.
 *
 * 1. What infinite scores force is merged. Pairs of positive score connect nodes to components: a
 *    cluster that is not connected by these gains nothing by being one, so each component is a
 *    problem of its own.
 * 2. In a component nodes merge by rules that keep a best clustering (contract.h), which may
 *    disconnect it, until neither rule finds anything. A few nodes are solved by enumeration. The
 *    rest is a residual, with a clustering by greedy joins and moves.
 * 3. Residuals, the smallest first: local search, then dual ascent and branch and bound.
 *
 * The value is counted again from the pairs as they were given. The gap is the sum of the
 * residuals'. A forbidden pair scores so little in its component that no best clustering has it. */
#include "solve/clustering/clustering.h"

#include "base/check.h"
#include "base/random.h"
#include "solve/clustering/contract.h"
#include "solve/clustering/moves.h"
#include "solve/clustering/pair_tree.h"
#include "solve/clustering/union_find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct part { /* a component, or what is left of one */
    kf_net g;
    double forbidden;
} part;

typedef struct residual {
    kf_net g;
    double forbidden;
    uint32_t *label;
    double value, gap;
    uint32_t order;
} residual;

typedef struct run {
    const kf_clustering *c;
    const kf_limits *limits;
    kf_mem *mem;
    uint64_t seed;
    kf_random random; /* begins anew for each residual */
    uint32_t *root;   /* by node: union-find of what is in one cluster */
    KF_VEC(part) stack;
    KF_VEC(residual) residuals;
    double gap; /* of what was never looked at */
    kf_clustered *out;
} run;

/* ---- Clusters ---- */

static void join(run *r, uint32_t a, uint32_t b)
{
    a = kf_find_root(r->root, a);
    b = kf_find_root(r->root, b);
    if (a != b) r->root[a < b ? b : a] = a < b ? a : b;
}

static void join_merged(run *r, const kf_net *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        if (g->into[i] != i) join(r, g->origin[i], g->origin[g->into[i]]);
}

static void join_labelled(run *r, const kf_net *g, const uint32_t *label)
{
    for (uint32_t i = 0; i < g->n; i++) join(r, g->origin[i], g->origin[label[i]]);
}

/* ---- Parts ---- */

static double positive_sum(const kf_net *g, const uint32_t *nodes, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        const kf_edge *e = kf_net_edges(g, nodes[i]);
        for (uint32_t k = 0; k < g->degree[nodes[i]]; k++)
            if (e[k].to > nodes[i]) sum += fmax(0, kf_net_score(g, nodes[i], &e[k]));
    }
    return sum;
}

/* Pushes the listed nodes as a part of their own. A pair that is forbidden, or as bad, is so in
 * what comes of it: with all that the part can gain it is still below `forbidden`. */
static kerf_status push_part(run *r, const kf_net *g, const uint32_t *nodes, uint32_t n,
                             uint32_t *index, double forbidden)
{
    if (!kf_vec_reserve(r->mem, &r->stack, 1)) return KERF_NO_MEMORY;
    part *p = &r->stack.at[r->stack.n];
    *p = (part){ .forbidden = forbidden, .g.mem = r->mem };
    kerf_status st = kf_net_part(g, nodes, n, index, &p->g);
    if (st != KERF_OK) {
        kf_net_free(&p->g);
        return st;
    }
    r->stack.n++;
    if (isfinite(forbidden)) return KERF_OK;
    double gain = positive_sum(g, nodes, n);
    p->forbidden = -2 * gain;
    assert(gain >= 0 && isfinite(gain));
    for (size_t i = 0; i < p->g.pool.n; i++)
        if (p->g.pool.at[i].excess == -INFINITY) p->g.pool.at[i].excess = -4 * gain;
    return KERF_OK;
}

typedef struct grouping { /* nodes by component */
    uint32_t *component, *nodes, *index, *start;
    uint32_t n;
} grouping;

static kerf_status group(const kf_net *g, grouping *x)
{
    *x = (grouping){ 0 };
    x->component = kf_mem_alloc(g->mem, g->n, sizeof(uint32_t));
    x->nodes = kf_mem_alloc(g->mem, g->n, sizeof(uint32_t));
    x->index = kf_mem_alloc(g->mem, g->n, sizeof(uint32_t));
    x->start = kf_mem_calloc(g->mem, (size_t)g->n + 2, sizeof(uint32_t));
    if (!x->component || !x->nodes || !x->index || !x->start) return KERF_NO_MEMORY;
    x->n = kf_net_components(g, x->component, x->nodes);
    for (uint32_t i = 0; i < g->n; i++) {
        x->index[i] = KF_MERGED;
        if (x->component[i] != KF_MERGED) x->start[x->component[i] + 2]++;
    }
    for (uint32_t i = 2; i < g->n + 2; i++) x->start[i] += x->start[i - 1];
    for (uint32_t i = 0; i < g->n; i++)
        if (x->component[i] != KF_MERGED) x->nodes[x->start[x->component[i] + 1]++] = i;
    return KERF_OK;
}

static void free_grouping(const kf_net *g, grouping *x)
{
    kf_mem_free(g->mem, x->component, g->n, sizeof(uint32_t));
    kf_mem_free(g->mem, x->nodes, g->n, sizeof(uint32_t));
    kf_mem_free(g->mem, x->index, g->n, sizeof(uint32_t));
    kf_mem_free(g->mem, x->start, (size_t)g->n + 2, sizeof(uint32_t));
}

/* ---- Contraction ---- */

static kerf_status cluster_few(run *r, const kf_net *g)
{
    uint32_t label[KF_FEW_NODES];
    double value;
    KF_TRY(kf_cluster_few(g, label, &value));
    join_labelled(r, g, label);
    return KERF_OK;
}

static kerf_status settle(run *r, const kf_net *g, uint32_t *label)
{
    kf_moves m;
    KF_TRY(kf_join_greedily(g, r->limits, label));
    kerf_status st = kf_moves_open(&m, g, label);
    if (st == KERF_OK) st = kf_moves_settle(&m, r->limits);
    if (st == KERF_OK) kf_moves_read(&m, label);
    kf_moves_free(&m);
    return st;
}

static kerf_status measure(run *r, residual *x)
{
    uint32_t n = x->g.n, *nodes = kf_mem_alloc(r->mem, n, sizeof *nodes);
    double *size = kf_mem_alloc(r->mem, n, sizeof *size);
    kerf_status st = nodes && size ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        x->value = kf_net_value(&x->g, x->label, size, nodes);
        for (uint32_t i = 0; i < n; i++) nodes[i] = i;
        x->gap = fmax(0, positive_sum(&x->g, nodes, n) - x->value);
    }
    kf_mem_free(r->mem, nodes, n, sizeof *nodes);
    kf_mem_free(r->mem, size, n, sizeof *size);
    return st;
}

/* A component to which no rule applies any more; it takes the net and the labels. */
static kerf_status keep_residual(run *r, part *p, uint32_t *label)
{
    residual x = { .g = p->g, .forbidden = p->forbidden, .label = label };
    x.order = (uint32_t)r->residuals.n;
    if (!kf_vec_reserve(r->mem, &r->residuals, 1)) return KERF_NO_MEMORY;
    KF_TRY(measure(r, &x));
    r->residuals.at[r->residuals.n++] = x;
    p->g = (kf_net){ .mem = r->mem };
    return KERF_OK;
}

/* A connected part, after the pair rule: enumeration, or the subset rule; what that leaves as it is
 * becomes a residual. */
static kerf_status reduce_connected(run *r, part *p)
{
    uint32_t n = p->g.n, before = p->g.alive;
    double gained = 0;
    if (n <= KF_FEW_NODES) return cluster_few(r, &p->g);
    uint32_t *label = kf_mem_alloc(r->mem, n, sizeof *label);
    if (!label) return KERF_NO_MEMORY;
    kerf_status st = settle(r, &p->g, label);
    if (st == KERF_OK) st = kf_merge_subsets(&p->g, &p->g, label, r->limits, &gained);
    if (st == KERF_OK && p->g.alive == before) {
        st = keep_residual(r, p, label);
        if (st == KERF_OK) return KERF_OK;
    }
    kf_mem_free(r->mem, label, n, sizeof *label);
    KF_TRY(st);
    if (!kf_vec_push(r->mem, &r->stack, *p)) return KERF_NO_MEMORY;
    p->g = (kf_net){ .mem = r->mem };
    return KERF_OK;
}

/* The pair rule, then the components that are left. */
static kerf_status reduce_part(run *r, part *p)
{
    double gained = 0;
    grouping x = { 0 };
    KF_TRY(kf_merge_pairs(&p->g, &p->g, r->limits, &gained));
    if (p->g.alive == 1) {
        join_merged(r, &p->g);
        return KERF_OK;
    }
    kerf_status st = group(&p->g, &x);
    bool whole = st == KERF_OK && x.n == 1 && p->g.alive == p->g.n;
    if (st == KERF_OK && !whole) join_merged(r, &p->g);
    for (uint32_t i = 0; st == KERF_OK && !whole && i < x.n; i++) {
        uint32_t n = x.start[i + 1] - x.start[i];
        if (n > 1) st = push_part(r, &p->g, x.nodes + x.start[i], n, x.index, p->forbidden);
    }
    free_grouping(&p->g, &x);
    return st == KERF_OK && whole ? reduce_connected(r, p) : st;
}

static kerf_status reduce_all(run *r)
{
    while (r->stack.n > 0) {
        part p = r->stack.at[--r->stack.n];
        kerf_status st = reduce_part(r, &p);
        kf_net_free(&p.g);
        KF_TRY(st);
    }
    return KERF_OK;
}

/* ---- Residuals ---- */

/* Local search goes on as long as it finds something better. */
static kerf_status search(run *r, residual *x)
{
    const uint64_t each = 300, most = 60000000;
    kf_moves m;
    uint64_t edges = x->g.pool.n + 4 * (uint64_t)x->g.n, work = each * edges;
    double before;
    do {
        before = x->value;
        kerf_status st = kf_moves_open(&m, &x->g, x->label);
        if (st == KERF_OK)
            st = kf_moves_search(&m, r->limits, &r->random, work < most ? work : most);
        if (st == KERF_OK) kf_moves_read(&m, x->label);
        kf_moves_free(&m);
        KF_TRY(st);
        KF_TRY(measure(r, x));
    } while (x->value > before && !kf_limits_reached(r->limits));
    return KERF_OK;
}

static bool has_room(const run *r, uint32_t n)
{
    enum { MOST_NODES = 12000 };
    double bytes = 4 * 12. * n * n; /* with rows, a guess */
    return n <= MOST_NODES
           && (r->mem->limit == 0 || (double)(r->mem->limit - r->mem->used) > bytes);
}

static kerf_status prove(run *r, residual *x)
{
    kf_pair_proof p = {
        .g = &x->g, .forbidden = x->forbidden, .label = x->label, .value = x->value
    };
    if (!has_room(r, x->g.n)) return KERF_OK;
    KF_TRY(kf_prove_clustering(&p, r->limits, &r->random));
    r->out->work += p.nodes;
    x->value = p.value;
    x->gap = p.closed ? 0 : fmin(x->gap, fmax(0, p.bound - p.value));
    return KERF_OK;
}

static int by_size(const void *a, const void *b)
{
    const residual *x = a, *y = b;
    if (x->g.n != y->g.n) return x->g.n < y->g.n ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static kerf_status solve_residuals(run *r)
{
    if (r->residuals.n == 0) return KERF_OK;
    qsort(r->residuals.at, r->residuals.n, sizeof *r->residuals.at, by_size);
    for (size_t i = 0; i < r->residuals.n; i++) {
        residual *x = &r->residuals.at[i];
        r->random.state = r->seed + x->order;
        if (!kf_limits_reached(r->limits)) KF_TRY(search(r, x));
        if (!kf_limits_loose(r->limits) && !kf_limits_reached(r->limits)) KF_TRY(prove(r, x));
        join_labelled(r, &x->g, x->label);
        r->gap += x->gap;
        r->out->components++;
        if (x->g.n > r->out->largest) r->out->largest = x->g.n;
    }
    return KERF_OK;
}

/* ---- The whole net ---- */

static bool is_alone(const kf_clustering *c, uint32_t node)
{
    return isinf(c->charges[node]);
}

/* Joins what infinite scores force. */
static void force(run *r)
{
    const kf_clustering *c = r->c;
    for (size_t i = 0; i < c->n_pairs; i++) {
        const kf_scored_pair *p = &c->pairs[i];
        assert(p->a < p->b && p->b < c->n);
        if (p->score != INFINITY) continue;
        join(r, p->a, p->b);
        r->out->contradiction |= is_alone(c, p->a) || is_alone(c, p->b);
    }
    for (size_t i = 0; i < c->n_pairs; i++) {
        const kf_scored_pair *p = &c->pairs[i];
        bool together = kf_find_root(r->root, p->a) == kf_find_root(r->root, p->b);
        if (p->score == -INFINITY && together) r->out->contradiction = true;
    }
}

static bool is_edge(const kf_clustering *c, const kf_scored_pair *p)
{
    return p->score != 0 || c->unlisted != 0 ? !is_alone(c, p->a) && !is_alone(c, p->b) : false;
}

/* Where edges of each node begin, then the edges themselves. */
static kerf_status build_net(run *r, kf_net *g)
{
    const kf_clustering *c = r->c;
    KF_TRY(kf_net_open(g, r->mem, c->n, 2 * c->n_pairs));
    g->unlisted = c->unlisted;
    for (size_t i = 0; i < c->n_pairs; i++) {
        if (!is_edge(c, &c->pairs[i])) continue;
        g->room[c->pairs[i].a]++;
        g->room[c->pairs[i].b]++;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        g->charge[i] = is_alone(c, i) ? 0 : c->charges[i];
        g->start[i] = g->pool.n;
        g->pool.n += g->room[i];
    }
    for (size_t i = 0; i < c->n_pairs; i++) {
        kf_scored_pair p = c->pairs[i];
        if (!is_edge(c, &p)) continue;
        double excess = (p.score == INFINITY ? 0 : p.score) + c->unlisted;
        g->pool.at[g->start[p.a] + g->degree[p.a]++] = (kf_edge){ p.b, excess };
        g->pool.at[g->start[p.b] + g->degree[p.b]++] = (kf_edge){ p.a, excess };
    }
    kf_net_close(g);
    return KERF_OK;
}

static uint32_t alive_of(const kf_net *g, uint32_t node)
{
    while (g->into[node] != node) node = g->into[node];
    return node;
}

static kerf_status merge_forced(run *r, kf_net *g)
{
    for (size_t i = 0; i < r->c->n_pairs; i++) {
        const kf_scored_pair *p = &r->c->pairs[i];
        if (p->score != INFINITY) continue;
        uint32_t a = alive_of(g, p->a), b = alive_of(g, p->b), kept;
        if (a != b) KF_TRY(kf_net_merge(g, a, b, &kept));
    }
    return KERF_OK;
}

static kerf_status solve_net(run *r, kf_net *g)
{
    enum { ASK_EVERY = 256 };
    grouping x = { 0 };
    bool stopped = false;
    KF_TRY(merge_forced(r, g));
    kerf_status st = group(g, &x);
    for (uint32_t i = 0; st == KERF_OK && i < x.n; i++) {
        uint32_t n = x.start[i + 1] - x.start[i];
        if (n == 1) continue;
        if (i % ASK_EVERY == 0 || n > ASK_EVERY) stopped |= kf_limits_reached(r->limits);
        if (stopped) {
            r->gap += positive_sum(g, x.nodes + x.start[i], n);
            continue;
        }
        st = push_part(r, g, x.nodes + x.start[i], n, x.index, -INFINITY);
        if (st == KERF_OK) st = reduce_all(r);
    }
    free_grouping(g, &x);
    return st == KERF_OK ? solve_residuals(r) : st;
}

/* ---- The value ---- */

static kerf_status count_value(run *r)
{
    const kf_clustering *c = r->c;
    uint32_t *cluster = r->out->cluster;
    uint32_t *size = kf_mem_calloc(r->mem, c->n, sizeof *size);
    double value = 0, inside = 0;
    if (!size) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n; i++) size[cluster[i] = kf_find_root(r->root, i)]++;
    for (uint32_t i = 0; i < c->n; i++) {
        inside += (double)size[i] * (size[i] - 1.) / 2;
        if (size[cluster[i]] > 1) value -= c->charges[i];
    }
    for (size_t i = 0; i < c->n_pairs; i++) {
        const kf_scored_pair *p = &c->pairs[i];
        if (cluster[p->a] != cluster[p->b]) continue;
        inside -= 1;
        if (isfinite(p->score)) value += p->score;
    }
    kf_mem_free(r->mem, size, c->n, sizeof *size);
    r->out->value = value - c->unlisted * inside;
    r->out->gap = r->gap;
    return KERF_OK;
}

static void free_run(run *r)
{
    for (size_t i = 0; i < r->stack.n; i++) kf_net_free(&r->stack.at[i].g);
    for (size_t i = 0; i < r->residuals.n; i++) {
        residual *x = &r->residuals.at[i];
        kf_mem_free(r->mem, x->label, x->g.n, sizeof *x->label);
        kf_net_free(&x->g);
    }
    kf_vec_free(r->mem, &r->stack);
    kf_vec_free(r->mem, &r->residuals);
    kf_mem_free(r->mem, r->root, r->c->n, sizeof *r->root);
}

kerf_status kf_clustering_solve(const kf_clustering *c, const kf_limits *limits, kf_mem *mem,
                                uint64_t seed, kf_clustered *out)
{
    assert(c->unlisted >= 0);
    run r = { .c = c, .limits = limits, .mem = mem, .seed = seed, .out = out };
    kf_net g = { .mem = mem };
    *out = (kf_clustered){ .cluster = out->cluster };
    r.root = kf_mem_alloc(mem, c->n, sizeof *r.root);
    if (!r.root) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->n; i++) r.root[i] = i;
    force(&r);
    kerf_status st = KERF_OK;
    if (!out->contradiction) {
        st = build_net(&r, &g);
        if (st == KERF_OK) st = solve_net(&r, &g);
        kf_net_free(&g);
        if (st == KERF_OK) st = count_value(&r);
    }
    free_run(&r);
    return st;
}
