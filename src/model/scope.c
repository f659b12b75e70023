/* scope.c -- tells variables from constants in one formula, and finds their types.
 *
 * Types come from the argument places of atoms and functions; comparisons carry them from one side
 * to the other, so they are settled last. A lower-case name is a variable unless the type of its
 * place lists it as a constant; in a comparison the other side tells. */
#include "base/check.h"
#include "model/builder.h"

#include <stdio.h>
#include <string.h>

enum { UNDECIDED = 100, MOST_VARIABLES = 1000 }; /* a private kf_expr kind: `id` is the name */

void kf_scope_reset(kf_builder *b)
{
    b->variables.n = b->bound.n = b->parameters.n = b->pending.n = b->stack.n = 0;
    b->nodes = 0;
}

/* ---- Variables ---- */

static uint32_t find_bound(const kf_builder *b, kf_name name)
{
    for (size_t i = b->bound.n; i-- > 0;) {
        if (b->variables.at[b->bound.at[i]].name.id == name.id) return b->bound.at[i];
    }
    return KF_NONE;
}

static uint32_t find_free(const kf_builder *b, kf_name name)
{
    for (uint32_t i = 0; i < b->variables.n; i++) {
        if (!b->variables.at[i].quantified && b->variables.at[i].name.id == name.id) return i;
    }
    return KF_NONE;
}

static bool add_variable(kf_builder *b, kf_name name, kf_pos pos, bool quantified, uint32_t *id)
{
    if (b->variables.n >= MOST_VARIABLES) {
        return kf_builder_error(b, pos, "split the formula", "more than %d variables in a formula",
                                MOST_VARIABLES);
    }
    kf_scope_variable v = { .name = name, .type = KF_NONE, .quantified = quantified, .pos = pos };
    if (!kf_vec_push(b->mem, &b->variables, v)) return kf_builder_out_of_memory(b);
    *id = (uint32_t)(b->variables.n - 1);
    return true;
}

bool kf_scope_bind(kf_builder *b, const kf_term *variable, uint32_t *id)
{
    return add_variable(b, variable->name, variable->pos, true, id)
           && (kf_vec_push(b->mem, &b->bound, *id) || kf_builder_out_of_memory(b));
}

static bool unify(kf_builder *b, uint32_t id, uint32_t type, kf_pos pos)
{
    assert(id < b->variables.n);
    kf_scope_variable *v = &b->variables.at[id];
    if (type == KF_NONE || v->type == type) return true;
    if (v->type == KF_NONE) {
        v->type = type;
        v->pos = pos;
        return true;
    }
    kf_str name = kf_program_name(b->program, v->name);
    kf_str here = kf_type_name(b->model, type), there = kf_type_name(b->model, v->type);
    return kf_builder_error(b, pos, "use two variables, or give both places the same type",
                            "%.*s has type %.*s here but type %.*s at %s", KF_SHOW(name),
                            KF_SHOW(here), KF_SHOW(there), kf_builder_where(b, v->pos));
}

static bool is_listed(const kf_builder *b, uint32_t type, kf_name name)
{
    if (type == KF_NONE || type == KF_TYPE_NUMBER) return false;
    const kf_type *t = &b->model->types.at[type];
    return kf_symbols_find(t->constants, kf_program_name(b->program, name)) < t->n_declared;
}

typedef enum reading { VARIABLE, CONSTANT, EITHER } reading;

static reading read_name(kf_builder *b, const kf_term *t, uint32_t type)
{
    if (t->question || find_bound(b, t->name) != KF_NONE) return VARIABLE;
    if (b->program->dialect == KF_DIALECT_ROCKIT) return VARIABLE;
    if (b->program->question_variables && !b->pracmln_count) return CONSTANT;
    if (kf_name_is_upper(kf_program_name(b->program, t->name))) return CONSTANT;
    if (type == KF_NONE) return t->plus ? VARIABLE : EITHER; /* what is settled later has no + */
    return is_listed(b, type, t->name) ? CONSTANT : VARIABLE;
}

/* ---- Terms ---- */

