/* weight_table.c -- keys and weights in order of first sight, and a hash table over them: open
 * addressing, at most half full.
 *
 * With 2^b slots, row + 1 fits the low b bits of a slot. The others hold a piece of the hash, so
 * that a probe compares keys only where they almost surely agree. Keys that differ only in the last
 * bits of their last constant stand side by side: a query asks for all labels of a feature in turn,
 * and most of them have no row.
 *
 * Groups are found by a second table of the same make, over the first place of each. Files that
 * kerf writes have rows in the order of groups; else there is a list of places. Where one constant
 * tells the group, and most constants have one, that table is a list by constant. */
#include "model/weight_table.h"
#include "model/weight_slots.h"

#include "base/check.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { FIRST_SLOTS = 16 };
#define MOST_ROWS (UINT32_MAX / 2) /* so there are at most 2^32 slots */

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

static void forget_sums(kf_weight_table *t)
{
    kf_mem_free(t->mem, t->sums, t->n_sums, sizeof *t->sums);
    t->sums = NULL;
    t->n_sums = 0;
}

static void forget_groups(kf_weight_table *t)
{
    forget_sums(t);
    kf_mem_free(t->mem, t->order, t->weights.n, sizeof *t->order);
    kf_mem_free(t->mem, t->groups, t->n_groups, sizeof *t->groups);
    kf_mem_free(t->mem, t->direct, t->n_direct, sizeof *t->direct);
    t->order = NULL;
    t->groups = NULL;
    t->direct = NULL;
    t->n_groups = t->n_direct = 0;
    t->grouped = t->listed = false;
}

void kf_weight_table_free(kf_weight_table *t)
{
    if (!t) return;
    forget_groups(t);
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
    t->changes = true;
    if (t->sums) forget_sums(t);
}

static inline uint64_t hash_key(const kf_weight_table *t, const uint32_t *key)
{
    uint64_t hash = KF_HASH_SEED;
    if (t->width == 0) return hash;
    for (uint32_t i = 0; i + 1 < t->width; i++) hash = kf_hash_add(hash, key[i]);
    return kf_hash_near(hash, key[t->width - 1], NEAR);
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

#ifndef NDEBUG
static kf_weight_sum add_places(const kf_weight_table *, uint32_t first, uint32_t n);

/* A long group has its sum. */
static void check_sum(const kf_weight_table *t, kf_weight_group group)
{
    if (!t->sums || group.n < KF_LONG_GROUP) return;
    assert(group.first / KF_LONG_GROUP < t->n_sums);
    kf_weight_sum *at = &t->sums[group.first / KF_LONG_GROUP];
    kf_weight_sum sum = add_places(t, group.first, group.n);
    assert(sum.positive == at->positive && sum.negative == at->negative);
    assert(sum.n_positive == at->n_positive && sum.n_negative == at->n_negative);
}

/* The key of a row leads to its group, and last constants ascend there. */
static void check_groups(const kf_weight_table *t)
{
    for (uint32_t i = 0; i < t->weights.n;) {
        const uint32_t *key = kf_weight_table_key(t, row_at(t, i));
        kf_weight_group group = kf_weight_table_get_group(t, key);
        assert(group.first == i && group.n > 0);
        check_sum(t, group);
        for (i++; i < group.first + group.n; i++) {
            const uint32_t *next = kf_weight_table_key(t, row_at(t, i));
            assert(t->width > 0 && key[t->width - 1] < next[t->width - 1]);
            key = next;
        }
    }
}
#endif

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
    if (t->grouped) check_groups(t);
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
        t->changes |= t->grouped;
        forget_sums(t);
        return KERF_OK;
    }
    if (t->weights.n >= MOST_ROWS) return KERF_LIMIT;
    if (t->grouped || t->listed) forget_groups(t);
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

/* ---- Groups ---- */

kf_weight_view kf_weight_table_view(const kf_weight_table *t)
{
    return (kf_weight_view){ t->width, t->keys.at, t->weights.at, t->order };
}

static uint64_t hash_group(const kf_weight_table *t, const uint32_t *key)
{
    uint64_t hash = KF_HASH_SEED;
    for (uint32_t i = 0; i + 1 < t->width; i++) hash = kf_hash_add(hash, key[i]);
    return kf_hash_add(hash, t->width);
}

