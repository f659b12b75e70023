/* convert.c -- writes a model for another system: the driver, and what the writers share.
 *
 * Each dialect has its writer (convert_kerf.c, convert_alchemy.c, ...), which decides what the
 * system can express and refuses the rest, statement by statement. */
#include "model/convert/converter.h"

#include "base/check.h"
#include "lang/lexer.h"
#include "lang/parse.h"

#include <math.h>
#include <string.h>

/* ---- Refusing ----------------------------------------------------------------------------- */

void kf_convert_refuse(kf_converter *c, kf_pos pos, const char *why, const char *what)
{
    kf_place place = kf_sources_place(c->model->program->sources, pos);
    kf_diag_add(c->diags, c->partial ? KERF_WARNING : KERF_ERROR, &place, NULL,
                "cannot be written for %s: %s", c->system, why);
    c->refused = true;
    kf_text_addf(c->to, "// not expressible in %s (%s): %s\n", c->system, why, what);
}

void kf_convert_refuse_rule(kf_converter *c, const kf_rule *r, const char *why)
{
    kf_text text;
    kf_text_init(&text, c->model->mem);
    kf_print_rule(&text, c->model, r);
    kf_convert_refuse(c, r->pos, why, text.failed || !text.at ? "" : text.at);
    kf_text_free(&text);
}

void kf_convert_refuse_functions(kf_converter *c)
{
    const kf_model *m = c->model;
    for (size_t i = 0; i < m->functions.n; i++) {
        kf_text text;
        kf_text_init(&text, m->mem);
        kf_print_function(&text, m, &m->functions.at[i]);
        kf_convert_refuse(c, m->functions.at[i].pos, "there are no functions",
                          text.failed || !text.at ? "" : text.at);
        kf_text_free(&text);
    }
}

/* ---- What rules use ----------------------------------------------------------------------- */

bool kf_convert_observed(const kf_converter *c, uint32_t predicate)
{
    const kf_predicate *p = &c->model->predicates.at[predicate];
    return c->model->settled ? !p->hidden : p->stars > 0 && !p->defined;
}

static bool expr_has(const kf_expr *e, kf_expr_kind kind)
{
    if (e->kind == kind) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_has(e->args[i], kind)) return true;
    }
    return false;
}

/* What only kerf computes. */
static bool expr_is_own(const kf_expr *e)
{
    if (e->kind == KF_EXPR_OP && e->op >= KF_OP_MIN && e->op <= KF_OP_BINS) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_is_own(e->args[i])) return true;
    }
    return false;
}

/* Does it make constants that the other engine has not? */
static bool makes(const kf_converter *c, const kf_expr *e)
{
    return e->made && c->dialect != KF_DIALECT_KERF;
}

static const char *logic_obstacle(const kf_converter *c, const kf_logic *f, bool calls)
{
    if (f->kind == KF_LOGIC_ATOM && c->unwritten[f->id])
        return "it uses a predicate that cannot be declared";
    for (uint32_t i = 0; i < f->n; i++) {
        const char *why = NULL;
        if (f->kids) why = logic_obstacle(c, f->kids[i], calls);
        else if (!calls && expr_has(f->args[i], KF_EXPR_CALL)) why = "it uses a function";
        else if (makes(c, f->args[i])) why = "an argument in brackets makes constants";
        else if (c->dialect != KF_DIALECT_KERF && expr_is_own(f->args[i]))
            why = "there is no min, max, sqrt or bins";
        if (why) return why;
    }
    return NULL;
}

const char *kf_convert_obstacle(const kf_converter *c, const kf_rule *r, bool calls)
{
    if (r->kind == KF_RULE_ACYCLIC) return "acyclicity cannot be stated";
    if (r->steps && c->dialect != KF_DIALECT_KERF) return "its weight depends on a type's size";
    return logic_obstacle(c, r->body, calls);
}

