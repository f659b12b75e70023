/* moves.c -- moves of nodes and joins of clusters; see moves.h. */
#include "solve/clustering/moves.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

static const double LEAST_GAIN = 1e-10; /* of the scores involved: what is less is rounding */

/* ---- Life ---- */

static void link(kf_moves *m, uint32_t node, uint32_t to)
{
    m->label[node] = to;
    m->next[node] = m->head[to];
    m->before[node] = KF_MERGED;
    if (m->head[to] != KF_MERGED) m->before[m->head[to]] = node;
    m->head[to] = node;
    m->count[to]++;
    m->size[to] += m->g->size[node];
    m->charge[to] += m->g->charge[node];
}

static void unlink_node(kf_moves *m, uint32_t node)
{
    uint32_t c = m->label[node], next = m->next[node], before = m->before[node];
    if (next != KF_MERGED) m->before[next] = before;
    if (before != KF_MERGED) m->next[before] = next;
    else m->head[c] = next;
    m->count[c]--;
    m->size[c] -= m->g->size[node];
    m->charge[c] -= m->g->charge[node];
    if (m->count[c] == 0) m->size[c] = m->charge[c] = 0;
}

static void note_empty(kf_moves *m, uint32_t c)
{
    if (m->in_empty[c]) return;
    m->in_empty[c] = true;
    m->empty[m->n_empty++] = c;
}

static bool make_room(kf_moves *m, uint32_t n)
{
    uint32_t **words[] = { &m->label,  &m->count, &m->head,  &m->next,
                           &m->before, &m->near,  &m->empty, &m->queue };
    bool **flags[] = { &m->seen, &m->in_empty, &m->queued };
    double **numbers[] = { &m->size, &m->charge, &m->sum };
    bool made = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        made &= (*words[i] = kf_mem_calloc(m->mem, n, sizeof(uint32_t))) != NULL;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        made &= (*flags[i] = kf_mem_calloc(m->mem, n, sizeof(bool))) != NULL;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        made &= (*numbers[i] = kf_mem_calloc(m->mem, n, sizeof(double))) != NULL;
    return made;
}

