/* ast.h -- the syntax tree, before names and weights are resolved.
 *
 * One tree for all dialects. Nodes live in the program's arena; names are ids in `names`. model/
 * knows the declarations: it decides whether a bare name is a variable or a constant, and whether
 * `w:` is a label or a weight. check_tree.h asserts the invariants. */
#ifndef KF_AST_H
#define KF_AST_H

#include "base/symbols.h"
#include "lang/source.h"

typedef struct kf_name {
    uint32_t id; /* in kf_program.names; KF_NO_SYMBOL: none */
} kf_name;

typedef enum kf_dialect {
    KF_DIALECT_AUTO,
    KF_DIALECT_KERF,
    KF_DIALECT_ALCHEMY,
    KF_DIALECT_TUFFY,
    KF_DIALECT_ROCKIT,
    KF_DIALECT_LOMRF,
    KF_DIALECT_PRACMLN,
    KF_DIALECT_THEBEAST
} kf_dialect;

/* Comparisons, then built-in operations on terms. */
typedef enum kf_op {
    KF_OP_NONE,
    KF_OP_EQ,
    KF_OP_NE,
    KF_OP_LT,
    KF_OP_LE,
    KF_OP_GT,
    KF_OP_GE,
    KF_OP_ADD,
    KF_OP_SUB,
    KF_OP_MUL,
    KF_OP_DIV,
    KF_OP_MOD,
    KF_OP_SUCC,
    KF_OP_CONCAT,
    KF_OP_SUBSTR,
    KF_OP_MIN,
    KF_OP_MAX,
    KF_OP_SQRT,
    KF_OP_BINS /* bins(b1, ..., bk, t): the place of the first bound that |t| does not exceed */
} kf_op;

typedef enum kf_term_kind {
    KF_TERM_NAME,   /* x, Anna, +x, ?x */
    KF_TERM_STRING, /* "Anna": `name` is the unescaped content */
    KF_TERM_NUMBER, /* 10, 0.5: `name` is the text, `number` the value */
    KF_TERM_APPLY,  /* f(t, ...): `name`, args */
    KF_TERM_OP      /* t + 1, t * 2, ...: `op`, args; t++ is t + 1. succ(t) is an APPLY */
} kf_term_kind;

typedef struct kf_term {
    uint8_t kind, op;
    bool plus;         /* +x: one weight per constant */
    bool made : 1;     /* [t + 1]: where it is no constant, it becomes one (RockIt) */
    bool question : 1; /* surely a variable: ?x (pracmln), or bound or made by the parser */
    kf_name name;
    kf_pos pos;
    uint32_t n; /* of args */
    double number;
    struct kf_term **args;
    const kf_name *type; /* of a variable whose type the model says (thebeast); or NULL */
} kf_term;

typedef enum kf_formula_kind {
    KF_FORMULA_ATOM,    /* name, terms */
    KF_FORMULA_COMPARE, /* op, two terms */
    KF_FORMULA_NOT,     /* one kid */
    KF_FORMULA_AND,     /* two kids or more */
    KF_FORMULA_OR,      /* two kids or more */
    KF_FORMULA_IMPLIES, /* two kids */
    KF_FORMULA_IFF,     /* two kids */
    KF_FORMULA_EXIST,   /* terms: the variables (KF_TERM_NAME); one kid */
    KF_FORMULA_FORALL
} kf_formula_kind;

typedef struct kf_formula {
    uint8_t kind, op;
    bool both_signs; /* an atom written *P(x) */
    bool parens;     /* written in ( ) or [ ] */
    bool condition;  /* of a count: where it does not hold, the count may be anything */
    kf_name name;
    kf_pos pos;
    uint32_t n_terms, n_kids;
    kf_term **terms;
    struct kf_formula **kids;
} kf_formula;

typedef enum kf_statement_kind {
    KF_STATEMENT_TYPE,      /* name = { constants } or { from, ..., to } */
    KF_STATEMENT_PREDICATE, /* name(arguments) */
    KF_STATEMENT_FUNCTION,  /* result name(arguments) */
    KF_STATEMENT_FORMULA,   /* weight body */
    KF_STATEMENT_COUNT,     /* |counted : body| compare bound */
    KF_STATEMENT_ACYCLIC,   /* acyclic name. */
    KF_STATEMENT_SCOPE      /* head := body (Tuffy): complete.c makes a formula of it */
} kf_statement_kind;

