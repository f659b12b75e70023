/* forge.h -- certificates changed the way a forger would change them.
 *
 * A change keeps most of a certificate as it must be, so that it gets past the reader and meets the
 * arithmetic: more of what counts for the bound (multipliers, rows, constraints, components), less
 * of what counts against it (sides of branches, terms), or something else in its place. */
#ifndef KF_TEST_FORGE_H
#define KF_TEST_FORGE_H

#include "trial.h"

/* Writes a changed certificate. atoms: names of ground atoms, other than those in it. */
void forge(kf_text *to, kf_str certificate, const kf_str *atoms, uint32_t n_atoms, uint64_t *state);

/* forge_block.c: with a block more, or other prices. */
void forge_block(kf_text *to, kf_str certificate, uint64_t *state);

#endif
