/* constraint.c -- probability constraints of pracmln: P(Smokes(x)) = 0.3, R(!Smokes(Anna)) = 0.7.
 *
 * pracmln fits weights to them before it answers. Where no other formula says anything about these
 * atoms, the weight log(p / (1 - p)) of the literal is that fit, and fixed in learning. All others
 * are refused, never left out in silence. */
#include "lang/parser.h"

#include "base/check.h"

#include <math.h>

/* P and a parenthesis, then = and a number. */
bool kf_parser_at_constraint(const kf_parser *p)
{
    kf_str name = kf_parser_text(p, p->token);
    if (p->token.kind != KF_TOKEN_NAME || name.n != 1 || (name.at[0] != 'P' && name.at[0] != 'R')) {
        return false;
    }
    kf_lexer ahead = p->lexer;
    kf_token t = kf_lexer_next(&ahead);
    if (t.kind != KF_TOKEN_LPAREN) return false;
    int depth = 0, n = 0;
    do {
        if (t.kind == KF_TOKEN_LPAREN) depth++;
        if (t.kind == KF_TOKEN_RPAREN) depth--;
        t = kf_lexer_next(&ahead);
    } while (depth > 0 && ++n < KF_MOST_AHEAD && t.kind != KF_TOKEN_END
             && t.kind != KF_TOKEN_ERROR);
    if (t.kind != KF_TOKEN_COMPARE || t.op != KF_OP_EQ) return false;
    t = kf_lexer_next(&ahead);
    return t.kind == KF_TOKEN_NUMBER && kf_parser_at_end(p, kf_lexer_next(&ahead));
}

static bool refuse(kf_parser *p, kf_pos pos)
{
    kf_token t = { .offset = pos.offset, .length = pos.length };
    return kf_parser_refuse(
        p, t, "pracmln's probability constraints",
        "log(0.3/0.7) f is P(f) = 0.3 where no other formula has these atoms; else have kerf learn "
        "find the weight");
}

static bool is_literal(const kf_formula *f)
{
    if (f->kind == KF_FORMULA_NOT) f = f->kids[0];
    return f->kind == KF_FORMULA_ATOM && !f->both_signs;
}

/* Does a bar stand before the parenthesis that closes? P(f | g) */
static bool has_condition(const kf_parser *p)
{
    kf_lexer ahead = p->lexer;
    kf_token t = kf_lexer_next(&ahead);
    for (int depth = 1; depth > 0; t = kf_lexer_next(&ahead)) {
        assert(t.kind != KF_TOKEN_END && t.kind != KF_TOKEN_ERROR); /* looked at before */
        if (t.kind == KF_TOKEN_BAR) return true;
        depth += (t.kind == KF_TOKEN_LPAREN) - (t.kind == KF_TOKEN_RPAREN);
    }
    return false;
}

static void set_weight(kf_statement *s, double probability)
{
    bool sure = probability <= 0 || probability >= 1;
    s->weight_kind = sure ? KF_WEIGHT_HARD : KF_WEIGHT_NUMBER;
    s->weight = probability <= 0 ? -INFINITY : sure ? 0 : log(probability / (1 - probability));
    s->fixed = !sure;
}

bool kf_parser_constraint(kf_parser *p, kf_statement *s)
{
    kf_token first = p->token;
    kf_parser_advance(p);
    if (has_condition(p)) return refuse(p, kf_parser_pos(p, first));
    kf_parser_advance(p);
    p->parens++;
    s->body = kf_parser_formula(p);
    p->parens--;
    if (!s->body || !kf_parser_expect(p, KF_TOKEN_RPAREN, "an operator or `)`")) return false;
    if (s->weight_kind != KF_WEIGHT_NONE || s->sign != 0)
        return kf_parser_error(p, first, "remove the weight", "a probability has no weight");
    if (!is_literal(s->body)) return refuse(p, kf_parser_pos(p, first));
    kf_parser_advance(p); /* = */
    assert(p->token.kind == KF_TOKEN_NUMBER);
    if (p->token.number > 1)
        return kf_parser_error(p, p->token, NULL, "a probability is between 0 and 1");
    set_weight(s, p->token.number);
    kf_parser_advance(p);
    s->constraint = true;
    return true;
}

/* ---- Do other formulas have such atoms? ---- */

static bool has_atom(const kf_formula *f, kf_name predicate)
{
    if (f->kind == KF_FORMULA_ATOM && f->name.id == predicate.id) return true;
    for (uint32_t i = 0; i < f->n_kids; i++)
        if (has_atom(f->kids[i], predicate)) return true;
    return false;
}

static bool has_marks(const kf_statement *s)
{
    for (uint32_t i = 0; i < s->n_arguments; i++)
        if (s->arguments[i].mark != KF_MARK_NONE) return true;
    return false;
}

/* A formula of weight 0 says nothing, unless a file of weights can name it. */
static bool speaks_of(const kf_statement *s, kf_name predicate)
{
    bool nothing = s->weight_kind == KF_WEIGHT_NUMBER && s->weight == 0 && !s->steps
                   && s->label.id == KF_NO_SYMBOL;
    if (s->kind == KF_STATEMENT_PREDICATE) return s->name.id == predicate.id && has_marks(s);
    if (s->kind == KF_STATEMENT_ACYCLIC) return s->name.id == predicate.id;
    if (s->head && has_atom(s->head, predicate)) return true;
    return s->body && !nothing && has_atom(s->body, predicate);
}

/* P(x) = 0.3 of a predicate P: x is a variable. */
static bool is_declared(const kf_parser *p, kf_name name)
{
    return name.id < p->declared.n && p->declared.at[name.id];
}

static bool is_alone(const kf_parser *p, const kf_statement *s)
{
    const kf_program *program = p->program;
    const kf_formula *f = s->body;
    while (f->kind == KF_FORMULA_NOT) f = f->kids[0]; /* a probability of 0 has added one */
    if (f->n_terms == 0 && !is_declared(p, f->name)) return false;
    for (size_t i = 0; i < program->statements.n; i++) {
        const kf_statement *other = program->statements.at[i];
        if (other != s && speaks_of(other, f->name)) return false;
    }
    return true;
}

/* Those that are left out are taken from the program at the end, so that each sees all others. */
bool kf_parser_constrain(kf_parser *p)
{
    kf_program *program = p->program;
    bool good = true;
    size_t kept = 0;
    for (size_t i = 0; i < program->statements.n; i++) {
        kf_statement *s = program->statements.at[i];
        if (!s->constraint || is_alone(p, s)) continue;
        uint32_t source = p->source;
        p->source = s->pos.source;
        refuse(p, s->pos);
        p->source = source;
        good &= p->left_out;
        p->left_out = false;
        s->refused = true;
    }
    for (size_t i = 0; i < program->statements.n; i++)
        if (!program->statements.at[i]->refused)
            program->statements.at[kept++] = program->statements.at[i];
    program->statements.n = kept;
    return good;
}
