/* parse_rule.c -- statements with a body: [label:] [weight] formula [.], cardinalities, acyclicity;
 * and the syntax of other systems that kerf refuses by name.
 *
 *     1.5 Smokes(x) => Cancer(x)          conf: Link(x,y,conf) => Same(x,y)       @-2 P(x)
 *     @>=0 1.5 P(x)                       @<=0 P(x)
 *     |y : Teaches(x,y) ^ Open(y)| <= 2.  |y| !Open(y) v Teaches(x,y) <= 2
 *     acyclic Before.                     Head(x) :- Body(x, y)         Head(x) := Body(x) */
#include "lang/parser.h"

#include "base/check.h"
#include "lang/clause_names.h"

#include <math.h>
#include <stdio.h>

bool kf_parser_refuse(kf_parser *p, kf_token t, const char *what, const char *hint)
{
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, t));
    char both[300];
    p->left_out = p->skip_unsupported;
    snprintf(both, sizeof both, "%s%s--unsupported=skip leaves it out", hint ? hint : "",
             hint ? "; " : "");
    kf_diag_add(p->diags, p->left_out ? KERF_WARNING : KERF_ERROR, &place,
                p->left_out ? hint : both, "%s are not supported%s", what,
                p->left_out ? ": left out" : "");
    return false;
}

/* ---- Weights and labels ---- */

static void warn_leading_zero(kf_parser *p, kf_token t)
{
    kf_str text = kf_parser_text(p, t);
    if (text.n < 2 || text.at[0] != '0' || text.at[1] < '0' || text.at[1] > '9') return;
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, t));
    char shown[32];
    snprintf(shown, sizeof shown, "%.6g", t.number);
    kf_diag_add(p->diags, KERF_WARNING, &place, "write 0.5 if a fraction is meant",
                "the weight %.*s is read as %s", text.n > 30 ? 30 : (int)text.n, text.at, shown);
}

/* Behind @: >= 0 or <= 0. */
static bool sign(kf_parser *p, kf_statement *s)
{
    kf_token t = p->token;
    assert(t.kind == KF_TOKEN_COMPARE);
    if (t.op != KF_OP_GE && t.op != KF_OP_LE)
        return kf_parser_error(p, t, NULL, "a weight can be kept >= 0 or <= 0 in learning");
    kf_parser_advance(p);
    if (p->token.kind != KF_TOKEN_NUMBER || p->token.number != 0)
        return kf_parser_error(p, p->token, NULL, "a weight can be kept >= 0 or <= 0 in learning");
    if (s->sign != 0)
        return kf_parser_error(p, t, "remove one of them", "this formula has two signs to keep");
    s->sign = t.op == KF_OP_GE ? 1 : -1;
    kf_parser_advance(p);
    return true;
}

/* What stands behind the sign must agree with it. */
static bool check_sign(kf_parser *p, const kf_statement *s)
{
    kf_token t = { .offset = s->pos.offset, .length = s->pos.length };
    const char *kept = s->sign > 0 ? "@>=0" : "@<=0";
    if (s->sign == 0) return true;
    if (s->weight_kind == KF_WEIGHT_HARD)
        return kf_parser_error(p, t, "remove the sign or the dot",
                               "a hard formula has no weight for %s to keep", kept);
    if (s->fixed)
        return kf_parser_error(p, t, "remove one of them", "a fixed weight needs no %s", kept);
    if (s->weight_kind == KF_WEIGHT_NUMBER && s->weight * s->sign < 0)
        return kf_parser_error(p, t, NULL, "the weight of this formula is not as %s asks", kept);
    return true;
}

/* Is an infinite or missing number written where the weight should stand? */
static bool refuse_word(kf_parser *p)
{
    kf_parser ahead = *p;
    if (p->token.kind == KF_TOKEN_MINUS || p->token.kind == KF_TOKEN_PLUS)
        kf_parser_advance(&ahead);
    if (!kf_parser_is(p, ahead.token, "inf") && !kf_parser_is(p, ahead.token, "nan")
        && !kf_parser_is(p, ahead.token, "infinity"))
        return true;
    return kf_parser_error(p, ahead.token, "end a hard formula with a dot instead",
                           "a weight must be a finite number");
}

