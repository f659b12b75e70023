/* convert_tuffy.c -- the model for Tuffy (Niu et al., User Manual of Tuffy 0.3, and its grammar).
 *
 * Tuffy knows clauses only: `l1, l2, [x != y] => l3 v l4`, EXIST in front, literals before
 * comparisons and at least one literal behind the arrow. Terms inside atoms are variables and
 * constants. A weighted formula is written if it is one clause or the negation of one; a hard one
 * becomes the clauses of its normal form. There are no lists of constants: each is named by a
 * formula of weight 0. */
#include "model/convert/converter.h"

/* ---- One clause --------------------------------------------------------------------------- */

static bool goes_left(const kf_logic *f) /* of the arrow, when written negated */
{
    return f->kind == KF_LOGIC_ATOM && f->negated;
}

static void write_literal(const kf_printer *p, const kf_logic *f, bool flip)
{
    kf_logic copy = *f;
    copy.negated = f->negated != flip;
    kf_printer_logic(p, &copy);
}

static kerf_status write_comparison(kf_converter *c, const kf_printer *p, const kf_logic *f,
                                    bool flip, bool brackets)
{
    const kf_logic *shown = flip ? kf_clause_negate(&c->scratch, f) : f;
    if (!shown) return KERF_NO_MEMORY;
    if (brackets) kf_text_addc(c->to, '[');
    kf_printer_logic(p, shown);
    if (brackets) kf_text_addc(c->to, ']');
    return KERF_OK;
}

static const char *literal_obstacle(const kf_logic *f)
{
    if (f->kind == KF_LOGIC_CONTAINS) return "substr() as a condition cannot be stated";
    return NULL;
}

/* Why the clause cannot be written; NULL if it can. */
static const char *clause_obstacle(const kf_formula_clause *clause)
{
    uint32_t atoms = 0;
    for (uint32_t i = 0; i < clause->n; i++) {
        const char *why = literal_obstacle(clause->literals[i]);
        if (why) return why;
        atoms += clause->literals[i]->kind == KF_LOGIC_ATOM;
    }
    if (!atoms) return "a clause must have a predicate in it";
    if (!kf_clause_is_typed(clause->literals, clause->n)) {
        return "in one of its clauses a compared variable stands in no predicate";
    }
    return NULL;
}

/* l1, l2, [x != y] => l3 v l4 if there are literals for both sides, else l1 v l2 v [x = y]. */
static kerf_status write_clause(kf_converter *c, const kf_printer *p,
                                const kf_formula_clause *clause)
{
    uint32_t left = 0, right = 0, compared = 0, n = 0;
    for (uint32_t i = 0; i < clause->n; i++) {
        const kf_logic *f = clause->literals[i];
        if (f->kind == KF_LOGIC_COMPARE) compared++;
        else if (goes_left(f)) left++;
        else right++;
    }
    /* The arrow needs a literal behind it: the last negated one stays there if it must. */
    bool arrow = left > 0 && (right > 0 || left > 1);
    uint32_t before = right > 0 ? left : left - 1, seen = 0;
    if (clause->n_exists) {
        kf_text_add(c->to, KF_STR("EXIST "));
        kf_printer_variables(p, clause->exists, clause->n_exists);
        kf_text_addc(c->to, ' ');
    }
    for (uint32_t i = 0; arrow && i < clause->n; i++) {
        if (!goes_left(clause->literals[i]) || seen == before) continue;
        seen++;
        if (n++ > 0) kf_text_add(c->to, KF_STR(", "));
        write_literal(p, clause->literals[i], true);
    }
    for (uint32_t i = 0; arrow && i < clause->n; i++) {
        if (clause->literals[i]->kind != KF_LOGIC_COMPARE) continue;
        kf_text_add(c->to, KF_STR(", "));
        KF_TRY(write_comparison(c, p, clause->literals[i], true, compared == 1));
    }
    if (arrow) kf_text_add(c->to, KF_STR(" => "));
    n = seen = 0;
    for (uint32_t i = 0; i < clause->n; i++) {
        const kf_logic *f = clause->literals[i];
        if (f->kind == KF_LOGIC_COMPARE) continue;
        if (arrow && goes_left(f) && seen++ < before) continue;
        if (n++ > 0) kf_text_add(c->to, KF_STR(" v "));
        write_literal(p, f, false);
    }
    for (uint32_t i = 0; !arrow && i < clause->n; i++) {
        if (clause->literals[i]->kind != KF_LOGIC_COMPARE) continue;
        kf_text_add(c->to, KF_STR(" v "));
        KF_TRY(write_comparison(c, p, clause->literals[i], false, compared == 1));
    }
    return KERF_OK;
}

