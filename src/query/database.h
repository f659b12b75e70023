/* database.h -- what queries read: evidence, the current assignment of hidden atoms, domains.
 *
 * Observed predicates and functions are evidence. They change only between two questions, where
 * facts come and go (database_change.c). A hidden predicate's relation holds its true atoms and
 * changes by flips; atoms that evidence fixes are kept beside it. Domains list the constants of
 * each type that are in this world, ascending. */
#ifndef KF_DATABASE_H
#define KF_DATABASE_H

#include "base/stop.h"
#include "base/truth.h"
#include "model/query.h"
#include "query/relation.h"

typedef struct kf_domain {
    uint32_t n, room, *ids;
    /* Of a quotient (quotient.h), by id: how many constants each stands for, and all of them
     * together. NULL: each stands for itself. */
    const uint32_t *sizes;
    uint64_t all;
    const double
        *values; /* by id, in this world or not: as a number, NAN if it is none; borrowed */
} kf_domain;

typedef struct kf_database {
    kf_mem *mem;
    kf_model *m;
    kf_evidence *w;
    kf_relation **atoms;      /* by predicate: true atoms */
    kf_relation **fixed_true; /* by predicate: hidden ones that evidence fixes; NULL if observed */
    kf_relation **fixed_false;
    kf_relation **functions; /* by function: arguments, then the result */
    kf_relation **tables; /* by rule: the rows of its weight table, or NULL: kf_database_table() */
    kf_domain *domains;   /* by type */
    uint32_t *n_before;   /* by type: constants before functions without a mapping added theirs */
    uint32_t n_predicates, n_functions, n_types, n_rules;
    const struct kf_database *whole; /* of a quotient: what its relations are borrowed from */
    bool open;                       /* nothing fixes hidden atoms: kf_database_new_open() */
    size_t text_room; /* bytes that the texts of one literal may take: kf_database_prepare() */
} kf_database;

/* How many constants a type has, those included that others stand for. */
static inline uint64_t kf_domain_size(const kf_domain *d)
{
    return d->sizes ? d->all : d->n;
}

/* How many constants this one stands for. */
static inline uint32_t kf_domain_times(const kf_domain *d, uint32_t id)
{
    return d->sizes ? d->sizes[id] : 1;
}

/* Of closed evidence and a settled model. A function without a mapping maps every application to a
 * constant of its own. Hidden atoms start false, but for those that evidence makes true. */
kerf_status kf_database_new(kf_database **, kf_mem *, kf_model *, kf_evidence *);
/* The same, but evidence does not fix hidden atoms: every one is open. */
kerf_status kf_database_new_open(kf_database **, kf_mem *, kf_model *, kf_evidence *);
/* The same over copies of its model and its evidence, in a model without functions, rows in memory,
 * hidden atoms not all open. Evidence may have changed meanwhile in what was taken over as the
 * database's own (kf_database_own()). */
kerf_status kf_database_copy(kf_database **, kf_mem *, const kf_database *, kf_model *,
                             kf_evidence *);
/* Private to query/: its lists by predicate, rule and type, empty; n_before is what types have now. */
kerf_status kf_database_make_lists(kf_database *);
void kf_database_free(kf_database *); /* also takes the functions' constants back */

/* Facts that come and go after all: of observed predicates without numbers, in a model without
 * functions, evidence in memory. Before evidence changes, rows of the predicate become the
 * database's own; then it is told what is otherwise now. After a failure it is of no more use. */
kerf_status kf_database_own(kf_database *, uint32_t predicate);
kerf_status kf_database_change(kf_database *, uint32_t predicate, const uint32_t *row, bool value);
/* A constant is new in this world, or has left it. */
kerf_status kf_database_add_constant(kf_database *, uint32_t type, uint32_t id);
void kf_database_remove_constant(kf_database *, uint32_t type, uint32_t id);
bool kf_database_has_constant(const kf_database *, uint32_t type, uint32_t id);
/* As many constants as columns of the type should have room for; grows by more than it must. */
uint32_t kf_database_room(const kf_database *, uint32_t type);

/* The constants that a rule's weight table has rows for, those of other worlds left out; made when
 * first asked for, borrowed. Rows must not be added to the table afterwards. */
kerf_status kf_database_table(kf_database *, uint32_t rule, kf_relation **);

/* Make a hidden atom true or false; *changed tells whether it was not so before. */
kerf_status kf_database_set(kf_database *, uint32_t predicate, const uint32_t *row, bool value,
                            bool *changed);
