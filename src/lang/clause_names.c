/* clause_names.c -- tells variables from constants in definite clauses, before model/ does.
 *
 * A name in small letters is a constant where the type of its place lists it. The declaration gives
 * the type of an argument. A side of a comparison has that of the other side, so types are found by
 * going over the clause until nothing is new. */
#include "lang/clause_names.h"

#include "base/check.h"

static const kf_name no_type = { KF_NO_SYMBOL };

bool kf_clause_names_init(kf_clause_names *c, kf_parser *p)
{
    *c = (kf_clause_names){ .p = p };
    for (size_t i = 0; i < p->program->statements.n; i++) {
        const kf_statement *s = p->program->statements.at[i];
        if (s->kind == KF_STATEMENT_TYPE && !s->range && !kf_vec_push(p->mem, &c->lists, s))
            return kf_parser_out_of_memory(p);
    }
    return true;
}

void kf_clause_names_free(kf_clause_names *c)
{
    kf_vec_free(c->p->mem, &c->lists);
    kf_vec_free(c->p->mem, &c->types);
    kf_vec_free(c->p->mem, &c->found);
}

/* ---- Declarations ---- */

const kf_statement *kf_clause_names_declaration(const kf_parser *p, kf_name name, bool function)
{
    const kf_program *program = p->program;
    if (!function) return name.id < p->declared.n ? p->declared.at[name.id] : NULL;
    for (size_t i = 0; i < program->statements.n; i++) {
        const kf_statement *s = program->statements.at[i];
        if (s->kind == KF_STATEMENT_FUNCTION && s->name.id == name.id) return s;
    }
    return NULL;
}

kf_name kf_clause_names_type_at(const kf_statement *declaration, uint32_t i)
{
    if (!declaration || i >= declaration->n_arguments) return no_type;
    return declaration->arguments[i].type;
}

static const kf_statement *function_of(const kf_clause_names *c, const kf_term *t)
{
    if (t->kind != KF_TERM_APPLY) return NULL;
    return kf_clause_names_declaration(c->p, t->name, true);
}

static bool is_listed(const kf_clause_names *c, kf_name type, kf_name name)
{
    for (size_t i = 0; i < c->lists.n; i++) {
        const kf_statement *s = c->lists.at[i];
        if (s->name.id != type.id) continue;
        for (uint32_t k = 0; k < s->n_terms; k++) {
            if (s->terms[k]->name.id == name.id) return true;
        }
    }
    return false;
}

bool kf_clause_names_is_variable(const kf_clause_names *c, const kf_term *t, kf_name type)
{
    const kf_program *program = c->p->program;
    if (t->kind != KF_TERM_NAME) return false;
    if (t->question || program->dialect == KF_DIALECT_ROCKIT) return true;
    if (program->question_variables || kf_name_is_upper(kf_program_name(program, t->name)))
        return false;
    return type.id == KF_NO_SYMBOL || !is_listed(c, type, t->name);
}

/* ---- Types ---- */

static kf_name type_of(const kf_clause_names *c, const kf_term *t)
{
    const kf_statement *f = function_of(c, t);
    if (f) return f->result;
    for (size_t i = 0; t->kind == KF_TERM_NAME && i < c->types.n; i++) {
        if (c->types.at[i].name.id == t->name.id) return c->types.at[i].type;
    }
    for (uint32_t i = 0; t->kind == KF_TERM_OP && i < t->n; i++) {
        kf_name type = type_of(c, t->args[i]);
        if (type.id != KF_NO_SYMBOL) return type;
    }
    return no_type;
}

/* The type of a comparison's sides, or none so far. */
static kf_name compared_type(const kf_clause_names *c, const kf_formula *f)
{
    assert(f->kind == KF_FORMULA_COMPARE && f->n_terms == 2);
    kf_name type = type_of(c, f->terms[0]);
    return type.id != KF_NO_SYMBOL ? type : type_of(c, f->terms[1]);
}

/* A term at a place of this type. */
static bool settle_term(kf_clause_names *c, const kf_term *t, kf_name type)
{
    const kf_statement *f = function_of(c, t);
    for (uint32_t i = 0; i < t->n; i++) {
        kf_name own = t->kind == KF_TERM_OP ? type : kf_clause_names_type_at(f, i);
        if (!settle_term(c, t->args[i], own)) return false;
    }
    if (type.id == KF_NO_SYMBOL || !kf_clause_names_is_variable(c, t, type)) return true;
    if (type_of(c, t).id != KF_NO_SYMBOL) return true;
    return kf_vec_push(c->p->mem, &c->types, ((kf_typed_name){ t->name, type }))
           || kf_parser_out_of_memory(c->p);
}

