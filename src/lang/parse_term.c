/* parse_term.c -- terms: names, numbers, strings, functions, arithmetic; and the limits of nesting
 * and the spans that all files of the parser share. An operator of terms goes on over a line's end
 * only inside parentheses. */
#include "lang/parser.h"

#include "base/check.h"

bool kf_parser_enter(kf_parser *p)
{
    if (++p->parts > KF_MOST_PARTS) {
        p->lexer.at = p->lexer.n; /* no model: the rest of the text is not looked at */
        return kf_parser_error(p, p->token, "split the formula",
                               "this formula has more than %d parts", KF_MOST_PARTS);
    }
    if (++p->depth <= KF_MOST_DEPTH) return true;
    return kf_parser_error(p, p->token, "split the formula", "nested more than %d levels deep",
                           KF_MOST_DEPTH);
}

/* Something else stands where a parenthesis should close. On a new line, it is the parenthesis that
 * is at fault. */
bool kf_parser_unclosed(kf_parser *p, kf_token open, const char *wanted)
{
    if (p->token.kind != KF_TOKEN_ERROR && (p->token.kind == KF_TOKEN_END || p->token.newline)) {
        return kf_parser_error(p, open, NULL, "this parenthesis is not closed");
    }
    return kf_parser_unexpected(p, wanted);
}

kf_pos kf_parser_span(kf_pos from, kf_pos to)
{
    if (from.source == to.source && to.offset + to.length > from.offset) {
        from.length = to.offset + to.length - from.offset;
    }
    return from;
}

/* ---- Terms ---- */

static kf_term *new_term(kf_parser *p, kf_term_kind kind, kf_token t)
{
    kf_term *term = kf_parser_new(p, 1, sizeof *term);
    if (!term) return NULL;
    term->kind = (uint8_t)kind;
    term->pos = kf_parser_pos(p, t);
    term->name.id = KF_NO_SYMBOL;
    return term;
}

/* Operations nest to the left without using the parser's stack, so they are limited by number. */
static kf_term *new_operation(kf_parser *p, kf_op op, kf_term *a, kf_term *b)
{
    assert(op >= KF_OP_ADD && op <= KF_OP_MOD);
    if (++p->operations > KF_MOST_DEPTH) {
        kf_parser_error(p, p->token, "split the formula",
                        "more than %d operations on terms in one statement", KF_MOST_DEPTH);
        return NULL;
    }
    kf_term *term = kf_parser_new(p, 1, sizeof *term);
    kf_term **args = kf_parser_new(p, 2, sizeof *args);
    if (!term || !args) return NULL;
    args[0] = a;
    args[1] = b;
    *term = (kf_term){ .kind = KF_TERM_OP,
                       .op = (uint8_t)op,
                       .name = { KF_NO_SYMBOL },
                       .pos = kf_parser_span(a->pos, b->pos),
                       .n = 2,
                       .args = args };
    return term;
}

static kf_term *number_term(kf_parser *p, kf_token first)
{
    kf_token t = p->token;
    double value = t.number;
    assert(t.kind == KF_TOKEN_NUMBER && t.number >= 0);
    if (first.kind == KF_TOKEN_MINUS) {
        value = -value;
        t.length = t.offset + t.length - first.offset;
        t.offset = first.offset;
    }
    kf_term *term = new_term(p, KF_TERM_NUMBER, t);
    if (!term || !kf_parser_name(p, kf_parser_text(p, t), &term->name)) return NULL;
    term->number = value;
    kf_parser_advance(p);
    return term;
}

bool kf_parser_string(kf_parser *p, kf_token t, kf_name *name)
{
    kf_text text;
    kf_text_init(&text, p->mem);
    kf_lexer_unescape(kf_parser_text(p, t), &text);
    bool good =
        text.failed ? kf_parser_out_of_memory(p) : kf_parser_name(p, kf_text_get(&text), name);
    kf_text_free(&text);
    return good;
}

static kf_term *string_term(kf_parser *p)
{
    kf_term *term = new_term(p, KF_TERM_STRING, p->token);
    if (!term) return NULL;
    bool good = kf_parser_string(p, p->token, &term->name);
    kf_parser_advance(p);
    return good ? term : NULL;
}

/* t, or RockIt's [t], which makes a constant of what it computes. */
static kf_term *argument(kf_parser *p)
{
    if (p->token.kind != KF_TOKEN_LBRACKET) return kf_parser_term(p);
    bool numeric = p->numeric;
    kf_parser_advance(p);
    p->numeric = true;
    kf_term *term = kf_parser_term(p);
    p->numeric = numeric;
    if (!term || !kf_parser_expect(p, KF_TOKEN_RBRACKET, "`]`")) return NULL;
    term->made = term->kind == KF_TERM_OP || term->kind == KF_TERM_APPLY;
    return term;
}

