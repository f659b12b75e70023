/* beast_weight.c -- weights of thebeast's soft factors: [formula] * w(a, e - b, bins(1, 5, e - b)).
 *
 * Variables of atoms are marked with a plus. Any other argument is a value: a new variable _1 is
 * compared with it, in a conjunction behind the formula, and marked. That of bins(b1, ..., bk, t)
 * has a type of its own, which lists the places -k to k. Part of parse_beast.c. */
#include "lang/beast.h"

#include "base/check.h"

#include <math.h>
#include <stdio.h>

enum { MOST_BINS = 100 };

/* ---- Variables of atoms ---- */

static bool mark_term(kf_term *t, kf_name name)
{
    if (t->kind == KF_TERM_NAME && t->name.id == name.id) return t->plus = true;
    for (uint32_t i = 0; i < t->n; i++) {
        if (mark_term(t->args[i], name)) return true;
    }
    return false;
}

/* A + before the first place of the variable. */
static bool mark(kf_formula *f, kf_name name)
{
    for (uint32_t i = 0; f->kind == KF_FORMULA_ATOM && i < f->n_terms; i++) {
        if (mark_term(f->terms[i], name)) return true;
    }
    for (uint32_t i = 0; i < f->n_kids; i++) {
        if (mark(f->kids[i], name)) return true;
    }
    return false;
}

/* ---- Values ---- */

static kf_term *new_term(kf_parser *p, kf_term_kind kind, kf_str text, kf_pos pos)
{
    kf_term *t = kf_parser_new(p, 1, sizeof *t);
    if (!t || !kf_parser_name(p, text, &t->name)) return NULL;
    t->kind = (uint8_t)kind;
    t->pos = pos;
    return t;
}

static kf_term *integer(kf_parser *p, int64_t value, kf_pos pos)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)value);
    kf_term *t = new_term(p, KF_TERM_NUMBER, (kf_str){ text, (size_t)n }, pos);
    if (t) t->number = (double)value;
    return t;
}

static kf_formula *compare(kf_parser *p, kf_op op, kf_term *left, kf_term *right)
{
    kf_formula *f = kf_parser_new(p, 1, sizeof *f);
    kf_term **terms = kf_parser_new(p, 2, sizeof(kf_term *));
    if (!f || !terms || !left || !right) return NULL;
    terms[0] = left;
    terms[1] = right;
    *f = (kf_formula){ .kind = KF_FORMULA_COMPARE,
                       .op = (uint8_t)op,
                       .name = { KF_NO_SYMBOL },
                       .pos = right->pos,
                       .n_terms = 2,
                       .terms = terms };
    return f;
}

/* +_1 of a type */
static kf_term *new_parameter(kf_parser *p, const kf_name *type, kf_pos pos)
{
    char text[16];
    int n = snprintf(text, sizeof text, "_%u", ++p->underscores);
    kf_term *t = new_term(p, KF_TERM_NAME, (kf_str){ text, (size_t)n }, pos);
    if (t) {
        t->question = t->plus = true;
        t->type = type;
    }
    return t;
}

static bool conjoin(kf_parser *p, kf_statement *s, kf_formula *f)
{
    if (f) s->body = kf_beast_node(p, KF_FORMULA_AND, s->body, f);
    return f && s->body;
}

/* ---- bins(b1, ..., bk, t) ---- */

static bool check_bounds(kf_parser *p, const kf_term *t)
{
    kf_token where = { .offset = t->pos.offset, .length = t->pos.length };
    bool good = t->n > 1 && t->n - 1 <= MOST_BINS;
    for (uint32_t i = 0; good && i + 1 < t->n; i++) {
        const kf_term *b = t->args[i];
        good = b->kind == KF_TERM_NUMBER && b->number >= (i > 0 ? t->args[i - 1]->number : 0);
    }
    return good
           || kf_parser_error(p, where, NULL,
                              "bins(...) takes up to %d numbers that grow, and a term", MOST_BINS);
}

/* The type of the bins of a weight function: w_1 = {-k, ..., k} for its first argument */
static const kf_name *bin_type(kf_parser *p, const kf_statement *s, uint32_t at, int64_t k)
{
    kf_token where = { .offset = s->label_pos.offset, .length = s->label_pos.length };
    kf_statement *type = kf_parser_statement(p, KF_STATEMENT_TYPE, where);
    kf_term **ends = kf_parser_new(p, 2, sizeof(kf_term *));
    kf_text name;
    if (!type || !ends) return NULL;
    kf_text_init(&name, p->mem);
    kf_text_add(&name, kf_program_name(p->program, s->label));
    kf_text_addf(&name, "_%u", at);
    bool named = !name.failed && kf_parser_name(p, (kf_str){ name.at, name.n }, &type->name);
    if (name.failed) kf_parser_out_of_memory(p);
    kf_text_free(&name);
    ends[0] = integer(p, -k, s->label_pos);
    ends[1] = integer(p, k, s->label_pos);
    type->terms = ends;
    type->n_terms = 2;
    type->range = true;
    return named && ends[0] && ends[1] && kf_beast_push(p, type) ? &type->name : NULL;
}

static const kf_name *bins(kf_parser *p, kf_statement *s, kf_term *t, uint32_t at)
{
    assert(at > 0 && s->label.id != KF_NO_SYMBOL); /* the type of the bins is named after both */
    return check_bounds(p, t) ? bin_type(p, s, at, t->n - 1) : NULL;
}

/* ---- The weight ---- */

