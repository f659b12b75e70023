/* relating.c -- recognises predicates that hard formulas make transitive or symmetric.
 *
 * It sees `!P(x,y) v !P(y,z) v P(x,z)` and `!P(x,y) v P(y,x)` as compiled clauses, with literals in
 * any order and without a condition. Neither implies the other. Every assignment that keeps the
 * hard formulas has the property; nothing is added to the problem. */
#include "ground/graph/graph.h"

static bool is_pair(const kf_model *m, const kf_literal *l)
{
    if (l->kind != KF_LITERAL_ATOM || !l->hidden || l->n != 2 || l->right) return false;
    const kf_predicate *p = &m->predicates.at[l->id];
    return p->arity == 2 && !p->number && l->args[0].variable != KF_NONE
           && l->args[1].variable != KF_NONE && l->args[0].variable != l->args[1].variable;
}

static bool joins(const kf_literal *a, const kf_literal *b, const kf_literal *whole)
{
    return a->args[1].variable == b->args[0].variable
           && a->args[0].variable == whole->args[0].variable
           && b->args[1].variable == whole->args[1].variable;
}

static bool mirrors(const kf_literal *a, const kf_literal *b)
{
    return a->args[0].variable == b->args[1].variable && a->args[1].variable == b->args[0].variable;
}

uint8_t kf_relating_of(const kf_model *m, const kf_compiled *c, uint32_t *predicate)
{
    const kf_literal *negative[2] = { NULL, NULL }, *positive = NULL;
    uint32_t n = 0;
    assert(c->rule < m->rules.n);
    if (m->rules.at[c->rule].kind != KF_RULE_LOGIC || m->rules.at[c->rule].cost != KF_COST_HARD
        || c->form != KF_FORM_CLAUSE || c->flipped || c->n_conditions > 0 || c->n_observed > 0
        || c->n_literals < 2 || c->n_literals > 3)
        return 0;
    for (uint32_t i = 0; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (!is_pair(m, l) || l->id != c->literals[0].id) return 0;
        if (l->negated && n < 2) negative[n++] = l;
        else if (!l->negated && !positive) positive = l;
        else return 0;
    }
    if (!positive || n + 1 != c->n_literals) return 0;
    *predicate = positive->id;
    if (n == 1) return mirrors(negative[0], positive) ? KF_SYMMETRIC_RELATION : 0;
    bool transitive =
        joins(negative[0], negative[1], positive) || joins(negative[1], negative[0], positive);
    return transitive ? KF_TRANSITIVE_RELATION : 0;
}
