/* penalty.c -- local formulas that are asked atom by atom.
 *
 * A formula that only asks atoms to be false, of far more atoms than there is evidence
 * (`Title(b,x) ^ Title(c,y) => !SameTitle(x,y)`, all pairs of titles), names none of them: an atom
 * that nothing else names is false and pays nothing. It is a penalty, looked up when something else
 * names the atom. Where many are named at once, the backend is asked for all of them together, and
 * their penalties are kept until then. */
#include "ground/local/penalty.h"

#include "ground/ask/ask.h"

#include <assert.h>

struct kf_penalty {
    kf_ask a; /* kept open: its query starts from atoms */
    kf_query *query;
    double weight; /* per grounding, when the atom is true */
    bool apart;    /* it asks for two different constants, and nothing else */
};

static const kf_literal *atom_of(const kf_ground_rule *gr)
{
    assert(gr->local && gr->c.n_literals == gr->c.n_observed + 1);
    return &gr->c.literals[gr->c.n_observed];
}

void kf_penalty_free(struct kf_penalty *p)
{
    if (!p) return;
    kf_query_free(p->query);
    kf_ask_end(&p->a);
}

/* ---- One atom ---- */

static bool add_times(void *context, const kf_binding *b, uint64_t times)
{
    (void)b;
    *(double *)context += (double)times;
    return true;
}

static kerf_status penalty(struct kf_penalty *p, const uint32_t *row, double *cost)
{
    kf_seeds one = { 1, row };
    double times = 0;
    KF_TRY(kf_query_run(p->query, &one, &p->a.binding, add_times, &times));
    *cost += p->weight * times;
    return KERF_OK;
}

bool kf_has_penalties(const kf_grounder *g, uint32_t predicate)
{
    return g->n_penalties[predicate] > 0;
}

static struct kf_penalty *penalty_of(const kf_ground_rule *gr, uint32_t predicate)
{
    return gr->penalty && atom_of(gr)->id == predicate ? gr->penalty : NULL;
}

kerf_status kf_penalties_of(kf_grounder *g, uint32_t predicate, const uint32_t *row, double *cost)
{
    *cost = 0;
    if (!kf_has_penalties(g, predicate)) return KERF_OK;
    uint32_t known = kf_tuple_map_find(&g->penalties[predicate], row);
    if (known != UINT32_MAX) {
        *cost = g->penalties[predicate].weights.at[known];
        return KERF_OK;
    }
    for (size_t i = 0; i < g->rules.n; i++) {
        struct kf_penalty *p = penalty_of(&g->rules.at[i], predicate);
        if (p) KF_TRY(penalty(p, row, cost));
    }
    return KERF_OK;
}

/* ---- One for all pairs ---- */

/* `a != b => !P(a,b)` */
static bool is_apart(const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    const kf_literal *test = c->literals, *l = atom_of(gr);
    if (c->n_observed != 1 || c->n_conditions || c->n_variables != 2) return false;
    if (l->n != 2 || l->n_uses != 2 || test->kind != KF_LITERAL_COMPARE) return false;
    return test->op == (test->negated ? KF_OP_NE : KF_OP_EQ) && test->n_uses == 2
           && test->left->kind == KF_EXPR_VARIABLE && test->right->kind == KF_EXPR_VARIABLE;
}

double kf_penalties_apart(const kf_grounder *g, uint32_t predicate)
{
    double sum = 0;
    for (size_t i = 0; i < g->rules.n; i++) {
        const struct kf_penalty *p = penalty_of(&g->rules.at[i], predicate);
        if (p && p->apart) sum += p->weight;
    }
    return sum;
}

bool kf_has_other_penalties(const kf_grounder *g, uint32_t predicate)
{
    uint32_t apart = 0;
    for (size_t i = 0; i < g->rules.n; i++) {
        const struct kf_penalty *p = penalty_of(&g->rules.at[i], predicate);
        if (p && p->apart) apart++;
    }
    assert(apart <= g->n_penalties[predicate]);
    return apart < g->n_penalties[predicate];
}