static inline bool is_of_group(const kf_weight_table *t, uint32_t row, const uint32_t *key)
{
    const uint32_t *other = t->keys.at + (size_t)row * t->width;
    for (uint32_t i = 0; i + 1 < t->width; i++) {
        if (other[i] != key[i]) return false;
    }
    return true;
}

/* The slot of a group, or the empty one where it belongs. */
static size_t find_group(const kf_weight_table *t, const uint32_t *key, uint64_t hash)
{
    uint32_t mask = t->place_mask, tag = (uint32_t)(hash >> 32) & ~mask;
    size_t at = (size_t)hash & (t->n_groups - 1);
    for (; t->groups[at].place != 0; at = (at + 1) & (t->n_groups - 1)) {
        uint32_t slot = t->groups[at].place;
        if ((slot & ~mask) == tag && is_of_group(t, row_at(t, (slot & mask) - 1), key)) break;
    }
    return at;
}

/* Each group once, and within it last constants ascend? */
static bool starts_group(const kf_weight_table *t, uint32_t place)
{
    if (place == 0) return true;
    return !is_of_group(t, row_at(t, place - 1), kf_weight_table_key(t, row_at(t, place)));
}

static bool is_ascending(const kf_weight_table *t, uint32_t row)
{
    const uint32_t *key = kf_weight_table_key(t, row);
    return starts_group(t, row) || (t->width > 0 && key[-1] < key[t->width - 1]);
}

static size_t count_starts(const kf_weight_table *t)
{
    size_t n = 0;
    for (uint32_t i = 0; i < t->weights.n; i++) n += starts_group(t, i);
    return n;
}

/* Do one constant's rows make a group, of which most constants below the last have one? Then *n of
 * them are listed. A list of four times as many takes no more than slots of which a third is
 * full. */
static bool has_direct_groups(const kf_weight_table *t, size_t groups, size_t *n)
{
    enum { FEW = 4, LEAST = 64 };
    *n = 0;
    if (t->width != 1 && t->width != 2) return false;
    for (uint32_t i = 0; i < t->weights.n; i++) {
        size_t constant = t->keys.at[(size_t)i * t->width];
        if (constant >= *n) *n = constant + 1;
    }
    return *n <= FEW * groups + LEAST;
}

/* By constant: its group or, of a table by one constant, its row. */
static kerf_status list_groups(kf_weight_table *t, size_t n, bool *twice)
{
    t->direct = kf_mem_calloc(t->mem, n, sizeof *t->direct);
    if (!t->direct) return KERF_NO_MEMORY;
    t->n_direct = n;
    *twice = false;
    for (uint32_t i = 0; i < t->weights.n; i++) {
        uint32_t row = t->width == 1 ? i : row_at(t, i);
        kf_weight_group *group = &t->direct[kf_weight_table_key(t, row)[0]];
        if (group->n == 0) group->first = i;
        *twice |= group->first + group->n != i;
        group->n++;
    }
    return KERF_OK;
}

/* Slots for the groups; *twice: one begins at two places, so there are fewer. */
static kerf_status place_groups(kf_weight_table *t, bool *twice)
{
    size_t n = count_starts(t), slots = FIRST_SLOTS, listed;
    if (t->width == 2 && has_direct_groups(t, n, &listed)) return list_groups(t, listed, twice);
    while (slots < n + n / 2) slots *= 2;
    t->groups = kf_mem_calloc(t->mem, slots, sizeof *t->groups);
    if (!t->groups) return KERF_NO_MEMORY;
    t->n_groups = slots;
    *twice = false;
    size_t at = 0;
    for (uint32_t i = 0; i < t->weights.n; i++) {
        if (starts_group(t, i)) {
            const uint32_t *key = kf_weight_table_key(t, row_at(t, i));
            uint64_t hash = hash_group(t, key);
            at = find_group(t, key, hash);
            *twice |= t->groups[at].place != 0;
            t->groups[at].place = ((uint32_t)(hash >> 32) & ~t->place_mask) | (i + 1);
        }
        t->groups[at].n++;
    }
    return KERF_OK;
}

static int compare_rows(const kf_weight_table *t, uint32_t a, uint32_t b)
{
    const uint32_t *p = kf_weight_table_key(t, a), *q = kf_weight_table_key(t, b);
    for (uint32_t i = 0; i < t->width; i++)
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return 0;
}

