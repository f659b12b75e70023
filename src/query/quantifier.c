/* quantifier.c -- the constants and numbers that a quantifier tries; see database.h.
 *
 * Not every constant of its type: where the body of an EXIST is a conjunction, only those with
 * which its positive atoms hold, and where that of a FORALL is a disjunction, only those with
 * which its negated atoms do not. The others cannot settle it. So one such atom whose other
 * arguments are known guards the quantifier: its rows are looked up in an index, which
 * kf_database_prepare() has built. */
#include "query/database.h"

/* ---- Numbers ---- */

/* The first atom whose number is that variable, or NULL. */
static const kf_logic *naming_atom(const kf_model *m, const kf_logic *f, uint32_t variable)
{
    if (f->kind == KF_LOGIC_ATOM) {
        const kf_predicate *p = &m->predicates.at[f->id];
        const kf_expr *number = p->number ? f->args[p->arity] : NULL;
        return number && number->kind == KF_EXPR_VARIABLE && number->id == variable ? f : NULL;
    }
    for (uint32_t i = 0; !kf_logic_has_terms(f) && i < f->n; i++) {
        const kf_logic *found = naming_atom(m, f->kids[i], variable);
        if (found) return found;
    }
    return NULL;
}

static bool binds(const kf_logic *f, uint32_t variable)
{
    bool quantifier = f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL;
    if (kf_logic_has_terms(f) || (quantifier && f->id == variable)) return quantifier;
    for (uint32_t i = 0; i < f->n; i++) {
        if (binds(f->kids[i], variable)) return true;
    }
    return false;
}

/* Nothing in the term is bound by the quantifier or below it. */
static bool is_known(const kf_logic *quantifier, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) return !binds(quantifier, e->id);
    for (uint32_t i = 0; i < e->n; i++) {
        if (!is_known(quantifier, e->args[i])) return false;
    }
    return true;
}

static uint32_t known_columns(const kf_logic *quantifier, const kf_logic *atom, uint32_t arity)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < arity; i++) {
        if (is_known(quantifier, atom->args[i])) mask |= 1u << i;
    }
    return mask;
}

static const kf_index *index_of(const kf_relation *rel, uint32_t mask)
{
    if (rel->set && rel->set->mask == mask) return rel->set;
    for (uint32_t i = 0; i < rel->n_indexes; i++) {
        if (rel->indexes[i]->mask == mask) return rel->indexes[i];
    }
    return NULL;
}

void kf_numbers_begin(kf_numbers *n, const kf_database *d, const kf_logic *quantifier,
                      const kf_binding *b)
{
    assert(quantifier->kind == KF_LOGIC_EXIST || quantifier->kind == KF_LOGIC_FORALL);
    const kf_logic *atom = naming_atom(d->m, quantifier, quantifier->id);
    *n = (kf_numbers){ .guard = atom };
    if (!atom || d->atoms[atom->id]->alive == 0) return;
    uint32_t arity = d->m->predicates.at[atom->id].arity;
    n->rel = d->atoms[atom->id];
    n->mask = known_columns(quantifier, atom, arity);
    for (uint32_t i = 0; i < arity; i++) {
        if (n->mask >> i & 1 && !kf_eval_constant(d, atom->args[i], b, &n->key[i])) return;
    }
    if (n->rel->provider) {
        kf_provider_numbers(n->rel->provider, n->rel->table, n->mask, n->key, &n->asked);
        n->n = (uint32_t)n->asked.n;
        return;
    }
    const kf_index *index = index_of(n->rel, n->mask);
    if (index) n->rows = kf_index_rows(n->rel, index, n->key, &n->n);
    else n->n = n->rel->n;
}

static bool fits(const kf_numbers *n, uint32_t row)
{
    assert(row < n->rel->n);
    for (uint32_t m = n->mask; m; m &= m - 1) {
        uint32_t column = (uint32_t)__builtin_ctz(m);
        if (n->rel->columns[column][row] != n->key[column]) return false;
    }
    return true;
}

bool kf_numbers_next(kf_numbers *n, double *number)
{
    assert(n->at <= n->n);
    while (n->at < n->n) {
        uint32_t row = n->rows ? n->rows[n->at] : n->at;
        n->at++;
        if (n->asked.at) {
            *number = n->asked.at[row];
            return true;
        }
        if (!n->rows && !fits(n, row)) continue;
        *number = n->rel->numbers[row];
        return true;
    }
    return false;
}

void kf_numbers_end(kf_numbers *n)
{
    if (n->asked.at) kf_provider_free_numbers(n->rel->provider, &n->asked);
}

/* ---- Constants ---- */

/* The guards of a quantifier, one after another: atoms below nodes that pass on what they say. */
typedef bool guard_fn(void *context, const kf_logic *atom, uint32_t column);

static bool each_guard(const kf_model *m, const kf_logic *quantifier, const kf_logic *f,
                       guard_fn *look, void *context)
{
    bool exist = quantifier->kind == KF_LOGIC_EXIST;
    if (f->kind == KF_LOGIC_ATOM) {
        if (f->negated == exist) return true;
        uint32_t arity = m->predicates.at[f->id].arity;
        for (uint32_t i = 0; i < arity; i++) {
            const kf_expr *e = f->args[i];
            if (e->kind == KF_EXPR_VARIABLE && e->id == quantifier->id) return look(context, f, i);
        }
        return true;
    }
    if (f->kind != (exist ? KF_LOGIC_AND : KF_LOGIC_OR) && f->kind != quantifier->kind) return true;
    for (uint32_t i = 0; i < f->n; i++) {
        if (!each_guard(m, quantifier, f->kids[i], look, context)) return false;
    }
    return true;
}

