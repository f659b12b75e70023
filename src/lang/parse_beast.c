/* parse_beast.c -- models of thebeast (.pml): types, predicates, weight functions, factors.
 *
 *     type Pos: Noun, Verb;                     predicate word: Int x Word;
 *     hidden: pos;                              observed: word;
 *     weight w_word: Word x Pos -> Double;      (Double+ and Double- keep their sign in learning)
 *     factor: for Int t, Word w, Pos p if word(t, w) add [pos(t, p)] * w_word(w, p);
 *     factor: for Int t if word(t, _): |Pos p: pos(t, p)| <= 1;
 *
 * A soft factor is worth its weight where condition and formula hold: one formula with a weight per
 * tuple of constants. A hard one is condition => formula. An underscore is a variable of its own,
 * quantified at its atom. A predicate of a file that is not there is read from its use
 * (beast_declare.c). Statements end with a semicolon. All else are commands of thebeast's
 * shell: they are skipped, and a note says so. */
#include "lang/beast.h"

#include "base/check.h"

#include <stdio.h>

static void note(kf_parser *p, kf_token t, const char *text)
{
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, t));
    kf_diag_add(p->diags, KERF_NOTE, &place, NULL, "%s", text);
}

static bool skip(kf_parser *p)
{
    while (p->token.kind != KF_TOKEN_SEMICOLON && p->token.kind != KF_TOKEN_END)
        kf_parser_advance(p);
    kf_parser_accept(p, KF_TOKEN_SEMICOLON);
    return true;
}

static bool finish(kf_parser *p)
{
    return kf_parser_expect(p, KF_TOKEN_SEMICOLON, "`;`");
}

bool kf_beast_name(kf_parser *p, kf_name *name, const char *wanted)
{
    if (p->token.kind != KF_TOKEN_NAME) return kf_parser_unexpected(p, wanted);
    if (!kf_parser_name(p, kf_parser_text(p, p->token), name)) return false;
    kf_parser_advance(p);
    return true;
}

bool kf_beast_push(kf_parser *p, kf_statement *s)
{
    return s && (kf_vec_push(p->mem, &p->program->statements, s) || kf_parser_out_of_memory(p));
}

/* ---- Declarations ---- */

/* type T: A, 'b', 3; and type T: ...; and type T: ... A, B; */
static bool type(kf_parser *p)
{
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_TYPE, p->token);
    size_t from = p->stack.n;
    if (!s || !kf_beast_name(p, &s->name, "a type")) return false;
    if (!kf_parser_expect(p, KF_TOKEN_COLON, "`:`")) return false;
    do {
        bool more = kf_parser_accept(p, KF_TOKEN_ELLIPSIS);
        if (more) s->stars = 1;
        if (more && (p->token.kind == KF_TOKEN_COMMA || p->token.kind == KF_TOKEN_SEMICOLON))
            continue;
        if (!kf_parser_push(p, kf_parser_constant_term(p))) return false;
    } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    s->terms = kf_parser_pop(p, from, &s->n_terms);
    return s->terms && finish(p) && kf_beast_push(p, s);
}

/* T x U x V, from the first type on */
static bool types(kf_parser *p, kf_statement *s)
{
    size_t from = p->stack.n;
    do {
        kf_argument *a = kf_parser_new(p, 1, sizeof *a);
        if (!a) return false;
        a->pos = kf_parser_pos(p, p->token);
        a->name.id = KF_NO_SYMBOL;
        a->number = kf_parser_is(p, p->token, "Double");
        if (!kf_beast_name(p, &a->type, "a type") || !kf_parser_push(p, a)) return false;
        if (!kf_parser_is(p, p->token, "x")) break;
        kf_parser_advance(p);
    } while (true);
    kf_argument **list = kf_parser_pop(p, from, &s->n_arguments);
    s->arguments = kf_parser_new(p, s->n_arguments, sizeof *s->arguments);
    if (!list || !s->arguments) return false;
    for (uint32_t i = 0; i < s->n_arguments; i++) s->arguments[i] = *list[i];
    return true;
}

