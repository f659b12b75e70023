/* pair_rule.c -- merges two nodes where a test shows that a best clustering has them together.
 *
 * Take a best clustering with u in cluster A and v in another, B. There are three repairs: u and v
 * alone in one cluster, u moves to B, v moves to A. With shares p + q + r = 1 of these, the average
 * gain is at least
 *
 *     w(u,v) - sum over x of max(0, (p+q) w(u,x) - r w(v,x), (p+r) w(v,x) - q w(u,x)),
 *
 * for x is in A (the second term), in B (the third) or in neither. If that is not negative, one of
 * the repairs loses nothing. Where u was alone, A has no x, but u now pays its charge; likewise v.
 * All cases must hold, each with shares of its own. An x that neither lists contributes nothing if
 * r size(v) <= (p+q) size(u) and q size(u) <= (p+r) size(v). A rule keeps one of the best
 * clusterings, not all: merges come one after another, each on what the last one left. */
#include "base/check.h"
#include "solve/clustering/contract.h"

#include <math.h>

enum { SHARES = 8 };
static const uint64_t WORK_PER_EDGE = 400; /* edges looked at, for each edge of the net */

typedef struct shares {
    double u_own[SHARES], v_own[SHARES]; /* p + q, p + r */
    double u_new[SHARES], v_new[SHARES]; /* q, r */
} shares;

typedef struct sums { /* of what leaving costs, by shares */
    double both[SHARES], only_u[SHARES], only_v[SHARES];
} sums;

static void set_share(shares *s, int i, double p, double q)
{
    double r = 1 - p - q;
    s->u_own[i] = p + q;
    s->v_own[i] = p + r;
    s->u_new[i] = q;
    s->v_new[i] = r;
}

/* Twins differ in size only: q size(u) = r size(v). */
static void choose_shares(shares *s, double u, double v)
{
    double twin = v / (u + v);
    set_share(s, 0, 1, 0);
    set_share(s, 1, 0, twin);
    set_share(s, 2, .5, .5 * twin);
    set_share(s, 3, .25, .75 * twin);
    set_share(s, 4, .75, .25 * twin);
    set_share(s, 5, .5, .5);
    set_share(s, 6, .5, 0);
    set_share(s, 7, 1. / 3, 1. / 3);
}

static inline void add_neighbour(const shares *s, double u, double v, sums *to)
{
    for (int i = 0; i < SHARES; i++) {
        double a = s->u_own[i] * u - s->v_new[i] * v, b = s->v_own[i] * v - s->u_new[i] * u;
        a = a > 0 ? a : 0;
        b = b > 0 ? b : 0;
        to->only_u[i] += a;
        to->only_v[i] += b;
        to->both[i] += a > b ? a : b;
    }
}

/* Goes over the neighbours of both. */
static void add_neighbours(const kf_net *g, uint32_t u, uint32_t v, const shares *s, sums *to)
{
    const kf_edge *x = kf_net_edges(g, u), *y = kf_net_edges(g, v);
    const kf_edge *x_end = x + g->degree[u], *y_end = y + g->degree[v];
    while (x < x_end || y < y_end) {
        uint32_t a = x < x_end ? x->to : KF_MERGED, b = y < y_end ? y->to : KF_MERGED;
        uint32_t node = a < b ? a : b;
        double each = g->unlisted * g->size[node];
        double from_u = (a == node ? x->excess : 0) - each * g->size[u];
        double from_v = (b == node ? y->excess : 0) - each * g->size[v];
        x += a == node;
        y += b == node;
        if (node != u && node != v) add_neighbour(s, from_u, from_v, to);
    }
}

/* Is one of the sums at most so much? Only shares count under which unlisted nodes contribute
 * nothing to it. */
