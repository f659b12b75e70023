/* pair_ranges.h -- a predicate that is transitive and symmetric, and whose atoms other formulas
 * touch: what an atom gains at least and at most by being true, whatever other atoms are.
 *
 * A formula that is a clause changes by its weight at most when one of its atoms flips, and which
 * way is known by the sign of the literal. A hard formula with one hidden atom forces it. In any
 * other hard formula, but for those that make the predicate an equivalence, a flip may break
 * something: then constants of its atoms are locked, no atom of which must be flipped. */
#ifndef KF_PAIR_RANGES_H
#define KF_PAIR_RANGES_H

#include "ground/grounder.h"

typedef struct kf_atom_range {
    uint32_t row[2];
    double low, high; /* to be added to the default; both infinite: evidence or a hard formula */
} kf_atom_range;

typedef struct kf_pair_ranges {
    uint32_t predicate;
    bool hard;                  /* hard formulas couple its atoms */
    double low, high;           /* of every atom, beside what is listed */
    KF_VEC(kf_atom_range) list; /* some atoms more than once */
    KF_VEC(uint32_t) locked;    /* constants, some more than once */
} kf_pair_ranges;

/* After kf_ground_local(). *known: the predicate is one of these, and it is worth it: few pairs
 * have a cost of their own, and not many groundings touch them; or anyhow. To be freed by
 * kf_pair_ranges_free() in any case. */
kerf_status kf_pair_ranges_gather(kf_grounder *, uint32_t predicate, bool anyhow, kf_pair_ranges *,
                                  bool *known);
/* The same without formulas that couple, however many groundings they have: every range is a
 * point. */
kerf_status kf_pair_ranges_gather_costs(kf_grounder *, uint32_t predicate, bool anyhow,
                                        kf_pair_ranges *, bool *known);
void kf_pair_ranges_free(kf_grounder *, kf_pair_ranges *);
/* Makes an atom a hard unit, if it is open; and takes that back. */
kerf_status kf_pair_ranges_force(kf_grounder *, uint32_t predicate, const uint32_t *row, kf_atom *,
                                 bool *added);
kerf_status kf_pair_ranges_release(kf_grounder *, kf_atom);

#endif
