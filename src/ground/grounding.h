/* grounding.h -- private to ground/: the grounder and its rules from inside, and tuples into the
 * problem. */
#ifndef KF_GROUNDING_H
#define KF_GROUNDING_H

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/ground_rule.h"
#include "ground/local/local_rows.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "ground/pair_costs.h"
#include "ground/tuple_map.h"

#include <math.h>

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
    bool active;   /* counted instead of enumerated, for good: no tuple of it is in the problem */
    int side;      /* 0: pays when false, 1: pays when true */
    double weight; /* positive */
    uint32_t n_groups;
    kf_product_group *groups;
    uint32_t *part_of; /* by literal of the clause, then by condition */
    uint64_t free;     /* ways to choose the variables that no literal names */
    uint64_t violated; /* groundings that pay in the current assignment, as last separated */
    bool counted;
} kf_product;

/* One rule: its queries, and the tuples found for where its clause is false (+) and true (-). */
struct kf_ground_rule {
    kf_compiled c;
    uint32_t rule;
    uint32_t stage;    /* it is separated when those of lower stages find nothing new; mostly 0 */
    bool stale;        /* it was passed over: what flipped since is not enough */
    bool known;        /* what evidence decides of it: it was separated in full, to its end */
    uint32_t expected; /* entries of the round's list up to the end of its own: ahead.c */
    bool local;        /* soft, one hidden atom: costs, no tuples */
    bool kept;         /* local, and the caller adds its costs to atoms */
    bool waiting;      /* not ground: it is looked for what pays once atoms change (waiting.h) */
    bool plain;        /* its tuples are clauses of plain atoms: kf_is_plain() */
    bool settled;      /* of a clustering: nothing of it goes into the problem (pair_costs.h) */
    bool when_false;   /* some weight makes a false clause pay, or it is hard */
    bool when_true;
    kf_tuple_map tuples[2]; /* [0]: pays when false, [1]: pays when true */
    uint32_t done[2];       /* tuples that are in the problem */
    kf_tuple_map newly;     /* of one that waits: what the last look found */
    uint32_t grouped;       /* of tuples[0], those whose atoms are in `members` (groups.c) */
    kf_tuple_map members;   /* atoms of groups */
    uint64_t groundings;    /* that exist */
    uint64_t open;          /* of them, those that no observed literal makes true; */
    bool open_known;        /* only where the best score depends on it */
    uint64_t added;         /* tuples that went into the problem, as kf_separated counts them */
    uint32_t rows_from; /* who adds, for the first row of its weight table; 0: rows are not told */
    double paid[2];     /* weight of tuples that evidence decides against */
    uint64_t decided[2];
    double
        best; /* its part of the grounder's, as kf_grounder_count() and kf_ground_all() find it */
    struct kf_cases *cases[2];      /* by side, what separation asks; or NULL: it has not yet */
    struct kf_cases *each[2];       /* the same grounding by grounding, or NULL: nobody asked */
    kf_product *product;            /* or NULL */
    struct kf_penalty *penalty;     /* or NULL: it is asked atom by atom, see penalty.c */
    kf_local_rows rows;             /* of a local formula with a weight table */
    struct kf_counts *counts;       /* of a cardinality's groups, see count.c */
    struct kf_cycles *cycles;       /* of an acyclicity, see acyclic.c */
    struct kf_node_order *order;    /* likewise, see node_order.h; or NULL */
    struct kf_change_asks *changes; /* what changed facts ask, see change_ask.c; or NULL */
    uint64_t violated;              /* groundings, when they were last counted, decided ones too; */
    bool violated_known;            /* if they were (unsatisfied.c) */
};

typedef struct kf_flips { /* hidden atoms that changed, by predicate: rows one after another */
    KF_VEC(uint32_t) up, down;
} kf_flips;

