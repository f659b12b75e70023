/* convert_rockit.c -- the model for RockIt (Noessner et al. 2013; its grammar Model.g).
 *
 * RockIt knows clauses of literals over variables and quoted constants, hard or with a weight
 * (which may come from the data), and hard cardinalities |x| clause <= k or >= k, whose conditions
 * are negated observed literals. Strings have no escapes and end at a comma or parenthesis. There
 * are no quantifiers, comparisons, functions, or lists of constants. */
#include "model/convert/converter.h"

#include "lang/parse.h"

#include <string.h>

/* ---- What can be said --------------------------------------------------------------------- */

static bool is_quotable(kf_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.at[i] < 0x20 || strchr("\",)\\[]\x7f", s.at[i])) return false;
    }
    return true;
}

static const char *literal_obstacle(const kf_converter *c, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_COMPARE) return "there are no comparisons";
    if (f->kind == KF_LOGIC_CONTAINS) return "substr() as a condition cannot be stated";
    for (uint32_t i = 0; i < f->n; i++) {
        const kf_expr *e = f->args[i];
        if (e->kind == KF_EXPR_NUMBER) return "a number cannot stand in a formula";
        if (e->kind == KF_EXPR_CALL || e->kind == KF_EXPR_OP)
            return "a term there is a variable or a constant";
        if (e->kind == KF_EXPR_CONSTANT
            && !is_quotable(kf_constant_text(c->model, e->type, e->id))) {
            return "a constant there cannot hold quotes, commas, brackets or backslashes";
        }
    }
    return NULL;
}

static const char *clause_obstacle(const kf_converter *c, const kf_formula_clause *clause)
{
    if (clause->n == 0) return "it can never hold";
    if (clause->n_exists) return "there is no EXIST";
    for (uint32_t i = 0; i < clause->n; i++) {
        const char *why = literal_obstacle(c, clause->literals[i]);
        if (why) return why;
    }
    return NULL;
}

static const char *table_obstacle(const kf_converter *c, const kf_rule *r)
{
    if (r->cost != KF_COST_TABLE) return NULL;
    for (uint32_t i = 0; i < kf_weight_table_count(r->table); i++) {
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            uint32_t type = r->variables[r->parameters[k]].type;
            if (!is_quotable(
                    kf_constant_text(c->model, type, kf_weight_table_key(r->table, i)[k]))) {
                return "a constant there cannot hold quotes, commas, brackets or backslashes";
            }
        }
    }
    return NULL;
}

static void write_literals(const kf_printer *p, const kf_formula_clause *clause)
{
    for (uint32_t i = 0; i < clause->n; i++) {
        if (i > 0) kf_text_add(p->to, KF_STR(" v "));
        kf_printer_logic(p, clause->literals[i]);
    }
}

/* ---- Cardinalities ------------------------------------------------------------------------ */

/* |counted| clause op k; an equality is two bounds. */
static void write_count(const kf_printer *p, const uint32_t *counted, uint32_t n,
                        const kf_formula_clause *clause, kf_op op, int64_t bound)
{
    if (op == KF_OP_EQ) {
        write_count(p, counted, n, clause, KF_OP_LE, bound);
        op = KF_OP_GE;
    }
    kf_text_addc(p->to, '|');
    kf_printer_variables(p, counted, n);
    kf_text_add(p->to, KF_STR("| "));
    write_literals(p, clause);
    kf_text_addf(p->to, " %s %lld\n", kf_op_text(op), (long long)bound);
}

static bool atom_names(const kf_logic *atom, uint32_t variable)
{
    for (uint32_t i = 0; i < atom->n; i++) {
        if (atom->args[i]->kind == KF_EXPR_VARIABLE && atom->args[i]->id == variable) return true;
    }
    return false;
}

/* The clause of |counted : body|: the conditions negated, then the one hidden literal. */
static kerf_status count_clause(kf_converter *c, const kf_rule *r, kf_formula_clause *out,
                                const char **why)
{
    const kf_logic *const *kids = (const kf_logic *const *)r->body->kids;
    uint32_t n = r->body->n;
    if (r->body->kind != KF_LOGIC_AND) {
        kids = (const kf_logic *const *)&r->body;
        n = 1;
    }
    const kf_logic *counted = NULL;
    out->literals = kf_arena_alloc(&c->scratch, n, sizeof(kf_logic *));
    if (!out->literals) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        if (kids[i]->kind != KF_LOGIC_ATOM) {
            *why = "what is counted must be one hidden literal under observed conditions";
            return KERF_UNSUPPORTED;
        }
        if (kf_convert_observed(c, kids[i]->id)) {
            kf_logic *condition = kf_clause_negate(&c->scratch, kids[i]);
            if (!condition) return KERF_NO_MEMORY;
            out->literals[out->n++] = condition;
        } else if (counted || kids[i]->negated) {
            *why = "what is counted must be one hidden literal, not negated";
            return KERF_UNSUPPORTED;
        } else {
            counted = kids[i];
        }
    }
    if (!counted) {
        *why = "what is counted must be a hidden literal";
        return KERF_UNSUPPORTED;
    }
    for (uint32_t i = 0; i < r->n_counted; i++) {
        if (atom_names(counted, r->counted[i])) continue;
        *why = "each counted variable must stand in the hidden literal";
        return KERF_UNSUPPORTED;
    }
    if (out->n > 0 && r->op != KF_OP_LE) {
        *why = "a lower bound holds only where the conditions do there";
        return KERF_UNSUPPORTED;
    }
    out->literals[out->n++] = counted;
    return KERF_OK;
}