bool kf_database_holds(const kf_database *, uint32_t predicate, const uint32_t *row);
/* Every hidden atom that evidence leaves open is false. KERF_INTERRUPTED: not all of them are. */
kerf_status kf_database_reset(kf_database *, kf_stop *);
/* What evidence says of a hidden atom. */
kf_truth kf_database_fixed(const kf_database *, uint32_t predicate, const uint32_t *row);

/* ---- Values of terms and trees under a binding ---- */

typedef struct kf_room { /* where texts are put together; empty between two calls */
    char *at;
    size_t used, n;
} kf_room;

typedef struct kf_binding {
    uint32_t *ids;   /* by variable */
    double *numbers; /* of number variables */
    kf_room *room;
    kf_patience *patience; /* while something runs that can be stopped: quantifiers ask; or NULL */
} kf_binding;

/* For so many variables, with room for the texts of every rule that was prepared. */
kerf_status kf_binding_new(kf_binding *, kf_arena *, const kf_database *, uint32_t n_variables);

/* The atom that a binding makes of a literal. */
static inline void kf_literal_row(const kf_literal *l, const kf_binding *b, uint32_t *row)
{
    for (uint32_t i = 0; i < l->n; i++) {
        kf_arg a = l->args[i];
        row[i] = a.variable == KF_NONE ? a.constant : b->ids[a.variable];
    }
}

/* The constant that a term stands for; false: undefined, or not in this world. */
bool kf_eval_constant(const kf_database *, const kf_expr *, const kf_binding *, uint32_t *id);
/* The same as a text, which need be no constant yet; false: undefined. */
bool kf_eval_text(const kf_database *, const kf_expr *, const kf_binding *, kf_text *);
bool kf_eval_number(const kf_database *, const kf_expr *, const kf_binding *, double *number);
bool kf_eval_compare(const kf_database *, kf_op, const kf_expr *, const kf_expr *,
                     const kf_binding *);
bool kf_eval_contains(const kf_database *, const kf_expr *part, const kf_expr *whole,
                      const kf_binding *);
/* Bytes that a term needs in a binding's room. */
size_t kf_eval_room(const kf_database *, const kf_expr *);

/* The numbers that a quantified number variable ranges over: of the rows that agree with what is
 * known of the first atom below the quantifier that names it. Some may come twice. */
typedef struct kf_numbers {
    const kf_logic *guard; /* that atom; NULL: there is none, so there are no numbers */
    const kf_relation *rel;
    const uint32_t *rows; /* NULL: all of them, those that do not fit are passed over */
    uint32_t at, n;
    uint32_t mask, key[KF_MOST_ARITY];
    kf_number_list asked; /* of rows that are not in memory */
} kf_numbers;
void kf_numbers_begin(kf_numbers *, const kf_database *, const kf_logic *quantifier,
                      const kf_binding *);
bool kf_numbers_next(kf_numbers *, double *number);
void kf_numbers_end(kf_numbers *);

/* The constants that a quantified variable need be tried with: those of its type, or those that
 * an atom below the quantifier allows (quantifier.c), then in no order and some perhaps twice.
 * With any other, EXIST has a false instance and FORALL a true one. fixed: only atoms of observed
 * predicates may tell, so that this holds in every assignment, and each comes once. */
typedef struct kf_values {
    const kf_logic *guard; /* that atom; NULL: every constant of the type */
    const uint32_t *ids;   /* or NULL: from rows of a relation */
    const kf_relation *rel;
    const uint32_t *rows; /* NULL: all of them */
    uint32_t column, at, n;
    kf_ids asked; /* of rows that are not in memory */
} kf_values;
void kf_values_begin(kf_values *, const kf_database *, const kf_rule *, const kf_logic *quantifier,
                     const kf_binding *, bool fixed);
bool kf_values_next(kf_values *, uint32_t *id);
void kf_values_end(kf_values *);

/* Build the indexes that the terms and quantified parts of a rule look things up in, and see how
 * long the texts are that it puts together. Before bindings are made for it. */
kerf_status kf_database_prepare(kf_database *, const kf_rule *);

/* A formula in the current assignment. Quantified instances with an undefined term are passed over;
 * *defined tells about the formula itself. If patience is over, what is returned means nothing. */
bool kf_eval_logic(const kf_database *, const kf_rule *, const kf_logic *, kf_binding *,
                   bool *defined);

#endif
