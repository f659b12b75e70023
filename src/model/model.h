/* model.h -- the model: types, predicates, functions and rules, with every name resolved.
 *
 * build.c makes it from the syntax tree. Afterwards only three things change: evidence adds
 * constants to types, settle.c decides what is observed, and learning sets weights. A rule's body
 * is in negation normal form. The model knows nothing of tuples or solvers. check_model.h asserts
 * the invariants. */
#ifndef KF_MODEL_H
#define KF_MODEL_H

#include "base/stop.h"
#include "base/symbols.h"
#include "lang/ast.h"

#define KF_NONE UINT32_MAX
enum { KF_TYPE_NUMBER = 0, KF_MOST_ARITY = 32 }; /* type 0: real numbers, no constants */
enum { KF_MOST_CONDITION = 64 };                 /* parts of the condition before a cardinality */

/* A type's constants are interned in `constants`; ids are in this order:
 *   [0, n_declared)          listed in t = { ... }
 *   [n_declared, n_model)    named by formulas; these and the above are in every world
 *   [n_model, n_fixed)       named by weight tables only; in a world if its evidence names them
 *   [n_fixed, ...)           named by the current world's evidence; forgotten with it */
typedef struct kf_type {
    kf_name name;
    kf_pos pos;  /* of the declaration or the first use */
    bool listed; /* t = { ... } was given */
    uint32_t n_declared, n_model, n_fixed;
    kf_symbols *constants; /* NULL for KF_TYPE_NUMBER */
    KF_VEC(double) values; /* by constant: as a number, or NAN; kf_type_values() fills it */
} kf_type;

/* Why a predicate is observed or hidden. */
typedef enum kf_why {
    KF_WHY_UNSETTLED,
    KF_WHY_QUERY,  /* named by --query, or not named by it */
    KF_WHY_OPEN,   /* named by --open */
    KF_WHY_CLOSED, /* named by --closed */
    KF_WHY_STAR,   /* a * in the declarations, its own or another's */
    KF_WHY_QUERY_FILE,
    KF_WHY_EVIDENCE, /* has evidence */
    KF_WHY_NO_EVIDENCE,
    KF_WHY_DEFINED, /* by definite clauses (:-) */
    KF_WHY_SOFT,    /* has soft or unknown evidence, so it cannot be observed */
    KF_WHY_NUMBER,  /* has no evidence, but holds numbers, so it cannot be hidden */
    KF_WHY_MADE,    /* formulas make constants for it, p([x + 1]), so it cannot be observed */
    KF_WHY_WEIGHTS  /* its facts are the rows of a weight table */
} kf_why;

typedef struct kf_slot { /* one argument of a predicate or function */
    uint32_t type;
    kf_name name; /* or none */
    uint8_t mark; /* kf_mark */
} kf_slot;

typedef struct kf_predicate {
    kf_name name;
    kf_pos pos;
    uint32_t arity; /* constant arguments */
    bool number;    /* a number follows them: slots[arity] is of KF_TYPE_NUMBER */
    uint8_t stars;
    bool defined; /* definite clauses (:-) say when it holds */
    bool made;    /* some formula has it with an argument in brackets */
    bool hidden;  /* valid once why != KF_WHY_UNSETTLED */
    uint8_t why;
    kf_slot *slots; /* arity + number */
    /* The facts of a weighted predicate are the rows of the weights of a rule (thebeast's
     * undefined); KF_NONE: no rule has them, and there are none. */
    bool weighted;
    uint32_t weights;
    uint32_t *columns; /* by argument: the parameter of that rule; if there is one */
} kf_predicate;

/* How many arguments of the type it has. */
static inline uint32_t kf_predicate_slots_of(const kf_predicate *p, uint32_t type)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->arity; i++) n += p->slots[i].type == type;
    return n;
}

typedef struct kf_function {
    kf_name name;
    kf_pos pos;
    uint32_t arity, result; /* result: a type */
    kf_slot *slots;
} kf_function;