kerf_status kf_moves_open(kf_moves *m, const kf_net *g, const uint32_t *label)
{
    assert(g->alive == g->n);
    *m = (kf_moves){ .g = g, .mem = g->mem };
    if (!make_room(m, g->n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < g->n; i++) m->head[i] = KF_MERGED;
    for (uint32_t i = g->n; i-- > 0;) link(m, i, label[i]);
    for (uint32_t i = g->n; i-- > 0;)
        if (m->count[i] == 0) note_empty(m, i);
    KF_CHECK(kf_moves_check(m));
    return KERF_OK;
}

void kf_moves_free(kf_moves *m)
{
    uint32_t *words[] = { m->label,  m->count, m->head,  m->next,
                          m->before, m->near,  m->empty, m->queue };
    bool *flags[] = { m->seen, m->in_empty, m->queued };
    double *numbers[] = { m->size, m->charge, m->sum };
    uint32_t n = m->g ? m->g->n : 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        kf_mem_free(m->mem, words[i], n, sizeof(uint32_t));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        kf_mem_free(m->mem, flags[i], n, sizeof(bool));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        kf_mem_free(m->mem, numbers[i], n, sizeof(double));
    if (m->g) kf_vec_free(m->mem, &m->log);
}

/* ---- One node ---- */

uint32_t kf_moves_empty(kf_moves *m)
{
    for (;;) {
        assert(m->n_empty > 0);
        uint32_t c = m->empty[m->n_empty - 1];
        if (m->count[c] == 0) return c;
        m->n_empty--;
        m->in_empty[c] = false;
    }
}

kerf_status kf_moves_move(kf_moves *m, uint32_t node, uint32_t to)
{
    uint32_t from = m->label[node];
    assert(to != from);
    if (!kf_vec_push(m->mem, &m->log, (kf_moved){ node, from })) return KERF_NO_MEMORY;
    unlink_node(m, node);
    if (m->count[from] == 0) note_empty(m, from);
    link(m, node, to);
    return KERF_OK;
}

void kf_moves_queue(kf_moves *m, uint32_t node)
{
    assert(node < m->g->n);
    if (m->queued[node]) return;
    m->queued[node] = true;
    m->queue[(m->first + m->n_queue++) % m->g->n] = node;
}

static uint32_t take_queued(kf_moves *m)
{
    assert(m->n_queue > 0 && m->n_queue <= m->g->n);
    uint32_t node = m->queue[m->first];
    m->first = (m->first + 1) % m->g->n;
    m->n_queue--;
    m->queued[node] = false;
    return node;
}

/* Excesses of a node with clusters near it. */
static void add_near(kf_moves *m, uint32_t node)
{
    const kf_edge *e = kf_net_edges(m->g, node);
    m->work += m->g->degree[node] + 8;
    for (uint32_t i = 0; i < m->g->degree[node]; i++) {
        uint32_t c = m->label[e[i].to];
        m->sum[c] += e[i].excess;
        if (!m->seen[c]) {
            m->seen[c] = true;
            m->near[m->n_near++] = c;
        }
    }
}

static void clear_near(kf_moves *m)
{
    for (uint32_t i = 0; i < m->n_near; i++) {
        m->sum[m->near[i]] = 0;
        m->seen[m->near[i]] = false;
    }
    m->n_near = 0;
}

/* What a node has where it is, beside being alone: its charge, and that of the only other node. */
static double worth_here(const kf_moves *m, uint32_t node)
{
    const kf_net *g = m->g;
    uint32_t c = m->label[node];
    double own = g->charge[node], size = g->size[node];
    if (m->count[c] == 1) return 0;
    double worth = m->sum[c] - g->unlisted * size * (m->size[c] - size) - own;
    return m->count[c] == 2 ? worth - (m->charge[c] - own) : worth;
}

static double worth_there(const kf_moves *m, uint32_t node, uint32_t c)
{
    double worth = m->sum[c] - m->g->unlisted * m->g->size[node] * m->size[c] - m->g->charge[node];
    return m->count[c] == 1 ? worth - m->charge[c] : worth;
}

/* Who may want to move after this node did. */
static void queue_around(kf_moves *m, uint32_t node, uint32_t from)
{
    const kf_edge *e = kf_net_edges(m->g, node);
    for (uint32_t i = m->head[from]; i != KF_MERGED; i = m->next[i]) kf_moves_queue(m, i);
    for (uint32_t i = 0; i < m->g->degree[node]; i++) {
        bool together = m->label[e[i].to] == m->label[node];
        if (together || kf_net_score(m->g, node, &e[i]) > 0) kf_moves_queue(m, e[i].to);
    }
}

/* The best cluster for the node, if it gains there. */
static kerf_status improve_node(kf_moves *m, uint32_t node)
{
    uint32_t from = m->label[node], to = from;
    add_near(m, node);
    double here = worth_here(m, node), best = 0;
    for (uint32_t i = 0; i < m->n_near; i++) {
        uint32_t c = m->near[i];
        double there = c == from || m->count[c] == 0 ? 0 : worth_there(m, node, c);
        if (there > best) {
            best = there;
            to = c;
        }
    }
    clear_near(m);
    double gain = best - here;
    if (!(gain > LEAST_GAIN * (fabs(best) + fabs(here)))) return KERF_OK;
    if (best == 0) to = kf_moves_empty(m);
    if (to == from) return KERF_OK;
    KF_TRY(kf_moves_move(m, node, to));
    m->gained += gain;
    queue_around(m, node, from);
    return KERF_OK;
}

/* ---- Joins ---- */

/* The cluster that this one gains most by joining, or itself. */
static uint32_t best_join(kf_moves *m, uint32_t c, double *gain)
{
    uint32_t best = c;
    *gain = 0;
    for (uint32_t i = m->head[c]; i != KF_MERGED; i = m->next[i]) add_near(m, i);
    for (uint32_t i = 0; i < m->n_near; i++) {
        uint32_t other = m->near[i];
        if (other == c) continue;
        double sum = m->sum[other] - m->g->unlisted * m->size[c] * m->size[other];
        if (m->count[c] == 1) sum -= m->charge[c];
        if (m->count[other] == 1) sum -= m->charge[other];
        if (sum > *gain + LEAST_GAIN * fabs(sum)) {
            *gain = sum;
            best = other;
        }
    }
    clear_near(m);
    return best;
}

static kerf_status join(kf_moves *m, uint32_t c, uint32_t to)
{
    while (m->head[c] != KF_MERGED) {
        uint32_t node = m->head[c];
        KF_TRY(kf_moves_move(m, node, to));
        kf_moves_queue(m, node);
    }
    return KERF_OK;
}

/* Clusters of the nodes that moved, as far as they gain by joining. */
static kerf_status join_moved(kf_moves *m, size_t from, const kf_limits *limits)
{
    enum { ASK_EVERY = 512 };
    for (size_t i = from; i < m->log.n; i++) {
        double gain;
        if ((i + 1 - from) % ASK_EVERY == 0 && kf_limits_reached(limits)) break;
        uint32_t c = m->label[m->log.at[i].node], other = best_join(m, c, &gain);
        if (other == c) continue;
        KF_TRY(join(m, c, other));
        m->gained += gain;
    }
    return KERF_OK;
}

/* ---- All ---- */

kerf_status kf_moves_run(kf_moves *m, const kf_limits *limits)
{
    enum { ASK_EVERY = 512 };
    size_t from = 0;
    uint64_t steps = 0;
    do {
        while (m->n_queue > 0) {
            KF_TRY(improve_node(m, take_queued(m)));
            if (++steps % ASK_EVERY == 0 && kf_limits_reached(limits)) break;
        }
        if (m->n_queue > 0) break;
        size_t to = m->log.n;
        KF_TRY(join_moved(m, from, limits));
        from = to;
    } while (m->n_queue > 0);
    while (m->n_queue > 0) take_queued(m);
    return KERF_OK;
}

kerf_status kf_moves_settle(kf_moves *m, const kf_limits *limits)
{
    for (uint32_t i = 0; i < m->g->n; i++) kf_moves_queue(m, i);
    KF_TRY(kf_moves_run(m, limits));
    for (uint32_t c = 0; c < m->g->n; c++) {
        double gain;
        if (m->count[c] == 0) continue;
        if ((c & 255) == 0 && kf_limits_reached(limits)) break;
        uint32_t other = best_join(m, c, &gain);
        if (other == c) continue;
        KF_TRY(join(m, c, other));
        m->gained += gain;
        KF_TRY(kf_moves_run(m, limits));
    }
    m->log.n = 0;
    m->gained = 0;
    KF_CHECK(kf_moves_check(m));
    return KERF_OK;
}

void kf_moves_read(const kf_moves *m, uint32_t *label)
{
    for (uint32_t i = 0; i < m->g->n; i++) label[i] = m->head[m->label[i]];
}

void kf_moves_check(const kf_moves *m)
{
#ifndef NDEBUG
    uint32_t nodes = 0;
    for (uint32_t c = 0; c < m->g->n; c++) {
        uint32_t count = 0;
        for (uint32_t i = m->head[c]; i != KF_MERGED; i = m->next[i]) {
            assert(m->label[i] == c);
            count++;
        }
        assert(count == m->count[c] && m->sum[c] == 0 && !m->seen[c]);
        nodes += count;
    }
    assert(nodes == m->g->n && m->n_near == 0);
#else
    (void)m;
#endif
}
