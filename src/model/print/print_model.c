/* print_model.c -- the checked model back to text.
 *
 * What is printed reads back, in kerf's dialect, as the same rule: constants are quoted unless a
 * bare spelling is certain to be a constant, and variables that another dialect spells like
 * constants (RockIt's X, pracmln's ?x) get a lower-case name. */
#include "model/print/printer.h"

#include "lang/lexer.h"
#include "lang/parse.h"
#include "model/sized.h"

#include <stdio.h>
#include <string.h>

/* ---- Spelling ----------------------------------------------------------------------------- */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Words that mean something between formulas or terms, in some dialect and any letter case. */
static bool is_word(kf_str s)
{
    static const char *const words[] = { "v",      "exist", "exists", "forall", "acyclic", "count",
                                         "substr", "succ",  "concat", "not",    "and",     "or" };
    for (size_t i = 0; i < KF_LENGTH(words); i++) {
        if (kf_str_eq_nocase(s, kf_str_of(words[i]))) return true;
    }
    return false;
}

/* An integer without leading zeros, as it may stand bare: -12, 0, 7. */
static bool is_integer(kf_str s)
{
    size_t start = s.n > 0 && s.at[0] == '-';
    if (s.n == start || s.n > start + 18) return false;
    if (s.at[start] == '0') return s.n == 1;
    for (size_t i = start; i < s.n; i++) {
        if (!is_digit(s.at[i])) return false;
    }
    return true;
}

static bool is_plain(kf_str s) /* letters, digits and _ only */
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.at[i];
        if (!is_upper(c) && !is_lower(c) && !is_digit(c) && c != '_') return false;
    }
    return s.n > 0;
}

bool kf_spelled_as_variable(kf_dialect dialect, kf_str s)
{
    if (dialect != KF_DIALECT_KERF) return is_plain(s) && is_lower(s.at[0]) && !is_word(s);
    for (size_t i = 0; i < s.n; i++) {
        char c = s.at[i];
        bool good = is_upper(c) || is_lower(c) || c == '_' || (unsigned char)c >= 0x80;
        if (!good && !(i > 0 && (is_digit(c) || c == '\''))) return false;
    }
    return s.n > 0 && !kf_name_is_upper(s) && (s.n == 1 || !is_word(s));
}

enum { MOST_SPELLED = 80 };

/* Into a buffer of MOST_SPELLED; the result is at most half of it. */
static size_t spell(char *buffer, kf_str source)
{
    size_t n = 0;
    if (source.n == 0 || (!is_upper(source.at[0]) && !is_lower(source.at[0]))) buffer[n++] = 'x';
    for (size_t i = 0; i < source.n && n < MOST_SPELLED / 2; i++) {
        char c = source.at[i];
        if (is_upper(c)) c = (char)(c - 'A' + 'a');
        else if (!is_lower(c) && !is_digit(c)) c = '_';
        buffer[n++] = c;
    }
    return n;
}

void kf_spell_variable(kf_text *to, kf_str source)
{
    char buffer[MOST_SPELLED];
    kf_text_add(to, (kf_str){ buffer, spell(buffer, source) });
}

/* ---- Constants ---------------------------------------------------------------------------- */

void kf_print_constant(kf_text *to, kf_str s)
{
    bool bare = is_integer(s) || (is_plain(s) && is_upper(s.at[0]) && !is_word(s));
    if (bare) kf_text_add(to, s);
    else kf_text_add_quoted(to, s);
}

void kf_printer_constant(const kf_printer *p, kf_str s)
{
    if (p->bare) kf_print_fact_constant(p->to, s);
    else if (p->dialect == KF_DIALECT_ROCKIT) kf_text_add_quoted(p->to, s);
    else kf_print_constant(p->to, s);
}

/* ---- Variables ---------------------------------------------------------------------------- */

bool kf_is_listed_constant(const kf_model *m, kf_str s)
{
    for (size_t t = 0; t < m->types.n; t++) {
        const kf_type *type = &m->types.at[t];
        if (!type->constants) continue;
        uint32_t id = kf_symbols_find(type->constants, s);
        if (id != KF_NO_SYMBOL && id < type->n_declared) return true;
    }
    return false;
}