static bool holds(const kf_net *g, uint32_t u, uint32_t v, const shares *s, const double *sum,
                  bool from_u, bool from_v, double most)
{
    double a = g->size[u], b = g->size[v];
    for (int i = 0; i < SHARES; i++) {
        bool u_fine = g->unlisted == 0 || s->v_new[i] * b <= s->u_own[i] * a;
        bool v_fine = g->unlisted == 0 || s->u_new[i] * a <= s->v_own[i] * b;
        if ((u_fine || !from_u) && (v_fine || !from_v) && sum[i] <= most) return true;
    }
    return false;
}

static bool is_pair_joined(const kf_net *g, uint32_t u, uint32_t v, double score)
{
    shares s;
    sums sum = { 0 };
    double at_u = g->charge[u], at_v = g->charge[v];
    if (at_u + at_v > score) return false; /* both were alone */
    choose_shares(&s, g->size[u], g->size[v]);
    add_neighbours(g, u, v, &s, &sum);
    return holds(g, u, v, &s, sum.both, true, true, score)
           && (at_u == 0 || holds(g, u, v, &s, sum.only_v, false, true, score - at_u))
           && (at_v == 0 || holds(g, u, v, &s, sum.only_u, true, false, score - at_v));
}

typedef struct queue {
    uint32_t *at;
    bool *in;
    uint32_t n, first, size; /* a ring */
} queue;

static void push(queue *q, uint32_t node)
{
    if (q->in[node]) return;
    q->in[node] = true;
    q->at[(q->first + q->n++) % q->size] = node;
}

static uint32_t pop(queue *q)
{
    uint32_t node = q->at[q->first];
    q->first = (q->first + 1) % q->size;
    q->n--;
    q->in[node] = false;
    return node;
}

/* A neighbour with which the node is to merge, or KF_MERGED. */
static uint32_t partner_of(const kf_net *g, uint32_t node, double *score, uint64_t *work)
{
    const kf_edge *e = kf_net_edges(g, node);
    for (uint32_t i = 0; i < g->degree[node]; i++) {
        *score = kf_net_score(g, node, &e[i]);
        if (!(*score > 0)) continue;
        *work += g->degree[node] + g->degree[e[i].to];
        if (is_pair_joined(g, node, e[i].to, *score)) return e[i].to;
    }
    return KF_MERGED;
}

static kerf_status merge_all(kf_net *g, const kf_limits *limits, queue *q, double *gained)
{
    enum { ASK_EVERY = 1 << 18 };
    uint64_t edges = 0, work = 0, asked = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        edges += g->degree[i];
        if (kf_net_is_alive(g, i)) push(q, i);
    }
    while (q->n > 0 && work <= WORK_PER_EDGE * edges + 100000) {
        uint32_t node = pop(q), kept;
        double score;
        if (!kf_net_is_alive(g, node)) continue;
        uint32_t other = partner_of(g, node, &score, &work);
        if (work - asked > ASK_EVERY) {
            asked = work;
            if (kf_limits_reached(limits)) return KERF_OK;
        }
        if (other == KF_MERGED) continue;
        *gained += score - g->charge[node] - g->charge[other];
        KF_TRY(kf_net_merge(g, node, other, &kept));
        push(q, kept);
        for (uint32_t i = 0; i < g->degree[kept]; i++) push(q, kf_net_edges(g, kept)[i].to);
    }
    return KERF_OK;
}

kerf_status kf_merge_pairs(kf_net *g, const kf_limits *limits, double *gained)
{
    queue q = { .size = g->n };
    q.at = kf_mem_alloc(g->mem, g->n, sizeof *q.at);
    q.in = kf_mem_calloc(g->mem, g->n, sizeof *q.in);
    kerf_status st = q.at && q.in ? merge_all(g, limits, &q, gained) : KERF_NO_MEMORY;
    kf_mem_free(g->mem, q.at, g->n, sizeof *q.at);
    kf_mem_free(g->mem, q.in, g->n, sizeof *q.in);
    KF_CHECK(kf_net_check(g));
    return st;
}
