/* pentagon.c -- see pentagon.h.
 *
 * From every fractional pair ab: a few nodes c that promise most by bc - ac, a few e by ea - eb,
 * and for each two of these the best d. */
#include "solve/cuts/pentagon.h"

#include "base/check.h"
#include "base/hash.h"
#include "solve/primal/nodes.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_NODES = 5, MOST_NODES = 1500, FEW = 5, MOST_STEPS = 40000000, OFTEN = 4 };
static const double VIOLATED = 0.05;
static const double SOME = 0.1; /* of a pair, or of two: else it does not count */

typedef struct cycle {
    double violation;
    uint64_t key;
    uint32_t node[5];
} cycle;

typedef struct choice { /* nodes that promise most, best first */
    uint32_t n, node[FEW];
    double merit[FEW];
} choice;

struct kf_pentagons {
    kf_mem *mem;
    uint32_t n;     /* nodes */
    uint32_t *atom; /* n by n: of a pair; UINT32_MAX: it is not here */
    double *x;      /* n by n: its value */
    uint8_t *often; /* n by n: how many cycles of this round have it */
    uint32_t next;  /* the node to begin with: where the last round ran out of steps */
    uint64_t steps; /* of this round */
    KF_VEC(cycle) cycles;
    KF_VEC(kf_pentagon) found;
    uint64_t *known; /* keys of those that were found, and one more each; 0: none */
    size_t n_known, room;
};

/* ---- Nodes and pairs ---- */

static void place_pairs(kf_pentagons *t, const kf_component *p, const kf_nodes *nodes)
{
    size_t n = t->n;
    for (size_t i = 0; i < n * n; i++) t->atom[i] = UINT32_MAX;
    for (uint32_t a = 0; a < nodes->n_atoms; a++) {
        uint32_t from = nodes->from[a], to = nodes->to[a];
        if (from == KF_NO_NODE || from == to) continue;
        t->atom[from * n + to] = a;
        if (p->ends[a].symmetric && t->atom[to * n + from] == UINT32_MAX)
            t->atom[to * n + from] = a;
    }
}

static bool make_room(kf_pentagons *t)
{
    size_t n = t->n;
    t->room = 1024;
    t->atom = kf_mem_alloc(t->mem, n * n, sizeof *t->atom);
    t->x = kf_mem_alloc(t->mem, n * n, sizeof *t->x);
    t->often = kf_mem_alloc(t->mem, n * n, sizeof *t->often);
    t->known = kf_mem_calloc(t->mem, t->room, sizeof *t->known);
    return t->atom && t->x && t->often && t->known;
}

void kf_pentagons_free(kf_pentagons *t)
{
    if (!t) return;
    size_t n = t->n;
    kf_mem_free(t->mem, t->atom, n * n, sizeof *t->atom);
    kf_mem_free(t->mem, t->x, n * n, sizeof *t->x);
    kf_mem_free(t->mem, t->often, n * n, sizeof *t->often);
    kf_mem_free(t->mem, t->known, t->room, sizeof *t->known);
    kf_vec_free(t->mem, &t->cycles);
    kf_vec_free(t->mem, &t->found);
    kf_mem_free(t->mem, t, 1, sizeof *t);
}

kerf_status kf_pentagons_new(const kf_component *p, kf_mem *mem, kf_pentagons **out)
{
    kf_nodes nodes;
    kf_pentagons *t = NULL;
    kerf_status st = kf_nodes_open(&nodes, p, mem, false);
    *out = NULL;
    if (st == KERF_OK && nodes.n >= LEAST_NODES && nodes.n <= MOST_NODES) {
        t = kf_mem_calloc(mem, 1, sizeof *t);
        if (t) t->mem = mem;
        if (t) t->n = nodes.n;
        st = t && make_room(t) ? KERF_OK : KERF_NO_MEMORY;
    }
    if (st == KERF_OK && t) {
        place_pairs(t, p, &nodes);
        *out = t;
    } else kf_pentagons_free(t);
    kf_nodes_free(&nodes, mem);
    return st;
}