typedef struct chooser {
    const kf_database *d;
    const kf_logic *quantifier;
    const kf_binding *b;
    bool fixed;
    kf_values *values;
} chooser;

/* The same of one whose rows are not in memory. */
static bool choose_remote(const chooser *x, const kf_logic *atom, uint32_t mask,
                          const uint32_t *row, uint32_t column)
{
    const kf_relation *rel = x->d->atoms[atom->id];
    kf_ids asked = { 0 };
    kf_provider_ids(rel->provider, rel->table, mask, row, column, &asked);
    if (asked.n >= x->values->n) {
        kf_provider_free_ids(rel->provider, &asked);
        return true;
    }
    kf_values_end(x->values);
    *x->values = (kf_values){
        .guard = atom, .rel = rel, .ids = asked.at, .asked = asked, .n = (uint32_t)asked.n
    };
    return asked.n > 0;
}

/* The rows of one guard, if they are fewer than what is known so far. */
static bool choose(void *context, const kf_logic *atom, uint32_t column)
{
    chooser *x = context;
    const kf_predicate *p = &x->d->m->predicates.at[atom->id];
    const kf_relation *rel = x->d->atoms[atom->id];
    uint32_t mask = known_columns(x->quantifier, atom, p->arity), row[KF_MOST_ARITY], n;
    if (x->fixed && (p->hidden || p->number || (uint32_t)__builtin_popcount(mask) + 1 < p->arity))
        return true;
    const kf_index *index = mask && !rel->provider ? index_of(rel, mask) : NULL;
    if (mask ? !index && !rel->provider : p->arity > 1) return true;
    for (uint32_t i = 0; i < p->arity; i++) {
        if (mask >> i & 1 && !kf_eval_constant(x->d, atom->args[i], x->b, &row[i])) {
            x->values->n = 0; /* undefined, with every constant */
            return false;
        }
    }
    if (rel->provider) return choose_remote(x, atom, mask, row, column);
    const uint32_t *rows = NULL;
    if (index) rows = kf_index_rows(rel, index, row, &n);
    else n = rel->n;
    if (n >= x->values->n) return true;
    kf_values_end(x->values);
    *x->values = (kf_values){ .guard = atom, .rel = rel, .rows = rows, .column = column, .n = n };
    return n > 0;
}

void kf_values_begin(kf_values *v, const kf_database *d, const kf_rule *r,
                     const kf_logic *quantifier, const kf_binding *b, bool fixed)
{
    assert(quantifier->kind == KF_LOGIC_EXIST || quantifier->kind == KF_LOGIC_FORALL);
    const kf_domain *dom = &d->domains[r->variables[quantifier->id].type];
    chooser x = { d, quantifier, b, fixed, v };
    *v = (kf_values){ .ids = dom->ids, .n = dom->n };
    each_guard(d->m, quantifier, quantifier->kids[0], choose, &x);
}

void kf_values_end(kf_values *v)
{
    if (v->asked.at) kf_provider_free_ids(v->rel->provider, &v->asked);
}

bool kf_values_next(kf_values *v, uint32_t *id)
{
    assert(v->at <= v->n);
    while (v->at < v->n) {
        uint32_t at = v->at++;
        if (v->ids) {
            *id = v->ids[at];
            return true;
        }
        uint32_t row = v->rows ? v->rows[at] : at;
        if (!v->rows && v->rel->dead && v->rel->dead[row]) continue;
        *id = v->rel->columns[v->column][row];
        return true;
    }
    return false;
}

typedef struct preparer {
    kf_database *d;
    const kf_logic *quantifier;
    kerf_status status;
} preparer;

static bool prepare_guard(void *context, const kf_logic *atom, uint32_t column)
{
    preparer *x = context;
    (void)column;
    uint32_t arity = x->d->m->predicates.at[atom->id].arity;
    uint32_t mask = known_columns(x->quantifier, atom, arity);
    kf_index *index;
    if (mask) x->status = kf_relation_index(x->d->atoms[atom->id], mask, &index);
    return x->status == KERF_OK;
}

/* ---- Indexes ---- */

static kerf_status prepare_term(kf_database *d, const kf_expr *e)
{
    kf_index *index;
    for (uint32_t i = 0; i < e->n; i++) KF_TRY(prepare_term(d, e->args[i]));
    if (e->kind != KF_EXPR_CALL || e->n == 0) return KERF_OK;
    return kf_relation_index(d->functions[e->id], (1u << e->n) - 1, &index);
}

static kerf_status prepare(kf_database *d, const kf_rule *r, const kf_logic *f)
{
    bool quantifier = f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL;
    if (quantifier && r->variables[f->id].type == KF_TYPE_NUMBER) {
        const kf_logic *atom = naming_atom(d->m, f, f->id);
        kf_index *index;
        uint32_t mask = atom ? known_columns(f, atom, d->m->predicates.at[atom->id].arity) : 0;
        if (mask) KF_TRY(kf_relation_index(d->atoms[atom->id], mask, &index));
    } else if (quantifier) {
        preparer x = { d, f, KERF_OK };
        each_guard(d->m, f, f->kids[0], prepare_guard, &x);
        KF_TRY(x.status);
    }
    size_t room = 0;
    for (uint32_t i = 0; kf_logic_has_terms(f) && i < f->n; i++)
        room += kf_eval_room(d, f->args[i]);
    if (room > d->text_room) d->text_room = room;
    for (uint32_t i = 0; i < f->n; i++) {
        KF_TRY(kf_logic_has_terms(f) ? prepare_term(d, f->args[i]) : prepare(d, r, f->kids[i]));
    }
    return KERF_OK;
}

kerf_status kf_database_prepare(kf_database *d, const kf_rule *r)
{
    return r->body ? prepare(d, r, r->body) : KERF_OK;
}
