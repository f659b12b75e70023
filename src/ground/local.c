/* local.c -- G0: formulas with one hidden atom per grounding, and soft evidence, as atom costs.
 *
 * A local formula without any condition costs the same for every atom of its predicate: that is
 * the predicate's default, and no atom is named for it. The others name exactly the atoms whose
 * conditions hold; but a formula that only ever asks atoms to be false, of far more atoms than there
 * is evidence (`Title(b,x) ^ Title(c,y) => !SameTitle(x,y)`, all pairs of titles), names none: an
 * atom that nothing else names is false and pays nothing. It is a penalty that is looked up when
 * something else names the atom. */
#include "ground/grounding.h"

#include <math.h>
#include <string.h>

typedef struct costs {
    kf_grounder *g;
    kf_ground_rule *gr;
    kerf_status status;
} costs;

/* What a literal of weight w (as its clause sees it) makes its atom pay. */
static void split_cost(double w, bool negated, double *if_true, double *if_false)
{
    double when_false = w > 0 ? w : 0, when_true = w < 0 ? -w : 0;
    *if_true = negated ? when_false : when_true;
    *if_false = negated ? when_true : when_false;
}

/* Evidence fixes the atom: if it pays, that is decided. */
static void pay_decided(kf_grounder *g, kf_ground_rule *gr, kf_truth fixed, double if_true,
                        double if_false, uint64_t times)
{
    double paid = fixed == KF_TRUE ? if_true : if_false;
    if (paid <= 0) return;
    kf_best_add(g, -paid);
    gr->decided[0] += times;
    gr->paid[0] += paid;
}

static void read_row(const kf_literal *l, const kf_binding *b, uint32_t *row)
{
    for (uint32_t i = 0; i < l->n; i++) {
        row[i] = l->args[i].variable == KF_NONE ? l->args[i].constant : b->ids[l->args[i].variable];
    }
}

static bool add_cost(void *context, const kf_binding *b, uint64_t times)
{
    costs *x = context;
    kf_grounder *g = x->g;
    const kf_literal *l = &x->gr->c.literals[x->gr->c.n_observed];
    double w = kf_grounder_weight(g, x->gr, b) * (double)times, if_true, if_false;
    if (w == 0) return true;
    uint32_t row[KF_MOST_ARITY];
    read_row(l, b, row);
    split_cost(x->gr->c.flipped ? -w : w, l->negated, &if_true, &if_false);
    kf_truth fixed = kf_database_fixed(g->d, l->id, row);
    if (fixed != KF_UNKNOWN) {
        pay_decided(g, x->gr, fixed, if_true, if_false, times);
        return true;
    }
    kf_atom atom;
    x->status = kf_grounder_atom(g, l->id, row, &atom);
    if (x->status != KERF_OK) return false;
    kf_problem_add_cost(g->p, atom, if_true, if_false);
    return true;
}

/* No condition, no constant, no variable twice, one weight for all. */
bool kf_local_is_default(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_literal *l = &c->literals[c->n_observed];
    if (c->n_observed || c->n_conditions || r->cost == KF_COST_TABLE) return false;
    return l->n_uses == l->n && c->n_free == l->n;
}

static kerf_status add_default(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_literal *l = &gr->c.literals[gr->c.n_observed];
    double w = g->d->m->rules.at[gr->rule].weight, if_true, if_false;
    split_cost(gr->c.flipped ? -w : w, l->negated, &if_true, &if_false);
    g->default_true[l->id] += if_true;
    g->default_false[l->id] += if_false;
    for (int value = 0; value < 2; value++) {
        const kf_rel *fixed = value ? g->d->fixed_true[l->id] : g->d->fixed_false[l->id];
        for (uint32_t i = 0; i < fixed->alive; i++) {
            pay_decided(g, gr, value ? KF_TRUE : KF_FALSE, if_true, if_false, 1);
        }
    }
    return KERF_OK;
}

/* ---- Penalties ---- */

struct kf_penalty {
    kf_ask a; /* kept open: its query starts from one atom */
    kf_query *query;
    double weight;  /* per grounding, when the atom is true */
    kf_units known; /* atoms that were asked for ahead, with their number of groundings */
};

void kf_penalty_free(struct kf_penalty *p)
{
    if (!p) return;
    kf_query_free(p->query);
    kf_units_free(&p->known, p->a.g->mem);
    kf_ask_end(&p->a);
}

