/* eval.c -- terms, comparisons and quantified parts under a binding.
 *
 * Comparisons are total: numbers by value before all other texts, these by their bytes; so that
 * exactly one of x < y and x >= y holds. A term is undefined if a function does not map its
 * arguments, if arithmetic meets something that is no number or its result is none, or if the
 * result is not a constant of the place's type; then the instance of the nearest quantifier around
 * it does not exist, and a comparison with it does not hold. */
#include "query/database.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_ROOM = 352 }; /* %.0f of the largest double, %.17g of any */

/* The value of a term for comparing and computing: a number, a text, or neither. */
typedef struct value {
    bool is_number, is_text;
    bool pointed; /* a whole number that is written with a point, as 3.0 */
    double number;
    kf_str text; /* a constant's, or in the binding's room */
} value;

static void evaluate(const kf_database *, const kf_expr *, const kf_binding *, value *);

static void constant_value(const kf_database *d, uint32_t type, uint32_t id, value *v)
{
    v->is_text = true;
    v->text = kf_constant_text(d->m, type, id);
    v->number = d->domains[type].values[id];
    v->is_number = !isnan(v->number);
    v->pointed = v->is_number && kf_number_is_pointed(v->text, v->number);
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
    case KF_OP_MIN: return a < b ? a : b;
    case KF_OP_MAX: return a > b ? a : b;
    case KF_OP_SQRT: return sqrt(a);
    default: return a + 1; /* succ */
    }
}

/* A value as a text; `to` holds that of a number. */
static kf_str text_of(const value *v, char to[NUMBER_ROOM])
{
    if (v->is_text) return v->text;
    bool whole = v->number == floor(v->number);
    const char *format = !whole ? "%.17g" : v->pointed ? "%.1f" : "%.0f";
    int n = snprintf(to, NUMBER_ROOM, format, v->number);
    for (int i = 0; i < n; i++) {
        if (to[i] == ',') to[i] = '.'; /* whatever the locale is */
    }
    return (kf_str){ to, (size_t)n };
}

/* Room for a text that is put together. It is given back by whoever asked for a value that is none:
 * a constant, a number or a verdict. */
static char *take_room(const kf_binding *b, size_t n)
{
    kf_room *room = b->room;
    assert(room && n <= room->n - room->used);
    room->used += n;
    return room->at + room->used - n;
}

static size_t room_used(const kf_binding *b)
{
    return b->room ? b->room->used : 0;
}

static void give_back(const kf_binding *b, size_t used)
{
    if (b->room) b->room->used = used;
}

static kf_str copy_text(const kf_binding *b, kf_str left, kf_str right)
{
    char *to = take_room(b, left.n + right.n);
    if (left.n) memcpy(to, left.at, left.n);
    if (right.n) memcpy(to + left.n, right.at, right.n);
    return (kf_str){ to, left.n + right.n };
}

static void text_operation(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    value first, rest;
    char left[NUMBER_ROOM], right[NUMBER_ROOM];
    evaluate(d, e->args[0], b, &first);
    if (!first.is_text && !first.is_number) return;
    kf_str text = text_of(&first, left);
    if (e->op == KF_OP_CONCAT) {
        evaluate(d, e->args[1], b, &rest);
        if (!rest.is_text && !rest.is_number) return;
        v->text = copy_text(b, text, text_of(&rest, right));
    } else {
        double from, length;
        if (!kf_eval_number(d, e->args[1], b, &from) || !kf_eval_number(d, e->args[2], b, &length)
            || from < 0 || length < 0 || from != floor(from) || length != floor(length)) {
            return;
        }
        size_t at = from < (double)text.n ? (size_t)from : text.n; /* what is beyond is cut off */
        size_t n = length < (double)(text.n - at) ? (size_t)length : text.n - at;
        v->text = (kf_str){ text.at + at, n };
        if (!first.is_text) v->text = copy_text(b, v->text, (kf_str){ NULL, 0 });
    }
    v->is_text = true;
    double number;
    if (!kf_number_read(v->text, &number)) return;
    number_value(v, number);
    v->pointed = kf_number_is_pointed(v->text, number);
}

/* bins(b1, ..., bk, t): how many of the bounds |t| exceeds, up to the first that it does not; with
 * the sign of t. */
