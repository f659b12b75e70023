/* count_condition.c -- the condition before a cardinality: which groups it leaves alone.
 *
 * Where the observed part of a condition does not hold, nor can its hidden part, the group holds
 * whatever it counts. Elsewhere the cases of `unless` (model/query.h) count as many as the bound
 * asks for, so that a group whose hidden condition is false is within its bounds as well: exactly
 * one of them is then true, and nothing else is counted under =. */
#include "ground/count/count.h"

/* Its truth by evidence alone: of observed literals the whole, of hidden ones where it is fixed. */
static bool can_hold(kf_grounder *g, const kf_rule *r, const kf_logic *f, kf_binding *b)
{
    const kf_database *d = g->d;
    const kf_predicate *p = f->kind == KF_LOGIC_ATOM ? &d->m->predicates.at[f->id] : NULL;
    uint32_t row[KF_MOST_ARITY];
    bool defined = true;
    if (!p || !p->hidden) return kf_eval_logic(d, r, f, b, &defined) && defined;
    for (uint32_t i = 0; i < p->arity; i++)
        if (!kf_eval_constant(d, f->args[i], b, &row[i])) return false;
    kf_truth fixed = kf_database_fixed(d, f->id, row);
    return fixed == KF_UNKNOWN || (fixed == KF_TRUE) != f->negated;
}

bool kf_count_is_within(kf_grounder *g, const kf_ground_rule *gr, kf_binding *group)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    for (uint32_t i = 0; i < r->n_condition; i++)
        if (!can_hold(g, r, r->body->kids[i], group)) return false;
    return true;
}

kerf_status kf_count_within_begin(kf_ask *a, kf_grounder *g, kf_ground_rule *gr,
                                  uint32_t most_literals)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_compiled *c = &gr->c;
    KF_TRY(kf_ask_begin(a, g, gr, c->n_within + most_literals));
    a->n = 0; /* conditions are about what is counted, too */
    for (uint32_t i = 0; i < r->n_counted; i++) a->scope[r->counted[i]] = false;
    for (uint32_t i = 0; i < c->n_within; i++) kf_ask_add(a, &c->within[i], false);
    kf_ask_need_tuple(a);
    return KERF_OK;
}

kerf_status kf_count_unless_begin(kf_ask *a, kf_grounder *g, kf_ground_rule *gr, uint32_t which)
{
    const kf_conjunction *x = &gr->c.unless[which];
    assert(which < gr->c.n_unless);
    KF_TRY(kf_count_within_begin(a, g, gr, x->n));
    for (uint32_t i = gr->c.n_within; i < x->n; i++) kf_ask_add(a, &x->at[i], false);
    return KERF_OK;
}
