/* weight_slots.h -- private to weight_table.c and weight_find.c: rows of weights, and the slots by
 * which they and their groups are found. */
#ifndef KF_WEIGHT_SLOTS_H
#define KF_WEIGHT_SLOTS_H

#include "base/hash.h"
#include "base/mem.h"
#include "model/weight_table.h"

/* The stride is odd, so every slot is met, and leads past the neighbours, so that these move
 * together. */
enum { NEAR = 4, STRIDE = (1 << NEAR) + 1 };

typedef struct group_slot {
    uint32_t place; /* the first of the group + 1, below a tag; 0: none */
    uint32_t n;     /* rows */
} group_slot;

struct kf_weight_table {
    kf_mem *mem;
    uint32_t width;
    KF_VEC(uint32_t) keys; /* width for each row */
    KF_VEC(double) weights;
    uint32_t *slots;
    size_t n_slots;  /* a power of two */
    bool grouped;    /* what follows is there */
    bool listed;     /* kf_weight_table_list() was called */
    uint32_t *order; /* by place: its row; NULL: places are rows */
    group_slot *groups;
    size_t n_groups; /* slots, a power of two */
    uint32_t place_mask;
    kf_weight_group *direct; /* by the first constant: has_direct_groups(); or NULL */
    size_t n_direct;
    kf_weight_sum *sums; /* see kf_weight_table_sums() */
    size_t n_sums;
    bool changes; /* weights do: sums would be wrong */
};

static inline uint32_t row_mask(const kf_weight_table *t)
{
    return (uint32_t)(t->n_slots - 1);
}

/* Where to look first. */
static inline size_t first_slot(const kf_weight_table *t, uint64_t hash)
{
    return (size_t)hash & (t->n_slots - 1);
}

/* Neighbours differ in it as well. */
static inline uint32_t slot_tag(const kf_weight_table *t, uint64_t hash)
{
    return (uint32_t)(kf_hash_add(hash, 0) >> 32) & ~row_mask(t);
}

/* The row at a place. */
static inline uint32_t row_at(const kf_weight_table *t, uint32_t place)
{
    return t->order ? t->order[place] : place;
}

static inline kf_weight_group listed_at(const kf_weight_table *t, uint32_t constant)
{
    return constant < t->n_direct ? t->direct[constant] : (kf_weight_group){ 0 };
}

#endif
