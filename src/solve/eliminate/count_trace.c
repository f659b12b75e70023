/* count_trace.c -- the components that a search has met, and the way back from the whole to every
 * value.
 *
 * A node is a component, an edge one value of its variable: what follows from it, and the nodes
 * that it leaves. A node is met with the probability of all edges that lead to it; an edge is taken
 * with its share of its node's sum. So every value of a variable is as probable as the edges that
 * set it.
 *
 * Error: the probability of a node is what is outside of it, times its sum, over Z. What is outside
 * is wrong by the units of all edges on the way but for its own sum. Sums are compensated. */
#include "solve/eliminate/count_searching.h"

#include "base/check.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

void kf_count_trace_close(kf_count_trace *t)
{
    kf_vec_free(t->mem, &t->nodes);
    kf_vec_free(t->mem, &t->edges);
    kf_vec_free(t->mem, &t->sets);
    kf_vec_free(t->mem, &t->children);
    kf_vec_free(t->mem, &t->keys);
    kf_mem_free(t->mem, t->slots, t->n_slots, sizeof *t->slots);
}

double kf_count_trace_bytes(const kf_count_trace *t)
{
    return (double)(t->nodes.n * sizeof *t->nodes.at + t->edges.n * sizeof *t->edges.at
                    + t->sets.n * sizeof *t->sets.at
                    + (t->children.n + t->keys.n + t->n_slots) * sizeof(uint32_t))
           * 2;
}

/* ---- Keys ---- */

static uint64_t hash_key(const uint32_t *key, uint32_t n)
{
    uint64_t h = KF_HASH_SEED;
    for (uint32_t i = 0; i < n; i++) h = kf_hash_add(h, key[i]);
    return kf_hash_mix(h);
}

static uint32_t find_slot(const kf_count_trace *t, const uint32_t *key, uint32_t n)
{
    uint32_t mask = t->n_slots - 1, at = (uint32_t)hash_key(key, n) & mask;
    for (; t->slots[at] != KF_UNSET; at = (at + 1) & mask) {
        const kf_count_node *x = &t->nodes.at[t->slots[at]];
        const uint32_t *other = t->keys.at + x->first_key;
        if (x->n_key == n && (n == 0 || memcmp(other, key, n * sizeof *key) == 0)) break;
    }
    return at;
}

uint32_t kf_count_find(const kf_count_trace *t, const uint32_t *key, uint32_t n)
{
    return t->n_slots ? t->slots[find_slot(t, key, n)] : KF_UNSET;
}

static kerf_status grow(kf_count_trace *t)
{
    uint32_t n = t->n_slots ? 2 * t->n_slots : 1024, *slots, old = t->n_slots;
    if (2 * (t->nodes.n + 1) <= t->n_slots) return KERF_OK;
    if (n > UINT32_MAX / 4) return KERF_NO_MEMORY;
    slots = kf_mem_alloc(t->mem, n, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    kf_mem_free(t->mem, t->slots, old, sizeof *t->slots);
    t->slots = slots;
    t->n_slots = n;
    for (uint32_t i = 0; i < n; i++) slots[i] = KF_UNSET;
    for (uint32_t i = 0; i < t->nodes.n; i++) {
        const kf_count_node *x = &t->nodes.at[i];
        slots[find_slot(t, t->keys.at + x->first_key, x->n_key)] = i;
    }
    return KERF_OK;
}

kerf_status kf_count_keep(kf_count_trace *t, kf_count_node x, const uint32_t *key, uint32_t n)
{
    KF_TRY(grow(t));
    if (t->keys.n + n > UINT32_MAX - 1 || !kf_vec_reserve(t->mem, &t->keys, n))
        return KERF_NO_MEMORY;
    uint32_t slot = find_slot(t, key, n);
    assert(t->slots[slot] == KF_UNSET);
    x.first_key = (uint32_t)t->keys.n;
    x.n_key = n;
    if (!kf_vec_push(t->mem, &t->nodes, x)) return KERF_NO_MEMORY;
    if (n > 0) memcpy(t->keys.at + t->keys.n, key, n * sizeof *key);
    t->keys.n += n;
    t->slots[slot] = (uint32_t)t->nodes.n - 1;
    return KERF_OK;
}

/* ---- The way back ---- */

typedef struct met { /* a node */
    kf_neumaier p;
    double outside; /* units */
} met;

typedef struct spreading {
    const kf_count_trace *t;
    met *met;
    kf_neumaier **sum; /* by variable and value */
    double *units;
    double whole; /* units of Z */
} spreading;

static void take_edge(const spreading *s, uint32_t node, const kf_count_edge *e)
{
    const kf_count_trace *t = s->t;
    const kf_scaled *z = &t->nodes.at[node].z;
    const met *from = &s->met[node];
    if (e->weight.m == 0) return;
    int64_t far = e->weight.e - z->e;
    double p = far < -2000 ? 0 : kf_neumaier_get(&from->p) * ldexp(e->weight.m / z->m, (int)far);
    for (uint32_t i = 0; i < e->n_sets; i++) {
        const kf_count_set_item *x = &t->sets.at[e->first_set + i];
        kf_neumaier_add(&s->sum[x->variable][x->value], p);
        s->units[x->variable] =
            fmax(s->units[x->variable], from->outside + e->weight.units + s->whole + 8);
    }
    for (uint32_t i = 0; i < e->n_children; i++) {
        uint32_t c = t->children.at[e->first_child + i];
        met *to = &s->met[c];
        kf_neumaier_add(&to->p, p);
        to->outside =
            fmax(to->outside, from->outside + e->weight.units - t->nodes.at[c].z.units + 8);
    }
}

static kerf_status open_sums(spreading *s, kf_arena *arena, const kf_network *net)
{
    uint32_t n = (uint32_t)net->size.n;
    s->met = kf_arena_alloc(arena, s->t->nodes.n, sizeof *s->met);
    s->sum = kf_arena_alloc(arena, n, sizeof *s->sum);
    if (!s->met || !s->sum) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        s->units[v] = 0;
        s->sum[v] = kf_arena_alloc(arena, net->size.at[v], sizeof **s->sum);
        if (!s->sum[v]) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

kerf_status kf_count_spread(const kf_count_trace *t, const kf_network *net, double **belief,
                            double *units)
{
    spreading s = { .t = t, .units = units };
    kf_arena arena;
    assert(t->nodes.n > 0);
    kf_arena_init(&arena, t->mem);
    kerf_status st = open_sums(&s, &arena, net);
    if (st == KERF_OK) {
        uint32_t root = (uint32_t)t->nodes.n - 1;
        s.whole = t->nodes.at[root].z.units;
        kf_neumaier_add(&s.met[root].p, 1);
        for (uint32_t i = root + 1; i-- > 0;)
            for (uint32_t k = 0; k < t->nodes.at[i].n_edges; k++)
                take_edge(&s, i, &t->edges.at[t->nodes.at[i].first_edge + k]);
        for (uint32_t v = 0; v < net->size.n; v++)
            for (uint32_t x = 0; x < net->size.at[v]; x++)
                belief[v][x] = kf_neumaier_get(&s.sum[v][x]);
    }
    kf_arena_free(&arena);
    return st;
}