static bool expr_names(const kf_rule *r, const kf_expr *e, kf_name name)
{
    if (e->kind == KF_EXPR_VARIABLE) return r->variables[e->id].name.id == name.id;
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_names(r, e->args[i], name)) return true;
    }
    return false;
}

/* Does the variable stand anywhere but among the arguments of an atom? There `v` is an "or". */
static bool stands_bare(const kf_rule *r, const kf_logic *f, kf_name name)
{
    if (!f) return false;
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) {
        if (r->variables[f->id].name.id == name.id) return true;
    }
    if (f->kind == KF_LOGIC_COMPARE) {
        return expr_names(r, f->args[0], name) || expr_names(r, f->args[1], name);
    }
    if (f->kind == KF_LOGIC_ATOM || f->kind == KF_LOGIC_CONTAINS) return false;
    for (uint32_t i = 0; i < f->n; i++) {
        if (stands_bare(r, f->kids[i], name)) return true;
    }
    return false;
}

/* May the variable keep its name? */
static bool keeps_name(const kf_model *m, const kf_rule *r, kf_name name)
{
    kf_str s = kf_model_name(m, name);
    if (!kf_spelled_as_variable(KF_DIALECT_KERF, s) || kf_is_listed_constant(m, s)) return false;
    if (!is_word(s)) return true;
    for (uint32_t i = 0; i < r->n_counted; i++) {
        if (r->variables[r->counted[i]].name.id == name.id) return false;
    }
    if (r->cost == KF_COST_VARIABLE && r->variables[r->weight_variable].name.id == name.id) {
        return false;
    }
    return !stands_bare(r, r->body, name);
}

static bool is_taken(const kf_model *m, const kf_rule *r, kf_name of, kf_str s)
{
    if (is_word(s) || kf_is_listed_constant(m, s) || kf_str_eq(s, r->label)) return true;
    for (uint32_t i = 0; i < r->n_variables; i++) {
        kf_name name = r->variables[i].name;
        char buffer[MOST_SPELLED];
        if (name.id == of.id) continue;
        kf_str text = kf_model_name(m, name);
        if (kf_str_eq(text, s)) return true;
        if (keeps_name(m, r, name)) continue;
        if (kf_str_eq((kf_str){ buffer, spell(buffer, text) }, s)) return true;
    }
    return false;
}

/* A new name depends on the source name only, so scopes stay as they were: two variables of one
 * name (one hiding the other) are still of one name. The suffix is the place of the first
 * variable of that name, which keeps new names apart. */
static void print_renamed(const kf_printer *p, uint32_t variable)
{
    const kf_rule *r = p->rule;
    kf_name of = r->variables[variable].name;
    char buffer[MOST_SPELLED];
    size_t n = spell(buffer, kf_model_name(p->model, of));
    if (is_taken(p->model, r, of, (kf_str){ buffer, n })) {
        uint32_t first = 0;
        while (r->variables[first].name.id != of.id) first++;
        n += (size_t)snprintf(buffer + n, sizeof buffer - n, "_%u", (unsigned)first);
        while (n + 1 < sizeof buffer && is_taken(p->model, r, of, (kf_str){ buffer, n })) {
            buffer[n++] = '_';
        }
    }
    kf_text_add(p->to, (kf_str){ buffer, n });
}

void kf_printer_variable(const kf_printer *p, uint32_t variable)
{
    kf_name name = p->rule->variables[variable].name;
    if (p->names) kf_text_add(p->to, p->names[variable]);
    else if (keeps_name(p->model, p->rule, name)) kf_text_add(p->to, kf_model_name(p->model, name));
    else print_renamed(p, variable);
}

void kf_printer_variables(const kf_printer *p, const uint32_t *variables, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) kf_text_addc(p->to, ',');
        kf_printer_variable(p, variables[i]);
    }
}

/* ---- Terms -------------------------------------------------------------------------------- */