static kf_expr *new_expr(kf_builder *b, int kind, uint32_t type, uint32_t id)
{
    if (++b->nodes > KF_MOST_NODES) return NULL; /* reported by kf_nnf */
    kf_expr *e = kf_builder_new(b, 1, sizeof *e);
    if (e) *e = (kf_expr){ .kind = (uint8_t)kind, .type = type, .id = id };
    return e;
}

/* A constant that the type's list lacks: an error where types are strict; else the first such
 * constant of a type is a warning, and they are all added. */
static bool unlisted(kf_builder *b, uint32_t type, uint32_t id, bool added, kf_pos pos)
{
    const kf_type *t = &b->model->types.at[type];
    bool strict = b->options->strict_types;
    if (!t->listed || id < t->n_declared || (!strict && (!added || id > t->n_declared)))
        return true;
    kf_str text = kf_symbols_text(t->constants, id), name = kf_type_name(b->model, type);
    kf_nearest near = { .wanted = text };
    for (uint32_t i = 0; i < t->n_declared; i++) {
        kf_nearest_try(&near, kf_symbols_text(t->constants, i));
    }
    char hint[128];
    if (near.best.n) snprintf(hint, sizeof hint, "did you mean %.*s?", KF_SHOW(near.best));
    const char *advice = near.best.n ? hint : NULL;
    if (strict) {
        return kf_builder_error(b, pos, advice, "unknown constant %.*s in type %.*s", KF_SHOW(text),
                                KF_SHOW(name));
    }
    kf_builder_warn(b, pos, advice,
                    "%.*s is not among the constants listed for type %.*s and is added to them",
                    KF_SHOW(text), KF_SHOW(name));
    return true;
}

/* Make an expression a constant of a type, given its text. */
static bool make_constant(kf_builder *b, kf_expr *e, uint32_t type, kf_name name, kf_pos pos)
{
    kf_str text = kf_program_name(b->program, name);
    if (type == KF_TYPE_NUMBER) {
        return kf_builder_error(b, pos, NULL, "`%.*s` stands where a number should", KF_SHOW(text));
    }
    kf_symbols *constants = b->model->types.at[type].constants;
    uint32_t known = kf_symbols_count(constants);
    uint32_t id = kf_symbols_add(constants, text);
    if (id == KF_NO_SYMBOL) return kf_builder_out_of_memory(b);
    if (!unlisted(b, type, id, id >= known, pos)) return false;
    e->kind = KF_EXPR_CONSTANT;
    e->type = type;
    e->id = id;
    return true;
}

static kf_expr *constant(kf_builder *b, const kf_term *t, uint32_t type)
{
    kf_expr *e = new_expr(b, KF_EXPR_CONSTANT, KF_NONE, t->name.id);
    if (!e || type == KF_NONE) return e; /* a comparison settles it */
    return make_constant(b, e, type, t->name, t->pos) ? e : NULL;
}

static kf_expr *variable(kf_builder *b, const kf_term *t, uint32_t type)
{
    uint32_t id = find_bound(b, t->name);
    if (id != KF_NONE && t->plus) {
        kf_builder_error(b, t->pos, NULL, "a quantified variable cannot have a weight of its own");
        return NULL;
    }
    if (id == KF_NONE) id = find_free(b, t->name);
    if (id == KF_NONE && !add_variable(b, t->name, t->pos, false, &id)) return NULL;
    if (type == KF_NONE && t->type) type = b->model->type_of_name[t->type->id];
    if (!unify(b, id, type, t->pos)) return NULL;
    if (t->plus && !b->variables.at[id].parameter) {
        b->variables.at[id].parameter = true;
        if (!kf_vec_push(b->mem, &b->parameters, id)) {
            kf_builder_out_of_memory(b);
            return NULL;
        }
    }
    return new_expr(b, KF_EXPR_VARIABLE, KF_NONE, id);
}

/* Elsewhere in such a model a name without a ? is a constant. */
static void warn_counted_name(kf_builder *b, const kf_term *t)
{
    bool known = t->question || !b->pracmln_count || !b->program->question_variables
                 || find_free(b, t->name) != KF_NONE;
    kf_str name = kf_program_name(b->program, t->name);
    if (!known)
        kf_builder_warn(b, t->pos, "write ?x for a variable; list a constant in its type",
                        "%.*s is a variable here, as in pracmln's counts", KF_SHOW(name));
}

