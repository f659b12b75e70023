/* name_traps.c -- warns where a name in a formula is not what it looks like.
 *
 * A bare lower-case name is a variable, also where the data have a constant of that name:
 * Word(p, in) holds of every word. A capitalised name is a constant, also where it was meant as a
 * variable: P(X) => Q(X). Both are legal, so this errs on the side of silence: nothing is said of
 * what is marked as a variable (+x, ?x, EXIST x), nor of short names where constants are short. */
#include "evidence/load/load.h"

#include "lang/lexer.h"

#include <string.h>

enum {
    MOST_LENGTH = 4096,
    MOST_LOOKED_UP = 64
}; /* of a formula in bytes; of constants in evidence */

typedef struct finder {
    const kf_evidence *evidence;
    kf_diags *diags;
    const kf_model *m;
    const kf_rule *r;
    /* What is counted in the body: */
    bool variable; /* else a constant */
    uint32_t type, id;
    uint32_t atoms; /* that have it */
    uint32_t *left; /* constants that may still be looked up */
} finder;

static int shown(kf_str name)
{
    return name.n > 100 ? 100 : (int)name.n;
}

/* ---- Formulas ---- */

static bool expr_has(const finder *f, const kf_expr *e)
{
    if (f->variable && e->kind == KF_EXPR_VARIABLE) return e->id == f->id;
    if (!f->variable && e->kind == KF_EXPR_CONSTANT) return e->type == f->type && e->id == f->id;
    for (uint32_t i = 0; i < e->n; i++)
        if (expr_has(f, e->args[i])) return true;
    return false;
}

static void count_atoms(finder *f, const kf_logic *b)
{
    bool leaf = b->kind == KF_LOGIC_ATOM || b->kind == KF_LOGIC_COMPARE;
    bool has = false;
    if (b->kind == KF_LOGIC_CONTAINS) leaf = true;
    for (uint32_t i = 0; leaf && i < b->n && !has; i++) has = expr_has(f, b->args[i]);
    f->atoms += has;
    for (uint32_t i = 0; !leaf && i < b->n; i++) count_atoms(f, b->kids[i]);
}

static void aim(finder *f, bool variable, uint32_t type, uint32_t id)
{
    f->variable = variable;
    f->type = type;
    f->id = id;
    f->atoms = 0;
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
           || c == '\'' || c == '"' || (unsigned char)c >= 0x80;
}

/* Where the rule has the name as a bare word. False: nowhere, it is quoted. */
static bool find_word(const finder *f, kf_str name, kf_pos *pos)
{
    kf_str text = kf_sources_text(f->m->program->sources, f->r->pos.source);
    size_t end = (size_t)f->r->pos.offset + f->r->pos.length;
    if (end > text.n) end = text.n;
    for (size_t i = f->r->pos.offset; i + name.n <= end; i++) {
        if (memcmp(text.at + i, name.at, name.n) != 0) continue;
        if (i > 0 && is_name_byte(text.at[i - 1])) continue;
        if (i + name.n < text.n && is_name_byte(text.at[i + name.n])) continue;
        *pos = (kf_pos){ f->r->pos.source, (uint32_t)i, (uint32_t)name.n };
        return true;
    }
    return false;
}

/* x, X, x1: one letter, and perhaps a number. */
static bool is_short(kf_str name)
{
    uint32_t code;
    size_t n = kf_utf8_decode(name, &code);
    while (n < name.n && name.at[n] >= '0' && name.at[n] <= '9') n++;
    return n == name.n;
}

static bool has_digit(kf_str name)
{
    for (size_t i = 0; i < name.n; i++)
        if (name.at[i] >= '0' && name.at[i] <= '9') return true;
    return false;
}

/* A formula that was split into clauses has its place several times. */
static bool is_said(const finder *f, const kf_place *place)
{
    for (size_t i = kf_diags_count(f->diags); i-- > 0;) {
        const kerf_message *m = kf_diags_get(f->diags, i);
        if (m->severity == KERF_WARNING && m->line == place->line && m->column == place->column
            && m->file && strcmp(m->file, place->file) == 0)
            return true;
    }
    return false;
}

static void warn(const finder *f, kf_pos pos, const char *hint, kf_text *text)
{
    kf_place place = kf_sources_place(f->m->program->sources, pos);
    if (!text->failed && !is_said(f, &place))
        kf_diag_add(f->diags, KERF_WARNING, &place, hint, "%s", text->at);
    kf_text_free(text);
}

/* ---- Variables that are spelled like constants ---- */

/* Are most constants of a type short names? Then variables of such names are no surprise. */
static bool are_short(const kf_model *m, uint32_t type)
{
    enum { SAMPLE = 1000 };
    const kf_symbols *constants = m->types.at[type].constants;
    uint32_t n = kf_symbols_count(constants), looked = n < SAMPLE ? n : SAMPLE, shorts = 0;
    for (uint32_t i = 0; i < looked; i++) shorts += is_short(kf_symbols_text(constants, i));
    return 2 * shorts >= looked;
}