/* ---- Those that were found before ---- */

/* The same wherever the cycle begins. */
static uint64_t key_of(const uint32_t *node)
{
    _Static_assert(MOST_NODES < 1 << 11, "five nodes fit one key");
    uint32_t first = 0;
    uint64_t key = 0;
    for (uint32_t k = 1; k < 5; k++)
        if (node[k] < node[first]) first = k;
    for (uint32_t k = 0; k < 5; k++) key = key << 11 | node[(first + k) % 5];
    return key + 1;
}

static size_t place_of(const kf_pentagons *t, uint64_t key)
{
    size_t mask = t->room - 1, at = kf_hash_mix(key) & mask;
    while (t->known[at] != 0 && t->known[at] != key) at = (at + 1) & mask;
    return at;
}

static kerf_status remember(kf_pentagons *t, uint64_t key)
{
    if (2 * (t->n_known + 1) > t->room) {
        uint64_t *old = t->known;
        size_t n = t->room;
        t->known = kf_mem_calloc(t->mem, 4 * n, sizeof *old);
        if (!t->known) t->known = old;
        if (t->known == old) return KERF_NO_MEMORY;
        t->room = 4 * n;
        for (size_t i = 0; i < n; i++)
            if (old[i]) t->known[place_of(t, old[i])] = old[i];
        kf_mem_free(t->mem, old, n, sizeof *old);
    }
    assert(t->known[place_of(t, key)] == 0);
    t->known[place_of(t, key)] = key;
    t->n_known++;
    return KERF_OK;
}

/* ---- Cycles ---- */

static double value(const kf_pentagons *t, uint32_t i, uint32_t j)
{
    return t->x[(size_t)i * t->n + j];
}

static bool has(const kf_pentagons *t, uint32_t i, uint32_t j)
{
    return t->atom[(size_t)i * t->n + j] != UINT32_MAX;
}

static void choose(choice *c, uint32_t node, double merit)
{
    if (c->n == FEW && merit <= c->merit[FEW - 1]) return;
    uint32_t at = c->n < FEW ? c->n++ : FEW - 1;
    for (; at > 0 && c->merit[at - 1] < merit; at--) {
        c->merit[at] = c->merit[at - 1];
        c->node[at] = c->node[at - 1];
    }
    c->merit[at] = merit;
    c->node[at] = node;
}

/* What comes after b, and what before a. */
static void choose_next(kf_pentagons *t, uint32_t a, uint32_t b, choice *after, choice *before)
{
    after->n = before->n = 0;
    for (uint32_t k = 0; k < t->n; k++) {
        if (k == a || k == b) continue;
        double on = value(t, b, k) - value(t, a, k), back = value(t, k, a) - value(t, k, b);
        if (on > SOME && has(t, a, k)) choose(after, k, on);
        if (back > SOME && has(t, k, b)) choose(before, k, back);
    }
    t->steps += t->n;
}