static kf_expr *name_term(kf_builder *b, const kf_term *t, uint32_t type)
{
    switch (read_name(b, t, type)) {
    case VARIABLE: warn_counted_name(b, t); return variable(b, t, type);
    case CONSTANT:
        if (t->plus) {
            kf_str name = kf_program_name(b->program, t->name);
            kf_builder_error(b, t->pos, "remove the +, or use a variable",
                             "%.*s is a constant; + stands before a variable", KF_SHOW(name));
            return NULL;
        }
        return constant(b, t, type);
    default:
        return find_free(b, t->name) != KF_NONE ? variable(b, t, type)
                                                : new_expr(b, UNDECIDED, KF_NONE, t->name.id);
    }
}

static kf_expr *number_term(kf_builder *b, const kf_term *t, uint32_t type)
{
    if (type != KF_NONE && type != KF_TYPE_NUMBER) return constant(b, t, type);
    kf_expr *e = new_expr(b, KF_EXPR_NUMBER, type, t->name.id);
    if (e) e->number = t->number;
    return e;
}

/* Built-in terms, unless a function of that name is declared. */
static kf_op built_in(const kf_builder *b, const kf_term *t)
{
    static const struct {
        const char *name;
        kf_op op;
        uint32_t n;
    } known[] = { { "succ", KF_OP_SUCC, 1 },     { "concat", KF_OP_CONCAT, 2 },
                  { "substr", KF_OP_SUBSTR, 3 }, { "min", KF_OP_MIN, 2 },
                  { "max", KF_OP_MAX, 2 },       { "sqrt", KF_OP_SQRT, 1 },
                  { "plus", KF_OP_ADD, 2 },      { "minus", KF_OP_SUB, 2 },
                  { "times", KF_OP_MUL, 2 },     { "dividedBy", KF_OP_DIV, 2 },
                  { "mod", KF_OP_MOD, 2 } };
    kf_str name = kf_program_name(b->program, t->name);
    if (t->n > 1 && kf_str_eq(name, KF_STR("bins"))) return KF_OP_BINS;
    for (size_t i = 0; i < KF_LENGTH(known); i++) {
        if (t->n == known[i].n && kf_str_eq(name, kf_str_of(known[i].name))) return known[i].op;
    }
    return KF_OP_NONE;
}

/* An operation takes the type of its place; its operands take it too if nothing else types them. */
static kf_expr *operation(kf_builder *b, const kf_term *t, kf_op op, uint32_t type)
{
    kf_expr *e = new_expr(b, KF_EXPR_OP, type, 0);
    kf_expr **args = e ? kf_builder_new(b, t->n, sizeof *args) : NULL;
    if (!args) return NULL;
    e->op = (uint8_t)op;
    e->n = t->n;
    e->args = args;
    for (uint32_t i = 0; i < t->n; i++) {
        bool number = t->args[i]->kind == KF_TERM_NUMBER || (op == KF_OP_SUBSTR && i > 0);
        args[i] = kf_scope_term(b, t->args[i], number ? KF_TYPE_NUMBER : KF_NONE);
        if (!args[i]) return NULL;
        if (!number) kf_scope_defer(b, NULL, args[i], type, NULL, t->args[i]->pos);
    }
    return b->no_memory ? NULL : e;
}

static bool unknown_function(kf_builder *b, const kf_term *t)
{
    kf_str name = kf_program_name(b->program, t->name);
    if (b->model->predicate_of_name[t->name.id] != KF_NONE) {
        return kf_builder_error(
            b, t->pos,
            "join formulas by ^ v => <=>: comparisons, <= among them, stand between terms",
            "the predicate %.*s stands where a term should", KF_SHOW(name));
    }
    kf_nearest near = { .wanted = name };
    for (size_t i = 0; i < b->model->functions.n; i++) {
        kf_nearest_try(&near, kf_program_name(b->program, b->model->functions.at[i].name));
    }
    char hint[128] = "declare it: result_type name(argument_types)";
    if (near.best.n) snprintf(hint, sizeof hint, "did you mean %.*s?", KF_SHOW(near.best));
    if (t->n == 1 && kf_str_eq(name, KF_STR("prec"))) snprintf(hint, sizeof hint, "write t - 1");
    return kf_builder_error(b, t->pos, hint, "unknown function %.*s", KF_SHOW(name));
}