/* predicate p: T x U; observed until a line `hidden:` names it, if there is one at all. */
static bool predicate(kf_parser *p)
{
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_PREDICATE, p->token);
    if (!s || !kf_beast_name(p, &s->name, "a predicate")) return false;
    if (!kf_parser_expect(p, KF_TOKEN_COLON, "`:`") || !types(p, s)) return false;
    s->stars = 1;
    return finish(p) && kf_parser_declare(p, s) && kf_beast_push(p, s);
}

/* hidden: p, q; and observed:, global:, auxiliary: */
static bool signature(kf_parser *p, bool hidden)
{
    if (!kf_parser_expect(p, KF_TOKEN_COLON, "`:`")) return false;
    p->hides |= hidden;
    do {
        kf_name name = { KF_NO_SYMBOL };
        kf_token t = p->token;
        if (!kf_beast_name(p, &name, "a predicate")) return false;
        kf_statement *s = kf_beast_declared(p, name);
        kf_awaited awaited = { .name = name, .token = t, .source = p->source };
        if (!s && hidden && !kf_vec_push(p->mem, &p->awaited, awaited))
            return kf_parser_out_of_memory(p);
        if (s) s->stars = hidden ? 0 : 2;
    } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    return finish(p);
}

/* weight w: T x U -> Double-; */
static bool weight_function(kf_parser *p)
{
    kf_weight_function w = { .sign = 0 };
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_PREDICATE, p->token);
    if (!s || !kf_beast_name(p, &w.name, "a weight function")) return false;
    if (!kf_parser_expect(p, KF_TOKEN_COLON, "`:`") || !types(p, s)) return false;
    w.arity = s->n_arguments;
    w.arguments = s->arguments;
    if (kf_parser_accept(p, KF_TOKEN_MINUS)) {
        if (p->token.kind == KF_TOKEN_COMPARE && p->token.op == KF_OP_GT) {
            kf_parser_advance(p);
            if (!types(p, s)) return false;
        } else {
            w.sign = -1;
            w.arity = 0;
        }
    } else {
        w.arity = 0; /* w: Double */
    }
    if (kf_parser_accept(p, KF_TOKEN_MINUS)) w.sign = -1;
    else if (kf_parser_accept(p, KF_TOKEN_PLUS)) w.sign = 1;
    return finish(p) && (kf_vec_push(p->mem, &p->weights, w) || kf_parser_out_of_memory(p));
}

/* ---- Formulas ---- */

kf_formula *kf_beast_node(kf_parser *p, kf_formula_kind kind, kf_formula *a, kf_formula *b)
{
    kf_formula *f = kf_parser_new(p, 1, sizeof *f);
    kf_formula **kids = kf_parser_new(p, 2, sizeof *kids);
    if (!f || !kids || !a) return NULL;
    assert(b || kind == KF_FORMULA_EXIST || kind == KF_FORMULA_NOT); /* they have one part */
    kids[0] = a;
    kids[1] = b;
    *f = (kf_formula){ .kind = (uint8_t)kind, .name = { KF_NO_SYMBOL }, .pos = a->pos };
    f->n_kids = b ? 2 : 1;
    f->kids = kids;
    return f;
}

/* a ^ b, where either may be missing */
static kf_formula *both(kf_parser *p, kf_formula *a, kf_formula *b)
{
    return a && b ? kf_beast_node(p, KF_FORMULA_AND, a, b) : a ? a : b;
}

static bool is_underscore(const kf_parser *p, const kf_term *t)
{
    return t->kind == KF_TERM_NAME && kf_str_eq(kf_program_name(p->program, t->name), KF_STR("_"));
}

/* Names for the underscores of an atom, which are left on the stack. */
static bool name_underscores(kf_parser *p, kf_formula *f)
{
    for (uint32_t i = 0; i < f->n_terms; i++) {
        kf_term *t = f->terms[i];
        char text[16];
        if (!is_underscore(p, t)) continue;
        int n = snprintf(text, sizeof text, "_%u", ++p->underscores);
        if (!kf_parser_name(p, (kf_str){ text, (size_t)n }, &t->name)) return false;
        t->question = true;
        if (!kf_parser_push(p, t)) return false;
    }
    return true;
}

