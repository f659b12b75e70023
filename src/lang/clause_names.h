/* clause_names.h -- private to lang/: which names of a definite clause are variables. */
#ifndef KF_CLAUSE_NAMES_H
#define KF_CLAUSE_NAMES_H

#include "lang/parser.h"

typedef struct kf_typed_name {
    kf_name name, type;
} kf_typed_name;

typedef struct kf_clause_names {
    kf_parser *p;
    KF_VEC(const kf_statement *) lists; /* of constants: statements name = { ... } */
    KF_VEC(kf_typed_name) types;        /* of the variables of the clause at hand */
    KF_VEC(kf_name) found;              /* variables, in order */
} kf_clause_names;

bool kf_clause_names_init(kf_clause_names *, kf_parser *); /* after the last statement */
void kf_clause_names_free(kf_clause_names *);

/* Find the types of the variables of a clause, for those that only comparisons have, too. */
bool kf_clause_names_settle(kf_clause_names *, const kf_formula *head, const kf_formula *body);

/* As model/ will read it; type: of its place, or none. */
bool kf_clause_names_is_variable(const kf_clause_names *, const kf_term *, kf_name type);

/* Adds the variables to `found`, those of quantifiers included, each once. */
bool kf_clause_names_find(kf_clause_names *, const kf_formula *);
bool kf_clause_names_find_term(kf_clause_names *, const kf_term *, kf_name type);

/* The declaration of a predicate or function, or NULL; the type of its i-th argument, or none. */
const kf_statement *kf_clause_names_declaration(const kf_parser *, kf_name, bool function);
kf_name kf_clause_names_type_at(const kf_statement *declaration, uint32_t i);

/* Does some quantifier in the formula bind the name? Does it stand outside of all that do? */
bool kf_formula_binds(const kf_formula *, kf_name);
bool kf_formula_leaves_free(const kf_formula *, kf_name);

#endif