static kf_expr *call(kf_builder *b, const kf_term *t, uint32_t type)
{
    uint32_t id = b->model->function_of_name[t->name.id];
    kf_op op = id == KF_NONE ? built_in(b, t) : KF_OP_NONE;
    if (op != KF_OP_NONE) return operation(b, t, op, type);
    if (id == KF_NONE) {
        unknown_function(b, t);
        return NULL;
    }
    const kf_function *f = &b->model->functions.at[id];
    kf_str name = kf_program_name(b->program, t->name);
    if (f->arity != t->n) {
        char hint[300];
        snprintf(hint, sizeof hint, "declared at %s", kf_builder_where(b, f->pos));
        kf_builder_error(b, t->pos, hint, "function %.*s takes %u argument%s, %u given",
                         KF_SHOW(name), f->arity, f->arity == 1 ? "" : "s", t->n);
        return NULL;
    }
    if (type != KF_NONE && type != f->result) {
        kf_str wanted = kf_type_name(b->model, type), got = kf_type_name(b->model, f->result);
        kf_builder_error(b, t->pos, NULL, "%.*s gives type %.*s, but type %.*s is needed here",
                         KF_SHOW(name), KF_SHOW(got), KF_SHOW(wanted));
        return NULL;
    }
    kf_expr *e = new_expr(b, KF_EXPR_CALL, f->result, id);
    kf_expr **args = e ? kf_builder_new(b, t->n ? t->n : 1, sizeof *args) : NULL;
    if (!args) return NULL;
    e->n = t->n;
    e->args = args;
    for (uint32_t i = 0; i < t->n; i++) {
        args[i] = kf_scope_term(b, t->args[i], f->slots[i].type);
        if (!args[i]) return NULL;
        if (t->args[i]->made) {
            kf_builder_error(b, t->args[i]->pos, "write ( ) for [ ]",
                             "an argument of a function makes no constants");
            return NULL;
        }
    }
    return e;
}

kf_expr *kf_scope_term(kf_builder *b, const kf_term *t, uint32_t type)
{
    switch (t->kind) {
    case KF_TERM_NAME: return name_term(b, t, type);
    case KF_TERM_STRING: return constant(b, t, type);
    case KF_TERM_NUMBER: return number_term(b, t, type);
    case KF_TERM_APPLY: return call(b, t, type);
    default: return operation(b, t, (kf_op)t->op, type);
    }
}

/* ---- Settling ---- */

void kf_scope_defer(kf_builder *b, kf_logic *compare, kf_expr *e, uint32_t type,
                    const kf_formula *tree, kf_pos pos)
{
    kf_pending_type p = { .compare = compare, .expr = e, .type = type, .tree = tree, .pos = pos };
    if (!kf_vec_push(b->mem, &b->pending, p)) kf_builder_out_of_memory(b);
}

static uint32_t type_of(const kf_builder *b, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) return b->variables.at[e->id].type;
    if (e->kind != KF_EXPR_OP || e->type != KF_NONE) return e->type;
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t type = e->args[i]->kind == KF_EXPR_NUMBER ? KF_NONE : type_of(b, e->args[i]);
        if (type != KF_NONE) return type;
    }
    return KF_NONE;
}

/* Let an expression without a type have this one. *changed tells that it did. */
static bool give_type(kf_builder *b, kf_expr *e, uint32_t type, bool equality, kf_pos pos,
                      bool *changed)
{
    if (type == KF_NONE) return true;
    kf_name name = { e->id };
    switch (e->kind) {
    case UNDECIDED:
        *changed = true;
        if (is_listed(b, type, name)) return make_constant(b, e, type, name, pos);
        e->kind = KF_EXPR_VARIABLE; /* of comparisons and operations only */
        e->id = find_free(b, name);
        if (e->id == KF_NONE && !add_variable(b, name, pos, false, &e->id)) return false;
        return unify(b, e->id, type, pos);
    case KF_EXPR_VARIABLE:
        if (b->variables.at[e->id].type == KF_NONE) {
            *changed = true;
            b->variables.at[e->id].type = type;
        }
        return true;
    case KF_EXPR_CONSTANT:
        if (e->type != KF_NONE || !equality) return true; /* a text of its own, of no type */
        *changed = true;
        return make_constant(b, e, type, name, pos);
    case KF_EXPR_NUMBER:
        if (e->type != KF_NONE) return true;
        *changed = true;
        if (type != KF_TYPE_NUMBER && equality) return make_constant(b, e, type, name, pos);
        e->type = KF_TYPE_NUMBER;
        return true;
    case KF_EXPR_OP:
        if (e->type != KF_NONE) return true;
        *changed = true;
        e->type = type;
        for (uint32_t i = 0; i < e->n; i++) {
            if (e->args[i]->kind == KF_EXPR_NUMBER) continue;
            if (!give_type(b, e->args[i], type, false, pos, changed)) return false;
        }
        return true;
    default: return true;
    }
}

