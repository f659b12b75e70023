/* eval.c -- terms, comparisons and quantified parts under a binding.
 *
 * Comparisons are total: numbers by value before all other texts, these by their bytes; so that
 * exactly one of x < y and x >= y holds. A term is undefined if a function does not map its
 * arguments, if arithmetic meets something that is no number or its result is none, or if the
 * result is not a constant of the place's type; then the instance of the nearest quantifier around
 * it does not exist, and a comparison with it does not hold. */
#include "store/database.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 4096, NUMBER_ROOM = 352 }; /* %.0f of the largest double, %.17g of any */

/* The value of a term for comparing and computing: a number, a text, or neither. */
typedef struct value {
    bool is_number, is_text;
    double number;
    kf_str text;
    char buffer[MOST_TEXT]; /* of a text that was computed */
} value;

static void evaluate(const kf_database *, const kf_expr *, const kf_binding *, value *);

static void constant_value(const kf_database *d, uint32_t type, uint32_t id, value *v)
{
    v->is_text = true;
    v->text = kf_constant_text(d->m, type, id);
    v->number = d->domains[type].values[id];
    v->is_number = !isnan(v->number);
}

static void number_value(value *v, double number)
{
    v->is_number = isfinite(number);
    v->number = number + 0.0; /* -0 is 0 */
}

static double arithmetic(kf_op op, double a, double b)
{
    switch (op) {
    case KF_OP_ADD: return a + b;
    case KF_OP_SUB: return a - b;
    case KF_OP_MUL: return a * b;
    case KF_OP_DIV: return a / b;
    case KF_OP_MOD: return fmod(a, b);
    default: return a + 1; /* succ */
    }
}

/* A text of at most MOST_TEXT bytes; longer ones are undefined. */
static void text_of(const value *v, char *to, size_t *n)
{
    if (v->is_text) {
        *n = v->text.n;
        if (*n <= MOST_TEXT) memcpy(to, v->text.at, *n);
        return;
    }
    bool whole = v->number == floor(v->number);
    *n = (size_t)snprintf(to, NUMBER_ROOM, whole ? "%.0f" : "%.17g", v->number);
    for (size_t i = 0; i < *n; i++) {
        if (to[i] == ',') to[i] = '.'; /* whatever the locale is */
    }
}

static void text_operation(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    value first, rest;
    evaluate(d, e->args[0], b, &first);
    if (!first.is_text && !first.is_number) return;
    size_t n = 0;
    text_of(&first, v->buffer, &n);
    if (n > MOST_TEXT) return;
    if (e->op == KF_OP_CONCAT) {
        evaluate(d, e->args[1], b, &rest);
        char more[MOST_TEXT];
        size_t k = 0;
        if (!rest.is_text && !rest.is_number) return;
        text_of(&rest, more, &k);
        if (k > MOST_TEXT - n) return;
        memcpy(v->buffer + n, more, k);
        v->text = (kf_str){ v->buffer, n + k };
    } else {
        double from, length;
        if (!kf_eval_number(d, e->args[1], b, &from) || !kf_eval_number(d, e->args[2], b, &length)
            || from < 0 || length < 0 || from != floor(from) || length != floor(length)) {
            return;
        }
        size_t at = from < (double)n ? (size_t)from : n; /* what is beyond the end is cut off */
        size_t k = length < (double)(n - at) ? (size_t)length : n - at;
        v->text = (kf_str){ v->buffer + at, k };
    }
    v->is_text = true;
    double number;
    if (kf_number_read(v->text, &number)) number_value(v, number);
}

static void operation(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    if (e->op == KF_OP_CONCAT || e->op == KF_OP_SUBSTR) {
        text_operation(d, e, b, v);
        return;
    }
    double a, c = 1;
    if (!kf_eval_number(d, e->args[0], b, &a)) return;
    if (e->n > 1 && !kf_eval_number(d, e->args[1], b, &c)) return;
    number_value(v, arithmetic((kf_op)e->op, a, c));
}

