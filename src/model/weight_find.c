/* weight_find.c -- many keys of one table at once: their slots are fetched together, and so are the
 * rows that these lead to, before the first is compared. */
#include "model/weight_slots.h"
#include "model/weight_table.h"

#include "base/check.h"
#include "base/hash.h"

enum { AT_ONCE = 32 };

/* The functions that follow are compiled for each small number of words. */
#define FOR_WORDS static inline __attribute__((always_inline))

FOR_WORDS uint64_t hash_words(const uint32_t *tuple, const uint32_t *at, uint32_t words)
{
    uint64_t hash = KF_HASH_SEED;
    for (uint32_t i = 0; i < words; i++) hash = kf_hash_add(hash, tuple[at[i]]);
    return hash;
}

FOR_WORDS bool has_words(const kf_weight_table *t, uint32_t row, const uint32_t *tuple,
                         const uint32_t *at, uint32_t words)
{
    const uint32_t *key = t->keys.at + (size_t)row * t->width;
    for (uint32_t i = 0; i < words; i++)
        if (key[i] != tuple[at[i]]) return false;
    return true;
}

/* As hash_group() and find_group(), and as hash_key() and find_slot(). */
FOR_WORDS uint64_t hash_tuple(const kf_weight_table *t, const uint32_t *tuple, const uint32_t *at,
                              uint32_t words, bool groups)
{
    if (groups) return kf_hash_add(hash_words(tuple, at, words), t->width);
    if (words == 0) return KF_HASH_SEED;
    return kf_hash_near(hash_words(tuple, at, words - 1), tuple[at[words - 1]], NEAR);
}

FOR_WORDS kf_weight_group group_of(const kf_weight_table *t, const uint32_t *tuple,
                                   const uint32_t *at, uint32_t words, uint64_t hash)
{
    uint32_t mask = t->place_mask, tag = (uint32_t)(hash >> 32) & ~mask;
    for (size_t i = (size_t)hash & (t->n_groups - 1);; i = (i + 1) & (t->n_groups - 1)) {
        group_slot slot = t->groups[i];
        uint32_t place = (slot.place & mask) - 1;
        if (slot.place == 0) return (kf_weight_group){ 0 };
        if ((slot.place & ~mask) == tag && has_words(t, row_at(t, place), tuple, at, words))
            return (kf_weight_group){ place, slot.n };
    }
}

FOR_WORDS kf_weight_group row_of(const kf_weight_table *t, const uint32_t *tuple,
                                 const uint32_t *at, uint32_t words, uint64_t hash)
{
    uint32_t mask = row_mask(t), tag = slot_tag(t, hash);
    for (size_t i = first_slot(t, hash);; i = (i + STRIDE) & (t->n_slots - 1)) {
        uint32_t slot = t->slots[i], row = (slot & mask) - 1;
        if (slot == 0) return (kf_weight_group){ 0 };
        if ((slot & ~mask) == tag && has_words(t, row, tuple, at, words))
            return (kf_weight_group){ row, 1 };
    }
}

/* A small table is in the cache: what asking ahead would take is more than it saves. */
static bool is_near(const kf_weight_table *t)
{
    enum { NEAR_ROWS = 1 << 11 };
    return t->weights.n <= NEAR_ROWS;
}

static void prefetch_row(const kf_weight_table *t, uint32_t row)
{
    __builtin_prefetch(t->keys.at + (size_t)row * t->width);
    __builtin_prefetch(t->weights.at + row);
}

/* What the slots of these keys lead to. */
static void prefetch_rows(const kf_weight_table *t, const uint64_t *hashes, uint32_t n, bool groups)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t slot = groups ? t->groups[(size_t)hashes[i] & (t->n_groups - 1)].place
                               : t->slots[first_slot(t, hashes[i])];
        if (slot == 0) continue;
        if (groups) prefetch_row(t, row_at(t, (slot & t->place_mask) - 1));
        else prefetch_row(t, (slot & row_mask(t)) - 1);
    }
}

/* At most AT_ONCE tuples. */
FOR_WORDS void find_some(const kf_weight_table *t, const kf_weight_keys *keys, uint32_t from,
                         uint32_t n, bool groups, uint32_t words, kf_weight_group *out)
{
    uint64_t hashes[AT_ONCE];
    uint32_t at[KF_MOST_ARITY];
    const uint32_t *first = keys->tuples + (size_t)from * keys->stride, *tuple = first;
    bool near = is_near(t);
    for (uint32_t i = 0; i < words; i++) at[i] = keys->at[i];
    for (uint32_t i = 0; i < n; i++, tuple += keys->stride) {
        hashes[i] = hash_tuple(t, tuple, at, words, groups);
        if (near) continue;
        if (groups) __builtin_prefetch(&t->groups[(size_t)hashes[i] & (t->n_groups - 1)]);
        else __builtin_prefetch(&t->slots[first_slot(t, hashes[i])]);
    }
    if (!near) prefetch_rows(t, hashes, n, groups);
    tuple = first;
    for (uint32_t i = 0; i < n; i++, tuple += keys->stride)
        out[i] = groups ? group_of(t, tuple, at, words, hashes[i])
                        : row_of(t, tuple, at, words, hashes[i]);
}

static void find_hashed(const kf_weight_table *t, const kf_weight_keys *keys, uint32_t from,
                        uint32_t n, bool groups, kf_weight_group *out)
{
    uint32_t words = groups && t->width > 0 ? t->width - 1 : t->width;
    switch (words) {
    case 2:
        if (groups) find_some(t, keys, from, n, true, 2, out);
        else find_some(t, keys, from, n, false, 2, out);
        break;
    case 3:
        if (groups) find_some(t, keys, from, n, true, 3, out);
        else find_some(t, keys, from, n, false, 3, out);
        break;
    default: find_some(t, keys, from, n, groups, words, out);
    }
}

void kf_weight_table_find_all(const kf_weight_table *t, const kf_weight_keys *keys, uint32_t n,
                              bool groups, kf_weight_group *out)
{
    assert(t->grouped || !groups);
    assert(t->width <= KF_MOST_ARITY);
    if (t->direct && t->width == (groups ? 2 : 1)) {
        const uint32_t *tuple = keys->tuples + keys->at[0];
        for (uint32_t i = 0; i < n; i++, tuple += keys->stride) out[i] = listed_at(t, *tuple);
        return;
    }
    for (uint32_t i = 0; i < n; i += AT_ONCE)
        find_hashed(t, keys, i, n - i < AT_ONCE ? n - i : AT_ONCE, groups, out + i);
}