kerf_status kf_other_penalties_of(kf_grounder *g, uint32_t predicate, const uint32_t *row,
                                  double *cost)
{
    *cost = 0;
    for (size_t i = 0; i < g->rules.n; i++) {
        struct kf_penalty *p = penalty_of(&g->rules.at[i], predicate);
        if (p && !p->apart) KF_TRY(penalty(p, row, cost));
    }
    return KERF_OK;
}

/* ---- Many atoms ---- */

typedef struct counting {
    kf_tuple_map *atoms;
    const kf_literal *l;
    bool overflow;
} counting;

static bool add_to_atom(void *context, const kf_binding *b, uint64_t times)
{
    counting *x = context;
    uint32_t row[KF_MOST_ARITY];
    kf_literal_row(x->l, b, row);
    uint32_t entry = kf_tuple_map_find(x->atoms, row);
    assert(entry != UINT32_MAX);
    uint64_t *sum = &x->atoms->times.at[entry];
    x->overflow = __builtin_add_overflow(*sum, times, sum);
    return !x->overflow;
}

/* The groundings of each of the atoms, added to what is there. */
static kerf_status count_groundings(kf_ground_rule *gr, kf_tuple_map *atoms)
{
    counting x = { .atoms = atoms, .l = atom_of(gr) };
    const kf_seeds seeds = { kf_tuple_map_count(atoms), atoms->tuples.at };
    if (seeds.n == 0) return KERF_OK;
    kerf_status st =
        kf_query_run(gr->penalty->query, &seeds, &gr->penalty->a.binding, add_to_atom, &x);
    return x.overflow ? KERF_LIMIT : st;
}

/* Penalties are added up in the order of their formulas, as for one atom. */
static kerf_status ask_for_all(kf_grounder *g, uint32_t predicate, kf_tuple_map *atoms)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        const struct kf_penalty *p = penalty_of(&g->rules.at[i], predicate);
        if (!p) continue;
        KF_TRY(count_groundings(&g->rules.at[i], atoms));
        for (uint32_t u = 0; u < kf_tuple_map_count(atoms); u++) {
            atoms->weights.at[u] += p->weight * (double)atoms->times.at[u];
            atoms->times.at[u] = 0;
        }
    }
    return KERF_OK;
}

kerf_status kf_penalties_ask_ahead(kf_grounder *g, uint32_t predicate, const uint32_t *rows,
                                   size_t n)
{
    assert(kf_has_penalties(g, predicate));
    kf_tuple_map *known = &g->penalties[predicate];
    uint32_t width = g->d->m->predicates.at[predicate].arity;
    kerf_status st = KERF_OK;
    kf_tuple_map_free(known, g->mem);
    kf_tuple_map_init(known, width);
    if (n > 0) st = kf_tuple_map_expect(known, g->mem, n);
    for (size_t i = 0; st == KERF_OK && i < n; i++)
        st = kf_tuple_map_add(known, g->mem, rows + i * width, 0, 0, 0);
    if (st == KERF_OK) st = ask_for_all(g, predicate, known);
    if (st != KERF_OK) kf_tuple_map_free(known, g->mem); /* a part of it would be taken for all */
    return st;
}

void kf_penalties_forget(kf_grounder *g, uint32_t predicate)
{
    kf_tuple_map_free(&g->penalties[predicate], g->mem);
}

/* ---- Which formulas are penalties ---- */

static kerf_status pay_all(kf_grounder *g, kf_ground_rule *gr, kf_tuple_map *atoms)
{
    KF_TRY(count_groundings(gr, atoms));
    for (uint32_t i = 0; i < kf_tuple_map_count(atoms); i++) {
        uint64_t times = atoms->times.at[i];
        kf_pay_decided(g, gr, KF_TRUE, gr->penalty->weight * (double)times, 0, times);
    }
    return KERF_OK;
}