kerf_status kf_convert_one_clause(kf_converter *c, const kf_rule *r, kf_one_clause *s,
                                  const char **why)
{
    assert(r->body && r->cost != KF_COST_HARD);
    *s = (kf_one_clause){ .negated = !kf_clause_is_one(r->body) };
    const kf_logic *body = s->negated ? kf_clause_negate(&c->scratch, r->body) : r->body;
    if (!body) return KERF_NO_MEMORY;
    if (!kf_clause_is_one(body)) {
        *why = "neither it nor its negation is a clause";
    } else if (s->negated && r->cost == KF_COST_VARIABLE) {
        *why = "its negation would need the opposite of a weight from the data";
    } else {
        KF_TRY(kf_clauses_make(&c->scratch, body, &s->cnf, why));
        if (s->cnf.n == 0) *why = "it always holds";
    }
    return KERF_OK;
}

bool kf_convert_computes(const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids && kf_convert_computes(f->kids[i])) return true;
        if (f->kind == KF_LOGIC_ATOM && expr_has(f->args[i], KF_EXPR_OP)) return true;
    }
    return false;
}

/* ---- Names -------------------------------------------------------------------------------- */

/* `base`, or base2, base3, ... (x1_2 for x1): the first that is new in `used`. */
static bool unique_name(kf_arena *arena, kf_symbols *used, kf_text *base, kf_str *out)
{
    size_t n = base->n;
    char last = n > 0 ? base->at[n - 1] : 'x';
    const char *gap = last >= '0' && last <= '9' ? "_" : "";
    for (unsigned i = 2; kf_symbols_find(used, kf_text_get(base)) != KF_NO_SYMBOL; i++) {
        base->n = n;
        kf_text_addf(base, "%s%u", gap, i);
        if (base->failed) return false;
    }
    if (base->failed || kf_symbols_add(used, kf_text_get(base)) == KF_NO_SYMBOL) return false;
    out->n = base->n;
    out->at = kf_arena_string(arena, kf_text_get(base));
    return out->at != NULL;
}

static bool is_identifier(kf_str s, bool lower)
{
    if (s.n == 0 || kf_str_eq(s, KF_STR("v"))) return false;
    for (size_t i = 0; i < s.n; i++) {
        char ch = s.at[i];
        bool letter = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
        if (i == 0 && (!letter || (lower && ch < 'a'))) return false;
        if (!letter && ch != '_' && !(ch >= '0' && ch <= '9')) return false;
    }
    return true;
}

/* Types occur in declarations only, so their names may be changed. Alchemy wants a small first
 * letter; nobody wants one type to take the name of the numbers. */