static int strength(const kf_expr *e)
{
    if (e->kind != KF_EXPR_OP) return 3;
    switch ((kf_op)e->op) {
    case KF_OP_ADD:
    case KF_OP_SUB: return 1;
    case KF_OP_MUL:
    case KF_OP_DIV:
    case KF_OP_MOD: return 2;
    default: return 3;
    }
}

static void print_operand(const kf_printer *p, const kf_expr *e, bool brackets)
{
    if (brackets) kf_text_addc(p->to, '(');
    kf_printer_expr(p, e);
    if (brackets) kf_text_addc(p->to, ')');
}

void kf_printer_arguments(const kf_printer *p, kf_expr *const *args, uint32_t n)
{
    kf_text_addc(p->to, '(');
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) kf_text_add(p->to, KF_STR(", "));
        kf_printer_expr(p, args[i]);
    }
    kf_text_addc(p->to, ')');
}

void kf_printer_value(const kf_printer *p, uint32_t variable)
{
    if (p->numbers && p->rule->variables[variable].type == KF_TYPE_NUMBER
        && !p->rule->variables[variable].quantified) {
        kf_text_add_number(p->to, p->numbers[variable]);
        return;
    }
    if (p->bound && p->bound[variable] != KF_NONE) {
        uint32_t type = p->rule->variables[variable].type;
        kf_printer_constant(p, kf_constant_text(p->model, type, p->bound[variable]));
        return;
    }
    if (!p->no_plus && kf_rule_has_parameter(p->rule, variable)) kf_text_addc(p->to, '+');
    kf_printer_variable(p, variable);
}

static bool is_one(const kf_printer *p, const kf_expr *e)
{
    if (e->kind == KF_EXPR_NUMBER) return e->number == 1;
    return e->kind == KF_EXPR_CONSTANT
           && kf_str_eq(kf_constant_text(p->model, e->type, e->id), KF_STR("1"));
}

/* LoMRF: t++, t--, and functions for the rest. */
static void print_lomrf_operation(const kf_printer *p, const kf_expr *e)
{
    static const char *const names[] = { "plus", "minus", "times", "dividedBy", "mod" };
    bool step = e->op == KF_OP_ADD || e->op == KF_OP_SUB;
    if (step && is_one(p, e->args[1]) && e->args[0]->kind == KF_EXPR_VARIABLE) {
        kf_printer_expr(p, e->args[0]);
        kf_text_add(p->to, e->op == KF_OP_ADD ? KF_STR("++") : KF_STR("--"));
        return;
    }
    kf_text_addf(p->to, "%s", names[e->op - KF_OP_ADD]);
    kf_printer_arguments(p, e->args, e->n);
}

static void print_expr(const kf_printer *p, const kf_expr *e)
{
    switch ((kf_expr_kind)e->kind) {
    case KF_EXPR_VARIABLE: kf_printer_value(p, e->id); break;
    case KF_EXPR_CONSTANT:
        kf_printer_constant(p, kf_constant_text(p->model, e->type, e->id));
        break;
    case KF_EXPR_NUMBER: kf_text_add_number(p->to, e->number); break;
    case KF_EXPR_CALL:
        kf_text_add(p->to, kf_model_name(p->model, p->model->functions.at[e->id].name));
        kf_printer_arguments(p, e->args, e->n);
        break;
    case KF_EXPR_OP: {
        int own = strength(e);
        if (own == 3 || e->n != 2) {
            kf_text_addf(p->to, "%s", kf_op_text((kf_op)e->op));
            kf_printer_arguments(p, e->args, e->n);
            break;
        }
        if (p->dialect == KF_DIALECT_LOMRF) {
            print_lomrf_operation(p, e);
            break;
        }
        print_operand(p, e->args[0], strength(e->args[0]) < own);
        kf_text_addf(p->to, " %s ", kf_op_text((kf_op)e->op));
        print_operand(p, e->args[1], strength(e->args[1]) <= own);
        break;
    }
    }
}

void kf_printer_expr(const kf_printer *p, const kf_expr *e)
{
    if (e->made) kf_text_addc(p->to, '[');
    print_expr(p, e);
    if (e->made) kf_text_addc(p->to, ']');
}

/* ---- Rules -------------------------------------------------------------------------------- */

