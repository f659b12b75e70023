/* tuple_map.c -- a hash map from tuples to counts and weights; see tuple_map.h. */
#include "ground/tuple_map.h"

#include "base/check.h"
#include "base/hash.h"

#include <string.h>

enum { PLACED_PER_QUESTION = 1 << 16 };

void kf_tuple_map_init(kf_tuple_map *u, uint32_t width)
{
    memset(u, 0, sizeof *u);
    u->width = width;
}

bool kf_tuple_map_copy(kf_tuple_map *u, kf_mem *mem, const kf_tuple_map *from)
{
    assert(!kf_tuple_map_is_used(u));
    u->width = from->width;
    if (!kf_vec_copy(mem, &u->tuples, &from->tuples) || !kf_vec_copy(mem, &u->times, &from->times)
        || !kf_vec_copy(mem, &u->weights, &from->weights))
        return false;
    if (!from->slots) return true;
    u->slots = kf_mem_alloc(mem, from->n_slots, sizeof *u->slots);
    if (!u->slots) return false;
    kf_mem_copy(u->slots, from->slots, from->n_slots * sizeof *u->slots);
    u->n_slots = from->n_slots;
    u->placed = from->placed;
    return true;
}

void kf_tuple_map_free(kf_tuple_map *u, kf_mem *mem)
{
    if (!kf_tuple_map_is_used(u)) return;
    kf_vec_free(mem, &u->tuples);
    kf_vec_free(mem, &u->times);
    kf_vec_free(mem, &u->weights);
    kf_mem_free(mem, u->slots, u->n_slots, sizeof *u->slots);
    u->slots = NULL;
    u->n_slots = 0;
    u->placed = 0;
}

void kf_tuple_map_clear(kf_tuple_map *u)
{
    u->tuples.n = u->times.n = u->weights.n = 0;
    u->placed = 0;
    if (u->slots) memset(u->slots, 0xff, u->n_slots * sizeof *u->slots);
}

/* Tuples that differ only in the last bits of their last constant share a cache line: a query finds
 * them one after another. */
static inline uint64_t hash(const uint32_t *tuple, uint32_t n)
{
    enum { NEAR = 4 }; /* bits */
    uint64_t h = KF_HASH_SEED;
    for (uint32_t i = 0; i + 1 < n; i++) h = kf_hash_add(h, tuple[i]);
    return n > 0 ? kf_hash_near(h, tuple[n - 1], NEAR) : h;
}

/* The rest of the hash, and what neighbours differ in. */
static uint32_t tag_of(const kf_tuple_map *u, const uint32_t *tuple, uint64_t h)
{
    return (uint32_t)(h >> 32) ^ (u->width ? tuple[u->width - 1] : 0);
}

