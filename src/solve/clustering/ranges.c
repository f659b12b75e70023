/* ranges.c -- contraction where scores have ranges; see ranges.h.
 *
 * The pair rule and the subset rule in turns (contract.h), each on a net with the least scores and
 * one with the greatest. Clusters for the subset rule come from the least scores. Infinite scores
 * become so large that a clustering which does not do what they want is worse than any that does.
 * What is locked has a charge that no scores make up for, so that neither rule merges it. */
#include "solve/clustering/ranges.h"

#include "base/check.h"
#include "solve/clustering/contract.h"
#include "solve/clustering/moves.h"
#include "solve/clustering/union_find.h"

#include <math.h>

typedef struct contraction {
    const kf_ranges *x;
    const kf_limits *limits;
    kf_mem *mem;
    kf_net low, high;
    double large;   /* in place of INFINITY */
    uint32_t *root; /* by node: union-find */
} contraction;

static void join_merged(contraction *c)
{
    const kf_net *g = &c->low;
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t a = kf_find_root(c->root, g->origin[i]),
                 b = kf_find_root(c->root, g->origin[g->into[i]]);
        c->root[a < b ? b : a] = a < b ? a : b;
    }
}

/* ---- Nets ---- */

/* More than all that finite scores can make of a difference, unlisted pairs included that are
 * together because others have to. */
static double large_score(const kf_ranges *x)
{
    double sum = 1, forced = 1;
    for (uint32_t i = 0; i < x->n; i++) sum += x->charges[i];
    for (size_t i = 0; i < x->n_pairs; i++) {
        const kf_ranged_pair *p = &x->pairs[i];
        sum += (isinf(p->low) ? 0 : fabs(p->low)) + (isinf(p->high) ? 0 : fabs(p->high));
        forced += isinf(p->low) ? 1 : 0;
    }
    return 4 * (sum - x->least * forced * forced);
}

static double bounded(const contraction *c, double score)
{
    return fmin(c->large, fmax(-c->large, score));
}

static kerf_status build_net(contraction *c, kf_net *g, bool low)
{
    const kf_ranges *x = c->x;
    KF_TRY(kf_net_open(g, c->mem, x->n, 2 * x->n_pairs));
    g->unlisted = low ? -x->least : -x->most;
    for (size_t i = 0; i < x->n_pairs; i++) {
        assert(x->pairs[i].a < x->pairs[i].b && x->pairs[i].low <= x->pairs[i].high);
        g->room[x->pairs[i].a]++;
        g->room[x->pairs[i].b]++;
    }
    for (uint32_t i = 0; i < x->n; i++) {
        bool locked = x->locked && x->locked[i];
        g->charge[i] = locked ? c->large * (double)(x->n_pairs + 2) : x->charges[i];
        g->start[i] = g->pool.n;
        g->pool.n += g->room[i];
    }
    for (size_t i = 0; i < x->n_pairs; i++) {
        kf_ranged_pair p = x->pairs[i];
        double excess = bounded(c, low ? p.low : p.high) + g->unlisted;
        g->pool.at[g->start[p.a] + g->degree[p.a]++] = (kf_edge){ p.b, excess };
        g->pool.at[g->start[p.b] + g->degree[p.b]++] = (kf_edge){ p.a, excess };
    }
    kf_net_close(g);
    return KERF_OK;
}

static kerf_status compact_net(kf_net *g, const uint32_t *nodes, uint32_t n, uint32_t *index)
{
    kf_net part = { .mem = g->mem };
    kerf_status st = kf_net_part(g, nodes, n, index, &part);
    kf_net_free(st == KERF_OK ? g : &part);
    if (st == KERF_OK) *g = part;
    return st;
}

/* What merged goes out of both nets, and into the clusters. */
static kerf_status compact(contraction *c)
{
    uint32_t n = c->low.n, alive = 0, *nodes = kf_mem_alloc(c->mem, n, sizeof *nodes);
    uint32_t *index = kf_mem_alloc(c->mem, n, sizeof *index);
    kerf_status st = nodes && index ? KERF_OK : KERF_NO_MEMORY;
    join_merged(c);
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) {
        index[i] = KF_MERGED;
        if (kf_net_is_alive(&c->low, i)) nodes[alive++] = i;
    }
    if (st == KERF_OK && alive < n) {
        st = compact_net(&c->low, nodes, alive, index);
        if (st == KERF_OK) st = compact_net(&c->high, nodes, alive, index);
    }
    kf_mem_free(c->mem, nodes, n, sizeof *nodes);
    kf_mem_free(c->mem, index, n, sizeof *index);
    return st;
}

/* ---- Rules ---- */

static kerf_status propose(contraction *c, uint32_t *label)
{
    kf_moves m;
    KF_TRY(kf_join_greedily(&c->low, c->limits, label));
    kerf_status st = kf_moves_open(&m, &c->low, label);
    if (st == KERF_OK) st = kf_moves_settle(&m, c->limits);
    if (st == KERF_OK) kf_moves_read(&m, label);
    kf_moves_free(&m);
    return st;
}

static kerf_status merge_subsets(contraction *c)
{
    double gained = 0;
    uint32_t n = c->low.n, *label = kf_mem_alloc(c->mem, n, sizeof *label);
    if (!label) return KERF_NO_MEMORY;
    kerf_status st = propose(c, label);
    if (st == KERF_OK) st = kf_merge_subsets(&c->low, &c->high, label, c->limits, &gained);
    kf_mem_free(c->mem, label, n, sizeof *label);
    return st;
}

static kerf_status contract(contraction *c)
{
    uint32_t before;
    do {
        double gained = 0;
        KF_TRY(kf_merge_pairs(&c->low, &c->high, c->limits, &gained));
        KF_TRY(compact(c));
        before = c->low.n;
        if (before < 2) return KERF_OK;
        KF_TRY(merge_subsets(c));
        KF_TRY(compact(c));
    } while (c->low.n < before && !kf_limits_reached(c->limits));
    return KERF_OK;
}

kerf_status kf_ranges_contract(const kf_ranges *x, const kf_limits *limits, kf_mem *mem,
                               uint32_t *cluster, uint32_t *merged)
{
    assert(x->least <= x->most && x->most <= 0);
    contraction c = { .x = x, .limits = limits, .mem = mem, .root = cluster };
    c.low.mem = c.high.mem = mem;
    c.large = large_score(x);
    for (uint32_t i = 0; i < x->n; i++) cluster[i] = i;
    kerf_status st = build_net(&c, &c.low, true);
    if (st == KERF_OK) st = build_net(&c, &c.high, false);
    if (st == KERF_OK) st = contract(&c);
    *merged = x->n - c.low.n;
    for (uint32_t i = 0; i < x->n; i++) cluster[i] = kf_find_root(cluster, i);
    kf_net_free(&c.low);
    kf_net_free(&c.high);
    return st;
}