/* An infinite weight makes the formula hard; minus infinity, its negation (kf_parser_rule). */
static void set_weight(kf_statement *s, double value)
{
    s->weight_kind = isinf(value) ? KF_WEIGHT_HARD : KF_WEIGHT_NUMBER;
    s->weight = value == INFINITY ? 0 : value;
}

/* Is there a `:-` on this line? */
static bool before_rule(const kf_parser *p)
{
    const char *text = p->lexer.text;
    for (uint32_t at = p->token.offset; at + 1 < p->lexer.n && text[at] != '\n'; at++)
        if (text[at] == ':' && text[at + 1] == '-') return true;
    return false;
}

/* [@] constant, or @ and a sign to keep. */
static bool weight(kf_parser *p, kf_statement *s)
{
    kf_token first = p->token;
    bool fixed = first.kind == KF_TOKEN_AT;
    if (fixed) kf_parser_advance(p);
    if (fixed && p->token.kind == KF_TOKEN_COMPARE) return sign(p, s);
    if (fixed && before_rule(p) && p->token.kind == KF_TOKEN_NAME
        && kf_parser_peek(p).kind == KF_TOKEN_LPAREN && !kf_parser_at_weight(p))
        return kf_parser_refuse(
            p, first, "Tuffy's rules for a first pass (@P(x) :- ...)",
            "compute the relation in a run of its own, and give it as evidence");
    double value = 0;
    if (!refuse_word(p)) return false;
    if (p->token.kind == KF_TOKEN_NUMBER) warn_leading_zero(p, p->token);
    if (p->token.kind == KF_TOKEN_MINUS) warn_leading_zero(p, kf_parser_peek(p));
    if (!kf_parser_weight(p, s, &value)) return false;
    if (s->weight_kind != KF_WEIGHT_NONE) {
        return kf_parser_error(p, first, "remove one of them", "this formula has two weights");
    }
    set_weight(s, value);
    s->fixed = fixed;
    /* `1. P(x)`: the dot belongs to the number if a formula follows on the line. */
    if (p->token.kind == KF_TOKEN_DOT && !p->token.blank
        && !kf_parser_at_end(p, kf_parser_peek(p))) {
        kf_parser_advance(p);
    }
    return true;
}

/* `inf P(x)`: no weight of ours, but plainly meant as one. */
bool kf_parser_starts_infinite(const kf_parser *p)
{
    if (!kf_parser_is(p, p->token, "inf") && !kf_parser_is(p, p->token, "infinity")
        && !kf_parser_is(p, p->token, "nan")) {
        return false;
    }
    kf_token next = kf_parser_peek(p);
    return next.kind == KF_TOKEN_NAME && !next.newline && !kf_parser_joins(p, next);
}

static bool starts_weight(const kf_parser *p)
{
    switch (p->token.kind) {
    case KF_TOKEN_AT: return true;
    case KF_TOKEN_MINUS:
    case KF_TOKEN_PLUS: return kf_parser_peek(p).kind != KF_TOKEN_NUMBER || kf_parser_at_weight(p);
    default: return kf_parser_starts_infinite(p) || kf_parser_at_weight(p);
    }
}

static bool starts_label(const kf_parser *p)
{
    return p->token.kind == KF_TOKEN_NAME && kf_parser_peek(p).kind == KF_TOKEN_COLON;
}

static bool label(kf_parser *p, kf_statement *s)
{
    if (kf_str_eq(kf_parser_text(p, p->token), KF_STR("FD"))) {
        return kf_parser_refuse(p, p->token, "Tuffy's functional dependencies (FD:)",
                                "write at most one as P(x, y?) in the declaration");
    }
    if (s->label.id != KF_NO_SYMBOL) {
        return kf_parser_error(p, p->token, "remove one of them", "this formula has two labels");
    }
    assert(starts_label(p));
    s->label_pos = kf_parser_pos(p, p->token);
    if (!kf_parser_name(p, kf_parser_text(p, p->token), &s->label)) return false;
    kf_parser_advance(p);
    kf_parser_advance(p);
    return true;
}

static const char utilities[] = "utilities (`w :u f`)";

