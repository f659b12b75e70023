/* pair_costs.c -- recognises clusterings and gathers their costs; see pair_costs.h. */
#include "ground/pair_costs.h"

#include "ground/ask/ask.h"
#include "ground/graph/graph.h"
#include "ground/local/local.h"
#include "ground/local/penalty.h"

#include <math.h>

static const double MOST_FORCED = 1e7; /* atoms that a hard formula forces, as expected */

/* ---- Which predicates ---- */

bool kf_logic_names(const kf_logic *f, uint32_t predicate)
{
    if (!f) return false;
    if (f->kind == KF_LOGIC_ATOM) return f->id == predicate;
    if (kf_logic_has_terms(f)) return false;
    for (uint32_t i = 0; i < f->n; i++)
        if (kf_logic_names(f->kids[i], predicate)) return true;
    return false;
}

static bool concerns(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    return r->kind == KF_RULE_ACYCLIC ? r->predicate == predicate
                                      : kf_logic_names(r->body, predicate);
}

/* Is its one hidden literal an atom? Of a hard formula, one that must hold. */
static bool has_one_atom(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    if (gr->kept || g->d->m->rules.at[gr->rule].kind != KF_RULE_LOGIC) return false;
    if (gr->local) return true;
    return kf_is_hard(g, gr) && c->form == KF_FORM_CLAUSE && !c->flipped
           && c->n_literals == c->n_observed + 1
           && c->literals[c->n_observed].kind == KF_LITERAL_ATOM;
}

static bool fits(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate)
{
    uint32_t related = KF_NONE;
    if (kf_relating_of(g->d->m, &gr->c, &related)) return related == predicate;
    return has_one_atom(g, gr) && gr->c.literals[gr->c.n_observed].id == predicate;
}

static bool is_clustering(const kf_grounder *g, uint32_t predicate, uint32_t least_constants)
{
    const uint8_t both = KF_TRANSITIVE_RELATION | KF_SYMMETRIC_RELATION;
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    if (!p->hidden || (g->relation[predicate] & both) != both) return false;
    assert(p->arity == 2 && !p->number);
    if (p->slots[0].type != p->slots[1].type) return false;
    if (g->d->domains[p->slots[0].type].n < least_constants) return false;
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        if (concerns(g, gr, predicate) && !fits(g, gr, predicate)) return false;
    }
    return true;
}

static void mark_rules(kf_grounder *g, uint32_t predicate, bool settled)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (concerns(g, &g->rules.at[i], predicate)) g->rules.at[i].settled = settled;
}

kerf_status kf_pair_costs_find(kf_grounder *g, uint32_t least_constants)
{
    assert(!g->separated && !g->costs_known && !g->pair_costs);
    uint32_t n = g->d->n_predicates;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_clustering(g, i, least_constants)) continue;
        if (!g->pair_costs) g->pair_costs = kf_mem_calloc(g->mem, n, sizeof *g->pair_costs);
        if (!g->pair_costs) return KERF_NO_MEMORY;
        g->pair_costs[i].predicate = i;
        g->pair_costs[i].known = true;
        mark_rules(g, i, true);
    }
    return KERF_OK;
}

kf_pair_costs *kf_grounder_pair_costs(const kf_grounder *g, uint32_t predicate)
{
    bool is = g->pair_costs && g->pair_costs[predicate].known;
    return is ? &g->pair_costs[predicate] : NULL;
}

/* ---- What is forced ---- */

typedef struct forcing {
    kf_grounder *g;
    kf_pair_costs *x;
    const kf_literal *l;
    kerf_status status;
} forcing;

static kerf_status force_row(kf_grounder *g, kf_pair_costs *x, const uint32_t *row, bool value)
{
    kf_pair_cost cost = { .row = { row[0], row[1] } };
    *(value ? &cost.if_false : &cost.if_true) = INFINITY;
    return kf_vec_push(g->mem, &x->list, cost) ? KERF_OK : KERF_NO_MEMORY;
}