/* A name that has turned out to be a variable elsewhere: by now those of atoms are known, and a
 * comparison may have typed others. */
static void find_variable(const kf_builder *b, kf_expr *e)
{
    uint32_t id = e->kind == UNDECIDED ? find_free(b, (kf_name){ e->id }) : KF_NONE;
    if (id == KF_NONE) return;
    e->kind = KF_EXPR_VARIABLE;
    e->id = id;
}

static bool settle_round(kf_builder *b, bool weak, bool *changed)
{
    for (size_t i = 0; i < b->pending.n; i++) {
        kf_pending_type *p = &b->pending.at[i];
        if (p->expr) find_variable(b, p->expr);
        for (uint32_t k = 0; p->compare && k < 2; k++) find_variable(b, p->compare->args[k]);
        if (p->compare) {
            kf_expr *l = p->compare->args[0], *r = p->compare->args[1];
            /* t + 1 = 5 does not make 5 a time: only a place of its own makes a constant. */
            bool equality = (p->compare->op == KF_OP_EQ || p->compare->op == KF_OP_NE)
                            && l->kind != KF_EXPR_OP && r->kind != KF_EXPR_OP;
            kf_pos lp = p->tree->terms[0]->pos, rp = p->tree->terms[1]->pos;
            if (!give_type(b, r, type_of(b, l), equality, rp, changed)) return false;
            if (!give_type(b, l, type_of(b, r), equality, lp, changed)) return false;
        } else if (weak) {
            if (!give_type(b, p->expr, p->type, false, p->pos, changed)) return false;
        }
    }
    return true;
}

/* Two literals: the comparison is decided now, as numbers if both are, else by their bytes. */
static void decide(kf_builder *b, kf_logic *c)
{
    const kf_expr *l = c->args[0], *r = c->args[1];
    assert(c->kind == KF_LOGIC_COMPARE);
    int order;
    if (l->kind == KF_EXPR_NUMBER && r->kind == KF_EXPR_NUMBER) {
        order = (l->number > r->number) - (l->number < r->number);
    } else {
        order = kf_str_cmp(kf_program_name(b->program, (kf_name){ l->id }),
                           kf_program_name(b->program, (kf_name){ r->id }));
    }
    bool holds = c->op == KF_OP_EQ   ? order == 0
                 : c->op == KF_OP_NE ? order != 0
                 : c->op == KF_OP_LT ? order < 0
                 : c->op == KF_OP_LE ? order <= 0
                 : c->op == KF_OP_GT ? order > 0
                                     : order >= 0;
    c->kind = holds ? KF_LOGIC_TRUE : KF_LOGIC_FALSE;
    c->n = 0;
}

static bool is_literal(const kf_expr *e)
{
    return (e->kind == KF_EXPR_CONSTANT && e->type == KF_NONE) || e->kind == KF_EXPR_NUMBER;
}

static bool untyped(kf_builder *b, kf_name name, kf_pos pos)
{
    kf_str text = kf_program_name(b->program, name);
    return kf_builder_error(b, pos, "use it in an atom as well",
                            "variable %.*s occurs in no atom, so it has no type", KF_SHOW(text));
}

static bool decided(kf_builder *b, const kf_expr *e, kf_pos pos)
{
    return e->kind != UNDECIDED || untyped(b, (kf_name){ e->id }, pos);
}

