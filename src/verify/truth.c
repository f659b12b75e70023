/* truth.c -- is a grounding true, and could it be otherwise?
 *
 * A formula under a view of the open atoms is false, true, open, or undefined because of a term
 * without a value. An undefined part makes everything around it undefined, up to the innermost
 * quantifier, whose instance is then left out (a counted tuple is then not counted), or up to the
 * grounding, which then does not exist; so where terms may be undefined no part is skipped. */
#include "verify/verifier.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static kf_verdict evaluate(kf_grounding *g, const kf_logic *f);

static kf_verdict verdict(bool truth)
{
    return truth ? KF_IS_TRUE : KF_IS_FALSE;
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

static bool atom_row(kf_grounding *g, const kf_logic *f, uint32_t *row, double *number)
{
    const kf_predicate *p = &g->model->predicates.at[f->id];
    kf_term_begin(g);
    *number = 0.0;
    for (uint32_t i = 0; i < p->arity; i++)
        if (!kf_term_constant(g, f->args[i], p->slots[i].type, &row[i])) return false;
    return !p->number || kf_term_number(g, f->args[p->arity], number);
}

static bool is_in(const kf_world *w, uint32_t predicate, kf_said part, const uint32_t *row,
                  double number)
{
    const kf_relation *rows = kf_world_relation(w, predicate, part);
    return rows->n > 0 && kf_relation_find(rows, row, number, NULL);
}

/* Where an atom stands among the open ones, or n_open. */
static uint32_t find_open(const kf_grounding *g, uint32_t predicate, const uint32_t *row)
{
    size_t size = g->model->predicates.at[predicate].arity * sizeof *row;
    uint32_t i = 0;
    while (i < g->n_open
           && (g->open[i].predicate != predicate
               || (size > 0 && memcmp(g->open[i].row, row, size) != 0)))
        i++;
    return i;
}

static kf_verdict open_atom(const kf_grounding *g, uint32_t predicate, const uint32_t *row)
{
    if (g->view == KF_VIEW_OPEN) return KF_IS_OPEN;
    if (g->view == KF_VIEW_ANSWER)
        return verdict(is_in(g->answer, predicate, KF_SAID_TRUE, row, 0.0));
    /* An atom that is not among them is in a part that evidence decides. */
    uint32_t i = find_open(g, predicate, row);
    return verdict(i < g->n_open && (g->trial >> i & 1));
}

static kf_verdict atom(kf_grounding *g, const kf_logic *f)
{
    uint32_t row[KF_MOST_ARITY];
    double number;
    kf_verdict v = KF_IS_FALSE;
    if (!atom_row(g, f, row, &number)) return KF_IS_UNDEFINED;
    if (is_in(g->evidence, f->id, KF_SAID_TRUE, row, number)) v = KF_IS_TRUE;
    else if (g->model->predicates.at[f->id].hidden
             && !is_in(g->evidence, f->id, KF_SAID_FALSE, row, number))
        v = open_atom(g, f->id, row);
    if (v == KF_IS_OPEN) return v;
    return verdict((v == KF_IS_TRUE) != f->negated);
}

/* ---- Connectives and quantifiers ------------------------------------------------------------ */

/* Conjunctions: the first false part decides; disjunctions: the first true one. */
static kf_verdict connective(kf_grounding *g, const kf_logic *f)
{
    kf_verdict decisive = f->kind == KF_LOGIC_AND ? KF_IS_FALSE : KF_IS_TRUE;
    kf_verdict result = f->kind == KF_LOGIC_AND ? KF_IS_TRUE : KF_IS_FALSE;
    for (uint32_t i = 0; i < f->n; i++) {
        kf_verdict v = evaluate(g, f->kids[i]);
        if (v == KF_IS_UNDEFINED) return v;
        if (v == decisive) {
            if (!g->partial) return v;
            result = v;
        } else if (v == KF_IS_OPEN && result != decisive) {
            result = v;
        }
    }
    return result;
}

/* Numbers are bound one by one to the values that rows have for them. */
typedef struct values {
    const kf_binder *binder;
    const kf_domain *domain;
    uint32_t variable, at, to;
} values;

static values all_values(kf_grounding *g, uint32_t variable)
{
    uint32_t type = g->rule->variables[variable].type;
    values v = { .variable = variable };
    if (type == KF_TYPE_NUMBER) {
        v.binder = &g->binders[variable];
        kf_binder_range(g, variable, &v.at, &v.to);
    } else {
        v.domain = &g->domains->types[type];
        v.to = (uint32_t)v.domain->ids.n;
    }
    return v;
}

static bool next_value(kf_grounding *g, values *v)
{
    if (v->at >= v->to) return false;
    if (v->binder) {
        g->numbers[v->variable] = v->binder->rows->numbers[v->binder->order[v->at]];
        v->at = kf_binder_next(v->binder, v->at, v->to);
    } else {
        g->constants[v->variable] = v->domain->ids.at[v->at++];
    }
    return true;
}

static kf_verdict quantifier(kf_grounding *g, const kf_logic *f)
{
    kf_verdict decisive = f->kind == KF_LOGIC_FORALL ? KF_IS_FALSE : KF_IS_TRUE;
    kf_verdict result = f->kind == KF_LOGIC_FORALL ? KF_IS_TRUE : KF_IS_FALSE;
    for (values v = all_values(g, f->id); next_value(g, &v);) {
        kf_verdict instance = evaluate(g, f->kids[0]);
        if (instance == decisive) return decisive;
        if (instance == KF_IS_OPEN) result = KF_IS_OPEN;
    }
    return result;
}

static kf_verdict evaluate(kf_grounding *g, const kf_logic *f)
{
    switch ((kf_logic_kind)f->kind) {
    case KF_LOGIC_TRUE: return KF_IS_TRUE;
    case KF_LOGIC_FALSE: return KF_IS_FALSE;
    case KF_LOGIC_ATOM: return atom(g, f);
    case KF_LOGIC_COMPARE: return kf_term_compare(g, f);
    case KF_LOGIC_CONTAINS: return kf_term_contains(g, f);
    case KF_LOGIC_AND:
    case KF_LOGIC_OR: return connective(g, f);
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: return quantifier(g, f);
    }
    assert(false); /* there is no other kind */
    return KF_IS_UNDEFINED;
}

/* ---- The open atoms of a grounding ---------------------------------------------------------- */

static void note_open(kf_grounding *g, const kf_logic *f)
{
    uint32_t row[KF_MOST_ARITY];
    double number;
    if (!atom_row(g, f, row, &number) || find_open(g, f->id, row) < g->n_open) return;
    if (g->n_open == KF_MOST_TRIED) {
        g->too_many = true;
        return;
    }
    kf_open_atom *open = &g->open[g->n_open++];
    open->predicate = f->id;
    memcpy(open->row, row, g->model->predicates.at[f->id].arity * sizeof *row);
}

/* Only of parts that evidence does not decide. */
static void collect(kf_grounding *g, const kf_logic *f)
{
    if (g->too_many || evaluate(g, f) != KF_IS_OPEN) return;
    if (f->kind == KF_LOGIC_ATOM) {
        note_open(g, f);
    } else if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) {
        for (values v = all_values(g, f->id); next_value(g, &v);) collect(g, f->kids[0]);
    } else {
        for (uint32_t i = 0; i < f->n; i++) collect(g, f->kids[i]);
    }
}

