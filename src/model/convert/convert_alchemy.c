/* convert_alchemy.c -- the model for Alchemy (Kok et al., The Alchemy System, user manual 4 and 5),
 * and for LoMRF, whose language is a part of Alchemy's: no marks, no quotes, names by case.
 *
 * Alchemy brings a weighted formula to conjunctive normal form and divides the weight over the
 * clauses. So a weighted formula is written only if it is one clause, or if its negation is: then
 * w * [f] = w - w * [!f], and the negation with weight -w differs by a constant. Hard formulas are
 * written as they are. Which predicates are observed is for Alchemy's command line (-q). */
#include "model/convert/converter.h"

/* LoMRF: a constant is a word that begins with a capital letter or a digit. */
static const char bad_constant[] =
    "a constant there is a word with a capital letter or a digit first";

static bool is_quoted(const kf_converter *c, uint32_t type, uint32_t id)
{
    kf_str s = kf_constant_text(c->model, type, id);
    for (size_t i = 0; i < s.n; i++) {
        char ch = s.at[i];
        bool capital = (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_';
        if (!capital && (i == 0 || ch < 'a' || ch > 'z')) return true;
    }
    return s.n == 0;
}

static bool quotes_term(const kf_converter *c, const kf_expr *e)
{
    if (e->kind == KF_EXPR_CONSTANT) return is_quoted(c, e->type, e->id);
    for (uint32_t i = 0; i < e->n; i++) {
        if (quotes_term(c, e->args[i])) return true;
    }
    return false;
}

static bool quotes_constants(const kf_converter *c, const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids ? quotes_constants(c, f->kids[i]) : quotes_term(c, f->args[i])) return true;
    }
    return false;
}

static bool quotes_list(const kf_converter *c, uint32_t type)
{
    const kf_type *t = &c->model->types.at[type];
    for (uint32_t i = 0; i < t->n_declared; i++) {
        if (is_quoted(c, type, i)) return true;
    }
    return false;
}

static void write_types(kf_converter *c)
{
    const kf_model *m = c->model;
    for (size_t i = 0; i < m->types.n; i++) {
        const kf_type *t = &m->types.at[i];
        if (!t->listed && t->n_declared == 0) continue;
        if (c->dialect == KF_DIALECT_LOMRF && quotes_list(c, (uint32_t)i)) continue;
        kf_text_add(c->to, c->types[i]);
        kf_text line;
        kf_text_init(&line, m->mem);
        kf_print_type(&line, m, t); /* name = {...}: the name is replaced */
        kf_str rest = kf_text_get(&line);
        size_t skip = kf_type_name(m, (uint32_t)i).n;
        if (line.failed) c->to->failed = true;
        else kf_text_add(c->to, (kf_str){ rest.at + skip, rest.n - skip });
        kf_text_addc(c->to, '\n');
        kf_text_free(&line);
    }
}

static void write_functions(kf_converter *c)
{
    const kf_model *m = c->model;
    for (size_t i = 0; i < m->functions.n; i++) {
        const kf_function *f = &m->functions.at[i];
        kf_text_add(c->to, c->types[f->result]);
        kf_text_addc(c->to, ' ');
        kf_text_add(c->to, kf_model_name(m, f->name));
        for (uint32_t k = 0; k < f->arity; k++) {
            kf_text_add(c->to, k > 0 ? KF_STR(", ") : KF_STR("("));
            kf_text_add(c->to, c->types[f->slots[k].type]);
        }
        kf_text_add(c->to, f->arity ? KF_STR(")\n") : KF_STR("()\n"));
    }
}

/* Alchemy is told on its command line; say what to tell it. */
static void write_hidden(kf_converter *c)
{
    const kf_model *m = c->model;
    if (!c->starred) return;
    kf_text_add(c->to, KF_STR("// hidden, to be named with -q:"));
    for (size_t i = 0, n = 0; i < m->predicates.n; i++) {
        if (kf_convert_observed(c, (uint32_t)i)) continue;
        kf_text_add(c->to, n++ > 0 ? KF_STR(",") : KF_STR(" "));
        kf_text_add(c->to, kf_predicate_name(m, (uint32_t)i));
    }
    kf_text_addc(c->to, '\n');
}

typedef struct written {
    const kf_logic *body;
    bool negated; /* the negation is written, with the weight's sign changed */
} written;

static kerf_status write_row(kf_converter *c, const kf_printer *p, const void *context,
                             double weight)
{
    const written *w = context;
    kf_convert_weight(c, w->negated ? -weight : weight);
    kf_text_addc(c->to, ' ');
    kf_printer_logic(p, w->body);
    kf_text_addc(c->to, '\n');
    return KERF_OK;
}

