/* numbers.c -- checks that an atom gives every number variable of a rule its values.
 *
 * It must be an atom with the variable as its number: outside every quantifier if the variable is
 * free, below its own if it is quantified. Where the atom has no row there is no grounding. So an
 * atom whose truth decides the formula gives no useful value: !Sim(x, y, w) => Same(x, y) would be
 * about the pairs that have a w, and each of them would satisfy it. */
#include "base/check.h"
#include "model/builder.h"

typedef struct names { /* of one variable */
    const kf_model *m;
    uint32_t variable;
    bool quantified;
    const kf_logic *first;
    bool useful; /* one of them leaves something open where it holds */
} names;

/* above: what f stands in, NULL for the whole formula; deep: below that formula's first level. */
static void look(names *x, const kf_logic *f, const kf_logic *above, bool deep)
{
    if (f->kind == KF_LOGIC_ATOM) {
        const kf_predicate *p = &x->m->predicates.at[f->id];
        const kf_expr *number = p->number ? f->args[p->arity] : NULL;
        if (!number || number->kind != KF_EXPR_VARIABLE || number->id != x->variable) return;
        if (!x->first) x->first = f;
        bool decides = above && above->kind == KF_LOGIC_OR ? !f->negated : f->negated;
        x->useful |= x->quantified || deep || !decides;
        return;
    }
    bool quantifier = f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL;
    if (kf_logic_has_terms(f) || (quantifier && !x->quantified)) return;
    for (uint32_t i = 0; i < f->n; i++) look(x, f->kids[i], f, above != NULL);
}

bool kf_check_numbers(kf_builder *b, const kf_rule *r)
{
    assert(r->body);
    for (uint32_t v = 0; v < r->n_variables; v++) {
        const kf_variable *variable = &r->variables[v];
        if (variable->type != KF_TYPE_NUMBER) continue;
        names x = { .m = b->model, .variable = v, .quantified = variable->quantified };
        look(&x, r->body, NULL, false);
        kf_str name = kf_program_name(b->program, variable->name);
        if (!x.first) {
            return kf_builder_error(b, r->pos,
                                    variable->quantified
                                        ? "put it at the end of an atom that holds numbers"
                                        : "put it at the end of an atom outside every quantifier",
                                    "no atom gives the number %.*s a value", KF_SHOW(name));
        }
        if (x.useful) continue;
        return kf_builder_error(b, x.first->pos,
                                "where no number is meant, quantify it: !(EXIST w ...)",
                                "the number %.*s has a value only where this holds, and there the "
                                "formula is always %s",
                                KF_SHOW(name), x.first->negated ? "false" : "true");
    }
    return true;
}