typedef enum kf_mark { KF_MARK_NONE, KF_MARK_EXACTLY_ONE, KF_MARK_AT_MOST_ONE } kf_mark;

typedef struct kf_argument { /* of a declaration */
    kf_name type;
    kf_name name; /* or none */
    uint8_t mark;
    bool number; /* the type is one of float_, float, double */
    kf_pos pos;
} kf_argument;

typedef enum kf_weight_kind {
    KF_WEIGHT_NONE,   /* to be learned */
    KF_WEIGHT_NUMBER, /* `weight` */
    KF_WEIGHT_HARD    /* ends in a dot (or RockIt's cardinalities) */
} kf_weight_kind;

/* A weight that depends on how many constants a type has, as pracmln has it, in postfix order:
 * 0.5 + logx(domSize(t)) is NUMBER SIZE LOGX ADD. */
typedef enum kf_weight_op {
    KF_WEIGHT_OP_NUMBER, /* `number` */
    KF_WEIGHT_OP_SIZE,   /* domSize(type) */
    KF_WEIGHT_OP_NEGATE,
    KF_WEIGHT_OP_LOG,
    KF_WEIGHT_OP_LOGX,
    KF_WEIGHT_OP_EXP,
    KF_WEIGHT_OP_SQRT, /* the last one with one operand */
    KF_WEIGHT_OP_ADD,
    KF_WEIGHT_OP_SUB,
    KF_WEIGHT_OP_MUL,
    KF_WEIGHT_OP_DIV
} kf_weight_op;

enum { KF_MOST_WEIGHT_STEPS = 200 };

typedef struct kf_weight_step {
    uint8_t op; /* kf_weight_op */
    double number;
    kf_name type;
    kf_pos pos; /* of SIZE */
} kf_weight_step;

typedef struct kf_statement {
    uint8_t kind;
    uint8_t weight_kind;
    bool fixed;        /* @1.5: not to be changed by learning */
    int8_t sign;       /* that learning keeps: @>=0: 1, @<=0: -1; 0: either */
    bool range;        /* type: constants are first and last of an integer range */
    uint8_t stars;     /* predicate: 0, 1 (*) or 2 (**); type: 1: data may bring more (...) */
    uint8_t op;        /* count: KF_OP_LE, KF_OP_GE or KF_OP_EQ */
    bool rockit;       /* count: RockIt's |x| clause, conditions are negated literals */
    bool counted_rest; /* count: pracmln's count(p(x,y) | x): `terms` are NOT counted */
    kf_pos pos;
    kf_name name;  /* type, predicate or function; acyclic: the predicate */
    kf_name label; /* formula, count: what stands before the colon, or none; predicate: the weight
                    * function of thebeast whose rows are its facts, or none */
    kf_pos label_pos;
    double weight;
    kf_weight_step *steps; /* the weight, where it depends on domSize(...); else NULL */
    uint32_t n_steps;
    int64_t bound; /* count */
    uint32_t n_terms, n_arguments;
    kf_term **terms;  /* type: the constants; count: the counted variables */
    kf_term **unique; /* formula: the variables of pracmln's #unique before it */
    uint32_t n_unique;
    kf_argument *arguments;
    kf_name result; /* function */
    kf_pos result_pos;
    kf_formula *body;
    kf_formula *head; /* of a definite clause head :- body, whose body is body => head; or NULL */
    bool completes;   /* a formula that complete.c has added */
    bool constraint;  /* P(f) = 0.3 of pracmln, read as a weight (constraint.c) */
    bool refused;     /* such a one that is not: taken from the program */
} kf_statement;

typedef struct kf_program {
    kf_mem *mem;
    kf_arena arena;
    kf_sources *sources;
    kf_symbols *names;
    kf_dialect dialect;      /* what it was read as; never AUTO once parsed */
    bool question_variables; /* ?x occurs: bare names are constants (pracmln's PRAC grammar) */
    KF_VEC(kf_statement *) statements;
} kf_program;

kf_op kf_op_opposite(kf_op); /* the negation of a comparison: < of >= */

kf_str kf_program_name(const kf_program *, kf_name); /* empty for none */

#endif