struct kf_grounder {
    kf_mem *mem;
    kf_arena arena;
    kf_database *d;
    kf_backend *backend; /* over d; queries go through it */
    kf_problem *p;
    kf_diags *diags;
    kf_kept *kept;      /* of all worlds of the model, or NULL: not needed yet */
    kf_kept *own_kept;  /* the same, if it is not borrowed */
    kf_binding binding; /* of any rule's variables, for the moment */
    kf_arena spare;     /* empty, for the next query in the making */
    KF_VEC(kf_ground_rule) rules;
    kf_local_lists lists;             /* of rules that are vectors */
    kf_relation **atoms;              /* by hidden predicate: row -> problem atom */
    KF_VEC(uint32_t) * atom_of;       /* by predicate, by row of atoms; KF_NONE: a free row */
    KF_VEC(uint32_t) predicate_of;    /* by problem atom; KF_NONE: auxiliary, or buried */
    KF_VEC(uint32_t) row_of;          /* by problem atom: row in atoms[predicate] */
    KF_VEC(kf_auxiliary) auxiliaries; /* each after those it is made of */
    KF_VEC(kf_lit) auxiliary_literals;
    double *default_true, *default_false; /* by predicate: cost of every atom, named or not */
    double *default_rest[2];              /* what rounding took from them; if true, if false */
    uint32_t *n_penalties;     /* by predicate: local formulas that are asked atom by atom */
    kf_tuple_map *penalties;   /* by predicate: what atoms pay for these, asked for ahead */
    uint8_t *relation;         /* by predicate: what hard formulas make of it (relating.c) */
    kf_pair_costs *pair_costs; /* by predicate; NULL: none is a clustering */
    double settled_cost;       /* what clusterings pay */
    kf_flips *flips;           /* by predicate, since the last separation */
    uint64_t changes;      /* of the assignment in the database, ever: atoms set to another value */
    bool separated;        /* once: from now on flips are enough */
    uint32_t stopped_in;   /* the rule that was looked at when it was last stopped, or KF_NONE */
    bool all_ground;       /* but for cycles: separation looks for nothing else */
    bool costs_known;      /* by local formulas and soft evidence: assignments can be compared */
    uint32_t threads;      /* that a full separation may use; 0 counts as 1 */
    bool complete_groups;  /* see groups.c */
    bool every_row;        /* tables will get rows: what has none matters, too */
    bool always_threads;   /* also where there is too little to do for them: for tests */
    kf_patience patience;  /* of this thread, outside of queries */
    double penalties_from; /* kf_grounder_set_penalties_from() */
    double best;           /* S_max: the two below; kf_best_add() */
    double best_sum, best_rest;
    double best_taken; /* by rounding, off products and their sums; not in it, nor in costs */
    double weights;    /* of all soft groundings that were counted in sum, without their signs */
    double constant;   /* cost that every assignment pays (decided groundings do not count) */
    struct kf_recount *recount; /* of what the assignment violates, or NULL (score/recount.h) */
};

/* ---- Rules (ground_rule.c) ---- */

/* Adds a rule of the model to the grounder's. */
kerf_status kf_ground_rule_open(kf_grounder *, uint32_t rule);
void kf_ground_rule_close(kf_grounder *, kf_ground_rule *);

static inline bool kf_is_hard(const kf_grounder *g, const kf_ground_rule *gr)
{
    return g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
}

/* ---- Stopping: queries ask by themselves; work on their answers asks here ---- */

static inline kerf_status kf_grounder_spend(kf_grounder *g, uint32_t steps)
{
    return kf_patience_spend(&g->patience, steps) ? KERF_OK : KERF_INTERRUPTED;
}

/* ---- Tuples ---- */

/* Do weights differ from grounding to grounding? Then the order in which they are added up
 * shows. */
static inline bool kf_weights_are_data(const kf_grounder *g, const kf_ground_rule *gr)
{
    uint8_t cost = g->d->m->rules.at[gr->rule].cost;
    return cost == KF_COST_VARIABLE || cost == KF_COST_TABLE;
}

/* The tuple that a binding is part of, and back. */
uint32_t kf_tuple_width(const kf_compiled *);
void kf_tuple_read(const kf_compiled *, const kf_binding *, uint32_t *tuple);
void kf_tuple_bind(const kf_compiled *, const uint32_t *tuple, kf_binding *);

