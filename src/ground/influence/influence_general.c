/* influence_general.c -- what each atom changes in a formula that is no clause of atoms: grounding
 * by grounding, atom by atom, the formula with the atom and without it.
 *
 * All groundings that observed literals leave open are listed, so this takes what there is of them,
 * not what is true; it is for formulas with quantified parts or more than one clause. */
#include "ground/influence/conjunct.h"

#include <string.h>

enum { STEPS_PER_ATOM = 16 };

typedef struct general {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_rule *r;
    kf_tuple_map tuples; /* groundings: tuple, constants of the parameters, weight from the data */
    kf_tuple_map atoms;  /* of the grounding at hand: predicate and row, the rest 0 */
    kf_influence_fn *found;
    void *context;
    kerf_status status;
} general;

/* ---- Groundings ---- */

static uint32_t entry_width(const general *x)
{
    return kf_tuple_width(&x->gr->c) + x->r->n_parameters
           + (x->r->cost == KF_COST_VARIABLE ? 2 : 0);
}

static bool note_tuple(void *context, const kf_binding *b, uint64_t times)
{
    general *x = context;
    const kf_rule *r = x->r;
    uint32_t tuple[2 * KF_MOST_TUPLE + KF_MOST_ARITY + 2], *at = tuple + kf_tuple_width(&x->gr->c);
    kf_tuple_read(&x->gr->c, b, tuple);
    for (uint32_t i = 0; i < r->n_parameters; i++) *at++ = b->ids[r->parameters[i]];
    if (r->cost == KF_COST_VARIABLE) memcpy(at, &b->numbers[r->weight_variable], sizeof(double));
    /* Several conjunctions may lead to one grounding of what is no clause: it counts once. */
    if (x->gr->c.form != KF_FORM_CLAUSE) times = 1;
    bool known =
        x->gr->c.form != KF_FORM_CLAUSE && kf_tuple_map_find(&x->tuples, tuple) != UINT32_MAX;
    if (!known) x->status = kf_tuple_map_add(&x->tuples, x->g->mem, tuple, 0, times, 0);
    return x->status == KERF_OK;
}

static void bind_entry(const general *x, uint32_t entry, kf_binding *b)
{
    const uint32_t *at = kf_tuple_map_tuple(&x->tuples, entry) + kf_tuple_width(&x->gr->c);
    kf_tuple_bind(&x->gr->c, kf_tuple_map_tuple(&x->tuples, entry), b);
    for (uint32_t i = 0; i < x->r->n_parameters; i++) b->ids[x->r->parameters[i]] = *at++;
    if (x->r->cost == KF_COST_VARIABLE)
        memcpy(&b->numbers[x->r->weight_variable], at, sizeof(double));
}

/* Where the observed ones of these literals are as they must be. */
static kerf_status list_tuples(general *x, const kf_literal *literals, uint32_t n, bool turned)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, n));
    for (uint32_t i = 0; i < n; i++)
        if (!literals[i].hidden) kf_ask_add(&a, &literals[i], turned);
    kf_ask_need_tuple(&a);
    kf_influence_need(&a);
    kerf_status st = kf_ask_run(&a, NULL, KF_NONE, NULL, note_tuple, x);
    kf_ask_end(&a);
    return x->status != KERF_OK ? x->status : st;
}

static kerf_status list_all(general *x)
{
    const kf_compiled *c = &x->gr->c;
    if (c->form == KF_FORM_CLAUSE) return list_tuples(x, c->literals, c->n_literals, true);
    /* An atom that decides makes it true with one of its values: then one of these holds. */
    for (uint32_t i = 0; i < c->n_true; i++)
        if (c->when_true[i].hidden)
            KF_TRY(list_tuples(x, c->when_true[i].at, c->when_true[i].n, false));
    return KERF_OK;
}

/* ---- The atoms of a grounding ---- */

static kerf_status add_atom(general *x, uint32_t predicate, const uint32_t *row)
{
    uint32_t atom[1 + KF_MOST_ARITY] = { predicate };
    memcpy(atom + 1, row, x->g->d->m->predicates.at[predicate].arity * sizeof *row);
    return kf_tuple_map_add(&x->atoms, x->g->mem, atom, 0, 1, 0);
}

static kerf_status walk(general *x, const kf_logic *f);

static kerf_status walk_atom(general *x, const kf_logic *f)
{
    const kf_predicate *p = &x->g->d->m->predicates.at[f->id];
    uint32_t row[KF_MOST_ARITY];
    if (!p->hidden) return KERF_OK;
    for (uint32_t i = 0; i < p->arity; i++)
        if (!kf_eval_constant(x->g->d, f->args[i], &x->g->binding, &row[i])) return KERF_OK;
    return add_atom(x, f->id, row);
}

static kerf_status walk_quantifier(general *x, const kf_logic *f)
{
    kf_binding *b = &x->g->binding;
    if (x->r->variables[f->id].type == KF_TYPE_NUMBER) {
        kf_numbers numbers;
        kf_numbers_begin(&numbers, x->g->d, f, b);
        kerf_status st = KERF_OK;
        while (st == KERF_OK && kf_numbers_next(&numbers, &b->numbers[f->id]))
            st = walk(x, f->kids[0]);
        kf_numbers_end(&numbers);
        return st;
    } else {
        kf_values values;
        kf_values_begin(&values, x->g->d, x->r, f, b, true);
        kerf_status st = KERF_OK;
        while (st == KERF_OK && kf_values_next(&values, &b->ids[f->id])) st = walk(x, f->kids[0]);
        kf_values_end(&values);
        return st;
    }
}

