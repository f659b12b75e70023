/* binder.c -- where number variables take their values from.
 *
 * A number is no constant, so it has no domain. A number variable takes the numbers of the rows of
 * the first atom that names it, of those that agree with the variables bound before. The rows are
 * sorted by these columns once; a binary search finds them each time. */
#include "verify/binder.h"

#include "base/check.h"

/* ---- Which atom ----------------------------------------------------------------------------- */

static const kf_logic *find_atom(const kf_model *m, const kf_logic *f, uint32_t variable, bool deep)
{
    if (f->kind == KF_LOGIC_ATOM) {
        const kf_predicate *p = &m->predicates.at[f->id];
        if (!p->number) return NULL;
        const kf_expr *number = f->args[p->arity];
        return number->kind == KF_EXPR_VARIABLE && number->id == variable ? f : NULL;
    }
    if (f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS) return NULL;
    if (!deep && (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL)) return NULL;
    for (uint32_t i = 0; i < f->n; i++) {
        const kf_logic *found = find_atom(m, f->kids[i], variable, deep);
        if (found) return found;
    }
    return NULL;
}

/* One outside of quantifiers comes before those inside. */
static const kf_logic *naming_atom(const kf_model *m, const kf_logic *f, uint32_t variable)
{
    const kf_logic *outside = find_atom(m, f, variable, false);
    return outside ? outside : find_atom(m, f, variable, true);
}

static bool is_known(const kf_expr *e, const bool *bound)
{
    if (e->kind == KF_EXPR_VARIABLE) return bound[e->id];
    for (uint32_t i = 0; i < e->n; i++)
        if (!is_known(e->args[i], bound)) return false;
    return true;
}

/* ---- Sorting (heapsort: it needs a context and no memory) ---- */

static bool is_before(const kf_binder *b, uint32_t x, uint32_t y)
{
    for (uint32_t i = 0; i < b->n_columns; i++) {
        const uint32_t *column = b->rows->columns[b->columns[i]];
        if (column[x] != column[y]) return column[x] < column[y];
    }
    if (b->rows->numbers[x] != b->rows->numbers[y])
        return b->rows->numbers[x] < b->rows->numbers[y];
    return x < y;
}

static void sift(kf_binder *b, uint32_t at, uint32_t n)
{
    uint32_t *order = b->order, row = order[at];
    for (uint64_t kid; (kid = 2 * (uint64_t)at + 1) < n; at = (uint32_t)kid) {
        if (kid + 1 < n && is_before(b, order[kid], order[kid + 1])) kid++;
        if (!is_before(b, row, order[kid])) break;
        order[at] = order[kid];
    }
    order[at] = row;
}

static void sort(kf_binder *b)
{
    for (uint32_t i = 0; i < b->n; i++) b->order[i] = i;
    for (uint32_t i = b->n / 2; i-- > 0;) sift(b, i, b->n);
    for (uint32_t n = b->n; n > 1; n--) {
        uint32_t last = b->order[n - 1];
        b->order[n - 1] = b->order[0];
        b->order[0] = last;
        sift(b, 0, n - 1);
    }
}

void kf_binder_check(const kf_binder *b)
{
    (void)b;
#ifndef NDEBUG
    assert(b->n == b->rows->n && b->n_columns <= KF_MOST_ARITY);
    for (uint32_t i = 0; i < b->n; i++) {
        assert(b->order[i] < b->n);
        assert(i == 0 || is_before(b, b->order[i - 1], b->order[i])); /* so none is there twice */
    }
#endif
}

/* ---- Making --------------------------------------------------------------------------------- */

static kerf_status open_binder(kf_grounding *g, uint32_t variable, const bool *bound)
{
    kf_binder *b = &g->binders[variable];
    const kf_logic *f = naming_atom(g->model, g->rule->body, variable);
    assert(f); /* the model was built, so it has one */
    b->rows = kf_evidence_facts(g->evidence, f->id, KF_SAID_TRUE);
    for (uint32_t i = 0; i < g->model->predicates.at[f->id].arity; i++)
        if (is_known(f->args[i], bound)) b->columns[b->n_columns++] = i;
    b->order = kf_mem_alloc(g->mem, b->rows->n, sizeof *b->order);
    if (!b->order) return KERF_NO_MEMORY;
    b->atom = f;
    b->n = b->rows->n;
    sort(b);
    KF_CHECK(kf_binder_check(b));
    return KERF_OK;
}

