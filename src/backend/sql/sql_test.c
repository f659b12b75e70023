/* sql_test.c -- what SQL does not express, and its test row by row; see sql.h.
 *
 * SQL expresses joins, comparisons of numbers, and equality of constants. Quantified parts,
 * computed terms and all other comparisons are tested on the rows that a statement gives. */
#include "backend/sql/sql.h"

#include <assert.h>
#include <math.h>

/* ---- What SQL expresses ---- */

bool kf_sql_says_number(const kf_expr *e)
{
    return (e->kind == KF_EXPR_NUMBER && isfinite(e->number))
           || (e->kind == KF_EXPR_VARIABLE && e->type == KF_TYPE_NUMBER);
}

static bool is_constant(const kf_expr *e)
{
    return e->type != KF_TYPE_NUMBER && e->type != KF_NONE
           && (e->kind == KF_EXPR_VARIABLE || e->kind == KF_EXPR_CONSTANT);
}

static bool says_compare(const kf_literal *l)
{
    if (kf_sql_says_number(l->left) && kf_sql_says_number(l->right)) return true;
    return (l->op == KF_OP_EQ || l->op == KF_OP_NE) && is_constant(l->left) && is_constant(l->right)
           && l->left->type == l->right->type;
}

static bool says_number(const kf_literal *l)
{
    return !l->right || kf_sql_says_number(l->right);
}

bool kf_sql_says(const kf_step *s)
{
    switch (s->kind) {
    case KF_STEP_SCAN:
    case KF_STEP_PROBE:
    case KF_STEP_TEST: return says_number(s->literal);
    case KF_STEP_COMPARE: return says_compare(s->literal);
    case KF_STEP_CONTAINS:
    case KF_STEP_COMPUTE:
    case KF_STEP_TREE: return false;
    case KF_STEP_PARTS:
        for (uint32_t i = 0; i < s->n_steps; i++) {
            if (!kf_sql_says(&s->steps[i])) return false;
        }
        return true;
    default: return true;
    }
}

/* ---- What is tested row by row ---- */

static bool is_there(const kf_database *d, const kf_literal *l, const kf_binding *b)
{
    assert(l->right && (l->kind == KF_LITERAL_FUNCTION || l->kind == KF_LITERAL_ATOM));
    const kf_relation *rel = l->kind == KF_LITERAL_FUNCTION ? d->functions[l->id] : d->atoms[l->id];
    uint32_t row[KF_MOST_ARITY + 1];
    double number;
    kf_literal_row(l, b, row);
    return kf_eval_number(d, l->right, b, &number) && kf_relation_has_number(rel, row, number);
}

static bool passes(const kf_step *s, const kf_database *d, const kf_rule *rule, kf_binding *b)
{
    assert(!kf_sql_says(s));
    const kf_literal *l = s->literal;
    bool defined = true;
    uint32_t id;
    switch (s->kind) {
    case KF_STEP_COMPARE: return kf_eval_compare(d, (kf_op)l->op, l->left, l->right, b);
    case KF_STEP_CONTAINS: return kf_eval_contains(d, l->left, l->right, b) != l->negated;
    case KF_STEP_COMPUTE: return kf_eval_constant(d, l->left, b, &id) && id == b->ids[s->variable];
    case KF_STEP_TREE: return kf_eval_logic(d, rule, l->tree, b, &defined) != l->negated;
    default: return is_there(d, l, b) != l->negated;
    }
}

bool kf_sql_test(const kf_sql *q, const kf_database *d, const kf_rule *rule, kf_binding *b,
                 bool *over)
{
    *over = false;
    for (uint32_t i = 0; i < q->n_tests; i++) {
        bool passed = passes(q->tests[i], d, rule, b);
        *over = b->patience && b->patience->over;
        if (*over || !passed) return false;
    }
    return true;
}
