/* beast_undefined.c -- thebeast's condition undefined(w(a, b)): the weight function has no weight
 * for a, b.
 *
 * It becomes !has_w(a, b). has_w is an observed predicate, declared with the first such condition;
 * its facts are the rows of the table of w (evidence/load/weighted.c). Its arguments are those of
 * w, by the names of the variables that the factor of w has in their places: so model/ finds their
 * columns. Part of parse_beast.c. */
#include "lang/beast.h"

#include "base/check.h"

static kf_token token_of(kf_pos pos)
{
    return (kf_token){ .offset = pos.offset, .length = pos.length };
}

/* has_w for w. */
static bool name_after(kf_parser *p, kf_name of, kf_name *name)
{
    kf_text text;
    kf_text_init(&text, p->mem);
    kf_text_add(&text, KF_STR("has_"));
    kf_text_add(&text, kf_program_name(p->program, of));
    bool good = text.failed ? kf_parser_out_of_memory(p)
                            : kf_parser_name(p, (kf_str){ text.at, text.n }, name);
    kf_text_free(&text);
    return good;
}

/* The predicate shares the arguments of w, which a later factor may still name. */
static bool declare(kf_parser *p, kf_weight_function *w, kf_token t)
{
    kf_statement *s = kf_parser_statement(p, KF_STATEMENT_PREDICATE, t);
    if (!s || !name_after(p, w->name, &s->name)) return false;
    s->label = w->name;
    s->arguments = w->arguments;
    s->n_arguments = w->arity;
    w->asked = true;
    return kf_parser_declare(p, s) && kf_beast_push(p, s);
}

static bool check_arguments(kf_parser *p, const kf_term *t, uint32_t arity)
{
    if (t->n != arity)
        return kf_parser_error(p, token_of(t->pos), NULL,
                               "this weight function takes %u argument%s, %u given", arity,
                               arity == 1 ? "" : "s", t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        uint8_t kind = t->args[i]->kind;
        if (kind == KF_TERM_APPLY || kind == KF_TERM_OP)
            return kf_parser_error(p, token_of(t->args[i]->pos), NULL,
                                   "undefined(...) takes variables and constants");
    }
    return true;
}

kf_formula *kf_beast_undefined(kf_parser *p, kf_formula *f)
{
    const kf_term *t = f->n_terms == 1 ? f->terms[0] : NULL;
    kf_weight_function *w = t ? kf_beast_find_weight(p, t->name) : NULL;
    if (!w || t->kind != KF_TERM_APPLY) {
        kf_parser_error(p, token_of(f->pos), "declare it before: weight w: Type -> Double;",
                        "undefined(...) takes a weight function with its arguments");
        return NULL;
    }
    if (!check_arguments(p, t, w->arity)) return NULL;
    if (!w->asked && !declare(p, w, token_of(f->pos))) return NULL;
    if (!name_after(p, w->name, &f->name)) return NULL;
    f->terms = t->args;
    f->n_terms = t->n;
    return kf_beast_node(p, KF_FORMULA_NOT, f, NULL);
}
