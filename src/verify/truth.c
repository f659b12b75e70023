/* truth.c -- is a grounding true, and could it be otherwise?
 *
 * A formula under a view of the open atoms is false, true, open, or undefined because of a term
 * without a value. An undefined part makes everything around it undefined, up to the innermost
 * quantifier, whose instance is then left out (a counted tuple is then not counted), or up to the
 * grounding, which then does not exist; so where terms may be undefined no part is skipped. */
#include "verify/verifier.h"

#include <assert.h>
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

/* How many parts of a connective or quantifier are open. */
static uint32_t count_open(kf_grounding *g, const kf_logic *f)
{
    uint32_t n = 0;
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) {
        for (values v = all_values(g, f->id); next_value(g, &v);)
            n += evaluate(g, f->kids[0]) == KF_IS_OPEN;
        return n;
    }
    for (uint32_t i = 0; i < f->n; i++) n += evaluate(g, f->kids[i]) == KF_IS_OPEN;
    return n;
}

static kerf_status take_open(kf_grounding *g, const kf_logic *f, kf_residue *to)
{
    uint32_t row[KF_MOST_ARITY];
    double number;
    if (f->kind == KF_LOGIC_ATOM) {
        if (!atom_row(g, f, row, &number)) return KERF_OK;
        return to->literal(to->context, f->id, row, f->negated);
    }
    bool any = f->kind == KF_LOGIC_OR || f->kind == KF_LOGIC_EXIST;
    if (any != to->any && count_open(g, f) > 1) {
        to->other = true;
        return KERF_OK;
    }
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) {
        for (values v = all_values(g, f->id); !to->other && next_value(g, &v);)
            if (evaluate(g, f->kids[0]) == KF_IS_OPEN) KF_TRY(take_open(g, f->kids[0], to));
        return KERF_OK;
    }
    for (uint32_t i = 0; i < f->n && !to->other; i++)
        if (evaluate(g, f->kids[i]) == KF_IS_OPEN) KF_TRY(take_open(g, f->kids[i], to));
    return KERF_OK;
}

kerf_status kf_truth_residue(kf_grounding *g, const kf_logic *f, kf_residue *to)
{
    g->view = KF_VIEW_OPEN;
    to->other = false;
    return take_open(g, f, to);
}

/* Over the values of the atoms in `open`, bit i for trial i. */
static uint64_t truth_table(kf_grounding *g, const kf_logic *f)
{
    uint64_t table = 0;
    g->view = KF_VIEW_TRIAL;
    for (g->trial = 0; g->trial < UINT32_C(1) << g->n_open; g->trial++)
        if (evaluate(g, f) == KF_IS_TRUE) table |= UINT64_C(1) << g->trial;
    return table;
}

/* The atoms that a table depends on, a bit for each. */
static uint32_t used_atoms(uint64_t table, uint32_t n)
{
    uint32_t used = 0;
    for (uint32_t trial = 0; trial < UINT32_C(1) << n; trial++)
        for (uint32_t i = 0; i < n; i++)
            if ((table >> trial & 1) != (table >> (trial ^ UINT32_C(1) << i) & 1))
                used |= UINT32_C(1) << i;
    return used;
}

kerf_status kf_truth_reduce(kf_grounding *g, const kf_logic *f, kf_residue *to)
{
    uint32_t n[2] = { 0, 0 }, last[2] = { 0, 0 }; /* trials where it is false, and where true */
    g->view = KF_VIEW_OPEN;
    g->n_open = 0;
    g->too_many = false;
    collect(g, f);
    to->other = g->too_many || g->n_open > KF_MOST_TABLED;
    if (to->other) return KERF_OK;
    uint64_t table = truth_table(g, f);
    uint32_t used = used_atoms(table, g->n_open);
    for (uint32_t trial = 0; trial <= used; trial++) {
        if (trial & ~used) continue; /* as another one, but for atoms that make no difference */
        n[table >> trial & 1]++;
        last[table >> trial & 1] = trial;
    }
    to->any = n[0] == 1;
    to->other = used == 0 || (n[0] != 1 && n[1] != 1);
    for (uint32_t i = 0; i < g->n_open && !to->other; i++) {
        bool is_true = last[!to->any] >> i & 1;
        if (used >> i & 1)
            KF_TRY(
                to->literal(to->context, g->open[i].predicate, g->open[i].row, is_true == to->any));
    }
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
