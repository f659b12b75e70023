/* convert_types.c -- would a reader find the types of a rule's variables?
 *
 * Nearly always: formulas are read that way. But where Alchemy's reading has cut one into clauses,
 * a clause may lack the atom that gave a variable its type. This does what scope.c will do when it
 * reads the rule: atoms and functions give types to their arguments, comparisons and operations
 * carry them on. */
#include "model/convert/converter.h"

typedef struct reading {
    const kf_model *model;
    const kf_rule *rule;
    uint32_t *types; /* by variable; KF_NONE: not known yet */
    bool rows;       /* constants stand for the parameters */
    bool changed;
} reading;

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
        if (r->rows && kf_rule_has_parameter(r->rule, e->id)) return;
        r->types[e->id] = type;
        r->changed = true;
    }
    if (e->kind != KF_EXPR_OP || e->type != KF_NONE) return;
    e->type = type;
    r->changed = true;
    for (uint32_t i = 0; i < e->n; i++) give_type(r, e->args[i], type);
}

/* The type that the term gives to the place of an argument. */
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

static void read_logic(reading *r, const kf_logic *f, step now)
{
    bool atom = f->kind == KF_LOGIC_ATOM;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t place = atom ? r->model->predicates.at[f->id].slots[i].type : KF_NONE;
        if (f->kids) read_logic(r, f->kids[i], now);
        else if (now == PLACE) place_term(r, f->args[i], place);
        else if (now == SHARE) share_type(r, f->args[i], place);
    }
    if (f->kind != KF_LOGIC_COMPARE || now == PLACE) return;
    give_type(r, f->args[1], type_of(r, f->args[0]));
    give_type(r, f->args[0], type_of(r, f->args[1]));
}

/* Are the variables read back with their types? If not, *variable is the first that is not. */
static kerf_status find_untyped(kf_converter *c, const kf_rule *r, bool rows, uint32_t *variable)
{
    uint32_t n = r->n_variables ? r->n_variables : 1;
    uint32_t *same = kf_arena_alloc(&c->scratch, n, sizeof *same);
    reading all = { c->model, r, kf_arena_alloc(&c->scratch, n, sizeof *same), rows, false };
    if (!same || !all.types) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n_variables; i++) {
        same[i] = i;
        all.types[i] = KF_NONE;
    }
    kf_logic *body = kf_clause_rename(&c->scratch, r->body, same); /* for notes in its terms */
    if (!body) return KERF_NO_MEMORY;
    read_logic(&all, body, PLACE);
    for (uint32_t i = 0; i < r->n_variables; i++) {
        if (rows || !kf_rule_has_parameter(r, i) || all.types[i] != KF_NONE) continue;
        *variable = i; /* no atom has it, and its + */
        return KERF_UNSUPPORTED;
    }
    for (step now = COMPARE; now <= SHARE; now++) {
        do {
            all.changed = false;
            read_logic(&all, body, now);
        } while (all.changed);
    }
    for (uint32_t i = 0; i < r->n_variables; i++) {
        if (all.types[i] == r->variables[i].type || (rows && kf_rule_has_parameter(r, i))) continue;
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

kerf_status kf_convert_check_types(kf_converter *c, const kf_rule *r, bool rows)
{
    uint32_t variable = 0;
    kerf_status st = find_untyped(c, r, rows, &variable);
    if (st == KERF_UNSUPPORTED) refuse_untyped(c, r, variable);
    return st;
}
