/* convert_kerf.c -- the model in kerf's own dialect, such that it reads back as the same model.
 *
 * Nearly every rule does. The exceptions come from Alchemy's reading, where a clause may lack the
 * atom that gave its variables their types, and a clause that always holds is left out with the
 * constants that it names. These are refused. */
#include "model/converter.h"

#include "lang/parse.h"

/* ---- Types of variables ------------------------------------------------------------------- */

/* What scope.c will find out when it reads the rule: atoms and functions give types to their
 * arguments, comparisons and operations carry them on. */
typedef struct reading {
    const kf_model *model;
    const kf_rule *rule;
    uint32_t *types; /* by variable; KF_NONE: not known yet */
    bool rows;       /* constants stand for the parameters */
    bool changed;
} reading;

static bool is_parameter(const kf_rule *r, uint32_t variable)
{
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (r->parameters[i] == variable) return true;
    }
    return false;
}

static uint32_t type_of(const reading *r, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) return r->types[e->id];
    if (e->kind == KF_EXPR_CALL) return e->type;
    if (e->kind != KF_EXPR_OP || e->type != KF_NONE)
        return e->kind == KF_EXPR_OP ? e->type : KF_NONE;
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t type = type_of(r, e->args[i]);
        if (type != KF_NONE) return type;
    }
    return KF_NONE;
}

static void give_type(reading *r, kf_expr *e, uint32_t type)
{
    if (type == KF_NONE) return;
    if (e->kind == KF_EXPR_VARIABLE && r->types[e->id] == KF_NONE) {
        if (r->rows && is_parameter(r->rule, e->id)) return;
        r->types[e->id] = type;
        r->changed = true;
    }
    if (e->kind != KF_EXPR_OP || e->type != KF_NONE) return;
    e->type = type;
    r->changed = true;
    for (uint32_t i = 0; i < e->n; i++) give_type(r, e->args[i], type);
}

/* The type of a place among the arguments of a term, where the term itself has type `place`. */
static uint32_t place_of(const reading *r, const kf_expr *e, uint32_t argument)
{
    if (e->kind == KF_EXPR_CALL) return r->model->functions.at[e->id].slots[argument].type;
    return e->op == KF_OP_SUBSTR && argument > 0 ? KF_TYPE_NUMBER : KF_NONE;
}

/* First what a place says of the term in it. */
static void place_term(reading *r, kf_expr *e, uint32_t place)
{
    if (e->kind == KF_EXPR_VARIABLE) give_type(r, e, place);
    if (e->kind == KF_EXPR_OP) e->type = place;
    for (uint32_t i = 0; i < e->n; i++) place_term(r, e->args[i], place_of(r, e, i));
}

/* Last, operands take the type of the operation's place if nothing else types them. */
static void share_type(reading *r, const kf_expr *e, uint32_t place)
{
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t inner = place_of(r, e, i);
        share_type(r, e->args[i], inner);
        if (e->kind == KF_EXPR_OP && inner == KF_NONE) give_type(r, e->args[i], place);
    }
}

typedef enum step { PLACE, COMPARE, SHARE } step;

static void read_logic(reading *r, const kf_logic *f, step step)
{
    bool atom = f->kind == KF_LOGIC_ATOM;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t place = atom ? r->model->predicates.at[f->id].slots[i].type : KF_NONE;
        if (f->kids) read_logic(r, f->kids[i], step);
        else if (step == PLACE) place_term(r, f->args[i], place);
        else if (step == SHARE) share_type(r, f->args[i], place);
    }
    if (f->kind != KF_LOGIC_COMPARE || step == PLACE) return;
    give_type(r, f->args[1], type_of(r, f->args[0]));
    give_type(r, f->args[0], type_of(r, f->args[1]));
}

/* Are the variables read back with their types? If not, *variable is the first that is not. */
static kerf_status check_types(kf_converter *c, const kf_rule *r, bool rows, uint32_t *variable)
{
    uint32_t n = r->n_variables ? r->n_variables : 1;
    uint32_t *same = kf_arena_alloc(&c->scratch, n, sizeof *same);
    reading reading = { c->model, r, kf_arena_alloc(&c->scratch, n, sizeof *same), rows, false };
    if (!same || !reading.types) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n_variables; i++) {
        same[i] = i;
        reading.types[i] = KF_NONE;
    }
    kf_logic *body = kf_clause_rename(&c->scratch, r->body, same); /* for notes in its terms */
    if (!body) return KERF_NO_MEMORY;
    read_logic(&reading, body, PLACE);
    for (step step = COMPARE; step <= SHARE; step++) {
        do {
            reading.changed = false;
            read_logic(&reading, body, step);
        } while (reading.changed);
    }
    for (uint32_t i = 0; i < r->n_variables; i++) {
        if (reading.types[i] == r->variables[i].type || (rows && is_parameter(r, i))) continue;
        *variable = i;
        return KERF_UNSUPPORTED;
    }
    return KERF_OK;
}

static void refuse_untyped(kf_converter *c, const kf_rule *r, uint32_t variable)
{
    kf_text why;
    kf_text_init(&why, c->model->mem);
    kf_text_add(&why, KF_STR("variable "));
    kf_print_variable(&why, c->model, r, variable);
    kf_text_add(&why, KF_STR(" occurs in no atom, so its type cannot be written"));
    if (why.failed) c->to->failed = true;
    else kf_convert_refuse_rule(c, r, why.at);
    kf_text_free(&why);
}

/* ---- Constants ---------------------------------------------------------------------------- */

static void name_constants(bool *const *named, const kf_expr *e)
{
    if (e->kind == KF_EXPR_CONSTANT && e->type != KF_NONE) named[e->type][e->id] = true;
    for (uint32_t i = 0; i < e->n; i++) name_constants(named, e->args[i]);
}

