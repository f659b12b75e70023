/* cover.h -- private to sample/: every variable drawn once, in blocks that grow along rows.
 *
 * A block begins at a random variable and takes up those that rows tie to it, the nearest first or
 * any, up to a number that is random, too. Where it is too wide, half of it stays. None of this
 * looks at values of the block, so that each block is a step that leaves the distribution as it is.
 * How large blocks may get is learned in the first sweeps and fixed then. */
#ifndef KF_COVER_H
#define KF_COVER_H

#include "sample/block.h"

enum { KF_COVER_BITS = 6 }; /* sizes of blocks are powers of two up to this */

typedef struct kf_cover {
    kf_block block;
    uint32_t least, most; /* bits of sizes */
    uint32_t tried[KF_COVER_BITS + 1], failed[KF_COVER_BITS + 1];
    bool *done; /* by variable: drawn in this pass */
} kf_cover;

kerf_status kf_cover_open(kf_cover *, kf_chain *, kf_arena *);
/* Draws these, which it shuffles, in blocks of a random size. None is done, nor will be when it
 * returns. */
void kf_cover_draw(kf_cover *, uint32_t *variables, uint32_t n);
/* The same, one by one. */
void kf_cover_singly(kf_cover *, const uint32_t *variables, uint32_t n);
/* From now on sizes are no more than what mostly was narrow enough so far. */
void kf_cover_settle(kf_cover *);

#endif