static bool is_marked(const kf_rule *r, uint32_t variable)
{
    for (uint32_t i = 0; i < r->n_parameters; i++)
        if (r->parameters[i] == variable) return true;
    return r->variables[variable].quantified;
}

/* A name that joins several atoms is a variable, unless it is a word. */
static bool surprises(const finder *f, kf_str name)
{
    if (is_short(name)) return f->atoms == 1 && f->r->n_variables > 1 && !are_short(f->m, f->type);
    return f->atoms == 1 || !has_digit(name);
}

static void warn_variable(finder *f, uint32_t variable)
{
    const kf_variable *v = &f->r->variables[variable];
    kf_str name = kf_model_name(f->m, v->name);
    kf_pos pos;
    if (v->type == KF_TYPE_NUMBER || v->type >= f->m->types.n || is_marked(f->r, variable)) return;
    const kf_symbols *constants = f->m->types.at[v->type].constants;
    if (!constants || kf_symbols_find(constants, name) == KF_NO_SYMBOL) return;
    aim(f, true, v->type, variable);
    count_atoms(f, f->r->body);
    if (!surprises(f, name) || !find_word(f, name, &pos)) return;
    kf_str type = kf_type_name(f->m, v->type);
    bool rockit = f->m->program->dialect == KF_DIALECT_ROCKIT;
    kf_text text, hint;
    kf_text_init(&text, f->m->mem);
    kf_text_init(&hint, f->m->mem);
    kf_text_addf(&text,
                 "%.*s is a variable here%s, and stands for every %.*s; there is a constant of "
                 "that name",
                 shown(name), name.at, rockit ? ", as every bare name in RockIt's dialect" : "",
                 shown(type), type.at);
    kf_text_addf(&hint, "write \"%.*s\" for the constant; else rename the variable", shown(name),
                 name.at);
    warn(f, pos, hint.failed ? NULL : hint.at, &text);
    kf_text_free(&hint);
}

/* ---- Constants that are used like variables ---- */

static bool relation_has(const kf_facts *rows, uint32_t column, uint32_t id)
{
    for (uint32_t i = 0; rows && i < rows->n; i++)
        if (rows->columns[column][i] == id) return true;
    return false;
}

static bool evidence_has(const finder *f)
{
    static const kf_said parts[] = { KF_SAID_TRUE, KF_SAID_FALSE, KF_SAID_UNKNOWN, KF_SAID_SOFT };
    for (uint32_t p = 0; p < f->m->predicates.n; p++) {
        const kf_predicate *is = &f->m->predicates.at[p];
        for (uint32_t a = 0; a < is->arity; a++)
            for (size_t i = 0; is->slots[a].type == f->type && i < KF_LENGTH(parts); i++)
                if (relation_has(kf_evidence_facts(f->evidence, p, parts[i]), a, f->id))
                    return true;
    }
    return false;
}

/* A word that another formula has once is a constant; a letter may be a variable there, too. */
static bool is_constant_elsewhere(finder f)
{
    if (is_short(kf_constant_text(f.m, f.type, f.id))) return false;
    for (size_t i = 0; i < f.m->rules.n; i++) {
        f.atoms = 0;
        if (f.m->rules.at[i].body) count_atoms(&f, f.m->rules.at[i].body);
        if (f.atoms == 1) return true;
    }
    return false;
}

/* X, Y1: what everybody else calls variables. */
static bool is_usual_variable(kf_str name)
{
    for (size_t i = 1; i < name.n; i++)
        if (name.at[i] < '0' || name.at[i] > '9') return false;
    return name.n > 0 && name.at[0] >= 'X' && name.at[0] <= 'Z';
}

/* Is it known from elsewhere: listed, or in evidence? Of a type that has nothing else, and of one
 * whose constants functions may give, it cannot be told. */
static bool is_known(const finder *f)
{
    const kf_type *t = &f->m->types.at[f->type];
    if (f->id < t->n_declared || f->m->functions.n > 0 || !kf_evidence_is_in_memory(f->evidence))
        return true;
    if (t->n_declared == 0 && kf_symbols_count(t->constants) == t->n_model)
        return !is_usual_variable(kf_constant_text(f->m, f->type, f->id));
    if (*f->left == 0) return true;
    --*f->left;
    return evidence_has(f) || is_constant_elsewhere(*f);
}

static void warn_constant(finder *f, const kf_expr *e)
{
    kf_pos pos;
    if (e->type == KF_NONE || e->type >= f->m->types.n || e->type == KF_TYPE_NUMBER) return;
    kf_str name = kf_constant_text(f->m, e->type, e->id);
    if (!kf_name_is_upper(name) || name.at[0] <= '9') return;
    if (!is_short(name) && f->r->n_variables > 0) return; /* somebody knows what variables are */
    aim(f, false, e->type, e->id);
    count_atoms(f, f->r->body);
    if (f->atoms < 2 || is_known(f) || !find_word(f, name, &pos)) return;
    kf_text text;
    kf_text_init(&text, f->m->mem);
    kf_text_addf(&text, "%.*s is a constant here, used like a variable: nothing else has it",
                 shown(name), name.at);
    warn(f, pos, "a variable begins with a small letter; in quotes it is a constant for sure",
         &text);
}