static bool check_compare(kf_builder *b, const kf_pending_type *p)
{
    kf_logic *c = p->compare;
    kf_expr *l = c->args[0], *r = c->args[1];
    if (is_literal(l) && is_literal(r)) {
        decide(b, c);
        return true;
    }
    for (int i = 0; i < 2; i++) {
        if (!decided(b, c->args[i], p->tree->terms[i]->pos)) return false;
    }
    uint32_t lt = type_of(b, l), rt = type_of(b, r);
    bool computed = l->kind == KF_EXPR_OP || r->kind == KF_EXPR_OP; /* compared by value */
    if ((c->op != KF_OP_EQ && c->op != KF_OP_NE) || computed || lt == rt || lt == KF_NONE
        || rt == KF_NONE) {
        return true;
    }
    kf_str ln = kf_type_name(b->model, lt), rn = kf_type_name(b->model, rt);
    return kf_builder_error(b, p->tree->pos, NULL,
                            "a constant of type %.*s is compared with one of type %.*s",
                            KF_SHOW(ln), KF_SHOW(rn));
}

bool kf_scope_settle(kf_builder *b)
{
    for (int weak = 0; weak < 2; weak++) {
        bool changed;
        do {
            changed = false;
            if (!settle_round(b, weak, &changed)) return false;
        } while (changed);
    }
    for (size_t i = 0; i < b->pending.n; i++) {
        const kf_pending_type *p = &b->pending.at[i];
        if (p->compare ? !check_compare(b, p) : !decided(b, p->expr, p->pos)) return false;
    }
    for (size_t i = 0; i < b->variables.n; i++) {
        const kf_scope_variable *v = &b->variables.at[i];
        if (v->type == KF_NONE) return untyped(b, v->name, v->pos);
    }
    return true;
}

/* ---- Finishing ---- */

static void finish_expr(const kf_builder *b, kf_expr *e, const uint32_t *map)
{
    assert(e->kind != UNDECIDED); /* types are settled */
    if (e->kind == KF_EXPR_VARIABLE) {
        assert(e->id < b->variables.n);
        e->type = b->variables.at[e->id].type;
        e->id = map[e->id];
    } else if (e->type == KF_NONE && e->kind != KF_EXPR_CONSTANT) {
        uint32_t type = type_of(b, e);
        e->type = type == KF_NONE ? KF_TYPE_NUMBER : type;
    }
    for (uint32_t i = 0; i < e->n; i++) finish_expr(b, e->args[i], map);
}

static void finish_logic(const kf_builder *b, kf_logic *f, const uint32_t *map)
{
    switch (f->kind) {
    case KF_LOGIC_ATOM:
    case KF_LOGIC_COMPARE:
    case KF_LOGIC_CONTAINS:
        for (uint32_t i = 0; i < f->n; i++) finish_expr(b, f->args[i], map);
        break;
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: f->id = map[f->id]; /* fall through */
    case KF_LOGIC_AND:
    case KF_LOGIC_OR:
        for (uint32_t i = 0; i < f->n; i++) finish_logic(b, f->kids[i], map);
        break;
    default: break;
    }
}

bool kf_scope_finish(kf_builder *b, kf_rule *r)
{
    uint32_t n = (uint32_t)b->variables.n;
    uint32_t map[MOST_VARIABLES];
    r->n_variables = n;
    r->variables = kf_builder_new(b, n ? n : 1, sizeof *r->variables);
    r->n_parameters = (uint32_t)b->parameters.n;
    r->parameters = kf_builder_new(b, r->n_parameters ? r->n_parameters : 1, sizeof(uint32_t));
    if (!r->variables || !r->parameters) return false;
    uint32_t id = 0;
    for (int quantified = 0; quantified < 2; quantified++) {
        for (uint32_t i = 0; i < n; i++) {
            const kf_scope_variable *v = &b->variables.at[i];
            if (v->quantified != quantified) continue;
            r->variables[id] = (kf_variable){ v->name, v->type, v->quantified };
            map[i] = id++;
        }
        if (!quantified) r->n_free = id;
    }
    assert(id == n);
    for (uint32_t i = 0; i < r->n_parameters; i++) r->parameters[i] = map[b->parameters.at[i]];
    for (uint32_t i = 0; i < r->n_counted; i++) r->counted[i] = map[r->counted[i]];
    if (r->body) finish_logic(b, r->body, map);
    return true;
}