/* Labels, weights, and the utilities that look like them: `w :u f`, `-2:20 f`, `:-1 f`. */
static bool prefix(kf_parser *p, kf_statement *s)
{
    for (;;) {
        if (starts_label(p)) {
            if (!label(p, s)) return false;
        } else if (starts_weight(p)) {
            if (!weight(p, s)) return false;
        } else {
            break;
        }
        bool colon = p->token.kind == KF_TOKEN_COLON;
        kf_token u = colon ? kf_parser_peek(p) : p->token;
        bool behind_label =
            !colon && s->label.id != KF_NO_SYMBOL && s->weight_kind == KF_WEIGHT_NONE;
        if ((colon || behind_label) && kf_str_eq(kf_parser_text(p, u), KF_STR("u")) && !u.blank
            && (colon || kf_parser_peek(p).kind != KF_TOKEN_LPAREN)) {
            return kf_parser_refuse(p, p->token, utilities, NULL);
        }
        if (colon && (u.kind == KF_TOKEN_NUMBER || u.kind == KF_TOKEN_MINUS)) /* -2:20 f */
            return kf_parser_refuse(p, p->token, utilities, NULL);
        if (colon) return kf_parser_unexpected(p, "a formula");
    }
    bool rule = p->token.kind == KF_TOKEN_RULE || p->token.kind == KF_TOKEN_COLON; /* :-1 f */
    if (rule && kf_parser_peek(p).kind == KF_TOKEN_NUMBER)
        return kf_parser_refuse(p, p->token, utilities, NULL);
    return true;
}

/* ---- Cardinalities ---- */

/* compare bound, where < and > become <= and >=. */
bool kf_parser_bound(kf_parser *p, kf_statement *s)
{
    kf_token t = p->token;
    if (t.kind == KF_TOKEN_IMPLIES)
        return kf_parser_error(p, t, "write >= for at least",
                               "a count is compared by <=, >= or =, not by =>");
    if (t.kind != KF_TOKEN_COMPARE) return kf_parser_unexpected(p, "<=, >= or = and a number");
    if (t.op == KF_OP_NE) return kf_parser_error(p, t, NULL, "a count cannot be compared by !=");
    kf_parser_advance(p);
    bool minus = kf_parser_accept(p, KF_TOKEN_MINUS);
    int64_t value;
    if (p->token.kind != KF_TOKEN_NUMBER || minus
        || !kf_integer_read(kf_parser_text(p, p->token), &value) || value > UINT32_MAX) {
        return kf_parser_error(
            p, p->token, p->token.kind == KF_TOKEN_NAME ? "write a formula for each number" : NULL,
            "a count is compared with an integer from 0 to 4294967295");
    }
    kf_parser_advance(p);
    s->op = t.op == KF_OP_LT ? KF_OP_LE : t.op == KF_OP_GT ? KF_OP_GE : t.op;
    s->bound = t.op == KF_OP_LT ? value - 1 : t.op == KF_OP_GT ? value + 1 : value;
    if (s->bound < 0) return kf_parser_error(p, t, NULL, "no count is smaller than 0");
    return true;
}

/* |x, y : body| <= k   or   |x, y| clause <= k */
static bool count(kf_parser *p, kf_statement *s)
{
    assert(p->token.kind == KF_TOKEN_BAR && !p->count_clause);
    s->kind = KF_STATEMENT_COUNT;
    kf_parser_advance(p);
    if (!kf_parser_variables(p, &s->terms, &s->n_terms)) return false;
    if (kf_parser_accept(p, KF_TOKEN_COLON)) {
        p->parens++;
        p->in_count = true;
        s->body = kf_parser_formula(p);
        p->in_count = false;
        p->parens--;
        return s->body && kf_parser_expect(p, KF_TOKEN_BAR, "an operator or `|`")
               && kf_parser_bound(p, s);
    }
    if (!kf_parser_expect(p, KF_TOKEN_BAR, "`,`, `:` or `|`")) return false;
    s->rockit = p->count_clause = true;
    s->body = kf_parser_formula(p);
    p->count_clause = false;
    return s->body && kf_parser_bound(p, s);
}

static kf_formula *implication_of(kf_parser *p, kf_formula *body, kf_formula *head)
{
    kf_formula *f = kf_parser_new(p, 1, sizeof *f);
    kf_formula **kids = kf_parser_new(p, 2, sizeof *kids);
    if (!f || !kids) return NULL;
    kids[0] = body;
    kids[1] = head;
    *f = (kf_formula){ .kind = KF_FORMULA_IMPLIES,
                       .name = { KF_NO_SYMBOL },
                       .pos = kf_parser_span(head->pos, body->pos),
                       .n_kids = 2,
                       .kids = kids };
    return f;
}