/* ---- Cardinalities -------------------------------------------------------------------------- */

typedef struct tally { /* of tuples that make the body true, surely and possibly */
    int64_t least, most;
} tally;

static void count(kf_grounding *g, uint32_t from, bool collecting, tally *t)
{
    if (from < g->rule->n_counted) {
        values v = all_values(g, g->rule->counted[from]);
        while (next_value(g, &v)) count(g, from + 1, collecting, t);
        return;
    }
    if (collecting) {
        collect(g, g->rule->body);
        return;
    }
    kf_verdict v = evaluate(g, g->rule->body);
    t->least += v == KF_IS_TRUE;
    t->most += v == KF_IS_TRUE || v == KF_IS_OPEN;
}

static kf_verdict judge(const kf_rule *r, const tally *t)
{
    switch ((kf_op)r->op) {
    case KF_OP_LE:
        if (t->least > r->bound) return KF_IS_FALSE;
        return t->most <= r->bound ? KF_IS_TRUE : KF_IS_OPEN;
    case KF_OP_GE:
        if (t->most < r->bound) return KF_IS_FALSE;
        return t->least >= r->bound ? KF_IS_TRUE : KF_IS_OPEN;
    default:
        assert(r->op == KF_OP_EQ);
        if (t->least > r->bound || t->most < r->bound) return KF_IS_FALSE;
        return t->least == t->most ? KF_IS_TRUE : KF_IS_OPEN;
    }
}

