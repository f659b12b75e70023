/* parse_weight.c -- weights written as constant expressions, as pracmln has them:
 *
 *     log(0.9/0.1) f      logx(0) f      -float('inf') f      2 * (1 + 3) f      $w f
 *
 * They are evaluated over tokens, with look-ahead only. The longest run of tokens that is constant
 * is the weight if a formula follows it. So `2 * x = y` and `1 < x` stay comparisons, and `2 *P(x)`
 * is a weight before an atom with both signs. An infinite weight makes a formula hard, minus
 * infinity its negation. What domSize(type) is, the number of constants of a type, only a world
 * says: with it, the steps of the expression are kept. */
#include "lang/parser.h"

#include "base/check.h"

#include <math.h>

enum { MOST_DEPTH = 100 };

typedef struct sum {
    const kf_parser *parser;
    kf_lexer lexer; /* behind `token` */
    kf_token token;
    kf_token last; /* consumed last */
    unsigned depth, parens;
    bool infinite;         /* float('inf') is part of it */
    bool sized;            /* so is domSize(type): no value counts */
    kf_weight_step *steps; /* what was read, KF_MOST_WEIGHT_STEPS at most; NULL: not asked */
    uint32_t n_steps;
    const char *problem, *hint; /* the first thing that is wrong with a value; its place: */
    kf_token wrong;
} sum;

static bool expression(sum *, double *);

static void step(sum *s)
{
    s->last = s->token;
    s->token = kf_lexer_next(&s->lexer);
    assert(s->token.offset >= s->last.offset + s->last.length);
}

static kf_str text_of(const sum *s, kf_token t)
{
    return kf_parser_text(s->parser, t);
}

static void blame(sum *s, kf_token from, const char *problem, const char *hint)
{
    if (s->problem) return;
    s->problem = problem;
    s->hint = hint;
    s->wrong = from;
    assert(s->last.offset + s->last.length >= from.offset);
    s->wrong.length = s->last.offset + s->last.length - from.offset;
}

/* As for what is wrong with a value; one that a world settles is looked at there. */
static void blame_value(sum *s, kf_token from, const char *problem, const char *hint)
{
    if (!s->sized) blame(s, from, problem, hint);
}

static void push(sum *s, kf_weight_step step)
{
    if (!s->steps) return;
    if (s->n_steps < KF_MOST_WEIGHT_STEPS) s->steps[s->n_steps++] = step;
    else blame(s, s->last, "this weight is too long", NULL);
}

static void push_number(sum *s, double number)
{
    push(s, (kf_weight_step){ .op = KF_WEIGHT_OP_NUMBER, .number = number });
}

static void push_op(sum *s, kf_weight_op op)
{
    push(s, (kf_weight_step){ .op = (uint8_t)op });
}

/* Of the steps from `from` on: of a number at once. */
static void push_minus(sum *s, uint32_t from)
{
    bool number = s->n_steps == from + 1 && s->steps[from].op == KF_WEIGHT_OP_NUMBER;
    if (number) s->steps[from].number = -s->steps[from].number;
    else push_op(s, KF_WEIGHT_OP_NEGATE);
}

/* ---- Functions ---- */

/* 'inf', "-inf", '1.5' behind float( ; the quotes are not tokens of models. */
static bool quoted(sum *s, double *value)
{
    const char *text = s->lexer.text;
    uint32_t from = s->token.offset, n = s->lexer.n, end = from + 1;
    char quote = from < n ? text[from] : '\0';
    if (quote != '\'' && quote != '"') return false;
    while (end < n && text[end] != quote && text[end] != '\n' && text[end] != '\r') end++;
    if (end >= n || text[end] != quote) return false;
    kf_str word = { text + from + 1, end - from - 1 };
    bool minus = word.n > 0 && word.at[0] == '-';
    if (word.n > 0 && (minus || word.at[0] == '+')) word = (kf_str){ word.at + 1, word.n - 1 };
    if (kf_str_eq_nocase(word, KF_STR("inf")) || kf_str_eq_nocase(word, KF_STR("infinity"))) {
        *value = INFINITY;
        s->infinite = true;
    } else if (!kf_number_read(word, value)) {
        return false;
    }
    if (minus) *value = -*value;
    s->lexer.at = end + 1;
    s->token.length = end + 1 - from;
    step(s);
    return true;
}

static double apply(sum *s, kf_token name, double x)
{
    kf_str f = text_of(s, name);
    bool logx = kf_str_eq(f, KF_STR("logx"));
    if (kf_str_eq(f, KF_STR("float"))) return x;
    if (kf_str_eq(f, KF_STR("exp"))) {
        push_op(s, KF_WEIGHT_OP_EXP);
        return exp(x);
    }
    if (kf_str_eq(f, KF_STR("sqrt"))) {
        push_op(s, KF_WEIGHT_OP_SQRT);
        if (!(x >= 0)) blame_value(s, name, "there is no square root of a number below 0", NULL);
        return sqrt(fabs(x));
    }
    push_op(s, logx ? KF_WEIGHT_OP_LOGX : KF_WEIGHT_OP_LOG);
    if (logx && x == 0) return -100; /* as pracmln has it */
    if (!(x > 0)) {
        blame_value(
            s, name, "there is no logarithm of 0 or less",
            "log(p / (1 - p)) needs a p between 0 and 1; pracmln's logx(0) is -100, and a formula "
            "that must never hold is written !( ... ).");
        return 0;
    }
    return log(x);
}

