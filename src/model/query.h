/* query.h -- compiled formulas: what a backend is asked, and what a grounding becomes.
 *
 * A rule is compiled once into one of two forms.
 *
 * CLAUSE: the body is a disjunction of literals (a conjunction is compiled as the clause that is
 * its negation, with the sign of the weight turned). It is false exactly where every literal is, so
 * one conjunctive query finds that; it is true where some hidden literal is, as disjoint queries
 * "the first ones false, this one true". Variables that no hidden literal has are summed out.
 *
 * OTHER: anything else, as two lists of disjoint conjunctive queries, one for where the body is
 * false and one for where it is true. Its groundings are told apart by all free variables.
 *
 * Terms that are computed (functions, t + 1) become variables with a literal that defines them; a
 * grounding with an undefined term does not exist. Quantified parts stay trees: a query tests them,
 * grounding expands them. */
#ifndef KF_QUERY_H
#define KF_QUERY_H

#include "model/model.h"

enum { KF_MOST_TUPLE = 1200 }; /* variables of a compiled rule, computed ones included */

typedef struct kf_arg {
    uint32_t variable; /* KF_NONE: the constant */
    uint32_t constant;
} kf_arg;

typedef enum kf_literal_kind {
    KF_LITERAL_ATOM,     /* id: predicate; args; a number column: number */
    KF_LITERAL_FUNCTION, /* id: function; args, the last is the result; never negated */
    KF_LITERAL_COMPARE,  /* op; left, right */
    KF_LITERAL_CONTAINS, /* left is part of right */
    KF_LITERAL_COMPUTE,  /* variable args[0] := left; never negated */
    KF_LITERAL_TREE,     /* a quantified part */
    KF_LITERAL_TABLE     /* id: rule; its weight table has a row for args; never negated */
} kf_literal_kind;

typedef struct kf_literal {
    uint8_t kind, op;
    bool negated;
    bool hidden; /* names a hidden predicate */
    uint32_t id;
    uint32_t n;
    kf_arg *args;
    const kf_expr *left, *right; /* ATOM: right is the number column's term, or NULL */
    const kf_logic *tree;
    uint32_t n_uses; /* the variables it names, each once */
    uint32_t *uses;
} kf_literal;

static inline bool kf_literal_uses(const kf_literal *l, uint32_t variable)
{
    for (uint32_t i = 0; i < l->n_uses; i++)
        if (l->uses[i] == variable) return true;
    return false;
}

typedef struct kf_conjunction {
    uint32_t n;
    kf_literal *at;
    bool hidden; /* some literal is */
} kf_conjunction;

typedef enum kf_form { KF_FORM_CLAUSE, KF_FORM_OTHER } kf_form;

typedef struct kf_compiled {
    uint32_t rule;
    uint8_t form;
    bool flipped;         /* the clause is the negation of the body */
    bool plain_terms;     /* the body has no quantifier, and its terms are variables, constants and
                           * numbers: nothing of it is prepared before it is evaluated */
    uint32_t n_variables; /* the rule's, then the computed ones */
    uint32_t *types;
    uint32_t n_free;       /* of the rule */
    uint32_t n_conditions; /* what a grounding needs to exist; part of every query */
    kf_literal *conditions;
    /* CLAUSE: as they stand in it, observed ones first */
    uint32_t n_observed, n_literals;
    kf_literal *literals;
    /* OTHER */
    uint32_t n_false, n_true;
    kf_conjunction *when_false, *when_true;
    /* A cardinality under a condition holds where its observed part, `within`, does not. Where a
     * hidden part does not, it counts as many as it asks for, so that it holds as well: one case
     * of `unless`, which are disjoint; each has `within` and then hidden atoms. */
    uint32_t n_within, n_unless;
    kf_literal *within;
    kf_conjunction *unless;
    uint32_t n_tuple; /* what tells its tuples apart */
    uint32_t *tuple;
} kf_compiled;

static inline bool kf_is_in_tuple(const kf_compiled *c, uint32_t variable)
{
    for (uint32_t i = 0; i < c->n_tuple; i++)
        if (c->tuple[i] == variable) return true;
    return false;
}

/* A rule of a settled model, compiled when first asked for and kept with the model until it is
 * settled anew; of an ACYCLIC rule nothing. Worlds of one model share it; weights may change
 * meanwhile. KERF_INVALID: it is too large, said in diags. */
kerf_status kf_model_compiled(kf_model *, uint32_t rule, kf_diags *, const kf_compiled **);

/* Are both the same atom with the same sign, variables by number? Not where it has a number column
 * (compile_literal.c). */
bool kf_literal_is_atom(const kf_literal *, const kf_literal *);

/* As text (print_query.c). A variable that stands for a computed term is printed as that term. */
void kf_print_literal(kf_text *, const kf_model *, const kf_compiled *, const kf_literal *);
void kf_print_query_variable(kf_text *, const kf_model *, const kf_compiled *, uint32_t variable);
void kf_print_arg(kf_text *, const kf_model *, const kf_compiled *, kf_arg, uint32_t type);

#endif
