/* grounder.h -- from a database and compiled rules to the ground problem, piece by piece.
 *
 *   kf_grounder_new        every rule as compiled (once per model), and the number of its groundings
 *   kf_ground_local        G0: rules with one hidden atom per grounding become atom costs
 *   kf_separate            what the current assignment does not satisfy maximally, and is new
 *   kf_ground_all          everything that evidence does not decide, but for cycles
 *
 * Costs are sums of |w| over groundings not maximally satisfied; score = best - cost, where `best`
 * is what a assignment that satisfies everything at its best would score. */
#ifndef KF_GROUNDER_H
#define KF_GROUNDER_H

#include "ground/tuple_map.h"
#include "problem/problem.h"
#include "query/backend.h"

/* A soft clause whose hidden literals share no variables, as a product of counts (product.c). A
 * solver can treat an active one as such: it pays weight for `violated` groundings, which follow
 * from how many tuples of each group are false. The tuples of a group are the answers of the query
 * "its conditions hold and its observed literals are false", its atoms those of its hidden literals
 * there. */
typedef struct kf_product_group {
    uint32_t part;                       /* the literals with this part_of */
    uint32_t hidden;                     /* how many of them are */
    uint64_t open, unfixed, broken, now; /* tuples, see product.c */
} kf_product_group;

typedef struct kf_product {
    bool active;   /* counted instead of enumerated, for good: no unit of it is in the problem */
    int side;      /* 0: pays when false, 1: pays when true */
    double weight; /* positive */
    uint32_t n_groups;
    kf_product_group *groups;
    uint32_t *part_of; /* by literal of the clause, then by condition */
    uint64_t free;     /* ways to choose the variables that no literal names */
    uint64_t violated; /* groundings that pay in the current assignment, as last separated */
    bool counted;
} kf_product;

/* One rule: its queries, and the units found for where its clause is false (+) and true (-). */
typedef struct kf_ground_rule {
    kf_compiled c;
    uint32_t rule;
    uint32_t stage;    /* it is separated when those of lower stages find nothing new; mostly 0 */
    bool stale;        /* it was passed over: what flipped since is not enough */
    uint32_t expected; /* entries of the round's list up to the end of its own: ahead.c */
    bool local;        /* soft, one hidden atom: costs, no units */
    bool kept;         /* local, and whoever opened the grounder adds its costs: he keeps them */
    bool when_false;   /* some weight makes a false clause pay, or it is hard */
    bool when_true;
    kf_tuple_map units[2]; /* [0]: pays when false, [1]: pays when true */
    uint32_t done[2];      /* units that are in the problem */
    uint32_t grouped;     /* of units[0], those whose atoms are members of groups, if it has any: */
    kf_tuple_map members; /* atoms, see groups.c */
    uint64_t groundings;  /* that exist */
    uint64_t added;       /* units that went into the problem, as kf_separated counts them */
    double paid[2];       /* weight of units that evidence decides against */
    uint64_t decided[2];
    struct kf_cases *cases[2];  /* by side, what separation asks; or NULL: it has not yet */
    kf_product *product;        /* or NULL */
    struct kf_penalty *penalty; /* or NULL: it is asked atom by atom, see penalty.c */
    struct kf_counts *counts;   /* of a cardinality's groups, see count.c */
    struct kf_cycles *cycles;   /* of an acyclicity, see acyclic.c */
} kf_ground_rule;

typedef struct kf_auxiliary { /* what an auxiliary atom stands for: auxiliary.c */
    uint32_t atom;
    uint32_t n; /* literals, in the pool after those of the part before */
    bool all;   /* AND, else OR */
} kf_auxiliary;

typedef struct kf_flips { /* hidden atoms that changed, by predicate: rows one after another */
    KF_VEC(uint32_t) up, down;
} kf_flips;

