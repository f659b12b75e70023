/* solve_cache.h -- answers of residual components that were solved before, by their hash. */
#ifndef KF_SOLVE_CACHE_H
#define KF_SOLVE_CACHE_H

#include "base/hash.h"
#include "solve/presolve/simplify.h"
#include "solve/task.h"

typedef kf_hash_pair kf_solve_key; /* of atoms, costs and constraints */

typedef struct kf_cached {
    kf_solve_key key;
    kf_solved solved;
    size_t assignment; /* place of its assignment in the pool */
} kf_cached;

typedef struct kf_solve_cache {
    KF_VEC(kf_cached) entries;
    KF_VEC(bool) assignments;
    uint32_t *slots;
    uint64_t n_slots;
} kf_solve_cache;

/* names: by atom of the residual component, what it is called outside. */
kf_solve_key kf_solve_key_of(const kf_residual *, const uint32_t *names);
const kf_cached *kf_solve_cache_find(const kf_solve_cache *, kf_solve_key);
kerf_status kf_solve_cache_add(kf_solve_cache *, kf_mem *, kf_solve_key, const kf_solved *,
                               const bool *assignment, uint32_t n);
/* All of another one into an empty one. False: no memory. */
bool kf_solve_cache_copy(kf_solve_cache *, kf_mem *, const kf_solve_cache *from);
void kf_solve_cache_free(kf_solve_cache *, kf_mem *);

#endif
