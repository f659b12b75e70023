/* history.c -- see history.h. */
#include "sample/history.h"

#include <string.h>

kerf_status kf_history_open(kf_history *h, uint32_t n_atoms, uint32_t most, kf_arena *arena)
{
    *h = (kf_history){ .n_atoms = n_atoms, .most = most, .size = 1 };
    if (n_atoms > 0 && most > SIZE_MAX / n_atoms) return KERF_NO_MEMORY;
    h->at = kf_arena_room(arena, (size_t)n_atoms * most, sizeof *h->at);
    return h->at ? KERF_OK : KERF_NO_MEMORY;
}

void kf_history_clear(kf_history *h)
{
    h->n = h->filled = 0;
    h->size = 1;
}

void kf_history_add(kf_history *h, const bool *assignment)
{
    assert(h->n < h->most);
    uint16_t *batch = h->at + (size_t)h->n * h->n_atoms;
    if (h->filled == 0) memset(batch, 0, h->n_atoms * sizeof *batch);
    for (uint32_t a = 0; a < h->n_atoms; a++) batch[a] = (uint16_t)(batch[a] + assignment[a]);
    if (++h->filled < h->size) return;
    h->filled = 0;
    h->n++;
}

void kf_history_halve(kf_history *h)
{
    assert(h->n % 2 == 0 && h->filled == 0 && h->size < KF_HISTORY_SIZE);
    for (uint32_t b = 0; b < h->n / 2; b++) {
        uint16_t *to = h->at + (size_t)b * h->n_atoms;
        const uint16_t *one = h->at + (size_t)2 * b * h->n_atoms, *two = one + h->n_atoms;
        for (uint32_t a = 0; a < h->n_atoms; a++) to[a] = (uint16_t)(one[a] + two[a]);
    }
    h->n /= 2;
    h->size *= 2;
}