typedef struct kf_grounder {
    kf_mem *mem;
    kf_arena arena;
    kf_database *d;
    kf_backend *store; /* over d; queries go through it */
    kf_problem *p;
    kf_diags *diags;
    kf_binding binding; /* of any rule's variables, for the moment */
    kf_arena spare;     /* empty, for the next query in the making */
    KF_VEC(kf_ground_rule) rules;
    kf_relation **atoms;              /* by hidden predicate: row -> problem atom */
    KF_VEC(uint32_t) * atom_of;       /* by predicate, by row of atoms */
    KF_VEC(uint32_t) predicate_of;    /* by problem atom; KF_NONE: auxiliary */
    KF_VEC(uint32_t) row_of;          /* by problem atom: row in atoms[predicate] */
    KF_VEC(kf_auxiliary) auxiliaries; /* each after those it is made of */
    KF_VEC(kf_lit) auxiliary_literals;
    double *default_true, *default_false; /* by predicate: cost of every atom, named or not */
    uint32_t *n_penalties;   /* by predicate: local formulas that are asked atom by atom, */
    kf_tuple_map *penalties; /* and what atoms pay for these that are asked for ahead */
    uint8_t *relation;       /* by predicate: what hard formulas make of it (relating.c) */
    kf_flips *flips;         /* by predicate, since the last separation */
    uint64_t changes; /* of the assignment in the database, ever: atoms set to another value */
    bool separated;   /* once: from now on flips are enough */
    uint32_t
        stopped_in;  /* the rule whose groundings were looked for at the last stop, or KF_NONE */
    bool all_ground; /* but for cycles: these are all that separation looks for */
    bool
        costs_known; /* of atoms, by local formulas and soft evidence: assignments can be compared */
    uint32_t threads;      /* that a full separation may use; 0 counts as 1 */
    bool complete_groups;  /* see groups.c */
    bool every_row;        /* tables will get rows: what has none matters, too */
    bool always_threads;   /* also where there is too little to do for them: for tests */
    kf_patience patience;  /* of this thread, outside of queries */
    double penalties_from; /* tuples of a local formula from which it is asked atom by atom, if they
                            * are many beside its evidence; 0: in any case */
    double best;           /* S_max: the two below; kf_best_add() */
    double best_sum, best_rest;
    double weights;  /* of all soft groundings that were counted in sum, without their signs */
    double constant; /* cost that every assignment pays (decided groundings do not count) */
} kf_grounder;

kerf_status kf_grounder_new(kf_grounder **, kf_mem *, kf_database *, kf_problem *, kf_diags *);
/* The same in two steps. Before it has counted, `best` is not known: enough for plans and forecasts. */
kerf_status kf_grounder_open(kf_grounder **, kf_mem *, kf_database *, kf_problem *, kf_diags *);
kerf_status kf_grounder_count(kf_grounder *);
void kf_grounder_free(kf_grounder *);
/* Ask this store, over the same database, instead of the one in memory; it is the grounder's from
 * now on. Before anything is asked that is kept: at the latest before kf_ground_local(). */
void kf_grounder_take_store(kf_grounder *, kf_backend *);

/* From now on this is asked every so often, from any thread, while something takes long: true ends
 * it with KERF_INTERRUPTED. Then units may be found and not be in the problem, or some of them, and
 * nothing may be separated before kf_grounder_recover(); the assignment can still be changed, and counted.
 * NULL: nobody is asked. */
void kf_grounder_on_stop(kf_grounder *, kf_stop *);
/* Forget what an interrupted separation found and did not put into the problem, some of it in part: the
 * next one is full. */
kerf_status kf_grounder_recover(kf_grounder *);

kerf_status kf_ground_local(kf_grounder *);

/* KERF_INVALID, said in diags: the problem's weights add up to more than KF_MOST_WEIGHT. gr: the rule
 * that was ground last, or NULL. */
kerf_status kf_grounder_check_weights(kf_grounder *, const kf_ground_rule *);

