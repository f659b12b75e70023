/* complete.c -- predicate completion: what definite clauses head :- body leave out is false.
 *
 * A clause itself is read as body => head, soft or hard. For each predicate that heads define, hard
 * formulas are added here, as LoMRF does it (Skarlatidis et al. 2015, section 4; Clark 1978):
 *
 *     head => EXIST ... body1 v EXIST ... body2     for each form that heads of the predicate have
 *     !P(x1, x2) v x1 = A v EXIST p x1 = f(p)       for atoms of none of these forms
 *
 * or the first alone for a head P(x, y), the form that every atom has.
 *
 * Heads that differ in the names of variables have one form. The body of a head of another form
 * counts where both heads can be the same atom: P(x) :- Q(x) and P(A) :- R. Variables that only the
 * body has are quantified. Tuffy's scopes head := body give the added formulas without body =>
 * head.
 *
 * Why exact: for every atom of P, the disjunction has a disjunct for each clause and each choice of
 * its variables that makes the head this atom; where a term of the body has no value it is false.
 * Terms with different functions are taken for different, as LoMRF takes them. */
#include "base/check.h"
#include "lang/clause_names.h"
#include "lang/parser.h"

#include <stdio.h>

typedef struct renaming {
    uint32_t from; /* a name */
    kf_term *to;
} renaming;

typedef struct completer {
    kf_parser *p;
    kf_clause_names in;
    KF_VEC(kf_statement *) clauses; /* of one predicate */
    KF_VEC(uint32_t) leaders;       /* by clause: the first with a head of its form */
    KF_VEC(renaming) names;
    KF_VEC(kf_name) pool; /* variables x1, x2, ... that the model has not */
    size_t pooled;        /* of them are taken in the formula at hand */
} completer;

/* ---- Renaming ---- */

static kf_term *renamed(const completer *c, kf_name name)
{
    for (size_t i = 0; i < c->names.n; i++) {
        if (c->names.at[i].from == name.id) return c->names.at[i].to;
    }
    return NULL;
}

static kf_term *copy_term(completer *c, const kf_term *t)
{
    kf_term *new = kf_parser_new(c->p, 1, sizeof *new);
    const kf_term *to = t->kind == KF_TERM_NAME ? renamed(c, t->name) : NULL;
    if (!new) return NULL;
    *new = to ? *to : *t;
    new->pos = t->pos;
    new->plus = false; /* a hard formula has no weights of its own */
    if (to) return new;
    new->args = kf_parser_new(c->p, t->n ? t->n : 1, sizeof *new->args);
    if (!new->args) return NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        new->args[i] = copy_term(c, t->args[i]);
        if (!new->args[i]) return NULL;
    }
    return new;
}

static kf_formula *copy_formula(completer *c, const kf_formula *f)
{
    kf_formula *new = kf_parser_new(c->p, 1, sizeof *new);
    if (!new) return NULL;
    *new = *f;
    new->terms = kf_parser_new(c->p, f->n_terms ? f->n_terms : 1, sizeof *new->terms);
    new->kids = kf_parser_new(c->p, f->n_kids ? f->n_kids : 1, sizeof *new->kids);
    if (!new->terms || !new->kids) return NULL;
    for (uint32_t i = 0; i < f->n_terms; i++) {
        new->terms[i] = copy_term(c, f->terms[i]);
        if (!new->terms[i]) return NULL;
    }
    for (uint32_t i = 0; i < f->n_kids; i++) {
        new->kids[i] = copy_formula(c, f->kids[i]);
        if (!new->kids[i]) return NULL;
    }
    return new;
}

static bool set_name(completer *c, kf_name from, kf_term *to)
{
    return to
           && (kf_vec_push(c->p->mem, &c->names, ((renaming){ from.id, to }))
               || kf_parser_out_of_memory(c->p));
}