static kf_verdict whole(kf_grounding *g)
{
    if (g->rule->kind != KF_RULE_COUNT) return evaluate(g, g->rule->body);
    tally t = { 0, 0 };
    count(g, 0, false, &t);
    g->count = t.least;
    return judge(g->rule, &t);
}

/* ---- The grounding -------------------------------------------------------------------------- */

kf_verdict kf_truth(kf_grounding *g)
{
    g->view = KF_VIEW_ANSWER;
    return whole(g);
}

static void collect_all(kf_grounding *g)
{
    tally t = { 0, 0 };
    g->n_open = 0;
    g->too_many = false;
    if (g->rule->kind == KF_RULE_COUNT) count(g, 0, true, &t);
    else collect(g, g->rule->body);
}

bool kf_truth_can_be(kf_grounding *g, bool wanted)
{
    g->view = KF_VIEW_OPEN;
    kf_verdict v = whole(g);
    if (v != KF_IS_OPEN) return v == verdict(wanted);
    collect_all(g);
    if (g->too_many) return true;
    g->view = KF_VIEW_TRIAL;
    uint32_t all = (UINT32_C(1) << g->n_open) - 1;
    for (uint32_t i = 0; i <= all; i++) {
        g->trial = i % 2 == 0 ? i / 2 : all - i / 2; /* from both ends: 0, all, 1, all - 1, ... */
        if (whole(g) == verdict(wanted)) return true;
    }
    return false;
}

/* ---- What evidence leaves of a formula ------------------------------------------------------ */

kf_verdict kf_truth_open(kf_grounding *g, const kf_logic *f)
{
    g->view = KF_VIEW_OPEN;
    return evaluate(g, f);
}

/* A part, as its literals say that stand last in the residue, from `from` on. */
typedef struct form {
    kf_verdict verdict; /* decided: no literals */
    bool any;           /* a disjunction, else a conjunction; either with one literal alone */
    bool other;         /* of literals and more */
    size_t from;
    uint32_t n_parts; /* that are not decided */
} form;

static kerf_status take_open(kf_grounding *g, const kf_logic *f, kf_residue *to, form *out);

static kerf_status take_literal(kf_grounding *g, const kf_logic *f, kf_residue *to)
{
    uint32_t row[KF_MOST_ARITY], atom;
    double number;
    if (!atom_row(g, f, row, &number)) return KERF_OK;
    KF_TRY(to->number_of(to->context, f->id, row, &atom));
    bool pushed = kf_vec_push(g->mem, &to->literals, 2 * atom + f->negated);
    return pushed ? KERF_OK : KERF_NO_MEMORY;
}

/* The literals from..end are a part beside others: what is not of their kind is no literal. */
static void stand_beside(kf_residue *to, form *part, size_t end, bool any)
{
    uint32_t *at = to->literals.at;
    if (part->any != any && (part->other || end - part->from != 1)) {
        size_t rest = to->literals.n - end;
        if (rest > 0) memmove(at + part->from, at + end, rest * sizeof *at);
        to->literals.n = part->from + rest;
        part->other = true;
    }
    part->any = any;
}

