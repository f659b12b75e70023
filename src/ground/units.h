/* units.h -- the ground units of one compiled rule that were found so far.
 *
 * A unit is a tuple of constants with the number of groundings it stands for and their weight.
 * Invariant: a tuple is kept once; what a later run finds again is ignored, so each separation
 * returns only what is new. */
#ifndef KF_UNITS_H
#define KF_UNITS_H

#include "base/mem.h"

typedef struct kf_unit_slot {
    uint32_t unit; /* UINT32_MAX: none */
    uint32_t tag;  /* of its tuple: others are passed over without a look at theirs */
} kf_unit_slot;

typedef struct kf_units {
    uint32_t width;
    KF_VEC(uint32_t) tuples; /* width each */
    KF_VEC(uint64_t) times;
    KF_VEC(double) weights; /* sum over the groundings, as a positive number */
    kf_unit_slot *slots;
    uint64_t n_slots;
    uint32_t placed; /* units that are in slots; the others wait for the next call that looks */
} kf_units;

void kf_units_init(kf_units *, uint32_t width);
void kf_units_free(kf_units *, kf_mem *);
void kf_units_clear(kf_units *); /* forget all */
static inline uint32_t kf_units_count(const kf_units *u)
{
    return (uint32_t)u->times.n;
}
static inline const uint32_t *kf_units_tuple(const kf_units *u, uint32_t unit)
{
    return u->tuples.at + (size_t)unit * u->width;
}

kerf_status kf_units_cut(kf_units *, kf_mem *, uint32_t n); /* forget all but the first n */

uint32_t kf_units_find(const kf_units *, const uint32_t *tuple); /* or UINT32_MAX */
/* Add `times` groundings of a tuple. Units below `old` are complete and stay as they are. */
kerf_status kf_units_add(kf_units *, kf_mem *, const uint32_t *tuple, uint32_t old, uint64_t times,
                         double weight);
/* The same for a tuple that is known to be new. kf_units_find() does not see it before the next
 * kf_units_add() or kf_units_sort(). */
kerf_status kf_units_append(kf_units *, kf_mem *, const uint32_t *tuple, uint64_t times,
                            double weight);
/* Order the units from `from` on by their tuples, whatever order they were found in. */
kerf_status kf_units_sort(kf_units *, kf_mem *, uint32_t from);
/* All of them, appended and nothing else; the groundings of tuples that are equal are added up. */
kerf_status kf_units_merge(kf_units *, kf_mem *);

#endif