/* A variable that the model has not, and that this formula has not taken yet. */
static kf_term *fresh(completer *c, kf_pos pos)
{
    kf_term *t = kf_parser_new(c->p, 1, sizeof *t);
    for (unsigned i = 1; t && c->pooled == c->pool.n; i++) {
        char text[16];
        kf_name name;
        int n = snprintf(text, sizeof text, "x%u", i);
        kf_str word = { text, (size_t)n };
        if (kf_symbols_find(c->p->program->names, word) != KF_NO_SYMBOL) continue;
        if (!kf_parser_name(c->p, word, &name)) return NULL;
        if (!kf_vec_push(c->p->mem, &c->pool, name)) return kf_parser_out_of_memory(c->p), NULL;
    }
    if (!t) return NULL;
    *t = (kf_term){ .kind = KF_TERM_NAME, .question = true, .pos = pos };
    t->name = c->pool.at[c->pooled++];
    return t;
}

/* ---- Formulas ---- */

static kf_formula *node(completer *c, kf_formula_kind kind, kf_pos pos, size_t from)
{
    kf_formula *f = kf_parser_new(c->p, 1, sizeof *f);
    if (!f) return NULL;
    *f = (kf_formula){ .kind = (uint8_t)kind, .name = { KF_NO_SYMBOL }, .pos = pos };
    f->kids = kf_parser_pop(c->p, from, &f->n_kids);
    return f->kids ? f : NULL;
}

/* The kids on the stack, joined; one alone is itself. */
static kf_formula *join(completer *c, kf_formula_kind kind, kf_pos pos, size_t from)
{
    assert(c->p->stack.n > from);
    if (c->p->stack.n - from > 1) return node(c, kind, pos, from);
    c->p->stack.n = from;
    return c->p->stack.at[from];
}

static kf_formula *equal(completer *c, kf_term *a, kf_term *b)
{
    kf_formula *f = kf_parser_new(c->p, 1, sizeof *f);
    kf_term **terms = kf_parser_new(c->p, 2, sizeof *terms);
    if (!f || !terms || !a || !b) return NULL;
    terms[0] = a;
    terms[1] = b;
    *f = (kf_formula){ .kind = KF_FORMULA_COMPARE,
                       .op = KF_OP_EQ,
                       .name = { KF_NO_SYMBOL },
                       .pos = b->pos,
                       .n_terms = 2,
                       .terms = terms };
    return f;
}

/* What the clause says is body => head; of a scope, the body alone. */
static const kf_formula *body_of(const kf_statement *s)
{
    return s->kind == KF_STATEMENT_SCOPE ? s->body : s->body->kids[0];
}

static bool same_term(const kf_term *a, const kf_term *b)
{
    bool same = a->kind == b->kind && a->op == b->op && a->name.id == b->name.id && a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++) same = same_term(a->args[i], b->args[i]);
    return same;
}

static bool has_term(const kf_formula *head, const kf_term *t)
{
    bool found = false;
    for (uint32_t i = 0; !found && i < head->n_terms; i++) found = same_term(head->terms[i], t);
    return found;
}

/* A term outside of quantifiers that may have no value, although the head has one; or NULL. */
static kf_term *partial_term(const kf_formula *head, const kf_formula *f)
{
    kf_term *found = NULL;
    if (f->kind == KF_FORMULA_EXIST || f->kind == KF_FORMULA_FORALL) return NULL;
    for (uint32_t i = 0; !found && i < f->n_terms; i++) {
        kf_term *t = f->terms[i];
        bool partial = t->kind == KF_TERM_APPLY || t->kind == KF_TERM_OP;
        if (partial && !has_term(head, t)) found = t;
    }
    for (uint32_t i = 0; !found && i < f->n_kids; i++) found = partial_term(head, f->kids[i]);
    return found;
}

/* EXIST over the variables on the stack from `from` on */
static kf_formula *exist(completer *c, size_t from, kf_formula *body)
{
    uint32_t n;
    kf_term **variables = kf_parser_pop(c->p, from, &n);
    if (!variables || !kf_parser_push(c->p, body)) return NULL;
    kf_formula *f = node(c, KF_FORMULA_EXIST, body->pos, from);
    if (!f) return NULL;
    f->terms = variables;
    f->n_terms = n;
    return f;
}

