/* pair_rows.c -- separation: rows of the relaxation that the smoothed values violate.
 *
 * Of the triangles over a pair that is missing, the worst; and for every node sets T that are grown
 * greedily from each of its neighbours. A row that is there already is passed over, by a hash of 64
 * bits: to miss one is no error. */
#include "base/check.h"
#include "base/hash.h"
#include "solve/clustering/pair_dual.h"

#include <math.h>
#include <string.h>

enum { MOST_SET = 12, MOST_CANDIDATES = 64 };
enum { SPARSE = 16 };            /* one pair in so many has a value */
static const float LEAST = .03f; /* violation */
static const float PRESENT = .05f;

/* ---- The rows ---- */

static bool grow_slots(kf_pair_dual *d)
{
    size_t n = d->n_slots ? 2 * d->n_slots : 1024;
    uint64_t *slots = kf_mem_calloc(d->mem, n, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < d->n_slots; i++) {
        if (!d->slots[i]) continue;
        size_t at = d->slots[i] & (n - 1);
        while (slots[at]) at = (at + 1) & (n - 1);
        slots[at] = d->slots[i];
    }
    kf_mem_free(d->mem, d->slots, d->n_slots, sizeof *d->slots);
    d->slots = slots;
    d->n_slots = n;
    return true;
}

/* Notes the row. Was it there already? */
static bool note(kf_pair_dual *d, uint64_t hash)
{
    hash |= 1;
    assert(d->n_slots > d->rows.n && (d->n_slots & (d->n_slots - 1)) == 0);
    size_t at = hash & (d->n_slots - 1);
    while (d->slots[at] && d->slots[at] != hash) at = (at + 1) & (d->n_slots - 1);
    bool there = d->slots[at] == hash;
    d->slots[at] = hash;
    return there;
}

/* The order of variables does not matter. */
static uint64_t hash_row(const kf_new_row *r)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < (uint32_t)r->plus + r->minus; i++)
        sum += kf_hash_mix(2 * (uint64_t)r->var[i] + (i < r->plus) + 1);
    return kf_hash_mix(sum);
}

kerf_status kf_pair_dual_add(kf_pair_dual *d, const kf_new_row *r, uint64_t *added)
{
    uint32_t n = (uint32_t)r->plus + r->minus;
    assert(n <= KF_ROW_VARS);
    if ((d->rows.n + 1) * 2 > d->n_slots && !grow_slots(d)) return KERF_NO_MEMORY;
    uint64_t hash = hash_row(r);
    if (note(d, hash)) return KERF_OK;
    if (!kf_vec_reserve(d->mem, &d->vars, n) || !kf_vec_reserve(d->mem, &d->rows, 1)
        || !kf_vec_push(d->mem, &d->prices, 0.))
        return KERF_NO_MEMORY;
    d->rows.at[d->rows.n++] = (kf_dual_row){
        .start = d->vars.n, .hash = hash, .plus = r->plus, .minus = r->minus, .right = r->right
    };
    memcpy(d->vars.at + d->vars.n, r->var, n * sizeof *r->var);
    d->vars.n += n;
    ++*added;
    return KERF_OK;
}

/* A node and a set of others. */
static kerf_status add_row(kf_pair_dual *d, uint32_t v, const uint32_t *set, uint32_t n,
                           uint64_t *added)
{
    kf_new_row r = { .plus = (uint16_t)n, .right = 1 };
    uint32_t *end = r.var;
    for (uint32_t i = 0; i < n; i++) *end++ = kf_pair_var(d, v, set[i]);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++) *end++ = kf_pair_var(d, set[i], set[k]);
    if (d->charged[v] != KF_MERGED) {
        *end++ = d->charged[v];
        r.right = 0;
    }
    r.minus = (uint16_t)(end - r.var - n);
    return kf_pair_dual_add(d, &r, added);
}

