/* beast_declare.c -- types of the variables of thebeast's factors, and the predicates of files that
 * are not there.
 *
 * thebeast generates types and predicates from a corpus, and keeps models in parts. A file that
 * declares no predicate, or that includes one that is missing, is read all the same: a predicate is
 * as its atoms have it, since every variable of a factor has a type. Part of parse_beast.c. */
#include "lang/beast.h"

#include "base/check.h"

/* ---- Types of variables ---- */

static void type_term(const kf_parser *p, kf_term *t)
{
    for (size_t i = p->typed.n; t->kind == KF_TERM_NAME && !t->type && i-- > 0;) {
        if (p->typed.at[i].variable.id != t->name.id) continue;
        t->type = p->typed.at[i].type;
        t->question = true;
    }
    for (uint32_t i = 0; i < t->n; i++) type_term(p, t->args[i]);
}

static void type_formula(const kf_parser *p, kf_formula *f)
{
    for (uint32_t i = 0; i < f->n_terms; i++) type_term(p, f->terms[i]);
    for (uint32_t i = 0; i < f->n_kids; i++) type_formula(p, f->kids[i]);
}

void kf_beast_types(const kf_parser *p, kf_statement *s)
{
    for (uint32_t i = 0; i < s->n_terms; i++) type_term(p, s->terms[i]);
    if (s->body) type_formula(p, s->body);
}

/* ---- Predicates from their use ---- */

typedef struct uses {
    kf_parser *p;
    KF_VEC(kf_statement *) made;
    bool good;
} uses;

static kf_statement *declare(uses *u, kf_name name, uint32_t n, kf_pos pos)
{
    kf_parser *p = u->p;
    assert(!kf_beast_declared(p, name));
    kf_token where = { .offset = pos.offset, .length = pos.length };
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_PREDICATE, where);
    kf_argument *a = kf_parser_new(p, n ? n : 1, sizeof *a);
    if (!s || !a) return NULL;
    s->pos = pos;
    s->name = name;
    s->stars = 1;
    s->arguments = a;
    s->n_arguments = n;
    for (uint32_t i = 0; i < n; i++) {
        a[i].type.id = a[i].name.id = KF_NO_SYMBOL;
        a[i].pos = pos;
    }
    if (!kf_parser_declare(p, s) || !kf_beast_push(p, s)) return NULL;
    return kf_vec_push(p->mem, &u->made, s) || kf_parser_out_of_memory(p) ? s : NULL;
}

static bool is_made(const uses *u, const kf_statement *s)
{
    for (size_t i = 0; i < u->made.n; i++) {
        if (u->made.at[i] == s) return true;
    }
    return false;
}

static void use_atom(uses *u, const kf_formula *f)
{
    kf_statement *s = kf_beast_declared(u->p, f->name);
    if (!s && !(s = declare(u, f->name, f->n_terms, f->pos))) {
        u->good = false;
        return;
    }
    if (!is_made(u, s)) return;
    for (uint32_t i = 0; i < f->n_terms && i < s->n_arguments; i++) {
        const kf_term *t = f->terms[i];
        kf_argument *a = &s->arguments[i];
        bool integer = t->kind == KF_TERM_OP || t->kind == KF_TERM_NUMBER;
        if (a->type.id != KF_NO_SYMBOL) continue;
        if (t->kind == KF_TERM_NAME && t->type) a->type = *t->type;
        else if (integer) u->good &= kf_parser_name(u->p, KF_STR("Int"), &a->type);
        kf_str type = kf_program_name(u->p->program, a->type);
        a->number = i + 1 == s->n_arguments && kf_str_eq(type, KF_STR("Double"));
    }
}

static void use_formula(uses *u, const kf_formula *f)
{
    if (f->kind == KF_FORMULA_ATOM) use_atom(u, f);
    for (uint32_t i = 0; u->good && i < f->n_kids; i++) use_formula(u, f->kids[i]);
}

/* What no use tells is a type of its own: author_2. */
static bool name_types(kf_parser *p, const kf_statement *s)
{
    bool good = true;
    for (uint32_t i = 0; good && i < s->n_arguments; i++) {
        kf_text text;
        if (s->arguments[i].type.id != KF_NO_SYMBOL) continue;
        kf_text_init(&text, p->mem);
        kf_text_add(&text, kf_program_name(p->program, s->name));
        kf_text_addf(&text, "_%u", i + 1);
        good =
            !text.failed && kf_parser_name(p, (kf_str){ text.at, text.n }, &s->arguments[i].type);
        if (text.failed) kf_parser_out_of_memory(p);
        kf_text_free(&text);
    }
    return good;
}

static void warn(kf_parser *p, const uses *u)
{
    assert(u->made.n > 0);
    kf_place place = kf_sources_place(p->program->sources, u->made.at[0]->pos);
    kf_str name = kf_program_name(p->program, u->made.at[0]->name);
    size_t others = u->made.n - 1;
    kf_text more;
    kf_text_init(&more, p->mem);
    if (others > 0) kf_text_addf(&more, " and %zu other%s are", others, others == 1 ? "" : "s");
    else kf_text_add(&more, KF_STR(" is"));
    kf_diag_add(p->diags, KERF_WARNING, &place,
                "read the model that includes this file, or see below what was understood",
                "%.*s%s not declared: read from use", name.n > 60 ? 60 : (int)name.n, name.at,
                more.at && !more.failed ? more.at : "");
    kf_text_free(&more);
}

static bool end_hidden(kf_parser *p)
{
    bool good = true;
    for (size_t i = 0; i < p->awaited.n; i++) {
        kf_awaited *a = &p->awaited.at[i];
        kf_statement *s = kf_beast_declared(p, a->name);
        kf_str text = kf_program_name(p->program, a->name);
        if (s) {
            s->stars = 0;
            continue;
        }
        kf_place place = kf_sources_place(p->program->sources,
                                          (kf_pos){ a->source, a->token.offset, a->token.length });
        kf_diag_add(p->diags, p->missing ? KERF_WARNING : KERF_ERROR, &place,
                    "declare it: predicate p: Int x Int;", "predicate %.*s is not declared",
                    text.n > 60 ? 60 : (int)text.n, text.at);
        good = p->missing;
    }
    return good;
}

/* A file that says of no predicate that it is hidden is a part of a model: those that it does not
 * call observed either (by two stars, up to here) are settled as in other dialects. */
static void end_observed(kf_parser *p)
{
    for (size_t i = 0; i < p->program->statements.n; i++) {
        kf_statement *s = p->program->statements.at[i];
        if (s->kind == KF_STATEMENT_PREDICATE) s->stars = s->stars == 2 || (s->stars && p->hides);
    }
}

bool kf_parser_end_beast(kf_parser *p)
{
    uses u = { .p = p, .good = true };
    bool any = false;
    if (p->program->dialect != KF_DIALECT_THEBEAST) return true;
    size_t n = p->program->statements.n;
    for (size_t i = 0; i < n; i++) {
        const kf_statement *s = p->program->statements.at[i];
        any |= s->kind == KF_STATEMENT_PREDICATE && s->label.id == KF_NO_SYMBOL; /* not has_w */
    }
    for (size_t i = 0; u.good && i < n && (p->missing || !any); i++) {
        const kf_statement *s = p->program->statements.at[i];
        if (s->body) use_formula(&u, s->body);
    }
    for (size_t i = 0; u.good && i < u.made.n; i++) u.good = name_types(p, u.made.at[i]);
    if (u.good && u.made.n > 0) warn(p, &u);
    kf_vec_free(p->mem, &u.made);
    end_observed(p);
    return u.good && end_hidden(p);
}