static kf_term *variable_in(const completer *c, kf_term *t, kf_name type)
{
    kf_term *found = kf_clause_names_is_variable(&c->in, t, type) ? t : NULL;
    bool call = t->kind == KF_TERM_APPLY;
    const kf_statement *f = call ? kf_clause_names_declaration(c->p, t->name, true) : NULL;
    for (uint32_t i = 0; !found && call && i < t->n; i++) {
        found = variable_in(c, t->args[i], kf_clause_names_type_at(f, i));
    }
    return found;
}

/* A variable of the head that its place gives a type, or NULL */
static kf_term *free_variable(const completer *c, const kf_formula *head)
{
    const kf_statement *d = kf_clause_names_declaration(c->p, head->name, false);
    kf_term *found = NULL;
    for (uint32_t i = 0; !found && i < head->n_terms; i++) {
        found = variable_in(c, head->terms[i], kf_clause_names_type_at(d, i));
    }
    return found;
}

/* A body that has no value at the last t, such as Q(t + 1) of P(t), must not take the formula with
 * it, but be false: EXIST x1 (x1 = t ^ body). `head`: the atom that the formula is about. */
static kf_formula *keep_defined(completer *c, const kf_formula *head, kf_formula *body)
{
    size_t from = c->p->stack.n;
    kf_term *partial = partial_term(head, body), *free = free_variable(c, head);
    if (!partial || (!free && partial->kind == KF_TERM_OP)) return body;
    kf_term *x = fresh(c, body->pos);
    if (!kf_parser_push(c->p, x)) return NULL;
    if (!kf_parser_push(c->p, equal(c, x, free ? free : partial))) return NULL;
    if (!kf_parser_push(c->p, body)) return NULL;
    kf_formula *both = node(c, KF_FORMULA_AND, body->pos, from + 1);
    return both ? exist(c, from, both) : NULL;
}

/* EXIST over the variables in c->in.found from `kept` on; they may have been renamed. Those that
 * the body of `s` binds wherever it has them, and that the head has not, need none. s: or NULL;
 * head: as above. */
static kf_formula *quantify_found(completer *c, size_t kept, const kf_statement *s,
                                  const kf_formula *head, kf_formula *body)
{
    size_t from = c->p->stack.n;
    for (size_t i = kept; i < c->in.found.n; i++) {
        kf_name found = c->in.found.at[i];
        if (s && !kf_formula_leaves_free(s->head, found)
            && !kf_formula_leaves_free(body_of(s), found))
            continue;
        kf_term name = { .kind = KF_TERM_NAME, .name = found, .pos = body->pos };
        name.question = true;
        if (!kf_parser_push(c->p, copy_term(c, &name))) return NULL;
    }
    return c->p->stack.n > from ? exist(c, from, body) : keep_defined(c, head, body);
}

/* ---- Heads ---- */

/* Is b the same as a but for the names of variables? Those of b are then renamed to those of a. */
static bool same_form(completer *c, const kf_term *a, const kf_term *b, kf_name type)
{
    bool variable = kf_clause_names_is_variable(&c->in, a, type);
    if (variable != kf_clause_names_is_variable(&c->in, b, type) || a->kind != b->kind)
        return false;
    if (variable) {
        for (size_t i = 0; i < c->names.n; i++) {
            bool from = c->names.at[i].from == b->name.id;
            bool to = c->names.at[i].to->name.id == a->name.id;
            if (from || to) return from && to;
        }
        kf_term *to = kf_parser_new(c->p, 1, sizeof *to);
        if (to) *to = *a;
        return set_name(c, b->name, to);
    }
    if (a->name.id != b->name.id || a->op != b->op || a->n != b->n) return false;
    const kf_statement *f =
        a->kind == KF_TERM_APPLY ? kf_clause_names_declaration(c->p, a->name, true) : NULL;
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same_form(c, a->args[i], b->args[i], kf_clause_names_type_at(f, i))) return false;
    }
    return true;
}

