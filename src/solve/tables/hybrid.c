/* hybrid.c -- branch and bound over a network of factors; see hybrid.h.
 *
 * Hybrid best-first search (Allouche, de Givry, Katsirelos, Schiex and Zytnicki 2015): of all open
 * nodes the one with the least bound is taken from a heap. From there the search goes depth-first
 * until it has turned back so many times; then what it has left open goes to the heap. So there is
 * an incumbent early, and a bound on the whole at any time. An open node is kept as its decisions,
 * which are made again from the root. The limit of a burst doubles while replaying takes more than
 * one node of twenty.
 *
 * At a node the messages around the decision are improved, in a few sweeps while that gains
 * something. The next variable is the one whose last decision failed, or else one with many
 * conflicts and few values; its cheapest value comes first. A node that falls apart is searched
 * part by part (parts.c).
 *
 * A node is given up when its bound reaches the top, in whole numbers. */
#include "solve/tables/hybrid.h"

#include "base/check.h"
#include "solve/tables/separators.h"

#include <string.h>

enum { SEPARATE = 300 }; /* nodes: separators are looked for */
enum { SWEEPS = 2, LOOK = 10, MOST_BACKTRACKS = 10000, REPLAYS = 20, FEW = 8 };
static const double GAIN = 0.002;      /* of the gap: sweeps of a node go on */
static const double ROOT_GAIN = 0.003; /* of the bound, in LOOK rounds: those of the root do */
static const double FAR = 0.7;         /* of the top: a gap that is hardly closed, */
static const double NEAR = 0.1;        /* and one that soon will be */
static const double LITTLE = 0.01;     /* of a conflict: the most that reduced costs count */
static const uint64_t POLL = 50000;    /* steps */
static const uint64_t HEAVY = 250000;  /* steps of a node */
static const size_t TRAIL = (size_t)64 << 20; /* bytes: a burst ends */

bool kf_hybrid_must_stop(kf_hybrid *h)
{
    uint64_t steps = h->messages.steps;
    if (!h->stopped && (steps >= h->most || h->messages.patience.over)) h->stopped = true;
    if (h->stopped || steps - h->polled < POLL) return h->stopped;
    h->polled = steps;
    return h->stopped = kf_limits_reached(h->limits);
}

/* ---- The heap ---- */

static bool comes_first(const kf_open_node *a, const kf_open_node *b)
{
    return a->bound < b->bound || (a->bound == b->bound && a->depth > b->depth);
}

static void swap_nodes(kf_hybrid *h, size_t a, size_t b)
{
    kf_open_node x = h->heap.at[a];
    h->heap.at[a] = h->heap.at[b];
    h->heap.at[b] = x;
}