/* condition => |x : body| >= 1: there is one. */
static bool some(kf_parser *p, kf_statement *s, kf_formula *condition)
{
    kf_formula *exist = kf_parser_new(p, 1, sizeof *exist);
    kf_formula **kids = kf_parser_new(p, 1, sizeof *kids);
    if (!exist || !kids) return false;
    kids[0] = s->body;
    *exist = (kf_formula){ .kind = KF_FORMULA_EXIST,
                           .name = { KF_NO_SYMBOL },
                           .pos = s->body->pos,
                           .n_terms = s->n_terms,
                           .terms = s->terms,
                           .n_kids = 1,
                           .kids = kids };
    s->kind = KF_STATEMENT_FORMULA;
    s->n_terms = 0;
    s->body = implication_of(p, condition, exist);
    return s->body != NULL;
}

/* Does no counted variable stand in the condition? */
static bool expect_apart(kf_parser *p, const kf_statement *s, const kf_formula *condition)
{
    for (uint32_t i = 0; i < s->n_terms; i++) {
        kf_token t = { .offset = s->terms[i]->pos.offset, .length = s->terms[i]->pos.length };
        if (kf_formula_leaves_free(condition, s->terms[i]->name))
            return kf_parser_error(p, t, "use another variable in one of the two places",
                                   "this variable is counted, and stands in the condition, too");
    }
    return true;
}

/* P => Q => |...| groups to the right, and a quantifier reaches as far as it can: none of them is
 * before the last arrow only. */
bool kf_parser_check_condition(kf_parser *p, const kf_formula *f)
{
    bool arrow = f->kind == KF_FORMULA_IMPLIES || f->kind == KF_FORMULA_IFF;
    bool open = arrow && !f->parens;
    for (const kf_formula *at = f; !open && !at->parens && at->n_kids > 0;) {
        open = at->kind == KF_FORMULA_EXIST || at->kind == KF_FORMULA_FORALL;
        at = at->kids[at->n_kids - 1];
    }
    return !open
           || kf_parser_error(p, p->token, "put the condition in parentheses",
                              "this condition before a count does not end here");
}

bool kf_parser_conditioned(kf_parser *p, kf_statement *s, kf_formula *condition)
{
    if (!expect_apart(p, s, condition)) return false;
    kf_formula **kids = kf_parser_new(p, 2, sizeof *kids);
    kf_formula *both = kf_parser_new(p, 1, sizeof *both);
    if (!kids || !both) return false;
    kids[0] = condition;
    kids[1] = s->body;
    *both = (kf_formula){ .kind = KF_FORMULA_AND,
                          .name = { KF_NO_SYMBOL },
                          .pos = condition->pos,
                          .n_kids = 2,
                          .kids = kids };
    condition->condition = s->op != KF_OP_LE && s->bound > 0;
    s->body = both;
    return true;
}

/* condition => |x : body| <= k, from the arrow on. */
static bool conditional_count(kf_parser *p, kf_statement *s)
{
    kf_token arrow = p->token;
    kf_formula *condition = s->body;
    if (!kf_parser_check_condition(p, condition)) return false;
    kf_parser_advance(p);
    if (!count(p, s)) return false;
    if (s->rockit)
        return kf_parser_error(p, arrow, "write the condition as a negated literal behind the bars",
                               "a condition can stand before |x : ... | only");
    if (s->op == KF_OP_GE && s->bound == 1) return some(p, s, condition);
    return kf_parser_conditioned(p, s, condition);
}

/* Does the parenthesis behind `count` hold a bar at its own level, or does a comparison follow
 * it? */
static bool starts_pracmln_count(const kf_parser *p)
{
    if (!kf_parser_is(p, p->token, "count")) return false;
    kf_lexer ahead = p->lexer;
    kf_token t = kf_lexer_next(&ahead);
    int depth = 0;
    bool atom = false; /* something with arguments stands inside */
    for (int n = 0; n < KF_MOST_AHEAD; n++, t = kf_lexer_next(&ahead)) {
        if (t.kind == KF_TOKEN_END || t.kind == KF_TOKEN_ERROR) return false;
        if (t.kind == KF_TOKEN_LPAREN) depth++;
        if (t.kind == KF_TOKEN_RPAREN) depth--;
        if (depth == 1 && t.kind == KF_TOKEN_BAR) return true;
        if (depth == 0) {
            return atom && kf_lexer_next(&ahead).kind == KF_TOKEN_COMPARE
                   && kf_lexer_next(&ahead).kind == KF_TOKEN_NUMBER;
        }
        atom |= depth == 2;
    }
    return false;
}

