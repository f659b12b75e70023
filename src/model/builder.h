/* builder.h -- private to model/: state, errors, and the passes.
 *
 * declare.c  types, predicates, functions, and the rules that marks imply
 * scope.c    variables and constants of one formula: which is which, and of what type
 * nnf.c      a syntax tree to negation normal form, resolved through a scope
 * cnf.c      Alchemy's reading: one rule per clause
 * fold.c     formulas that differ only in constants become one rule with a weight table
 * build.c    the order of all this
 *
 * A pass returns false after an error, which is already recorded. */
#ifndef KF_BUILDER_H
#define KF_BUILDER_H

#include "lang/lexer.h"
#include "model/weight_table.h"

enum { KF_MOST_NODES = 100000, KF_MOST_CLAUSES = 1000, KF_MOST_SIGNS = 10 };

typedef struct kf_scope_variable {
    kf_name name;
    uint32_t type; /* KF_NONE: not known yet */
    bool quantified;
    bool parameter;
    kf_pos pos; /* where its type became known, or its first use */
} kf_scope_variable;

/* A comparison, or an argument of an operation, whose types may become known later. */
typedef struct kf_pending_type {
    kf_logic *compare; /* NULL: `expr` merely takes `type` if nothing else gives it one */
    kf_expr *expr;
    uint32_t type;
    const kf_formula *tree; /* of the comparison */
    kf_pos pos;
} kf_pending_type;

typedef struct kf_builder {
    kf_model *model;
    kf_mem *mem;
    kf_arena *arena;
    const kf_program *program;
    const kf_build_options *options;
    kf_diags *diags;
    bool no_memory;
    kf_patience patience;
    /* the formula at hand */
    KF_VEC(kf_scope_variable) variables;
    KF_VEC(uint32_t) bound;      /* variables of the quantifiers around, innermost last */
    KF_VEC(uint32_t) parameters; /* in order of first occurrence */
    KF_VEC(kf_pending_type) pending;
    KF_VEC(const kf_formula *) signs; /* atoms written *P(x) */
    KF_VEC(void *) stack;             /* kids of nodes under construction */
    uint32_t sign_mask;
    uint32_t nodes;
    bool pracmln_count; /* the formula at hand is count(...): its small names are variables */
    bool conjunctive;   /* write a <=> b as (!a v b) ^ (a v !b): its clauses are wanted */
    char where[256];
} kf_builder;

bool kf_builder_error(kf_builder *, kf_pos, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void kf_builder_warn(kf_builder *, kf_pos, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool kf_builder_out_of_memory(kf_builder *);
void *kf_builder_new(kf_builder *, size_t n, size_t each);
/* "file:line" of a place, for texts; valid until the next call. */
const char *kf_builder_where(kf_builder *, kf_pos);
#define KF_SHOW(str) (int)((str).n > 60 ? 60 : (str).n), (str).at /* for %.*s */

/* declare.c */
bool kf_declare_all(kf_builder *);
bool kf_declare_marks(kf_builder *);

/* scope.c */
void kf_scope_reset(kf_builder *);
kf_expr *kf_scope_term(kf_builder *, const kf_term *, uint32_t type); /* KF_NONE: any */
bool kf_scope_bind(kf_builder *, const kf_term *variable, uint32_t *id);
bool kf_scope_settle(kf_builder *); /* types of everything, or errors */
void kf_scope_defer(kf_builder *, kf_logic *compare, kf_expr *, uint32_t type, const kf_formula *,
                    kf_pos);
/* Free variables first; ids in the body are changed with them. */
bool kf_scope_finish(kf_builder *, kf_rule *);

/* nnf.c */
kf_logic *kf_nnf(kf_builder *, const kf_formula *, bool negated);
/* AND or OR of kids that are on the stack from `from` on: flattened and simplified. */
kf_logic *kf_logic_join(kf_builder *, kf_logic_kind, size_t from, kf_pos);
bool kf_builder_push(kf_builder *, void *);

/* After types are settled: without the constants that change nothing, as in `f ^ true`. One that
 * decides, as in `f v true`, stays: f may hold the only place that gives a variable its type. */
kf_logic *kf_logic_simplify(kf_builder *, kf_logic *);
bool kf_logic_equal(const kf_logic *, const kf_logic *); /* but for the sign of an atom */
/* Does it always have one value, whatever the atoms? Over no constants at all is not considered. */
bool kf_logic_is_constant(const kf_logic *, bool *value);
/* A deep copy; `map`, if not NULL, renumbers variables. */
kf_logic *kf_logic_copy(kf_builder *, const kf_logic *, const uint32_t *map);
/* Rebuild a rule's variables so that only those its body uses remain; copies the body. */
bool kf_rule_compact(kf_builder *, kf_rule *);

/* cnf.c: the clauses of a rule's body; NULL after an error. Some of its variables become free. */
kf_logic **kf_cnf(kf_builder *, kf_rule *, kf_pos, uint32_t *n);

/* numbers.c: every number variable takes its values from an atom, or an error. */
bool kf_check_numbers(kf_builder *, const kf_rule *);

/* fold.c */
bool kf_fold_rules(kf_builder *);

#endif
