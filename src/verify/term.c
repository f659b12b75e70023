/* term.c -- the value of a term: a constant, a number or a text, or none.
 *
 * Arithmetic works on constants that read as numbers. In the place of a constant the result must
 * be one of that type's in this world, by its text: whole numbers without decimals, or with `.0`
 * where an operand is written so, others with seventeen digits. In a comparison the value itself is
 * enough. Division by zero, arithmetic on what is not a number, and a function without a mapping
 * for its arguments have no value. Nothing is allocated: texts are put together in the
 * grounding's scratch. */
#include "verify/verifier.h"

#include "base/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_ROOM = 352 }; /* %.0f of the largest double and %.17g of any */

typedef enum value_kind { NO_VALUE, CONSTANT, NUMBER, TEXT } value_kind;

typedef struct value {
    value_kind kind;
    uint32_t type, id; /* CONSTANT */
    double number;     /* NUMBER */
    bool decimal;      /* NUMBER: computed of whole numbers one of which is written as 3.0 */
    kf_str text;       /* TEXT */
} value;

static const value no_value = { .kind = NO_VALUE };

static value of_constant(uint32_t type, uint32_t id)
{
    return (value){ .kind = CONSTANT, .type = type, .id = id };
}

static value of_number(double number)
{
    if (!isfinite(number)) return no_value;
    return (value){ .kind = NUMBER, .number = number + 0.0 }; /* -0 is 0 */
}

static value of_text(kf_str text)
{
    return (value){ .kind = TEXT, .text = text };
}

/* ---- Room ----------------------------------------------------------------------------------- */

static bool is_arithmetic(const kf_expr *e)
{
    return e->kind == KF_EXPR_OP && e->op != KF_OP_CONCAT && e->op != KF_OP_SUBSTR;
}

/* The longest text that the term may be. */
static size_t longest_text(const kf_grounding *g, const kf_expr *e)
{
    size_t n = 0;
    if (e->kind == KF_EXPR_NUMBER || e->type == KF_TYPE_NUMBER || is_arithmetic(e))
        return NUMBER_ROOM;
    if (e->kind == KF_EXPR_CONSTANT) return kf_constant_text(g->model, e->type, e->id).n;
    if (e->kind != KF_EXPR_OP) return g->domains->types[e->type].longest;
    for (uint32_t i = 0; i < (e->op == KF_OP_CONCAT ? e->n : 1); i++)
        n += longest_text(g, e->args[i]);
    return n;
}

static size_t room_of_expr(const kf_grounding *g, const kf_expr *e, bool *partial)
{
    size_t n = NUMBER_ROOM + longest_text(g, e);
    *partial |= e->kind == KF_EXPR_CALL || e->kind == KF_EXPR_OP;
    if (e->kind == KF_EXPR_CALL) n += kf_model_name(g->model, g->model->functions.at[e->id].name).n;
    for (uint32_t i = 0; i < e->n; i++)
        n += room_of_expr(g, e->args[i], partial) + longest_text(g, e->args[i]) + 2;
    return n;
}

size_t kf_term_room(const kf_grounding *g, const kf_logic *f, bool *partial)
{
    size_t n = 0;
    bool leaf = kf_logic_has_terms(f);
    for (uint32_t i = 0; leaf && i < f->n; i++) n += room_of_expr(g, f->args[i], partial);
    for (uint32_t i = 0; !leaf && i < f->n; i++) n += kf_term_room(g, f->kids[i], partial);
    return n;
}

static char *take_room(kf_grounding *g, size_t n)
{
    assert(n <= g->scratch_size - g->scratch_used);
    char *room = g->scratch + g->scratch_used;
    g->scratch_used += n;
    return room;
}

void kf_term_begin(kf_grounding *g)
{
    g->scratch_used = 0;
}

/* ---- Reading values ------------------------------------------------------------------------- */

static bool read_number(const kf_grounding *g, const value *v, double *number)
{
    if (v->kind == NUMBER) return *number = v->number, true;
    if (v->kind == NO_VALUE) return false;
    kf_str text = v->kind == TEXT ? v->text : kf_constant_text(g->model, v->type, v->id);
    return kf_number_read(text, number) && isfinite(*number);
}

static kf_str read_text(kf_grounding *g, const value *v)
{
    if (v->kind == TEXT) return v->text;
    if (v->kind == CONSTANT) return kf_constant_text(g->model, v->type, v->id);
    assert(v->kind == NUMBER);
    char *room = take_room(g, NUMBER_ROOM);
    bool whole = v->number == floor(v->number);
    int n = !whole ? snprintf(room, NUMBER_ROOM, "%.17g", v->number)
                   : snprintf(room, NUMBER_ROOM, "%.*f", v->decimal ? 1 : 0, v->number);
    assert(n > 0 && n < NUMBER_ROOM);
    for (int i = 0; i < n; i++)
        if (room[i] == ',') room[i] = '.'; /* whatever the locale is */
    return (kf_str){ room, (size_t)n };
}