static void evaluate(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    uint32_t id;
    v->is_number = v->is_text = false;
    switch (e->kind) {
    case KF_EXPR_NUMBER: number_value(v, e->number); break;
    case KF_EXPR_VARIABLE:
        if (e->type == KF_TYPE_NUMBER) number_value(v, b->numbers[e->id]);
        else constant_value(d, e->type, b->ids[e->id], v);
        break;
    case KF_EXPR_CONSTANT:
        if (e->type == KF_NONE) {
            v->text = kf_model_name(d->m, (kf_name){ e->id });
            v->is_text = true;
            double number;
            if (kf_number_read(v->text, &number)) number_value(v, number);
        } else {
            constant_value(d, e->type, e->id, v);
        }
        break;
    case KF_EXPR_CALL:
        if (kf_eval_constant(d, e, b, &id)) constant_value(d, e->type, id, v);
        break;
    default: operation(d, e, b, v);
    }
}

bool kf_eval_number(const kf_database *d, const kf_expr *e, const kf_binding *b, double *number)
{
    if (e->kind == KF_EXPR_NUMBER) {
        *number = e->number;
        return true;
    }
    value v;
    evaluate(d, e, b, &v);
    *number = v.number;
    return v.is_number;
}

static bool call(const kf_database *d, const kf_expr *e, const kf_binding *b, uint32_t *id)
{
    kf_rel *rel = d->functions[e->id];
    uint32_t row[KF_MOST_ARITY + 1], count;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!kf_eval_constant(d, e->args[i], b, &row[i])) return false;
    }
    /* Plans and trees ask for this index beforehand (kf_database_prepare). */
    for (uint32_t i = 0; i < rel->n_indexes; i++) {
        if (rel->indexes[i]->mask != (1u << e->n) - 1) continue;
        const uint32_t *at = kf_index_rows(rel, rel->indexes[i], row, &count);
        if (count == 0) return false;
        *id = rel->columns[e->n][at[0]];
        return true;
    }
    for (uint32_t at = 0; at < rel->n; at++) {
        bool same = true;
        for (uint32_t i = 0; i < e->n && same; i++) same = rel->columns[i][at] == row[i];
        if (!same) continue;
        *id = rel->columns[e->n][at];
        return true;
    }
    return false;
}

bool kf_eval_constant(const kf_database *d, const kf_expr *e, const kf_binding *b, uint32_t *id)
{
    if (e->kind == KF_EXPR_VARIABLE) {
        *id = b->ids[e->id];
        return true;
    }
    if (e->kind == KF_EXPR_CONSTANT) {
        *id = e->id;
        return true;
    }
    if (e->kind == KF_EXPR_CALL) return call(d, e, b, id);
    value v;
    evaluate(d, e, b, &v);
    if (!v.is_number && !v.is_text) return false;
    char buffer[MOST_TEXT];
    size_t n = 0;
    text_of(&v, buffer, &n);
    if (n > MOST_TEXT) return false;
    *id = kf_symbols_find(d->m->types.at[e->type].constants, (kf_str){ buffer, n });
    return *id != KF_NO_SYMBOL && kf_world_has(d->w, e->type, *id);
}

static int order(const value *a, const value *b)
{
    if (a->is_number && b->is_number) return (a->number > b->number) - (a->number < b->number);
    if (a->is_number != b->is_number) return a->is_number ? -1 : 1;
    return kf_str_cmp(a->text, b->text);
}

static bool is_defined(const value *v)
{
    return v->is_number || v->is_text;
}

/* Stands for a constant of its type. */
static bool is_plain(const kf_expr *e)
{
    return e->type != KF_TYPE_NUMBER && e->type != KF_NONE
           && (e->kind == KF_EXPR_VARIABLE || e->kind == KF_EXPR_CONSTANT
               || e->kind == KF_EXPR_CALL);
}

bool kf_eval_compare(const kf_database *d, kf_op op, const kf_expr *l, const kf_expr *r,
                     const kf_binding *b)
{
    if ((op == KF_OP_EQ || op == KF_OP_NE) && is_plain(l) && is_plain(r) && l->type == r->type) {
        uint32_t x, y; /* 1 and 1.0 are two constants, though they are one number */
        return kf_eval_constant(d, l, b, &x) && kf_eval_constant(d, r, b, &y)
               && (x == y) == (op == KF_OP_EQ);
    }
    value x, y;
    evaluate(d, l, b, &x);
    evaluate(d, r, b, &y);
    if (!is_defined(&x) || !is_defined(&y)) return false;
    int o = order(&x, &y);
    switch (op) {
    case KF_OP_EQ: return o == 0;
    case KF_OP_NE: return o != 0;
    case KF_OP_LT: return o < 0;
    case KF_OP_LE: return o <= 0;
    case KF_OP_GT: return o > 0;
    default: return o >= 0;
    }
}

