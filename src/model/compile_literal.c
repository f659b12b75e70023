/* compile_literal.c -- the literals of a compiled rule, and the variables that they use.
 *
 * A computed term (a function's application, t + 1) becomes a variable of its own; a condition
 * defines it. */
#include "model/compiler.h"

#include <string.h>

/* ---- Variables that literals use ---- */

static void use(kf_literal *l, uint32_t variable)
{
    if (variable == KF_NONE) return;
    for (uint32_t i = 0; i < l->n_uses; i++) {
        if (l->uses[i] == variable) return;
    }
    l->uses[l->n_uses++] = variable;
}

static uint32_t count_variables(const kf_expr *e)
{
    if (!e) return 0;
    uint32_t n = e->kind == KF_EXPR_VARIABLE;
    for (uint32_t i = 0; i < e->n; i++) n += count_variables(e->args[i]);
    return n;
}

static void use_expr(kf_literal *l, const kf_expr *e)
{
    if (!e) return;
    if (e->kind == KF_EXPR_VARIABLE) use(l, e->id);
    for (uint32_t i = 0; i < e->n; i++) use_expr(l, e->args[i]);
}

/* Variables of a tree, those of its own quantifiers included. */
static void use_tree(const kf_rule *r, kf_literal *l, const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (kf_logic_has_terms(f)) {
            kf_literal inner = { .uses = l->uses, .n_uses = l->n_uses };
            use_expr(&inner, f->args[i]);
            l->n_uses = inner.n_uses;
        } else {
            use_tree(r, l, f->kids[i]);
        }
    }
}

/* Does the rule bind it outside of every quantifier: is it free, or counted? */
static bool is_outer(const kf_compiler *k, uint32_t variable)
{
    if (variable < k->c->n_free) return true;
    for (uint32_t i = 0; i < k->r->n_counted; i++)
        if (k->r->counted[i] == variable) return true;
    return false;
}

static bool set_uses(kf_compiler *k, kf_literal *l)
{
    uint32_t most = l->n + count_variables(l->left) + count_variables(l->right) + 1;
    if (l->tree) most += k->c->n_variables;
    l->uses = kf_compiler_new(k, most, sizeof(uint32_t));
    if (!l->uses) return false;
    l->n_uses = 0;
    for (uint32_t i = 0; i < l->n; i++) use(l, l->args[i].variable);
    use_expr(l, l->left);
    use_expr(l, l->right);
    if (l->tree) {
        use_tree(k->r, l, l->tree);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < l->n_uses; i++) {
            if (is_outer(k, l->uses[i])) l->uses[kept++] = l->uses[i];
        }
        l->n_uses = kept;
    }
    return true;
}

/* ---- Computed terms ---- */

static uint32_t new_variable(kf_compiler *k, uint32_t type)
{
    kf_compiled *c = k->c;
    if (c->n_variables == k->cap_variables) {
        uint32_t cap = k->cap_variables * 2 + 8;
        uint32_t *types = kf_compiler_new(k, cap, sizeof *types);
        if (!types) return KF_NONE;
        memcpy(types, c->types, c->n_variables * sizeof *types);
        c->types = types;
        k->cap_variables = cap;
    }
    if (c->n_variables >= KF_MOST_TUPLE) {
        k->too_large = true;
        return KF_NONE;
    }
    c->types[c->n_variables] = type;
    return c->n_variables++;
}

static bool same_expr(const kf_expr *a, const kf_expr *b)
{
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->op != b->op || a->type != b->type || a->id != b->id
        || a->number != b->number || a->n != b->n || a->made != b->made) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same_expr(a->args[i], b->args[i])) return false;
    }
    return true;
}

static bool same_literal(const kf_literal *a, const kf_literal *b)
{
    if (a->kind != b->kind || a->op != b->op || a->negated != b->negated || a->id != b->id
        || a->n != b->n || a->tree != b->tree || !same_expr(a->left, b->left)
        || !same_expr(a->right, b->right)) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->args[i].variable != b->args[i].variable) return false;
        if (a->args[i].variable == KF_NONE && a->args[i].constant != b->args[i].constant)
            return false;
    }
    return true;
}

bool kf_compiler_condition(kf_compiler *k, kf_literal l)
{
    kf_compiled *c = k->c;
    for (uint32_t i = 0; i < c->n_conditions; i++) {
        if (same_literal(&c->conditions[i], &l)) return true;
    }
    if (!set_uses(k, &l)) return false;
    if (c->n_conditions == k->cap_conditions) {
        uint32_t cap = k->cap_conditions * 2 + 4;
        kf_literal *list = kf_compiler_new(k, cap, sizeof *list);
        if (!list) return false;
        if (c->n_conditions) memcpy(list, c->conditions, c->n_conditions * sizeof *list);
        c->conditions = list;
        k->cap_conditions = cap;
    }
    c->conditions[c->n_conditions++] = l;
    return true;
}

static bool flat_arg(kf_compiler *, const kf_expr *, kf_arg *);

/* The variable that a function's application stands for, defined by a literal. Equal
 * applications share it. */
static bool call(kf_compiler *k, const kf_expr *e, kf_arg *out)
{
    kf_literal l = { .kind = KF_LITERAL_FUNCTION, .id = e->id, .n = e->n + 1 };
    l.args = kf_compiler_new(k, l.n, sizeof *l.args);
    if (!l.args) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!flat_arg(k, e->args[i], &l.args[i])) return false;
    }
    for (uint32_t i = 0; i < k->c->n_conditions; i++) {
        const kf_literal *old = &k->c->conditions[i];
        if (old->kind != l.kind || old->id != l.id) continue;
        l.args[e->n] = old->args[e->n];
        if (same_literal(old, &l)) {
            *out = old->args[e->n];
            return true;
        }
    }
    l.args[e->n].variable = new_variable(k, e->type);
    *out = l.args[e->n];
    return out->variable != KF_NONE && kf_compiler_condition(k, l);
}

