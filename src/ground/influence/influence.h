/* influence.h -- what learning asks: groundings that atoms are part of, whatever weights are
 * now. */
#ifndef KF_INFLUENCE_H
#define KF_INFLUENCE_H

#include "ground/ground_rule.h"
#include "ground/tuple_map.h"

/* ---- Groundings of atoms that flipped (touched.c) ---- */

/* From here on flips are recorded anew. */
void kf_grounder_forget_flips(kf_grounder *);
/* The groundings of a soft rule that have a flipped atom, as far as the formula is true in the
 * current assignment (*holds) or false (!*holds): which of the two is the rule's nature. Each entry
 * is a tuple and the constants of the rule's parameters, with the number of its groundings and
 * their weight in sum; `out` is empty and so wide. A rule with parameters has its table. */
kerf_status kf_ground_touched(kf_grounder *, kf_ground_rule *, kf_tuple_map *out, bool *holds);
uint32_t kf_touched_width(const kf_grounder *, const kf_ground_rule *);
const uint32_t *kf_touched_key(const kf_ground_rule *, const kf_tuple_map *, uint32_t entry);
/* The parameters' constants of all groundings that observed literals leave open; some come several
 * times. */
typedef kerf_status kf_reached_fn(void *context, const uint32_t *key, uint64_t times);
kerf_status kf_ground_reached(kf_grounder *, kf_ground_rule *, kf_reached_fn *, void *context);

/* ---- What each atom changes (influence.c) ---- */

/* Were this atom true rather than false, the others as they are, the rule would have `change` more
 * true groundings with the binding's constants of its parameters, and its weight. One atom comes
 * any number of times: changes add up. row NULL: that goes for every atom of the predicate. */
typedef kerf_status kf_influence_fn(void *context, uint32_t predicate, const uint32_t *row,
                                    const kf_binding *, double change);
/* Of a rule that is not an acyclicity, in the current assignment; evidence that fixes an atom is
 * left out or not. */
kerf_status kf_ground_influence(kf_grounder *, kf_ground_rule *, kf_influence_fn *, void *context);

#endif