typedef struct kf_variable {
    kf_name name;
    uint32_t type;
    bool quantified; /* bound inside the body; the free ones come first */
} kf_variable;

typedef enum kf_expr_kind {
    KF_EXPR_VARIABLE,
    KF_EXPR_CONSTANT,
    KF_EXPR_NUMBER,
    KF_EXPR_CALL,
    KF_EXPR_OP
} kf_expr_kind;

typedef struct kf_expr {
    uint8_t kind, op;
    bool made; /* OP, argument of an atom: what it computes becomes a constant (made.c) */
    uint32_t type;
    uint32_t id;   /* variable of the rule, constant of the type, or function; a CONSTANT of type
                    * KF_NONE is a text of its own, and `id` its name in the program */
    double number; /* KF_EXPR_NUMBER */
    uint32_t n;
    struct kf_expr **args;
} kf_expr;

bool kf_expr_equal(const kf_expr *, const kf_expr *);

typedef enum kf_logic_kind {
    KF_LOGIC_TRUE,
    KF_LOGIC_FALSE,
    KF_LOGIC_ATOM,     /* id: predicate; negated */
    KF_LOGIC_COMPARE,  /* op: two args; never negated */
    KF_LOGIC_CONTAINS, /* args[0] is part of args[1]; negated */
    KF_LOGIC_AND,      /* two kids or more, none an AND */
    KF_LOGIC_OR,       /* two kids or more, none an OR */
    KF_LOGIC_EXIST,    /* id: variable; one kid */
    KF_LOGIC_FORALL
} kf_logic_kind;

typedef struct kf_logic {
    uint8_t kind, op;
    bool negated;
    bool condition; /* a part of what a COUNT counts that stands before the count */
    uint32_t id;
    kf_pos pos;
    uint32_t n;
    uint32_t arrow; /* OR: so many kids, negated, stood before an arrow; 0: none. For printing */
    kf_expr **args; /* ATOM, COMPARE, CONTAINS */
    struct kf_logic **kids; /* the others */
} kf_logic;

static inline bool kf_logic_has_terms(const kf_logic *f) /* args, not kids */
{
    return f->kind == KF_LOGIC_ATOM || f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS;
}

static inline bool kf_logic_binds(const kf_logic *f) /* a quantifier */
{
    return f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL;
}

typedef enum kf_rule_kind { KF_RULE_LOGIC, KF_RULE_COUNT, KF_RULE_ACYCLIC } kf_rule_kind;

/* Where a grounding's weight comes from. */
typedef enum kf_cost_kind {
    KF_COST_LEARN,  /* none was given */
    KF_COST_NUMBER, /* weight */
    KF_COST_HARD,
    KF_COST_VARIABLE, /* the value of weight_variable, a number variable of the rule */
    KF_COST_TABLE     /* table, by the constants of the parameters; `weight` where it has no row */
} kf_cost_kind;

typedef struct kf_weight_table kf_weight_table; /* weight_table.h */

typedef struct kf_rule {
    uint8_t kind, cost;
    bool fixed;    /* learning leaves it alone */
    int8_t sign;   /* learning keeps the weight so: 1: never below 0; -1: never above; 0: free */
    bool closed;   /* TABLE: folded from formulas without +x: there are no rows but these */
    bool implied;  /* from a mark on a declaration, not written as a formula */
    kf_str label;  /* given, or F1, F2, ... by place; unique */
    bool labelled; /* given */
    bool filed;    /* a file of weights has given the weight */
    kf_pos pos;
    double weight; /* NUMBER; TABLE: of rows that are absent; LEARN: 0 */
    /* NUMBER: the steps of a weight that each world gives its value (sized.h); else NULL. The id of
     * a type's name is that of the type. Times share. */
    const kf_weight_step *steps;
    uint32_t n_steps;
    double share;
    uint32_t weight_variable;
    uint32_t n_parameters;
    uint32_t *parameters; /* variables written +x, in order of first occurrence */
    kf_weight_table *table;
    uint32_t n_variables, n_free;
    kf_variable *variables;
    kf_logic *body; /* NULL for ACYCLIC; COUNT: a conjunction */
    /* COUNT: |counted : body| op bound. The free variables are the group. With n_condition > 0 the
     * first parts of the body are a condition, which no counted variable is in, and op is not <=:
     * condition => |counted : member| op bound, where `member` has the other parts. */
    uint32_t n_condition;
    kf_logic *member; /* NULL: the body */
    uint32_t n_counted;
    uint32_t *counted; /* variables (they count as quantified) */
    uint8_t op;
    int64_t bound;
    bool clause_form;   /* RockIt: body is still the written clause; settle.c turns it round */
    uint32_t predicate; /* ACYCLIC */
} kf_rule;