static bool is_function(kf_str name)
{
    static const char *const known[] = { "log", "logx", "exp", "sqrt", "float" };
    for (size_t i = 0; i < KF_LENGTH(known); i++) {
        if (kf_str_eq(name, kf_str_of(known[i]))) return true;
    }
    return false;
}

/* domSize(type), the number of constants of a type: known only with the evidence. */
static bool domain_size(sum *s, kf_token name, double *value)
{
    if (s->token.kind != KF_TOKEN_NAME) return false;
    kf_token type = s->token;
    kf_weight_step size = { .op = KF_WEIGHT_OP_SIZE, .pos = kf_parser_pos(s->parser, type) };
    step(s);
    if (s->token.kind != KF_TOKEN_RPAREN) return false;
    step(s);
    *value = 1;
    s->sized = true;
    if (!s->steps) blame(s, name, "domSize(...) can stand in the weight of a formula only", NULL);
    push(s, size);
    return true;
}

static bool call(sum *s, double *value)
{
    kf_token name = s->token;
    bool size = kf_str_eq(text_of(s, name), KF_STR("domSize"));
    if (!size && !is_function(text_of(s, name))) return false;
    step(s);
    if (s->token.kind != KF_TOKEN_LPAREN || s->token.newline) return false;
    step(s);
    if (size) return domain_size(s, name, value);
    bool good = kf_str_eq(text_of(s, name), KF_STR("float")) && quoted(s, value);
    if (good) push_number(s, *value);
    s->parens++;
    good = good || expression(s, value);
    s->parens--;
    if (!good || s->token.kind != KF_TOKEN_RPAREN) return false;
    step(s);
    *value = apply(s, name, *value);
    return true;
}

/* ---- Operators ---- */

static bool variable(sum *s, double *value)
{
    const kf_parser *p = s->parser;
    kf_token t = s->token;
    step(s);
    for (size_t i = 0; i < p->constants.n; i++) {
        if (!kf_str_eq(p->constants.at[i].name, text_of(s, t))) continue;
        *value = p->constants.at[i].value;
        s->infinite |= isinf(*value) != 0;
        push_number(s, *value);
        return true;
    }
    *value = 0;
    blame(s, t, "this variable has no value yet", "give it one before: $w = 1.5");
    return true;
}

static bool operand(sum *s, double *value)
{
    if (s->last.length > 0 && s->token.newline && s->parens == 0) return false;
    switch (s->token.kind) {
    case KF_TOKEN_NUMBER:
        *value = s->token.number;
        push_number(s, *value);
        step(s);
        return true;
    case KF_TOKEN_DOLLAR: return variable(s, value);
    case KF_TOKEN_NAME: return call(s, value);
    case KF_TOKEN_LPAREN:
        step(s);
        s->parens++;
        if (!expression(s, value)) return false;
        s->parens--;
        if (s->token.kind != KF_TOKEN_RPAREN) return false;
        step(s);
        return true;
    default: return false;
    }
}

static bool signed_operand(sum *s, double *value)
{
    bool minus = s->token.kind == KF_TOKEN_MINUS;
    if (s->depth > MOST_DEPTH) return false;
    if (minus || s->token.kind == KF_TOKEN_PLUS) step(s);
    uint32_t from = s->n_steps;
    s->depth++;
    bool good = operand(s, value);
    s->depth--;
    if (good && minus) push_minus(s, from);
    if (good && minus && *value != 0) *value = -*value;
    return good;
}

/* One operator and its right side; an operator that no constant follows is left alone. */
static bool operation(sum *s, bool product, double *left)
{
    kf_token op = s->token;
    double right = 0;
    bool wanted = product ? op.kind == KF_TOKEN_STAR || op.kind == KF_TOKEN_SLASH
                          : op.kind == KF_TOKEN_PLUS || op.kind == KF_TOKEN_MINUS;
    if (!wanted || (op.newline && s->parens == 0)) return false;
    sum before = *s;
    step(s);
    bool good = signed_operand(s, &right);
    while (good && !product && operation(s, true, &right)) continue;
    if (!good) {
        *s = before;
        return false;
    }
    if (op.kind == KF_TOKEN_SLASH && right == 0) {
        blame_value(s, op, "a division by 0", NULL);
        right = 1;
    }
    push_op(s, op.kind == KF_TOKEN_STAR    ? KF_WEIGHT_OP_MUL
               : op.kind == KF_TOKEN_SLASH ? KF_WEIGHT_OP_DIV
               : op.kind == KF_TOKEN_PLUS  ? KF_WEIGHT_OP_ADD
                                           : KF_WEIGHT_OP_SUB);
    *left = op.kind == KF_TOKEN_STAR    ? *left * right
            : op.kind == KF_TOKEN_SLASH ? *left / right
            : op.kind == KF_TOKEN_PLUS  ? *left + right
                                        : *left - right;
    return true;
}