static kerf_status name_types(kf_converter *c)
{
    const kf_model *m = c->model;
    bool lower = c->dialect == KF_DIALECT_ALCHEMY || c->dialect == KF_DIALECT_LOMRF, good = true;
    kf_symbols *used = kf_symbols_new(m->mem);
    kf_text base;
    kf_text_init(&base, m->mem);
    c->types = kf_arena_alloc(&c->keep, m->types.n ? m->types.n : 1, sizeof *c->types);
    good = used && c->types && kf_symbols_add(used, KF_STR("float_")) != KF_NO_SYMBOL;
    for (int pass = 0; pass < 2 && good; pass++) { /* names that fit are taken first */
        for (size_t i = KF_TYPE_NUMBER + 1; i < m->types.n && good; i++) {
            kf_str s = kf_type_name(m, (uint32_t)i);
            bool fits = is_identifier(s, lower) || c->dialect == KF_DIALECT_KERF;
            if (fits != (pass == 0)) continue;
            kf_text_clear(&base);
            if (fits) kf_text_add(&base, s);
            else kf_spell_variable(&base, s);
            if (!fits && !is_identifier(kf_text_get(&base), lower)) kf_text_addc(&base, '_');
            good = unique_name(&c->keep, used, &base, &c->types[i]);
        }
    }
    kf_text_free(&base);
    kf_symbols_free(used);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

const kf_str *kf_convert_names(kf_converter *c, const kf_rule *r)
{
    kf_str *names = kf_arena_alloc(&c->scratch, r->n_variables ? r->n_variables : 1, sizeof *names);
    kf_symbols *used = kf_symbols_new(c->model->mem);
    kf_text base;
    kf_text_init(&base, c->model->mem);
    bool good = names && used;
    for (int pass = 0; pass < 2 && good; pass++) {
        for (uint32_t i = 0; i < r->n_variables && good; i++) {
            kf_str s = kf_model_name(c->model, r->variables[i].name);
            bool fits =
                kf_spelled_as_variable(c->dialect, s) && !kf_is_listed_constant(c->model, s);
            if (fits != (pass == 0)) continue;
            kf_text_clear(&base);
            if (fits) kf_text_add(&base, s);
            else kf_spell_variable(&base, s);
            if (!fits) {
                kf_str t = kf_text_get(&base);
                if (!kf_spelled_as_variable(c->dialect, t) || kf_is_listed_constant(c->model, t)) {
                    kf_text_addc(&base, '_');
                }
            }
            good = unique_name(&c->scratch, used, &base, &names[i]);
        }
    }
    kf_text_free(&base);
    kf_symbols_free(used);
    return good ? names : NULL;
}

kerf_status kf_convert_printer(kf_converter *c, const kf_rule *r, kf_printer *out)
{
    *out = (kf_printer){ .to = c->to,
                         .model = c->model,
                         .rule = r,
                         .dialect = c->dialect,
                         .names = kf_convert_names(c, r),
                         .no_plus = true };
    return out->names ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_convert_rules(kf_converter *c, kf_rule_writer *write)
{
    const kf_model *m = c->model;
    for (size_t i = 0; i < m->rules.n; i++) {
        if (!m->rules.at[i].implied) kf_convert_comments(c, m->rules.at[i].pos);
        KF_TRY(write(c, &m->rules.at[i]));
        kf_arena_free(&c->scratch);
    }
    return KERF_OK;
}

/* ---- Weights ------------------------------------------------------------------------------ */

/* The digits of a number with the point moved by the exponent: 1.5e-3 is 0.0015. */
static void add_positional(kf_text *to, kf_str s)
{
    size_t e = 0;
    while (e < s.n && s.at[e] != 'e') e++;
    int64_t exponent = 0;
    kf_str tail = { s.at + e + 1, e < s.n ? s.n - e - 1 : 0 };
    if (tail.n && tail.at[0] == '+') tail = (kf_str){ tail.at + 1, tail.n - 1 };
    if (tail.n) kf_integer_read(tail, &exponent);
    char digits[32];
    int64_t n = 0, point = -1;
    size_t i = 0;
    if (s.at[0] == '-') kf_text_addc(to, s.at[i++]);
    for (; i < e && n < 31; i++) {
        if (s.at[i] == '.') point = n;
        else digits[n++] = s.at[i];
    }
    if (point < 0) point = n;
    point += exponent;
    if (point <= 0) kf_text_addc(to, '0');
    for (int64_t k = 0; k < point; k++) kf_text_addc(to, k < n ? digits[k] : '0');
    if (point < n) kf_text_addc(to, '.');
    for (int64_t k = point; k < n; k++) kf_text_addc(to, k < 0 ? '0' : digits[k]);
}

void kf_convert_weight(kf_converter *c, double weight)
{
    kf_text text;
    kf_text_init(&text, c->model->mem);
    kf_text_add_number(&text, weight == 0 ? 0.0 : weight);
    kf_str s = kf_text_get(&text);
    bool exponent = s.n && memchr(s.at, 'e', s.n);
    /* Tuffy reads a sign and an exponent together only behind a point; RockIt reads no exponent. */
    if (text.failed) c->to->failed = true;
    else if (exponent && c->dialect != KF_DIALECT_ALCHEMY) add_positional(c->to, s);
    else kf_text_add(c->to, s);
    kf_text_free(&text);
}

/* Weight tables add no constants to domains, but formulas do. */
static bool names_new_constants(const kf_model *m, const kf_rule *r)
{
    for (uint32_t i = 0; i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            if (key[k] >= m->types.at[r->variables[r->parameters[k]].type].n_model) return true;
        }
    }
    return false;
}

kerf_status kf_convert_rows(kf_converter *c, kf_printer *p, kf_weight_row *row, const void *context)
{
    const kf_rule *r = p->rule;
    if (r->cost != KF_COST_TABLE) return row(c, p, context, r->weight);
    uint32_t *bound =
        kf_arena_alloc(&c->scratch, r->n_variables ? r->n_variables : 1, sizeof *bound);
    if (!bound) return KERF_NO_MEMORY;
    if (names_new_constants(c->model, r)) {
        kf_text_add(c->to, KF_STR("// these name constants that were only in a weight table: here "
                                  "they are in every world\n"));
    }
    for (uint32_t i = 0; i < r->n_variables; i++) bound[i] = KF_NONE;
    p->bound = bound;
    for (uint32_t i = 0; i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        for (uint32_t k = 0; k < r->n_parameters; k++) bound[r->parameters[k]] = key[k];
        KF_TRY(row(c, p, context, kf_weight_table_weight(r->table, i)));
    }
    p->bound = NULL;
    return KERF_OK;
}

/* ---- Declarations ------------------------------------------------------------------------- */

static const char *predicate_obstacle(const kf_converter *c, const kf_predicate *p,
                                      const char *number)
{
    if (p->weighted) return "undefined(...), which asks for weights, cannot be stated";
    if (!is_identifier(kf_model_name(c->model, p->name), false)) {
        return "a name there has letters, digits and _ only";
    }
    if (c->dialect == KF_DIALECT_LOMRF && !kf_name_is_upper(kf_model_name(c->model, p->name)))
        return "a predicate there begins with a capital letter";
    bool empty = p->arity == 0;
    if (empty && c->dialect != KF_DIALECT_ALCHEMY) return "a predicate there has an argument";
    if (p->number && !number) return "there are no numbers as arguments";
    if (p->number && c->dialect == KF_DIALECT_ROCKIT
        && !kf_convert_observed(c, (uint32_t)(p - c->model->predicates.at))) {
        return "a predicate with a number must be observed there";
    }
    return NULL;
}

kerf_status kf_convert_predicates(kf_converter *c, bool stars, bool marks, const char *number)
{
    const kf_model *m = c->model;
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        const char *why = predicate_obstacle(c, p, number);
        if (why) {
            kf_text text;
            kf_text_init(&text, m->mem);
            kf_print_predicate(&text, m, p);
            kf_convert_refuse(c, p->pos, why, text.at && !text.failed ? text.at : "");
            kf_text_free(&text);
            c->unwritten[i] = true;
            continue;
        }
        kf_convert_comments(c, p->pos);
        if (stars && kf_convert_observed(c, (uint32_t)i)) {
            bool two = p->stars == 2 && c->dialect == KF_DIALECT_TUFFY;
            kf_text_add(c->to, two ? KF_STR("**") : KF_STR("*"));
        }
        kf_text_add(c->to, kf_model_name(m, p->name));
        for (uint32_t k = 0; k < p->arity + p->number; k++) {
            kf_text_add(c->to, k > 0 ? KF_STR(", ") : KF_STR("("));
            if (p->slots[k].type == KF_TYPE_NUMBER) kf_text_addf(c->to, "%s", number);
            else kf_text_add(c->to, c->types[p->slots[k].type]);
            if (marks && p->slots[k].mark == KF_MARK_EXACTLY_ONE) kf_text_addc(c->to, '!');
        }
        if (p->arity + p->number > 0) kf_text_addc(c->to, ')');
        kf_text_addc(c->to, '\n');
    }
    return c->to->failed ? KERF_NO_MEMORY : KERF_OK;
}

