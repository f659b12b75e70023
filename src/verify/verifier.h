/* verifier.h -- private to verify/: what its files share.
 *
 *   domains.c    constants of each type in a world     walk.c      all groundings of a rule
 *   term.c       values of terms                       cycles.c    acyclicity
 *   truth.c      truth of a grounding                  verifier.c  worlds and results
 *   residue.c    what evidence leaves of a grounding */
#ifndef KF_VERIFIER_H
#define KF_VERIFIER_H

#include "verify/verify.h"

#include "base/reach.h"

/* ---- Domains (domains.c) -------------------------------------------------------------------- */

typedef struct kf_world_domain {
    KF_VEC(uint32_t) ids;      /* constants in this world; applications of functions come last */
    KF_VEC(uint32_t) position; /* by constant: where it stands in `ids`, or KF_NONE */
    uint32_t n_base;           /* those that do not come from functions */
    uint32_t n_before;         /* constants of the type before functions added theirs */
    size_t longest;            /* bytes of the longest text */
} kf_world_domain;

typedef struct kf_domains {
    kf_mem *mem;
    kf_model *model;
    const kf_evidence *evidence;
    kf_world_domain *types;
    size_t n_types;
} kf_domains;

kerf_status kf_domains_open(kf_domains *, kf_mem *, kf_model *, const kf_evidence *, kf_diags *);
void kf_domains_close(kf_domains *); /* also takes the functions' constants back */
/* Has the function no mapping at all? Then each application is a constant of its own. */
bool kf_domains_is_open(const kf_domains *, uint32_t function);
void kf_domains_check(const kf_domains *); /* asserts that `ids` and `position` are inverse */

static inline uint32_t kf_domain_position(const kf_domains *d, uint32_t type, uint32_t id)
{
    const kf_world_domain *domain = &d->types[type];
    return id < domain->position.n ? domain->position.at[id] : KF_NONE;
}

/* ---- One rule in one world ------------------------------------------------------------------ */

/* The truth of a formula under what is known. */
typedef enum kf_verdict {
    KF_IS_FALSE,
    KF_IS_TRUE,
    KF_IS_OPEN,     /* depends on atoms that evidence leaves open */
    KF_IS_UNDEFINED /* holds a term that has no value */
} kf_verdict;

/* Where atoms that evidence leaves open take their truth from. */
typedef enum kf_view {
    KF_VIEW_ANSWER, /* the answer */
    KF_VIEW_OPEN,   /* nowhere: they stay open */
    KF_VIEW_TRIAL   /* the bits of `trial`, one for each atom in `open` */
} kf_view;

typedef struct kf_open_atom {
    uint32_t predicate;
    uint32_t row[KF_MOST_ARITY];
} kf_open_atom;

/* The rows that give a number variable its values: those of the first atom that names it, in
 * order of the columns that are known when the variable's turn comes, then of the number. */
typedef struct kf_binder {
    const kf_logic *atom; /* NULL: not a number variable */
    const kf_facts *rows;
    uint32_t *order;
    uint32_t n; /* of `order` */
    uint32_t n_columns;
    uint32_t columns[KF_MOST_ARITY];
} kf_binder;

typedef struct kf_grounding {
    kf_mem *mem;
    const kf_model *model;
    const kf_evidence *evidence, *answer;
    const kf_domains *domains;
    const kf_rule *rule;
    /* By variable. */
    uint32_t *constants;
    double *numbers;
    kf_binder *binders;
    uint32_t *key; /* room for one of the weight table */
    /* Room for texts of one atom or comparison; never grows during a walk. */
    char *scratch;
    size_t scratch_size, scratch_used;
    bool partial; /* some term may be undefined: then every part must be looked at */
    kf_view view;
    uint32_t trial;
    uint32_t n_open;
    bool too_many; /* more than KF_MOST_TRIED */
    kf_open_atom open[KF_MOST_TRIED];
    int64_t count; /* of the last cardinality rule that was looked at, at least */
} kf_grounding;

/* ---- Terms (term.c) ------------------------------------------------------------------------- */

/* Room that the terms of the rule need at most, and whether one may be undefined. */
size_t kf_term_room(const kf_grounding *, const kf_logic *, bool *partial);
/* The constant that a term is in a place of that type, or the number in a place of numbers.
 * False: undefined. kf_term_begin() comes before the terms of an atom or comparison. */
void kf_term_begin(kf_grounding *);
bool kf_term_constant(kf_grounding *, const kf_expr *, uint32_t type, uint32_t *id);
bool kf_term_number(kf_grounding *, const kf_expr *, double *number);
kf_verdict kf_term_compare(kf_grounding *, const kf_logic *);
kf_verdict kf_term_contains(kf_grounding *, const kf_logic *);

/* ---- Truth (truth.c) ------------------------------------------------------------------------ */

/* Of the rule with its free variables as they are. */
kf_verdict kf_grounding_truth(kf_grounding *);
/* Is there a value of the open atoms that gives that truth? All are tried, up to KF_MOST_TRIED of
 * them. Beyond that, what a count can reach is up to base/reach.h; and of a formula the atoms that
 * its residue leaves are tried, or if they are still too many it is "yes" (g->too_many). */
kerf_status kf_truth_can_be(kf_grounding *, bool wanted, bool *can);

