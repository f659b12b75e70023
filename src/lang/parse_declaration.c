/* parse_declaration.c -- types, predicates and functions.
 *
 *     person = {Anna, Bob}          time = {1, ..., 10}
 *     *Friends(person, person)      Likes(person p, color!)      fluent meet(id, id)
 *
 * A single atom without weight or dot declares its predicate if nothing declared it before, or if
 * it carries what only a declaration has: stars, marks, argument names. */
#include "lang/parser.h"

#include "base/check.h"

#include <string.h>

/* ---- Types ---- */

/* One constant of { ... }. */
kf_term *kf_parser_constant_term(kf_parser *p)
{
    kf_token t = p->token;
    bool minus = t.kind == KF_TOKEN_MINUS;
    if (minus) {
        kf_parser_advance(p);
        if (p->token.kind != KF_TOKEN_NUMBER || p->token.blank) {
            kf_parser_unexpected(p, "a number behind the minus");
            return NULL;
        }
        t.length = p->token.offset + p->token.length - t.offset;
        t.number = -p->token.number;
    }
    kf_term *c = kf_parser_new(p, 1, sizeof *c);
    if (!c) return NULL;
    c->pos = kf_parser_pos(p, t);
    c->number = t.number;
    if (minus || t.kind == KF_TOKEN_NUMBER) {
        c->kind = KF_TERM_NUMBER;
    } else if (t.kind == KF_TOKEN_NAME) {
        c->kind = KF_TERM_NAME;
    } else if (t.kind == KF_TOKEN_STRING) {
        c->kind = KF_TERM_STRING;
    } else {
        kf_parser_unexpected(p, "a constant or }");
        return NULL;
    }
    bool good = c->kind == KF_TERM_STRING ? kf_parser_string(p, t, &c->name)
                                          : kf_parser_name(p, kf_parser_text(p, t), &c->name);
    kf_parser_advance(p);
    return good ? c : NULL;
}

static bool integer_of(const kf_parser *p, const kf_term *c, int64_t *value)
{
    return c->kind == KF_TERM_NUMBER
           && kf_integer_read(kf_program_name(p->program, c->name), value);
}

/* a, b, ..., z: what stands before the dots counts up by one; only first and last are kept. */
static bool close_range(kf_parser *p, kf_statement *s, kf_token dots, size_t from)
{
    int64_t first = 0, value, last;
    for (size_t i = from; i < p->stack.n; i++) {
        if (!integer_of(p, p->stack.at[i], &value)
            || (i > from && value != first + (int64_t)(i - from))) {
            return kf_parser_error(p, dots, "write {1, ..., 10}",
                                   "a range counts up by one from an integer");
        }
        if (i == from) first = value;
    }
    kf_parser_accept(p, KF_TOKEN_COMMA);
    kf_term *end = kf_parser_constant_term(p);
    if (!end) return false;
    if (p->stack.n == from || !integer_of(p, end, &last) || last < first) {
        return kf_parser_error(p, dots, "write {1, ..., 10}",
                               "a range goes from an integer to one that is not smaller");
    }
    assert(p->stack.n > from && first <= last);
    p->stack.n = from + 1;
    s->range = true;
    return kf_parser_push(p, end) && kf_parser_expect(p, KF_TOKEN_RBRACE, "} behind the range");
}

/* 1-10 is no range, and it is not meant as 1 and -10. */
static bool expect_apart(kf_parser *p, bool behind)
{
    char before = p->end > 0 ? p->lexer.text[p->end - 1] : ' ';
    bool joined = behind && p->token.offset == p->end && before >= '0' && before <= '9';
    if (!joined || p->token.kind != KF_TOKEN_MINUS) return true;
    return kf_parser_error(p, p->token,
                           "write {1, ..., 10} for a range; a constant with a hyphen is quoted",
                           "a minus stands behind a constant");
}

static kf_statement *type_declaration(kf_parser *p)
{
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_TYPE, p->token);
    if (!s || !kf_parser_name(p, kf_parser_text(p, p->token), &s->name)) return NULL;
    kf_parser_advance(p); /* name */
    kf_parser_advance(p); /* = */
    assert(p->token.kind == KF_TOKEN_LBRACE);
    kf_parser_advance(p);
    size_t from = p->stack.n;
    while (!s->range && !kf_parser_accept(p, KF_TOKEN_RBRACE)) {
        if (p->token.kind == KF_TOKEN_ELLIPSIS) {
            kf_token dots = p->token;
            kf_parser_advance(p);
            if (!close_range(p, s, dots, from)) return NULL;
        } else {
            if (!expect_apart(p, p->stack.n > from)) return NULL;
            if (!kf_parser_push(p, kf_parser_constant_term(p))) return NULL;
            kf_parser_accept(p, KF_TOKEN_COMMA);
        }
    }
    s->terms = kf_parser_pop(p, from, &s->n_terms);
    return s->terms ? s : NULL;
}

