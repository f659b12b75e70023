/* tuple_map.h -- a map from tuples of constants to a number of groundings and their weight.
 *
 * The grounder keeps the ground tuples of a rule in one, and anything else that goes by tuple.
 * Entries are numbered in the order of their coming. Invariant: a tuple is kept once, and find()
 * gives the entry of every tuple that is placed. */
#ifndef KF_TUPLE_MAP_H
#define KF_TUPLE_MAP_H

#include "base/mem.h"
#include "base/stop.h"

typedef struct kf_tuple_slot {
    uint32_t entry; /* UINT32_MAX: none */
    uint32_t tag;   /* of its tuple: others are passed over without a look at theirs */
} kf_tuple_slot;

typedef struct kf_tuple_map {
    uint32_t width;
    KF_VEC(uint32_t) tuples; /* width each */
    KF_VEC(uint64_t) times;
    KF_VEC(double) weights; /* sum over the groundings, as a positive number */
    kf_tuple_slot *slots;
    uint64_t n_slots;
    uint32_t placed; /* entries that are in slots; the others wait for the next call that looks */
    kf_stop *stop;   /* asked while many are placed: KERF_INTERRUPTED, the others wait; or NULL */
} kf_tuple_map;

void kf_tuple_map_init(kf_tuple_map *, uint32_t width);
/* All of another one into one that is fresh. False: no memory. */
bool kf_tuple_map_copy(kf_tuple_map *, kf_mem *, const kf_tuple_map *from);
void kf_tuple_map_free(kf_tuple_map *, kf_mem *);
/* Has it any memory? */
static inline bool kf_tuple_map_is_used(const kf_tuple_map *u)
{
    return u->tuples.cap > 0 || u->times.cap > 0 || u->weights.cap > 0 || u->slots;
}
void kf_tuple_map_clear(kf_tuple_map *); /* forget all */
static inline uint32_t kf_tuple_map_count(const kf_tuple_map *u)
{
    return (uint32_t)u->times.n;
}
static inline const uint32_t *kf_tuple_map_tuple(const kf_tuple_map *u, uint32_t entry)
{
    return u->tuples.at + (size_t)entry * u->width;
}

kerf_status kf_tuple_map_expect(kf_tuple_map *, kf_mem *, uint64_t n); /* room for n more */
kerf_status kf_tuple_map_cut(kf_tuple_map *, kf_mem *, uint32_t n); /* forget all but the first n */

/* Forget one entry; the last one takes its number. All are placed. */
void kf_tuple_map_remove(kf_tuple_map *, uint32_t entry);

uint32_t kf_tuple_map_find(const kf_tuple_map *, const uint32_t *tuple); /* or UINT32_MAX */
/* Adds `times` groundings of a tuple. Entries below `old` are complete and stay as they are: what a
 * later query finds of them again is ignored. */
kerf_status kf_tuple_map_add(kf_tuple_map *, kf_mem *, const uint32_t *tuple, uint32_t old,
                             uint64_t times, double weight);
/* The same for a tuple that is known to be new. kf_tuple_map_find() does not see it before the next
 * kf_tuple_map_add() or kf_tuple_map_sort(). */
kerf_status kf_tuple_map_append(kf_tuple_map *, kf_mem *, const uint32_t *tuple, uint64_t times,
                                double weight);
/* The same in two steps: the place where the tuple is to be written (NULL: no memory), then the
 * rest. */
static inline uint32_t *kf_tuple_map_room(kf_tuple_map *u, kf_mem *mem)
{
    static uint32_t none; /* of a tuple without columns */
    if (!kf_vec_reserve(mem, &u->tuples, u->width) || !kf_vec_reserve(mem, &u->times, 1)
        || !kf_vec_reserve(mem, &u->weights, 1))
        return NULL;
    return u->width ? u->tuples.at + u->tuples.n : &none;
}
static inline void kf_tuple_map_take(kf_tuple_map *u, uint64_t times, double weight)
{
    u->tuples.n += u->width;
    u->times.at[u->times.n++] = times;
    u->weights.at[u->weights.n++] = weight;
}
/* Room for some more: weights.cap of them in all. */
kerf_status kf_tuple_map_make_room(kf_tuple_map *, kf_mem *);
/* Orders the entries from `from` on by their tuples, whatever order they were found in. */
kerf_status kf_tuple_map_sort(kf_tuple_map *, kf_mem *, uint32_t from);
/* All of them, appended and nothing else; the groundings of tuples that are equal are added up. */
kerf_status kf_tuple_map_merge(kf_tuple_map *, kf_mem *);
void kf_tuple_map_check(const kf_tuple_map *); /* asserts the invariant */

#endif