static bool same(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

enum { STRIDE = 17 }; /* odd, so every slot is met; lines further, so neighbours stay so */

static uint64_t find(const kf_tuple_map *u, const uint32_t *tuple, uint32_t *tag)
{
    uint64_t mask = u->n_slots - 1, h = hash(tuple, u->width), at = h & mask;
    *tag = tag_of(u, tuple, h);
    while (u->slots[at].entry != UINT32_MAX
           && (u->slots[at].tag != *tag
               || !same(kf_tuple_map_tuple(u, u->slots[at].entry), tuple, u->width))) {
        at = (at + STRIDE) & mask;
    }
    return at;
}

uint32_t kf_tuple_map_find(const kf_tuple_map *u, const uint32_t *tuple)
{
    uint32_t tag;
    return u->n_slots ? u->slots[find(u, tuple, &tag)].entry : UINT32_MAX;
}

/* Room for all tuples and `extra` more; every tuple in its slot. */
static kerf_status place_all(kf_tuple_map *u, kf_mem *mem, uint64_t extra)
{
    uint64_t size = u->n_slots ? u->n_slots : 32, wanted = u->times.n + extra;
    if (u->times.n >= UINT32_MAX - 1) return KERF_LIMIT;
    while (wanted * 3 > size * 2) size *= 2;
    if (size != u->n_slots) {
        kf_tuple_slot *slots = kf_mem_alloc(mem, size, sizeof *slots);
        if (!slots) return KERF_NO_MEMORY;
        kf_mem_free(mem, u->slots, u->n_slots, sizeof *slots);
        u->slots = slots;
        u->n_slots = size;
        u->placed = 0;
        memset(u->slots, 0xff, size * sizeof *slots);
    }
    for (; u->placed < kf_tuple_map_count(u); u->placed++) {
        uint32_t tag;
        if (u->placed % PLACED_PER_QUESTION == PLACED_PER_QUESTION - 1 && kf_stop_ask(u->stop))
            return KERF_INTERRUPTED;
        uint64_t at = find(u, kf_tuple_map_tuple(u, u->placed), &tag);
        assert(u->slots[at].entry == UINT32_MAX); /* what is appended is new */
        u->slots[at] = (kf_tuple_slot){ u->placed, tag };
    }
    return KERF_OK;
}

kerf_status kf_tuple_map_expect(kf_tuple_map *u, kf_mem *mem, uint64_t n)
{
    if (!kf_vec_reserve(mem, &u->tuples, n * u->width) || !kf_vec_reserve(mem, &u->times, n)
        || !kf_vec_reserve(mem, &u->weights, n))
        return KERF_NO_MEMORY;
    return place_all(u, mem, n);
}

kerf_status kf_tuple_map_cut(kf_tuple_map *u, kf_mem *mem, uint32_t n)
{
    if (n >= kf_tuple_map_count(u)) return KERF_OK;
    u->tuples.n = (size_t)n * u->width;
    u->times.n = u->weights.n = n;
    u->placed = 0;
    if (u->slots) memset(u->slots, 0xff, u->n_slots * sizeof *u->slots);
    KF_TRY(place_all(u, mem, 0));
    KF_CHECK(kf_tuple_map_check(u));
    return KERF_OK;
}

kerf_status kf_tuple_map_make_room(kf_tuple_map *u, kf_mem *mem)
{
    if (!kf_vec_reserve(mem, &u->weights, 1)) return KERF_NO_MEMORY;
    size_t more = u->weights.cap - u->weights.n;
    bool room =
        kf_vec_reserve(mem, &u->times, more) && kf_vec_reserve(mem, &u->tuples, more * u->width);
    return room ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_tuple_map_append(kf_tuple_map *u, kf_mem *mem, const uint32_t *tuple, uint64_t times,
                                double weight)
{
    uint32_t *to = kf_tuple_map_room(u, mem);
    if (!to) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < u->width; i++) to[i] = tuple[i];
    kf_tuple_map_take(u, times, weight);
    return KERF_OK;
}

kerf_status kf_tuple_map_add(kf_tuple_map *u, kf_mem *mem, const uint32_t *tuple, uint32_t old,
                             uint64_t times, double weight)
{
    if (u->placed < u->times.n || (u->times.n + 1) * 3 > u->n_slots * 2)
        KF_TRY(place_all(u, mem, 1));
    uint32_t tag;
    uint64_t at = find(u, tuple, &tag);
    uint32_t entry = u->slots[at].entry;
    if (entry != UINT32_MAX) {
        if (entry < old) return KERF_OK;
        u->weights.at[entry] += weight;
        return __builtin_add_overflow(u->times.at[entry], times, &u->times.at[entry]) ? KERF_LIMIT
                                                                                      : KERF_OK;
    }
    KF_TRY(kf_tuple_map_append(u, mem, tuple, times, weight));
    u->slots[at] = (kf_tuple_slot){ u->placed++, tag };
    return KERF_OK;
}

/* Those that were pushed beyond the slot move up, so that none is lost behind a gap. */
static void empty_slot(kf_tuple_map *u, uint64_t gap)
{
    uint64_t mask = u->n_slots - 1;
    for (uint64_t at = (gap + STRIDE) & mask; u->slots[at].entry != UINT32_MAX;
         at = (at + STRIDE) & mask) {
        const uint32_t *tuple = kf_tuple_map_tuple(u, u->slots[at].entry);
        uint64_t on_way = hash(tuple, u->width) & mask;
        while (on_way != gap && on_way != at) on_way = (on_way + STRIDE) & mask;
        if (on_way != gap) continue;
        u->slots[gap] = u->slots[at];
        gap = at;
    }
    u->slots[gap].entry = UINT32_MAX;
}

void kf_tuple_map_remove(kf_tuple_map *u, uint32_t entry)
{
    uint32_t last = kf_tuple_map_count(u) - 1, tag, w = u->width;
    assert(entry <= last && u->placed == kf_tuple_map_count(u));
    empty_slot(u, find(u, kf_tuple_map_tuple(u, entry), &tag));
    if (entry < last) {
        u->slots[find(u, kf_tuple_map_tuple(u, last), &tag)].entry = entry;
        memcpy(u->tuples.at + (size_t)entry * w, kf_tuple_map_tuple(u, last), w * sizeof(uint32_t));
        u->times.at[entry] = u->times.at[last];
        u->weights.at[entry] = u->weights.at[last];
    }
    u->tuples.n -= w;
    u->times.n = u->weights.n = u->placed = last;
}

/* ---- Order ---- */

static int by_tuple(const kf_tuple_map *u, uint32_t a, uint32_t b)
{
    const uint32_t *x = kf_tuple_map_tuple(u, a), *y = kf_tuple_map_tuple(u, b);
    for (uint32_t i = 0; i < u->width; i++) {
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    }
    return 0;
}

enum { DIGIT = 11, FEW = 64, NARROW = 8 };

/* One pass of a radix sort: by `bits` of a column, keeping the order otherwise. */
static void sort_digit(const kf_tuple_map *u, uint32_t column, uint32_t shift, uint32_t n,
                       const uint32_t *from, uint32_t *to)
{
    uint32_t starts[1 << DIGIT] = { 0 }, next = 0;
    const uint32_t *at = u->tuples.at + column, mask = (1u << DIGIT) - 1;
    for (uint32_t i = 0; i < n; i++) starts[at[(size_t)from[i] * u->width] >> shift & mask]++;
    for (uint32_t d = 0; d <= mask; d++) {
        uint32_t count = starts[d];
        starts[d] = next;
        next += count;
    }
    for (uint32_t i = 0; i < n; i++) {
        to[starts[at[(size_t)from[i] * u->width] >> shift & mask]++] = from[i];
    }
}

/* The order of n entries by their tuples. `other` is scratch. NULL: it was stopped. */
static uint32_t *sort_order(kf_tuple_map *u, uint32_t *order, uint32_t *other, uint32_t n)
{
    kf_patience patience = kf_patience_of(u->stop);
    if (n <= FEW) {
        for (uint32_t i = 1; i < n; i++) {
            uint32_t x = order[i], k = i;
            for (; k > 0 && by_tuple(u, x, order[k - 1]) < 0; k--) order[k] = order[k - 1];
            order[k] = x;
        }
        return order;
    }
    for (uint32_t c = u->width; c-- > 0;) {
        uint32_t most = 0;
        for (uint32_t i = 0; i < n; i++) most |= kf_tuple_map_tuple(u, order[i])[c];
        for (uint32_t shift = 0; shift < 32 && most >> shift; shift += DIGIT) {
            if (!kf_patience_spend(&patience, n)) return NULL;
            sort_digit(u, c, shift, n, order, other);
            uint32_t *swap = order;
            order = other;
            other = swap;
        }
    }
    return order;
}

typedef struct sorting {
    uint32_t *order, *other, *tuples;
    uint64_t *slots, *times;
    double *weights;
} sorting;

/* Slots stay with their tuples, so only what they hold is written anew, if they hold it yet.
 * KERF_INTERRUPTED: nothing was moved. */
static kerf_status reorder(kf_tuple_map *u, sorting *s, uint32_t from, uint32_t n)
{
    uint32_t w = u->width;
    bool placed = u->placed > from;
    kf_patience patience = kf_patience_of(u->stop);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t tag;
        s->order[i] = from + i;
        if (n > FEW && !kf_patience_spend(&patience, 1)) return KERF_INTERRUPTED;
        if (placed) s->slots[i] = find(u, kf_tuple_map_tuple(u, from + i), &tag);
    }
    const uint32_t *order = sort_order(u, s->order, s->other, n);
    if (!order) return KERF_INTERRUPTED;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(s->tuples + (size_t)i * w, kf_tuple_map_tuple(u, order[i]), w * sizeof *s->tuples);
        s->times[i] = u->times.at[order[i]];
        s->weights[i] = u->weights.at[order[i]];
        if (placed) u->slots[s->slots[order[i] - from]].entry = from + i;
    }
    memcpy(u->tuples.at + (size_t)from * w, s->tuples, (size_t)n * w * sizeof *s->tuples);
    memcpy(u->times.at + from, s->times, n * sizeof *s->times);
    memcpy(u->weights.at + from, s->weights, n * sizeof *s->weights);
    return KERF_OK;
}

