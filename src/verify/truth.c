/* truth.c -- the truth of a grounding, and whether open atoms can change it.
 *
 * A formula under a view of the open atoms is false, true, open, or undefined because of a term
 * without a value. An undefined part makes everything around it undefined, up to the innermost
 * quantifier, whose instance is then left out (a counted tuple is then not counted), or up to the
 * grounding, which then does not exist; so where terms may be undefined no part is skipped. */
#include "verify/verifier.h"

#include "base/cardinality.h"
#include "base/check.h"

#include <string.h>

static kf_verdict evaluate(kf_grounding *g, const kf_logic *f);

static kf_verdict verdict(bool truth)
{
    return truth ? KF_IS_TRUE : KF_IS_FALSE;
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

bool kf_truth_row(kf_grounding *g, const kf_logic *f, uint32_t *row, double *number)
{
    const kf_predicate *p = &g->model->predicates.at[f->id];
    kf_term_begin(g);
    *number = 0.0;
    for (uint32_t i = 0; i < p->arity; i++)
        if (!kf_term_constant(g, f->args[i], p->slots[i].type, &row[i])) return false;
    return !p->number || kf_term_number(g, f->args[p->arity], number);
}

static bool is_in(const kf_evidence *w, uint32_t predicate, kf_said part, const uint32_t *row,
                  double number)
{
    const kf_facts *rows = kf_evidence_facts(w, predicate, part);
    return rows->n > 0 && kf_facts_find(rows, row, number, NULL);
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
    assert(f->kind == KF_LOGIC_ATOM);
    if (!kf_truth_row(g, f, row, &number)) return KF_IS_UNDEFINED;
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

kf_instances kf_instances_of(kf_grounding *g, uint32_t variable)
{
    assert(variable >= g->rule->n_free && variable < g->rule->n_variables);
    uint32_t type = g->rule->variables[variable].type;
    kf_instances v = { .variable = variable };
    if (type == KF_TYPE_NUMBER) {
        v.binder = &g->binders[variable];
        kf_binder_range(g, variable, &v.at, &v.to);
    } else {
        v.domain = &g->domains->types[type];
        v.to = (uint32_t)v.domain->ids.n;
    }
    return v;
}

bool kf_instances_next(kf_grounding *g, kf_instances *v)
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
    for (kf_instances v = kf_instances_of(g, f->id); kf_instances_next(g, &v);) {
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
    if (!kf_truth_row(g, f, row, &number) || find_open(g, f->id, row) < g->n_open) return;
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
        for (kf_instances v = kf_instances_of(g, f->id); kf_instances_next(g, &v);)
            collect(g, f->kids[0]);
    } else {
        for (uint32_t i = 0; i < f->n; i++) collect(g, f->kids[i]);
    }
}

/* ---- Cardinalities -------------------------------------------------------------------------- */

typedef struct range { /* of the number of tuples that make the body true */
    uint64_t least, most;
} range;

static void count(kf_grounding *g, uint32_t from, bool collecting, range *t)
{
    if (from < g->rule->n_counted) {
        kf_instances v = kf_instances_of(g, g->rule->counted[from]);
        while (kf_instances_next(g, &v)) count(g, from + 1, collecting, t);
        return;
    }
    const kf_logic *member = g->rule->member ? g->rule->member : g->rule->body;
    if (collecting) {
        collect(g, member);
        return;
    }
    kf_verdict v = evaluate(g, member);
    t->least += v == KF_IS_TRUE;
    t->most += v == KF_IS_TRUE || v == KF_IS_OPEN;
}

void kf_truth_limits(const kf_rule *r, uint64_t *least, uint64_t *most)
{
    bool below = r->bound < 0; /* nothing counts so little */
    *least = r->op == KF_OP_LE || below ? 0 : (uint64_t)r->bound;
    *most = r->op == KF_OP_GE ? UINT64_MAX : (uint64_t)r->bound;
    if (below && r->op != KF_OP_GE) {
        *least = 1;
        *most = 0;
    }
}

static kf_verdict judge(const kf_rule *r, const range *t)
{
    uint64_t least, most;
    assert(t->least <= t->most);
    kf_truth_limits(r, &least, &most);
    switch (kf_count_mean(1, least, most, t->least, t->most).kind) {
    case KF_COUNT_NEVER: return KF_IS_TRUE; /* a positive weight pays nowhere */
    case KF_COUNT_ALWAYS: return KF_IS_FALSE;
    default: return KF_IS_OPEN;
    }
}

/* What stands before the count; one without a value does not hold. True if there is nothing. */
static kf_verdict condition(kf_grounding *g)
{
    kf_verdict result = KF_IS_TRUE;
    for (uint32_t i = 0; i < g->rule->n_condition; i++) {
        kf_verdict v = evaluate(g, g->rule->body->kids[i]);
        if (v == KF_IS_UNDEFINED || v == KF_IS_FALSE) return KF_IS_FALSE;
        if (v == KF_IS_OPEN) result = v;
    }
    return result;
}

static kf_verdict whole(kf_grounding *g)
{
    if (g->rule->kind != KF_RULE_COUNT) return evaluate(g, g->rule->body);
    range t = { 0, 0 };
    count(g, 0, false, &t);
    g->count = (int64_t)t.least;
    kf_verdict where = condition(g), v = judge(g->rule, &t);
    if (where == KF_IS_FALSE) return KF_IS_TRUE;
    return where == KF_IS_OPEN && v == KF_IS_FALSE ? KF_IS_OPEN : v;
}

/* ---- The grounding -------------------------------------------------------------------------- */

kf_verdict kf_grounding_truth(kf_grounding *g)
{
    g->view = KF_VIEW_ANSWER;
    return whole(g);
}

static void collect_all(kf_grounding *g)
{
    range t = { 0, 0 };
    g->n_open = 0;
    g->too_many = false;
    for (uint32_t i = 0; i < g->rule->n_condition; i++) collect(g, g->rule->body->kids[i]);
    if (g->rule->kind == KF_RULE_COUNT) count(g, 0, true, &t);
    else collect(g, g->rule->body);
}

static bool try_out(kf_grounding *g, bool wanted)
{
    assert(g->n_open > 0 && g->n_open <= KF_MOST_TRIED && !g->too_many);
    uint32_t all = (UINT32_C(1) << g->n_open) - 1;
    g->view = KF_VIEW_TRIAL;
    for (uint32_t i = 0; i <= all; i++) {
        g->trial = i % 2 == 0 ? i / 2 : all - i / 2; /* from both ends: 0, all, 1, all - 1, ... */
        if (whole(g) == verdict(wanted)) return true;
    }
    return false;
}

kerf_status kf_truth_can_be(kf_grounding *g, bool wanted, bool *can)
{
    g->view = KF_VIEW_OPEN;
    kf_verdict v = whole(g);
    *can = v == verdict(wanted);
    if (v != KF_IS_OPEN) return KERF_OK;
    collect_all(g);
    if (g->too_many) return kf_residue_can_be(g, wanted, can);
    *can = try_out(g, wanted);
    return KERF_OK;
}

/* ---- What evidence leaves of a formula ------------------------------------------------------ */

kf_verdict kf_truth_open(kf_grounding *g, const kf_logic *f)
{
    g->view = KF_VIEW_OPEN;
    return evaluate(g, f);
}

/* A part of >= is counted whether its condition holds or not, see below. */
static kerf_status each_counted(kf_grounding *g, uint32_t from, kf_counted_fn *each, void *context)
{
    const kf_rule *r = g->rule;
    if (from == r->n_counted)
        return each(context, r->op == KF_OP_GE && r->member ? r->member : r->body, 1);
    for (kf_instances v = kf_instances_of(g, r->counted[from]); kf_instances_next(g, &v);)
        KF_TRY(each_counted(g, from + 1, each, context));
    return KERF_OK;
}

/* The condition's parts that are open: one after the other may be the first that does not hold. */
static kerf_status each_unless(kf_grounding *g, kf_counted_fn *each, void *context)
{
    const kf_rule *r = g->rule;
    uint32_t n = 0;
    kf_logic open[KF_MOST_CONDITION], *kids[KF_MOST_CONDITION];
    for (uint32_t i = 0; i < r->n_condition; i++) {
        if (kf_truth_open(g, r->body->kids[i]) != KF_IS_OPEN) continue;
        assert(r->body->kids[i]->kind == KF_LOGIC_ATOM && n < KF_MOST_CONDITION);
        open[n] = *r->body->kids[i];
        kids[n] = &open[n];
        open[n].negated = !open[n].negated;
        kf_logic all = { .kind = KF_LOGIC_AND, .n = ++n, .kids = kids };
        KF_TRY(each(context, n > 1 ? &all : kids[0], (uint64_t)r->bound));
        open[n - 1].negated = !open[n - 1].negated;
    }
    return KERF_OK;
}

kerf_status kf_truth_counted(kf_grounding *g, kf_counted_fn *each, void *context)
{
    assert(g->rule->kind == KF_RULE_COUNT);
    g->view = KF_VIEW_OPEN;
    if (condition(g) == KF_IS_FALSE) return each(context, NULL, (uint64_t)g->rule->bound);
    KF_TRY(each_counted(g, 0, each, context));
    return each_unless(g, each, context);
}