typedef struct kf_separated {
    uint64_t units, groundings; /* new ones */
    uint64_t hard;              /* of these groundings, hard ones */
    double cost;                /* soft weight of the new ones: they are unsatisfied now */
    double product_cost;        /* of this, what active products pay in the current assignment */
    uint64_t decided_hard;      /* of `hard`, those that evidence alone breaks */
    uint32_t decided_rule;      /* the first rule (of the model) that it breaks so, or KF_NONE */
    uint64_t beside,
        beside_groundings; /* units and groundings that are new and satisfied (groups.c) */
    bool complete; /* no rule was passed over: this is all the assignment does not satisfy */
} kf_separated;    /* an active product is not new, but it is in cost and groundings every time */

/* Full the first time (or if asked), then by what flipped. New units go into the problem.
 *
 * What evidence alone decides is no unit and not in the problem, since no assignment can change it. A
 * soft grounding that it makes pay for good is taken from `best` and appears nowhere here. A hard
 * one that it breaks is counted in `hard` and in `decided_hard`: then no assignment is feasible, whatever
 * the problem says. Every assignment breaks these, so the first separation reports all of them, and none
 * reports one again; kf_ground_rule.decided keeps their number.
 *
 * Rules of a later stage are passed over if those before find new units; then what they would have
 * found, and what evidence decides of them, is not known yet. */
kerf_status kf_separate(kf_grounder *, bool full, kf_separated *);
/* The same assignment, and what was passed over: what that finds is added. */
kerf_status kf_separate_rest(kf_grounder *, kf_separated *);

/* How many violated groundings of hard formulas the plans of a full separation expect, in the current
 * assignment. */
kerf_status kf_expect_hard(kf_grounder *, double *units);
/* Do hard formulas make the predicate transitive? Then its atoms are pairs of nodes. */
bool kf_grounder_is_transitive(const kf_grounder *, uint32_t predicate);

/* Groundings of transitivity that a fractional point violates (x: by atom of the problem), the worst
 * for each pair that is missing, as far as they are not in the problem (triangles.c). */
kerf_status kf_separate_triangles(kf_grounder *, const double *x, kf_separated *);

/* Everything that evidence does not decide, whatever the assignment, local formulas included; every atom
 * that has a cost is named. Instead of kf_ground_local(); kf_separate() then finds cycles and nothing
 * else, so that without acyclicity there is no need for it. KERF_INFEASIBLE: evidence alone breaks a
 * hard formula; KERF_LIMIT: too much. */
kerf_status kf_ground_all(kf_grounder *);
/* The same after kf_ground_local(), whatever is in the problem by then: what of it evidence does not
 * decide and is not there yet. Cycles, and products that are counted, stay with separation. */
kerf_status kf_ground_rest(kf_grounder *, kf_separated *);

/* The atoms of an active product's group that has one hidden literal, as far as evidence leaves them
 * open: with the sign of the literal and the number of the group's tuples. */
typedef kerf_status kf_product_fn(void *context, kf_atom, bool negated, uint64_t times);
kerf_status kf_product_atoms(kf_grounder *, kf_ground_rule *, uint32_t group, kf_product_fn *,
                             void *context);

/* Change the assignment: the database and the record of flips. */
kerf_status kf_grounder_set(kf_grounder *, uint32_t predicate, const uint32_t *row, bool value);
/* The problem's atom for a hidden atom that evidence leaves open, made if need be. */
kerf_status kf_grounder_atom(kf_grounder *, uint32_t predicate, const uint32_t *row, kf_atom *);

/* Set every auxiliary atom (predicate_of == KF_NONE) to the value of the part that it stands for,
 * given the other atoms of the problem. Then the problem costs what its units cost. */
void kf_grounder_complete(const kf_grounder *, bool *assignment);
/* How many atoms of a hidden predicate evidence leaves open; UINT64_MAX: that or more. */
uint64_t kf_grounder_open_atoms(const kf_grounder *, uint32_t predicate);
/* Name all of these: needed where an atom that nobody names would not be best off false, which is
 * where default_false > default_true. KERF_LIMIT, said in diags: they are more than 2^31. */
