/* history.h -- private to sample/: what a chain said of every atom, in batches of samples.
 *
 * A batch has, of each atom, the number of its samples in which that was true. Where there are as
 * many batches as there is room for, two become one, so that memory stays what it is however long a
 * chain runs. */
#ifndef KF_HISTORY_H
#define KF_HISTORY_H

#include "base/mem.h"

typedef struct kf_history {
    uint32_t n_atoms, most; /* batches that there is room for: even */
    uint32_t n;             /* that are full */
    uint32_t size, filled;  /* samples of a batch, and of the one that is not full */
    uint16_t *at;           /* of batch b, atom a: at[b * n_atoms + a]; room until it begins */
} kf_history;

/* Batches of which size at most: sums fit. */
enum { KF_HISTORY_SIZE = 1 << 15 };

kerf_status kf_history_open(kf_history *, uint32_t n_atoms, uint32_t most, kf_arena *);
void kf_history_clear(kf_history *); /* as if nothing was said */
void kf_history_add(kf_history *, const bool *assignment);
void kf_history_halve(kf_history *); /* two batches become one; their number is even */

static inline uint64_t kf_history_samples(const kf_history *h)
{
    return (uint64_t)h->n * h->size;
}

#endif