static bool expression(sum *s, double *value)
{
    if (!signed_operand(s, value)) return false;
    while (operation(s, true, value) || operation(s, false, value)) continue;
    return true;
}

/* ---- Is it a weight? ---- */

/* Does a token say that what stands before it is a term? */
static bool follows_term(kf_token t)
{
    switch (t.kind) {
    case KF_TOKEN_COMPARE:
    case KF_TOKEN_PLUS:
    case KF_TOKEN_STAR:
    case KF_TOKEN_SLASH:
    case KF_TOKEN_PERCENT: return true;
    default: return false;
    }
}

/* 1 < x begins a comparison. 2 *P(x) has a weight and an atom with both signs, 2 * x < 8
 * has not. */
static bool number_is_weight(const sum *s)
{
    kf_lexer ahead = s->lexer;
    if (s->token.kind != KF_TOKEN_STAR) return !follows_term(s->token);
    if (kf_lexer_next(&ahead).kind != KF_TOKEN_NAME) return false;
    kf_token t = kf_lexer_next(&ahead);
    return t.newline || (!follows_term(t) && t.kind != KF_TOKEN_MINUS);
}

/* Behind `log(2)` or `(1 + 2)`, which may also be an atom or a term, a formula must begin. */
static bool formula_begins(const sum *s)
{
    kf_token t = s->token;
    if (t.kind == KF_TOKEN_END || t.newline || kf_parser_joins(s->parser, t)) return false;
    switch (t.kind) {
    case KF_TOKEN_NAME:
    case KF_TOKEN_NOT:
    case KF_TOKEN_LPAREN:
    case KF_TOKEN_LBRACKET:
    case KF_TOKEN_BAR:
    case KF_TOKEN_STRING:
    case KF_TOKEN_NUMBER:
    case KF_TOKEN_QUESTION: return true;
    case KF_TOKEN_STAR: return number_is_weight(s);
    default: return false;
    }
}

static bool look(const kf_parser *p, sum *s, double *value)
{
    *s = (sum){ .parser = p, .lexer = p->lexer, .token = p->token };
    if (p->token.kind == KF_TOKEN_END || !expression(s, value)) return false;
    kf_token first = p->token;
    kf_lexer ahead = p->lexer;
    if (first.kind == KF_TOKEN_MINUS || first.kind == KF_TOKEN_PLUS) first = kf_lexer_next(&ahead);
    bool number = first.kind == KF_TOKEN_NUMBER && s->last.offset == first.offset;
    return number ? number_is_weight(s) : formula_begins(s);
}

bool kf_parser_at_weight(const kf_parser *p)
{
    sum s;
    double value = 0;
    return look(p, &s, &value);
}

/* Says what is wrong with the value, if anything is. */
static bool check(kf_parser *p, const sum *s, kf_token first, double value)
{
    if (s->problem) return kf_parser_error(p, s->wrong, s->hint, "%s", s->problem);
    first.length = s->last.offset + s->last.length - first.offset;
    if (s->sized && s->infinite)
        return kf_parser_error(p, first, NULL,
                               "domSize(...) cannot stand beside an infinite number");
    if (s->sized) return true;
    if (isnan(value)) return kf_parser_error(p, first, NULL, "this weight is not a number");
    if (isinf(value) && !s->infinite)
        return kf_parser_error(p, first, NULL, "this weight is out of range");
    return true;
}

static bool take(kf_parser *p, sum *s, double *value)
{
    kf_token first = p->token;
    if (!expression(s, value)) {
        if (first.kind == KF_TOKEN_MINUS || first.kind == KF_TOKEN_PLUS) kf_parser_advance(p);
        return kf_parser_unexpected(p, "a weight");
    }
    if (!check(p, s, first, *value)) return false;
    p->lexer = s->lexer;
    p->token = s->token;
    p->end = s->last.offset + s->last.length;
    return true;
}

bool kf_parser_constant(kf_parser *p, double *value)
{
    sum s = { .parser = p, .lexer = p->lexer, .token = p->token };
    return take(p, &s, value);
}

bool kf_parser_weight(kf_parser *p, kf_statement *to, double *value)
{
    kf_weight_step steps[KF_MOST_WEIGHT_STEPS];
    sum s = { .parser = p, .lexer = p->lexer, .token = p->token, .steps = steps };
    if (!take(p, &s, value)) return false;
    if (!s.sized) return true;
    to->steps = kf_parser_new(p, s.n_steps, sizeof *steps);
    if (!to->steps) return false;
    to->n_steps = s.n_steps;
    *value = 1; /* until a world says */
    for (uint32_t i = 0; i < s.n_steps; i++) {
        kf_token type = { .offset = steps[i].pos.offset, .length = steps[i].pos.length };
        to->steps[i] = steps[i];
        if (steps[i].op == KF_WEIGHT_OP_SIZE
            && !kf_parser_name(p, kf_parser_text(p, type), &to->steps[i].type))
            return false;
    }
    return true;
}
