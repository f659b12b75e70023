/* count.h -- private to ground/: cardinalities, group by group. */
#ifndef KF_COUNT_H
#define KF_COUNT_H

#include "ground/ask/ask.h"

static inline void kf_count_bounds(const kf_rule *r, uint64_t *least, uint64_t *most)
{
    *least = r->op == KF_OP_LE ? 0 : (uint64_t)r->bound;
    *most = r->op == KF_OP_GE ? UINT64_MAX : (uint64_t)r->bound;
}

/* Of a cardinality under a condition (count_condition.c): may the condition of this group hold, by
 * evidence? Else the group holds whatever it counts. True where there is none. */
bool kf_count_is_within(kf_grounder *, const kf_ground_rule *, kf_binding *group);
/* Begins an ask for groups whose observed condition holds; of these, for those of a case of
 * `unless`. */
kerf_status kf_count_within_begin(kf_ask *, kf_grounder *, kf_ground_rule *,
                                  uint32_t most_literals);
kerf_status kf_count_unless_begin(kf_ask *, kf_grounder *, kf_ground_rule *, uint32_t which);

/* KERF_LIMIT, said in diags: a group counts up to more than 2^64. */
kerf_status kf_count_too_large(kf_grounder *, const kf_rule *);

/* Puts one group into the problem. *decided: evidence alone makes it pay; it is not in the
 * problem. */
kerf_status kf_ground_group(kf_grounder *, kf_ground_rule *, int side, uint32_t entry,
                            bool *decided);
/* full: not only what flipped. */
kerf_status kf_separate_count(kf_grounder *, kf_ground_rule *, bool full, kf_separated *);
/* Every group whose count evidence leaves open, whatever it is now. */
kerf_status kf_ground_groups(kf_grounder *, kf_ground_rule *, kf_separated *);
void kf_counts_free(struct kf_counts *, kf_mem *);
/* kf_ground_touched() of a cardinality. */
kerf_status kf_count_touched(kf_grounder *, kf_ground_rule *, kf_tuple_map *out);
/* Of the groups that an atom which flipped may belong to, those that the current assignment makes
 * pay, with what they count. */
kerf_status kf_count_list_touched(kf_grounder *, kf_ground_rule *, kf_emit_fn *emit, void *context);
/* What a group counts now, one by one, as values of all variables; the group is in the binding. */
kerf_status kf_count_list_members(kf_grounder *, kf_ground_rule *, const kf_binding *group,
                                  kf_emit_fn *emit, void *context);
/* What a cardinality counts now, into an ask that was begun; `outside`: its bounds, or NULL: groups
 * within them matter, too. */
void kf_count_ask(kf_ask *, const kf_range *outside);
/* The group of a query that starts from groups: an atom of its variables. */
kerf_status kf_count_group_literal(kf_ask *, kf_literal *);
/* Groups that flips may have moved towards one of the bounds; *too_many: more than so many. */
kerf_status kf_count_touched_groups(kf_grounder *, kf_ground_rule *, const kf_range *bounds,
                                    uint64_t most, kf_tuple_map *touched, bool *too_many);
/* Where the backend leaves out groups within their bounds: the others, as tuples; or only their
 * number. *done: it does. */
kerf_status kf_count_violated(kf_grounder *, kf_ground_rule *, bool full, bool *done);
kerf_status kf_count_violated_only(kf_grounder *, kf_ground_rule *, uint64_t *groups, bool *done);
/* Groups that a cardinality makes pay whenever they are outside its bounds, all of them alike. */
bool kf_count_is_plain(const kf_grounder *, const kf_ground_rule *, kf_range *bounds);
/* Groups that the current assignment makes pay, those that evidence decides included. */
kerf_status kf_count_unsatisfied(kf_grounder *, kf_ground_rule *, uint64_t *groups, double *cost);
/* These groups one by one, with what they count. KERF_INTERRUPTED: emit stopped it. */
kerf_status kf_count_list_unsatisfied(kf_grounder *, kf_ground_rule *, kf_emit_fn *emit,
                                      void *context);

#endif
