/* parse_formula.c -- formulas and terms by recursive descent.
 *
 * Precedence, tightest first: ! ^ v , => <=> quantifier (pracmln: v before ^). The comma is
 * Tuffy's conjunction. Chains of one connective become one node, so that only real nesting uses
 * the stack, and that is limited to KF_MOST_DEPTH.
 *
 * A parenthesis may open a formula or a term; which one is known only at the operator behind it.
 * So a lone term is carried as a private TERM node until something claims it. */
#include "lang/parser.h"

#include <string.h>

enum { TERM = 100 }; /* a kf_formula kind that never leaves this file: terms[0] */

static bool enter(kf_parser *p)
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
static bool unclosed(kf_parser *p, kf_token open, const char *wanted)
{
    if (p->token.kind != KF_TOKEN_ERROR && (p->token.kind == KF_TOKEN_END || p->token.newline)) {
        return kf_parser_error(p, open, NULL, "this parenthesis is not closed");
    }
    return kf_parser_unexpected(p, wanted);
}

static kf_pos span(kf_pos from, kf_pos to)
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
                       .pos = span(a->pos, b->pos),
                       .n = 2,
                       .args = args };
    return term;
}

static kf_term *number_term(kf_parser *p, kf_token first)
{
    kf_token t = p->token;
    double value = t.number;
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

static kf_term *string_term(kf_parser *p)
{
    kf_term *term = new_term(p, KF_TERM_STRING, p->token);
    if (!term) return NULL;
    kf_text text;
    kf_text_init(&text, p->mem);
    kf_lexer_unescape(kf_parser_text(p, p->token), &text);
    bool good = text.failed ? kf_parser_out_of_memory(p)
                            : kf_parser_name(p, kf_text_get(&text), &term->name);
    kf_text_free(&text);
    kf_parser_advance(p);
    return good ? term : NULL;
}

/* The arguments behind a name; the current token is the parenthesis. */
static bool term_arguments(kf_parser *p, kf_term *term)
{
    size_t from = p->stack.n;
    kf_token open = p->token;
    kf_parser_advance(p);
    p->parens++;
    if (p->token.kind != KF_TOKEN_RPAREN) {
        do {
            if (!kf_parser_push(p, kf_parser_term(p))) return false;
        } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    }
    kf_token close = p->token;
    p->parens--;
    if (!kf_parser_accept(p, KF_TOKEN_RPAREN)) {
        return unclosed(p, open, "`,` or `)`");
    }
    term->pos = span(term->pos, kf_parser_pos(p, close));
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
static kf_term *name_term(kf_parser *p)
{
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

static kf_term *primary(kf_parser *p)
{
    kf_token t = p->token;
    kf_term *term;
    switch (t.kind) {
    case KF_TOKEN_NAME: return name_term(p);
    case KF_TOKEN_NUMBER: return number_term(p, t);
    case KF_TOKEN_STRING: return string_term(p);
    case KF_TOKEN_MINUS:
        kf_parser_advance(p);
        if (p->token.kind == KF_TOKEN_NUMBER && !p->token.blank) return number_term(p, t);
        kf_parser_unexpected(p, "a number behind the minus");
        return NULL;
    case KF_TOKEN_PLUS:
    case KF_TOKEN_QUESTION:
        kf_parser_advance(p);
        if (p->token.kind != KF_TOKEN_NAME
            && !(t.kind == KF_TOKEN_PLUS && p->token.kind == KF_TOKEN_QUESTION)) {
            kf_parser_unexpected(p, "a variable");
            return NULL;
        }
        term = primary(p);
        if (!term) return NULL;
        if (term->kind != KF_TERM_NAME) {
            kf_parser_error(p, t, NULL, "`%c` stands before a variable only",
                            t.kind == KF_TOKEN_PLUS ? '+' : '?');
            return NULL;
        }
        if (t.kind == KF_TOKEN_PLUS) {
            term->plus = true;
        } else {
            term->question = true;
            p->program->question_variables = true;
        }
        term->pos = span(kf_parser_pos(p, t), term->pos);
        return term;
    case KF_TOKEN_LPAREN:
        kf_parser_advance(p);
        p->parens++;
        term = kf_parser_term(p);
        p->parens--;
        return term && kf_parser_expect(p, KF_TOKEN_RPAREN, "`)`") ? term : NULL;
    case KF_TOKEN_NOT:
        kf_parser_error(p, t, "negate the atom: !P(x); or mark a type in a declaration: P(t!)",
                        "`!` cannot stand before a term");
        return NULL;
    default: kf_parser_unexpected(p, "a term"); return NULL;
    }
}

/* An operator of terms goes on over a line's end only inside parentheses. */
static bool goes_on(const kf_parser *p)
{
    return p->parens > 0 || !p->token.newline;
}

/* t++ and t--, which are t + 1 and t - 1. */
static kf_term *postfix(kf_parser *p, kf_term *term)
{
    while (term && goes_on(p)
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

static kf_term *product(kf_parser *p, kf_term *left)
{
    left = postfix(p, left);
    while (left && goes_on(p) && product_operator(p) != KF_OP_NONE) {
        kf_op op = product_operator(p);
        kf_parser_advance(p);
        kf_term *right = postfix(p, primary(p));
        left = right ? new_operation(p, op, left, right) : NULL;
    }
    return left;
}

/* A sum whose first operand is already read. */
static kf_term *sum(kf_parser *p, kf_term *left)
{
    left = product(p, left);
    while (left && goes_on(p) && sum_operator(p) != KF_OP_NONE) {
        kf_op op = sum_operator(p);
        kf_parser_advance(p);
        kf_term *right = product(p, primary(p));
        left = right ? new_operation(p, op, left, right) : NULL;
    }
    return left;
}

kf_term *kf_parser_term(kf_parser *p)
{
    if (!enter(p)) return NULL;
    kf_term *term = sum(p, primary(p));
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
            term->pos = span(kf_parser_pos(p, t), term->pos);
            p->program->question_variables = true;
        }
        kf_parser_advance(p);
        if (!kf_parser_push(p, term)) return false;
    } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    *list = kf_parser_pop(p, from, n);
    return *list != NULL;
}

/* ---- Formulas ---- */

static kf_formula *new_formula(kf_parser *p, int kind, kf_pos pos)
{
    kf_formula *f = kf_parser_new(p, 1, sizeof *f);
    if (!f) return NULL;
    f->kind = (uint8_t)kind;
    f->name.id = KF_NO_SYMBOL;
    f->pos = pos;
    return f;
}

static bool is_formula(kf_parser *p, const kf_formula *f)
{
    if (!f) return false;
    if (f->kind != TERM) return true;
    kf_token t = { .offset = f->pos.offset, .length = f->pos.length };
    uint32_t before = t.offset;
    while (before > 0 && (p->lexer.text[before - 1] == ' ' || p->lexer.text[before - 1] == '\t'))
        before--;
    bool first =
        before > 0 && (p->lexer.text[before - 1] == '\n' || p->lexer.text[before - 1] == '\r');
    return kf_parser_error(p, t,
                           first && f->terms[0]->kind == KF_TERM_NUMBER
                               ? "is the line before complete? It ends where a formula must follow"
                               : "compare it with another term, or make it an atom",
                           "a term stands where a formula should");
}

static kf_formula *join(kf_parser *p, int kind, kf_formula *a, kf_formula *b)
{
    if (!is_formula(p, a) || !is_formula(p, b)) return NULL;
    kf_formula *f = new_formula(p, kind, span(a->pos, b->pos));
    kf_formula **kids = kf_parser_new(p, 2, sizeof(kf_formula *));
    if (!f || !kids) return NULL;
    kids[0] = a;
    kids[1] = b;
    f->kids = kids;
    f->n_kids = 2;
    return f;
}

static kf_formula *wrap(kf_parser *p, int kind, kf_formula *kid, kf_pos pos)
{
    if (!is_formula(p, kid)) return NULL;
    kf_formula *f = new_formula(p, kind, span(pos, kid->pos));
    kf_formula **kids = kf_parser_new(p, 1, sizeof(kf_formula *));
    if (!f || !kids) return NULL;
    kids[0] = kid;
    f->kids = kids;
    f->n_kids = 1;
    return f;
}

/* In RockIt's |x| clause <= 1 the comparison does not belong to the last literal. */
static bool ends_count(const kf_parser *p)
{
    if (!p->count_clause || p->parens > 0) return false;
    kf_lexer ahead = p->lexer;
    kf_token number = kf_lexer_next(&ahead), behind = kf_lexer_next(&ahead);
    return number.kind == KF_TOKEN_NUMBER
           && (behind.kind == KF_TOKEN_DOT || kf_parser_at_end(p, behind));
}

/* What a complete term turns into: a comparison, an atom, or (for a parenthesis) itself. */
static kf_formula *after_term(kf_parser *p, kf_term *term)
{
    if (!term) return NULL;
    kf_formula *f = new_formula(p, TERM, term->pos);
    if (!f) return NULL;
    if (p->token.kind == KF_TOKEN_COMPARE && !ends_count(p)) {
        f->kind = KF_FORMULA_COMPARE;
        f->op = p->token.op;
        kf_parser_advance(p);
        kf_term *right = kf_parser_term(p);
        f->terms = kf_parser_new(p, 2, sizeof(kf_term *));
        if (!right || !f->terms) return NULL;
        f->terms[0] = term;
        f->terms[1] = right;
        f->n_terms = 2;
        f->pos = span(f->pos, right->pos);
        if (p->token.kind == KF_TOKEN_COMPARE && !p->token.newline) {
            kf_parser_error(p, p->token, "write x < y ^ y < z", "comparisons cannot be chained");
            return NULL;
        }
        return f;
    }
    if (term->kind == KF_TERM_APPLY
        || (term->kind == KF_TERM_NAME && !term->plus && !term->question)) {
        f->kind = KF_FORMULA_ATOM;
        f->name = term->name;
        f->terms = term->args;
        f->n_terms = term->n;
        return f;
    }
    f->terms = kf_parser_new(p, 1, sizeof(kf_term *));
    if (!f->terms) return NULL;
    f->terms[0] = term;
    f->n_terms = 1;
    return f;
}

/* The reverse: an atom or private node in parentheses that an operator of terms follows. */
static kf_term *back_to_term(kf_parser *p, kf_formula *f)
{
    if (f->kind == TERM) return f->terms[0];
    kf_term *term = kf_parser_new(p, 1, sizeof *term);
    if (!term) return NULL;
    *term = (kf_term){ .kind = f->n_terms ? KF_TERM_APPLY : KF_TERM_NAME,
                       .name = f->name,
                       .pos = f->pos,
                       .n = f->n_terms,
                       .args = f->terms };
    return term;
}

static kf_formula *formula_or_term(kf_parser *);

static kf_formula *parenthesis(kf_parser *p)
{
    kf_token open = p->token;
    kf_parser_advance(p);
    p->parens++;
    kf_formula *f = formula_or_term(p);
    p->parens--;
    if (!f) return NULL;
    bool round = open.kind == KF_TOKEN_LPAREN;
    kf_token close = p->token;
    if (!kf_parser_accept(p, round ? KF_TOKEN_RPAREN : KF_TOKEN_RBRACKET)) {
        unclosed(p, open, round ? "an operator or `)`" : "an operator or `]`");
        return NULL;
    }
    bool term = f->kind == TERM || (f->kind == KF_FORMULA_ATOM && !f->both_signs);
    if (term && round && goes_on(p)
        && (sum_operator(p) != KF_OP_NONE || product_operator(p) != KF_OP_NONE
            || p->token.kind == KF_TOKEN_COMPARE)) {
        kf_term *left = back_to_term(p, f);
        return left ? after_term(p, sum(p, left)) : NULL;
    }
    f->parens = true;
    f->pos = span(kf_parser_pos(p, open), kf_parser_pos(p, close));
    return f;
}

static bool at_quantifier(const kf_parser *p)
{
    if (!kf_parser_is(p, p->token, "exist") && !kf_parser_is(p, p->token, "exists")
        && !kf_parser_is(p, p->token, "forall")) {
        return false;
    }
    kf_token next = kf_parser_peek(p);
    return next.kind == KF_TOKEN_NAME || next.kind == KF_TOKEN_QUESTION;
}

static kf_formula *quantifier(kf_parser *p)
{
    kf_token t = p->token;
    int kind = kf_parser_is(p, t, "forall") ? KF_FORMULA_FORALL : KF_FORMULA_EXIST;
    kf_term **variables = NULL;
    uint32_t n = 0;
    kf_parser_advance(p);
    if (!kf_parser_variables(p, &variables, &n)) return NULL;
    kf_formula *f = wrap(p, kind, kf_parser_formula(p), kf_parser_pos(p, t));
    if (!f) return NULL;
    f->terms = variables;
    f->n_terms = n;
    return f;
}

/* *P(x): both signs. */
static kf_formula *both_signs(kf_parser *p)
{
    kf_token star = p->token;
    kf_parser_advance(p);
    if (p->token.kind != KF_TOKEN_NAME) {
        kf_parser_unexpected(p, "an atom behind the star");
        return NULL;
    }
    kf_formula *f = after_term(p, name_term(p));
    if (!f) return NULL;
    if (f->kind != KF_FORMULA_ATOM) {
        kf_parser_error(p, star, NULL, "a star stands before an atom only");
        return NULL;
    }
    f->both_signs = true;
    f->pos = span(kf_parser_pos(p, star), f->pos);
    return f;
}

static kf_formula *unary(kf_parser *p)
{
    if (!enter(p)) return NULL;
    kf_token t = p->token;
    kf_formula *f;
    if (t.kind == KF_TOKEN_NOT) {
        kf_parser_advance(p);
        f = wrap(p, KF_FORMULA_NOT, unary(p), kf_parser_pos(p, t));
    } else if (t.kind == KF_TOKEN_LPAREN || t.kind == KF_TOKEN_LBRACKET) {
        f = parenthesis(p);
    } else if (t.kind == KF_TOKEN_STAR) {
        f = both_signs(p);
    } else if (at_quantifier(p)) {
        f = quantifier(p);
    } else if (t.kind == KF_TOKEN_NAME || t.kind == KF_TOKEN_NUMBER || t.kind == KF_TOKEN_STRING
               || t.kind == KF_TOKEN_QUESTION || t.kind == KF_TOKEN_MINUS) {
        f = after_term(p, sum(p, primary(p)));
    } else {
        kf_parser_unexpected(p, "a formula");
        f = NULL;
    }
    p->depth--;
    return f;
}

static bool at_or(const kf_parser *p)
{
    return p->token.kind == KF_TOKEN_OR
           || (p->token.kind == KF_TOKEN_NAME && kf_parser_joins(p, p->token));
}

static bool at_and(const kf_parser *p)
{
    return p->token.kind == KF_TOKEN_AND;
}

static bool at_comma(const kf_parser *p)
{
    return p->token.kind == KF_TOKEN_COMMA;
}

static void warn_mix(kf_parser *p, const kf_formula *inner, int outer_kind, bool comma)
{
    int inner_kind = outer_kind == KF_FORMULA_OR ? KF_FORMULA_AND : KF_FORMULA_OR;
    if (!p->warn_mix || inner->parens || inner->kind != inner_kind) return;
    kf_place place = kf_sources_place(p->program->sources, inner->pos);
    kf_diag_add(p->diags, KERF_WARNING, &place, "write the parentheses to be safe", "%s",
                comma ? "a comma and v are mixed without parentheses; v binds tighter"
                : p->or_binds_tighter
                    ? "^ and v are mixed without parentheses; v binds tighter here, as in pracmln"
                    : "^ and v are mixed without parentheses; ^ binds tighter here (not so in "
                      "pracmln)");
}

/* A chain of one connective as one node. */
static kf_formula *chain(kf_parser *p, int kind, bool (*at)(const kf_parser *),
                         kf_formula *(*operand)(kf_parser *))
{
    kf_formula *first = operand(p);
    if (!first || !at(p)) return first;
    size_t from = p->stack.n;
    if (!is_formula(p, first) || !kf_parser_push(p, first)) return NULL;
    warn_mix(p, first, kind, at == at_comma);
    kf_formula *last = first;
    while (at(p)) {
        kf_parser_advance(p);
        last = operand(p);
        if (!is_formula(p, last) || !kf_parser_push(p, last)) return NULL;
        warn_mix(p, last, kind, at == at_comma);
    }
    kf_formula *f = new_formula(p, kind, span(first->pos, last->pos));
    if (!f) return NULL;
    f->kids = kf_parser_pop(p, from, &f->n_kids);
    return f->kids ? f : NULL;
}

static kf_formula *tight(kf_parser *p)
{
    return p->or_binds_tighter ? chain(p, KF_FORMULA_OR, at_or, unary)
                               : chain(p, KF_FORMULA_AND, at_and, unary);
}

static kf_formula *loose(kf_parser *p)
{
    return p->or_binds_tighter ? chain(p, KF_FORMULA_AND, at_and, tight)
                               : chain(p, KF_FORMULA_OR, at_or, tight);
}

static kf_formula *commas(kf_parser *p)
{
    return chain(p, KF_FORMULA_AND, at_comma, loose);
}

static kf_formula *implication(kf_parser *p)
{
    kf_formula *left = commas(p);
    if (!left || p->token.kind != KF_TOKEN_IMPLIES) return left;
    if (!enter(p)) return NULL;
    kf_parser_advance(p);
    kf_formula *right = implication(p);
    p->depth--;
    return right ? join(p, KF_FORMULA_IMPLIES, left, right) : NULL;
}

static kf_formula *equivalence(kf_parser *p)
{
    kf_formula *left = implication(p);
    unsigned length = 0;
    while (left && p->token.kind == KF_TOKEN_IFF) {
        if (++length + p->depth > KF_MOST_DEPTH) {
            kf_parser_error(p, p->token, "split the formula", "a chain of more than %d <=>",
                            KF_MOST_DEPTH);
            return NULL;
        }
        kf_parser_advance(p);
        kf_formula *right = implication(p);
        left = right ? join(p, KF_FORMULA_IFF, left, right) : NULL;
    }
    return left;
}

static kf_formula *formula_or_term(kf_parser *p)
{
    if (!enter(p)) return NULL;
    kf_formula *f = equivalence(p);
    p->depth--;
    return f;
}

kf_formula *kf_parser_formula(kf_parser *p)
{
    kf_formula *f = formula_or_term(p);
    return is_formula(p, f) ? f : NULL;
}