/* A copy of an expression in which no function is called. */
static const kf_expr *without_calls(kf_compiler *k, const kf_expr *e)
{
    if (e->kind != KF_EXPR_CALL && e->kind != KF_EXPR_OP) return e;
    kf_expr *copy = kf_compiler_new(k, 1, sizeof *copy);
    if (!copy) return NULL;
    *copy = *e;
    if (e->kind == KF_EXPR_CALL) {
        kf_arg arg;
        if (!call(k, e, &arg)) return NULL;
        *copy = (kf_expr){ .kind = KF_EXPR_VARIABLE, .type = e->type, .id = arg.variable };
        return copy;
    }
    copy->args = kf_compiler_new(k, e->n, sizeof *copy->args);
    if (!copy->args) return NULL;
    for (uint32_t i = 0; i < e->n; i++) {
        copy->args[i] = (kf_expr *)(uintptr_t)without_calls(k, e->args[i]);
        if (!copy->args[i]) return NULL;
    }
    return copy;
}

static bool flat_arg(kf_compiler *k, const kf_expr *e, kf_arg *out)
{
    *out = (kf_arg){ KF_NONE, 0 };
    switch (e->kind) {
    case KF_EXPR_VARIABLE: out->variable = e->id; return true;
    case KF_EXPR_CONSTANT: out->constant = e->id; return true;
    case KF_EXPR_CALL: return call(k, e, out);
    default: break;
    }
    kf_literal l = { .kind = KF_LITERAL_COMPUTE, .n = 1, .left = without_calls(k, e) };
    l.args = kf_compiler_new(k, 1, sizeof *l.args);
    if (!l.left || !l.args) return false;
    for (uint32_t i = 0; i < k->c->n_conditions; i++) {
        const kf_literal *old = &k->c->conditions[i];
        if (old->kind == l.kind && same_expr(old->left, l.left)
            && k->c->types[old->args[0].variable] == e->type) {
            *out = old->args[0];
            return true;
        }
    }
    l.args[0] = (kf_arg){ new_variable(k, e->type), 0 };
    *out = l.args[0];
    return out->variable != KF_NONE && kf_compiler_condition(k, l);
}

/* ---- Literals ---- */

bool kf_compiler_hides(const kf_model *m, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_ATOM) return m->predicates.at[f->id].hidden;
    if (kf_logic_has_terms(f)) return false;
    for (uint32_t i = 0; i < f->n; i++) {
        if (kf_compiler_hides(m, f->kids[i])) return true;
    }
    return false;
}

/* A computed term that is compared, not put in a place, must have a value all the same: a
 * comparison with itself says so. */
static bool needs_value(kf_compiler *k, const kf_expr *e)
{
    if (e->kind != KF_EXPR_OP) return true;
    kf_literal l = { .kind = KF_LITERAL_COMPARE, .op = KF_OP_EQ, .left = e, .right = e };
    return kf_compiler_condition(k, l);
}

bool kf_compiler_atom(kf_compiler *k, const kf_logic *f, kf_literal *l)
{
    const kf_predicate *p = &k->m->predicates.at[f->id];
    *l = (kf_literal){ .kind = KF_LITERAL_ATOM,
                       .negated = f->negated,
                       .hidden = p->hidden,
                       .id = f->id,
                       .n = p->arity };
    l->args = kf_compiler_new(k, l->n, sizeof *l->args);
    if (!l->args) return false;
    for (uint32_t i = 0; i < l->n; i++) {
        if (!flat_arg(k, f->args[i], &l->args[i])) return false;
    }
    if (p->number) {
        l->right = without_calls(k, f->args[p->arity]);
        if (!l->right || !needs_value(k, l->right)) return false;
    }
    return set_uses(k, l);
}

/* A literal of the body, with its sign turned if asked. */
bool kf_compiler_literal(kf_compiler *k, const kf_logic *f, bool negated, kf_literal *l)
{
    switch (f->kind) {
    case KF_LOGIC_ATOM:
        if (!kf_compiler_atom(k, f, l)) return false;
        l->negated = l->negated != negated;
        return true;
    case KF_LOGIC_COMPARE:
    case KF_LOGIC_CONTAINS:
        *l = (kf_literal){ .kind = f->kind == KF_LOGIC_COMPARE ? KF_LITERAL_COMPARE
                                                               : KF_LITERAL_CONTAINS,
                           .op = f->op,
                           .negated = f->negated,
                           .left = without_calls(k, f->args[0]),
                           .right = without_calls(k, f->args[1]) };
        if (!l->left || !l->right) return false;
        if (!needs_value(k, l->left) || !needs_value(k, l->right)) return false;
        if (f->kind == KF_LOGIC_COMPARE) {
            if (negated) l->op = (uint8_t)kf_op_opposite((kf_op)f->op);
        } else {
            l->negated = l->negated != negated;
        }
        return set_uses(k, l);
    default: /* a quantified part, true, or false */
        *l = (kf_literal){ .kind = KF_LITERAL_TREE,
                           .negated = negated,
                           .hidden = kf_compiler_hides(k->m, f),
                           .tree = f };
        return set_uses(k, l);
    }
}

bool kf_literal_is_atom(const kf_literal *a, const kf_literal *b)
{
    if (a->kind != KF_LITERAL_ATOM || b->kind != KF_LITERAL_ATOM || a->right || b->right)
        return false;
    if (a->id != b->id || a->negated != b->negated) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->args[i].variable != b->args[i].variable) return false;
        if (a->args[i].variable == KF_NONE && a->args[i].constant != b->args[i].constant)
            return false;
    }
    return true;
}