static bool same_heads(completer *c, const kf_formula *a, const kf_formula *b)
{
    const kf_statement *d = kf_clause_names_declaration(c->p, a->name, false);
    c->names.n = 0;
    if (a->n_terms != b->n_terms) return false;
    for (uint32_t i = 0; i < a->n_terms; i++) {
        if (!same_form(c, a->terms[i], b->terms[i], kf_clause_names_type_at(d, i))) return false;
    }
    return true;
}

/* Can two terms be the same? Different constants cannot, nor can values of different functions. */
static bool may_meet(const completer *c, const kf_term *a, const kf_term *b, kf_name type)
{
    if (kf_clause_names_is_variable(&c->in, a, type)
        || kf_clause_names_is_variable(&c->in, b, type))
        return true;
    if (a->kind == KF_TERM_OP || b->kind == KF_TERM_OP) return true;
    bool calls = a->kind == KF_TERM_APPLY && b->kind == KF_TERM_APPLY;
    if (!calls) {
        bool one = a->kind == KF_TERM_APPLY || b->kind == KF_TERM_APPLY;
        return one || a->name.id == b->name.id;
    }
    if (a->name.id != b->name.id || a->n != b->n) return false;
    const kf_statement *f = kf_clause_names_declaration(c->p, a->name, true);
    for (uint32_t i = 0; i < a->n; i++) {
        if (!may_meet(c, a->args[i], b->args[i], kf_clause_names_type_at(f, i))) return false;
    }
    return true;
}

static bool heads_meet(const completer *c, const kf_formula *a, const kf_formula *b)
{
    const kf_statement *d = kf_clause_names_declaration(c->p, a->name, false);
    if (a->n_terms != b->n_terms) return false;
    for (uint32_t i = 0; i < a->n_terms; i++) {
        if (!may_meet(c, a->terms[i], b->terms[i], kf_clause_names_type_at(d, i))) return false;
    }
    return true;
}

/* ---- Disjuncts ---- */

/* New names for variables of the body that the leader's head has, lest they meet. */
static bool rename_rest(completer *c, const kf_formula *head, const kf_statement *s, bool all)
{
    c->in.found.n = 0;
    if (!kf_clause_names_find(&c->in, s->head) || !kf_clause_names_find(&c->in, body_of(s)))
        return false;
    for (size_t i = 0; i < c->in.found.n; i++) {
        kf_name name = c->in.found.at[i];
        bool clash = all || kf_formula_leaves_free(head, name);
        if (!clash || renamed(c, name)) continue;
        if (!set_name(c, name, fresh(c, s->head->pos))) return false;
    }
    return true;
}

/* A clause whose head has the leader's form: its body, with the leader's names. */
static kf_formula *own_part(completer *c, const kf_formula *head, const kf_statement *s)
{
    if (!same_heads(c, head, s->head) || !rename_rest(c, head, s, false)) return NULL;
    kf_formula *body = copy_formula(c, body_of(s));
    c->in.found.n = 0;
    if (!body || !kf_clause_names_find(&c->in, s->head)) return NULL;
    size_t kept = c->in.found.n;
    if (!kf_clause_names_find(&c->in, body_of(s))) return NULL;
    return quantify_found(c, kept, s, head, body);
}

/* The i-th argument is a variable that stands nowhere before it. */
static bool is_free(const completer *c, const kf_formula *head, uint32_t i)
{
    const kf_statement *d = kf_clause_names_declaration(c->p, head->name, false);
    if (!kf_clause_names_is_variable(&c->in, head->terms[i], kf_clause_names_type_at(d, i)))
        return false;
    for (uint32_t k = 0; k < i; k++) {
        if (head->terms[k]->kind == KF_TERM_NAME
            && head->terms[k]->name.id == head->terms[i]->name.id)
            return false;
    }
    return true;
}

/* Variables of a clause's head that can be replaced by the terms of the leader's. */
static bool is_replaced(const completer *c, const kf_statement *s, uint32_t i)
{
    return is_free(c, s->head, i) && !kf_formula_binds(body_of(s), s->head->terms[i]->name);
}