static kerf_status close_cycle(kf_pentagons *t, uint32_t a, uint32_t b, uint32_t c, uint32_t e)
{
    double most = VIOLATED - value(t, a, b) - value(t, b, c) - value(t, e, a) + value(t, a, c)
                  + value(t, e, b) + value(t, c, e) + 2;
    uint32_t best = UINT32_MAX;
    t->steps += t->n;
    for (uint32_t d = 0; d < t->n; d++) {
        double gain = value(t, c, d) + value(t, d, e) - value(t, b, d) - value(t, d, a);
        if (gain <= most || d == a || d == b || d == c || d == e) continue;
        if (!has(t, c, d) || !has(t, d, e) || !has(t, b, d) || !has(t, d, a)) continue;
        most = gain;
        best = d;
    }
    if (best == UINT32_MAX) return KERF_OK;
    cycle x = { .node = { a, b, c, best, e } };
    x.key = key_of(x.node);
    x.violation = -2;
    for (uint32_t k = 0; k < 5; k++)
        x.violation +=
            value(t, x.node[k], x.node[(k + 1) % 5]) - value(t, x.node[k], x.node[(k + 2) % 5]);
    assert(x.violation > VIOLATED - 1e-9);
    if (t->known[place_of(t, x.key)] != 0) return KERF_OK;
    return kf_vec_push(t->mem, &t->cycles, x) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status look_from(kf_pentagons *t, uint32_t a)
{
    for (uint32_t b = 0; b < t->n; b++) {
        choice after, before;
        if (value(t, a, b) <= SOME || value(t, a, b) >= 1 - VIOLATED) continue;
        choose_next(t, a, b, &after, &before);
        for (uint32_t i = 0; i < after.n; i++) {
            for (uint32_t k = 0; k < before.n; k++) {
                uint32_t c = after.node[i], e = before.node[k];
                if (c != e && has(t, c, e)) KF_TRY(close_cycle(t, a, b, c, e));
            }
        }
    }
    return KERF_OK;
}

/* ---- The whole ---- */

static int by_violation(const void *a, const void *b)
{
    const cycle *x = a, *y = b;
    if (x->violation != y->violation) return x->violation < y->violation ? 1 : -1;
    return (x->key > y->key) - (x->key < y->key);
}

/* Not too many through one pair: they would all say the same. */
static bool is_crowded(const kf_pentagons *t, const cycle *x)
{
    bool crowded = false;
    for (uint32_t k = 0; k < 5; k++)
        crowded |= t->often[(size_t)x->node[k] * t->n + x->node[(k + 1) % 5]] >= OFTEN;
    return crowded;
}

static void count_pairs(kf_pentagons *t, const cycle *x)
{
    for (uint32_t k = 0; k < 5; k++) t->often[(size_t)x->node[k] * t->n + x->node[(k + 1) % 5]]++;
}

static kerf_status take(kf_pentagons *t, size_t most)
{
    memset(t->often, 0, (size_t)t->n * t->n * sizeof *t->often);
    if (t->cycles.n > 0) qsort(t->cycles.at, t->cycles.n, sizeof *t->cycles.at, by_violation);
    for (size_t i = 0; i < t->cycles.n && t->found.n < most; i++) {
        const cycle *x = &t->cycles.at[i];
        kf_pentagon p = { .violation = x->violation };
        if (t->known[place_of(t, x->key)] != 0 || is_crowded(t, x)) continue;
        count_pairs(t, x);
        KF_TRY(remember(t, x->key));
        for (uint32_t k = 0; k < 5; k++) {
            p.pairs[k] = t->atom[(size_t)x->node[k] * t->n + x->node[(k + 1) % 5]];
            p.chords[k] = t->atom[(size_t)x->node[k] * t->n + x->node[(k + 2) % 5]];
            assert(p.pairs[k] != UINT32_MAX && p.chords[k] != UINT32_MAX);
        }
        if (!kf_vec_push(t->mem, &t->found, p)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

kerf_status kf_pentagons_find(kf_pentagons *t, const double *x, size_t most, uint64_t *steps,
                              const kf_pentagon **found, size_t *n)
{
    size_t pairs = (size_t)t->n * t->n;
    t->cycles.n = t->found.n = 0;
    t->steps = 0;
    for (size_t i = 0; i < pairs; i++) t->x[i] = t->atom[i] == UINT32_MAX ? 0 : x[t->atom[i]];
    for (uint32_t count = 0; count < t->n && t->steps < MOST_STEPS; count++) {
        KF_TRY(look_from(t, t->next));
        t->next = t->next + 1 < t->n ? t->next + 1 : 0;
    }
    KF_TRY(take(t, most));
    *steps += t->steps / 8;
    *found = t->found.at;
    *n = t->found.n;
    return KERF_OK;
}