static bool is_number(const kf_rule *r, uint32_t variable)
{
    return r->variables[variable].type == KF_TYPE_NUMBER;
}

static kerf_status bind(kf_grounding *g, uint32_t variable, bool *bound)
{
    if (is_number(g->rule, variable)) KF_TRY(open_binder(g, variable, bound));
    bound[variable] = true;
    return KERF_OK;
}

static kerf_status bind_quantified(kf_grounding *g, const kf_logic *f, bool *bound)
{
    if (f->kind == KF_LOGIC_ATOM || f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS)
        return KERF_OK;
    bool quantifier = f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL;
    if (quantifier) KF_TRY(bind(g, f->id, bound));
    for (uint32_t i = 0; i < f->n; i++) KF_TRY(bind_quantified(g, f->kids[i], bound));
    if (quantifier) bound[f->id] = false;
    return KERF_OK;
}

/* In the order in which the walk gives values: constants before numbers. */
static kerf_status bind_all(kf_grounding *g, bool *bound)
{
    const kf_rule *r = g->rule;
    for (uint32_t i = 0; i < r->n_free; i++) bound[i] = !is_number(r, i);
    for (uint32_t i = 0; i < r->n_free; i++)
        if (!bound[i]) KF_TRY(bind(g, i, bound));
    for (uint32_t i = 0; i < r->n_counted; i++) KF_TRY(bind(g, r->counted[i], bound));
    return bind_quantified(g, r->body, bound);
}

kerf_status kf_binders_open(kf_grounding *g)
{
    bool *bound = kf_mem_calloc(g->mem, g->rule->n_variables, sizeof *bound);
    if (!bound) return KERF_NO_MEMORY;
    kerf_status status = bind_all(g, bound);
    kf_mem_free(g->mem, bound, g->rule->n_variables, sizeof *bound);
    return status;
}

void kf_binders_close(kf_grounding *g)
{
    for (uint32_t i = 0; g->binders && i < g->rule->n_variables; i++)
        kf_mem_free(g->mem, g->binders[i].order, g->binders[i].n, sizeof(uint32_t));
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* The first place whose row is not before the wanted columns; with `after`, that is after them. */
static uint32_t search(const kf_binder *b, const uint32_t *wanted, bool after)
{
    uint32_t from = 0, to = b->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2, row = b->order[middle], i = 0;
        while (i < b->n_columns && b->rows->columns[b->columns[i]][row] == wanted[i]) i++;
        bool before = i < b->n_columns ? b->rows->columns[b->columns[i]][row] < wanted[i] : after;
        if (before) from = middle + 1;
        else to = middle;
    }
    return from;
}

void kf_binder_range(kf_grounding *g, uint32_t variable, uint32_t *from, uint32_t *to)
{
    const kf_binder *b = &g->binders[variable];
    assert(b->atom);
    const kf_predicate *p = &g->model->predicates.at[b->atom->id];
    uint32_t wanted[KF_MOST_ARITY];
    *from = *to = 0;
    kf_term_begin(g);
    for (uint32_t i = 0; i < b->n_columns; i++) {
        uint32_t column = b->columns[i];
        if (!kf_term_constant(g, b->atom->args[column], p->slots[column].type, &wanted[i])) return;
    }
    *from = search(b, wanted, false);
    *to = search(b, wanted, true);
}

uint32_t kf_binder_next(const kf_binder *b, uint32_t at, uint32_t to)
{
    assert(at < to && to <= b->n);
    double number = b->rows->numbers[b->order[at]];
    while (at < to && b->rows->numbers[b->order[at]] == number) at++;
    return at;
}
