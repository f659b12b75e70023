/* parser.h -- private to lang/: the parser's state, tokens and errors.
 *
 * A parsing function returns NULL (or false) after an error, which is then recorded; the statement
 * is abandoned. A newline ends a statement only outside parentheses, and only where the statement
 * is complete. */
#ifndef KF_PARSER_H
#define KF_PARSER_H

#include "lang/lexer.h"
#include "lang/parse.h"

enum {
    KF_MOST_DEPTH = 500,     /* nested parentheses, negations, quantifiers, implications */
    KF_MOST_PARTS = 1000000, /* formulas and terms in one statement */
    KF_MOST_AHEAD = 100000,  /* tokens that are looked at to tell one kind of statement */
    KF_MOST_INCLUDES = 64    /* files that include each other in a row */
};

typedef struct kf_included {
    uint64_t device, inode; /* of a file that was read; 0, 0 for memory and streams */
    bool open;              /* still being read: including it again is a cycle */
} kf_included;

typedef struct kf_constant { /* $w = 1.5 (pracmln) */
    kf_str name;             /* with the $; of the text */
    double value;
} kf_constant;

typedef struct kf_weight_function { /* of thebeast */
    kf_name name;
    uint32_t arity;
    kf_argument *arguments; /* their types, and the names of variables in the factor */
    int8_t sign;
    bool used;  /* by a factor */
    bool asked; /* by undefined(...) */
} kf_weight_function;

typedef struct kf_typed { /* for Type variable (thebeast) */
    kf_name variable, *type;
} kf_typed;

typedef struct kf_awaited { /* a predicate that thebeast's `hidden:` names before it is declared */
    kf_name name;
    kf_token token;
    uint32_t source;
} kf_awaited;

typedef struct kf_parser {
    kf_program *program;
    kf_mem *mem;
    kf_arena *arena;
    kf_diags *diags;
    kf_lexer lexer; /* behind `token` */
    kf_token token;
    uint32_t end; /* of the token before */
    uint32_t source;
    unsigned depth, parens, operations, parts;
    bool or_binds_tighter; /* pracmln */
    bool warn_mix;
    bool in_count;     /* a bar ends what is counted */
    bool numeric;      /* behind := there may be RockIt's == && || fn: */
    bool count_clause; /* in RockIt's |x| clause <= k, the comparison ends the clause */
    bool no_memory;
    kf_patience patience;
    bool unreadable;                 /* the model itself, not something it includes */
    KF_VEC(kf_statement *) declared; /* by name id: the predicate's declaration or NULL */
    KF_VEC(kf_included) included;
    unsigned include_depth;
    KF_VEC(kf_constant) constants;
    KF_VEC(kf_weight_function) weights;
    KF_VEC(kf_typed) typed; /* of the factor that is being read */
    KF_VEC(kf_awaited) awaited;
    bool missing;          /* a file that thebeast includes is not there */
    bool hides;            /* a line of thebeast says which predicates are hidden */
    unsigned underscores;  /* of thebeast's so far */
    bool skipped;          /* a command of its shell; said once */
    bool standard;         /* of the options */
    bool skip_unsupported; /* of the options */
    bool left_out;         /* the statement was, with a warning */
    bool fix_next;         /* #fixweight stands before the next formula */
    kf_term **unique;      /* the variables of #unique{...} before the next formula; NULL: none */
    uint32_t n_unique;
    kf_token unique_at;
    KF_VEC(void *) stack; /* nodes of lists under construction */
} kf_parser;