static kerf_status begin_rule(kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    KF_TRY(kf_ask_begin(a, g, gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(a, &c->literals[i], true);
    kf_ask_need_tuple(a);
    kf_ask_need_weight(a);
    return KERF_OK;
}

static bool add_times(void *context, const kf_binding *b, uint64_t times)
{
    (void)b;
    *(double *)context += (double)times;
    return true;
}

static kerf_status penalty(struct kf_penalty *p, const uint32_t *row, double *times)
{
    kf_seeds one = { 1, row };
    uint32_t unit = kf_units_find(&p->known, row);
    *times = unit == UINT32_MAX ? 0 : (double)p->known.times.at[unit];
    if (unit != UINT32_MAX) return KERF_OK;
    return kf_query_run(p->query, &one, &p->a.binding, add_times, times);
}

typedef struct known {
    struct kf_penalty *p;
    const kf_literal *l;
    kerf_status status;
} known;

static bool add_known(void *context, const kf_binding *b, uint64_t times)
{
    known *x = context;
    uint32_t row[KF_MOST_ARITY];
    read_row(x->l, b, row);
    x->status = kf_units_add(&x->p->known, x->p->a.g->mem, row, 0, times, 0);
    return x->status == KERF_OK;
}

/* The seeds are the atoms as they are known: each once. */
static kerf_status learn(struct kf_penalty *p, const kf_literal *l, const uint32_t *rows, size_t n)
{
    known x = { p, l, KERF_OK };
    kf_mem *mem = p->a.g->mem;
    kf_units_free(&p->known, mem);
    kf_units_init(&p->known, l->n);
    for (size_t i = 0; i < n; i++) KF_TRY(kf_units_add(&p->known, mem, rows + i * l->n, 0, 0, 0));
    uint32_t count = kf_units_count(&p->known);
    uint32_t *copy =
        kf_mem_alloc(mem, (size_t)count * l->n, sizeof *copy); /* adding may move them */
    if (!copy) return KERF_NO_MEMORY;
    memcpy(copy, p->known.tuples.at, (size_t)count * l->n * sizeof *copy);
    const kf_seeds seeds = { count, copy };
    kerf_status st = kf_query_run(p->query, &seeds, &p->a.binding, add_known, &x);
    kf_mem_free(mem, copy, (size_t)count * l->n, sizeof *copy);
    return x.status != KERF_OK ? x.status : st;
}

kerf_status kf_local_ask_ahead(kf_grounder *g, uint32_t predicate, const uint32_t *rows, size_t n)
{
    for (size_t i = 0; n > 0 && i < g->rules.n; i++) {
        const kf_compiled *c = &g->rules.at[i].c;
        struct kf_penalty *p = g->rules.at[i].penalty;
        if (p && c->literals[c->n_observed].id == predicate)
            KF_TRY(learn(p, &c->literals[c->n_observed], rows, n));
    }
    return KERF_OK;
}

bool kf_has_penalties(const kf_grounder *g, uint32_t predicate)
{
    return g->n_penalties[predicate] > 0;
}

kerf_status kf_local_penalties(kf_grounder *g, uint32_t predicate, const uint32_t *row,
                               double *cost)
{
    *cost = 0;
    if (!kf_has_penalties(g, predicate)) return KERF_OK;
    for (size_t i = 0; i < g->rules.n; i++) {
        struct kf_penalty *p = g->rules.at[i].penalty;
        double times;
        if (!p || g->rules.at[i].c.literals[g->rules.at[i].c.n_observed].id != predicate) continue;
        KF_TRY(penalty(p, row, &times));
        *cost += p->weight * times;
    }
    return KERF_OK;
}

/* Evidence that makes such an atom true pays for good. */
static kerf_status pay_fixed(kf_grounder *g, kf_ground_rule *gr, uint32_t predicate)
{
    const kf_rel *fixed = g->d->fixed_true[predicate];
    for (uint32_t i = 0; i < fixed->alive; i++) {
        uint32_t row[KF_MOST_ARITY];
        double times;
        for (uint32_t c = 0; c < fixed->width; c++) row[c] = fixed->columns[c][i];
        KF_TRY(penalty(gr->penalty, row, &times));
        pay_decided(g, gr, KF_TRUE, gr->penalty->weight * times, 0, (uint64_t)times);
    }
    return KERF_OK;
}

static kerf_status add_penalty(kf_grounder *g, kf_ground_rule *gr, double weight)
{
    const kf_literal *l = &gr->c.literals[gr->c.n_observed];
    struct kf_penalty *p = kf_arena_alloc(&g->arena, 1, sizeof *p);
    if (!p) return KERF_NO_MEMORY;
    KF_TRY(begin_rule(&p->a, g, gr));
    kf_units_init(&p->known, l->n);
    p->weight = weight;
    gr->penalty = p;
    g->n_penalties[l->id]++;
    KF_TRY(kf_ask_prepare(&p->a, l, KF_NONE, &p->query));
    return pay_fixed(g, gr, l->id);
}

/* Could it be one? Only if it is ever against an atom, never for one, and has that many tuples at
 * all; then *weight is what each of them costs. */
static bool may_be_penalty(const kf_grounder *g, const kf_ground_rule *gr, double *weight)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_compiled *c = &gr->c;
    const kf_literal *l = &c->literals[c->n_observed];
    double if_false, tuples = 1;
    if ((r->cost != KF_COST_NUMBER && r->cost != KF_COST_LEARN) || l->n == 0) return false;
    split_cost(c->flipped ? -r->weight : r->weight, l->negated, weight, &if_false);
    for (uint32_t i = 0; i < c->n_tuple; i++) tuples *= g->d->domains[c->types[c->tuple[i]]].n;
    return *weight > 0 && if_false == 0 && tuples > g->penalties_from;
}

/* It is one if there are many more tuples than its evidence has rows. */
static bool is_penalty(const kf_grounder *g, const kf_compiled *c, const kf_query *query)
{
    double rows = 0, tuples = kf_query_estimate(query).answers;
    for (uint32_t i = 0; i < c->n_observed; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind == KF_LITERAL_ATOM) rows += kf_store_rows(g->store, l->id);
    }
    return tuples > g->penalties_from && tuples > 4 * rows;
}