/* Each once: where the first atom has it. */
static bool is_first(const kf_rule *r, const kf_logic *b, const kf_expr *wanted, bool *found)
{
    bool leaf = b->kind <= KF_LOGIC_CONTAINS;
    for (uint32_t i = 0; i < b->n && !*found; i++) {
        if (!leaf) {
            if (is_first(r, b->kids[i], wanted, found)) return true;
            continue;
        }
        const kf_expr *e = b->args[i];
        *found = e->kind == KF_EXPR_CONSTANT && e->type == wanted->type && e->id == wanted->id;
        if (*found) return e == wanted;
    }
    return false;
}

static void warn_constants(finder *f, const kf_logic *b)
{
    bool leaf = b->kind <= KF_LOGIC_CONTAINS;
    for (uint32_t i = 0; i < b->n; i++) {
        bool found = false;
        if (!leaf) warn_constants(f, b->kids[i]);
        else if (b->args[i]->kind == KF_EXPR_CONSTANT
                 && is_first(f->r, f->r->body, b->args[i], &found))
            warn_constant(f, b->args[i]);
    }
}

/* ---- Constants of evidence ---- */

/* 'Anna', as other languages quote, is a constant of its own. Some of each type are looked at. */
static void warn_of_quotes(const kf_model *m, kf_diags *diags)
{
    enum { SAMPLE = 1000 };
    for (size_t t = 0; t < m->types.n; t++) {
        const kf_symbols *constants = m->types.at[t].constants;
        uint32_t n = constants ? kf_symbols_count(constants) : 0;
        for (uint32_t i = 0; i < n && i < SAMPLE; i++) {
            kf_str text = kf_symbols_text(constants, i);
            if (text.n < 3 || text.at[0] != '\'' || text.at[text.n - 1] != '\'') continue;
            kf_str type = kf_type_name(m, (uint32_t)t);
            kf_diag_add(diags, KERF_WARNING, NULL, "quote constants by \"",
                        "%.*s, a constant of type %.*s, has its quotes as a part of it",
                        shown(text), text.at, shown(type), type.at);
            break;
        }
    }
}

/* A constant of evidence that differs from one of a formula in its case only, or KF_NONE. */
static uint32_t find_twin(const kf_type *t, kf_str name)
{
    enum { SAMPLE = 100000 };
    uint32_t n = kf_symbols_count(t->constants);
    for (uint32_t i = t->n_fixed; i < n && i - t->n_fixed < SAMPLE; i++)
        if (kf_str_eq_nocase(kf_symbols_text(t->constants, i), name)) return i;
    return KF_NONE;
}

static void say_twin(finder *f, kf_str name, kf_str twin)
{
    kf_pos pos;
    for (size_t r = 0; r < f->m->rules.n; r++) {
        f->r = &f->m->rules.at[r];
        f->atoms = 0;
        if (!f->r->body || f->r->pos.length > MOST_LENGTH) continue;
        count_atoms(f, f->r->body);
        if (f->atoms == 0) continue;
        if (!find_word(f, name, &pos)) pos = f->r->pos; /* it is quoted */
        kf_text text;
        kf_text_init(&text, f->m->mem);
        kf_text_addf(&text, "%.*s stands in formulas alone; evidence has %.*s, another constant",
                     shown(name), name.at, shown(twin), twin.at);
        warn(f, pos, "write the name alike in both", &text);
        return;
    }
}

/* Rome in a formula, rome in evidence. */
static void warn_of_case(const kf_model *m, const kf_evidence *w, kf_diags *diags)
{
    uint32_t left = MOST_LOOKED_UP;
    if (!kf_evidence_is_in_memory(w)) return;
    for (uint32_t t = 0; t < m->types.n; t++) {
        const kf_type *type = &m->types.at[t];
        for (uint32_t i = type->n_declared; i < type->n_model && left > 0; i++, left--) {
            kf_str name = kf_symbols_text(type->constants, i);
            uint32_t twin = find_twin(type, name);
            finder f = { .evidence = w, .diags = diags, .m = m };
            if (twin == KF_NONE) continue;
            aim(&f, false, t, i);
            if (!evidence_has(&f)) say_twin(&f, name, kf_symbols_text(type->constants, twin));
        }
    }
}

/* ---- All of it ---- */

void kf_warn_of_names(const kf_model *m, const kf_evidence *w, kf_diags *diags)
{
    const kf_program *program = m->program;
    uint32_t left = MOST_LOOKED_UP;
    bool bare = program->dialect != KF_DIALECT_ROCKIT && !program->question_variables;
    for (size_t i = 0; i < m->rules.n; i++) {
        finder f = { .evidence = w, .diags = diags, .m = m, .r = &m->rules.at[i], .left = &left };
        if (!f.r->body || f.r->implied || f.r->closed || f.r->pos.length > MOST_LENGTH) continue;
        for (uint32_t v = 0; v < f.r->n_variables && !program->question_variables; v++)
            warn_variable(&f, v);
        if (bare) warn_constants(&f, f.r->body);
    }
    warn_of_quotes(m, diags);
    warn_of_case(m, w, diags);
}
