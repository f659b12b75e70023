/* check_query.c -- asserts the invariants of compiled rules, on which plans and queries rely. */
#include "base/check.h"
#include "model/check_model.h"

#ifndef NDEBUG

typedef struct query_check {
    const kf_model *m;
    const kf_compiled *c;
} query_check;

static bool uses(const kf_literal *l, uint32_t variable)
{
    for (uint32_t i = 0; i < l->n_uses; i++) {
        if (l->uses[i] == variable) return true;
    }
    return false;
}

/* An argument in a place of that type. */
static void check_arg(const query_check *k, const kf_literal *l, kf_arg a, uint32_t type)
{
    if (a.variable != KF_NONE) {
        assert(a.variable < k->c->n_variables && k->c->types[a.variable] == type);
        assert(uses(l, a.variable));
    } else {
        assert(a.constant < kf_symbols_count(k->m->types.at[type].constants));
    }
}

static void check_expr(const query_check *k, const kf_literal *l, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) assert(e->id < k->c->n_variables && uses(l, e->id));
    assert(e->kind != KF_EXPR_CALL); /* a variable stands for it */
    for (uint32_t i = 0; i < e->n; i++) check_expr(k, l, e->args[i]);
}

static void check_uses(const query_check *k, const kf_literal *l)
{
    for (uint32_t i = 0; i < l->n_uses; i++) {
        assert(l->uses[i] < k->c->n_variables);
        for (uint32_t j = 0; j < i; j++) assert(l->uses[j] != l->uses[i]);
    }
}

static void check_atom(const query_check *k, const kf_literal *l)
{
    assert(l->id < k->m->predicates.n);
    const kf_predicate *p = &k->m->predicates.at[l->id];
    assert(l->n == p->arity && l->hidden == p->hidden && (l->right != NULL) == p->number);
    for (uint32_t i = 0; i < l->n; i++) check_arg(k, l, l->args[i], p->slots[i].type);
}

static void check_call(const query_check *k, const kf_literal *l)
{
    assert(l->id < k->m->functions.n && !l->negated);
    const kf_function *f = &k->m->functions.at[l->id];
    assert(l->n == f->arity + 1 && l->args[f->arity].variable != KF_NONE);
    for (uint32_t i = 0; i < f->arity; i++) check_arg(k, l, l->args[i], f->slots[i].type);
    check_arg(k, l, l->args[f->arity], f->result);
}

static void check_literal(const query_check *k, const kf_literal *l)
{
    const kf_rule *r = &k->m->rules.at[k->c->rule];
    check_uses(k, l);
    assert(!l->hidden || l->kind == KF_LITERAL_ATOM || l->kind == KF_LITERAL_TREE);
    if (l->left) check_expr(k, l, l->left);
    if (l->right) check_expr(k, l, l->right);
    switch ((kf_literal_kind)l->kind) {
    case KF_LITERAL_ATOM: check_atom(k, l); break;
    case KF_LITERAL_FUNCTION: check_call(k, l); break;
    case KF_LITERAL_COMPARE: assert(l->op >= KF_OP_EQ && l->op <= KF_OP_GE && !l->negated);
    /* fall through */
    case KF_LITERAL_CONTAINS: assert(l->n == 0 && l->left && l->right); break;
    case KF_LITERAL_COMPUTE:
        assert(l->n == 1 && l->left && !l->negated);
        assert(l->args[0].variable >= r->n_variables && l->args[0].variable < k->c->n_variables);
        break;
    case KF_LITERAL_TREE: assert(l->tree && l->n == 0); break;
    case KF_LITERAL_TABLE:
        assert(l->id == k->c->rule && l->n == r->n_parameters && !l->negated && r->table);
        break;
    }
}

static void check_conjunction(const query_check *k, const kf_conjunction *c)
{
    bool hidden = false;
    for (uint32_t i = 0; i < c->n; i++) {
        check_literal(k, &c->at[i]);
        hidden |= c->at[i].hidden;
    }
    assert(c->hidden == hidden);
}

static void check_forms(const query_check *k)
{
    const kf_compiled *c = k->c;
    assert(c->form == KF_FORM_CLAUSE || c->form == KF_FORM_OTHER);
    assert(c->form == KF_FORM_CLAUSE ? c->n_false + c->n_true == 0 : c->n_literals == 0);
    assert(c->n_observed <= c->n_literals);
    for (uint32_t i = 0; i < c->n_literals; i++) {
        check_literal(k, &c->literals[i]);
        assert(c->literals[i].hidden == (i >= c->n_observed));
    }
    for (uint32_t i = 0; i < c->n_conditions; i++) {
        check_literal(k, &c->conditions[i]);
        assert(!c->conditions[i].hidden);
    }
    for (uint32_t i = 0; i < c->n_within; i++) {
        check_literal(k, &c->within[i]);
        assert(!c->within[i].hidden);
    }
    for (uint32_t i = 0; i < c->n_unless; i++) {
        check_conjunction(k, &c->unless[i]);
        assert(c->unless[i].n == c->n_within + i + 1);
    }
    for (uint32_t i = 0; i < c->n_false; i++) check_conjunction(k, &c->when_false[i]);
    for (uint32_t i = 0; i < c->n_true; i++) check_conjunction(k, &c->when_true[i]);
}

void kf_compiled_check(const kf_model *m, const kf_compiled *c)
{
    assert(c->rule < m->rules.n);
    const kf_rule *r = &m->rules.at[c->rule];
    if (r->kind == KF_RULE_ACYCLIC) return;
    assert(c->n_variables >= r->n_variables && c->n_free == r->n_free);
    assert(c->n_variables <= KF_MOST_TUPLE);
    for (uint32_t i = 0; i < c->n_variables; i++)
        assert(i < r->n_variables ? c->types[i] == r->variables[i].type : c->types[i] < m->types.n);
    assert(c->n_tuple <= c->n_variables);
    for (uint32_t i = 0; i < c->n_tuple; i++) {
        assert(c->tuple[i] < c->n_variables);
        for (uint32_t j = 0; j < i; j++) assert(c->tuple[j] != c->tuple[i]);
    }
    check_forms(&(query_check){ m, c });
}

#else

void kf_compiled_check(const kf_model *m, const kf_compiled *c)
{
    (void)m;
    (void)c;
}

#endif