/* The arguments behind a name; the current token is the parenthesis. */
static bool term_arguments(kf_parser *p, kf_term *term)
{
    size_t from = p->stack.n;
    kf_token open = p->token;
    assert(open.kind == KF_TOKEN_LPAREN);
    kf_parser_advance(p);
    p->parens++;
    if (p->token.kind != KF_TOKEN_RPAREN) {
        do {
            if (!kf_parser_push(p, argument(p))) return false;
        } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    }
    kf_token close = p->token;
    p->parens--;
    if (!kf_parser_accept(p, KF_TOKEN_RPAREN)) {
        return kf_parser_unclosed(p, open, "`,` or `)`");
    }
    term->pos = kf_parser_span(term->pos, kf_parser_pos(p, close));
    term->args = kf_parser_pop(p, from, &term->n);
    return term->args != NULL;
}

/* Is a name alone not complete, so that a parenthesis on the next line belongs to it? */
static bool wants_arguments(const kf_parser *p, kf_name name)
{
    return name.id < p->declared.n && p->declared.at[name.id]
           && p->declared.at[name.id]->n_arguments > 0;
}

/* x, Anna, f(x): the parenthesis stands on the same line, or inside another one, or behind the name
 * of a predicate that has arguments. */
kf_term *kf_parser_name_term(kf_parser *p)
{
    assert(p->token.kind == KF_TOKEN_NAME);
    kf_term *term = new_term(p, KF_TERM_NAME, p->token);
    if (!term || !kf_parser_name(p, kf_parser_text(p, p->token), &term->name)) return NULL;
    kf_parser_advance(p);
    if (p->token.kind == KF_TOKEN_LPAREN
        && (p->parens > 0 || !p->token.newline || wants_arguments(p, term->name))) {
        term->kind = KF_TERM_APPLY;
        if (!term_arguments(p, term)) return NULL;
    }
    return term;
}

/* max(t, 0 - t) */
static kf_term *absolute(kf_parser *p, kf_term *term)
{
    kf_token t = { .offset = term->pos.offset, .length = term->pos.length };
    kf_term *zero = new_term(p, KF_TERM_NUMBER, t);
    kf_term **args = kf_parser_new(p, 2, sizeof *args);
    if (!zero || !args || !kf_parser_name(p, KF_STR("0"), &zero->name)
        || !kf_parser_name(p, KF_STR("max"), &term->name))
        return NULL;
    args[0] = term->args[0];
    args[1] = new_operation(p, KF_OP_SUB, zero, term->args[0]);
    term->args = args;
    term->n = 2;
    return args[1] ? term : NULL;
}

static bool starts_rockit_function(const kf_parser *p)
{
    return p->numeric && kf_parser_is(p, p->token, "fn")
           && kf_parser_peek(p).kind == KF_TOKEN_COLON;
}

/* RockIt's fn:min(x, y), fn:max(x, y), fn:abs(x), fn:sqrt(x) */
static kf_term *rockit_function(kf_parser *p)
{
    kf_token first = p->token;
    kf_parser_advance(p);
    kf_parser_advance(p);
    bool known = kf_parser_is(p, p->token, "min") || kf_parser_is(p, p->token, "max")
                 || kf_parser_is(p, p->token, "sqrt");
    bool abs = kf_parser_is(p, p->token, "abs");
    kf_term *term = known || abs ? kf_parser_name_term(p) : NULL;
    if (term && known && term->n > 0) return term;
    if (term && abs && term->n == 1) return absolute(p, term);
    first.length = p->token.offset + p->token.length - first.offset;
    if (!p->no_memory)
        kf_parser_error(p, first, "there are fn:min(x, y), fn:max(x, y), fn:abs(x) and fn:sqrt(x)",
                        "this function of RockIt is not supported");
    return NULL;
}

/* +x, ?x or +?x */
static kf_term *marked_variable(kf_parser *p, kf_token mark)
{
    bool plus = mark.kind == KF_TOKEN_PLUS;
    kf_parser_advance(p);
    if (p->token.kind != KF_TOKEN_NAME && !(plus && p->token.kind == KF_TOKEN_QUESTION)) {
        kf_parser_unexpected(p, "a variable");
        return NULL;
    }
    kf_term *term = kf_parser_primary(p);
    if (!term) return NULL;
    if (term->kind != KF_TERM_NAME) {
        kf_parser_error(p, mark, plus ? NULL : "?P(A), an atom that is not known, is evidence",
                        "`%c` stands before a variable only", plus ? '+' : '?');
        return NULL;
    }
    if (plus) term->plus = true;
    else term->question = p->program->question_variables = true;
    term->pos = kf_parser_span(kf_parser_pos(p, mark), term->pos);
    return term;
}

