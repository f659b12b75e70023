/* pair_costs.h -- predicates that are clusterings: their costs pair by pair, beside the problem.
 *
 * A hidden predicate of two arguments of one type is a clustering if hard formulas make it
 * transitive and symmetric, and every other formula that names it has it as its one hidden atom.
 * Then costs of its atoms are gathered here instead of becoming atoms of the problem, and its
 * formulas are settled: separation and grounding pass them over. The caller that gathered them
 * solves them (infer/clusters/clusters.c), or gives them back. */
#ifndef KF_PAIR_COSTS_H
#define KF_PAIR_COSTS_H

#include "ground/grounder.h"

typedef struct kf_pair_cost {
    uint32_t row[2];
    double if_true, if_false; /* INFINITY: a hard formula or evidence forbids it */
} kf_pair_cost;

typedef struct kf_pair_costs {
    uint32_t predicate;
    bool known;                         /* it is a clustering */
    double default_true, default_false; /* of every open atom, beside what is listed */
    double apart;              /* what an open P(a,b) of two nodes pays on top, when true */
    KF_VEC(kf_pair_cost) list; /* some atoms more than once */
} kf_pair_costs;

/* Does a formula name the predicate in an atom? */
bool kf_logic_names(const kf_logic *, uint32_t predicate);
/* Before kf_ground_local(): finds such predicates whose type has so many constants or more. */
kerf_status kf_pair_costs_find(kf_grounder *, uint32_t least_constants);
/* Of a predicate that is one, or NULL. */
kf_pair_costs *kf_grounder_pair_costs(const kf_grounder *, uint32_t predicate);
/* After kf_ground_local(): adds what evidence and hard formulas force, and takes the defaults. */
kerf_status kf_pair_costs_complete(kf_grounder *, kf_pair_costs *);
/* It is none after all: its costs go to atoms of the problem. */
kerf_status kf_pair_costs_give_back(kf_grounder *, kf_pair_costs *);
/* What an atom pays beyond, when it is true: formulas that are asked atom by atom (penalty.c). */
bool kf_pair_costs_are_partial(const kf_grounder *, const kf_pair_costs *);
kerf_status kf_pair_costs_beyond(kf_grounder *, const kf_pair_costs *, const uint32_t *row,
                                 double *if_true);
/* Makes an atom true, in the database alone. */
kerf_status kf_pair_costs_set(kf_grounder *, const kf_pair_costs *, const uint32_t *row);
/* The atoms are set, and pay so much. The list is freed. */
void kf_pair_costs_settle(kf_grounder *, kf_pair_costs *, double cost);

#endif