/* count(p(x, y) | x) = k, or count(p(x, y)) = k over everything */
static bool pracmln_count(kf_parser *p, kf_statement *s)
{
    s->kind = KF_STATEMENT_COUNT;
    s->counted_rest = true;
    kf_parser_advance(p);
    kf_parser_advance(p);
    p->parens++;
    p->in_count = true;
    s->body = kf_parser_formula(p);
    p->in_count = false;
    p->parens--;
    if (!s->body) return false;
    if (kf_parser_accept(p, KF_TOKEN_BAR) && !kf_parser_variables(p, &s->terms, &s->n_terms)) {
        return false;
    }
    return kf_parser_expect(p, KF_TOKEN_RPAREN, "`,` or `)`") && kf_parser_bound(p, s);
}

/* ---- Acyclicity ---- */

static bool starts_acyclic(const kf_parser *p)
{
    if (!kf_parser_is(p, p->token, "acyclic")) return false;
    kf_token next = kf_parser_peek(p);
    return next.kind == KF_TOKEN_NAME && !next.newline && !kf_parser_joins(p, next);
}

static bool acyclic(kf_parser *p, kf_statement *s)
{
    s->kind = KF_STATEMENT_ACYCLIC;
    kf_parser_advance(p);
    s->pos = kf_parser_pos(p, p->token);
    if (!kf_parser_name(p, kf_parser_text(p, p->token), &s->name)) return false;
    kf_parser_advance(p);
    kf_parser_accept(p, KF_TOKEN_DOT);
    if (s->weight_kind == KF_WEIGHT_NUMBER) {
        kf_token t = { .offset = s->pos.offset, .length = s->pos.length };
        return kf_parser_error(p, t, "remove the weight", "acyclicity is always hard");
    }
    s->weight_kind = KF_WEIGHT_HARD;
    return true;
}

/* ---- The statement ---- */

static bool body(kf_parser *p, kf_statement *s)
{
    if (p->token.kind == KF_TOKEN_BAR) return count(p, s);
    if (starts_pracmln_count(p)) return pracmln_count(p, s);
    if (starts_acyclic(p)) return acyclic(p, s);
    if (kf_parser_at_constraint(p)) return kf_parser_constraint(p, s);
    if (p->token.kind == KF_TOKEN_LBRACKET && kf_parser_is(p, kf_parser_peek(p), "priorProb"))
        return kf_parser_refuse(p, p->token, "Tuffy's prior probabilities ([priorProb = ...])",
                                "give soft evidence: 0.3 P(A)");
    s->body = kf_parser_formula(p);
    if (!s->body || p->token.kind != KF_TOKEN_IMPLIES) return s->body != NULL;
    return conditional_count(p, s);
}

static bool has_signs(const kf_formula *f)
{
    bool found = f->both_signs;
    for (uint32_t i = 0; i < f->n_kids; i++) found |= has_signs(f->kids[i]);
    return found;
}

/* head :- body and head := body, from the sign on; what was read so far is the head. */
static bool definite(kf_parser *p, kf_statement *s)
{
    kf_token sign = p->token;
    bool scope = sign.kind == KF_TOKEN_ASSIGN;
    s->head = s->body;
    if (sign.kind == KF_TOKEN_RULE && kf_parser_peek(p).kind == KF_TOKEN_NUMBER
        && !kf_parser_peek(p).blank) /* :-1 f on a line of its own */
        return kf_parser_refuse(p, sign, utilities, NULL);
    if (s->head->kind != KF_FORMULA_ATOM || s->head->both_signs)
        return kf_parser_error(p, sign, "write Head(x) :- Body(x, y)",
                               "a single atom must stand before this");
    if (scope && s->weight_kind != KF_WEIGHT_NONE)
        return kf_parser_error(p, sign, "remove the weight", "a scope (:=) has no weight");
    if (s->weight_kind == KF_WEIGHT_HARD && s->weight < 0)
        return kf_parser_error(p, sign, "write !( ... ) with a dot for what must not hold",
                               "a definite clause cannot have a weight of minus infinity");
    kf_parser_advance(p);
    p->numeric = scope;
    kf_formula *body = kf_parser_formula(p);
    p->numeric = false;
    if (!body) return false;
    if (has_signs(body))
        return kf_parser_error(p, sign, NULL,
                               "a definite clause cannot hold atoms with both signs");
    s->pos = kf_parser_span(s->head->pos, body->pos);
    s->body = scope ? body : implication_of(p, body, s->head);
    if (scope) s->kind = KF_STATEMENT_SCOPE;
    return s->body != NULL;
}