kerf_status kf_grounder_name_all(kf_grounder *, uint32_t predicate);
/* Name so many of these that are not named yet, or fewer: only the first rows are looked at. */
kerf_status kf_grounder_name_some(kf_grounder *, uint32_t predicate, uint32_t most);

/* For reports: the groundings of one rule that the current assignment does not satisfy maximally, with
 * multiplicity, and their cost; of a hard rule those it violates, in `hard` too. Evidence that
 * decides a soft one counts for nothing. After kf_ground_local() and a first kf_separate(), or
 * kf_ground_all(): these find what evidence decides. ordered: the cost is the same to the last bit in
 * every store. */
kerf_status kf_grounder_unsatisfied(kf_grounder *, kf_ground_rule *, bool ordered,
                                    uint64_t *groundings, double *cost, uint64_t *hard);

/* The same groundings one by one, as values of the rule's free variables; `times` is what a
 * cardinality counts, else 1. Those of a soft rule that evidence decides are among them. Acyclicity
 * has none. KERF_INTERRUPTED: emit stopped it, or somebody else did. */
kerf_status kf_grounder_list_unsatisfied(kf_grounder *, kf_ground_rule *, kf_emit_fn *emit,
                                         void *context);

/* ---- A few of them, to be shown (instances.c) ---- */

enum { KF_MOST_SHOWN = 8 }; /* atoms of one example */
typedef struct kf_instance_atom {
    uint32_t predicate, row[KF_MOST_ARITY];
    double number; /* of a predicate that has one */
    bool value;    /* in the current assignment */
    bool open;     /* evidence does not say */
} kf_instance_atom;

typedef struct kf_instance {
    const kf_binding *binding; /* values of the rule's free variables; the others are none */
    double weight;             /* INFINITY: hard */
    uint64_t count;            /* of a cardinality */
    uint32_t n;
    bool more; /* atoms than shown */
    kf_instance_atom atoms[KF_MOST_SHOWN];
} kf_instance;
typedef kerf_status kf_instance_fn(void *context, const kf_instance *);

/* Up to so many groundings that the current assignment does not satisfy and that another could; when, as
 * for kf_grounder_unsatisfied(). Stopping it is no failure: then there are fewer. */
kerf_status kf_ground_examples(kf_grounder *, kf_ground_rule *, uint32_t most, kf_instance_fn *,
                               void *context);

/* What a difference between costs is measured by, beside the costs: 1, or all weights if less. */
double kf_grounder_unit(const kf_grounder *);
/* What soft evidence makes the current assignment pay. */
double kf_grounder_evidence_cost(const kf_grounder *);

/* An atom of the problem as text, "Smokes(Anna)"; false: it is auxiliary. */
bool kf_print_ground_atom(kf_text *, const kf_grounder *, kf_atom);
/* Every query of every rule as a plan with estimated rows; those that begin a separation are run,
 * and their actual rows shown (print_queries.c). */
kerf_status kf_print_queries(kf_text *, kf_grounder *);
/* The problem as it is now (print_problem.c). */
void kf_print_problem(kf_text *, const kf_grounder *);

/* ---- What atoms are part of (touched.c): for learning, whatever weights are now ---- */

/* From here on flips are recorded anew. */
void kf_grounder_forget_flips(kf_grounder *);
/* The groundings of a soft rule that an atom is part of which has flipped, as far as the formula is
 * true in the current assignment (*holds) or false (!*holds): which of the two is the rule's nature. Each
 * unit is a tuple and the constants of the rule's parameters, with the number of its groundings and
 * their weight in sum; `out` is empty and so wide. */