/* Does the atom end with a number: word(t, _, score)? *named: one that a variable takes. */
static bool has_number(const kf_parser *p, const kf_formula *f, bool *named)
{
    const kf_statement *s = kf_beast_declared(p, f->name);
    bool number = s && f->n_terms > 0 && f->n_terms == s->n_arguments
                  && s->arguments[s->n_arguments - 1].number;
    *named = number && f->terms[f->n_terms - 1]->kind == KF_TERM_NAME
             && !is_underscore(p, f->terms[f->n_terms - 1]);
    return number;
}

/* They become variables of a quantifier around the atom. Beside a number that has a name they stay
 * free: a grounding takes that number from one row. */
static kf_formula *close_atom(kf_parser *p, kf_formula *f)
{
    size_t from = p->stack.n;
    bool named;
    has_number(p, f, &named);
    if (!name_underscores(p, f)) return NULL;
    if (named) p->stack.n = from;
    if (p->stack.n == from) return f;
    uint32_t n;
    kf_term **variables = kf_parser_pop(p, from, &n);
    kf_formula *exist = kf_beast_node(p, KF_FORMULA_EXIST, f, NULL);
    if (!variables || !exist) return NULL;
    exist->terms = variables;
    exist->n_terms = n;
    return exist;
}

/* dleq(a, b) compares numbers; undefined(w(a)) asks which weights are there. */
static kf_formula *special_atom(kf_parser *p, kf_formula *f)
{
    kf_str name = kf_program_name(p->program, f->name);
    if (kf_beast_declared(p, f->name)) return f;
    if (f->n_terms == 2 && kf_str_eq(name, KF_STR("dleq"))) {
        f->kind = KF_FORMULA_COMPARE;
        f->op = KF_OP_LE;
    } else if (kf_str_eq(name, KF_STR("undefined"))) {
        return kf_beast_undefined(p, f);
    }
    return f;
}

static kf_formula *close_formula(kf_parser *p, kf_formula *f)
{
    if (f && f->kind == KF_FORMULA_ATOM && !(f = special_atom(p, f))) return NULL;
    if (!f || f->kind == KF_FORMULA_ATOM) return f ? close_atom(p, f) : NULL;
    for (uint32_t i = 0; i < f->n_kids; i++) {
        f->kids[i] = close_formula(p, f->kids[i]);
        if (!f->kids[i]) return NULL;
    }
    return f;
}

/* Those of a conjunction of atoms before a hard count stay free: a bound for each of their values
 * is the same as one for any. That is not so below a negation. A number cannot stay free there. */
static kf_formula *open_condition(kf_parser *p, kf_formula *f)
{
    size_t from = p->stack.n;
    if (f && f->kind == KF_FORMULA_ATOM && !(f = special_atom(p, f))) return NULL;
    if (!f || (f->kind != KF_FORMULA_ATOM && f->kind != KF_FORMULA_AND)) return close_formula(p, f);
    bool named, number = f->kind == KF_FORMULA_ATOM && has_number(p, f, &named);
    if (number) return close_atom(p, f);
    if (f->kind == KF_FORMULA_ATOM && !name_underscores(p, f)) return NULL;
    p->stack.n = from;
    for (uint32_t i = 0; i < f->n_kids; i++) {
        f->kids[i] = open_condition(p, f->kids[i]);
        if (!f->kids[i]) return NULL;
    }
    return f;
}

static kf_formula *raw_formula(kf_parser *p)
{
    assert(p->parens == 0);
    p->parens = 1; /* lines mean nothing */
    kf_formula *f = kf_parser_formula(p);
    p->parens = 0;
    return f;
}

static kf_formula *formula(kf_parser *p)
{
    return close_formula(p, raw_formula(p));
}

/* Type v, Type w */
static bool typed_variables(kf_parser *p, kf_term ***list, uint32_t *n)
{
    size_t from = p->stack.n;
    do {
        kf_typed typed = { .type = kf_parser_new(p, 1, sizeof(kf_name)) };
        if (!typed.type || !kf_beast_name(p, typed.type, "a type")) return false;
        if (p->token.kind != KF_TOKEN_NAME) return kf_parser_unexpected(p, "a variable");
        p->parens = 1;
        kf_term *t = kf_parser_name_term(p);
        p->parens = 0;
        if (!kf_parser_push(p, t)) return false;
        t->question = true;
        typed.variable = t->name;
        if (!kf_vec_push(p->mem, &p->typed, typed)) return kf_parser_out_of_memory(p);
    } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    *list = kf_parser_pop(p, from, n);
    return *list != NULL;
}