void kf_pair_dual_purge(kf_pair_dual *d, size_t from)
{
    size_t kept = from, vars = from < d->rows.n ? d->rows.at[from].start : d->vars.n;
    for (size_t i = from; i < d->rows.n; i++) {
        kf_dual_row r = d->rows.at[i];
        uint32_t n = (uint32_t)r.plus + r.minus;
        if (d->prices.at[i] == 0) continue;
        memmove(d->vars.at + vars, d->vars.at + r.start, n * sizeof *d->vars.at);
        r.start = vars;
        d->rows.at[kept] = r;
        d->prices.at[kept++] = d->prices.at[i];
        vars += n;
    }
    assert(from <= d->rows.n && d->rows.n == d->prices.n && vars <= d->vars.n);
    d->rows.n = d->prices.n = kept;
    d->vars.n = vars;
    if (d->n_slots) memset(d->slots, 0, d->n_slots * sizeof *d->slots); /* those may come back */
    for (size_t i = 0; i < kept; i++) note(d, d->rows.at[i].hash);
}

/* ---- Separation ---- */

static void lay_out_values(kf_pair_dual *d)
{
    uint32_t n = d->n;
    for (uint32_t i = 0; i < n; i++) {
        d->own[i] = d->charged[i] == KF_MERGED ? 1 : d->x[d->charged[i]];
        d->near[(size_t)i * n + i] = 0;
        for (uint32_t k = i + 1; k < n; k++)
            d->near[(size_t)i * n + k] = d->near[(size_t)k * n + i] = d->x[kf_pair_var(d, i, k)];
    }
}

/* Lists the nodes beside each, if they are few: with less than LEAST no triangle is violated. */
static kerf_status lay_out(kf_pair_dual *d)
{
    size_t most = (size_t)d->n * d->n / SPARSE;
    lay_out_values(d);
    d->sparse = false;
    d->beside.n = 0;
    if (!kf_vec_reserve(d->mem, &d->beside, most + d->n)) return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < d->n; a++) {
        const float *x = d->near + (size_t)a * d->n;
        d->first_beside[a] = (uint32_t)d->beside.n;
        if (d->beside.n > most) return KERF_OK;
        for (uint32_t b = 0; b < d->n; b++)
            if (x[b] > LEAST) d->beside.at[d->beside.n++] = b;
    }
    d->first_beside[d->n] = (uint32_t)d->beside.n;
    d->sparse = d->beside.n <= most;
    return KERF_OK;
}

/* For node a and each later one: the node between them, of those beside a, whose triangle is
 * violated most. */
static kerf_status separate_sparse(kf_pair_dual *d, uint32_t a, uint64_t *added)
{
    const float *from_a = d->near + (size_t)a * d->n;
    for (uint32_t b = 0; b < d->n; b++) d->best[b] = -1;
    for (uint32_t i = d->first_beside[a]; i < d->first_beside[a + 1]; i++) {
        uint32_t v = d->beside.at[i];
        const float *from_v = d->near + (size_t)v * d->n;
        d->work += d->first_beside[v + 1] - d->first_beside[v];
        for (uint32_t k = d->first_beside[v]; k < d->first_beside[v + 1]; k++) {
            uint32_t b = d->beside.at[k];
            float sum = from_a[v] + from_v[b] - d->own[v];
            if (sum <= d->best[b]) continue;
            d->best[b] = sum;
            d->between[b] = v;
        }
    }
    for (uint32_t b = a + 1; b < d->n; b++) {
        uint32_t set[2] = { a, b };
        if (d->best[b] - from_a[b] <= LEAST) continue;
        if (d->known[kf_pair_var(d, a, b)] == KF_TOGETHER) continue;
        KF_TRY(add_row(d, d->between[b], set, 2, added));
    }
    return KERF_OK;
}

