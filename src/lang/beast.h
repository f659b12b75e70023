/* beast.h -- private to lang/: what the readers of thebeast's models share. */
#ifndef KF_BEAST_H
#define KF_BEAST_H

#include "lang/parser.h"

/* A predicate's declaration, or NULL. */
static inline kf_statement *kf_beast_declared(const kf_parser *p, kf_name name)
{
    return name.id < p->declared.n ? p->declared.at[name.id] : NULL;
}

/* parse_beast.c */
bool kf_beast_name(kf_parser *, kf_name *, const char *wanted);
bool kf_beast_push(kf_parser *, kf_statement *);
kf_formula *kf_beast_node(kf_parser *, kf_formula_kind, kf_formula *, kf_formula *or_null);

/* beast_weight.c: the weight of a soft factor, from the star on. */
bool kf_beast_weight(kf_parser *, kf_statement *);
kf_weight_function *kf_beast_find_weight(kf_parser *, kf_name); /* or NULL */

/* beast_undefined.c: what the atom undefined(w(a)) stands for; NULL after an error. */
kf_formula *kf_beast_undefined(kf_parser *, kf_formula *atom);

/* beast_declare.c: the variables of a factor get the types that stand before them. */
void kf_beast_types(const kf_parser *, kf_statement *);

#endif