static void bins(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    double of, bound;
    uint32_t place = 0;
    if (!kf_eval_number(d, e->args[e->n - 1], b, &of)) return;
    for (; place + 1 < e->n; place++) {
        if (!kf_eval_number(d, e->args[place], b, &bound)) return;
        if (fabs(of) <= bound) break;
    }
    number_value(v, of < 0 ? -(double)place : (double)place);
}

static void operand(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    size_t used = room_used(b);
    evaluate(d, e, b, v);
    give_back(b, used);
}

static void operation(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    if (e->op == KF_OP_BINS) {
        bins(d, e, b, v);
        return;
    }
    if (e->op == KF_OP_CONCAT || e->op == KF_OP_SUBSTR) {
        text_operation(d, e, b, v);
        return;
    }
    value a, c = { .is_number = true, .number = 1 };
    operand(d, e->args[0], b, &a);
    if (e->n > 1 && a.is_number) operand(d, e->args[1], b, &c);
    if (!a.is_number || !c.is_number) return;
    number_value(v, arithmetic((kf_op)e->op, a.number, c.number));
    v->pointed = a.pointed || c.pointed;
}

static void evaluate(const kf_database *d, const kf_expr *e, const kf_binding *b, value *v)
{
    uint32_t id;
    *v = (value){ 0 };
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
            if (!kf_number_read(v->text, &number)) break;
            number_value(v, number);
            v->pointed = kf_number_is_pointed(v->text, number);
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
    size_t used = room_used(b);
    evaluate(d, e, b, &v);
    give_back(b, used);
    *number = v.number;
    return v.is_number;
}

static bool call(const kf_database *d, const kf_expr *e, const kf_binding *b, uint32_t *id)
{
    kf_relation *rel = d->functions[e->id];
    uint32_t row[KF_MOST_ARITY + 1], count;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!kf_eval_constant(d, e->args[i], b, &row[i])) return false;
    }
    if (rel->provider) return kf_provider_call(rel->provider, rel->table, row, id);
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

/* What a term computes, as text, some of it in `number`; false: it is undefined. Read it before
 * anything else is evaluated. */
static bool evaluate_text(const kf_database *d, const kf_expr *e, const kf_binding *b, char *number,
                          kf_str *text)
{
    value v;
    size_t used = room_used(b);
    evaluate(d, e, b, &v);
    give_back(b, used);
    if (!v.is_number && !v.is_text) return false;
    *text = text_of(&v, number);
    return true;
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
    char number[NUMBER_ROOM];
    kf_str text;
    if (!evaluate_text(d, e, b, number, &text)) return false;
    *id = kf_symbols_find(d->m->types.at[e->type].constants, text);
    return *id != KF_NO_SYMBOL && kf_evidence_has(d->w, e->type, *id);
}

bool kf_eval_text(const kf_database *d, const kf_expr *e, const kf_binding *b, kf_text *to)
{
    char number[NUMBER_ROOM];
    kf_str text;
    if (!evaluate_text(d, e, b, number, &text)) return false;
    kf_text_add(to, text);
    return true;
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
    size_t used = room_used(b);
    evaluate(d, l, b, &x);
    evaluate(d, r, b, &y);
    give_back(b, used);
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
    char pb[NUMBER_ROOM], wb[NUMBER_ROOM];
    size_t used = room_used(b);
    evaluate(d, part, b, &p);
    evaluate(d, whole, b, &w);
    give_back(b, used);
    if (!is_defined(&p) || !is_defined(&w)) return false;
    kf_str pt = text_of(&p, pb), wt = text_of(&w, wb);
    if (pt.n == 0) return true;
    return pt.at && wt.at && pt.n <= wt.n && memmem(wt.at, wt.n, pt.at, pt.n) != NULL;
}

/* ---- Room ---- */

static size_t longest_constant(const kf_database *d, uint32_t type)
{
    const kf_symbols *all = d->m->types.at[type].constants;
    size_t n = 0;
    for (uint32_t i = 0; i < kf_symbols_count(all); i++) {
        size_t length = kf_symbols_text(all, i).n;
        if (length > n) n = length;
    }
    return n;
}