/* ---- Soft rules --------------------------------------------------------------------------- */

void kf_convert_remarks(kf_converter *c, const kf_rule *r, bool negated)
{
    bool below = (r->sign > 0) == negated;
    assert(r->cost != KF_COST_HARD);
    if (negated) {
        kf_text_add(c->to, KF_STR("// negated, with the weight's sign changed: the score differs "
                                  "by a constant\n"));
    }
    if (r->fixed && c->dialect != KF_DIALECT_TUFFY) /* which has a mark for it */
        kf_text_add(c->to, KF_STR("// the weight is fixed in learning\n"));
    if (r->sign != 0)
        kf_text_addf(c->to, "// learning keeps the weight %s 0\n", below ? "<=" : ">=");
}

typedef struct soft_row {
    const kf_one_clause *s;
    kf_clause_writer *write;
} soft_row;

/* 1.5 clause, or w: clause where the weight comes from the data. */
static kerf_status write_soft_row(kf_converter *c, const kf_printer *p, const void *context,
                                  double weight)
{
    const soft_row *x = context;
    if (p->rule->cost == KF_COST_VARIABLE) {
        kf_printer_variable(p, p->rule->weight_variable);
        kf_text_addc(c->to, ':');
    } else {
        if (p->rule->fixed && c->dialect == KF_DIALECT_TUFFY) kf_text_addc(c->to, '@');
        kf_convert_weight(c, x->s->negated ? -weight : weight);
    }
    kf_text_addc(c->to, ' ');
    KF_TRY(x->write(c, p, &x->s->cnf.clauses[0]));
    kf_text_addc(c->to, '\n');
    return KERF_OK;
}

