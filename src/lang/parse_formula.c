/* parse_formula.c -- formulas by recursive descent.
 *
 * Precedence, tightest first: ! ^ v , => <=> quantifier (pracmln: v before ^). The comma is
 * Tuffy's conjunction. Chains of one connective become one node, so that only real nesting uses
 * the stack, and that is limited to KF_MOST_DEPTH.
 *
 * A parenthesis may open a formula or a term; which one is known only at the operator behind it.
 * So a lone term is carried as a private TERM node until something claims it. */
#include "lang/parser.h"

#include "base/check.h"

#include <string.h>

enum { TERM = 100 }; /* a kf_formula kind that never leaves this file: terms[0] */

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

/* A number: a weight of another form, or of a line behind one that is not complete. */
static const char *hint_of_number(const kf_parser *p, uint32_t from)
{
    const char *text = p->lexer.text;
    uint32_t before = from;
    while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) before--;
    char c = before > 0 ? text[before - 1] : '\n';
    if (c == ',' || text[from] == '[') return "a weight is a number before its formula: 1.5 P(x)";
    if (c == '\n' || c == '\r')
        return "is the line before complete? It ends where a formula must follow";
    return NULL;
}

/* is-a(x, y), which pracmln reads */
static bool is_hyphenated(const kf_term *t)
{
    return t->kind == KF_TERM_OP && t->op == KF_OP_SUB && t->args[0]->kind == KF_TERM_NAME
           && t->args[1]->kind == KF_TERM_APPLY;
}

/* An error is said of a term that stands where a formula should. */
static bool want_formula(kf_parser *p, const kf_formula *f)
{
    if (!f) return false;
    if (f->kind != TERM) return true;
    kf_token t = { .offset = f->pos.offset, .length = f->pos.length };
    kf_str text = kf_parser_text(p, t);
    bool number = f->terms[0]->kind == KF_TERM_NUMBER;
    const char *hint = number ? hint_of_number(p, t.offset) : NULL;
    for (size_t i = 0; i + 4 <= text.n && !hint; i++)
        if (memcmp(text.at + i, ") % ", 4) == 0) hint = "comments begin with //";
    if (is_hyphenated(f->terms[0])) hint = "names of predicates have no hyphens: is_a(x, y)";
    if (!hint) hint = "compare it with another term, or make it an atom";
    return kf_parser_error(p, t, hint, "a term stands where a formula should");
}

static kf_formula *join(kf_parser *p, int kind, kf_formula *a, kf_formula *b)
{
    if (!want_formula(p, a) || !want_formula(p, b)) return NULL;
    kf_formula *f = new_formula(p, kind, kf_parser_span(a->pos, b->pos));
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
    if (!want_formula(p, kid)) return NULL;
    kf_formula *f = new_formula(p, kind, kf_parser_span(pos, kid->pos));
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

/* One sign; behind := it may be doubled, as RockIt writes it: == && || */
static void pass_sign(kf_parser *p)
{
    kf_token t = p->token;
    bool doubled = t.kind == KF_TOKEN_AND || t.kind == KF_TOKEN_BAR
                   || (t.kind == KF_TOKEN_COMPARE && t.op == KF_OP_EQ);
    kf_parser_advance(p);
    bool same = p->token.kind == t.kind && p->token.op == t.op && p->token.length == 1
                && p->token.offset == t.offset + 1;
    if (p->numeric && doubled && same) kf_parser_advance(p);
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
        pass_sign(p);
        kf_term *right = kf_parser_term(p);
        f->terms = kf_parser_new(p, 2, sizeof(kf_term *));
        if (!right || !f->terms) return NULL;
        f->terms[0] = term;
        f->terms[1] = right;
        f->n_terms = 2;
        f->pos = kf_parser_span(f->pos, right->pos);
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
    assert(f->kind == KF_FORMULA_ATOM && !f->both_signs);
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
    assert(open.kind == KF_TOKEN_LPAREN || open.kind == KF_TOKEN_LBRACKET);
    kf_parser_advance(p);
    p->parens++;
    kf_formula *f = formula_or_term(p);
    p->parens--;
    if (!f) return NULL;
    bool round = open.kind == KF_TOKEN_LPAREN;
    kf_token close = p->token;
    if (!kf_parser_accept(p, round ? KF_TOKEN_RPAREN : KF_TOKEN_RBRACKET)) {
        kf_parser_unclosed(p, open, round ? "an operator or `)`" : "an operator or `]`");
        return NULL;
    }
    bool term = f->kind == TERM || (f->kind == KF_FORMULA_ATOM && !f->both_signs);
    if (term && round && kf_parser_goes_on(p)
        && (kf_parser_at_operator(p) || p->token.kind == KF_TOKEN_COMPARE)) {
        kf_term *left = back_to_term(p, f);
        return left ? after_term(p, kf_parser_sum(p, left)) : NULL;
    }
    f->parens = true;
    f->pos = kf_parser_span(kf_parser_pos(p, open), kf_parser_pos(p, close));
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

/* EXIST y R(x, y) => Q(x) holds where any y has no R: hardly what is meant. */
static void warn_of_reach(const kf_parser *p, kf_token exist, const kf_formula *body)
{
    bool arrow = body && (body->kind == KF_FORMULA_IMPLIES || body->kind == KF_FORMULA_IFF);
    if (!arrow || body->parens || !p->warn_mix) return;
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, exist));
    kf_diag_add(p->diags, KERF_WARNING, &place,
                "write (EXIST y R(x, y)) => Q(x), or EXIST y (R(x, y) => Q(x)) if it should",
                "EXIST reaches to the end of the formula, over the arrow");
}

