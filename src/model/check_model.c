/* check_model.c -- asserts what a built model promises: names resolved, types agreeing, bodies in
 * negation normal form. The passes that build and settle a model call it at their end. */
#include "model/check_model.h"

#include "base/check.h"
#include "model/weight_table.h"

#include <math.h>

#ifndef NDEBUG

/* ---- Terms and formulas ---- */

typedef struct scope { /* the quantifiers around a formula, innermost first */
    uint32_t variable;
    const struct scope *up;
} scope;

typedef struct rule_check {
    const kf_model *m;
    const kf_rule *r;
} rule_check;

static bool is_bound(const scope *s, uint32_t variable)
{
    while (s && s->variable != variable) s = s->up;
    return s != NULL;
}

static bool is_counted(const kf_rule *r, uint32_t variable)
{
    for (uint32_t i = 0; i < r->n_counted; i++) {
        if (r->counted[i] == variable) return true;
    }
    return false;
}

static void check_constant(const kf_model *m, const kf_expr *e)
{
    if (e->type == KF_NONE) { /* a text of its own */
        assert(e->id < kf_symbols_count(m->program->names));
    } else {
        assert(e->type > KF_TYPE_NUMBER && e->type < m->types.n);
        assert(e->id < kf_symbols_count(m->types.at[e->type].constants));
    }
}

static void check_expr(const rule_check *c, const scope *s, const kf_expr *e)
{
    const kf_rule *r = c->r;
    switch ((kf_expr_kind)e->kind) {
    case KF_EXPR_VARIABLE:
        assert(e->id < r->n_variables && e->type == r->variables[e->id].type);
        assert(e->id < r->n_free || is_counted(r, e->id) || is_bound(s, e->id));
        break;
    case KF_EXPR_CONSTANT: check_constant(c->m, e); break;
    case KF_EXPR_NUMBER: assert(e->type == KF_TYPE_NUMBER && isfinite(e->number)); break;
    case KF_EXPR_CALL:
        assert(e->id < c->m->functions.n);
        assert(e->n == c->m->functions.at[e->id].arity);
        assert(e->type == c->m->functions.at[e->id].result);
        for (uint32_t i = 0; i < e->n; i++)
            assert(e->args[i]->type == c->m->functions.at[e->id].slots[i].type);
        break;
    case KF_EXPR_OP:
        assert(e->op >= KF_OP_ADD && e->op <= KF_OP_BINS && e->n >= 1);
        assert(e->type < c->m->types.n);
        break;
    }
    assert(e->kind == KF_EXPR_CALL || e->kind == KF_EXPR_OP || e->n == 0);
    for (uint32_t i = 0; i < e->n; i++) check_expr(c, s, e->args[i]);
}

static void check_atom(const kf_model *m, const kf_logic *f)
{
    assert(f->id < m->predicates.n);
    const kf_predicate *p = &m->predicates.at[f->id];
    assert(f->n == p->arity + p->number);
    for (uint32_t i = 0; i < f->n; i++) assert(f->args[i]->type == p->slots[i].type);
}

static void check_logic(const rule_check *c, const scope *s, const kf_logic *f)
{
    bool terms = false;
    scope inner = { f->id, s };
    const scope *below = s;
    switch ((kf_logic_kind)f->kind) {
    case KF_LOGIC_TRUE:
    case KF_LOGIC_FALSE: assert(f->n == 0); break;
    case KF_LOGIC_ATOM:
        check_atom(c->m, f);
        terms = true;
        break;
    case KF_LOGIC_COMPARE: assert(f->op >= KF_OP_EQ && f->op <= KF_OP_GE && !f->negated);
    /* fall through */
    case KF_LOGIC_CONTAINS:
        assert(f->n == 2);
        terms = true;
        break;
    case KF_LOGIC_AND:
    case KF_LOGIC_OR:
        assert(f->n >= 2 && !f->negated);
        for (uint32_t i = 0; i < f->n; i++) assert(f->kids[i]->kind != f->kind);
        break;
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL:
        assert(f->n == 1 && !f->negated);
        assert(f->id >= c->r->n_free && f->id < c->r->n_variables && !is_bound(s, f->id));
        below = &inner;
        break;
    }
    for (uint32_t i = 0; i < f->n; i++) {
        if (terms) check_expr(c, s, f->args[i]);
        else check_logic(c, below, f->kids[i]);
    }
}

/* ---- Rules ---- */

static void check_variables(const kf_model *m, const kf_rule *r)
{
    assert(r->n_free <= r->n_variables);
    for (uint32_t i = 0; i < r->n_variables; i++) {
        assert(r->variables[i].quantified == (i >= r->n_free));
        assert(r->variables[i].type < m->types.n);
        assert(r->variables[i].name.id < kf_symbols_count(m->program->names));
    }
    assert(r->n_parameters <= KF_MOST_ARITY);
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        assert(r->parameters[i] < r->n_free);
        assert(r->variables[r->parameters[i]].type != KF_TYPE_NUMBER);
        for (uint32_t k = 0; k < i; k++) assert(r->parameters[k] != r->parameters[i]);
    }
}

