/* check_tree.c -- asserts the invariants of the syntax tree: what model/ relies on in a tree that
 * was parsed. kf_parse() calls it for each statement, and for the whole program at its end. */
#include "lang/check_tree.h"

#include "base/check.h"

#include <math.h>

#ifndef NDEBUG

static void check_name(const kf_program *p, kf_name name)
{
    assert(name.id < kf_symbols_count(p->names));
}

static void check_pos(const kf_program *p, kf_pos pos)
{
    assert(pos.source < kf_sources_count(p->sources));
    size_t n = kf_sources_text(p->sources, pos.source).n;
    assert(pos.offset <= n && pos.length <= n - pos.offset);
}

static void check_term(const kf_program *p, const kf_term *t)
{
    check_pos(p, t->pos);
    assert(t->kind <= KF_TERM_OP);
    assert(t->kind == KF_TERM_NAME || (!t->plus && !t->question));
    assert(!t->made || t->kind == KF_TERM_OP || t->kind == KF_TERM_APPLY);
    if (t->kind == KF_TERM_OP) {
        assert(t->op >= KF_OP_ADD && t->op <= KF_OP_SUBSTR && t->n == 2);
    } else {
        check_name(p, t->name);
        assert(t->kind == KF_TERM_APPLY || t->n == 0);
    }
    assert(isfinite(t->number));
    for (uint32_t i = 0; i < t->n; i++) check_term(p, t->args[i]);
}

/* How many formulas and terms a node of that kind has. */
static void check_shape(const kf_formula *f)
{
    switch ((kf_formula_kind)f->kind) {
    case KF_FORMULA_ATOM: assert(f->n_kids == 0); break;
    case KF_FORMULA_COMPARE:
        assert(f->n_kids == 0 && f->n_terms == 2);
        assert(f->op >= KF_OP_EQ && f->op <= KF_OP_GE);
        break;
    case KF_FORMULA_NOT: assert(f->n_kids == 1 && f->n_terms == 0); break;
    case KF_FORMULA_AND:
    case KF_FORMULA_OR: assert(f->n_kids >= 2 && f->n_terms == 0); break;
    case KF_FORMULA_IMPLIES:
    case KF_FORMULA_IFF: assert(f->n_kids == 2 && f->n_terms == 0); break;
    case KF_FORMULA_EXIST:
    case KF_FORMULA_FORALL:
        assert(f->n_kids == 1 && f->n_terms >= 1);
        for (uint32_t i = 0; i < f->n_terms; i++) assert(f->terms[i]->kind == KF_TERM_NAME);
        break;
    }
}

static void check_formula(const kf_program *p, const kf_formula *f)
{
    assert(f->kind <= KF_FORMULA_FORALL); /* a lone term was claimed or refused */
    check_pos(p, f->pos);
    check_shape(f);
    assert(!f->both_signs || f->kind == KF_FORMULA_ATOM);
    if (f->kind == KF_FORMULA_ATOM) check_name(p, f->name);
    for (uint32_t i = 0; i < f->n_terms; i++) check_term(p, f->terms[i]);
    for (uint32_t i = 0; i < f->n_kids; i++) check_formula(p, f->kids[i]);
}

static void check_declaration(const kf_program *p, const kf_statement *s)
{
    check_name(p, s->name);
    assert(s->stars <= 2);
    if (s->kind == KF_STATEMENT_FUNCTION) check_name(p, s->result);
    for (uint32_t i = 0; i < s->n_arguments; i++) {
        check_name(p, s->arguments[i].type);
        check_pos(p, s->arguments[i].pos);
        assert(s->arguments[i].mark <= KF_MARK_AT_MOST_ONE);
    }
    assert(!s->range || s->n_terms == 2); /* first and last */
}

static void check_weight(const kf_statement *s)
{
    assert(s->weight_kind <= KF_WEIGHT_HARD && isfinite(s->weight));
    assert(s->weight_kind == KF_WEIGHT_NUMBER || (!s->fixed && s->weight == 0));
    assert(s->sign == 0 || (!s->fixed && s->weight_kind != KF_WEIGHT_HARD));
    assert(s->weight * s->sign >= 0);
    assert(!s->steps || (s->weight_kind == KF_WEIGHT_NUMBER && s->n_steps > 0));
}

static void check_count(const kf_statement *s)
{
    assert(s->op == KF_OP_LE || s->op == KF_OP_GE || s->op == KF_OP_EQ);
    assert(s->bound >= 0 && s->bound <= (int64_t)UINT32_MAX + 1);
    assert(s->n_terms > 0 || s->counted_rest);
}

void kf_statement_check(const kf_program *p, const kf_statement *s)
{
    assert(s->kind <= KF_STATEMENT_SCOPE);
    check_pos(p, s->pos);
    for (uint32_t i = 0; i < s->n_terms; i++) check_term(p, s->terms[i]);
    if (s->kind <= KF_STATEMENT_FUNCTION) {
        check_declaration(p, s);
        return;
    }
    check_weight(s);
    assert((s->body != NULL) == (s->kind != KF_STATEMENT_ACYCLIC));
    if (s->body) check_formula(p, s->body);
    assert(!s->head || s->head->kind == KF_FORMULA_ATOM);
    if (s->kind == KF_STATEMENT_COUNT) check_count(s);
    if (s->kind == KF_STATEMENT_ACYCLIC) check_name(p, s->name);
    assert(s->kind != KF_STATEMENT_ACYCLIC || s->weight_kind == KF_WEIGHT_HARD);
}

void kf_program_check(const kf_program *p)
{
    assert(p->dialect > KF_DIALECT_AUTO && p->dialect <= KF_DIALECT_THEBEAST);
    for (size_t i = 0; i < p->statements.n; i++) kf_statement_check(p, p->statements.at[i]);
}

#else

void kf_statement_check(const kf_program *p, const kf_statement *s)
{
    (void)p;
    (void)s;
}

void kf_program_check(const kf_program *p)
{
    (void)p;
}

#endif
