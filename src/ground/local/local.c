/* local.c -- G0: formulas with one hidden atom per grounding, and soft evidence, as atom costs.
 *
 * A local formula without any condition costs the same for every atom of its predicate: that is
 * the predicate's default, and no atom is named for it. The others name exactly the atoms whose
 * conditions hold, unless they are penalties (penalty.c). */
#include "ground/local/local.h"

#include "ground/ask/cases.h"
#include "ground/local/penalty.h"

#include <math.h>
#include <string.h>

enum { TOGETHER = 64 }; /* atoms whose penalties are worth a query for all of them */

typedef struct costs {
    kf_grounder *g;
    kf_ground_rule *gr;
    kerf_status status;
} costs;

/* What a literal of weight w (as its clause sees it) makes its atom pay. */
void kf_split_cost(double w, bool negated, double *if_true, double *if_false)
{
    double when_false = w > 0 ? w : 0, when_true = w < 0 ? -w : 0;
    *if_true = negated ? when_false : when_true;
    *if_false = negated ? when_true : when_false;
}

/* What a sum of groundings weighs beyond `w`, as its product was rounded: of |w|. */
static double rest_of(double each, uint64_t times, double w)
{
    double rest = fma(each, (double)times, -w);
    return w < 0 ? -rest : rest;
}

/* Evidence fixes the atom: if it pays, that is decided. */
void kf_pay_decided(kf_grounder *g, kf_ground_rule *gr, kf_truth fixed, double if_true,
                    double if_false, uint64_t times)
{
    assert(fixed != KF_UNKNOWN);
    double paid = fixed == KF_TRUE ? if_true : if_false;
    if (paid <= 0) return;
    kf_best_add(g, -paid);
    gr->decided[0] += times;
    gr->paid[0] += paid;
}

/* An open atom pays so much more; that of a clustering, beside the problem. rest: of the cost. */
static kerf_status add_to_atom(kf_grounder *g, uint32_t predicate, const uint32_t *row,
                               double if_true, double if_false, double rest)
{
    kf_pair_costs *pairs = kf_grounder_pair_costs(g, predicate);
    kf_atom atom;
    if (pairs) {
        kf_pair_cost cost = { { row[0], row[1] }, if_true, if_false };
        return kf_vec_push(g->mem, &pairs->list, cost) ? KERF_OK : KERF_NO_MEMORY;
    }
    KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
    kf_problem_add_cost(g->p, atom, if_true, if_false);
    kf_problem_add_rest(g->p, atom, if_true > 0 ? rest : 0, if_false > 0 ? rest : 0);
    return KERF_OK;
}

enum { STEPS_PER_COST = 4 };

static bool add_cost(void *context, const kf_binding *b, uint64_t times)
{
    costs *x = context;
    kf_grounder *g = x->g;
    const kf_literal *l = &x->gr->c.literals[x->gr->c.n_observed];
    double each = kf_grounder_weight(g, x->gr, b), w = each * (double)times, if_true, if_false;
    double rest = times > 1 && g->p->exact ? rest_of(each, times, w) : 0;
    if (w == 0) return true;
    uint32_t row[KF_MOST_ARITY];
    kf_literal_row(l, b, row);
    kf_split_cost(x->gr->c.flipped ? -w : w, l->negated, &if_true, &if_false);
    kf_truth fixed = kf_database_fixed(g->d, l->id, row);
    if (fixed != KF_UNKNOWN) {
        kf_pay_decided(g, x->gr, fixed, if_true, if_false, times);
        if ((fixed == KF_TRUE ? if_true : if_false) > 0) kf_best_add(g, -rest);
        return true;
    }
    x->status = kf_grounder_spend(g, STEPS_PER_COST);
    if (x->status == KERF_OK) x->status = add_to_atom(g, l->id, row, if_true, if_false, rest);
    return x->status == KERF_OK;
}

/* No condition, no constant, no variable twice, one weight for all. */
bool kf_local_is_default(const kf_grounder *g, const kf_ground_rule *gr)
{
    assert(gr->local);
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
    kf_split_cost(gr->c.flipped ? -w : w, l->negated, &if_true, &if_false);
    kf_add_exactly(&g->default_true[l->id], &g->default_rest[0][l->id], if_true);
    kf_add_exactly(&g->default_false[l->id], &g->default_rest[1][l->id], if_false);
    for (int value = 0; value < 2; value++) {
        const kf_relation *fixed = value ? g->d->fixed_true[l->id] : g->d->fixed_false[l->id];
        for (uint32_t i = 0; i < fixed->alive; i++) {
            kf_pay_decided(g, gr, value ? KF_TRUE : KF_FALSE, if_true, if_false, 1);
        }
    }
    return KERF_OK;
}