static kerf_status find_penalty(kf_grounder *g, kf_ground_rule *gr)
{
    kf_ask a;
    kf_query *query;
    double weight;
    if (!may_be_penalty(g, gr, &weight)) return KERF_OK;
    KF_TRY(begin_rule(&a, g, gr));
    kerf_status st = kf_ask_prepare(&a, NULL, KF_NONE, &query);
    bool is = st == KERF_OK && is_penalty(g, &gr->c, query);
    if (st == KERF_OK) kf_query_free(query);
    kf_ask_end(&a);
    return is ? add_penalty(g, gr, weight) : st;
}

typedef struct ahead {
    kf_grounder *g;
    const kf_literal *l;
    KF_VEC(uint32_t) rows;
    kerf_status status;
} ahead;

static bool add_row(void *context, const kf_binding *b, uint64_t times)
{
    ahead *x = context;
    (void)times;
    if (!kf_vec_reserve(x->g->mem, &x->rows, x->l->n)) {
        x->status = KERF_NO_MEMORY;
        return false;
    }
    uint32_t *row = x->rows.at + x->rows.n;
    read_row(x->l, b, row);
    if (kf_rel_find(x->g->atoms[x->l->id], row) == KF_NO_ROW) x->rows.n += x->l->n;
    return true;
}

/* Where a store takes long to answer, the penalties of all atoms that a formula will name. */
static kerf_status ask_ahead(kf_ask *a)
{
    kf_grounder *g = a->g;
    ahead x = { .g = g, .l = &a->gr->c.literals[a->gr->c.n_observed] };
    if (!g->store->ops->far || !kf_has_penalties(g, x.l->id)) return KERF_OK;
    kerf_status st = kf_ask_run(a, NULL, KF_NONE, NULL, add_row, &x);
    if (x.status != KERF_OK) st = x.status;
    if (st == KERF_OK) st = kf_local_ask_ahead(g, x.l->id, x.rows.at, x.rows.n / x.l->n);
    kf_vec_free(g->mem, &x.rows);
    return st;
}

static kerf_status ground_rule(kf_grounder *g, kf_ground_rule *gr)
{
    costs x = { g, gr, KERF_OK };
    kf_ask a;
    KF_TRY(begin_rule(&a, g, gr));
    kerf_status st = ask_ahead(&a);
    if (st == KERF_OK) st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, add_cost, &x);
    kf_ask_end(&a);
    return x.status != KERF_OK ? x.status : st;
}

static kerf_status soft_evidence(kf_grounder *g, uint32_t predicate)
{
    const kf_relation *soft = kf_world_relation(g->d->w, predicate, KF_SAID_SOFT);
    for (uint32_t i = 0; i < soft->n; i++) {
        uint32_t row[KF_MOST_ARITY];
        for (uint32_t c = 0; c < soft->width; c++) row[c] = soft->columns[c][i];
        double p = kf_world_probability(g->d->w, predicate, i), w = log(p / (1 - p));
        kf_atom atom;
        KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
        kf_problem_add_cost(g->p, atom, w < 0 ? -w : 0, w > 0 ? w : 0);
        if (w > 0) kf_best_add(g, w);
    }
    return KERF_OK;
}

bool kf_ground_has_conditions(const kf_grounder *g, const kf_ground_rule *gr)
{
    return gr->local && !kf_local_is_default(g, gr);
}

kerf_status kf_ground_conditions(kf_grounder *g, kf_ground_rule *gr, const bool *free,
                                 kf_emit_fn *emit, void *context)
{
    kf_ask a;
    KF_TRY(begin_rule(&a, g, gr));
    for (uint32_t v = 0; v < gr->c.n_variables; v++)
        if (free[v]) a.needed[v] = a.scope[v] = false;
    kerf_status st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, emit, context);
    kf_ask_end(&a);
    return st;
}

/* Is it to be ground here, and not a default? */
static bool has_costs(const kf_grounder *g, const kf_ground_rule *gr)
{
    return !gr->kept && kf_ground_has_conditions(g, gr);
}

kerf_status kf_ground_local(kf_grounder *g)
{
    /* Defaults and penalties first: an atom takes them when it is made. */
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (gr->local && kf_local_is_default(g, gr)) KF_TRY(add_default(g, gr));
    }
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (has_costs(g, gr)) KF_TRY(find_penalty(g, gr));
    }
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (has_costs(g, gr) && !gr->penalty) KF_TRY(ground_rule(g, gr));
    }
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (g->d->m->predicates.at[i].hidden) KF_TRY(soft_evidence(g, i));
    }
    return KERF_OK;
}