static bool has_rows(const kf_rule *r)
{
    return r->cost == KF_COST_TABLE && kf_weight_table_count(r->table) > 0;
}

static kerf_status write_soft(kf_converter *c, const kf_rule *r)
{
    written w = { r->body, false };
    if (!kf_clause_is_one(w.body)) {
        kf_logic *negation = kf_clause_negate(&c->scratch, r->body);
        if (!negation) return KERF_NO_MEMORY;
        w = (written){ negation, true };
    }
    if (!kf_clause_is_one(w.body)) {
        kf_convert_refuse_rule(c, r, "its weight would be divided over several clauses");
        return KERF_OK;
    }
    kf_printer p = { .to = c->to,
                     .model = c->model,
                     .rule = r,
                     .dialect = c->dialect,
                     .names = kf_convert_names(c, r),
                     .arrows = true };
    if (!p.names) return KERF_NO_MEMORY;
    kf_convert_remarks(c, r, w.negated);
    bool learn = r->cost == KF_COST_LEARN || (r->cost == KF_COST_TABLE && !has_rows(r));
    if (!learn) return kf_convert_rows(c, &p, write_row, &w);
    /* In parentheses: P(x) alone could be a declaration. */
    kf_text_addc(c->to, '(');
    kf_printer_logic(&p, w.body);
    kf_text_add(c->to, KF_STR(")\n"));
    return KERF_OK;
}

static kerf_status write_hard(kf_converter *c, const kf_rule *r)
{
    kf_printer p;
    KF_TRY(kf_convert_printer(c, r, &p));
    p.arrows = true;
    /* One formula a conjunct: shorter lines, the same constraints. */
    const kf_logic *f = r->body;
    bool several = f->kind == KF_LOGIC_AND;
    if (f->kind == KF_LOGIC_TRUE) return KERF_OK;
    for (uint32_t i = 0; several && i < f->n; i++) {
        const kf_logic *kid = f->kids[i];
        several = kf_clause_is_typed(&kid, 1);
    }
    for (uint32_t i = 0; i < (several ? f->n : 1); i++) {
        kf_printer_logic(&p, several ? f->kids[i] : f);
        kf_text_add(c->to, KF_STR(".\n"));
    }
    return KERF_OK;
}

static bool quotes_rows(const kf_converter *c, const kf_rule *r)
{
    for (uint32_t i = 0; has_rows(r) && i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            if (is_quoted(c, r->variables[r->parameters[k]].type, key[k])) return true;
        }
    }
    return false;
}

static void refuse_lists(kf_converter *c)
{
    for (uint32_t i = 1; i < c->model->types.n; i++) {
        const kf_type *t = &c->model->types.at[i];
        if (!quotes_list(c, i)) continue;
        kf_convert_refuse(c, t->pos, bad_constant, "the list of a type");
    }
}

static kerf_status write_rule(kf_converter *c, const kf_rule *r)
{
    bool lomrf = c->dialect == KF_DIALECT_LOMRF;
    if (r->implied && r->op == KF_OP_EQ && !lomrf) return KERF_OK; /* the mark ! says it */
    const char *why = kf_convert_obstacle(c, r, true);
    if (!why && lomrf && (quotes_constants(c, r->body) || quotes_rows(c, r))) why = bad_constant;
    if (!why && r->cost == KF_COST_VARIABLE) why = "a weight cannot come from the data";
    if (why) {
        kf_convert_refuse_rule(c, r, why);
        return KERF_OK;
    }
    if (r->kind == KF_RULE_COUNT) {
        kf_rule logic;
        kerf_status st = kf_convert_count(c, r, &logic, &why);
        if (st == KERF_OK) return write_hard(c, &logic);
        if (st != KERF_UNSUPPORTED) return st;
        kf_convert_refuse_rule(c, r, why);
        return KERF_OK;
    }
    kerf_status st = kf_convert_check_types(c, r, has_rows(r));
    if (st != KERF_OK) return st == KERF_UNSUPPORTED ? KERF_OK : st;
    return r->cost == KF_COST_HARD ? write_hard(c, r) : write_soft(c, r);
}

kerf_status kf_convert_alchemy(kf_converter *c)
{
    write_hidden(c);
    write_types(c);
    KF_TRY(kf_convert_predicates(c, false, true, NULL));
    write_functions(c);
    kf_text_addc(c->to, '\n');
    return kf_convert_rules(c, write_rule);
}

kerf_status kf_convert_lomrf(kf_converter *c)
{
    write_hidden(c);
    refuse_lists(c);
    write_types(c);
    KF_TRY(kf_convert_predicates(c, false, false, NULL));
    write_functions(c);
    kf_text_addc(c->to, '\n');
    return kf_convert_rules(c, write_rule);
}
