/* slice.h -- private to sample/: a step of MC-SAT (Poon and Domingos 2006).
 *
 * Each soft row that does not pay is kept with probability 1 - exp(-price): a coin, which is a hash
 * of the chain, the sweep and the row. The next assignment is drawn from those that keep all of
 * these and the hard rows: the slice. There the prices of atoms are all that is left of the cost.
 * A row that pays is not in the slice, so that it may stop paying. */
#ifndef KF_SLICE_H
#define KF_SLICE_H

#include "sample/cover.h"
#include "sample/units.h"

typedef struct kf_slice {
    kf_cover *cover;
    kf_units units;
    uint64_t key, sweep;
    uint32_t n_soft;
    uint32_t *soft;      /* rows that have a price and are not idle */
    uint64_t *threshold; /* of each: coins below it leave it out */
    uint32_t *kept, n_kept;
    uint32_t *queue; /* variables: a connected component of the slice */
    bool *met;       /* by variable */
    bool *met_row;
} kf_slice;

kerf_status kf_slice_open(kf_slice *, kf_cover *, uint64_t key, kf_arena *);
void kf_slice_sweep(kf_slice *);
/* The same as if all soft rows were without a price: hard ones are kept, nothing else counts but
 * the prices of atoms that the chain has. */
void kf_slice_sweep_hard(kf_slice *);

#endif