/* ---- Asking ---- */

kerf_status kf_conditions_begin(kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    assert(gr->local);
    const kf_compiled *c = &gr->c;
    KF_TRY(kf_ask_begin(a, g, gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(a, &c->literals[i], true);
    kf_ask_need_tuple(a);
    kf_ask_need_key(a);
    return KERF_OK;
}

kerf_status kf_local_begin(kf_ask *a, kf_grounder *g, kf_ground_rule *gr)
{
    KF_TRY(kf_conditions_begin(a, g, gr));
    kf_ask_need_weight(a);
    return KERF_OK;
}

/* ---- Atoms that will be named ---- */

typedef struct naming {
    kf_grounder *g;
    const kf_literal *l;
    KF_VEC(uint32_t) rows;
    kerf_status status;
} naming;

static bool add_row(void *context, const kf_binding *b, uint64_t times)
{
    naming *x = context;
    (void)times;
    if (!kf_vec_reserve(x->g->mem, &x->rows, x->l->n)) {
        x->status = KERF_NO_MEMORY;
        return false;
    }
    uint32_t *row = x->rows.at + x->rows.n;
    kf_literal_row(x->l, b, row);
    if (kf_relation_find(x->g->atoms[x->l->id], row) == KF_NO_ROW) x->rows.n += x->l->n;
    return true;
}

/* The penalties of all atoms that a formula will name, asked for at once: that is quicker than one
 * by one, and where a backend takes long to answer, by far. */
static kerf_status ask_ahead(kf_ask *a, kf_tuple_map *found)
{
    kf_grounder *g = a->g;
    naming x = { .g = g, .l = &a->gr->c.literals[a->gr->c.n_observed] };
    if (!kf_has_penalties(g, x.l->id)) return KERF_OK;
    if (!g->backend->ops->far && kf_tuple_map_count(found) < TOGETHER) return KERF_OK;
    kerf_status st = kf_ask_emit(a, found, add_row, &x);
    if (x.status != KERF_OK) st = x.status;
    if (st == KERF_OK) st = kf_penalties_ask_ahead(g, x.l->id, x.rows.at, x.rows.n / x.l->n);
    kf_vec_free(g->mem, &x.rows);
    return st;
}

/* ---- Formulas, one after another ---- */

typedef struct local_query {
    kf_ask a;
    kf_query *query; /* NULL: it is not open */
} local_query;

static kerf_status open_query(kf_grounder *g, kf_ground_rule *gr, local_query *x)
{
    if (x->query) return KERF_OK;
    KF_TRY(kf_local_begin(&x->a, g, gr));
    kerf_status st = kf_ask_prepare(&x->a, NULL, KF_NONE, &x->query);
    if (st != KERF_OK) kf_ask_end(&x->a);
    return st;
}

static void close_query(local_query *x)
{
    if (!x->query) return;
    kf_query_free(x->query);
    kf_ask_end(&x->a);
    x->query = NULL;
}

static kerf_status ground_rule(kf_grounder *g, kf_ground_rule *gr, local_query *q)
{
    costs x = { g, gr, KERF_OK };
    kf_tuple_map *found = &g->lists.found;
    KF_TRY(kf_query_collect(&q->a, q->query, NULL, found));
    KF_TRY(ask_ahead(&q->a, found));
    kerf_status st = kf_ask_emit(&q->a, found, add_cost, &x);
    kf_penalties_forget(g, gr->c.literals[gr->c.n_observed].id); /* these atoms are named now */
    return x.status != KERF_OK ? x.status : st;
}

/* Is it to be ground here, neither a default nor a penalty? */
static bool has_costs(const kf_grounder *g, const kf_ground_rule *gr)
{
    return !gr->kept && !gr->penalty && kf_ground_has_conditions(g, gr);
}

static kerf_status expect_all(kf_grounder *g, local_query *queries, kf_ahead *ahead)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (!has_costs(g, gr) || gr->rows.state == KF_ROWS_LISTED) continue;
        KF_TRY(open_query(g, gr, &queries[i]));
        KF_TRY(kf_ahead_note(ahead, queries[i].query, (kf_seeds){ 0 }, false));
        gr->expected = (uint32_t)ahead->list.n;
    }
    return KERF_OK;
}