/* The arguments of both heads are equal: those that are not replaced, on the stack. */
static bool push_equal(completer *c, const kf_formula *head, const kf_statement *s)
{
    for (uint32_t i = 0; i < head->n_terms; i++) {
        if (is_replaced(c, s, i)) continue;
        kf_term *own = copy_term(c, s->head->terms[i]);
        if (!kf_parser_push(c->p, equal(c, head->terms[i], own))) return false;
    }
    return true;
}

/* A clause of another form: where both heads are one atom. */
static kf_formula *other_part(completer *c, const kf_formula *head, const kf_statement *s)
{
    size_t from = c->p->stack.n;
    c->names.n = 0;
    for (uint32_t i = 0; i < head->n_terms; i++) {
        if (is_replaced(c, s, i) && !set_name(c, s->head->terms[i]->name, head->terms[i]))
            return NULL;
    }
    size_t replaced = c->names.n;
    if (!rename_rest(c, head, s, true) || !push_equal(c, head, s)) return NULL;
    if (!kf_parser_push(c->p, copy_formula(c, body_of(s)))) return NULL;
    kf_formula *part = join(c, KF_FORMULA_AND, s->head->pos, from);
    if (!part) return NULL;
    c->in.found.n = 0;
    for (size_t i = 0; i < replaced; i++) {
        kf_name name = { c->names.at[i].from };
        if (!kf_vec_push(c->p->mem, &c->in.found, name)) return kf_parser_out_of_memory(c->p), NULL;
    }
    if (!kf_clause_names_find(&c->in, s->head) || !kf_clause_names_find(&c->in, body_of(s)))
        return NULL;
    return quantify_found(c, replaced, s, head, part);
}

static bool push_formula(completer *c, const kf_statement *from, kf_formula *body)
{
    kf_statement *s = kf_parser_new(c->p, 1, sizeof *s);
    if (!s || !body) return false;
    *s = (kf_statement){ .kind = KF_STATEMENT_FORMULA, .weight_kind = KF_WEIGHT_HARD };
    s->name.id = s->label.id = s->result.id = KF_NO_SYMBOL;
    s->pos = from->pos;
    s->pos.length = 0; /* its text is another formula */
    s->body = body;
    s->completes = true;
    return kf_vec_push(c->p->mem, &c->p->program->statements, s) || kf_parser_out_of_memory(c->p);
}

/* head => the bodies */
static bool complete_form(completer *c, uint32_t leader)
{
    const kf_statement *first = c->clauses.at[leader];
    size_t from = c->p->stack.n;
    c->names.n = c->pooled = 0;
    kf_formula *head = copy_formula(c, first->head);
    if (!kf_parser_push(c->p, head)) return false;
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        const kf_statement *s = c->clauses.at[i];
        bool own = c->leaders.at[i] == leader;
        if (!own && !heads_meet(c, first->head, s->head)) continue;
        if (!kf_clause_names_settle(&c->in, s->head, body_of(s))) return false;
        if (!kf_parser_push(c->p, own ? own_part(c, head, s) : other_part(c, head, s)))
            return false;
    }
    kf_formula *bodies = join(c, KF_FORMULA_OR, first->pos, from + 1);
    if (!kf_parser_push(c->p, bodies)) return false;
    return push_formula(c, first, node(c, KF_FORMULA_IMPLIES, first->pos, from));
}

/* ---- Atoms of no form ---- */

static bool is_general(const completer *c, const kf_formula *head)
{
    for (uint32_t i = 0; i < head->n_terms; i++) {
        if (!is_free(c, head, i)) return false;
    }
    return true;
}

/* The atom is of this form: EXIST p, q x1 = f(p, q). */
static kf_formula *has_form(completer *c, const kf_formula *atom, const kf_formula *head)
{
    kf_term **terms = atom->terms;
    const kf_statement *d = kf_clause_names_declaration(c->p, head->name, false);
    size_t from = c->p->stack.n;
    c->names.n = c->in.found.n = 0;
    for (uint32_t i = 0; i < head->n_terms; i++) {
        if (!is_free(c, head, i)) continue;
        if (!set_name(c, head->terms[i]->name, terms[i])) return NULL;
        if (!kf_clause_names_find_term(&c->in, head->terms[i], kf_clause_names_type_at(d, i)))
            return NULL;
    }
    size_t kept = c->in.found.n;
    for (uint32_t i = 0; i < head->n_terms; i++) {
        if (is_free(c, head, i)) continue;
        kf_term *value = copy_term(c, head->terms[i]);
        if (!kf_parser_push(c->p, equal(c, terms[i], value))) return NULL;
        if (!kf_clause_names_find_term(&c->in, head->terms[i], kf_clause_names_type_at(d, i)))
            return NULL;
    }
    kf_formula *same = join(c, KF_FORMULA_AND, head->pos, from);
    return same ? quantify_found(c, kept, NULL, atom, same) : NULL;
}