kerf_status kf_ground_touched(kf_grounder *, kf_ground_rule *, kf_tuple_map *out, bool *holds);
uint32_t kf_touched_width(const kf_grounder *, const kf_ground_rule *);
const uint32_t *kf_touched_key(const kf_ground_rule *, const kf_tuple_map *, uint32_t unit);
/* The parameters' constants of all groundings that observed literals leave open; some come several
 * times. */
typedef kerf_status kf_reached_fn(void *context, const uint32_t *key, uint64_t times);
kerf_status kf_ground_reached(kf_grounder *, kf_ground_rule *, kf_reached_fn *, void *context);

/* ---- What local formulas ask of evidence (local.c): it is the same whatever weights are ---- */

/* Is the rule local, and does it depend on evidence or on a table what each atom pays? */
bool kf_ground_has_conditions(const kf_grounder *, const kf_ground_rule *);
/* Its groundings as far as evidence tells: the bindings of the variables that its atom and its
 * parameters have, in order, each with the number of its groundings, but for free ones (by variable),
 * which neither its observed literals name nor its conditions: these take any constant. */
kerf_status kf_ground_conditions(kf_grounder *, kf_ground_rule *, const bool *free, kf_emit_fn *,
                                 void *context);

/* ---- What each atom changes (influence.c): for learning, whatever weights are now ---- */

/* Were this atom true rather than false, the others as they are, the rule would have `change` more
 * true groundings with the binding's constants of its parameters, and its weight. One atom comes any
 * number of times: changes add up. row NULL: that goes for every atom of the predicate. */
typedef kerf_status kf_influence_fn(void *context, uint32_t predicate, const uint32_t *row,
                                    const kf_binding *, double change);
/* Of a rule that is not an acyclicity, in the current assignment; evidence that fixes an atom is left out
 * or not. */
kerf_status kf_ground_influence(kf_grounder *, kf_ground_rule *, kf_influence_fn *, void *context);

/* ---- Forecasts (forecast.c): how much there is, before any of it is built ---- */

typedef struct kf_amount {
    double units, groundings; /* tuples of the hidden part; and with multiplicity */
    bool exact;               /* counted, not estimated */
} kf_amount;

typedef struct kf_forecast {
    bool counted;       /* false: acyclicity, found cycle by cycle */
    kf_amount all;      /* groundings that exist */
    kf_amount open;     /* that evidence does not decide: what full grounding builds */
    kf_amount violated; /* not satisfied where everything open is false: the first separation */
    double open_bytes, violated_bytes;
} kf_forecast;

/* How many units all of it would make that separation may find (cycles and active products apart): an
 * estimate from plans, nothing is run. */
kerf_status kf_forecast_open(kf_grounder *, double *units);
/* Counts where that is cheap, estimates from plans where not. */
kerf_status kf_forecast_rule(kf_grounder *, kf_ground_rule *, kf_forecast *);

/* ---- Where hard constraints come from (origin.c): asked only to explain a contradiction ---- */

typedef struct kf_origin {
    uint32_t rule; /* in kf_grounder.rules; KF_NONE: nobody knows */
    uint32_t unit; /* of units[0]; KF_NONE: a cycle, which has none */
} kf_origin;

/* By constraint: clauses by index, cardinalities from the number of clauses on. */
kerf_status kf_ground_origins(kf_grounder *, const uint32_t *constraints, size_t n, kf_origin *);
/* The first unit of a hard rule that evidence alone breaks; KF_NONE: there is none. */
kerf_status kf_ground_broken(kf_grounder *, uint32_t rule, uint32_t *unit);
/* Values of all free variables of the rule that give the unit: of several, the first. `out` has
 * room for all variables of the compiled rule. *found false: there are none. */
kerf_status kf_ground_instance(kf_grounder *, kf_origin, kf_binding *out, bool *found);

/* Weight of a grounding; INFINITY: hard. */
double kf_grounder_weight(const kf_grounder *, const kf_ground_rule *, const kf_binding *);

#endif