/* The longest text that a term may be. */
static size_t longest_text(const kf_database *d, const kf_expr *e)
{
    bool text = e->kind == KF_EXPR_OP && (e->op == KF_OP_CONCAT || e->op == KF_OP_SUBSTR);
    size_t n = NUMBER_ROOM;
    if (text) {
        n = longest_text(d, e->args[0]);
        if (e->op == KF_OP_CONCAT) n += longest_text(d, e->args[1]);
    } else if (e->kind == KF_EXPR_CONSTANT) {
        n += kf_constant_text(d->m, e->type, e->id).n;
    } else if (e->kind != KF_EXPR_OP && e->kind != KF_EXPR_NUMBER && e->type != KF_TYPE_NUMBER) {
        n += longest_constant(d, e->type);
    }
    return n;
}

size_t kf_eval_room(const kf_database *d, const kf_expr *e)
{
    bool text = e->kind == KF_EXPR_OP && (e->op == KF_OP_CONCAT || e->op == KF_OP_SUBSTR);
    size_t n = text ? longest_text(d, e) : 0;
    for (uint32_t i = 0; i < e->n; i++) n += kf_eval_room(d, e->args[i]);
    return n;
}

kerf_status kf_binding_new(kf_binding *b, kf_arena *arena, const kf_database *d,
                           uint32_t n_variables)
{
    b->ids = kf_arena_alloc(arena, n_variables, sizeof *b->ids);
    b->numbers = kf_arena_alloc(arena, n_variables, sizeof *b->numbers);
    b->room = NULL;
    b->patience = NULL;
    if (!b->ids || !b->numbers) return KERF_NO_MEMORY;
    if (d->text_room == 0) return KERF_OK;
    b->room = kf_arena_alloc(arena, 1, sizeof *b->room);
    if (!b->room) return KERF_NO_MEMORY;
    b->room->at = kf_arena_alloc(arena, d->text_room, 1);
    b->room->n = d->text_room;
    return b->room->at ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Trees ---- */

static bool eval_atom(const kf_database *d, const kf_logic *f, const kf_binding *b, bool *defined)
{
    assert(f->id < d->n_predicates);
    const kf_predicate *p = &d->m->predicates.at[f->id];
    const kf_relation *rel = d->atoms[f->id];
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < p->arity; i++) {
        if (!kf_eval_constant(d, f->args[i], b, &row[i])) {
            *defined = false;
            return false;
        }
    }
    double number;
    if (!p->number) return kf_relation_has(rel, row) != f->negated;
    if (!kf_eval_number(d, f->args[p->arity], b, &number)) {
        *defined = false;
        return false;
    }
    return kf_relation_has_number(rel, row, number) != f->negated;
}

static bool has_patience(const kf_binding *b)
{
    return !b->patience || kf_patience_spend(b->patience, 1);
}

/* Instances of a quantifier over numbers, until one settles it. */
static bool eval_numbers(const kf_database *d, const kf_rule *r, const kf_logic *f, kf_binding *b)
{
    bool exist = f->kind == KF_LOGIC_EXIST;
    kf_numbers numbers;
    kf_numbers_begin(&numbers, d, f, b);
    while (has_patience(b) && kf_numbers_next(&numbers, &b->numbers[f->id])) {
        bool defined = true;
        bool holds = kf_eval_logic(d, r, f->kids[0], b, &defined);
        if (!defined || holds != exist) continue;
        kf_numbers_end(&numbers);
        return exist;
    }
    kf_numbers_end(&numbers);
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
    while (!settled && has_patience(b) && kf_values_next(&values, &b->ids[f->id])) {
        bool defined = true;
        bool holds = kf_eval_logic(d, r, f->kids[0], b, &defined);
        settled = defined && holds == exist;
    }
    kf_values_end(&values);
    b->ids[f->id] = before;
    return settled == exist;
}

static bool has_value(const kf_database *d, const kf_expr *e, const kf_binding *b)
{
    value v;
    if (e->kind != KF_EXPR_CALL && e->kind != KF_EXPR_OP) return true;
    size_t used = room_used(b);
    evaluate(d, e, b, &v);
    give_back(b, used);
    return is_defined(&v);
}

bool kf_eval_logic(const kf_database *d, const kf_rule *r, const kf_logic *f, kf_binding *b,
                   bool *defined)
{
    bool all = f->kind == KF_LOGIC_AND, holds;
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
        holds = all;
        for (uint32_t i = 0; i < f->n; i++) { /* every kid: one may be undefined */
            bool kid = kf_eval_logic(d, r, f->kids[i], b, defined);
            holds = all ? holds && kid : holds || kid;
        }
        return holds;
    default: return eval_quantifier(d, r, f, b);
    }
}