kf_verdict kf_truth_open(kf_grounding *, const kf_logic *); /* of any part, open atoms as open */
/* The constants of an atom, and its number. False: a term has no value. */
bool kf_truth_row(kf_grounding *, const kf_logic *atom, uint32_t *row, double *number);
/* What a cardinality counts, and how often: its body with every value of its counted variables. Of
 * one under a condition also, as often as the bound, whatever makes the condition false: then it
 * keeps its bounds. NULL: it counts in any case, since evidence does so. */
typedef kerf_status kf_counted_fn(void *context, const kf_logic *, uint64_t times);
kerf_status kf_truth_counted(kf_grounding *, kf_counted_fn *, void *context);

/* Least and most of a cardinality: base/cardinality.h says what they mean. */
void kf_truth_limits(const kf_rule *, uint64_t *least, uint64_t *most);

/* The values of a variable, which it takes one by one. Numbers are those that rows have for
 * them. */
typedef struct kf_instances {
    const kf_binder *binder;
    const kf_world_domain *domain;
    uint32_t variable, at, to;
} kf_instances;
kf_instances kf_instances_of(kf_grounding *, uint32_t variable);
bool kf_instances_next(kf_grounding *, kf_instances *);

/* ---- What evidence leaves of a formula (residue.c) ------------------------------------------- */

/* A conjunction within a disjunction within a conjunction, and so on. Literals are twice the
 * number of their atom, plus 1 if negated; ascending, each atom once. Kids are of the other kind,
 * and no literals; none has less than two parts. */
typedef enum kf_rest_kind {
    KF_REST_FALSE,
    KF_REST_TRUE,
    KF_REST_LITERAL,
    KF_REST_ALL,
    KF_REST_ANY
} kf_rest_kind;

typedef struct kf_rest {
    kf_rest_kind kind;
    uint32_t n_literals, n_kids;
    uint32_t *literals;
    struct kf_rest **kids;
} kf_rest;

typedef struct kf_residue { /* room for one; mem, number_of and context are given */
    kf_mem *mem;
    kf_arena arena;
    KF_VEC(kf_rest *) stack;
    /* The number of an atom, which may be a new one. */
    kerf_status (*number_of)(void *context, uint32_t predicate, const uint32_t *row,
                             uint32_t *atom);
    void *context;
} kf_residue;

void kf_residue_init(kf_residue *, kf_mem *);
void kf_residue_free(kf_residue *);
/* Of a formula that evidence leaves open. Good until the next one. A part with an atom and its
 * opposite is decided. */
kerf_status kf_residue_of(kf_residue *, kf_grounding *, const kf_logic *, kf_rest **);
/* Is it true, or false, whatever the atoms are? All values are tried where one stands there more
 * than once. KF_IS_OPEN and *guessed: there are more than KF_MOST_TRIED. */
kf_verdict kf_rest_decide(const kf_rest *, bool *guessed);
void kf_rest_check(const kf_rest *); /* asserts the form above */
/* kf_truth_can_be() where there are too many atoms to try them as they are. */
kerf_status kf_residue_can_be(kf_grounding *, bool wanted, bool *can);

/* The numbers of a variable as the variables before it are: a range of `order`. */
void kf_binder_range(kf_grounding *, uint32_t variable, uint32_t *from, uint32_t *to);
/* The place in `order` of the next different number. */
uint32_t kf_binder_next(const kf_binder *, uint32_t at, uint32_t to);

/* ---- Walking (walk.c, cycles.c) ------------------------------------------------------------- */

struct kf_verifier {
    kf_mem *mem;
    kf_model *model;
    kf_diags *diags;
    kf_verify_options options;
    kf_arena strings;  /* of examples */
    kf_tally *tallies; /* one for each rule, one for soft evidence */
    size_t n_tallies;
    const kf_evidence *evidence; /* NULL: no world is begun */
    const kf_evidence *answer;
    kf_domains domains;
    double weights;        /* of all soft groundings of this world in sum, without their signs */
    double heaviest;       /* the greatest of these, of all worlds so far */
    kf_dyadic cost;        /* of all answers so far, exactly */
    kf_dyadic cost_before; /* of those of the worlds before this one */
    uint64_t violations_before;
    const char *world_name; /* in `strings` */
    uint64_t n_worlds;
};

uint64_t kf_verifier_violations(const kf_verifier *); /* of hard formulas, in all worlds so far */

/* Given its rule and world: room for the rest, and its binders. Close also after a failure. */
kerf_status kf_grounding_open(kf_grounding *);
void kf_grounding_close(kf_grounding *);
double kf_grounding_weight(const kf_grounding *);
/* Is it the mark of an observed predicate? Evidence may break it; that is not checked. */
bool kf_rule_is_silent(const kf_model *, const kf_rule *);
kerf_status kf_walk_rule(kf_verifier *, const kf_rule *, kf_tally *);
kerf_status kf_walk_cycles(kf_verifier *, const kf_rule *, kf_tally *);
/* Takes the text, and frees it. */
kerf_status kf_keep_example(kf_verifier *, kf_tally *, kf_text *);
bool kf_wants_example(const kf_verifier *, const kf_tally *);
void kf_print_row(kf_text *, const kf_model *, uint32_t predicate, const uint32_t *row);

#endif