static void print_count(const kf_printer *p)
{
    const kf_rule *r = p->rule;
    for (uint32_t i = 0; i < r->n_condition; i++) {
        kf_printer_logic(p, r->body->kids[i]);
        kf_text_add(p->to, i + 1 < r->n_condition ? KF_STR(" ^ ") : KF_STR(" => "));
    }
    kf_text_addc(p->to, '|');
    kf_printer_variables(p, r->counted, r->n_counted);
    kf_text_add(p->to, r->clause_form ? KF_STR("| ") : KF_STR(" : "));
    kf_printer_logic(p, r->member ? r->member : r->body);
    if (!r->clause_form) kf_text_addc(p->to, '|');
    kf_text_addf(p->to, " %s %lld", kf_op_text((kf_op)r->op), (long long)r->bound);
}

void kf_printer_content(const kf_printer *p)
{
    const kf_rule *r = p->rule;
    switch ((kf_rule_kind)r->kind) {
    case KF_RULE_LOGIC: kf_printer_logic(p, r->body); break;
    case KF_RULE_COUNT: print_count(p); break;
    case KF_RULE_ACYCLIC:
        kf_text_add(p->to, KF_STR("acyclic "));
        kf_text_add(p->to, kf_predicate_name(p->model, r->predicate));
        break;
    }
}

static void print_weight(const kf_printer *p)
{
    const kf_rule *r = p->rule;
    if (r->sign != 0) kf_text_add(p->to, r->sign > 0 ? KF_STR("@>=0 ") : KF_STR("@<=0 "));
    if (r->cost == KF_COST_NUMBER) {
        if (r->fixed && !r->steps) kf_text_addc(p->to, '@');
        if (r->steps) kf_print_sized(p->to, p->model, r);
        else kf_text_add_number(p->to, r->weight);
        kf_text_addc(p->to, ' ');
    } else if (r->cost == KF_COST_VARIABLE) {
        kf_printer_variable(p, r->weight_variable);
        kf_text_add(p->to, KF_STR(": "));
    }
}

void kf_print_variable(kf_text *to, const kf_model *m, const kf_rule *r, uint32_t variable)
{
    kf_printer p = { .to = to, .model = m, .rule = r, .dialect = KF_DIALECT_KERF };
    kf_printer_variable(&p, variable);
}

void kf_print_content(kf_text *to, const kf_model *m, const kf_rule *r)
{
    kf_printer p = { .to = to, .model = m, .rule = r, .dialect = KF_DIALECT_KERF };
    kf_printer_content(&p);
}

/* The parts of a split formula are called L.1, L.2, ...; a name has no dot. */
void kf_print_label(kf_text *to, const kf_rule *r)
{
    for (size_t i = 0; i < r->label.n; i++) {
        kf_text_addc(to, r->label.at[i] == '.' ? '_' : r->label.at[i]);
    }
}

/* P(x) without a weight could be taken for a declaration, 1 * x = y for a weighted formula, and a
 * predicate v for an "or" that goes on with the line before. */
static bool begins_badly(const kf_model *m, const kf_rule *r, bool label)
{
    if (r->kind != KF_RULE_LOGIC) return false;
    const kf_logic *f = r->body;
    bool atom = f->kind == KF_LOGIC_ATOM && !f->negated;
    if (atom && !label && (r->cost == KF_COST_LEARN || r->cost == KF_COST_TABLE)) return true;
    while (f->kind == KF_LOGIC_AND || f->kind == KF_LOGIC_OR) f = f->kids[0];
    if (f->kind == KF_LOGIC_ATOM && kf_str_eq(kf_predicate_name(m, f->id), KF_STR("v")))
        return true;
    return f->kind == KF_LOGIC_COMPARE && f->args[0]->kind != KF_EXPR_VARIABLE;
}