static void check_cost(const kf_rule *r)
{
    assert(r->cost <= KF_COST_TABLE && isfinite(r->weight));
    assert((r->table != NULL) == (r->cost == KF_COST_TABLE));
    assert(!r->steps || (r->fixed && r->n_steps > 0 && r->n_parameters == 0));
    assert(!r->table || kf_weight_table_width(r->table) == r->n_parameters);
    assert(!r->closed || r->table);
    if (r->cost == KF_COST_VARIABLE) {
        assert(r->weight_variable < r->n_free);
        assert(r->variables[r->weight_variable].type == KF_TYPE_NUMBER);
    } else {
        assert(r->weight_variable == KF_NONE);
    }
    assert(r->sign == 0 || (r->cost != KF_COST_HARD && !r->fixed));
}

static void check_count(const kf_rule *r)
{
    assert(r->op == KF_OP_LE || r->op == KF_OP_GE || r->op == KF_OP_EQ);
    assert(r->bound >= 0 && r->n_counted > 0);
    for (uint32_t i = 0; i < r->n_counted; i++)
        assert(r->counted[i] >= r->n_free && r->counted[i] < r->n_variables);
    assert(r->body->kind != KF_LOGIC_OR || r->clause_form);
    assert((r->n_condition > 0) == (r->member != NULL));
    if (r->n_condition == 0) return;
    assert(r->body->kind == KF_LOGIC_AND && r->n_condition < r->body->n && !r->clause_form);
    assert(r->op != KF_OP_LE && r->bound > 0);
}

void kf_rule_check(const kf_model *m, const kf_rule *r)
{
    assert(r->kind <= KF_RULE_ACYCLIC);
    check_variables(m, r);
    check_cost(r);
    assert((r->body == NULL) == (r->kind == KF_RULE_ACYCLIC));
    if (r->body) check_logic(&(rule_check){ m, r }, NULL, r->body);
    if (r->kind == KF_RULE_COUNT) check_count(r);
    if (r->kind != KF_RULE_ACYCLIC) return;
    assert(r->predicate < m->predicates.n && r->cost == KF_COST_HARD);
    assert(m->predicates.at[r->predicate].arity == 2);
}

/* ---- Models ---- */

static void check_type(const kf_type *t)
{
    uint32_t n = kf_symbols_count(t->constants);
    assert(t->n_declared <= t->n_model && t->n_model <= t->n_fixed && t->n_fixed <= n);
    assert(t->values.n <= n);
}

static void check_slots(const kf_model *m, const kf_slot *slots, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        assert(slots[i].type > KF_TYPE_NUMBER && slots[i].type < m->types.n);
}

static void check_predicate(const kf_model *m, uint32_t id)
{
    const kf_predicate *p = &m->predicates.at[id];
    assert(p->arity + p->number <= KF_MOST_ARITY);
    check_slots(m, p->slots, p->arity);
    assert(!p->number || p->slots[p->arity].type == KF_TYPE_NUMBER);
    assert(m->predicate_of_name[p->name.id] == id);
    assert(p->why <= KF_WHY_WEIGHTS);
    assert(p->weights == KF_NONE || (p->weighted && p->weights < m->rules.n));
    for (uint32_t i = 0; p->weights != KF_NONE && i < p->arity; i++)
        assert(p->columns[i] < m->rules.at[p->weights].n_parameters);
    assert(!m->settled || (p->why != KF_WHY_UNSETTLED && !(p->hidden && p->number)));
}

static void check_function(const kf_model *m, uint32_t id)
{
    const kf_function *f = &m->functions.at[id];
    assert(f->arity < KF_MOST_ARITY && f->result > KF_TYPE_NUMBER && f->result < m->types.n);
    check_slots(m, f->slots, f->arity);
    assert(m->function_of_name[f->name.id] == id);
}

void kf_model_check(const kf_model *m)
{
    assert(m->types.n > 0 && !m->types.at[KF_TYPE_NUMBER].constants);
    for (size_t i = 1; i < m->types.n; i++) check_type(&m->types.at[i]);
    for (size_t i = 0; i < m->predicates.n; i++) check_predicate(m, (uint32_t)i);
    for (size_t i = 0; i < m->functions.n; i++) check_function(m, (uint32_t)i);
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        kf_rule_check(m, r);
        assert(kf_symbols_find(m->labels, r->label) == i);
        assert(!m->settled || !r->clause_form);
        if (m->compiled && m->compiled[i]) kf_compiled_check(m, m->compiled[i]);
    }
    for (size_t i = 0; i < m->tables.n; i++) kf_weight_table_check(m->tables.at[i]);
}

#else

void kf_rule_check(const kf_model *m, const kf_rule *r)
{
    (void)m;
    (void)r;
}

void kf_model_check(const kf_model *m)
{
    (void)m;
}

#endif