/* Evidence that makes such an atom true pays for good. */
static kerf_status pay_fixed(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_relation *fixed = g->d->fixed_true[atom_of(gr)->id];
    kf_tuple_map atoms;
    kerf_status st = KERF_OK;
    kf_tuple_map_init(&atoms, fixed->width);
    for (uint32_t i = 0; st == KERF_OK && i < fixed->alive; i++) {
        uint32_t row[KF_MOST_ARITY];
        for (uint32_t c = 0; c < fixed->width; c++) row[c] = fixed->columns[c][i];
        st = kf_tuple_map_add(&atoms, g->mem, row, 0, 0, 0);
    }
    if (st == KERF_OK) st = pay_all(g, gr, &atoms);
    kf_tuple_map_free(&atoms, g->mem);
    return st;
}

static kerf_status open_penalty(kf_grounder *g, kf_ground_rule *gr, double weight)
{
    const kf_literal *l = atom_of(gr);
    struct kf_penalty *p = kf_arena_alloc(&g->arena, 1, sizeof *p);
    if (!p) return KERF_NO_MEMORY;
    KF_TRY(kf_local_begin(&p->a, g, gr));
    p->weight = weight;
    p->apart = is_apart(gr);
    gr->penalty = p;
    g->n_penalties[l->id]++;
    return kf_ask_prepare(&p->a, l, KF_NONE, &p->query);
}

static kerf_status add_penalty(kf_grounder *g, kf_ground_rule *gr, double weight)
{
    KF_TRY(open_penalty(g, gr, weight));
    return pay_fixed(g, gr);
}

kerf_status kf_penalty_copy(kf_grounder *g, kf_ground_rule *gr, const kf_ground_rule *from)
{
    assert(!gr->penalty && from->penalty);
    return open_penalty(g, gr, from->penalty->weight);
}

/* Could it be one? Only if it is ever against an atom, never for one, and has that many tuples at
 * all; then *weight is what each of them costs. */
static bool may_be_penalty(const kf_grounder *g, const kf_ground_rule *gr, double *weight)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_compiled *c = &gr->c;
    const kf_literal *l = atom_of(gr);
    double if_false, tuples = 1;
    if ((r->cost != KF_COST_NUMBER && r->cost != KF_COST_LEARN) || l->n == 0) return false;
    kf_split_cost(c->flipped ? -r->weight : r->weight, l->negated, weight, &if_false);
    for (uint32_t i = 0; i < c->n_tuple; i++) tuples *= g->d->domains[c->types[c->tuple[i]]].n;
    return *weight > 0 && if_false == 0 && tuples > g->penalties_from;
}

/* It is one if there are more tuples than its evidence has rows. */
static bool is_penalty(const kf_grounder *g, const kf_compiled *c, const kf_query *query)
{
    double rows = 0, tuples = kf_query_estimate(query).answers;
    for (uint32_t i = 0; i < c->n_observed; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind == KF_LITERAL_ATOM) rows += kf_backend_rows(g->backend, l->id);
    }
    return tuples > g->penalties_from && (tuples > rows || g->penalties_from == 0);
}

kerf_status kf_penalty_find(kf_grounder *g, kf_ground_rule *gr)
{
    assert(gr->local && !gr->penalty);
    kf_ask a;
    kf_query *query;
    double weight;
    if (!may_be_penalty(g, gr, &weight)) return KERF_OK;
    KF_TRY(kf_local_begin(&a, g, gr));
    kerf_status st = kf_ask_prepare(&a, NULL, KF_NONE, &query);
    bool is = st == KERF_OK && is_penalty(g, &gr->c, query);
    if (st == KERF_OK) kf_query_free(query);
    kf_ask_end(&a);
    return is ? add_penalty(g, gr, weight) : st;
}
