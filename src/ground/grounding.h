/* grounding.h -- private to ground/: queries over one rule, and units into the problem. */
#ifndef KF_GROUNDING_H
#define KF_GROUNDING_H

#include "ground/grounder.h"

#include <math.h>

/* A query in the making: literals and what is needed, in a scratch arena. */
typedef struct kf_ask {
    kf_grounder *g;
    kf_ground_rule *gr;
    kf_arena scratch;
    kf_literal *literals;
    uint32_t n;
    bool *needed, *scope;
    const kf_range *outside; /* only what has fewer or more ways, if the store can do that */
    kf_binding binding;
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
/* The same, but every binding of the needed variables comes once, with all its ways, and they come
 * in order of their constants: for what depends on the order, as sums of weights do, and the names
 * of atoms. Stores need not order their answers, and are not to be told apart. */
kerf_status kf_ask_run_ordered(kf_ask *, const kf_literal *seed, uint32_t seed_at, const kf_seeds *,
                               kf_emit_fn *, void *context);
kerf_status kf_query_run_ordered(kf_ask *, kf_query *, const kf_seeds *, kf_emit_fn *,
                                 void *context);
/* The same in two steps: a tuple is the needed variables, a number in two places. To be freed also if
 * it fails. */
kerf_status kf_query_collect(kf_ask *, kf_query *, const kf_seeds *, kf_tuple_map *found);
kerf_status kf_ask_emit(kf_ask *, const kf_tuple_map *found, kf_emit_fn *, void *context);

/* ---- Stopping: queries ask by themselves, whoever makes much of what they find asks here ---- */

static inline kerf_status kf_grounder_spend(kf_grounder *g, uint32_t steps)
{
    return kf_patience_spend(&g->patience, steps) ? KERF_OK : KERF_INTERRUPTED;
}

/* ---- What separation asks, kept prepared (cases.c) ---- */

typedef struct kf_start { /* where a flipped atom can stand in a case */
    const kf_literal *seed;
    uint32_t seed_at;
    bool up, down;        /* flips that matter */
    bool in_tree;         /* within a quantified part: several flips may lead to one tuple; then */
    kf_literal *literals; /* of its query: those of the case, and what guards the atom */
    uint32_t n;
    kf_query *query; /* NULL: not needed yet */
} kf_start;

typedef struct kf_case { /* one of the disjoint queries of a side */
    kf_ask a;
    bool tuple_only; /* nothing is needed but the tuple */
    bool decided;    /* by evidence: no literal is hidden */
    kf_query *whole; /* NULL: not needed yet */
    uint32_t n_starts;
    kf_start *starts;
} kf_case;

typedef struct kf_cases {
    uint32_t n, most;
    kf_case *at;
} kf_cases;

/* A rule without free variables has one grounding: asking whether it holds is one answer, while every one
 * of its atoms would be a start. */
static inline bool kf_is_one_grounding(const kf_ground_rule *gr)
{
    return gr->c.n_free == 0;
}

/* That some hidden literal of a long clause without free variables is true, as one test: cases by literal
 * would be as long as the square of it. No clause of this kind: false. */
bool kf_clause_as_test(const kf_grounder *, const kf_ground_rule *, kf_literal *test);

/* The cases of a side, borrowed: a clause's by hidden literal, another formula's as compiled. */
kerf_status kf_cases_get(kf_grounder *, kf_ground_rule *, int side, kf_cases **);
void kf_cases_free(kf_grounder *, kf_cases *);
/* Borrowed, as the store would have it now. */
kerf_status kf_case_whole(kf_case *, kf_query **);
kerf_status kf_case_start(kf_case *, kf_start *, kf_query **);

/* ---- What will be asked, told to the store beforehand (ahead.c) ---- */

typedef struct kf_expected {
    kf_query *query;
    kf_seeds seeds;
    bool seeded;
} kf_expected;

typedef struct kf_ahead {
    kf_grounder *g;
    KF_VEC(kf_expected) list;
    size_t next; /* the first that the store has not begun with */
} kf_ahead;

bool kf_ahead_helps(const kf_grounder *);
/* One more, if it is worth it; a list that is made by hand begins as { .g = g }. */
kerf_status kf_ahead_note(kf_ahead *, kf_query *, kf_seeds, bool seeded);
/* All that a round of separation asks. */
kerf_status kf_ahead_begin(kf_ahead *, kf_grounder *, uint32_t stage, bool full);
kerf_status kf_ahead_go_on(kf_ahead *, const kf_ground_rule *); /* before this rule is looked at */
void kf_ahead_end(kf_ahead *);
/* The atoms of a predicate that became true, or false, since the last separation. */
kf_seeds kf_seeds_of(const kf_grounder *, uint32_t predicate, bool up);

/* ---- Units ---- */

/* What a query is run for: the units of one side of a rule. */
typedef struct kf_finder {
    kf_grounder *g;
    kf_ground_rule *gr;
    int side;
    uint32_t old; /* units below are complete */
    bool first;   /* there were no units before: the queries of a side are disjoint, so that one
                   * that meets a tuple once finds only new ones */
    bool append;  /* so does this one */
    kerf_status status;
} kf_finder;

/* Do weights differ from grounding to grounding? Then the order in which they are added up shows. */
static inline bool kf_weights_are_data(const kf_grounder *g, const kf_ground_rule *gr)
{
    uint8_t cost = g->d->m->rules.at[gr->rule].cost;
    return cost == KF_COST_VARIABLE || cost == KF_COST_TABLE;
}

/* The unit that a binding is part of and the weight it adds; false: the other side's, or nobody's. */
bool kf_finder_read(const kf_finder *, const kf_binding *, uint64_t times, uint32_t *tuple,
                    double *weight);
kerf_status kf_finder_add(const kf_finder *, const uint32_t *tuple, uint64_t times, double weight);
/* Run a query over the grounder's threads; units come as one run would bring them (parallel.c). */
kerf_status kf_find_parallel(const kf_finder *, kf_query *);
bool kf_worth_threads(const kf_grounder *, const kf_query *);
/* What a case finds with these atoms in the place of a start. */
kerf_status kf_find_from(kf_finder *, kf_case *, kf_start *, const kf_seeds *);

/* The tuple of a unit from a binding, and back. */
uint32_t kf_tuple_width(const kf_compiled *);
void kf_tuple_read(const kf_compiled *, const kf_binding *, uint32_t *tuple);
void kf_tuple_bind(const kf_compiled *, const uint32_t *tuple, kf_binding *);

/* What hard formulas of the model say of a predicate of two arguments, as far as they are written
 * in one of the usual ways (relating.c). */
enum { KF_TRANSITIVE_RELATION = 1, KF_SYMMETRIC_RELATION = 2 };
uint8_t kf_facts_of(const kf_model *, const kf_compiled *, uint32_t *predicate);
/* Are any two nodes related that are connected? Then the relation is transitive. False: perhaps it
 * is even so (closure.c). */
kerf_status kf_facts_is_complete(const kf_relation *, kf_mem *, bool *complete);

kerf_status kf_ground_totals(kf_grounder *, kf_ground_rule *);
/* An atom that stands for a part; once the atoms of its literals are defined, which part that is:
 * all of them, or some. */
kerf_status kf_grounder_auxiliary(kf_grounder *, kf_atom *);
kerf_status kf_grounder_define(kf_grounder *, kf_atom, bool all, const kf_lit *, uint32_t n);

/* Adds to `best`. Large weights come and go again, and small ones must be left as they were, so what
 * a sum loses is kept beside it (Neumaier 1974). */
static inline void kf_best_add(kf_grounder *g, double x)
{
    double sum = g->best_sum + x;
    if (fabs(g->best_sum) >= fabs(x)) g->best_rest += (g->best_sum - sum) + x;
    else g->best_rest += (x - sum) + g->best_sum;
    g->best_sum = sum;
    g->best = isfinite(sum) ? sum + g->best_rest : sum;
}

/* Put one unit into the problem. *decided: evidence alone makes it pay; it is not in the problem. */
kerf_status kf_ground_unit(kf_grounder *, kf_ground_rule *, int side, uint32_t unit, kf_binding *,
                           bool *decided);
/* The same for a group of a cardinality. */
kerf_status kf_ground_group(kf_grounder *, kf_ground_rule *, int side, uint32_t unit,
                            bool *decided);
/* One that comes soon: what it will look up comes into the cache meanwhile. */
void kf_ground_prefetch(const kf_grounder *, const kf_ground_rule *, int side, uint32_t unit,
                        kf_binding *);
/* What a literal of weight w (as its clause sees it) makes its atom pay. */
void kf_split_cost(double w, bool negated, double *if_true, double *if_false);
/* Evidence fixes the atom: if it pays, that is decided. */
void kf_pay_decided(kf_grounder *, kf_ground_rule *, kf_truth fixed, double if_true,
                    double if_false, uint64_t times);
/* The tuples of a local formula whose conditions hold, with what their weights need. */
kerf_status kf_local_begin(kf_ask *, kf_grounder *, kf_ground_rule *);
/* Make the local formula a penalty, if it is to be one (penalty.c). */
kerf_status kf_penalty_find(kf_grounder *, kf_ground_rule *);
void kf_penalty_free(struct kf_penalty *);
bool kf_has_penalties(const kf_grounder *, uint32_t predicate);
/* What they make an atom pay when it is true. */
kerf_status kf_penalties_of(kf_grounder *, uint32_t predicate, const uint32_t *row, double *cost);
/* These atoms will be named soon: ask for them together. */
kerf_status kf_penalties_ask_ahead(kf_grounder *, uint32_t predicate, const uint32_t *rows,
                                   size_t n);
/* A local formula that costs every atom of its predicate the same. */
bool kf_local_is_default(const kf_grounder *, const kf_ground_rule *);
/* The hidden atoms of a quantified part, each as a pattern of atoms as far as the formula's variables
 * tell. While it is looked at, the query has what must hold where its atom matters (tree.c). */
typedef kerf_status kf_tree_fn(void *context, kf_ask *, const kf_literal *pattern);
kerf_status kf_tree_atoms(kf_ask *, const kf_logic *tree, kf_tree_fn *, void *context);
/* Whether the rule could be a product; then, where enumerating would be too much, *done: it is one,
 * and what it pays is in `out`. */
kerf_status kf_product_find(kf_grounder *, kf_ground_rule *);
kerf_status kf_separate_product(kf_grounder *, kf_ground_rule *, bool full, kf_separated *,
                                bool *done);
/* All units of a side that are not in the problem yet. */
kerf_status kf_take_units(kf_grounder *, kf_ground_rule *, int side, kf_separated *);
/* New units' atoms become members of their groups, if the rule has such, and groups complete. */
kerf_status kf_complete_groups(kf_grounder *, kf_ground_rule *, kf_separated *);
/* full: not only what flipped. */
kerf_status kf_separate_count(kf_grounder *, kf_ground_rule *, bool full, kf_separated *);
/* Every group whose count evidence leaves open, whatever it is now. */
kerf_status kf_ground_groups(kf_grounder *, kf_ground_rule *, kf_separated *);
void kf_counts_free(struct kf_counts *, kf_mem *);
void kf_cycles_free(struct kf_cycles *, kf_mem *);
/* kf_ground_touched() of a cardinality. */
kerf_status kf_count_touched(kf_grounder *, kf_ground_rule *, kf_tuple_map *out);
/* What a cardinality counts now, into an ask that was begun; `outside`: its bounds, or NULL: groups
 * within them matter, too. */
void kf_count_ask(kf_ask *, const kf_range *outside);
/* The group of a query that starts from groups: an atom of its variables. */
kerf_status kf_count_group_literal(kf_ask *, kf_literal *);
/* Groups that flips may have moved towards one of the bounds; *too_many: more than so many. */
kerf_status kf_count_touched_groups(kf_grounder *, kf_ground_rule *, const kf_range *bounds,
                                    uint64_t most, kf_tuple_map *touched, bool *too_many);
/* Where the store leaves out groups within their bounds: the others, as units; or only how many.
 * *done: it does. */
kerf_status kf_count_violated(kf_grounder *, kf_ground_rule *, bool full, bool *done);
kerf_status kf_count_violated_only(kf_grounder *, kf_ground_rule *, uint64_t *groups, bool *done);
/* Groups that a cardinality makes pay whenever they are outside its bounds, all of them alike. */
bool kf_count_is_plain(const kf_grounder *, const kf_ground_rule *, kf_range *bounds);
/* Groups that the current assignment makes pay, those that evidence decides included. */
kerf_status kf_count_unsatisfied(kf_grounder *, kf_ground_rule *, uint64_t *groups, double *cost);
/* These groups one by one, with what they count. KERF_INTERRUPTED: emit stopped it. */
kerf_status kf_count_list_unsatisfied(kf_grounder *, kf_ground_rule *, kf_emit_fn *emit,
                                      void *context);
/* Knots of cycles among the atoms of a relation of pairs (knots.c). */
kerf_status kf_count_knots(kf_grounder *, kf_relation *, uint64_t *knots);
kerf_status kf_separate_acyclic(kf_grounder *, kf_ground_rule *, bool full, kf_separated *);
/* Evidence alone breaks so many groundings of a hard rule. */
static inline void kf_separated_decided(kf_separated *out, const kf_ground_rule *gr, uint64_t times)
{
    if (times > 0 && out->decided_hard == 0) out->decided_rule = gr->rule;
    out->decided_hard += times;
}

#endif
