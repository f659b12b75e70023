/* piece_cache.h -- answers of pieces that were solved before, by what the piece looks like. */
#ifndef KF_PIECE_CACHE_H
#define KF_PIECE_CACHE_H

#include "solve/simplify.h"

typedef struct kf_piece_key {
    uint64_t a, b; /* two hashes of atoms, costs and constraints: 128 bits together */
} kf_piece_key;

typedef struct kf_cached {
    kf_piece_key key;
    kf_solved solved;
    size_t world; /* place of its world in the pool */
} kf_cached;

typedef struct kf_piece_cache {
    KF_VEC(kf_cached) entries;
    KF_VEC(bool) worlds;
    uint32_t *slots;
    uint64_t n_slots;
} kf_piece_cache;

/* names: by atom of the piece, what it is called outside. */
kf_piece_key kf_piece_key_of(const kf_piece *, const uint32_t *names);
const kf_cached *kf_piece_cache_find(const kf_piece_cache *, kf_piece_key);
kerf_status kf_piece_cache_add(kf_piece_cache *, kf_mem *, kf_piece_key, const kf_solved *,
                               const bool *world, uint32_t n);
void kf_piece_cache_free(kf_piece_cache *, kf_mem *);

#endif