/* ---- Rules -------------------------------------------------------------------------------- */

static const char *rule_obstacle(const kf_converter *c, const kf_rule *r)
{
    const char *why = kf_convert_obstacle(c, r, false);
    if (!why && kf_convert_computes(r->body)) why = "there is no arithmetic inside an atom";
    if (!why && r->cost == KF_COST_LEARN) why = "it has no weight yet: kerf learn finds one";
    return why;
}

static kerf_status write_hard(kf_converter *c, const kf_rule *r, const kf_rule *written)
{
    kf_clauses cnf;
    const char *why = NULL;
    kerf_status st = kf_clauses_make(&c->scratch, written->body, &cnf, &why);
    if (st == KERF_OK) {
        for (uint32_t i = 0; i < cnf.n && !why; i++) why = clause_obstacle(&cnf.clauses[i]);
    } else if (st != KERF_UNSUPPORTED) {
        return st;
    }
    if (why) {
        kf_convert_refuse_rule(c, r, why);
        return KERF_OK;
    }
    kf_printer p;
    KF_TRY(kf_convert_printer(c, written, &p));
    for (uint32_t i = 0; i < cnf.n; i++) {
        KF_TRY(write_clause(c, &p, &cnf.clauses[i]));
        kf_text_add(c->to, KF_STR(".\n"));
    }
    return KERF_OK;
}

static kerf_status write_soft(kf_converter *c, const kf_rule *r)
{
    kf_one_clause s;
    const char *why = NULL;
    KF_TRY(kf_convert_one_clause(c, r, &s, &why));
    if (!why) why = clause_obstacle(&s.cnf.clauses[0]);
    if (why) {
        kf_convert_refuse_rule(c, r, why);
        return KERF_OK;
    }
    return kf_convert_soft(c, r, &s, write_clause);
}

static kerf_status write_rule(kf_converter *c, const kf_rule *r)
{
    const char *why = rule_obstacle(c, r);
    if (!why && r->kind == KF_RULE_COUNT) {
        kf_rule logic;
        kerf_status st = kf_convert_count(c, r, &logic, &why);
        if (st == KERF_OK) return write_hard(c, r, &logic);
        if (st != KERF_UNSUPPORTED) return st;
    }
    if (!why) return r->cost == KF_COST_HARD ? write_hard(c, r, r) : write_soft(c, r);
    kf_convert_refuse_rule(c, r, why);
    return KERF_OK;
}

/* ---- Constants ---------------------------------------------------------------------------- */

/* 0 P(Anna, x2): names a constant where the type stands, and says nothing. */
static void write_constants(kf_converter *c, uint32_t type)
{
    const kf_model *m = c->model;
    const kf_type *t = &m->types.at[type];
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        uint32_t slot = 0;
        while (slot < p->arity && p->slots[slot].type != type) slot++;
        if (slot == p->arity || c->unwritten[i]) continue;
        kf_printer printer = { .to = c->to, .model = m, .dialect = c->dialect };
        kf_text_add(c->to, KF_STR("// the constants of "));
        kf_text_add(c->to, c->types[type]);
        kf_text_addc(c->to, '\n');
        for (uint32_t k = 0; k < t->n_declared; k++) {
            kf_text_add(c->to, KF_STR("0 "));
            kf_text_add(c->to, kf_model_name(m, p->name));
            for (uint32_t a = 0; a < p->arity + p->number; a++) {
                kf_text_add(c->to, a > 0 ? KF_STR(", ") : KF_STR("("));
                if (a == slot) kf_printer_constant(&printer, kf_symbols_text(t->constants, k));
                else kf_text_addf(c->to, "x%u", (unsigned)a);
            }
            kf_text_add(c->to, KF_STR(")\n"));
        }
        return;
    }
}

kerf_status kf_convert_tuffy(kf_converter *c)
{
    const kf_model *m = c->model;
    KF_TRY(kf_convert_predicates(c, true, false, "float_"));
    kf_convert_refuse_functions(c);
    kf_text_addc(c->to, '\n');
    for (size_t i = 0; i < m->types.n; i++) {
        if (m->types.at[i].n_declared > 0) write_constants(c, (uint32_t)i);
    }
    return kf_convert_rules(c, write_rule);
}
