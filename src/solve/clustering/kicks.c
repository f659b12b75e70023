/* kicks.c -- disturbs a clustering a little, lets it settle, and undoes what did not pay.
 *
 * A kick throws a few nodes that are near each other out of their clusters, dissolves a cluster,
 * splits one in two or joins two. What comes out stays if it gains nothing less: on unit scores
 * many clusterings are equally good, and the way to a better one leads over them. In every other
 * turn it also stays if it is a little below the best, which is put back after some kicks. */
#include "base/check.h"
#include "solve/clustering/moves.h"

enum { MOST_DISSOLVED = 24, MOST_THROWN = 6 };

/* Everybody who is near a disturbed node may want to move; the node itself comes last. */
static void queue_neighbours(kf_moves *m, uint32_t node)
{
    const kf_edge *e = kf_net_edges(m->g, node);
    for (uint32_t i = 0; i < m->g->degree[node]; i++)
        if (kf_net_score(m->g, node, &e[i]) > 0) kf_moves_queue(m, e[i].to);
    kf_moves_queue(m, node);
    m->work += m->g->degree[node];
}

/* The change of value by one move: what it has there less what it had here. */
static double change(const kf_moves *m, uint32_t node, uint32_t to)
{
    const kf_net *g = m->g;
    const kf_edge *e = kf_net_edges(g, node);
    uint32_t from = m->label[node];
    double own = g->charge[node], size = g->size[node], here = 0, there = 0;
    for (uint32_t i = 0; i < g->degree[node]; i++) {
        if (m->label[e[i].to] == from) here += e[i].excess;
        if (m->label[e[i].to] == to) there += e[i].excess;
    }
    here -= g->unlisted * size * (m->size[from] - size);
    there -= g->unlisted * size * m->size[to];
    if (m->count[from] > 1) here -= own;
    if (m->count[from] == 2) here -= m->charge[from] - own;
    if (m->count[to] > 0) there -= own;
    if (m->count[to] == 1) there -= m->charge[to];
    return there - here;
}

static kerf_status throw_node(kf_moves *m, uint32_t node, uint32_t to)
{
    m->gained += change(m, node, to);
    m->work += m->g->degree[node];
    KF_TRY(kf_moves_move(m, node, to));
    queue_neighbours(m, node);
    return KERF_OK;
}

static uint32_t any_neighbour(const kf_moves *m, kf_random *random, uint32_t node)
{
    uint32_t n = m->g->degree[node];
    enum { TRIES = 4 };
    for (int i = 0; n > 0 && i < TRIES; i++) {
        const kf_edge *e = &kf_net_edges(m->g, node)[kf_random_below(random, n)];
        if (kf_net_score(m->g, node, e) > 0) return e->to;
    }
    return kf_random_below(random, m->g->n);
}

/* A few nodes, each to the cluster of a neighbour or to one of its own. */
static kerf_status throw_some(kf_moves *m, kf_random *random)
{
    uint32_t node = kf_random_below(random, m->g->n);
    uint32_t n = 1 + kf_random_below(random, MOST_THROWN);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = m->label[any_neighbour(m, random, node)];
        if (to == m->label[node] || kf_random_below(random, 3) == 0) {
            if (m->count[m->label[node]] == 1) continue;
            to = kf_moves_empty(m);
        }
        if (to != m->label[node]) KF_TRY(throw_node(m, node, to));
        node = any_neighbour(m, random, node);
    }
    return KERF_OK;
}

/* All nodes of a cluster, or every other, to a cluster each or to one together. */
static kerf_status break_up(kf_moves *m, kf_random *random, bool split)
{
    uint32_t c = m->label[kf_random_below(random, m->g->n)];
    uint32_t together = KF_MERGED, node = m->head[c], next;
    for (uint32_t i = 0; node != KF_MERGED && i < MOST_DISSOLVED; node = next, i++) {
        next = m->next[node];
        if (split && (kf_random_next(random) & 1)) continue;
        if (m->count[c] == 1) break;
        uint32_t to = split && together != KF_MERGED ? together : kf_moves_empty(m);
        together = to;
        KF_TRY(throw_node(m, node, to));
    }
    return KERF_OK;
}

static kerf_status join_any(kf_moves *m, kf_random *random)
{
    uint32_t node = kf_random_below(random, m->g->n);
    uint32_t c = m->label[node], to = m->label[any_neighbour(m, random, node)];
    if (c == to || m->count[c] > MOST_DISSOLVED) return KERF_OK;
    while (m->head[c] != KF_MERGED) KF_TRY(throw_node(m, m->head[c], to));
    return KERF_OK;
}

static kerf_status kick(kf_moves *m, kf_random *random)
{
    uint32_t kind = kf_random_below(random, 8);
    if (kind < 4) return throw_some(m, random);
    if (kind < 6) return break_up(m, random, false);
    return kind == 6 ? break_up(m, random, true) : join_any(m, random);
}

/* Back to where the log had n moves. */
static kerf_status undo(kf_moves *m, size_t n)
{
    for (size_t i = m->log.n; i-- > n;) {
        kf_moved x = m->log.at[i];
        KF_TRY(kf_moves_move(m, x.node, x.from));
        m->log.n--; /* the way back is not noted */
    }
    m->log.n = n;
    return KERF_OK;
}

/* The mean of positive scores. */
static double typical_score(const kf_net *g)
{
    double sum = 0;
    uint64_t n = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        const kf_edge *e = kf_net_edges(g, i);
        for (uint32_t k = 0; k < g->degree[i]; k++) {
            double score = kf_net_score(g, i, &e[k]);
            if (score > 0) sum += score, n++;
        }
    }
    return n ? sum / (double)n : 0;
}

typedef struct record { /* how far the clustering may be below the best, and is */
    double most, lost;
} record;

/* One kick. What comes out stays if it is not too far below the best (Dueck 1993, record-to-record
 * travel); the log has the moves since the best. */
static kerf_status try_kick(kf_moves *m, const kf_limits *limits, kf_random *random, record *r)
{
    size_t mark = m->log.n;
    m->gained = 0;
    KF_TRY(kick(m, random));
    m->work += 16;
    KF_TRY(kf_moves_run(m, limits));
    if (m->gained < 0 && r->lost - m->gained > r->most) return undo(m, mark);
    r->lost -= m->gained;
    if (r->lost > 0) return KERF_OK;
    r->lost = 0;
    m->log.n = 0;
    return KERF_OK;
}

kerf_status kf_moves_search(kf_moves *m, const kf_limits *limits, kf_random *random, uint64_t work)
{
    enum { ASK_EVERY = 32, PHASE = 32, TURN = 8, WIDTHS = 4 };
    uint64_t until = m->work + work;
    double typical = work > 0 ? typical_score(m->g) : 0;
    record r = { 0, 0 };
    KF_TRY(kf_moves_settle(m, limits));
    m->log.n = 0;
    for (uint64_t steps = 1; m->work < until; steps++) {
        KF_TRY(try_kick(m, limits, random, &r));
        if (steps % PHASE == 0) {
            KF_TRY(undo(m, 0));
            bool strict = steps / PHASE / TURN % 2 == 0;
            r = (record){ strict ? 0 : typical * kf_random_below(random, WIDTHS), 0 };
        }
        if (steps % ASK_EVERY == 0 && kf_limits_reached(limits)) break;
    }
    KF_TRY(undo(m, 0));
    KF_CHECK(kf_moves_check(m));
    return KERF_OK;
}