kf_weight_function *kf_beast_find_weight(kf_parser *p, kf_name name)
{
    assert(name.id != KF_NO_SYMBOL);
    for (size_t i = 0; i < p->weights.n; i++) {
        if (p->weights.at[i].name.id == name.id) return &p->weights.at[i];
    }
    return NULL;
}

static const kf_typed *find_typed(const kf_parser *p, kf_name name)
{
    for (size_t i = 0; i < p->typed.n; i++) {
        if (p->typed.at[i].variable.id == name.id) return &p->typed.at[i];
    }
    return NULL;
}

/* For undefined(...), which asks for rows of the table: the variable of a column, and its type. */
static void note_column(const kf_weight_function *w, uint32_t at, kf_name name, const kf_name *type)
{
    if (at >= w->arity) return; /* there are too many: said below */
    w->arguments[at].name = name;
    if (type) w->arguments[at].type = *type;
}

static bool value(kf_parser *p, kf_statement *s, const kf_weight_function *w, uint32_t at,
                  kf_term *t, const kf_name *type)
{
    kf_term *parameter = type ? new_parameter(p, type, t->pos) : NULL;
    if (!parameter) return false;
    note_column(w, at, parameter->name, type);
    return conjoin(p, s, compare(p, KF_OP_EQ, parameter, t));
}

static bool argument(kf_parser *p, kf_statement *s, const kf_weight_function *w, uint32_t at)
{
    p->parens = 1;
    kf_term *t = kf_parser_term(p);
    p->parens = 0;
    if (!t) return false;
    if (t->kind == KF_TERM_NAME) {
        kf_token where = { .offset = t->pos.offset, .length = t->pos.length };
        const kf_typed *typed = find_typed(p, t->name);
        note_column(w, at, t->name, typed ? typed->type : NULL);
        return mark(s->body, t->name)
               || kf_parser_error(p, where, "let an atom of the factor have it",
                                  "this variable is in no atom of the factor");
    }
    if (t->kind == KF_TERM_APPLY && kf_str_eq(kf_program_name(p->program, t->name), KF_STR("bins")))
        return value(p, s, w, at, t, bins(p, s, t, at + 1));
    if (at >= w->arity) return true; /* there are too many: said below */
    return value(p, s, w, at, t, &w->arguments[at].type);
}

/* (a, e - b) behind the weight function */
static bool arguments(kf_parser *p, kf_statement *s, const kf_weight_function *w)
{
    uint32_t n = 0;
    if (kf_parser_accept(p, KF_TOKEN_LPAREN)) {
        do {
            if (!argument(p, s, w, n++)) return false;
        } while (kf_parser_accept(p, KF_TOKEN_COMMA));
        if (!kf_parser_expect(p, KF_TOKEN_RPAREN, "`,` or `)`")) return false;
    }
    if (n == w->arity) return true;
    kf_token t = { .offset = s->label_pos.offset, .length = s->label_pos.length };
    return kf_parser_error(p, t, NULL, "this weight function takes %u argument%s, %u given",
                           w->arity, w->arity == 1 ? "" : "s", n);
}

static bool number(kf_parser *p, kf_statement *s)
{
    kf_token t = p->token;
    s->weight_kind = KF_WEIGHT_NUMBER;
    return kf_parser_constant(p, &s->weight)
           && (!isinf(s->weight)
               || kf_parser_error(p, t, "write a hard factor: for Type x if condition: formula",
                                  "a weight must be a finite number"));
}

/* * score, a number of the evidence */
static bool from_data(kf_parser *p, const kf_typed *typed)
{
    if (!typed) return false;
    return kf_str_eq(kf_program_name(p->program, *typed->type), KF_STR("Double"));
}

static bool scaled(kf_parser *p, kf_token t)
{
    return kf_parser_error(p, t, "multiply the numbers of the evidence by it, and write * d alone",
                           "a weight that is multiplied by a number of the evidence is not "
                           "supported");
}

/* abs(d) and such */
static bool is_computed(const kf_parser *p, kf_name name)
{
    static const char *const known[] = { "abs", "min", "max", "double" };
    kf_str text = kf_program_name(p->program, name);
    for (size_t i = 0; i < KF_LENGTH(known); i++)
        if (kf_str_eq(text, kf_str_of(known[i]))) return p->token.kind == KF_TOKEN_LPAREN;
    return false;
}

bool kf_beast_weight(kf_parser *p, kf_statement *s)
{
    if (!kf_parser_expect(p, KF_TOKEN_STAR, "`*` and a weight")) return false;
    kf_token t = p->token;
    if (t.kind == KF_TOKEN_LPAREN) return scaled(p, t);
    if (t.kind != KF_TOKEN_NAME) return number(p, s);
    s->label_pos = kf_parser_pos(p, t);
    if (!kf_beast_name(p, &s->label, "a weight function")) return false;
    kf_weight_function *w = kf_beast_find_weight(p, s->label);
    if (!w && from_data(p, find_typed(p, s->label)))
        return p->token.kind != KF_TOKEN_STAR || scaled(p, t);
    if (!w && is_computed(p, s->label)) return scaled(p, t);
    if (!w)
        return kf_parser_error(p, t, "declare it before: weight w: Type -> Double;",
                               "this weight function is not declared");
    if (w->used)
        return kf_parser_error(p, t, "give each factor a weight function of its own",
                               "two factors share a weight function, which is not supported");
    s->sign = w->sign;
    w->used = arguments(p, s, w);
    return w->used && (p->token.kind != KF_TOKEN_STAR || scaled(p, t));
}