/* ---- Predicates and functions ---- */

static bool is_number_type(kf_str type)
{
    return kf_str_eq(type, KF_STR("float_")) || kf_str_eq(type, KF_STR("float"))
           || kf_str_eq(type, KF_STR("double"));
}

/* Constants may have other signs in pracmln; types and names of arguments may not. */
static bool argument_name(kf_parser *p, kf_name *out)
{
    kf_str name = kf_parser_text(p, p->token);
    if (kf_lexer_is_name(name)) return kf_parser_name(p, name, out);
    return kf_parser_error(p, p->token, "write it with letters, digits and _ only",
                           "a declaration cannot have this name");
}

static kf_argument *argument(kf_parser *p)
{
    if (p->token.kind != KF_TOKEN_NAME) {
        kf_parser_unexpected(p, "a type");
        return NULL;
    }
    kf_argument *a = kf_parser_new(p, 1, sizeof *a);
    if (!a) return NULL;
    a->pos = kf_parser_pos(p, p->token);
    a->number = is_number_type(kf_parser_text(p, p->token));
    a->name.id = KF_NO_SYMBOL;
    if (!argument_name(p, &a->type)) return NULL;
    kf_parser_advance(p);
    if (p->token.kind == KF_TOKEN_NAME) {
        if (!argument_name(p, &a->name)) return NULL;
        kf_parser_advance(p);
    }
    if (kf_parser_accept(p, KF_TOKEN_NOT)) {
        a->mark = KF_MARK_EXACTLY_ONE;
    } else if (kf_parser_accept(p, KF_TOKEN_QUESTION)) {
        a->mark = KF_MARK_AT_MOST_ONE;
    }
    return a;
}

/* ( argument, ... ); the parenthesis may be missing for no arguments. */
static bool arguments(kf_parser *p, kf_statement *s)
{
    size_t from = p->stack.n;
    if (p->token.kind == KF_TOKEN_LPAREN && !kf_parser_at_end(p, p->token)) {
        kf_parser_advance(p);
        if (!kf_parser_accept(p, KF_TOKEN_RPAREN)) {
            do {
                if (!kf_parser_push(p, argument(p))) return false;
            } while (kf_parser_accept(p, KF_TOKEN_COMMA));
            if (!kf_parser_expect(p, KF_TOKEN_RPAREN, "`,` or `)`")) return false;
        }
    }
    kf_argument **list = kf_parser_pop(p, from, &s->n_arguments);
    s->arguments = kf_parser_new(p, s->n_arguments ? s->n_arguments : 1, sizeof *s->arguments);
    if (!list || !s->arguments) return false;
    for (uint32_t i = 0; i < s->n_arguments; i++) s->arguments[i] = *list[i];
    return true;
}

static kf_statement **declared_slot(kf_parser *p, kf_name name)
{
    if (name.id >= p->declared.n) {
        size_t extra = name.id + 1 - p->declared.n;
        if (!kf_vec_reserve(p->mem, &p->declared, extra)) {
            kf_parser_out_of_memory(p);
            return NULL;
        }
        memset(p->declared.at + p->declared.n, 0, extra * sizeof(kf_statement *));
        p->declared.n += extra;
    }
    return &p->declared.at[name.id];
}

bool kf_parser_declare(kf_parser *p, kf_statement *s)
{
    kf_statement **slot = declared_slot(p, s->name);
    if (!slot) return false;
    assert(!*slot || (*slot)->name.id == s->name.id);
    if (!*slot) *slot = s;
    return true;
}

static kf_statement *predicate_declaration(kf_parser *p)
{
    kf_token first = p->token;
    unsigned stars = 0;
    while (kf_parser_accept(p, KF_TOKEN_STAR)) stars++;
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_PREDICATE, p->token);
    if (!s) return NULL;
    if (stars > 2) {
        kf_parser_error(p, first, NULL, "more than two stars before a predicate");
        return NULL;
    }
    s->stars = (uint8_t)stars;
    if (!kf_parser_name(p, kf_parser_text(p, p->token), &s->name)) return NULL;
    kf_parser_advance(p);
    if (!arguments(p, s)) return NULL;
    return kf_parser_declare(p, s) ? s : NULL;
}

