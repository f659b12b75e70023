/* facts_rows.h -- private to facts.c and facts_close.c: the arrays of a set of rows, and its slots.
 *
 * A slot holds row + 1 in its low bits (as many as the number of rows needs) and a piece of the
 * hash in the rest, so that a probe looks at the columns only when it is almost surely right. */
#ifndef KF_FACTS_ROWS_H
#define KF_FACTS_ROWS_H

#include "base/base.h"
#include "base/hash.h"
#include "evidence/facts.h"

enum { KF_FACTS_LITTLE = 256 }; /* rows: so little room is not worth giving back */

/* ---- Arrays ---- */

/* Every array, one after the other: columns, lines, numbers, probabilities, files. */
static inline uint32_t last_array(const kf_facts *r)
{
    return r->width + 1 + r->number + r->soft;
}

static inline uint32_t array_count(const kf_facts *r)
{
    return last_array(r) + (r->row_files != NULL);
}

static inline size_t array_each(const kf_facts *r, uint32_t i)
{
    return i <= r->width || i == last_array(r) ? sizeof(uint32_t) : sizeof(double);
}

static inline void *array_get(const kf_facts *r, uint32_t i)
{
    if (i < r->width) return r->columns[i];
    if (i == r->width) return r->lines;
    if (i == last_array(r)) return r->row_files;
    return i == r->width + 1 && r->number ? r->numbers : r->probabilities;
}

static inline void move_row(kf_facts *r, uint32_t to, uint32_t from)
{
    assert(to < from && from < r->n);
    if (r->row_files) r->row_files[to] = r->row_files[from];
    for (uint32_t c = 0; c < r->width; c++) r->columns[c][to] = r->columns[c][from];
    r->lines[to] = r->lines[from];
    if (r->number) r->numbers[to] = r->numbers[from];
    if (r->soft) r->probabilities[to] = r->probabilities[from];
}

kerf_status kf_facts_set_capacity(kf_facts *, kf_mem *, uint32_t cap);

/* ---- Slots ---- */

static inline uint64_t hash_row(const kf_facts *r, const uint32_t *row, double number)
{
    uint64_t hash = KF_HASH_SEED;
    for (uint32_t c = 0; c < r->key; c++) hash = kf_hash_add(hash, row[c]);
    return r->number ? kf_hash_add(hash, kf_hash_bits(number)) : hash;
}

static inline void hash_rows(const kf_facts *r, uint32_t from, uint32_t n, uint64_t *hash)
{
    if (r->key == 2 && !r->number) { /* most rows: both columns in one loop */
        const uint32_t *a = r->columns[0] + from, *b = r->columns[1] + from;
        for (uint32_t i = 0; i < n; i++)
            hash[i] = kf_hash_add(kf_hash_add(KF_HASH_SEED, a[i]), b[i]);
        return;
    }
    for (uint32_t i = 0; i < n; i++) hash[i] = KF_HASH_SEED;
    for (uint32_t c = 0; c < r->key; c++) {
        const uint32_t *column = r->columns[c] + from;
        for (uint32_t i = 0; i < n; i++) hash[i] = kf_hash_add(hash[i], column[i]);
    }
    for (uint32_t i = 0; r->number && i < n; i++)
        hash[i] = kf_hash_add(hash[i], kf_hash_bits(r->numbers[from + i]));
}

/* Where to look first: the lower half of the hash, scaled, so that any number of slots will do. */
static inline uint32_t slot_home(const kf_facts *r, uint64_t hash)
{
    return (uint32_t)((uint64_t)(uint32_t)hash * r->n_slots >> 32);
}

static inline uint32_t slot_after(const kf_facts *r, uint32_t at)
{
    return at + 1 == r->n_slots ? 0 : at + 1;
}

/* The part of a slot that is a piece of the hash's upper half. */
static inline uint32_t slot_tag(const kf_facts *r, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~r->row_mask;
}

static inline bool same_key(const kf_facts *r, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c < r->key; c++) {
        if (r->columns[c][a] != r->columns[c][b]) return false;
    }
    return !r->number || r->numbers[a] == r->numbers[b];
}

/* The slot of row's key: one that holds it, or the empty one where it belongs. */
static inline uint32_t find_slot(const kf_facts *r, uint32_t row, uint64_t hash)
{
    uint32_t tag = slot_tag(r, hash);
    for (uint32_t at = slot_home(r, hash);; at = slot_after(r, at)) {
        uint32_t slot = r->slots[at];
        if (slot == 0) return at;
        if ((slot & ~r->row_mask) == tag && same_key(r, (slot & r->row_mask) - 1, row)) return at;
    }
}

/* Slots for so many rows, in the place of those that there are. */
kerf_status kf_facts_make_slots(kf_facts *, kf_mem *, uint32_t rows);

#endif