static bool force_binding(void *context, const kf_binding *b, uint64_t times)
{
    forcing *f = context;
    uint32_t row[KF_MOST_ARITY];
    (void)times;
    kf_literal_row(f->l, b, row);
    f->status = force_row(f->g, f->x, row, !f->l->negated);
    return f->status == KERF_OK;
}

/* A hard formula whose conditions hold forces its atom. */
static kerf_status force_rule(kf_grounder *g, kf_ground_rule *gr, kf_pair_costs *x)
{
    const kf_compiled *c = &gr->c;
    forcing f = { .g = g, .x = x, .l = &c->literals[c->n_observed] };
    kf_query *query = NULL;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, g, gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], true);
    kf_ask_need_tuple(&a);
    kerf_status st = kf_ask_prepare(&a, NULL, KF_NONE, &query);
    if (st == KERF_OK && kf_query_estimate(query).answers > MOST_FORCED) st = KERF_LIMIT;
    if (st == KERF_OK) st = kf_query_run_ordered(&a, query, NULL, force_binding, &f);
    if (query) kf_query_free(query);
    kf_ask_end(&a);
    return f.status != KERF_OK ? f.status : st;
}

static kerf_status force_evidence(kf_grounder *g, kf_pair_costs *x, bool value)
{
    const kf_relation *fixed =
        value ? g->d->fixed_true[x->predicate] : g->d->fixed_false[x->predicate];
    for (uint32_t i = 0; i < fixed->n; i++) {
        if (fixed->dead && fixed->dead[i]) continue;
        uint32_t row[2] = { fixed->columns[0][i], fixed->columns[1][i] };
        KF_TRY(force_row(g, x, row, value));
    }
    return KERF_OK;
}

kerf_status kf_pair_costs_complete(kf_grounder *g, kf_pair_costs *x)
{
    assert(x->known);
    KF_TRY(force_evidence(g, x, true));
    KF_TRY(force_evidence(g, x, false));
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        bool hard = gr->settled && kf_is_hard(g, gr) && has_one_atom(g, gr);
        if (hard && gr->c.literals[gr->c.n_observed].id == x->predicate)
            KF_TRY(force_rule(g, gr, x));
    }
    x->default_true = g->default_true[x->predicate];
    x->default_false = g->default_false[x->predicate];
    x->apart = kf_penalties_apart(g, x->predicate);
    return KERF_OK;
}

/* ---- The end of it ---- */

kerf_status kf_pair_costs_give_back(kf_grounder *g, kf_pair_costs *x)
{
    kerf_status st = KERF_OK;
    for (size_t i = 0; st == KERF_OK && i < x->list.n; i++) {
        const kf_pair_cost *c = &x->list.at[i];
        kf_atom atom;
        if (isinf(c->if_true) || isinf(c->if_false)) continue; /* separation finds it */
        st = kf_grounder_atom(g, x->predicate, c->row, &atom);
        if (st == KERF_OK) kf_problem_add_cost(g->p, atom, c->if_true, c->if_false);
    }
    kf_vec_free(g->mem, &x->list);
    mark_rules(g, x->predicate, false);
    x->known = false;
    return st;
}

bool kf_pair_costs_are_partial(const kf_grounder *g, const kf_pair_costs *x)
{
    return kf_has_other_penalties(g, x->predicate);
}

kerf_status kf_pair_costs_beyond(kf_grounder *g, const kf_pair_costs *x, const uint32_t *row,
                                 double *if_true)
{
    KF_TRY(kf_grounder_spend(g, 8));
    return kf_other_penalties_of(g, x->predicate, row, if_true);
}

kerf_status kf_pair_costs_set(kf_grounder *g, const kf_pair_costs *x, const uint32_t *row)
{
    bool changed;
    KF_TRY(kf_backend_set(g->backend, x->predicate, row, true, &changed));
    g->changes += changed;
    return KERF_OK;
}

void kf_pair_costs_settle(kf_grounder *g, kf_pair_costs *x, double cost)
{
    assert(x->known && g->atom_of[x->predicate].n == 0);
    g->default_true[x->predicate] = g->default_false[x->predicate] = 0;
    g->settled_cost += cost;
    kf_vec_free(g->mem, &x->list);
}