void kf_print_rule(kf_text *to, const kf_model *m, const kf_rule *r)
{
    kf_printer p = { .to = to, .model = m, .rule = r, .dialect = KF_DIALECT_KERF, .arrows = true };
    /* `label: weight-variable: f` cannot be read; the weight is what matters. */
    bool label = r->labelled && r->cost != KF_COST_VARIABLE;
    bool brackets = begins_badly(m, r, label);
    if (label) {
        kf_print_label(to, r);
        kf_text_add(to, KF_STR(": "));
    }
    print_weight(&p);
    if (brackets) kf_text_addc(to, '(');
    kf_printer_content(&p);
    if (brackets) kf_text_addc(to, ')');
    if (r->cost == KF_COST_HARD) kf_text_addc(to, '.');
}

/* ---- Declarations ------------------------------------------------------------------------- */

static void print_slots(kf_text *to, const kf_model *m, const kf_slot *slots, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) kf_text_add(to, KF_STR(", "));
        /* not float_, by which RockIt's files are recognised */
        if (slots[i].type == KF_TYPE_NUMBER) kf_text_add(to, KF_STR("double"));
        else kf_text_add(to, kf_type_name(m, slots[i].type));
        if (slots[i].name.id != KF_NO_SYMBOL) {
            kf_text_addc(to, ' ');
            kf_text_add(to, kf_model_name(m, slots[i].name));
        }
        if (slots[i].mark == KF_MARK_EXACTLY_ONE) kf_text_addc(to, '!');
        if (slots[i].mark == KF_MARK_AT_MOST_ONE) kf_text_addc(to, '?');
    }
}

void kf_print_predicate(kf_text *to, const kf_model *m, const kf_predicate *p)
{
    for (uint8_t i = 0; i < p->stars; i++) kf_text_addc(to, '*');
    kf_text_add(to, kf_model_name(m, p->name));
    if (p->arity == 0 && !p->number) return;
    kf_text_addc(to, '(');
    print_slots(to, m, p->slots, p->arity + p->number);
    kf_text_addc(to, ')');
}

void kf_print_function(kf_text *to, const kf_model *m, const kf_function *f)
{
    kf_text_add(to, kf_type_name(m, f->result));
    kf_text_addc(to, ' ');
    kf_text_add(to, kf_model_name(m, f->name));
    kf_text_addc(to, '(');
    print_slots(to, m, f->slots, f->arity);
    kf_text_addc(to, ')');
}

/* Do the listed constants count up by one, so that 1, ..., 10 says the same? */
static bool is_range(const kf_type *t)
{
    int64_t first = 0, at = 0;
    if (t->n_declared < 4) return false;
    for (uint32_t i = 0; i < t->n_declared; i++) {
        kf_str s = kf_symbols_text(t->constants, i);
        if (!is_integer(s) || !kf_integer_read(s, &at)) return false;
        if (i == 0) first = at;
        if (at != first + (int64_t)i) return false;
    }
    return true;
}

void kf_print_type(kf_text *to, const kf_model *m, const kf_type *t)
{
    kf_text_add(to, kf_model_name(m, t->name));
    kf_text_add(to, KF_STR(" = {"));
    bool range = is_range(t);
    for (uint32_t i = 0; i < t->n_declared; i++) {
        if (i > 0) kf_text_add(to, KF_STR(", "));
        if (range && i == 1) {
            kf_text_add(to, KF_STR("..., "));
            i = t->n_declared - 1;
        }
        kf_print_constant(to, kf_symbols_text(t->constants, i));
    }
    kf_text_addc(to, '}');
}

const char *kf_why_text(uint8_t why)
{
    switch ((kf_why)why) {
    case KF_WHY_UNSETTLED: return "not settled yet";
    case KF_WHY_QUERY: return "by --query";
    case KF_WHY_OPEN: return "named by --open";
    case KF_WHY_CLOSED: return "named by --closed";
    case KF_WHY_STAR: return "by the * in declarations";
    case KF_WHY_QUERY_FILE: return "by the query file";
    case KF_WHY_EVIDENCE: return "has evidence";
    case KF_WHY_NO_EVIDENCE: return "has no evidence";
    case KF_WHY_DEFINED: return "defined by :-";
    case KF_WHY_SOFT: return "has uncertain evidence";
    case KF_WHY_NUMBER: return "holds numbers";
    case KF_WHY_MADE: return "formulas make its constants";
    case KF_WHY_WEIGHTS: return "by the weights";
    }
    return "";
}