static kerf_status push_node(kf_hybrid *h, kf_open_node node)
{
    if (!kf_vec_push(h->messages.mem, &h->heap, node)) return KERF_NO_MEMORY;
    size_t i = h->heap.n - 1;
    for (; i > 0 && comes_first(&h->heap.at[i], &h->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
        swap_nodes(h, i, (i - 1) / 2);
    return KERF_OK;
}

static kf_open_node pop_node(kf_hybrid *h)
{
    assert(h->heap.n > 0);
    kf_open_node first = h->heap.at[0], *at = h->heap.at;
    at[0] = at[--h->heap.n];
    for (size_t i = 0, c; (c = 2 * i + 1) < h->heap.n; i = c) {
        if (c + 1 < h->heap.n && comes_first(&at[c + 1], &at[c])) c++;
        if (!comes_first(&at[c], &at[i])) break;
        swap_nodes(h, c, i);
    }
    assert(h->heap.n == 0 || at[0].bound >= first.bound);
    return first;
}

/* ---- A node ---- */

static double gap_of(const kf_hybrid *h)
{
    const kf_messages *m = &h->messages;
    return m->top < KF_COST_LIMIT ? m->top - m->bound : m->bound;
}

bool kf_hybrid_bound(kf_hybrid *h)
{
    kf_messages *m = &h->messages;
    bool open = true, gains = true;
    h->nodes++;
    for (int k = 0; open && gains && k < SWEEPS; k++) {
        double before = m->bound;
        open = kf_messages_sweep(m, true) && kf_messages_sweep(m, false);
        assert(m->bound >= before); /* sweeps never lower the bound */
        gains = m->bound - before >= GAIN * gap_of(h) && !kf_hybrid_must_stop(h);
    }
    kf_messages_rest(m);
    m->steps += m->n_receivers;
    return open;
}

void kf_hybrid_decide(kf_hybrid *h, uint32_t i, uint32_t value, bool removed)
{
    kf_messages *m = &h->messages;
    for (uint32_t a = 0; a < m->receivers[i].n_values; a++)
        if ((a == value) == removed && kf_messages_has(m, i, a)) kf_messages_remove(m, i, a);
}

/* Conflicts of its factors that have another open variable. */
static double count_conflicts(const kf_messages *m, const kf_receiver *v)
{
    double sum = 0;
    for (uint32_t k = 0; k < v->n_uses; k++) {
        const kf_sender *f = &m->senders[v->uses[k].factor];
        uint32_t open = 0;
        for (uint32_t j = 0; j < f->n; j++) open += m->receivers[f->scope[j]].n_left > 1;
        if (open > 1) sum += f->conflicts;
    }
    return sum;
}

/* Conflicts over values (dom/wdeg), and reduced costs where these are equal. */
double kf_hybrid_score(const kf_hybrid *h, uint32_t receiver)
{
    const kf_messages *m = &h->messages;
    const kf_receiver *v = &m->receivers[receiver];
    double reduced = 0, most = v->n_left * gap_of(h);
    for (uint32_t a = 0; a < v->n_values; a++)
        if (!isinf(v->reduced[a])) reduced += v->reduced[a];
    double share = reduced < most ? reduced / most : 1;
    return (count_conflicts(m, v) + LITTLE * share) / v->n_left;
}

/* Variables of separators come first, the outermost before the others. */
bool kf_hybrid_precedes(const kf_hybrid *h, uint32_t a, uint32_t b)
{
    uint32_t x = h->level ? h->level[a] - 1 : 0, y = h->level ? h->level[b] - 1 : 0;
    return x < y; /* 0 is the last */
}

/* UINT32_MAX: every variable has one value. */
static uint32_t choose(const kf_hybrid *h)
{
    const kf_messages *m = &h->messages;
    uint32_t best = UINT32_MAX;
    double most = -1;
    for (uint32_t i = 0; i < m->n_receivers; i++) {
        if (m->receivers[i].n_left < 2) continue;
        if (best != UINT32_MAX && kf_hybrid_precedes(h, best, i)) continue;
        double score = i == h->last ? INFINITY : kf_hybrid_score(h, i);
        if (best == UINT32_MAX || score > most || kf_hybrid_precedes(h, i, best))
            most = score, best = i;
    }
    return best;
}

uint32_t kf_hybrid_cheapest(const kf_receiver *v)
{
    uint32_t best = 0;
    for (uint32_t a = 1; a < v->n_values; a++)
        if (v->reduced[a] < v->reduced[best]) best = a;
    return best;
}

/* An assignment below the top. */
static void take(kf_hybrid *h)
{
    kf_messages *m = &h->messages;
    double cost = kf_factors_cost(h->factors, h->values);
    if (cost >= fmin(h->cost, KF_COST_LIMIT)) return;
    h->cost = cost;
    m->top = fmin(m->top, cost - fmax(h->gap, floor(h->slack * cost)));
    memcpy(h->best, h->values, h->factors->n_variables * sizeof *h->best);
}

/* Every variable has one value: an assignment. */
static void record(kf_hybrid *h)
{
    kf_messages *m = &h->messages;
    for (uint32_t i = 0; i < m->n_receivers; i++) {
        const kf_receiver *v = &m->receivers[i];
        uint32_t a = 0;
        while (!kf_messages_has(m, i, a)) a++;
        h->values[v->variable] = a;
    }
    take(h);
}

/* Where the search is no short one: which variables make it fall apart? */
static kerf_status find_separators(kf_hybrid *h)
{
    kf_messages *m = &h->messages;
    bool some;
    h->separated = true;
    uint32_t *level = kf_arena_alloc(&m->arena, m->n_receivers, sizeof *level);
    if (!level) return KERF_NO_MEMORY;
    KF_TRY(kf_separators_find(m, level, &some));
    if (some) h->level = level;
    return KERF_OK;
}

/* *done: what is below the node has been searched, part by part. */
static kerf_status search_parts(kf_hybrid *h, bool *done)
{
    double cost;
    *done = false;
    if (!h->apart) return KERF_OK;
    if (h->nodes >= SEPARATE && !h->separated) KF_TRY(find_separators(h));
    KF_TRY(kf_parts_search(h, &cost, done));
    if (*done && cost < h->messages.top) take(h);
    return KERF_OK;
}

/* ---- A burst ---- */

static kerf_status descend(kf_hybrid *h, uint32_t i, double bound)
{
    kf_messages *m = &h->messages;
    uint32_t value = kf_hybrid_cheapest(&m->receivers[i]);
    kf_hybrid_level level = { kf_messages_get_mark(m), bound, i, value, false };
    if (!kf_vec_push(m->mem, &h->levels, level)) return KERF_NO_MEMORY;
    kf_hybrid_decide(h, i, value, false);
    return KERF_OK;
}

/* To the deepest second branch that may hold something; false: there is none. */
static bool retreat(kf_hybrid *h, double *bound)
{
    kf_messages *m = &h->messages;
    while (h->levels.n > 0) {
        kf_hybrid_level *l = &h->levels.at[h->levels.n - 1];
        kf_messages_undo(m, l->mark);
        if (!l->removed && l->bound < m->top) {
            l->removed = true;
            h->last = l->receiver;
            h->backtracks++;
            *bound = l->bound;
            kf_hybrid_decide(h, l->receiver, l->value, true);
            return true;
        }
        h->levels.n--;
    }
    return false;
}

static kerf_status add_decision(kf_hybrid *h, uint32_t parent, const kf_hybrid_level *l,
                                bool removed)
{
    kf_decision d = { parent, l->receiver, l->value, removed };
    return kf_vec_push(h->messages.mem, &h->decisions, d) ? KERF_OK : KERF_NO_MEMORY;
}

/* What the burst leaves open goes to the heap: the node at hand, and all second branches. */
static kerf_status leave(kf_hybrid *h, uint32_t start, double bound)
{
    uint32_t parent = start, depth = 0;
    for (size_t k = 0; k < h->levels.n; k++) {
        const kf_hybrid_level *l = &h->levels.at[k];
        depth = (uint32_t)k + 1;
        if (!l->removed && l->bound < h->messages.top) {
            KF_TRY(add_decision(h, parent, l, true));
            KF_TRY(push_node(h, (kf_open_node){ l->bound, (uint32_t)h->decisions.n - 1, depth }));
        }
        KF_TRY(add_decision(h, parent, l, l->removed));
        parent = (uint32_t)h->decisions.n - 1;
    }
    return push_node(h, (kf_open_node){ bound, parent, depth });
}

/* The decisions of a node, made again from the root. */
static kerf_status replay(kf_hybrid *h, uint32_t decision)
{
    kf_messages_undo(&h->messages, h->root);
    h->levels.n = h->path.n = 0;
    for (uint32_t d = decision; d != 0; d = h->decisions.at[d].parent)
        if (!kf_vec_push(h->messages.mem, &h->path, d)) return KERF_NO_MEMORY;
    while (h->path.n > 0) {
        const kf_decision *d = &h->decisions.at[h->path.at[--h->path.n]];
        kf_hybrid_decide(h, d->receiver, d->value, d->removed);
    }
    return KERF_OK;
}

static bool burst_ends(kf_hybrid *h, uint64_t until)
{
    return h->backtracks >= until || kf_hybrid_must_stop(h)
           || kf_messages_trail(&h->messages) > TRAIL || (h->first && !isinf(h->cost));
}

static kerf_status run_burst(kf_hybrid *h, kf_open_node start, uint64_t backtracks)
{
    kf_messages *m = &h->messages;
    uint64_t until = h->backtracks + backtracks;
    double bound = start.bound;
    KF_TRY(replay(h, start.decision));
    do {
        for (;;) {
            bool open = kf_hybrid_bound(h);
            if (m->failed) return KERF_NO_MEMORY;
            bound = open ? fmax(bound, m->bound) : m->top;
            uint32_t next = bound < m->top ? choose(h) : UINT32_MAX;
            if (bound < m->top && next == UINT32_MAX) record(h);
            bool done = next == UINT32_MAX;
            if (!done) KF_TRY(search_parts(h, &done));
            if (done) break;
            if (burst_ends(h, until)) return leave(h, start.decision, bound);
            KF_TRY(descend(h, next, bound));
        }
    } while (retreat(h, &bound));
    return KERF_OK;
}

/* ---- The whole ---- */

/* False: nothing of interest. */
static bool bound_root(kf_hybrid *h)
{
    kf_messages *m = &h->messages;
    double before = m->bound;
    if (m->bound >= m->top) return false;
    for (uint32_t k = 1; k == 1 || (k <= h->rounds && !kf_hybrid_must_stop(h)); k++) {
        kf_messages_wake_all(m);
        if (!kf_messages_sweep(m, true) || !kf_messages_sweep(m, false)) return false;
        if (k % LOOK != 0) continue;
        if (m->bound - before <= ROOT_GAIN * m->bound) break;
        before = m->bound;
    }
    kf_messages_rest(m);
    KF_CHECK(kf_messages_check(m));
    return !m->failed;
}

/* The closer the bound is to the incumbent, the more steps are worth it. Where a node takes as many
 * as a linear program would, that is tried soon. */
static uint64_t steps_allowed(const kf_hybrid *h)
{
    double top = h->messages.top, bound = h->heap.n > 0 ? h->heap.at[0].bound : top;
    double gap = top - bound;
    if (top >= KF_COST_LIMIT) return h->work; /* there is no incumbent */
    bool heavy = !h->many && h->messages.steps > HEAVY * h->nodes;
    if (heavy && h->work < UINT64_MAX) return h->work / FEW;
    if (gap > FAR * top && bound <= h->known) return h->far < h->work ? h->far : h->work;
    return gap < NEAR * top && h->near > h->work ? h->near : h->work;
}

static kerf_status search(kf_hybrid *h)
{
    uint64_t burst = 1;
    kf_decision none = { 0 };
    if (!kf_vec_push(h->messages.mem, &h->decisions, none)) return KERF_NO_MEMORY;
    KF_TRY(push_node(h, (kf_open_node){ h->messages.bound, 0, 0 }));
    while (h->heap.n > 0 && h->heap.at[0].bound < h->messages.top && !kf_hybrid_must_stop(h)) {
        if (h->first && !isinf(h->cost)) break;
        h->bound = h->heap.at[0].bound; /* should memory run out in the burst */
        KF_TRY(run_burst(h, pop_node(h), burst));
        h->most = steps_allowed(h);
        h->replayed++;
        if (h->replayed * REPLAYS > h->nodes && burst < MOST_BACKTRACKS) burst *= 2;
        else if (h->replayed * REPLAYS * 2 < h->nodes && burst > 1) burst /= 2;
    }
    h->bound = h->heap.n > 0 ? fmin(h->heap.at[0].bound, h->messages.top) : h->messages.top;
    return KERF_OK;
}

static kerf_status prepare(kf_hybrid *h, double top, kf_mem *mem)
{
    kf_messages *m = &h->messages;
    KF_TRY(kf_messages_open(m, h->factors, mem));
    uint32_t n = h->factors->n_variables;
    h->values = kf_arena_alloc(&m->arena, n, sizeof *h->values);
    h->best = kf_arena_alloc(&m->arena, n, sizeof *h->best);
    m->top = fmin(m->top, top);
    if (h->from) kf_messages_adopt(m, h->from, h->scale);
    h->cost = INFINITY;
    h->most = h->work;
    h->last = UINT32_MAX;
    if (!h->values || !h->best) return KERF_NO_MEMORY;
    return h->apart ? kf_parts_open(h) : KERF_OK;
}

kerf_status kf_hybrid_run(kf_hybrid *h, double top, kf_mem *mem)
{
    kf_messages *m = &h->messages;
    assert(h->factors && h->limits);
    KF_TRY(prepare(h, top, mem));
    bool open = bound_root(h);
    if (m->failed) return KERF_NO_MEMORY;
    h->nodes++;
    h->bound = open ? m->bound : m->top;
    m->saved.n = m->kept.n = 0; /* the root is not undone */
    h->root = kf_messages_get_mark(m);
    kerf_status st = open && !h->stopped ? search(h) : KERF_OK;
    if (st == KERF_NO_MEMORY) h->stopped = true; /* incumbent and bound hold all the same */
    return st == KERF_NO_MEMORY ? KERF_OK : st;
}

void kf_hybrid_close(kf_hybrid *h)
{
    kf_mem *mem = h->messages.mem;
    if (!mem) return;
    kf_vec_free(mem, &h->decisions);
    kf_vec_free(mem, &h->heap);
    kf_vec_free(mem, &h->levels);
    kf_vec_free(mem, &h->path);
    kf_parts_close(h);
    kf_messages_close(&h->messages);
}