void kf_parser_advance(kf_parser *);
kf_token kf_parser_peek(const kf_parser *); /* the token behind the current one */
bool kf_parser_accept(kf_parser *, kf_token_kind);
bool kf_parser_expect(kf_parser *, kf_token_kind, const char *what);
kf_str kf_parser_text(const kf_parser *, kf_token);
bool kf_parser_is(const kf_parser *, kf_token, const char *word); /* a name, any case */
kf_pos kf_parser_pos(const kf_parser *, kf_token);
/* Errors and memory; both return false for convenience. */
bool kf_parser_error(kf_parser *, kf_token, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool kf_parser_unexpected(kf_parser *, const char *wanted);
/* What to write instead of a token that another language has there, or NULL; foreign.c */
const char *kf_parser_foreign_hint(const kf_parser *, kf_token);
const char *kf_parser_form_hint(const kf_parser *, kf_token); /* foreign_forms.c */
bool kf_parser_out_of_memory(kf_parser *);
bool kf_parser_name(kf_parser *, kf_str, kf_name *);     /* intern */
void *kf_parser_new(kf_parser *, size_t n, size_t each); /* arena; NULL is recorded */
kf_statement *kf_parser_statement(kf_parser *, kf_statement_kind, kf_token); /* likewise */

/* Lists of unknown length are pushed on the stack and popped as one arena array. */
bool kf_parser_push(kf_parser *, void *node);
void *kf_parser_pop(kf_parser *, size_t from, uint32_t *n); /* array of pointers */

/* Does a token continue a formula (an operator between formulas)? */
bool kf_parser_joins(const kf_parser *, kf_token);
bool kf_parser_at_end(const kf_parser *, kf_token); /* END, or a new line that does not join */

/* Nesting and places (parse_term.c). */
bool kf_parser_enter(kf_parser *); /* one level deeper; the caller takes it back from p->depth */
bool kf_parser_unclosed(kf_parser *, kf_token open, const char *wanted);
kf_pos kf_parser_span(kf_pos from, kf_pos to);

/* Terms (parse_term.c): one operand; a sum whose first operand is read; is an operator next? */
kf_term *kf_parser_primary(kf_parser *);
kf_term *kf_parser_name_term(kf_parser *);
kf_term *kf_parser_sum(kf_parser *, kf_term *left);
bool kf_parser_at_operator(const kf_parser *);
bool kf_parser_goes_on(const kf_parser *);
bool kf_parser_string(kf_parser *, kf_token, kf_name *); /* a string's content */

kf_formula *kf_parser_formula(kf_parser *);
kf_term *kf_parser_term(kf_parser *);
bool kf_parser_variables(kf_parser *, kf_term ***, uint32_t *n); /* x, y, ... */
kf_statement *kf_parser_declaration(kf_parser *, bool *done);    /* parse_declaration.c */
bool kf_parser_beast(kf_parser *);             /* one statement of thebeast's; parse_beast.c */
bool kf_parser_end_beast(kf_parser *);         /* after the last of them; beast_declare.c */
kf_term *kf_parser_constant_term(kf_parser *); /* of a type's list; parse_declaration.c */
bool kf_parser_declare(kf_parser *, kf_statement *predicate); /* parse_declaration.c */
bool kf_parser_bound(kf_parser *, kf_statement *);            /* <= k; parse_rule.c */
/* Puts a condition before a count. It becomes a part of what is counted: where it is false nothing
 * is, and 0 <= k. Where that would not do it is marked as a condition. */
bool kf_parser_conditioned(kf_parser *, kf_statement *, kf_formula *condition);
/* Refuses what stands before the arrow and a count, and would reach over the arrow. */
bool kf_parser_check_condition(kf_parser *, const kf_formula *);
bool kf_parser_include_file(kf_parser *, kf_str file, kf_token where); /* parse.c */
/* Refuses what another engine has and kerf has not, or leaves it out with a warning; false. */
bool kf_parser_refuse(kf_parser *, kf_token, const char *what, const char *hint);
bool kf_parser_at_constraint(const kf_parser *); /* P(f) = 0.3 (pracmln); constraint.c */
bool kf_parser_constraint(kf_parser *, kf_statement *);
bool kf_parser_constrain(kf_parser *);         /* after the last statement; constraint.c */
bool kf_parser_define(kf_parser *);            /* after the last statement; define.c */
bool kf_parser_complete(kf_parser *);          /* after that; complete.c */
bool kf_parser_directive(kf_parser *);         /* parse_directive.c */
bool kf_parser_end_unique(kf_parser *);        /* an error if #unique waits for a formula */
bool kf_parser_at_constant(const kf_parser *); /* $w = ...; parse_directive.c */
bool kf_parser_take_constant(kf_parser *);     /* parse_directive.c */
bool kf_parser_include(kf_parser *);           /* #include; parse.c */
bool kf_parser_at_weight(const kf_parser *);   /* a constant before a formula; parse_weight.c */
bool kf_parser_constant(kf_parser *, double *value); /* infinite for float('inf') */
/* The same before a formula, where there may be domSize(...): the statement gets the steps. */
bool kf_parser_weight(kf_parser *, kf_statement *, double *value);
bool kf_parser_starts_infinite(const kf_parser *); /* parse_rule.c */
kf_statement *kf_parser_rule(kf_parser *);         /* parse_rule.c */

/* What the text looks like; *where is the place that decided (KERF: none). */
kf_dialect kf_dialect_detect(kf_str text, kf_token *where);

#endif