/* For two nodes: the node between them whose triangle is violated most. */
static kerf_status separate_triangles(kf_pair_dual *d, uint64_t *added)
{
    uint32_t n = d->n;
    for (uint32_t a = 0; a < n && !kf_pair_dual_must_stop(d); a++) {
        if (d->sparse) {
            KF_TRY(separate_sparse(d, a, added));
            continue;
        }
        const float *from_a = d->near + (size_t)a * n;
        for (uint32_t b = a + 1; b < n; b++) {
            if (d->known[kf_pair_var(d, a, b)] == KF_TOGETHER) continue;
            const float *from_b = d->near + (size_t)b * n;
            float most = -1;
            for (uint32_t v = 0; v < n; v++) {
                float sum = from_a[v] + from_b[v] - d->own[v];
                most = sum > most ? sum : most;
            }
            if (most - from_a[b] <= LEAST) continue;
            uint32_t v = 0, set[2] = { a, b };
            while (v == a || v == b || from_a[v] + from_b[v] - d->own[v] < most) {
                if (++v == n) break;
            }
            if (v < n) KF_TRY(add_row(d, v, set, 2, added));
        }
        d->work += (uint64_t)n * n / 16;
    }
    return KERF_OK;
}

typedef struct grower {
    uint32_t n, node[MOST_CANDIDATES]; /* neighbours of v, the nearest first */
    float gain[MOST_CANDIDATES];
} grower;

static void list_candidates(const kf_pair_dual *d, uint32_t v, grower *g)
{
    const float *x = d->near + (size_t)v * d->n;
    g->n = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        if (i == v || x[i] < PRESENT) continue;
        if (g->n == MOST_CANDIDATES && x[g->node[g->n - 1]] >= x[i]) continue;
        uint32_t k = g->n < MOST_CANDIDATES ? g->n++ : g->n - 1;
        for (; k > 0 && x[g->node[k - 1]] < x[i]; k--) g->node[k] = g->node[k - 1];
        g->node[k] = i;
    }
}

/* Grows a set from the candidate `seed` on; returns its violation. */
static float grow_set(const kf_pair_dual *d, uint32_t v, grower *g, uint32_t seed, uint32_t *set,
                      uint32_t *n)
{
    const float *x = d->near + (size_t)v * d->n;
    float sum = -d->own[v];
    uint32_t next = seed;
    for (uint32_t i = 0; i < g->n; i++) g->gain[i] = x[g->node[i]];
    for (*n = 0; *n < MOST_SET;) {
        const float *y = d->near + (size_t)g->node[next] * d->n;
        float best = 0;
        sum += g->gain[next];
        set[(*n)++] = g->node[next];
        g->gain[next] = -1;
        uint32_t chosen = g->n;
        for (uint32_t i = 0; i < g->n; i++) {
            if (g->gain[i] <= 0) continue;
            g->gain[i] -= y[g->node[i]];
            if (g->gain[i] > best) {
                best = g->gain[i];
                chosen = i;
            }
        }
        if (chosen == g->n) break;
        next = chosen;
    }
    return sum;
}

static kerf_status separate_sets(kf_pair_dual *d, uint64_t *added)
{
    for (uint32_t v = 0; v < d->n && !kf_pair_dual_must_stop(d); v++) {
        grower g;
        list_candidates(d, v, &g);
        for (uint32_t i = 0; i < g.n; i++) {
            uint32_t set[MOST_SET], n;
            float over = grow_set(d, v, &g, i, set, &n);
            bool known = n == 2 || (n == 1 && d->charged[v] == KF_MERGED);
            if (over > LEAST && !known) KF_TRY(add_row(d, v, set, n, added));
            d->work += (uint64_t)g.n * n;
        }
    }
    return KERF_OK;
}

kerf_status kf_pair_dual_separate(kf_pair_dual *d, uint64_t *added)
{
    *added = 0;
    KF_TRY(lay_out(d));
    KF_TRY(separate_triangles(d, added));
    KF_TRY(separate_sets(d, added));
    if (d->pentagons) KF_TRY(kf_pair_dual_pentagons(d, added));
    return d->two_sets ? kf_pair_dual_two_sets(d, added) : KERF_OK;
}