/* ---- Soft factors ---- */

/* |Type v: body| >= 1 or <= 0 in a soft factor: there is one, or none. Any other count would hold
 * where the condition does not, and its weight be counted there, too. */
static kf_formula *soft_count(kf_parser *p)
{
    kf_statement c = { .kind = KF_STATEMENT_COUNT };
    kf_token first = p->token;
    kf_parser_advance(p);
    if (!typed_variables(p, &c.terms, &c.n_terms)) return NULL;
    if (!kf_parser_expect(p, KF_TOKEN_COLON, "`,` or `:`")) return NULL;
    p->in_count = true;
    c.body = formula(p);
    p->in_count = false;
    if (!c.body || !kf_parser_expect(p, KF_TOKEN_BAR, "an operator or `|`")) return NULL;
    if (!kf_parser_bound(p, &c)) return NULL;
    bool none = c.op != KF_OP_GE && c.bound == 0, some = c.op == KF_OP_GE && c.bound == 1;
    if (!none && !some) {
        kf_parser_error(p, first, "models of kerf have them: 0.5 |t : p(s, t)| <= 5",
                        "a count in a soft factor is >= 1 or <= 0");
        return NULL;
    }
    kf_formula *exist = kf_beast_node(p, KF_FORMULA_EXIST, c.body, NULL);
    if (!exist) return NULL;
    exist->terms = c.terms;
    exist->n_terms = c.n_terms;
    return none ? kf_beast_node(p, KF_FORMULA_NOT, exist, NULL) : exist;
}

/* [formula] * w(a, b) */
static bool soft(kf_parser *p, kf_statement *s, kf_formula *condition)
{
    if (!kf_parser_expect(p, KF_TOKEN_LBRACKET, "`[` and a formula")) return false;
    kf_formula *f = p->token.kind == KF_TOKEN_BAR ? soft_count(p) : formula(p);
    if (!f || !kf_parser_expect(p, KF_TOKEN_RBRACKET, "`]`")) return false;
    if (condition && !(condition = close_formula(p, condition))) return false;
    s->body = both(p, condition, f);
    s->pos = f->pos;
    return s->body && kf_beast_weight(p, s);
}

/* ---- Hard factors ---- */

static bool exists(kf_parser *p, kf_statement *s, kf_formula *condition)
{
    kf_formula *exist = kf_beast_node(p, KF_FORMULA_EXIST, s->body, NULL);
    if (!exist) return false;
    exist->terms = s->terms;
    exist->n_terms = s->n_terms;
    s->terms = NULL;
    s->n_terms = 0;
    s->kind = KF_STATEMENT_FORMULA;
    s->body = condition ? kf_beast_node(p, KF_FORMULA_IMPLIES, condition, exist) : NULL;
    return s->body != NULL;
}

/* |Type v: body| <= k under a condition, or none */
static bool count(kf_parser *p, kf_statement *s, kf_formula *condition)
{
    s->pos = kf_parser_pos(p, p->token);
    kf_parser_advance(p);
    if (!typed_variables(p, &s->terms, &s->n_terms)) return false;
    if (!kf_parser_expect(p, KF_TOKEN_COLON, "`,` or `:`")) return false;
    p->in_count = true;
    s->body = formula(p);
    p->in_count = false;
    s->kind = KF_STATEMENT_COUNT;
    if (!s->body || !kf_parser_expect(p, KF_TOKEN_BAR, "an operator or `|`")) return false;
    if (!kf_parser_bound(p, s)) return false;
    if (!condition) return true;
    if (s->op == KF_OP_GE && s->bound == 1) return exists(p, s, close_formula(p, condition));
    condition = open_condition(p, condition);
    return condition && kf_parser_conditioned(p, s, condition);
}

