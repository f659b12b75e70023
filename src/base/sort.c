/* sort.c -- radix exchange: numbers are parted by their highest bit that differs, then by the next.
 *
 * Ids that are sorted come from small ranges and often in order already, so few bits are looked at.
 * Recursion is no deeper than there are bits. */
#include "base/sort.h"

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

void kf_numbers_sort(uint32_t *at, size_t n)
{
    uint32_t differ = 0, bit = UINT32_C(1) << 31;
    size_t sorted = 1;
    while (sorted < n && at[sorted - 1] <= at[sorted]) sorted++;
    if (sorted >= n) return;
    for (size_t i = 1; i < n; i++) differ |= at[i] ^ at[0];
    while (!(differ & bit)) bit >>= 1;
    sort_from(at, n, bit);
}
