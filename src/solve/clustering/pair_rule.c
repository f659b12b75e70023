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
 * clusterings, not all: merges come one after another, each on what the last one left.
 *
 * Where scores lie between two others, what is left counts with the greatest, what is joined with
 * the least. */
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

typedef struct range { /* of a score */
    double low, high;
} range;

static inline void add_neighbour(const shares *s, range u, range v, sums *to)
{
    for (int i = 0; i < SHARES; i++) {
        double a = s->u_own[i] * u.high - s->v_new[i] * v.low;
        double b = s->v_own[i] * v.high - s->u_new[i] * u.low;
        a = a > 0 ? a : 0;
        b = b > 0 ? b : 0;
        to->only_u[i] += a;
        to->only_v[i] += b;
        to->both[i] += a > b ? a : b;
    }
}

typedef struct cursor { /* over the edges of a node, in both nets */
    const kf_edge *low, *high, *end;
} cursor;

static inline cursor edges_of(const kf_net *low, const kf_net *high, uint32_t node)
{
    const kf_edge *first = kf_net_edges(low, node);
    return (cursor){ first, kf_net_edges(high, node), first + low->degree[node] };
}

static inline uint32_t neighbour(const cursor *c)
{
    assert(c->low == c->end || c->low->to == c->high->to);
    return c->low < c->end ? c->low->to : KF_MERGED;
}

/* What the next edge scores, if it leads to this node, beside `least` and `most`. */
static inline range take(cursor *c, uint32_t node, double least, double most)
{
    range r = { least, most };
    if (neighbour(c) != node) return r;
    r.low += c->low++->excess;
    r.high += c->high++->excess;
    return r;
}

/* Goes over the neighbours of both. */
static void add_neighbours(const kf_net *low, const kf_net *high, uint32_t u, uint32_t v,
                           const shares *s, sums *to)
{
    cursor x = edges_of(low, high, u), y = edges_of(low, high, v);
    while (x.low < x.end || y.low < y.end) {
        uint32_t a = neighbour(&x), b = neighbour(&y), node = a < b ? a : b;
        double least = -low->unlisted * low->size[node], most = -high->unlisted * low->size[node];
        range from_u = take(&x, node, least * low->size[u], most * low->size[u]);
        range from_v = take(&y, node, least * low->size[v], most * low->size[v]);
        if (node != u && node != v) add_neighbour(s, from_u, from_v, to);
    }
}

typedef struct net_pair {
    kf_net *low, *high; /* one net, where scores are known */
} net_pair;

/* Does an x that nobody lists contribute nothing, if it is with one of the two? */
static bool is_free(const net_pair *g, double own, double size, double fresh, double other)
{
    double low = g->low->unlisted, high = g->high->unlisted;
    if (low == 0 || fresh == 0) return true;
    return low == high ? fresh * other <= own * size : low * fresh * other <= high * own * size;
}

/* Is one of the sums at most so much? Only shares count under which unlisted nodes contribute
 * nothing to it. */
static bool holds(const net_pair *g, uint32_t u, uint32_t v, const shares *s, const double *sum,
                  bool from_u, bool from_v, double most)
{
    double a = g->low->size[u], b = g->low->size[v];
    for (int i = 0; i < SHARES; i++) {
        bool u_fine = !from_u || is_free(g, s->u_own[i], a, s->v_new[i], b);
        bool v_fine = !from_v || is_free(g, s->v_own[i], b, s->u_new[i], a);
        if (u_fine && v_fine && sum[i] <= most) return true;
    }
    return false;
}

static bool is_pair_joined(const net_pair *g, uint32_t u, uint32_t v, double score)
{
    shares s;
    sums sum = { 0 };
    double at_u = g->low->charge[u], at_v = g->low->charge[v];
    if (at_u + at_v > score) return false; /* both were alone */
    choose_shares(&s, g->low->size[u], g->low->size[v]);
    add_neighbours(g->low, g->high, u, v, &s, &sum);
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
static uint32_t partner_of(const net_pair *g, uint32_t node, double *score, uint64_t *work)
{
    const kf_net *low = g->low;
    const kf_edge *e = kf_net_edges(low, node);
    for (uint32_t i = 0; i < low->degree[node]; i++) {
        *score = kf_net_score(low, node, &e[i]);
        if (!(*score > 0)) continue;
        *work += low->degree[node] + low->degree[e[i].to];
        if (is_pair_joined(g, node, e[i].to, *score)) return e[i].to;
    }
    return KF_MERGED;
}

static kerf_status merge_all(const net_pair *x, const kf_limits *limits, queue *q, double *gained)
{
    enum { ASK_EVERY = 1 << 18 };
    uint64_t edges = 0, work = 0, asked = 0;
    kf_net *g = x->low;
    for (uint32_t i = 0; i < g->n; i++) {
        edges += g->degree[i];
        if (kf_net_is_alive(g, i)) push(q, i);
    }
    while (q->n > 0 && work <= WORK_PER_EDGE * edges + 100000) {
        uint32_t node = pop(q), kept;
        double score;
        if (!kf_net_is_alive(g, node)) continue;
        uint32_t other = partner_of(x, node, &score, &work);
        if (work - asked > ASK_EVERY) {
            asked = work;
            if (kf_limits_reached(limits)) return KERF_OK;
        }
        if (other == KF_MERGED) continue;
        *gained += score - g->charge[node] - g->charge[other];
        KF_TRY(kf_nets_merge(x->low, x->high, node, other, &kept));
        push(q, kept);
        for (uint32_t i = 0; i < g->degree[kept]; i++) push(q, kf_net_edges(g, kept)[i].to);
    }
    return KERF_OK;
}

kerf_status kf_merge_pairs(kf_net *low, kf_net *high, const kf_limits *limits, double *gained)
{
    net_pair x = { low, high };
    queue q = { .size = low->n };
    assert(low->n == high->n && low->alive == high->alive && low->unlisted >= high->unlisted);
    q.at = kf_mem_alloc(low->mem, low->n, sizeof *q.at);
    q.in = kf_mem_calloc(low->mem, low->n, sizeof *q.in);
    kerf_status st = q.at && q.in ? merge_all(&x, limits, &q, gained) : KERF_NO_MEMORY;
    kf_mem_free(low->mem, q.at, low->n, sizeof *q.at);
    kf_mem_free(low->mem, q.in, low->n, sizeof *q.in);
    KF_CHECK(kf_net_check(low));
    return st;
}