static kf_formula *quantifier(kf_parser *p)
{
    kf_token t = p->token;
    bool all = kf_parser_is(p, t, "forall");
    int kind = all ? KF_FORMULA_FORALL : KF_FORMULA_EXIST;
    kf_term **variables = NULL;
    uint32_t n = 0;
    kf_parser_advance(p);
    if (!kf_parser_variables(p, &variables, &n)) return NULL;
    if (p->token.kind == KF_TOKEN_DOT || p->token.kind == KF_TOKEN_COLON) {
        kf_parser_error(p, p->token,
                        all ? "write FORALL x (P(x)): parentheses, and no sign behind the variables"
                            : "write EXIST x (P(x)): parentheses, and no sign behind the variables",
                        "a formula must follow the variables");
        return NULL;
    }
    kf_name last = variables[n - 1]->name;
    bool atom = p->token.kind == KF_TOKEN_LPAREN && !p->token.blank && last.id < p->declared.n
                && p->declared.at[last.id] && n > 1;
    if (atom) {
        t.offset = variables[n - 1]->pos.offset;
        t.length = variables[n - 1]->pos.length;
        kf_parser_error(p, t,
                        all ? "write FORALL x (P(x)): parentheses, and no comma before them"
                            : "write EXIST x (P(x)): parentheses, and no comma before them",
                        "a predicate stands where a variable should");
        return NULL;
    }
    kf_formula *body = kf_parser_formula(p);
    if (!all) warn_of_reach(p, t, body);
    kf_formula *f = wrap(p, kind, body, kf_parser_pos(p, t));
    if (!f) return NULL;
    f->terms = variables;
    f->n_terms = n;
    return f;
}

static void warn_of_star(const kf_parser *p, kf_token star)
{
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, star));
    kf_diag_add(p->diags, KERF_WARNING, &place,
                "leave it out if a product is meant: 1.5 P(x); write *P(x) if both are",
                "a star before an atom stands for both signs: P(x), and !P(x)");
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
    bool apart = p->token.blank; /* as in a product */
    kf_formula *f = after_term(p, kf_parser_name_term(p));
    if (!f) return NULL;
    if (f->kind != KF_FORMULA_ATOM) {
        kf_parser_error(p, star, NULL, "a star stands before an atom only");
        return NULL;
    }
    if (apart) warn_of_star(p, star);
    f->both_signs = true;
    f->pos = kf_parser_span(kf_parser_pos(p, star), f->pos);
    return f;
}

static kf_formula *unary(kf_parser *p)
{
    if (!kf_parser_enter(p)) return NULL;
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
        f = after_term(p, kf_parser_sum(p, kf_parser_primary(p)));
    } else {
        kf_parser_unexpected(p, "a formula");
        f = NULL;
    }
    p->depth--;
    return f;
}

/* Alchemy's | for or. In a count it ends what is counted, and on a new line it begins a count. */
static bool at_bar(const kf_parser *p)
{
    return p->token.kind == KF_TOKEN_BAR && !p->in_count && !p->token.newline
           && (p->numeric || kf_parser_peek(p).kind != KF_TOKEN_BAR);
}

static bool at_or(const kf_parser *p)
{
    if (at_bar(p)) return true;
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
    bool prac = p->or_binds_tighter && p->program->question_variables;
    kf_diag_add(p->diags, KERF_WARNING, &place,
                prac ? "write the parentheses: with ?x, pracmln for Python 3 lets ^ bind tighter"
                     : "write the parentheses to be safe",
                "%s",
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
    if (!want_formula(p, first) || !kf_parser_push(p, first)) return NULL;
    warn_mix(p, first, kind, at == at_comma);
    kf_formula *last = first;
    while (at(p)) {
        pass_sign(p);
        last = operand(p);
        if (!want_formula(p, last) || !kf_parser_push(p, last)) return NULL;
        warn_mix(p, last, kind, at == at_comma);
    }
    kf_formula *f = new_formula(p, kind, kf_parser_span(first->pos, last->pos));
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
    bool top = p->parens == (p->program->dialect == KF_DIALECT_THEBEAST);
    if (top && kf_parser_peek(p).kind == KF_TOKEN_BAR) return left; /* of a count */
    if (!kf_parser_enter(p)) return NULL;
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
    if (!kf_parser_enter(p)) return NULL;
    kf_formula *f = equivalence(p);
    assert(p->depth > 0);
    p->depth--;
    return f;
}

kf_formula *kf_parser_formula(kf_parser *p)
{
    kf_formula *f = formula_or_term(p);
    return want_formula(p, f) ? f : NULL;
}