/* Are the entries from `from` on in order, and none there twice? */
static bool is_in_order(const kf_tuple_map *u, uint32_t from)
{
    for (uint32_t i = from + 1; i < kf_tuple_map_count(u); i++)
        if (by_tuple(u, i - 1, i) >= 0) return false;
    return true;
}

/* The entries from `from` on in order; those that were appended stay without slots. */
static kerf_status put_in_order(kf_tuple_map *u, kf_mem *mem, uint32_t from)
{
    uint32_t n = kf_tuple_map_count(u) - from, w = u->width;
    if (u->placed > from && u->placed < u->times.n) KF_TRY(place_all(u, mem, 0));
    if (w == 0) return KERF_OK; /* all are equal */
    if (n <= FEW && w <= NARROW) {
        uint32_t order[FEW], tuples[FEW * NARROW];
        uint64_t slots[FEW], times[FEW];
        double weights[FEW];
        sorting few = { order, NULL, tuples, slots, times, weights };
        return reorder(u, &few, from, n);
    }
    sorting s = { .order = kf_mem_alloc(mem, n, sizeof *s.order),
                  .other = kf_mem_alloc(mem, n, sizeof *s.other),
                  .tuples = kf_mem_alloc(mem, (size_t)n * w, sizeof *s.tuples),
                  .slots = kf_mem_alloc(mem, n, sizeof *s.slots),
                  .times = kf_mem_alloc(mem, n, sizeof *s.times),
                  .weights = kf_mem_alloc(mem, n, sizeof *s.weights) };
    bool room = s.order && s.other && s.tuples && s.slots && s.times && s.weights;
    kerf_status st = room ? reorder(u, &s, from, n) : KERF_NO_MEMORY;
    kf_mem_free(mem, s.order, n, sizeof *s.order);
    kf_mem_free(mem, s.other, n, sizeof *s.other);
    kf_mem_free(mem, s.tuples, (size_t)n * w, sizeof *s.tuples);
    kf_mem_free(mem, s.slots, n, sizeof *s.slots);
    kf_mem_free(mem, s.times, n, sizeof *s.times);
    kf_mem_free(mem, s.weights, n, sizeof *s.weights);
    return st;
}

