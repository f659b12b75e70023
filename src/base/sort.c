/* sort.c -- radix exchange: numbers are parted by their highest bit that differs, then by the next.
 *
 * Ids that are sorted come from small ranges and often in order already, so few bits are looked at.
 * Recursion is no deeper than there are bits.
 *
 * Records are merged, bottom up. */
#include "base/sort.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT = 16 };

static void insert_each(uint32_t *at, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint32_t x = at[i];
        size_t k = i;
        for (; k > 0 && at[k - 1] > x; k--) at[k] = at[k - 1];
        at[k] = x;
    }
}

/* Those without the bit first; returns how many. */
static size_t part(uint32_t *at, size_t n, uint32_t bit)
{
    size_t low = 0;
    for (size_t high = n; low < high;) {
        uint32_t x = at[low];
        if (x & bit) {
            at[low] = at[--high];
            at[high] = x;
        } else {
            low++;
        }
    }
    return low;
}

/* All bits above `bit` are the same in all of them. */
static void sort_from(uint32_t *at, size_t n, uint32_t bit)
{
    for (; n > SHORT && bit != 0; bit >>= 1) {
        size_t low = part(at, n, bit);
        sort_from(at, low, bit >> 1);
        at += low;
        n -= low;
    }
    insert_each(at, n);
}

#ifndef NDEBUG
static bool ascend(const uint32_t *at, size_t n, bool each_once)
{
    for (size_t i = 1; i < n; i++)
        if (each_once ? at[i - 1] >= at[i] : at[i - 1] > at[i]) return false;
    return true;
}
#endif

void kf_numbers_sort(uint32_t *at, size_t n)
{
    uint32_t differ = 0, bit = UINT32_C(1) << 31;
    size_t sorted = 1;
    while (sorted < n && at[sorted - 1] <= at[sorted]) sorted++;
    if (sorted >= n) return;
    for (size_t i = 1; i < n; i++) differ |= at[i] ^ at[0];
    while (!(differ & bit)) bit >>= 1;
    sort_from(at, n, bit);
    assert(ascend(at, n, false));
}

/* ---- Each once ---- */

static size_t drop_doubles(uint32_t *at, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || at[i] != at[kept - 1]) at[kept++] = at[i];
    return kept;
}

/* The numbers of a set whose bits stand for least, least + 1, and so on. */
static size_t list_bits(const uint64_t *bits, size_t words, uint32_t least, uint32_t *to)
{
    size_t n = 0;
    for (size_t w = 0; w < words; w++)
        for (uint64_t left = bits[w]; left; left &= left - 1)
            to[n++] = least + (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(left);
    return n;
}

/* Where they stand close together, a bit for each is the fastest way. */
kerf_status kf_numbers_sort_unique(kf_mem *mem, uint32_t *at, size_t *n)
{
    enum { BITS_PER_NUMBER = 256 };
    uint32_t least = UINT32_MAX, most = 0;
    for (size_t i = 0; i < *n; i++) {
        if (at[i] < least) least = at[i];
        if (at[i] > most) most = at[i];
    }
    if (*n <= SHORT || (most - least) / BITS_PER_NUMBER >= *n) {
        kf_numbers_sort(at, *n);
        *n = drop_doubles(at, *n);
        assert(ascend(at, *n, true));
        return KERF_OK;
    }
    size_t words = (most - least) / 64 + 1;
    uint64_t *bits = kf_mem_calloc(mem, words, sizeof *bits);
    if (!bits) return KERF_NO_MEMORY;
    for (size_t i = 0; i < *n; i++)
        bits[(at[i] - least) / 64] |= UINT64_C(1) << ((at[i] - least) % 64);
    *n = list_bits(bits, words, least, at);
    assert(ascend(at, *n, true));
    kf_mem_free(mem, bits, words, sizeof *bits);
    return KERF_OK;
}

/* ---- Records ---- */

typedef struct merging {
    size_t size; /* of a record */
    kf_order *order;
    kf_patience *patience;
} merging;

/* Of two sorted runs of records, one after the other, makes one. The last records wait for their
 * place in `from`: an interruption copies them as they are. */
static void merge(merging *m, const char *from, size_t left, size_t right, char *to)
{
    enum { STEPS_PER_RECORD = 8 }; /* each is far from the last one: text that is not at hand */
    const char *a = from, *a_end = from + left * m->size, *b = a_end;
    const char *b_end = b + right * m->size;
    while (a < a_end && b < b_end && kf_patience_spend(m->patience, STEPS_PER_RECORD)) {
        const char **first = m->order(a, b) <= 0 ? &a : &b;
        memcpy(to, *first, m->size);
        *first += m->size;
        to += m->size;
    }
    memcpy(to, a, (size_t)(a_end - a));
    memcpy(to + (a_end - a), b, (size_t)(b_end - b));
}

/* All pairs of runs of `width` records. */
static void merge_runs(merging *m, const char *from, size_t n, size_t width, char *to)
{
    for (size_t i = 0; i < n; i += 2 * width) {
        size_t left = n - i < width ? n - i : width;
        size_t right = n - i - left < width ? n - i - left : width;
        merge(m, from + i * m->size, left, right, to + i * m->size);
    }
}

/* Blocks of so many records are left to the C library, whose sort cannot be asked to end. */
kerf_status kf_records_sort(kf_mem *mem, void *at, size_t n, size_t size, kf_order *order,
                            kf_patience *patience)
{
    enum { BLOCK = 1024, STEPS_PER_BLOCK = 8 * BLOCK };
    merging m = { size, order, patience };
    assert(size > 0);
    for (size_t i = 0; i < n; i += BLOCK) {
        if (!kf_patience_spend(patience, STEPS_PER_BLOCK)) return KERF_INTERRUPTED;
        qsort((char *)at + i * size, n - i < BLOCK ? n - i : BLOCK, size, order);
    }
    if (n <= BLOCK) return KERF_OK;
    char *room = kf_mem_alloc(mem, n, size), *from = at, *to = room;
    if (!room) return KERF_NO_MEMORY;
    for (size_t width = BLOCK; width < n && !patience->over; width *= 2) {
        merge_runs(&m, from, n, width, to);
        char *done = to;
        to = from;
        from = done;
    }
    if (from != at) memcpy(at, from, n * size);
    kf_mem_free(mem, room, n, size);
    return patience->over ? KERF_INTERRUPTED : KERF_OK;
}