/* The constant of that type and text in this world. */
static bool find_constant(const kf_grounding *g, uint32_t type, kf_str text, uint32_t *id)
{
    *id = kf_symbols_find(g->model->types.at[type].constants, text);
    return *id != KF_NO_SYMBOL && kf_domain_position(g->domains, type, *id) != KF_NONE;
}

static bool to_constant(kf_grounding *g, const value *v, uint32_t type, uint32_t *id)
{
    if (v->kind == NO_VALUE) return false;
    if (v->kind == CONSTANT && v->type == type) return *id = v->id, true;
    return find_constant(g, type, read_text(g, v), id);
}

/* ---- Evaluating ----------------------------------------------------------------------------- */

static value evaluate(kf_grounding *g, const kf_expr *e);

static char *put(char *to, kf_str text)
{
    if (text.n > 0) memcpy(to, text.at, text.n);
    return to + text.n;
}

/* f(A,B) where f has no mappings: the constant of that name. */
static value name_application(kf_grounding *g, const kf_function *f, const uint32_t *args)
{
    kf_str name = kf_model_name(g->model, f->name);
    size_t n = name.n + 2 + f->arity;
    for (uint32_t i = 0; i < f->arity; i++) {
        uint32_t type = f->slots[i].type;
        if (kf_domain_position(g->domains, type, args[i]) >= g->domains->types[type].n_base)
            return no_value;
        n += kf_constant_text(g->model, type, args[i]).n;
    }
    char *text = take_room(g, n), *to = put(text, name);
    *to++ = '(';
    for (uint32_t i = 0; i < f->arity; i++) {
        if (i > 0) *to++ = ',';
        to = put(to, kf_constant_text(g->model, f->slots[i].type, args[i]));
    }
    *to++ = ')';
    uint32_t id;
    kf_str whole = { text, (size_t)(to - text) };
    assert(whole.n <= n);
    return find_constant(g, f->result, whole, &id) ? of_constant(f->result, id) : no_value;
}

static value apply(kf_grounding *g, const kf_expr *e)
{
    const kf_function *f = &g->model->functions.at[e->id];
    uint32_t args[KF_MOST_ARITY], at;
    assert(e->n == f->arity);
    for (uint32_t i = 0; i < f->arity; i++)
        if (!kf_term_constant(g, e->args[i], f->slots[i].type, &args[i])) return no_value;
    if (kf_domains_is_open(g->domains, e->id)) return name_application(g, f, args);
    const kf_facts *mapping = kf_evidence_function(g->evidence, e->id);
    if (!kf_facts_find(mapping, args, 0.0, &at)) return no_value;
    assert(at < mapping->n);
    return of_constant(f->result, mapping->columns[f->arity][at]);
}

static value join(kf_grounding *g, const kf_expr *e)
{
    value a = evaluate(g, e->args[0]), b = evaluate(g, e->args[1]);
    if (a.kind == NO_VALUE || b.kind == NO_VALUE) return no_value;
    kf_str left = read_text(g, &a), right = read_text(g, &b);
    char *text = take_room(g, left.n + right.n);
    put(put(text, left), right);
    return of_text((kf_str){ text, left.n + right.n });
}

/* substr(text, start, length): start counts from 0; what goes beyond the end is cut off. */
static value cut(kf_grounding *g, const kf_expr *e)
{
    value whole = evaluate(g, e->args[0]);
    double start, length;
    if (whole.kind == NO_VALUE || !kf_term_number(g, e->args[1], &start)
        || !kf_term_number(g, e->args[2], &length))
        return no_value;
    if (start < 0 || length < 0 || start != floor(start) || length != floor(length))
        return no_value;
    kf_str text = read_text(g, &whole);
    size_t from = start < (double)text.n ? (size_t)start : text.n;
    size_t n = length < (double)(text.n - from) ? (size_t)length : text.n - from;
    return of_text((kf_str){ text.at + from, n });
}

/* The first bound that the amount of the last argument does not exceed, counted from 0. */
static value find_bin(kf_grounding *g, const kf_expr *e)
{
    assert(e->n > 1);
    uint32_t last = e->n - 1, i = 0;
    double amount, bound;
    if (!kf_term_number(g, e->args[last], &amount)) return no_value;
    bool negative = amount < 0;
    if (negative) amount = -amount;
    while (i < last) {
        if (!kf_term_number(g, e->args[i], &bound)) return no_value;
        if (bound >= amount) break;
        i++;
    }
    return of_number(negative && i > 0 ? -(double)i : (double)i);
}

static value combine(const kf_expr *e, double a, double b)
{
    switch ((kf_op)e->op) {
    case KF_OP_ADD:
    case KF_OP_SUCC: return of_number(a + b);
    case KF_OP_SUB: return of_number(a - b);
    case KF_OP_MUL: return of_number(a * b);
    case KF_OP_DIV: return of_number(a / b);
    case KF_OP_MOD: return of_number(fmod(a, b));
    case KF_OP_MIN: return of_number(fmin(a, b));
    case KF_OP_MAX: return of_number(fmax(a, b));
    case KF_OP_SQRT: return of_number(sqrt(a));
    default: assert(false); return no_value; /* no other is arithmetic */
    }
}