kerf_status kf_convert_soft(kf_converter *c, const kf_rule *r, const kf_one_clause *s,
                            kf_clause_writer *write)
{
    assert(s->cnf.n == 1 && !(s->negated && r->cost == KF_COST_VARIABLE));
    kf_printer p;
    KF_TRY(kf_convert_printer(c, r, &p));
    kf_convert_remarks(c, r, s->negated);
    return kf_convert_rows(c, &p, write_soft_row, &(soft_row){ s, write });
}

/* ---- Cardinalities as formulas ------------------------------------------------------------ */

/* A copy of the rule with a second variable for each counted one; map[v] is v's second. */
static kerf_status double_counted(kf_converter *c, const kf_rule *r, kf_rule *out, uint32_t **map)
{
    uint32_t n = r->n_variables + r->n_counted;
    out->variables = kf_arena_alloc(&c->scratch, n ? n : 1, sizeof(kf_variable));
    *map = kf_arena_alloc(&c->scratch, n ? n : 1, sizeof(uint32_t));
    if (!out->variables || !*map) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n_variables; i++) {
        out->variables[i] = r->variables[i];
        (*map)[i] = i;
    }
    for (uint32_t i = 0; i < r->n_counted; i++) {
        out->variables[r->n_variables + i] = r->variables[r->counted[i]];
        (*map)[r->counted[i]] = r->n_variables + i;
    }
    out->n_variables = n;
    return KERF_OK;
}

/* Two different tuples never both satisfy the body: for each counted variable,
 * !body(x) v !body(x') v x = x'. */
static kf_logic *at_most_one(kf_converter *c, const kf_rule *r, const uint32_t *map)
{
    kf_arena *a = &c->scratch;
    kf_logic **parts = kf_arena_alloc(a, r->n_counted ? r->n_counted : 1, sizeof *parts);
    kf_logic *second = kf_clause_rename(a, r->body, map);
    if (!parts || !second) return NULL;
    for (uint32_t i = 0; i < r->n_counted; i++) {
        uint32_t x = r->counted[i];
        kf_logic *kids[3] = { kf_clause_negate(a, r->body), kf_clause_negate(a, second),
                              kf_clause_compare(a, KF_OP_EQ, x, map[x], r->variables[x].type) };
        if (!kids[0] || !kids[1] || !kids[2]) return NULL;
        if (!(parts[i] = kf_clause_join(a, KF_LOGIC_OR, kids, 3))) return NULL;
    }
    return r->n_counted == 1 ? parts[0] : kf_clause_join(a, KF_LOGIC_AND, parts, r->n_counted);
}

/* f where the condition holds, if there is one. */
static kf_logic *unless_condition(kf_converter *c, const kf_rule *r, kf_logic *f)
{
    if (r->n_condition == 0) return f;
    kf_logic **kids = kf_arena_alloc(&c->scratch, r->n_condition + 1, sizeof *kids);
    if (!kids) return NULL;
    for (uint32_t i = 0; i < r->n_condition; i++) {
        kids[i] = kf_clause_negate(&c->scratch, r->body->kids[i]);
        if (!kids[i]) return NULL;
    }
    kids[r->n_condition] = f;
    return kf_clause_join(&c->scratch, KF_LOGIC_OR, kids, r->n_condition + 1);
}

static kf_logic *at_least_one(kf_converter *c, const kf_rule *r)
{
    kf_logic *f = r->member ? r->member : r->body;
    for (uint32_t i = r->n_counted; i-- > 0;) {
        f = kf_clause_quantify(&c->scratch, KF_LOGIC_EXIST, r->counted[i], f);
    }
    return f ? unless_condition(c, r, f) : NULL;
}