static void name_all(bool *const *named, const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids) name_all(named, f->kids[i]);
        else name_constants(named, f->args[i]);
    }
}

static void name_rows(bool *const *named, const kf_rule *r)
{
    if (r->cost != KF_COST_TABLE) return;
    for (uint32_t i = 0; i < kf_table_count(r->table); i++) {
        const uint32_t *key = kf_table_key(r->table, i);
        for (uint32_t k = 0; k < r->n_parameters; k++) {
            named[r->variables[r->parameters[k]].type][key[k]] = true;
        }
    }
}

static void refuse_unnamed(kf_converter *c, const kf_type *t, uint32_t id)
{
    kf_text what;
    kf_text_init(&what, c->model->mem);
    kf_print_constant(&what, kf_symbols_text(t->constants, id));
    kf_text_add(&what, KF_STR(" of type "));
    kf_text_add(&what, kf_model_name(c->model, t->name));
    if (what.failed) c->to->failed = true;
    else
        kf_convert_refuse(c, t->pos, "a constant is named only by a clause that always holds",
                          what.at);
    kf_text_free(&what);
}

/* A constant that is not listed is one because a formula names it. */
static kerf_status check_constants(kf_converter *c)
{
    const kf_model *m = c->model;
    bool **named = kf_arena_alloc(&c->scratch, m->types.n, sizeof *named);
    if (!named) return KERF_NO_MEMORY;
    for (size_t i = KF_TYPE_NUMBER + 1; i < m->types.n; i++) {
        uint32_t n = kf_symbols_count(m->types.at[i].constants);
        named[i] = kf_arena_alloc(&c->scratch, n ? n : 1, sizeof(bool));
        if (!named[i]) return KERF_NO_MEMORY;
    }
    for (size_t i = 0; i < m->rules.n; i++) {
        if (m->rules.at[i].body) name_all(named, m->rules.at[i].body);
        name_rows(named, &m->rules.at[i]);
    }
    for (size_t i = KF_TYPE_NUMBER + 1; i < m->types.n; i++) {
        const kf_type *t = &m->types.at[i];
        uint32_t id = t->n_declared;
        while (id < t->n_model && named[i][id]) id++;
        if (id < t->n_model) refuse_unnamed(c, t, id);
    }
    kf_arena_free(&c->scratch);
    return KERF_OK;
}

/* ---- Rules -------------------------------------------------------------------------------- */

static kerf_status kerf_row(kf_converter *c, const kf_printer *p, const void *context,
                            double weight)
{
    (void)context;
    kf_text_add_number(c->to, weight);
    kf_text_addc(c->to, ' ');
    kf_printer_content(p);
    kf_text_addc(c->to, '\n');
    return KERF_OK;
}

static bool expr_uses_parameter(const kf_rule *r, const kf_expr *e)
{
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (e->kind == KF_EXPR_VARIABLE && e->id == r->parameters[i]) return true;
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_uses_parameter(r, e->args[i])) return true;
    }
    return false;
}

/* A comparison of two constants is decided on reading, and then the shape is another. */
static bool compares_parameter(const kf_rule *r, const kf_logic *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids && compares_parameter(r, f->kids[i])) return true;
        if (f->kind == KF_LOGIC_COMPARE && expr_uses_parameter(r, f->args[i])) return true;
    }
    return false;
}

/* The rule with its +x, then its weights, one formula a row: they are folded back on reading.
 * Where they would not be, only the rows are written. */
static kerf_status kerf_rule(kf_converter *c, const kf_rule *r)
{
    bool table = r->cost == KF_COST_TABLE && kf_table_count(r->table) > 0;
    bool folds = r->kind == KF_RULE_LOGIC && !compares_parameter(r, r->body);
    uint32_t untyped = 0;
    kerf_status st = r->body && (!table || folds) ? check_types(c, r, false, &untyped) : KERF_OK;
    if (st == KERF_OK && table) st = check_types(c, r, true, &untyped);
    if (st == KERF_UNSUPPORTED) refuse_untyped(c, r, untyped);
    if (st != KERF_OK) return st == KERF_UNSUPPORTED ? KERF_OK : st;
    if (!table || folds) {
        kf_print_rule(c->to, c->model, r);
        kf_text_addc(c->to, '\n');
    }
    if (!table) return KERF_OK;
    kf_printer p = { .to = c->to, .model = c->model, .rule = r, .dialect = KF_DIALECT_KERF };
    return kf_convert_rows(c, &p, kerf_row, NULL);
}

/* ---- The whole ---------------------------------------------------------------------------- */

kerf_status kf_convert_kerf(kf_converter *c)
{
    const kf_model *m = c->model;
    for (size_t i = 0; i < m->types.n; i++) {
        if (!m->types.at[i].listed) continue;
        kf_print_type(c->to, m, &m->types.at[i]);
        kf_text_addc(c->to, '\n');
    }
    for (size_t i = 0; i < m->predicates.n; i++) {
        kf_print_predicate(c->to, m, &m->predicates.at[i]);
        kf_text_addc(c->to, '\n');
    }
    for (size_t i = 0; i < m->functions.n; i++) {
        kf_print_function(c->to, m, &m->functions.at[i]);
        kf_text_addc(c->to, '\n');
    }
    KF_TRY(check_constants(c));
    if (m->rules.n) kf_text_addc(c->to, '\n');
    for (size_t i = 0; i < m->rules.n; i++) {
        if (m->rules.at[i].implied) continue; /* the marks say it */
        KF_TRY(kerf_rule(c, &m->rules.at[i]));
        kf_arena_free(&c->scratch);
    }
    return c->to->failed ? KERF_NO_MEMORY : KERF_OK;
}