/* p acyclic */
static bool acyclic(kf_parser *p, kf_statement *s)
{
    s->kind = KF_STATEMENT_ACYCLIC;
    s->pos = kf_parser_pos(p, p->token);
    if (!kf_beast_name(p, &s->name, "a predicate")) return false;
    kf_parser_advance(p);
    return true;
}

/* formula, |...| <= k, formula => |...| <= k, or p acyclic */
static bool hard(kf_parser *p, kf_statement *s, kf_formula *condition)
{
    s->weight_kind = KF_WEIGHT_HARD;
    if (p->token.kind == KF_TOKEN_BAR) return count(p, s, condition);
    if (!condition && kf_parser_is(p, kf_parser_peek(p), "acyclic")) return acyclic(p, s);
    kf_formula *f = formula(p);
    if (!f) return false;
    if (p->token.kind == KF_TOKEN_IMPLIES) {
        if (!kf_parser_check_condition(p, f)) return false;
        kf_parser_advance(p);
        return count(p, s, both(p, condition, f));
    }
    s->pos = f->pos;
    if (condition && !(condition = close_formula(p, condition))) return false;
    s->body = condition ? kf_beast_node(p, KF_FORMULA_IMPLIES, condition, f) : f;
    return s->body != NULL;
}

/* factor name[0]: for Type v if condition add [f] * w;  or  : f; */
static bool factor(kf_parser *p)
{
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_FORMULA, p->token);
    kf_formula *condition = NULL;
    if (!s) return false;
    p->typed.n = 0;
    while (p->token.kind != KF_TOKEN_COLON && p->token.kind != KF_TOKEN_END) kf_parser_advance(p);
    if (!kf_parser_expect(p, KF_TOKEN_COLON, "`:`")) return false;
    if (kf_parser_is(p, p->token, "for")) {
        kf_term **variables;
        uint32_t n;
        kf_parser_advance(p);
        if (!typed_variables(p, &variables, &n)) return false;
    }
    if (kf_parser_is(p, p->token, "if")) {
        kf_parser_advance(p);
        condition = raw_formula(p);
        if (!condition) return false;
    }
    bool adds = kf_parser_is(p, p->token, "add");
    if (adds) kf_parser_advance(p);
    else kf_parser_accept(p, KF_TOKEN_COLON);
    bool good = adds ? soft(p, s, condition) : hard(p, s, condition);
    if (good) kf_beast_types(p, s);
    return good && finish(p) && kf_beast_push(p, s);
}

/* ---- Statements ---- */

static bool include(kf_parser *p)
{
    kf_token t = p->token;
    if (t.kind != KF_TOKEN_STRING) { /* include $1 */
        note(p, t, "a file that thebeast's command line names: it is not read");
        p->missing = true;
        return skip(p);
    }
    kf_parser_advance(p);
    kf_str text = kf_parser_text(p, t);
    return finish(p) && kf_parser_include_file(p, (kf_str){ text.at + 1, text.n - 2 }, t);
}

static bool statement(kf_parser *p)
{
    static const struct {
        const char *word;
        bool (*read)(kf_parser *);
    } known[] = { { "include", include },        { "type", type },     { "predicate", predicate },
                  { "weight", weight_function }, { "factor", factor }, { "index", skip } };
    kf_token first = p->token;
    kf_parser_advance(p);
    for (size_t i = 0; i < KF_LENGTH(known); i++) {
        if (kf_parser_is(p, first, known[i].word)) return known[i].read(p);
    }
    if (kf_parser_is(p, first, "hidden")) return signature(p, true);
    if (kf_parser_is(p, first, "observed") || kf_parser_is(p, first, "global")
        || kf_parser_is(p, first, "auxiliary"))
        return signature(p, false);
    if (!p->skipped) note(p, first, "a command of thebeast's shell: such are skipped");
    p->skipped = true;
    return skip(p);
}

bool kf_parser_beast(kf_parser *p)
{
    assert(p->stack.n == 0 && p->parens == 0 && p->depth == 0);
    bool good = statement(p);
    assert(!good || p->stack.n == 0); /* every term has its place in the tree */
    p->parens = p->depth = 0;
    if (!good) {
        p->stack.n = 0;
        skip(p);
    }
    return good;
}