/* A part that stands alone is all there is. */
static kerf_status take_part(kf_grounding *g, const kf_logic *f, bool any, kf_residue *to,
                             form *whole)
{
    form part;
    size_t before = to->literals.n;
    if (whole->verdict != KF_IS_OPEN || evaluate(g, f) != KF_IS_OPEN) return KERF_OK;
    KF_TRY(take_open(g, f, to, &part));
    if (part.verdict != KF_IS_OPEN) {
        if (part.verdict == verdict(any)) whole->verdict = part.verdict;
        return KERF_OK;
    }
    if (whole->n_parts++ == 0) {
        whole->any = part.any;
        whole->other = part.other;
        return KERF_OK;
    }
    stand_beside(to, &part, to->literals.n, any);
    stand_beside(to, whole, before, any);
    whole->other |= part.other;
    return KERF_OK;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Each literal once; one and its opposite decide. */
static void settle(kf_residue *to, form *whole)
{
    uint32_t *at = to->literals.at;
    size_t kept = whole->from;
    if (to->literals.n > kept + 1) qsort(at + kept, to->literals.n - kept, sizeof *at, by_number);
    for (size_t i = kept; i < to->literals.n; i++) {
        if (kept > whole->from && at[i] == (at[kept - 1] ^ 1)) whole->verdict = verdict(whole->any);
        if (kept == whole->from || at[i] != at[kept - 1]) at[kept++] = at[i];
    }
    to->literals.n = whole->verdict == KF_IS_OPEN ? kept : whole->from;
}

static kerf_status take_open(kf_grounding *g, const kf_logic *f, kf_residue *to, form *out)
{
    bool any = f->kind == KF_LOGIC_OR || f->kind == KF_LOGIC_EXIST;
    *out = (form){ .verdict = KF_IS_OPEN, .any = any, .from = to->literals.n };
    if (f->kind == KF_LOGIC_ATOM) return take_literal(g, f, to);
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) {
        for (values v = all_values(g, f->id); next_value(g, &v);)
            KF_TRY(take_part(g, f->kids[0], any, to, out));
    } else {
        for (uint32_t i = 0; i < f->n; i++) KF_TRY(take_part(g, f->kids[i], any, to, out));
    }
    if (out->n_parts == 0 && out->verdict == KF_IS_OPEN) out->verdict = verdict(!any);
    settle(to, out);
    return KERF_OK;
}

kerf_status kf_truth_residue(kf_grounding *g, const kf_logic *f, kf_residue *to)
{
    form whole;
    g->view = KF_VIEW_OPEN;
    to->literals.n = 0;
    KF_TRY(take_open(g, f, to, &whole));
    to->verdict = whole.verdict;
    to->any = whole.any;
    to->other = whole.other;
    return KERF_OK;
}

kerf_status kf_truth_conjuncts(kf_grounding *g, const kf_logic *f, kf_conjunct_fn *each,
                               void *context)
{
    if (kf_truth_open(g, f) != KF_IS_OPEN) return KERF_OK;
    if (f->kind == KF_LOGIC_FORALL) {
        for (values v = all_values(g, f->id); next_value(g, &v);)
            KF_TRY(kf_truth_conjuncts(g, f->kids[0], each, context));
        return KERF_OK;
    }
    if (f->kind != KF_LOGIC_AND) return each(context, f);
    for (uint32_t i = 0; i < f->n; i++) KF_TRY(kf_truth_conjuncts(g, f->kids[i], each, context));
    return KERF_OK;
}

kerf_status kf_truth_counted(kf_grounding *g, uint32_t from, kf_conjunct_fn *each, void *context)
{
    if (from == g->rule->n_counted) return each(context, g->rule->body);
    for (values v = all_values(g, g->rule->counted[from]); next_value(g, &v);)
        KF_TRY(kf_truth_counted(g, from + 1, each, context));
    return KERF_OK;
}