static inline bool kf_rule_has_parameter(const kf_rule *r, uint32_t variable)
{
    for (uint32_t i = 0; i < r->n_parameters; i++)
        if (r->parameters[i] == variable) return true;
    return false;
}

/* Where the rows of a weight table were written, for messages. */
typedef struct kf_weight_lines {
    uint32_t rule;
    const char *file;         /* in the arena */
    KF_VEC(uint32_t) numbers; /* by row: its line; 0: the file has it not */
} kf_weight_lines;

typedef struct kf_model {
    kf_mem *mem;
    kf_arena arena;
    const kf_program *program; /* names, sources, statements: borrowed */
    KF_VEC(kf_type) types;
    KF_VEC(kf_predicate) predicates;
    KF_VEC(kf_function) functions;
    KF_VEC(kf_rule) rules;
    KF_VEC(kf_weight_table *) tables; /* owned */
    KF_VEC(kf_weight_lines) lines;    /* of tables that files of weights gave rows; owned */
    kf_symbols *labels;               /* id = index of the rule */
    uint32_t *predicate_of_name;      /* by name id: predicate or KF_NONE; n_names entries */
    uint32_t *function_of_name;
    uint32_t *type_of_name;
    uint32_t n_names;
    struct kf_compiled **compiled; /* by rule, in the arena: made when first asked for (query.h) */
    bool settled;
    bool makes;      /* some formula makes constants: p([x + 1]) */
    bool sized;      /* some weight depends on how many constants a type has */
    bool split_cnf;  /* built so: weights are divided over clauses */
    uint32_t folded; /* formulas that were folded into tables */
} kf_model;

typedef struct kf_build_options {
    bool split_cnf;    /* Alchemy's reading: the weight divided over the clauses of the CNF */
    bool strict_types; /* a constant that a listed type lacks is an error, else a warning */
    kf_stop *stop;     /* it ends with KERF_INTERRUPTED; may be NULL */
} kf_build_options;

kf_model *kf_model_new(kf_mem *);
void kf_model_free(kf_model *);
/* Resolve, type, check and normalise. The program must outlive the model. */
kerf_status kf_model_build(kf_model *, const kf_program *, const kf_build_options *, kf_diags *);

/* A model for another thread, like `m`: it has constants of its own, without those of evidence, and
 * what settling and weights change; it borrows all the rest from the owner, which is m or the model
 * that m was made over. The owner must outlive it; meanwhile it may be settled and its rules may
 * get other weights, but its weight tables stay as they are. */
kf_model *kf_model_share(const kf_model *m, const kf_model *owner, kf_mem *);
/* The constants of evidence, too: of each type up to this number (NULL: all). KERF_INTERRUPTED: the
 * kf_stop, which may be NULL, says so. */
kerf_status kf_model_copy_constants(kf_model *share, const kf_model *, const uint32_t *counts,
                                    kf_stop *);
void kf_model_free_share(kf_model *);