/* KERF_INFEASIBLE, said in diags: evidence alone breaks a hard rule (full.c). */
kerf_status kf_ground_judge(kf_grounder *, const kf_ground_rule *);
kerf_status kf_ground_totals(kf_grounder *, kf_ground_rule *);
/* Of a rule that one number weighs, without conditions: types have other sizes, or so many more or
 * fewer of its groundings are open. */
kerf_status kf_ground_totals_change(kf_grounder *, kf_ground_rule *, int64_t open);
/* The atom has left the problem with its constants; no clause has it, and it is false. */
kerf_status kf_grounder_unname(kf_grounder *, uint32_t atom);
/* A new atom that stands for a part: all of the literals, or some. It is made and defined at once,
 * after the atoms of its literals: an interrupt leaves no atom that means nothing. */
kerf_status kf_grounder_define(kf_grounder *, bool all, const kf_lit *, uint32_t n, kf_atom *);

/* Adds to `best`. Large weights come and go again, and small ones must be left as they were, so
 * what a sum loses is kept beside it (Neumaier 1974). */
static inline void kf_best_add(kf_grounder *g, double x)
{
    double sum = g->best_sum + x;
    if (fabs(g->best_sum) >= fabs(x)) g->best_rest += (g->best_sum - sum) + x;
    else g->best_rest += (x - sum) + g->best_sum;
    g->best_sum = sum;
    g->best = isfinite(sum) ? sum + g->best_rest : sum;
}

/* Who adds a grounding's weight to the problem: the rule, or the row of its weight table. */
uint32_t kf_ground_rule_tracer(const kf_grounder *, const kf_ground_rule *, const kf_binding *);
/* Puts one tuple into the problem. *decided: evidence alone makes it pay; it is not in the
 * problem. */
kerf_status kf_ground_tuple(kf_grounder *, kf_ground_rule *, int side, uint32_t entry, kf_binding *,
                            bool *decided);
/* A clause of a few atoms, which needs no tree to be ground; a hard one that pays when false. */
bool kf_is_plain(const kf_compiled *);
enum { KF_MOST_PLAIN = 16 };
/* Of such a clause, under a binding: its open literals, whose atoms are named now. Is it always
 * true? */
kerf_status kf_plain_literals(kf_grounder *, const kf_compiled *, const kf_binding *, kf_lit *,
                              uint32_t *n, bool *always);
/* One that comes soon: what it will look up comes into the cache meanwhile. */
void kf_ground_prefetch(const kf_grounder *, const kf_ground_rule *, int side, uint32_t entry,
                        kf_binding *);
/* What a literal of weight w (as its clause sees it) makes its atom pay. */
void kf_split_cost(double w, bool negated, double *if_true, double *if_false);
/* Evidence fixes the atom: if it pays, that is decided. */
void kf_pay_decided(kf_grounder *, kf_ground_rule *, kf_truth fixed, double if_true,
                    double if_false, uint64_t times);
/* A local formula that costs every atom of its predicate the same. */
bool kf_local_is_default(const kf_grounder *, const kf_ground_rule *);
/* Whether the rule could be a product; then, where enumerating would be too much, *done: it is one,
 * and what it pays is in `out`. */
kerf_status kf_product_find(kf_grounder *, kf_ground_rule *);
kerf_status kf_separate_product(kf_grounder *, kf_ground_rule *, bool full, kf_separated *,
                                bool *done);
/* All tuples of a side that are not in the problem yet. */
kerf_status kf_take_tuples(kf_grounder *, kf_ground_rule *, int side, kf_separated *);

/* Evidence alone breaks so many groundings of a hard rule. */
static inline void kf_separated_decided(kf_separated *out, const kf_ground_rule *gr, uint64_t times)
{
    if (times > 0 && out->decided_hard == 0) out->decided_rule = gr->rule;
    out->decided_hard += times;
}

#endif