kerf_status kf_convert_count(kf_converter *c, const kf_rule *r, kf_rule *out, const char **why)
{
    if (r->cost != KF_COST_HARD) {
        *why = "a cardinality with a weight cannot be stated";
        return KERF_UNSUPPORTED;
    }
    if (r->clause_form) {
        *why = "what is counted is not settled before evidence is read";
        return KERF_UNSUPPORTED;
    }
    bool most = r->op != KF_OP_GE, least = r->op != KF_OP_LE;
    if (r->bound > 1) {
        *why = "a cardinality other than none, one, at most one and at least one cannot be stated";
        return KERF_UNSUPPORTED;
    }
    uint32_t *map;
    *out = *r;
    out->kind = KF_RULE_LOGIC;
    out->n_counted = out->n_condition = 0;
    out->member = NULL;
    KF_TRY(double_counted(c, r, out, &map));
    kf_logic *kids[2] = { NULL, NULL };
    if (r->bound == 0) {
        kids[0] = most ? kf_clause_negate(&c->scratch, r->body) : NULL;
        if (!most) {
            out->body = kf_clause_join(&c->scratch, KF_LOGIC_TRUE, NULL, 0);
            return out->body ? KERF_OK : KERF_NO_MEMORY;
        }
        out->body = kids[0];
        return out->body ? KERF_OK : KERF_NO_MEMORY;
    }
    if (most && !(kids[0] = at_most_one(c, r, map))) return KERF_NO_MEMORY;
    if (least && !(kids[1] = at_least_one(c, r))) return KERF_NO_MEMORY;
    out->body = most && least ? kf_clause_join(&c->scratch, KF_LOGIC_AND, kids, 2)
                : most        ? kids[0]
                              : kids[1];
    return out->body ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- The whole ---------------------------------------------------------------------------- */

static kerf_status prepare(kf_converter *c)
{
    size_t n = c->model->predicates.n;
    c->unwritten = kf_arena_alloc(&c->keep, n ? n : 1, sizeof *c->unwritten);
    if (!c->unwritten) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        if (kf_convert_observed(c, (uint32_t)i)) c->starred = true;
    }
    return name_types(c);
}

static kerf_status convert(kf_text *to, const kf_model *m, kf_dialect dialect, bool partial,
                           bool comments, kf_text *apart, kf_diags *diags)
{
    static const struct {
        const char *system;
        kerf_status (*write)(kf_converter *);
    } targets[] = {
        [KF_DIALECT_KERF] = { "kerf", kf_convert_kerf },
        [KF_DIALECT_ALCHEMY] = { "Alchemy", kf_convert_alchemy },
        [KF_DIALECT_TUFFY] = { "Tuffy", kf_convert_tuffy },
        [KF_DIALECT_ROCKIT] = { "RockIt", kf_convert_rockit },
        [KF_DIALECT_LOMRF] = { "LoMRF", kf_convert_lomrf },
    };
    if ((size_t)dialect >= KF_LENGTH(targets) || !targets[dialect].write) return KERF_MISUSE;
    kf_converter c = { .to = to,
                       .model = m,
                       .dialect = dialect,
                       .partial = partial,
                       .comments = comments,
                       .apart = apart,
                       .diags = diags,
                       .system = targets[dialect].system };
    size_t start = to->n;
    kf_arena_init(&c.keep, m->mem);
    kf_arena_init(&c.scratch, m->mem);
    kf_text_addf(to, "// written by kerf for %s\n", c.system);
    kf_convert_top_comments(&c);
    kerf_status st = prepare(&c);
    if (st == KERF_OK) st = targets[dialect].write(&c);
    if (st == KERF_OK && to->failed) st = KERF_NO_MEMORY;
    if (st == KERF_OK && c.refused && !partial) st = KERF_UNSUPPORTED;
    if (st != KERF_OK && to->n > start) {
        to->n = start;
        to->at[start] = '\0';
    }
    kf_arena_free(&c.scratch);
    kf_arena_free(&c.keep);
    return st;
}

kerf_status kf_convert(kf_text *to, const kf_model *m, kf_dialect dialect, bool partial,
                       kf_diags *diags)
{
    return convert(to, m, dialect, partial, true, NULL, diags);
}

kerf_status kf_convert_learned(kf_text *model, kf_text *weights, const kf_model *m, bool comments,
                               kf_diags *diags)
{
    return convert(model, m, KF_DIALECT_KERF, false, comments, weights, diags);
}
