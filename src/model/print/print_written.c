/* print_written.c -- a formula as its author wrote it, with constants in place of variables.
 *
 * The tokens of the source are copied; a name that is a free variable of the rule becomes the
 * constant that it is bound to. Blanks are made even and comments left out, so that an atom reads
 * as it does elsewhere: P(A, B). What was not written so (marks, completions, folded formulas, one
 * clause of several, thebeast's factors) is printed in normal form, as is a text that messages may
 * not quote. */
#include "base/check.h"
#include "lang/lexer.h"
#include "model/print/printer.h"

#include <string.h>

typedef struct writer {
    const kf_printer *p;
    kf_lexer lexer;
    uint32_t end;
    kf_token before; /* END: none yet */
    bool open;       /* a + or ? that belongs to a bound variable was left out just before */
} writer;

static kf_str text_of(const writer *w, kf_token t)
{
    return (kf_str){ w->lexer.text + t.offset, t.length };
}

/* ---- Which formulas ---- */

static bool has_same_name(const kf_rule *r, uint32_t variable)
{
    for (uint32_t i = r->n_free; i < r->n_variables; i++)
        if (r->variables[i].name.id == r->variables[variable].name.id) return true;
    return false;
}

/* A name that is free here and quantified there would need a scope. */
static bool has_clear_names(const kf_rule *r)
{
    for (uint32_t i = 0; i < r->n_free; i++)
        if (has_same_name(r, i)) return false;
    return true;
}

/* Is the text at its place all of it? That of a completion has no length, and one of several
 * clauses or signs that a formula stands for is called F1.2. */
static bool is_as_written(const kf_model *m, const kf_rule *r)
{
    return !r->implied && !r->closed && r->kind != KF_RULE_ACYCLIC && r->pos.length > 0
           && !memchr(r->label.at, '.', r->label.n) && m->program->dialect != KF_DIALECT_THEBEAST;
}

static bool can_be_copied(const kf_printer *p)
{
    const kf_rule *r = p->rule;
    if (p->dialect != KF_DIALECT_KERF || !is_as_written(p->model, r)) return false;
    kf_place place = kf_sources_place(p->model->program->sources, r->pos);
    return !place.withheld && place.source.at && has_clear_names(r);
}

/* ---- Tokens ---- */

/* A name behind a term or a formula joins them, and ends nothing: P(v) v n > 3. */
static bool ends_operand(kf_token t)
{
    return t.kind == KF_TOKEN_RPAREN || t.kind == KF_TOKEN_RBRACKET || t.kind == KF_TOKEN_NAME
           || t.kind == KF_TOKEN_NUMBER || t.kind == KF_TOKEN_STRING;
}

/* The free variable that a token is, if it has a value; or KF_NONE. */
static uint32_t bound_variable(const writer *w, kf_token t, kf_token before)
{
    const kf_printer *p = w->p;
    kf_lexer ahead = w->lexer;
    ahead.at = t.offset + t.length;
    if (t.kind != KF_TOKEN_NAME || !p->bound || ends_operand(before)) return KF_NONE;
    if (kf_lexer_next(&ahead).kind == KF_TOKEN_LPAREN) return KF_NONE;
    for (uint32_t i = 0; i < p->rule->n_free; i++) {
        kf_str name = kf_program_name(p->model->program, p->rule->variables[i].name);
        if (kf_str_eq(name, text_of(w, t))) return i;
    }
    return KF_NONE;
}

static bool is_in_list(kf_token before)
{
    return before.kind == KF_TOKEN_LPAREN || before.kind == KF_TOKEN_COMMA;
}

/* +x and ?x: the sign goes with the variable. */
static bool is_left_out(const writer *w, kf_token t)
{
    kf_lexer ahead = w->lexer;
    bool sign = t.kind == KF_TOKEN_QUESTION || (t.kind == KF_TOKEN_PLUS && is_in_list(w->before));
    if (!sign) return false;
    kf_token next = kf_lexer_next(&ahead);
    if (next.kind == KF_TOKEN_QUESTION) next = kf_lexer_next(&ahead);
    return bound_variable(w, next, t) != KF_NONE;
}

static bool wants_blank(const writer *w, kf_token t)
{
    if (w->before.kind == KF_TOKEN_END || w->before.kind == KF_TOKEN_LPAREN) return false;
    if (t.kind == KF_TOKEN_COMMA || t.kind == KF_TOKEN_RPAREN) return false;
    return !w->open && (t.blank || w->before.kind == KF_TOKEN_COMMA);
}

/* A constant in quotes that needs none where variables have their constants. */
static void add_string(const writer *w, kf_token t)
{
    kf_str text = text_of(w, t), inner = { text.at + 1, text.n - 2 };
    kf_text bare;
    kf_text_init(&bare, w->p->to->mem);
    kf_print_fact_constant(&bare, inner);
    bool same = text.n > 2 && !bare.failed && kf_str_eq(kf_text_get(&bare), inner);
    kf_text_add(w->p->to, same ? inner : text);
    kf_text_free(&bare);
}

static void copy_token(writer *w, kf_token t)
{
    const kf_printer *p = w->p;
    uint32_t variable = bound_variable(w, t, w->before);
    if (wants_blank(w, t)) kf_text_addc(p->to, ' ');
    w->open = is_left_out(w, t);
    if (w->open) return; /* before the variable stands what stood before its sign */
    if (variable != KF_NONE) kf_printer_value(p, variable);
    else if (p->bare && t.kind == KF_TOKEN_STRING) add_string(w, t);
    else kf_text_add(p->to, text_of(w, t));
    if (t.kind == KF_TOKEN_NAME && ends_operand(w->before)) t.kind = KF_TOKEN_OR;
    w->before = t;
}

static void write_all(const kf_printer *p)
{
    const kf_program *program = p->model->program;
    if (!can_be_copied(p)) {
        kf_printer_content(p);
        return;
    }
    kf_str text = kf_sources_text(program->sources, p->rule->pos.source);
    uint32_t end = p->rule->pos.offset + p->rule->pos.length;
    assert(end <= text.n);
    writer w = { .p = p,
                 .lexer = { .text = text.at,
                            .at = p->rule->pos.offset,
                            .n = end,
                            .loose = program->dialect == KF_DIALECT_PRACMLN },
                 .before = { .kind = KF_TOKEN_END } };
    for (kf_token t = kf_lexer_next(&w.lexer); t.kind != KF_TOKEN_END && t.kind != KF_TOKEN_ERROR;
         t = kf_lexer_next(&w.lexer))
        copy_token(&w, t);
}

void kf_printer_written(const kf_printer *given)
{
    kf_printer p = *given;
    p.bare = given->bound != NULL;
    write_all(&p);
}
