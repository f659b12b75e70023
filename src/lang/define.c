/* define.c -- RockIt's numeric predicates: far(x, y) := x - y > 10.
 *
 * A scope (:=) whose head is not declared, and whose body has comparisons alone, is a name for that
 * body. Each atom of it is replaced, with its arguments in place of the head's variables, so that
 * model/ sees comparisons only. Quoted numbers, as RockIt writes them, become numbers. */
#include "base/check.h"
#include "lang/clause_names.h"
#include "lang/parser.h"

typedef struct definer {
    kf_parser *p;
    KF_VEC(const kf_statement *) by_name; /* by name id: the definition or NULL */
    size_t copied;                        /* nodes, for all formulas */
    bool failed;
} definer;

static bool blame(definer *d, kf_pos pos, const char *hint, const char *format, kf_name name)
{
    kf_str text = kf_program_name(d->p->program, name);
    kf_place place = kf_sources_place(d->p->program->sources, pos);
    kf_diag_add(d->p->diags, KERF_ERROR, &place, hint, format, text.n > 100 ? 100 : (int)text.n,
                text.at);
    d->failed = true;
    return false;
}

/* ---- Definitions ---- */

static bool has_only_comparisons(const kf_formula *f)
{
    if (f->kind == KF_FORMULA_COMPARE) return true;
    if (f->kind == KF_FORMULA_ATOM || f->n_terms > 0) return false;
    for (uint32_t i = 0; i < f->n_kids; i++) {
        if (!has_only_comparisons(f->kids[i])) return false;
    }
    return true;
}

static bool is_definition(const kf_parser *p, const kf_statement *s)
{
    return s->kind == KF_STATEMENT_SCOPE && has_only_comparisons(s->body)
           && !kf_clause_names_declaration(p, s->head->name, false);
}

/* The place of a variable in the head, or n_terms. */
static uint32_t argument_of(const kf_formula *head, kf_name name)
{
    uint32_t i = 0;
    while (i < head->n_terms && head->terms[i]->name.id != name.id) i++;
    return i;
}

static bool check_head(definer *d, const kf_formula *head)
{
    for (uint32_t i = 0; i < head->n_terms; i++) {
        const kf_term *t = head->terms[i];
        if (t->kind != KF_TERM_NAME || t->plus || argument_of(head, t->name) < i)
            return blame(d, t->pos, "write far(x, y) := x - y > 10",
                         "the arguments of %.*s must be different variables", head->name);
    }
    return true;
}

static bool check_term(definer *d, const kf_formula *head, const kf_term *t)
{
    if (t->kind == KF_TERM_NAME && argument_of(head, t->name) == head->n_terms)
        return blame(d, t->pos, NULL, "%.*s is not an argument of what is defined here", t->name);
    for (uint32_t i = 0; i < t->n; i++) {
        if (!check_term(d, head, t->args[i])) return false;
    }
    return true;
}

static bool check_body(definer *d, const kf_formula *head, const kf_formula *f)
{
    for (uint32_t i = 0; i < f->n_terms; i++) {
        if (!check_term(d, head, f->terms[i])) return false;
    }
    for (uint32_t i = 0; i < f->n_kids; i++) {
        if (!check_body(d, head, f->kids[i])) return false;
    }
    return true;
}

/* Takes definitions out of the program. */
static void gather(definer *d)
{
    kf_program *program = d->p->program;
    size_t kept = 0;
    for (size_t i = 0; i < program->statements.n; i++) {
        kf_statement *s = program->statements.at[i];
        if (!is_definition(d->p, s)) {
            program->statements.at[kept++] = s;
            continue;
        }
        assert(s->head->name.id < d->by_name.n);
        if (d->by_name.at[s->head->name.id])
            blame(d, s->head->pos, NULL, "%.*s is defined twice", s->head->name);
        if (check_head(d, s->head)) check_body(d, s->head, s->body);
        d->by_name.at[s->head->name.id] = s;
    }
    program->statements.n = kept;
}

/* ---- Atoms ---- */