/* Merges the runs [0, middle) and [middle, n). */
static void merge(const kf_weight_table *t, uint32_t *rows, size_t middle, size_t n,
                  uint32_t *spare)
{
    size_t i = 0, k = middle, to = 0;
    memcpy(spare, rows, middle * sizeof *rows);
    while (i < middle && k < n)
        rows[to++] = compare_rows(t, spare[i], rows[k]) < 0 ? spare[i++] : rows[k++];
    memcpy(rows + to, spare + i, (middle - i) * sizeof *rows);
}

/* All rows in the order of their keys. */
static kerf_status make_order(kf_weight_table *t)
{
    size_t n = t->weights.n;
    uint32_t *order = kf_mem_alloc(t->mem, n, sizeof *order);
    uint32_t *spare = kf_mem_alloc(t->mem, n, sizeof *spare);
    if (order && spare) {
        for (uint32_t i = 0; i < n; i++) order[i] = i;
        for (size_t run = 1; run < n; run *= 2)
            for (size_t at = 0; at + run < n; at += 2 * run)
                merge(t, order + at, run, n - at < 2 * run ? n - at : 2 * run, spare);
        t->order = order;
        order = NULL;
    }
    kf_mem_free(t->mem, order, n, sizeof *order);
    kf_mem_free(t->mem, spare, n, sizeof *spare);
    return t->order ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status find_groups(kf_weight_table *t)
{
    bool ascending = true, twice = false;
    for (t->place_mask = 1; t->place_mask <= t->weights.n;) t->place_mask = 2 * t->place_mask + 1;
    for (uint32_t i = 0; ascending && i < t->weights.n; i++) ascending = is_ascending(t, i);
    if (ascending) KF_TRY(place_groups(t, &twice));
    if (ascending && !twice) return KERF_OK;
    forget_groups(t);
    KF_TRY(make_order(t));
    return place_groups(t, &twice);
}

/* What rows at places come to. */
static kf_weight_sum add_places(const kf_weight_table *t, uint32_t first, uint32_t n)
{
    kf_weight_sum sum = { 0 };
    for (uint32_t i = first; i < first + n; i++) {
        double w = t->weights.at[row_at(t, i)];
        sum.positive += w > 0 ? w : 0;
        sum.negative -= w < 0 ? w : 0;
        sum.n_positive += w > 0;
        sum.n_negative += w < 0;
    }
    return sum;
}

static kerf_status make_sums(kf_weight_table *t)
{
    size_t n = t->weights.n / KF_LONG_GROUP;
    if (t->changes || n == 0) return KERF_OK;
    t->sums = kf_mem_calloc(t->mem, n, sizeof *t->sums);
    if (!t->sums) return KERF_NO_MEMORY;
    t->n_sums = n;
    for (uint32_t first = 0, end; first < t->weights.n; first = end) {
        for (end = first + 1; end < t->weights.n && !starts_group(t, end);) end++;
        if (end - first < KF_LONG_GROUP) continue;
        t->sums[first / KF_LONG_GROUP] = add_places(t, first, end - first);
    }
    return KERF_OK;
}

const kf_weight_sum *kf_weight_table_sums(const kf_weight_table *t)
{
    return t->sums;
}

kerf_status kf_weight_table_list(kf_weight_table *t)
{
    size_t n;
    bool twice;
    if (t->width != 1 || t->listed) return KERF_OK;
    t->listed = true; /* or there is nothing to be gained */
    if (!has_direct_groups(t, t->weights.n, &n)) return KERF_OK;
    KF_TRY(list_groups(t, n, &twice));
    assert(!twice); /* each constant has one row */
    return KERF_OK;
}

kerf_status kf_weight_table_group(kf_weight_table *t)
{
    if (t->grouped) return KERF_OK;
    kerf_status st = find_groups(t);
    if (st == KERF_OK) st = make_sums(t);
    if (st != KERF_OK) forget_groups(t);
    t->grouped = st == KERF_OK;
    KF_CHECK(kf_weight_table_check(t));
    return st;
}

static kf_weight_group group_at(const kf_weight_table *t, const uint32_t *key, uint64_t hash)
{
    group_slot slot = t->groups[find_group(t, key, hash)];
    if (slot.place == 0) return (kf_weight_group){ 0 };
    return (kf_weight_group){ (slot.place & t->place_mask) - 1, slot.n };
}

kf_weight_group kf_weight_table_get_group(const kf_weight_table *t, const uint32_t *key)
{
    assert(t->grouped);
    if (t->width == 2 && t->direct) return listed_at(t, key[0]);
    return group_at(t, key, hash_group(t, key));
}