static kerf_status write_count_rule(kf_converter *c, const kf_rule *r, const char **why)
{
    kf_formula_clause clause = { 0 };
    kf_clauses cnf;
    if (r->cost != KF_COST_HARD) {
        *why = "a cardinality with a weight cannot be stated";
        return KERF_UNSUPPORTED;
    }
    if (r->n_condition > 0) {
        *why = "a condition before a cardinality other than <= cannot be stated";
        return KERF_UNSUPPORTED;
    }
    if (r->clause_form) { /* it came from RockIt and goes back as it was */
        KF_TRY(kf_clauses_make(&c->scratch, r->body, &cnf, why));
        if (cnf.n != 1) {
            *why = "a cardinality there is about one clause";
            return KERF_UNSUPPORTED;
        }
        clause = cnf.clauses[0];
    } else {
        KF_TRY(count_clause(c, r, &clause, why));
    }
    *why = clause_obstacle(c, &clause);
    if (*why) return KERF_UNSUPPORTED;
    kf_printer p;
    KF_TRY(kf_convert_printer(c, r, &p));
    write_count(&p, r->counted, r->n_counted, &clause, (kf_op)r->op, r->bound);
    return KERF_OK;
}

/* EXIST x p(x, y), alone: |x| p(x, y) >= 1. */
static bool is_existence(const kf_converter *c, const kf_formula_clause *clause)
{
    if (clause->n != 1 || clause->n_exists == 0) return false;
    const kf_logic *f = clause->literals[0];
    return f->kind == KF_LOGIC_ATOM && !f->negated && !kf_convert_observed(c, f->id);
}

/* ---- Formulas ----------------------------------------------------------------------------- */

static kerf_status write_hard(kf_converter *c, const kf_rule *r, const char **why)
{
    kf_clauses cnf;
    KF_TRY(kf_clauses_make(&c->scratch, r->body, &cnf, why));
    for (uint32_t i = 0; i < cnf.n; i++) {
        bool existence = is_existence(c, &cnf.clauses[i]);
        *why = existence ? literal_obstacle(c, cnf.clauses[i].literals[0])
                         : clause_obstacle(c, &cnf.clauses[i]);
        if (*why) return KERF_UNSUPPORTED;
    }
    kf_printer p;
    KF_TRY(kf_convert_printer(c, r, &p));
    for (uint32_t i = 0; i < cnf.n; i++) {
        const kf_formula_clause *clause = &cnf.clauses[i];
        if (is_existence(c, clause)) {
            write_count(&p, clause->exists, clause->n_exists, clause, KF_OP_GE, 1);
            continue;
        }
        write_literals(&p, clause);
        kf_text_add(c->to, KF_STR(".\n"));
    }
    return KERF_OK;
}

static kerf_status write_clause(kf_converter *c, const kf_printer *p,
                                const kf_formula_clause *clause)
{
    (void)c;
    write_literals(p, clause);
    return KERF_OK;
}

static kerf_status write_soft(kf_converter *c, const kf_rule *r, const char **why)
{
    kf_one_clause s;
    KF_TRY(kf_convert_one_clause(c, r, &s, why));
    if (!*why) *why = clause_obstacle(c, &s.cnf.clauses[0]);
    if (!*why) *why = table_obstacle(c, r);
    if (*why) return KERF_UNSUPPORTED;
    return kf_convert_soft(c, r, &s, write_clause);
}

static kerf_status write_rule(kf_converter *c, const kf_rule *r)
{
    const char *why = kf_convert_obstacle(c, r, false);
    kerf_status st = KERF_UNSUPPORTED;
    if (!why && r->cost == KF_COST_LEARN) why = "it has no weight yet: kerf learn finds one";
    if (!why) {
        st = r->kind == KF_RULE_COUNT  ? write_count_rule(c, r, &why)
             : r->cost == KF_COST_HARD ? write_hard(c, r, &why)
                                       : write_soft(c, r, &why);
    }
    if (st != KERF_UNSUPPORTED) return st;
    kf_convert_refuse_rule(c, r, why);
    return KERF_OK;
}

kerf_status kf_convert_rockit(kf_converter *c)
{
    const kf_model *m = c->model;
    kf_text text;
    KF_TRY(kf_convert_predicates(c, true, false, "float_"));
    kf_convert_refuse_functions(c);
    kf_text_init(&text, m->mem);
    for (size_t i = 0; i < m->types.n; i++) {
        if (m->types.at[i].n_declared == 0) continue;
        kf_text_clear(&text);
        kf_print_type(&text, m, &m->types.at[i]);
        kf_convert_refuse(c, m->types.at[i].pos,
                          "the constants of a type come from the evidence there",
                          text.at ? text.at : "");
    }
    kf_text_free(&text);
    kf_text_addc(c->to, '\n');
    return kf_convert_rules(c, write_rule);
}
