/* graph.h -- private to ground/: predicates of two arguments as graphs: cycles, transitivity.
 *
 * Transitivity at a fractional point is in separate.h, since callers ask for it. */
#ifndef KF_GRAPH_H
#define KF_GRAPH_H

#include "ground/grounding.h"

/* ---- Acyclicity ---- */

/* Directed cycles of the current assignment that the problem does not forbid yet. */
kerf_status kf_separate_acyclic(kf_grounder *, kf_ground_rule *, bool full, kf_separated *);
void kf_cycles_free(struct kf_cycles *, kf_mem *);
/* Knots of cycles among the atoms of a relation of pairs (knots.c). */
kerf_status kf_count_knots(kf_grounder *, kf_relation *, uint64_t *knots);

/* ---- Transitivity and symmetry ---- */

/* What hard formulas of the model say of a predicate of two arguments, as far as they are written
 * in one of the usual ways (relating.c). */
enum { KF_TRANSITIVE_RELATION = 1, KF_SYMMETRIC_RELATION = 2 };
uint8_t kf_relating_of(const kf_model *, const kf_compiled *, uint32_t *predicate);
/* Are any two nodes related that are connected? Then the relation is transitive. False: perhaps it
 * is even so (closure.c). */
kerf_status kf_relation_is_complete(const kf_relation *, kf_mem *, bool *complete);

#endif