kerf_status kf_tuple_map_sort(kf_tuple_map *u, kf_mem *mem, uint32_t from)
{
    assert(from <= kf_tuple_map_count(u));
    if (!is_in_order(u, from)) KF_TRY(put_in_order(u, mem, from));
    KF_TRY(place_all(u, mem, 0));
    KF_CHECK(kf_tuple_map_check(u));
    return KERF_OK;
}

kerf_status kf_tuple_map_merge(kf_tuple_map *u, kf_mem *mem)
{
    assert(u->placed == 0);
    if (is_in_order(u, 0)) return KERF_OK;
    KF_TRY(put_in_order(u, mem, 0));
    uint32_t n = 0, w = u->width;
    for (uint32_t i = 0; i < kf_tuple_map_count(u); i++) {
        if (n > 0 && by_tuple(u, n - 1, i) == 0) {
            uint64_t *times = &u->times.at[n - 1];
            if (__builtin_add_overflow(*times, u->times.at[i], times)) return KERF_LIMIT;
            u->weights.at[n - 1] += u->weights.at[i];
            continue;
        }
        if (n < i) {
            memcpy(u->tuples.at + (size_t)n * w, kf_tuple_map_tuple(u, i), w * sizeof(uint32_t));
            u->times.at[n] = u->times.at[i];
            u->weights.at[n] = u->weights.at[i];
        }
        n++;
    }
    u->tuples.n = (size_t)n * w;
    u->times.n = u->weights.n = n;
    return KERF_OK;
}

/* ---- The invariant ---- */

void kf_tuple_map_check(const kf_tuple_map *u)
{
#ifndef NDEBUG
    uint32_t n = kf_tuple_map_count(u);
    assert(u->weights.n == n && u->tuples.n == (size_t)n * u->width);
    assert(u->placed <= n && (u->placed == 0 || (uint64_t)u->placed * 3 <= u->n_slots * 2));
    assert((u->n_slots & (u->n_slots - 1)) == 0);
    for (uint32_t i = 0; i < u->placed; i++)
        assert(kf_tuple_map_find(u, kf_tuple_map_tuple(u, i)) == i);
#else
    (void)u;
#endif
}
