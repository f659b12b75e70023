/* ask.h -- private to ground/: queries over one rule.
 *
 * An ask collects literals and the variables that are needed in a scratch arena; the backend
 * prepares it as a query and runs it. */
#ifndef KF_ASK_H
#define KF_ASK_H

#include "ground/grounding.h"
#include "ground/tuple_map.h"

/* A query in the making: literals and what is needed, in a scratch arena. */
typedef struct kf_ask {
    kf_grounder *g;
    kf_ground_rule *gr;
    kf_arena scratch;
    kf_literal *literals;
    uint32_t n, most; /* literals; room for them */
    bool *needed, *scope;
    const kf_range *outside; /* only counts outside it, if the backend filters */
    kf_binding binding;
    struct kf_kept_ask *kept; /* or NULL: of this world only (kept.h) */
} kf_ask;

kerf_status kf_ask_begin(kf_ask *, kf_grounder *, kf_ground_rule *, uint32_t most_literals);
void kf_ask_end(kf_ask *);
void kf_ask_add(kf_ask *, const kf_literal *, bool negated); /* negated: the opposite of it */
void kf_ask_need_key(kf_ask *);                              /* what tells a grounding's weight */
/* The same, and groundings that weigh nothing may be left out. Once, after all literals. */
void kf_ask_need_weight(kf_ask *);
bool kf_weights_are_few(const kf_grounder *, const kf_ground_rule *);
void kf_ask_need_tuple(kf_ask *);
/* To be freed before the ask ends. */
kerf_status kf_ask_prepare(kf_ask *, const kf_literal *seed, uint32_t seed_at, kf_query **);
/* Prepared, run once, freed. */
kerf_status kf_ask_run(kf_ask *, const kf_literal *seed, uint32_t seed_at, const kf_seeds *,
                       kf_emit_fn *, void *context);
/* The same, but every binding of the needed variables comes once, with all its ways, in the order
 * of their constants: sums of weights and names of atoms depend on the order, and backends need
 * not order their answers. */
kerf_status kf_ask_run_ordered(kf_ask *, const kf_literal *seed, uint32_t seed_at, const kf_seeds *,
                               kf_emit_fn *, void *context);
kerf_status kf_query_run_ordered(kf_ask *, kf_query *, const kf_seeds *, kf_emit_fn *,
                                 void *context);
/* The same in two steps: a tuple is the needed variables, a number in two places. What was in
 * `found`, nothing or another query's tuples, is forgotten. To be freed also if it fails. */
kerf_status kf_query_collect(kf_ask *, kf_query *, const kf_seeds *, kf_tuple_map *found);
/* Where such a tuple has a variable; KF_NONE: it has not, or there is no variable (KF_NONE). */
uint32_t kf_ask_place(const kf_ask *, uint32_t variable);
kerf_status kf_ask_emit(kf_ask *, const kf_tuple_map *found, kf_emit_fn *, void *context);

/* The tuples of a local formula whose conditions hold, with what their weights need (local.c). */
kerf_status kf_local_begin(kf_ask *, kf_grounder *, kf_ground_rule *);
/* The same, and those that weigh nothing are not left out. */
kerf_status kf_conditions_begin(kf_ask *, kf_grounder *, kf_ground_rule *);
/* The hidden atoms of a quantified part, each as a pattern of atoms as far as the formula's
 * variables tell. While it is looked at, the query has what must hold where its atom matters
 * (tree.c). */
typedef kerf_status kf_tree_fn(void *context, kf_ask *, const kf_literal *pattern);
kerf_status kf_tree_atoms(kf_ask *, const kf_logic *tree, kf_tree_fn *, void *context);

#endif
