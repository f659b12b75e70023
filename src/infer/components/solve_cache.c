/* solve_cache.c -- a hash map from residual components to their answers; see solve_cache.h.
 *
 * Two different residual components have the same key with probability 2^-128. */
#include "infer/components/solve_cache.h"

#include "base/check.h"

#include <string.h>

kf_solve_key kf_solve_key_of(const kf_residual *residual, const uint32_t *names)
{
    const kf_component *p = &residual->component;
    kf_solve_key k = { p->n_atoms, p->n_clauses };
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        kf_hash_pair_add(&k, names[residual->atoms[i]]);
        kf_hash_pair_add(&k, kf_hash_bits(p->cost_true[i] - p->cost_false[i]));
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        kf_hash_pair_add(&k, kf_hash_bits(p->weight[i]));
        kf_hash_pair_add(&k, p->start[i + 1]);
    }
    uint32_t literals = p->n_clauses ? p->start[p->n_clauses] : 0;
    for (uint32_t i = 0; i < literals; i++) kf_hash_pair_add(&k, p->literals[i].code);
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        kf_hash_pair_add(&k, c->n);
        kf_hash_pair_add(&k, c->least);
        kf_hash_pair_add(&k, c->most);
        kf_hash_pair_add(&k, kf_hash_bits(c->weight));
        for (uint32_t j = 0; j < c->n; j++)
            kf_hash_pair_add(&k, (uint64_t)c->literals[j].code << 32 | c->coefficients[j]);
    }
    return k;
}

static uint64_t slot_of(const kf_solve_cache *c, kf_solve_key key)
{
    uint64_t mask = c->n_slots - 1, at = key.a & mask;
    assert((c->n_slots & mask) == 0 && 2 * c->entries.n <= c->n_slots); /* some slot is free */
    for (; c->slots[at] != UINT32_MAX; at = (at + 1) & mask) {
        const kf_solve_key *k = &c->entries.at[c->slots[at]].key;
        if (k->a == key.a && k->b == key.b) break;
    }
    return at;
}

const kf_cached *kf_solve_cache_find(const kf_solve_cache *c, kf_solve_key key)
{
    if (c->n_slots == 0) return NULL;
    uint32_t at = c->slots[slot_of(c, key)];
    return at == UINT32_MAX ? NULL : &c->entries.at[at];
}

static kerf_status grow(kf_solve_cache *c, kf_mem *mem)
{
    if (2 * (c->entries.n + 1) <= c->n_slots) return KERF_OK;
    uint64_t old = c->n_slots, size = old ? 2 * old : 64;
    uint32_t *slots = kf_mem_alloc(mem, size, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    memset(slots, 0xff, size * sizeof *slots);
    kf_mem_free(mem, c->slots, old, sizeof *slots);
    c->slots = slots;
    c->n_slots = size;
    for (uint32_t i = 0; i < c->entries.n; i++) c->slots[slot_of(c, c->entries.at[i].key)] = i;
    return KERF_OK;
}

kerf_status kf_solve_cache_add(kf_solve_cache *c, kf_mem *mem, kf_solve_key key,
                               const kf_solved *solved, const bool *assignment, uint32_t n)
{
    KF_TRY(grow(c, mem));
    if (!kf_vec_reserve(mem, &c->assignments, n) || !kf_vec_reserve(mem, &c->entries, 1))
        return KERF_NO_MEMORY;
    uint64_t slot = slot_of(c, key);
    if (c->slots[slot] != UINT32_MAX) { /* known, but not well enough */
        kf_cached *old = &c->entries.at[c->slots[slot]];
        assert(old->assignment + n <= c->assignments.n);
        old->solved = *solved;
        memcpy(c->assignments.at + old->assignment, assignment, n * sizeof *assignment);
        return KERF_OK;
    }
    c->slots[slot] = (uint32_t)c->entries.n;
    c->entries.at[c->entries.n++] = (kf_cached){ key, *solved, c->assignments.n };
    memcpy(c->assignments.at + c->assignments.n, assignment, n * sizeof *assignment);
    c->assignments.n += n;
    return KERF_OK;
}

bool kf_solve_cache_copy(kf_solve_cache *c, kf_mem *mem, const kf_solve_cache *from)
{
    assert(c->n_slots == 0 && c->entries.n == 0);
    if (!kf_vec_copy(mem, &c->entries, &from->entries)
        || !kf_vec_copy(mem, &c->assignments, &from->assignments))
        return false;
    if (from->n_slots == 0) return true;
    c->slots = kf_mem_alloc(mem, from->n_slots, sizeof *c->slots);
    if (!c->slots) return false;
    c->n_slots = from->n_slots;
    kf_mem_copy(c->slots, from->slots, from->n_slots * sizeof *c->slots);
    return true;
}

void kf_solve_cache_free(kf_solve_cache *c, kf_mem *mem)
{
    kf_vec_free(mem, &c->entries);
    kf_vec_free(mem, &c->assignments);
    kf_mem_free(mem, c->slots, c->n_slots, sizeof *c->slots);
}
