/* weight_table.c -- keys and weights in order of first sight, and a hash table over them: open
 * addressing, at most half full.
 *
 * With 2^b slots, row + 1 fits the low b bits of a slot. The others hold a piece of the hash, so
 * that a probe compares keys only where they almost surely agree. Keys that differ only in the last
 * bits of their last constant stand side by side: a query asks for all labels of a feature in turn,
 * and most of them have no row. */
#include "model/weight_table.h"

#include "base/check.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

/* The stride is odd, so every slot is met, and leads past the neighbours, so that these move
 * together. */
enum { FIRST_SLOTS = 16, NEAR = 4, STRIDE = (1 << NEAR) + 1 };
#define MOST_ROWS (UINT32_MAX / 2) /* so there are at most 2^32 slots */

struct kf_weight_table {
    kf_mem *mem;
    uint32_t width;
    KF_VEC(uint32_t) keys; /* width for each row */
    KF_VEC(double) weights;
    uint32_t *slots;
    size_t n_slots; /* a power of two */
};

kf_weight_table *kf_weight_table_new(kf_mem *mem, uint32_t width)
{
    kf_weight_table *t = kf_mem_calloc(mem, 1, sizeof *t);
    if (!t) return NULL;
    t->mem = mem;
    t->width = width;
    t->n_slots = FIRST_SLOTS;
    t->slots = kf_mem_calloc(mem, t->n_slots, sizeof *t->slots);
    if (t->slots) return t;
    kf_weight_table_free(t);
    return NULL;
}

void kf_weight_table_free(kf_weight_table *t)
{
    if (!t) return;
    kf_vec_free(t->mem, &t->keys);
    kf_vec_free(t->mem, &t->weights);
    kf_mem_free(t->mem, t->slots, t->n_slots, sizeof *t->slots);
    kf_mem_free(t->mem, t, 1, sizeof *t);
}

uint32_t kf_weight_table_width(const kf_weight_table *t)
{
    return t->width;
}

uint32_t kf_weight_table_count(const kf_weight_table *t)
{
    return (uint32_t)t->weights.n;
}

const uint32_t *kf_weight_table_key(const kf_weight_table *t, uint32_t row)
{
    assert(row < t->weights.n);
    return t->keys.at + (size_t)row * t->width;
}

double kf_weight_table_weight(const kf_weight_table *t, uint32_t row)
{
    assert(row < t->weights.n);
    return t->weights.at[row];
}

void kf_weight_table_put(kf_weight_table *t, uint32_t row, double weight)
{
    assert(row < t->weights.n && !isnan(weight));
    t->weights.at[row] = weight;
}

static uint64_t hash_key(const kf_weight_table *t, const uint32_t *key)
{
    uint64_t hash = KF_HASH_SEED;
    if (t->width == 0) return hash;
    for (uint32_t i = 0; i + 1 < t->width; i++) hash = kf_hash_add(hash, key[i]);
    return kf_hash_near(hash, key[t->width - 1], NEAR);
}

static uint32_t row_mask(const kf_weight_table *t)
{
    return (uint32_t)(t->n_slots - 1);
}

/* Where to look first. */
static size_t first_slot(const kf_weight_table *t, uint64_t hash)
{
    return (size_t)hash & (t->n_slots - 1);
}

/* Neighbours differ in it as well. */
static uint32_t slot_tag(const kf_weight_table *t, uint64_t hash)
{
    return (uint32_t)(kf_hash_add(hash, 0) >> 32) & ~row_mask(t);
}

static bool has_key(const kf_weight_table *t, uint32_t row, const uint32_t *key)
{
    const uint32_t *other = t->keys.at + (size_t)row * t->width;
    for (uint32_t i = 0; i < t->width; i++) {
        if (other[i] != key[i]) return false;
    }
    return true;
}

/* The slot that holds the key, or the empty one where it belongs. */
static size_t find_slot(const kf_weight_table *t, const uint32_t *key, uint64_t hash)
{
    uint32_t tag = slot_tag(t, hash), mask = row_mask(t);
    size_t at = first_slot(t, hash);
    for (; t->slots[at] != 0; at = (at + STRIDE) & (t->n_slots - 1)) {
        uint32_t slot = t->slots[at];
        if ((slot & ~mask) == tag && has_key(t, (slot & mask) - 1, key)) break;
    }
    return at;
}

static kerf_status grow_slots(kf_weight_table *t)
{
    size_t old = t->n_slots;
    uint32_t *slots = kf_mem_calloc(t->mem, 2 * old, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    kf_mem_free(t->mem, t->slots, old, sizeof *slots);
    t->slots = slots;
    t->n_slots = 2 * old;
    for (uint32_t row = 0; row < t->weights.n; row++) {
        const uint32_t *key = kf_weight_table_key(t, row);
        uint64_t hash = hash_key(t, key);
        size_t at = first_slot(t, hash);
        while (slots[at] != 0) at = (at + STRIDE) & (t->n_slots - 1); /* all keys differ */
        slots[at] = slot_tag(t, hash) | (row + 1);
    }
    KF_CHECK(kf_weight_table_check(t));
    return KERF_OK;
}

void kf_weight_table_check(const kf_weight_table *t)
{
    (void)t;
#ifndef NDEBUG
    size_t used = 0;
    assert(t->n_slots >= FIRST_SLOTS && (t->n_slots & (t->n_slots - 1)) == 0);
    assert(2 * t->weights.n <= t->n_slots && t->keys.n == t->weights.n * t->width);
    for (uint32_t row = 0; row < t->weights.n; row++) {
        assert(kf_weight_table_find(t, kf_weight_table_key(t, row)) == row);
        assert(!isnan(t->weights.at[row]));
    }
    for (size_t i = 0; i < t->n_slots; i++) used += t->slots[i] != 0;
    assert(used == t->weights.n);
#endif
}

kerf_status kf_weight_table_set(kf_weight_table *t, const uint32_t *key, double weight, double *old)
{
    assert(!isnan(weight));
    uint64_t hash = hash_key(t, key);
    size_t at = find_slot(t, key, hash);
    if (t->slots[at] != 0) {
        double *place = &t->weights.at[(t->slots[at] & row_mask(t)) - 1];
        if (old) *old = *place;
        *place = weight;
        return KERF_OK;
    }
    if (t->weights.n >= MOST_ROWS) return KERF_LIMIT;
    if (2 * (t->weights.n + 1) > t->n_slots) {
        KF_TRY(grow_slots(t));
        at = find_slot(t, key, hash);
    }
    if (!kf_vec_reserve(t->mem, &t->weights, 1) || !kf_vec_reserve(t->mem, &t->keys, t->width))
        return KERF_NO_MEMORY;
    if (t->width > 0) memcpy(t->keys.at + t->keys.n, key, t->width * sizeof *key);
    t->keys.n += t->width;
    t->weights.at[t->weights.n++] = weight;
    assert(t->slots[at] == 0);
    t->slots[at] = slot_tag(t, hash) | (uint32_t)t->weights.n;
    if (old) *old = (double)NAN;
    return KERF_OK;
}

uint32_t kf_weight_table_find(const kf_weight_table *t, const uint32_t *key)
{
    uint32_t slot = t->slots[find_slot(t, key, hash_key(t, key))];
    return (slot & row_mask(t)) - 1; /* 0 - 1 is KF_NONE */
}

bool kf_weight_table_get(const kf_weight_table *t, const uint32_t *key, double *weight)
{
    uint32_t row = kf_weight_table_find(t, key);
    if (row == KF_NONE) return false;
    *weight = t->weights.at[row];
    return true;
}