static bool settle_formula(kf_clause_names *c, const kf_formula *f)
{
    bool atom = f->kind == KF_FORMULA_ATOM, compare = f->kind == KF_FORMULA_COMPARE;
    const kf_statement *d = atom ? kf_clause_names_declaration(c->p, f->name, false) : NULL;
    kf_name same = compare ? compared_type(c, f) : no_type;
    for (uint32_t i = 0; (atom || compare) && i < f->n_terms; i++) {
        if (!settle_term(c, f->terms[i], atom ? kf_clause_names_type_at(d, i) : same)) return false;
    }
    for (uint32_t i = 0; i < f->n_kids; i++) {
        if (!settle_formula(c, f->kids[i])) return false;
    }
    return true;
}

bool kf_clause_names_settle(kf_clause_names *c, const kf_formula *head, const kf_formula *body)
{
    size_t before;
    assert(head->kind == KF_FORMULA_ATOM);
    c->types.n = 0;
    do {
        before = c->types.n;
        if (!settle_formula(c, head) || !settle_formula(c, body)) return false;
    } while (c->types.n > before);
    return true;
}

/* ---- Variables ---- */

static bool has_found(const kf_clause_names *c, kf_name name)
{
    for (size_t i = 0; i < c->found.n; i++) {
        if (c->found.at[i].id == name.id) return true;
    }
    return false;
}

bool kf_clause_names_find_term(kf_clause_names *c, const kf_term *t, kf_name type)
{
    if (kf_clause_names_is_variable(c, t, type) && !has_found(c, t->name)
        && !kf_vec_push(c->p->mem, &c->found, t->name))
        return kf_parser_out_of_memory(c->p);
    const kf_statement *f = function_of(c, t);
    for (uint32_t i = 0; i < t->n; i++) {
        if (!kf_clause_names_find_term(c, t->args[i], kf_clause_names_type_at(f, i))) return false;
    }
    return true;
}

bool kf_clause_names_find(kf_clause_names *c, const kf_formula *f)
{
    bool atom = f->kind == KF_FORMULA_ATOM;
    const kf_statement *d = atom ? kf_clause_names_declaration(c->p, f->name, false) : NULL;
    kf_name same = f->kind == KF_FORMULA_COMPARE ? compared_type(c, f) : no_type;
    for (uint32_t i = 0; i < f->n_terms; i++) {
        kf_name type = atom ? kf_clause_names_type_at(d, i) : same;
        if (!kf_clause_names_find_term(c, f->terms[i], type)) return false;
    }
    for (uint32_t i = 0; i < f->n_kids; i++) {
        if (!kf_clause_names_find(c, f->kids[i])) return false;
    }
    return true;
}

/* ---- Quantifiers ---- */

static bool binds_here(const kf_formula *f, kf_name name)
{
    bool quantifier = f->kind == KF_FORMULA_EXIST || f->kind == KF_FORMULA_FORALL;
    for (uint32_t i = 0; quantifier && i < f->n_terms; i++) {
        if (f->terms[i]->name.id == name.id) return true;
    }
    return false;
}

bool kf_formula_binds(const kf_formula *f, kf_name name)
{
    bool found = binds_here(f, name);
    for (uint32_t i = 0; !found && i < f->n_kids; i++) found = kf_formula_binds(f->kids[i], name);
    return found;
}

static bool has_name(const kf_term *t, kf_name name)
{
    bool found = t->kind == KF_TERM_NAME && t->name.id == name.id;
    for (uint32_t i = 0; !found && i < t->n; i++) found = has_name(t->args[i], name);
    return found;
}

bool kf_formula_leaves_free(const kf_formula *f, kf_name name)
{
    bool found = false;
    if (binds_here(f, name)) return false;
    for (uint32_t i = 0; !found && i < f->n_terms; i++) found = has_name(f->terms[i], name);
    for (uint32_t i = 0; !found && i < f->n_kids; i++) {
        found = kf_formula_leaves_free(f->kids[i], name);
    }
    return found;
}