/* Is it a whole number that is written with a point? */
static bool is_decimal(const kf_grounding *g, const value *v, double number)
{
    if (v->kind == NUMBER) return v->decimal;
    kf_str text = v->kind == TEXT ? v->text : kf_constant_text(g->model, v->type, v->id);
    return number == floor(number) && memchr(text.at, '.', text.n);
}

static value calculate(kf_grounding *g, const kf_expr *e)
{
    double a = 0, b = 1; /* succ(a) is a + 1 */
    value left = evaluate(g, e->args[0]), right = of_number(b);
    if (e->n > 1) right = evaluate(g, e->args[1]);
    if (!read_number(g, &left, &a) || !read_number(g, &right, &b)) return no_value;
    value result = combine(e, a, b);
    result.decimal = is_decimal(g, &left, a) || is_decimal(g, &right, b);
    return result;
}

static value evaluate(kf_grounding *g, const kf_expr *e)
{
    switch ((kf_expr_kind)e->kind) {
    case KF_EXPR_VARIABLE:
        assert(e->id < g->rule->n_variables);
        if (e->type == KF_TYPE_NUMBER) return of_number(g->numbers[e->id]);
        return of_constant(e->type, g->constants[e->id]);
    case KF_EXPR_CONSTANT:
        if (e->type == KF_NONE) return of_text(kf_constant_text(g->model, e->type, e->id));
        return of_constant(e->type, e->id);
    case KF_EXPR_NUMBER: return of_number(e->number);
    case KF_EXPR_CALL: return apply(g, e);
    case KF_EXPR_OP: break;
    }
    if (e->op == KF_OP_CONCAT) return join(g, e);
    if (e->op == KF_OP_BINS) return find_bin(g, e);
    return e->op == KF_OP_SUBSTR ? cut(g, e) : calculate(g, e);
}

bool kf_term_constant(kf_grounding *g, const kf_expr *e, uint32_t type, uint32_t *id)
{
    if (e->kind == KF_EXPR_VARIABLE && e->type == type) return *id = g->constants[e->id], true;
    value v = evaluate(g, e);
    return to_constant(g, &v, type, id);
}

bool kf_term_number(kf_grounding *g, const kf_expr *e, double *number)
{
    value v = evaluate(g, e);
    return read_number(g, &v, number);
}

/* ---- Comparing ------------------------------------------------------------------------------ */

/* A total order: numbers by value, then texts by bytes. */
static int order(kf_grounding *g, const value *a, const value *b)
{
    double x, y;
    bool left = read_number(g, a, &x), right = read_number(g, b, &y);
    if (left && right) return (x > y) - (x < y);
    if (left != right) return left ? -1 : 1;
    return kf_str_cmp(read_text(g, a), read_text(g, b));
}

static bool holds(kf_op op, int order)
{
    switch (op) {
    case KF_OP_EQ: return order == 0;
    case KF_OP_NE: return order != 0;
    case KF_OP_LT: return order < 0;
    case KF_OP_LE: return order <= 0;
    case KF_OP_GT: return order > 0;
    default: assert(op == KF_OP_GE); return order >= 0;
    }
}

static bool is_plain(const kf_expr *e)
{
    return (e->kind == KF_EXPR_VARIABLE || e->kind == KF_EXPR_CONSTANT || e->kind == KF_EXPR_CALL)
           && e->type != KF_NONE && e->type != KF_TYPE_NUMBER;
}

kf_verdict kf_term_compare(kf_grounding *g, const kf_logic *f)
{
    const kf_expr *l = f->args[0], *r = f->args[1];
    kf_term_begin(g);
    value a = evaluate(g, l), b = evaluate(g, r);
    if (a.kind == NO_VALUE || b.kind == NO_VALUE) return KF_IS_UNDEFINED;
    /* 1 and 1.0 are two constants, though they are one number. */
    bool identity = (f->op == KF_OP_EQ || f->op == KF_OP_NE) && is_plain(l) && is_plain(r)
                    && l->type == r->type;
    bool result =
        identity ? (a.id == b.id) == (f->op == KF_OP_EQ) : holds((kf_op)f->op, order(g, &a, &b));
    return result ? KF_IS_TRUE : KF_IS_FALSE;
}

kf_verdict kf_term_contains(kf_grounding *g, const kf_logic *f)
{
    kf_term_begin(g);
    value a = evaluate(g, f->args[0]), b = evaluate(g, f->args[1]);
    if (a.kind == NO_VALUE || b.kind == NO_VALUE) return KF_IS_UNDEFINED;
    kf_str part = read_text(g, &a), whole = read_text(g, &b);
    bool found = false;
    for (size_t i = 0; !found && i + part.n <= whole.n; i++)
        found = kf_str_eq((kf_str){ whole.at + i, part.n }, part);
    return found != f->negated ? KF_IS_TRUE : KF_IS_FALSE;
}