/* Lookup by text: index or KF_NONE. */
uint32_t kf_model_find_predicate(const kf_model *, kf_str name);
uint32_t kf_model_find_function(const kf_model *, kf_str name);
uint32_t kf_model_find_type(const kf_model *, kf_str name);
uint32_t kf_model_find_rule(const kf_model *, kf_str label);
kf_str kf_model_name(const kf_model *, kf_name);
kf_str kf_type_name(const kf_model *, uint32_t type);
kf_str kf_predicate_name(const kf_model *, uint32_t predicate);
kf_str kf_constant_text(const kf_model *, uint32_t type, uint32_t id); /* of a KF_EXPR_CONSTANT */

/* After weight tables are read: constants of evidence start here. */
void kf_model_fix_constants(kf_model *);
/* Forget the constants that the current world added, or those of a type from `count` on. */
void kf_model_forget_world(kf_model *);
void kf_type_forget(kf_type *, uint32_t count);
/* Reads as numbers the constants that the type has now: `values`. */
kerf_status kf_type_values(kf_type *, kf_mem *);

/* What is hidden. Lists are NULL when the option was not given. `seen` tells per predicate what
 * evidence the first world has. A predicate named twice or unknown is an error. */
typedef struct kf_seen {
    bool hard, soft; /* true/false atoms; probabilities or unknowns */
} kf_seen;
typedef struct kf_settle_options {
    const char *query, *open, *closed; /* comma-separated names */
    const char *query_file_names;      /* the predicates of a Tuffy query file, comma-separated */
} kf_settle_options;
kerf_status kf_model_settle(kf_model *, const kf_settle_options *, const kf_seen *seen, kf_diags *);

/* The most that |w| over all soft groundings of one world may add up to. An infinite sum would be
 * taken for hard; bounds are sums of such sums, so there is room between this and the greatest
 * double. */
#define KF_MOST_WEIGHT 1e304
/* Reports that it is more, from this rule on (NULL: not known which). Returns KERF_INVALID. */
kerf_status kf_model_too_heavy(const kf_model *, const kf_rule *, kf_diags *);

/* Printing (print_model.c): a whole rule, in kerf's own syntax. */
void kf_print_rule(kf_text *, const kf_model *, const kf_rule *);
/* A constant as it must be written in kerf's dialect: bare if possible, else quoted. */
void kf_print_constant(kf_text *, kf_str);
/* The same in evidence (print_fact.c): a name of letters, digits and _ is a constant there,
 * whatever a model would take it for. */
void kf_print_fact_constant(kf_text *, kf_str);
/* An atom as it is read back as evidence. */
void kf_print_fact(kf_text *, const kf_model *, uint32_t predicate, const uint32_t *row);

/* More of print_model.c, for reports. */
/* The rows of a rule's table as lines of a .weights file, sorted by the texts of their constants
 * (print_weights.c). */
kerf_status kf_print_weights(kf_text *, const kf_model *, const kf_rule *);
/* A field of such a line, or of another text whose fields end at tabs and lines: \t \n \r \\. */
void kf_print_escaped(kf_text *, kf_str);
void kf_print_csv(kf_text *, kf_str);   /* a cell of a table with commas, as RFC 4180 has it */
bool kf_unescape(char letter, char *c); /* what a backslash and this letter mean; false: nothing */
void kf_print_variable(kf_text *, const kf_model *, const kf_rule *, uint32_t variable);
void kf_print_label(kf_text *, const kf_rule *); /* as it can be read back */
void kf_print_content(kf_text *, const kf_model *,
                      const kf_rule *); /* without label, weight, dot */
void kf_print_predicate(kf_text *, const kf_model *, const kf_predicate *); /* *P(t, u!) */
void kf_print_function(kf_text *, const kf_model *, const kf_function *);   /* r f(t) */
void kf_print_type(kf_text *, const kf_model *, const kf_type *);           /* t = {A, B} */
const char *kf_why_text(uint8_t why); /* a kf_why in words: "has evidence" */

#endif