static kerf_status ground_asked(kf_grounder *g, kf_ground_rule *gr, local_query *query,
                                kf_ahead *ahead)
{
    KF_TRY(open_query(g, gr, query));
    kerf_status st = kf_ahead_go_on(ahead, gr);
    if (st == KERF_OK) st = ground_rule(g, gr, query);
    close_query(query);
    return st;
}

/* queries: by rule, those that the backend knows ahead; NULL: none. */
static kerf_status ground_all(kf_grounder *g, local_query *queries, kf_ahead *ahead)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        local_query own = { 0 };
        if (!has_costs(g, gr)) continue;
        kerf_status st = gr->rows.state == KF_ROWS_LISTED
                             ? kf_row_costs_add(g, gr)
                             : ground_asked(g, gr, queries ? &queries[i] : &own, ahead);
        if (st == KERF_INTERRUPTED) g->stopped_in = gr->rule;
        if (st == KERF_OK) st = kf_grounder_check_weights(g, gr);
        KF_TRY(st);
    }
    return KERF_OK;
}

static kerf_status ground_rules(kf_grounder *g)
{
    kf_ahead ahead = { .g = g };
    local_query *queries = NULL;
    if (!kf_ahead_helps(g)) return ground_all(g, NULL, &ahead);
    queries = kf_mem_calloc(g->mem, g->rules.n, sizeof *queries);
    if (!queries) return KERF_NO_MEMORY;
    kerf_status st = expect_all(g, queries, &ahead);
    if (st == KERF_OK) st = ground_all(g, queries, &ahead);
    kf_ahead_end(&ahead);
    for (size_t i = 0; i < g->rules.n; i++) close_query(&queries[i]);
    kf_mem_free(g->mem, queries, g->rules.n, sizeof *queries);
    return st;
}

static kerf_status soft_evidence(kf_grounder *g, uint32_t predicate)
{
    const kf_facts *soft = kf_evidence_facts(g->d->w, predicate, KF_SAID_SOFT);
    for (uint32_t i = 0; i < soft->n; i++) {
        uint32_t row[KF_MOST_ARITY];
        for (uint32_t c = 0; c < soft->width; c++) row[c] = soft->columns[c][i];
        double p = kf_evidence_probability(g->d->w, predicate, i), w = log(p / (1 - p));
        KF_TRY(add_to_atom(g, predicate, row, w < 0 ? -w : 0, w > 0 ? w : 0, 0));
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
    KF_TRY(kf_local_begin(&a, g, gr));
    for (uint32_t v = 0; v < gr->c.n_variables; v++)
        if (free[v]) a.needed[v] = a.scope[v] = false;
    kerf_status st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, emit, context);
    kf_ask_end(&a);
    return st;
}

kerf_status kf_ground_local(kf_grounder *g)
{
    assert(!g->separated && !g->costs_known);
    /* Defaults and penalties first: an atom takes them when it is made. */
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (gr->local && kf_local_is_default(g, gr)) KF_TRY(add_default(g, gr));
    }
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        bool listed;
        if (!has_costs(g, gr)) continue;
        KF_TRY(kf_penalty_find(g, gr));
        if (has_costs(g, gr)) KF_TRY(kf_local_list(g, gr, &listed));
    }
    KF_TRY(kf_row_costs_begin(g));
    kerf_status st = ground_rules(g);
    if (st == KERF_OK) st = kf_row_costs_end(g);
    kf_row_costs_free(g);
    kf_tuple_map_free(&g->lists.found, g->mem); /* others need the memory */
    KF_TRY(st);
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (g->d->m->predicates.at[i].hidden) KF_TRY(soft_evidence(g, i));
    }
    KF_CHECK(kf_grounder_check(g));
    return kf_grounder_check_weights(g, NULL);
}

kerf_status kf_ground_defaults(kf_grounder *g)
{
    assert(!g->separated);
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (g->d->m->predicates.at[i].hidden && g->default_false[i] > g->default_true[i])
            KF_TRY(kf_grounder_name_all(g, i));
    }
    g->costs_known = true;
    return kf_grounder_check_weights(g, NULL);
}

bool kf_grounder_has_costs(const kf_grounder *g)
{
    return g->costs_known;
}