static kf_statement *function_declaration(kf_parser *p)
{
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_FUNCTION, kf_parser_peek(p));
    if (!s || !kf_parser_name(p, kf_parser_text(p, p->token), &s->result)) return NULL;
    s->result_pos = kf_parser_pos(p, p->token);
    kf_parser_advance(p);
    if (!kf_parser_name(p, kf_parser_text(p, p->token), &s->name)) return NULL;
    kf_parser_advance(p);
    return arguments(p, s) ? s : NULL;
}

/* ---- Which of these is it? ---- */

/* Looks ahead over `name`, `name()` or `name(type [name] [!|?], ...)` that ends its statement.
 * *sure: it holds something that only a declaration has. */
static bool looks_declared(const kf_parser *p, kf_lexer ahead, kf_token t, bool *sure)
{
    if (t.kind != KF_TOKEN_NAME) return false;
    t = kf_lexer_next(&ahead);
    if (t.kind == KF_TOKEN_LPAREN && !t.newline) {
        t = kf_lexer_next(&ahead);
        while (t.kind == KF_TOKEN_NAME) {
            t = kf_lexer_next(&ahead);
            if (t.kind == KF_TOKEN_NAME) {
                *sure = true;
                t = kf_lexer_next(&ahead);
            }
            if (t.kind == KF_TOKEN_NOT || t.kind == KF_TOKEN_QUESTION) {
                *sure = true;
                t = kf_lexer_next(&ahead);
            }
            if (t.kind != KF_TOKEN_COMMA) break;
            t = kf_lexer_next(&ahead);
            if (t.kind != KF_TOKEN_NAME) return false;
        }
        if (t.kind != KF_TOKEN_RPAREN) return false;
        t = kf_lexer_next(&ahead);
    }
    return kf_parser_at_end(p, t);
}

/* The same argument types as the declaration: said twice, not a formula. */
static bool repeats(const kf_parser *p, const kf_statement *old)
{
    kf_lexer ahead = p->lexer;
    kf_token t = kf_lexer_next(&ahead);
    if (t.kind != KF_TOKEN_LPAREN) return old->n_arguments == 0;
    for (uint32_t i = 0; i < old->n_arguments; i++) {
        t = kf_lexer_next(&ahead);
        if (!kf_str_eq(kf_parser_text(p, t), kf_program_name(p->program, old->arguments[i].type))) {
            return false;
        }
        t = kf_lexer_next(&ahead);
    }
    return t.kind == KF_TOKEN_RPAREN || old->n_arguments == 0;
}

static bool declares_predicate(kf_parser *p)
{
    kf_lexer ahead = p->lexer;
    kf_token t = p->token;
    bool sure = false;
    while (t.kind == KF_TOKEN_STAR) {
        sure = true;
        t = kf_lexer_next(&ahead);
    }
    if (!looks_declared(p, ahead, t, &sure)) return false;
    if (sure) return true;
    uint32_t id = kf_symbols_find(p->program->names, kf_parser_text(p, t));
    const kf_statement *old = id < p->declared.n ? p->declared.at[id] : NULL;
    return !old || repeats(p, old);
}

kf_statement *kf_parser_declaration(kf_parser *p, bool *done)
{
    kf_token t = p->token;
    kf_statement *s = NULL;
    *done = true;
    if (t.kind == KF_TOKEN_NAME) {
        kf_lexer ahead = p->lexer;
        kf_token second = kf_lexer_next(&ahead), third = kf_lexer_next(&ahead);
        bool equals = second.kind == KF_TOKEN_COMPARE && second.op == KF_OP_EQ;
        if (equals && third.kind == KF_TOKEN_LBRACE) {
            s = type_declaration(p);
        } else if (second.kind == KF_TOKEN_NAME && !second.newline && third.kind == KF_TOKEN_LPAREN
                   && !third.newline && !kf_parser_joins(p, second) && !kf_parser_is(p, t, "exist")
                   && !kf_parser_is(p, t, "exists") && !kf_parser_is(p, t, "forall")
                   && !kf_parser_starts_infinite(p)) {
            s = function_declaration(p);
        }
    }
    if (!s && p->token.offset == t.offset) {
        if (!declares_predicate(p)) {
            *done = false;
            return NULL;
        }
        s = predicate_declaration(p);
    }
    if (s && !kf_parser_at_end(p, p->token)) {
        kf_parser_unexpected(p, "the end of the declaration");
        return NULL;
    }
    return s;
}