static kf_term *copy_term(definer *d, const kf_formula *head, const kf_formula *atom,
                          const kf_term *t)
{
    const kf_term *from = t;
    double number;
    if (head && t->kind == KF_TERM_NAME) from = atom->terms[argument_of(head, t->name)];
    if (from != t) return copy_term(d, NULL, atom, from);
    kf_term *new = kf_parser_new(d->p, 1, sizeof *new);
    if (!new) return NULL;
    d->copied++;
    *new = *t;
    new->pos = atom->pos;
    if (t->kind == KF_TERM_STRING
        && kf_number_read(kf_program_name(d->p->program, t->name), &number)) {
        new->kind = KF_TERM_NUMBER;
        new->number = number;
    }
    new->args = kf_parser_new(d->p, t->n ? t->n : 1, sizeof *new->args);
    for (uint32_t i = 0; new->args &&i < t->n; i++) {
        new->args[i] = copy_term(d, head, atom, t->args[i]);
        if (!new->args[i]) return NULL;
    }
    return new->args ? new : NULL;
}

static kf_formula *copy_formula(definer *d, const kf_formula *head, const kf_formula *atom,
                                const kf_formula *f)
{
    kf_formula *new = kf_parser_new(d->p, 1, sizeof *new);
    if (!new) return NULL;
    d->copied++;
    *new = *f;
    new->pos = atom->pos;
    new->terms = kf_parser_new(d->p, f->n_terms ? f->n_terms : 1, sizeof *new->terms);
    new->kids = kf_parser_new(d->p, f->n_kids ? f->n_kids : 1, sizeof *new->kids);
    if (!new->terms || !new->kids) return NULL;
    for (uint32_t i = 0; i < f->n_terms; i++) {
        new->terms[i] = copy_term(d, head, atom, f->terms[i]);
        if (!new->terms[i]) return NULL;
    }
    for (uint32_t i = 0; i < f->n_kids; i++) {
        new->kids[i] = copy_formula(d, head, atom, f->kids[i]);
        if (!new->kids[i]) return NULL;
    }
    return new;
}

static kf_formula *replace(definer *d, kf_formula *atom, const kf_statement *is)
{
    if (d->failed) return atom;
    if (atom->both_signs)
        blame(d, atom->pos, NULL, "%.*s is a comparison and has no sign of its own", atom->name);
    else if (atom->n_terms != is->head->n_terms)
        blame(d, atom->pos, NULL, "%.*s is defined with another number of arguments", atom->name);
    else if (d->copied > KF_MOST_PARTS)
        blame(d, atom->pos, "write fewer of them, or shorter ones",
              "the definition of %.*s makes the formulas too long", atom->name);
    else return copy_formula(d, is->head, atom, is->body);
    return atom;
}

static kf_formula *expand(definer *d, kf_formula *f)
{
    if (f->kind == KF_FORMULA_ATOM) {
        const kf_statement *is = f->name.id < d->by_name.n ? d->by_name.at[f->name.id] : NULL;
        return is ? replace(d, f, is) : f;
    }
    for (uint32_t i = 0; i < f->n_kids; i++) {
        f->kids[i] = expand(d, f->kids[i]);
        if (!f->kids[i]) return NULL;
    }
    return f;
}

static bool expand_statement(definer *d, kf_statement *s)
{
    if (s->head && d->by_name.at[s->head->name.id])
        return blame(d, s->head->pos, NULL, "%.*s is defined twice", s->head->name);
    if (s->body) s->body = expand(d, s->body);
    return !s->body || !d->p->no_memory;
}

bool kf_parser_define(kf_parser *p)
{
    definer d = { .p = p };
    size_t n = p->program->statements.n, i = 0;
    while (i < n && !is_definition(p, p->program->statements.at[i])) i++;
    if (i == n) return true;
    size_t names = kf_symbols_count(p->program->names);
    if (!kf_vec_reserve(p->mem, &d.by_name, names)) return kf_parser_out_of_memory(p);
    for (; d.by_name.n < names; d.by_name.n++) d.by_name.at[d.by_name.n] = NULL;
    gather(&d);
    for (i = 0; i < p->program->statements.n && !p->no_memory && !d.failed; i++)
        expand_statement(&d, p->program->statements.at[i]);
    kf_vec_free(p->mem, &d.by_name);
    return !p->no_memory && !d.failed;
}