/* !P(x1, ...) v it has a form that some head has */
static bool complete_rest(completer *c)
{
    const kf_statement *first = c->clauses.at[0];
    size_t from = c->p->stack.n;
    c->names.n = c->pooled = 0;
    kf_formula *atom = copy_formula(c, first->head);
    if (!atom) return false;
    for (uint32_t i = 0; i < atom->n_terms; i++) {
        atom->terms[i] = fresh(c, first->head->terms[i]->pos);
        if (!atom->terms[i]) return false;
    }
    if (!kf_parser_push(c->p, atom)) return false;
    kf_formula *not_atom = node(c, KF_FORMULA_NOT, first->head->pos, from);
    if (!kf_parser_push(c->p, not_atom)) return false;
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        if (c->leaders.at[i] != i) continue;
        if (!kf_parser_push(c->p, has_form(c, atom, c->clauses.at[i]->head))) return false;
    }
    return push_formula(c, first, node(c, KF_FORMULA_OR, first->pos, from));
}

/* ---- All ---- */

static bool find_leader(completer *c, const kf_formula *head, uint32_t *leader)
{
    *leader = (uint32_t)c->clauses.n;
    for (uint32_t i = 0; i < c->clauses.n && *leader == c->clauses.n; i++) {
        if (c->leaders.at[i] == i && same_heads(c, c->clauses.at[i]->head, head)) *leader = i;
    }
    return !c->p->no_memory;
}

/* A head such as P(x, y) has every atom in its form; what others would add, it says. */
static bool complete_forms(completer *c)
{
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        if (c->leaders.at[i] == i && is_general(c, c->clauses.at[i]->head))
            return complete_form(c, i);
    }
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        if (c->leaders.at[i] == i && !complete_form(c, i)) return false;
    }
    return complete_rest(c);
}

/* The clauses of the predicate that this one defines, if it is the first of them. */
static bool gather(completer *c, size_t at, size_t n)
{
    kf_program *program = c->p->program;
    const kf_statement *first = program->statements.at[at];
    const kf_statement *d = kf_clause_names_declaration(c->p, first->head->name, false);
    c->clauses.n = c->leaders.n = 0;
    for (size_t i = 0; i < n; i++) {
        kf_statement *s = program->statements.at[i];
        if (!s->head || s->head->name.id != first->head->name.id || s->kind != first->kind)
            continue;
        if (i < at) return true;                                /* that one did it */
        if (!d || d->n_arguments != s->head->n_terms) continue; /* model/ refuses it */
        uint32_t leader;
        if (!find_leader(c, s->head, &leader)) return false;
        if (!kf_vec_push(c->p->mem, &c->leaders, leader) || !kf_vec_push(c->p->mem, &c->clauses, s))
            return kf_parser_out_of_memory(c->p);
    }
    return c->clauses.n == 0 || complete_forms(c);
}

bool kf_parser_complete(kf_parser *p)
{
    completer c = { .p = p };
    size_t n = p->program->statements.n;
    bool good = kf_clause_names_init(&c.in, p);
    for (size_t i = 0; i < n && good; i++) {
        if (p->program->statements.at[i]->head) good = gather(&c, i, n);
    }
    kf_clause_names_free(&c.in);
    kf_vec_free(p->mem, &c.clauses);
    kf_vec_free(p->mem, &c.leaders);
    kf_vec_free(p->mem, &c.names);
    kf_vec_free(p->mem, &c.pool);
    p->stack.n = 0;
    return good;
}