static bool ending(kf_parser *p, kf_statement *s)
{
    kf_token t = p->token;
    if ((t.kind == KF_TOKEN_RULE || t.kind == KF_TOKEN_ASSIGN) && s->kind == KF_STATEMENT_FORMULA) {
        if (!definite(p, s)) return false;
        t = p->token;
    }
    if (kf_parser_accept(p, KF_TOKEN_DOT)) {
        if (s->weight_kind == KF_WEIGHT_NUMBER || s->weight < 0) {
            return kf_parser_error(p, t, "remove one of them",
                                   "this formula has a weight and the dot of a hard one");
        }
        s->weight_kind = KF_WEIGHT_HARD;
        return true;
    }
    if (!kf_parser_at_end(p, t))
        return kf_parser_unexpected(p, "an operator or the end of the line");
    if (s->rockit && s->weight_kind == KF_WEIGHT_NONE) s->weight_kind = KF_WEIGHT_HARD;
    return true;
}

/* The directives that stand before it. */
static bool directives(kf_parser *p, kf_statement *s)
{
    kf_token at = p->unique_at;
    s->fixed |= p->fix_next && s->weight_kind == KF_WEIGHT_NUMBER;
    s->unique = p->unique;
    s->n_unique = p->n_unique;
    p->fix_next = false;
    p->unique = NULL;
    p->n_unique = 0;
    return !s->unique || s->kind == KF_STATEMENT_FORMULA
           || kf_parser_error(p, at, NULL, "#unique stands before a formula only");
}

/* --completion=standard: the weight does not count. */
static void harden(kf_statement *s)
{
    s->weight_kind = KF_WEIGHT_HARD;
    s->weight = 0;
    s->steps = NULL;
    s->n_steps = 0;
    s->fixed = false;
    s->sign = 0;
}

/* A weight of minus infinity: the formula must not hold. */
static bool negate(kf_parser *p, kf_statement *s)
{
    if (s->weight_kind != KF_WEIGHT_HARD || s->weight == 0) return true;
    kf_token t = { .offset = s->pos.offset, .length = s->pos.length };
    kf_formula *negation = kf_parser_new(p, 1, sizeof *negation);
    kf_formula **kids = kf_parser_new(p, 1, sizeof *kids);
    s->weight = 0;
    if (!negation || !kids) return false;
    if (s->kind != KF_STATEMENT_FORMULA)
        return kf_parser_error(p, t, NULL, "a count cannot have a weight of minus infinity");
    kids[0] = s->body;
    *negation = (kf_formula){ .kind = KF_FORMULA_NOT,
                              .name = { KF_NO_SYMBOL },
                              .pos = s->body->pos,
                              .n_kids = 1,
                              .kids = kids };
    s->body = negation;
    return true;
}

kf_statement *kf_parser_rule(kf_parser *p)
{
    kf_statement *s = kf_parser_new(p, 1, sizeof *s);
    if (!s) return NULL;
    s->kind = KF_STATEMENT_FORMULA;
    s->name.id = s->label.id = s->result.id = KF_NO_SYMBOL;
    if (!prefix(p, s)) return NULL;
    s->pos = kf_parser_pos(p, p->token);
    if (!body(p, s)) return NULL;
    if (s->kind == KF_STATEMENT_FORMULA) {
        assert(s->body);
        s->pos = s->body->pos;
    } else if (s->kind == KF_STATEMENT_COUNT) {
        assert(p->end > s->pos.offset);
        s->pos.length = p->end - s->pos.offset;
    }
    bool good = s->kind == KF_STATEMENT_ACYCLIC || ending(p, s);
    if (good && s->head && p->standard) harden(s);
    return good && directives(p, s) && check_sign(p, s) && negate(p, s) ? s : NULL;
}