kf_term *kf_parser_primary(kf_parser *p)
{
    kf_token t = p->token;
    const char *hint;
    kf_term *term;
    switch (t.kind) {
    case KF_TOKEN_NAME:
        return starts_rockit_function(p) ? rockit_function(p) : kf_parser_name_term(p);
    case KF_TOKEN_NUMBER: return number_term(p, t);
    case KF_TOKEN_STRING: return string_term(p);
    case KF_TOKEN_MINUS:
        kf_parser_advance(p);
        if (p->token.kind == KF_TOKEN_NUMBER && !p->token.blank) return number_term(p, t);
        kf_parser_unexpected(p, "a number behind the minus");
        return NULL;
    case KF_TOKEN_PLUS:
    case KF_TOKEN_QUESTION: return marked_variable(p, t);
    case KF_TOKEN_LPAREN:
        kf_parser_advance(p);
        p->parens++;
        term = kf_parser_term(p);
        p->parens--;
        return term && kf_parser_expect(p, KF_TOKEN_RPAREN, "`)`") ? term : NULL;
    case KF_TOKEN_LBRACKET:
        hint = kf_parser_form_hint(p, t);
        if (!hint) hint = "write p([x + 1]) for an argument that makes constants, else ( )";
        kf_parser_error(p, t, hint, "brackets stand around whole arguments and formulas only");
        return NULL;
    case KF_TOKEN_NOT:
        kf_parser_error(p, t, "negate the atom: !P(x); or mark a type in a declaration: P(t!)",
                        "`!` cannot stand before a term");
        return NULL;
    default: kf_parser_unexpected(p, "a term"); return NULL;
    }
}

/* An operator of terms goes on over a line's end only inside parentheses. */
bool kf_parser_goes_on(const kf_parser *p)
{
    return p->parens > 0 || !p->token.newline;
}

/* t++ and t--, which are t + 1 and t - 1. */
static kf_term *postfix(kf_parser *p, kf_term *term)
{
    while (term && kf_parser_goes_on(p)
           && (p->token.kind == KF_TOKEN_INCREMENT || p->token.kind == KF_TOKEN_DECREMENT)) {
        kf_op op = p->token.kind == KF_TOKEN_INCREMENT ? KF_OP_ADD : KF_OP_SUB;
        kf_term *one = new_term(p, KF_TERM_NUMBER, p->token);
        if (!one || !kf_parser_name(p, KF_STR("1"), &one->name)) return NULL;
        one->number = 1;
        kf_parser_advance(p);
        term = new_operation(p, op, term, one);
    }
    return term;
}

static kf_op product_operator(const kf_parser *p)
{
    switch (p->token.kind) {
    case KF_TOKEN_STAR: return KF_OP_MUL;
    case KF_TOKEN_SLASH: return KF_OP_DIV;
    case KF_TOKEN_PERCENT: return KF_OP_MOD;
    default: return KF_OP_NONE;
    }
}

static kf_op sum_operator(const kf_parser *p)
{
    return p->token.kind == KF_TOKEN_PLUS    ? KF_OP_ADD
           : p->token.kind == KF_TOKEN_MINUS ? KF_OP_SUB
                                             : KF_OP_NONE;
}

bool kf_parser_at_operator(const kf_parser *p)
{
    return sum_operator(p) != KF_OP_NONE || product_operator(p) != KF_OP_NONE;
}

static kf_term *product(kf_parser *p, kf_term *left)
{
    left = postfix(p, left);
    while (left && kf_parser_goes_on(p) && product_operator(p) != KF_OP_NONE) {
        kf_op op = product_operator(p);
        kf_parser_advance(p);
        kf_term *right = postfix(p, kf_parser_primary(p));
        left = right ? new_operation(p, op, left, right) : NULL;
    }
    return left;
}

/* A sum whose first operand is already read. */
kf_term *kf_parser_sum(kf_parser *p, kf_term *left)
{
    left = product(p, left);
    while (left && kf_parser_goes_on(p) && sum_operator(p) != KF_OP_NONE) {
        kf_op op = sum_operator(p);
        kf_parser_advance(p);
        kf_term *right = product(p, kf_parser_primary(p));
        left = right ? new_operation(p, op, left, right) : NULL;
    }
    return left;
}

kf_term *kf_parser_term(kf_parser *p)
{
    if (!kf_parser_enter(p)) return NULL;
    kf_term *term = kf_parser_sum(p, kf_parser_primary(p));
    assert(p->depth > 0);
    p->depth--;
    return term;
}

bool kf_parser_variables(kf_parser *p, kf_term ***list, uint32_t *n)
{
    size_t from = p->stack.n;
    do {
        kf_token t = p->token;
        bool question = kf_parser_accept(p, KF_TOKEN_QUESTION);
        if (p->token.kind != KF_TOKEN_NAME) return kf_parser_unexpected(p, "a variable");
        kf_term *term = new_term(p, KF_TERM_NAME, p->token);
        if (!term || !kf_parser_name(p, kf_parser_text(p, p->token), &term->name)) return false;
        if (question) {
            term->question = true;
            term->pos = kf_parser_span(kf_parser_pos(p, t), term->pos);
            p->program->question_variables = true;
        }
        kf_parser_advance(p);
        if (!kf_parser_push(p, term)) return false;
    } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    *list = kf_parser_pop(p, from, n);
    return *list != NULL;
}