bool kf_eval_contains(const kf_database *d, const kf_expr *part, const kf_expr *whole,
                      const kf_binding *b)
{
    value p, w;
    evaluate(d, part, b, &p);
    evaluate(d, whole, b, &w);
    if ((!p.is_text && !p.is_number) || (!w.is_text && !w.is_number)) return false;
    char pb[MOST_TEXT], wb[MOST_TEXT];
    size_t pn = 0, wn = 0;
    text_of(&p, pb, &pn);
    text_of(&w, wb, &wn);
    const char *pt = p.is_text ? p.text.at : pb, *wt = w.is_text ? w.text.at : wb;
    return pn == 0 || (pn <= wn && memmem(wt, wn, pt, pn) != NULL);
}

/* ---- Trees ---- */

static bool eval_atom(const kf_database *d, const kf_logic *f, const kf_binding *b, bool *defined)
{
    const kf_predicate *p = &d->m->predicates.at[f->id];
    const kf_rel *rel = d->atoms[f->id];
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < p->arity; i++) {
        if (!kf_eval_constant(d, f->args[i], b, &row[i])) {
            *defined = false;
            return false;
        }
    }
    double number;
    if (!p->number) return kf_rel_has(rel, row) != f->negated;
    if (!kf_eval_number(d, f->args[p->arity], b, &number)) {
        *defined = false;
        return false;
    }
    return kf_rel_has_number(rel, row, number) != f->negated;
}

/* Instances of a quantifier over numbers, until one settles it. */
static bool eval_numbers(const kf_database *d, const kf_rule *r, const kf_logic *f, kf_binding *b)
{
    bool exist = f->kind == KF_LOGIC_EXIST;
    kf_numbers numbers;
    kf_numbers_begin(&numbers, d, f, b);
    while (kf_numbers_next(&numbers, &b->numbers[f->id])) {
        bool defined = true;
        bool holds = kf_eval_logic(d, r, f->kids[0], b, &defined);
        if (defined && holds == exist) return exist;
    }
    return !exist;
}

/* Instances of a quantifier, until one settles it. A query may have given the variable a value, for
 * the atoms that it starts from: that stays. */
static bool eval_quantifier(const kf_database *d, const kf_rule *r, const kf_logic *f,
                            kf_binding *b)
{
    bool exist = f->kind == KF_LOGIC_EXIST;
    if (r->variables[f->id].type == KF_TYPE_NUMBER) return eval_numbers(d, r, f, b);
    bool settled = false;
    uint32_t before = b->ids[f->id];
    kf_values values;
    kf_values_begin(&values, d, r, f, b, false);
    while (!settled && kf_values_next(&values, &b->ids[f->id])) {
        bool defined = true;
        bool holds = kf_eval_logic(d, r, f->kids[0], b, &defined);
        settled = defined && holds == exist;
    }
    b->ids[f->id] = before;
    return settled == exist;
}

static bool has_value(const kf_database *d, const kf_expr *e, const kf_binding *b)
{
    value v;
    if (e->kind != KF_EXPR_CALL && e->kind != KF_EXPR_OP) return true;
    evaluate(d, e, b, &v);
    return is_defined(&v);
}

bool kf_eval_logic(const kf_database *d, const kf_rule *r, const kf_logic *f, kf_binding *b,
                   bool *defined)
{
    bool and = f->kind == KF_LOGIC_AND, holds;
    if ((f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS)
        && !(has_value(d, f->args[0], b) && has_value(d, f->args[1], b))) {
        *defined = false;
        return false;
    }
    switch (f->kind) {
    case KF_LOGIC_TRUE: return true;
    case KF_LOGIC_FALSE: return false;
    case KF_LOGIC_ATOM: return eval_atom(d, f, b, defined);
    case KF_LOGIC_COMPARE: return kf_eval_compare(d, (kf_op)f->op, f->args[0], f->args[1], b);
    case KF_LOGIC_CONTAINS: return kf_eval_contains(d, f->args[0], f->args[1], b) != f->negated;
    case KF_LOGIC_AND:
    case KF_LOGIC_OR:
        holds = and;
        for (uint32_t i = 0; i < f->n; i++) { /* every kid: one may be undefined */
            bool kid = kf_eval_logic(d, r, f->kids[i], b, defined);
            holds = and? holds && kid : holds || kid;
        }
        return holds;
    default: return eval_quantifier(d, r, f, b);
    }
}