static bool is_observed(const general *x, const kf_logic *f)
{
    return f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS
           || (f->kind == KF_LOGIC_ATOM && !x->g->d->m->predicates.at[f->id].hidden);
}

/* Something observed settles an AND or OR: its atoms make no difference. */
static bool is_settled(const general *x, const kf_logic *f)
{
    bool and = f->kind == KF_LOGIC_AND, defined = true;
    for (uint32_t i = 0; i < f->n; i++) {
        const kf_logic *kid = f->kids[i];
        if (is_observed(x, kid)
            && kf_eval_logic(x->g->d, x->r, kid, &x->g->binding, &defined) != and)
            return true;
    }
    return false;
}

static kerf_status walk(general *x, const kf_logic *f)
{
    KF_TRY(kf_grounder_spend(x->g, 1));
    switch (f->kind) {
    case KF_LOGIC_ATOM: return walk_atom(x, f);
    case KF_LOGIC_AND:
    case KF_LOGIC_OR:
        if (is_settled(x, f)) return KERF_OK;
        for (uint32_t i = 0; i < f->n; i++) KF_TRY(walk(x, f->kids[i]));
        return KERF_OK;
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: return walk_quantifier(x, f);
    default: return KERF_OK;
    }
}

static kerf_status find_atoms(general *x)
{
    const kf_compiled *c = &x->gr->c;
    uint32_t row[KF_MOST_ARITY];
    kf_tuple_map_clear(&x->atoms);
    if (c->form != KF_FORM_CLAUSE) return walk(x, x->r->body);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind == KF_LITERAL_TREE) {
            KF_TRY(walk(x, l->tree));
        } else {
            kf_literal_row(l, &x->g->binding, row);
            KF_TRY(add_atom(x, l->id, row));
        }
    }
    return KERF_OK;
}

/* ---- Values ---- */

static bool literal_holds(const general *x, const kf_literal *l)
{
    bool defined = true;
    uint32_t row[KF_MOST_ARITY];
    if (l->kind == KF_LITERAL_TREE)
        return kf_eval_logic(x->g->d, x->r, l->tree, &x->g->binding, &defined) != l->negated;
    kf_literal_row(l, &x->g->binding, row);
    return kf_database_holds(x->g->d, l->id, row) != l->negated;
}

/* Is the grounding at hand true in the current assignment? */
static bool is_true(const general *x)
{
    const kf_compiled *c = &x->gr->c;
    bool defined = true;
    if (c->form != KF_FORM_CLAUSE)
        return kf_eval_logic(x->g->d, x->r, x->r->body, &x->g->binding, &defined);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (literal_holds(x, &c->literals[i])) return !c->flipped;
    return c->flipped;
}

/* The assignment is as it was, afterwards. */
static kerf_status try_atom(general *x, uint32_t atom, uint64_t times)
{
    uint32_t predicate = kf_tuple_map_tuple(&x->atoms, atom)[0], row[KF_MOST_ARITY];
    uint32_t arity = x->g->d->m->predicates.at[predicate].arity;
    kf_database *d = x->g->d;
    bool changed;
    memcpy(row, kf_tuple_map_tuple(&x->atoms, atom) + 1, arity * sizeof *row);
    if (kf_database_fixed(d, predicate, row) != KF_UNKNOWN) return KERF_OK;
    KF_TRY(kf_grounder_spend(x->g, STEPS_PER_ATOM));
    bool value = kf_database_holds(d, predicate, row), now = is_true(x);
    KF_TRY(kf_database_set(d, predicate, row, !value, &changed));
    assert(changed);
    bool then = is_true(x);
    KF_TRY(kf_database_set(d, predicate, row, value, &changed));
    assert(changed);
    if (now == then) return KERF_OK;
    return x->found(x->context, predicate, row, &x->g->binding,
                    now == value ? (double)times : -(double)times);
}

static kerf_status try_tuples(general *x)
{
    for (uint32_t i = 0; i < kf_tuple_map_count(&x->tuples); i++) {
        bind_entry(x, i, &x->g->binding);
        KF_TRY(find_atoms(x));
        for (uint32_t k = 0; k < kf_tuple_map_count(&x->atoms); k++)
            KF_TRY(try_atom(x, k, x->tuples.times.at[i]));
    }
    return KERF_OK;
}

kerf_status kf_influence_general(kf_grounder *g, kf_ground_rule *gr, kf_influence_fn *found,
                                 void *context)
{
    general x = {
        .g = g, .gr = gr, .r = &g->d->m->rules.at[gr->rule], .found = found, .context = context
    };
    assert(x.r->kind == KF_RULE_LOGIC);
    assert(entry_width(&x) <= 2 * KF_MOST_TUPLE + KF_MOST_ARITY + 2);
    kf_tuple_map_init(&x.tuples, entry_width(&x));
    kf_tuple_map_init(&x.atoms, 1 + KF_MOST_ARITY);
    kerf_status st = list_all(&x);
    if (st == KERF_OK) st = try_tuples(&x);
    kf_tuple_map_free(&x.tuples, g->mem);
    kf_tuple_map_free(&x.atoms, g->mem);
    return st;
}
