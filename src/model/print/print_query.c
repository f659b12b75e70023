/* print_query.c -- compiled literals as text. A variable that stands for a computed term is printed
 * as that term, so that a query reads like the formula it came from. */
#include "model/print/printer.h"
#include "model/query.h"

#include "lang/parse.h"

typedef struct query {
    kf_printer p;
    const kf_compiled *c;
} query;

static void print_expr(const query *, const kf_expr *, bool brackets);
static void print_variable(const query *, uint32_t variable);

static void print_arg(const query *q, kf_arg a, uint32_t type)
{
    if (a.variable != KF_NONE) print_variable(q, a.variable);
    else if (a.constant == KF_NONE) kf_text_addc(q->p.to, '_');
    else kf_printer_constant(&q->p, kf_constant_text(q->p.model, type, a.constant));
}

static void print_call(const query *q, const kf_literal *l, uint32_t n)
{
    const kf_function *f = &q->p.model->functions.at[l->id];
    kf_text_add(q->p.to, kf_model_name(q->p.model, f->name));
    kf_text_addc(q->p.to, '(');
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) kf_text_add(q->p.to, KF_STR(", "));
        print_arg(q, l->args[i], f->slots[i].type);
    }
    kf_text_addc(q->p.to, ')');
}

/* What a condition says the variable is. */
static void print_computed(const query *q, uint32_t variable)
{
    for (uint32_t i = 0; i < q->c->n_conditions; i++) {
        const kf_literal *l = &q->c->conditions[i];
        if (l->kind == KF_LITERAL_FUNCTION && l->args[l->n - 1].variable == variable) {
            print_call(q, l, l->n - 1);
            return;
        }
        if (l->kind == KF_LITERAL_COMPUTE && l->args[0].variable == variable) {
            print_expr(q, l->left, true);
            return;
        }
    }
}

static void print_variable(const query *q, uint32_t variable)
{
    if (variable < q->p.rule->n_variables) kf_printer_variable(&q->p, variable);
    else print_computed(q, variable);
}

static void print_expr(const query *q, const kf_expr *e, bool brackets)
{
    kf_text *to = q->p.to;
    bool infix = e->kind == KF_EXPR_OP && e->n == 2 && e->op >= KF_OP_ADD && e->op <= KF_OP_MOD;
    if (e->kind == KF_EXPR_VARIABLE) {
        print_variable(q, e->id);
    } else if (infix) {
        if (brackets) kf_text_addc(to, '(');
        print_expr(q, e->args[0], true);
        kf_text_addf(to, " %s ", kf_op_text((kf_op)e->op));
        print_expr(q, e->args[1], true);
        if (brackets) kf_text_addc(to, ')');
    } else if (e->kind == KF_EXPR_OP) {
        kf_text_addf(to, "%s(", kf_op_text((kf_op)e->op));
        for (uint32_t i = 0; i < e->n; i++) {
            if (i > 0) kf_text_add(to, KF_STR(", "));
            print_expr(q, e->args[i], false);
        }
        kf_text_addc(to, ')');
    } else {
        kf_printer_expr(&q->p, e);
    }
}

static void print_atom(const query *q, const kf_literal *l)
{
    const kf_predicate *p = &q->p.model->predicates.at[l->id];
    kf_text_add(q->p.to, kf_model_name(q->p.model, p->name));
    if (l->n == 0 && !l->right) return;
    kf_text_addc(q->p.to, '(');
    for (uint32_t i = 0; i < l->n; i++) {
        if (i > 0) kf_text_add(q->p.to, KF_STR(", "));
        print_arg(q, l->args[i], p->slots[i].type);
    }
    if (l->right) {
        if (l->n > 0) kf_text_add(q->p.to, KF_STR(", "));
        print_expr(q, l->right, false);
    }
    kf_text_addc(q->p.to, ')');
}

static void print_row(const query *q, const kf_literal *l)
{
    const kf_rule *r = &q->p.model->rules.at[l->id];
    kf_text_add(q->p.to, KF_STR("table("));
    for (uint32_t i = 0; i < l->n; i++) {
        if (i > 0) kf_text_add(q->p.to, KF_STR(", "));
        print_arg(q, l->args[i], r->variables[r->parameters[i]].type);
    }
    kf_text_addc(q->p.to, ')');
}

static query query_of(kf_text *to, const kf_model *m, const kf_compiled *c)
{
    return (query){ .p = { .to = to,
                           .model = m,
                           .rule = &m->rules.at[c->rule],
                           .dialect = KF_DIALECT_KERF,
                           .no_plus = true },
                    .c = c };
}

void kf_print_query_variable(kf_text *to, const kf_model *m, const kf_compiled *c,
                             uint32_t variable)
{
    query q = query_of(to, m, c);
    print_variable(&q, variable);
}

void kf_print_arg(kf_text *to, const kf_model *m, const kf_compiled *c, kf_arg a, uint32_t type)
{
    query q = query_of(to, m, c);
    print_arg(&q, a, type);
}

void kf_print_literal(kf_text *to, const kf_model *m, const kf_compiled *c, const kf_literal *l)
{
    query q = query_of(to, m, c);
    if (l->negated) kf_text_addc(to, '!');
    switch ((kf_literal_kind)l->kind) {
    case KF_LITERAL_ATOM: print_atom(&q, l); break;
    case KF_LITERAL_FUNCTION: print_call(&q, l, l->n - 1); break;
    case KF_LITERAL_COMPARE:
        print_expr(&q, l->left, false);
        kf_text_addf(to, " %s ", kf_op_text((kf_op)l->op));
        print_expr(&q, l->right, false);
        break;
    case KF_LITERAL_CONTAINS:
        kf_text_add(to, KF_STR("substr("));
        print_expr(&q, l->left, false);
        kf_text_add(to, KF_STR(", "));
        print_expr(&q, l->right, false);
        kf_text_addc(to, ')');
        break;
    case KF_LITERAL_TABLE: print_row(&q, l); break;
    case KF_LITERAL_COMPUTE: print_expr(&q, l->left, false); break;
    case KF_LITERAL_TREE:
        if (l->negated) kf_text_addc(to, '(');
        kf_printer_logic(&q.p, l->tree);
        if (l->negated) kf_text_addc(to, ')');
        break;
    }
}
