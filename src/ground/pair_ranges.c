/* pair_ranges.c -- ranges of what atoms of a coupled equivalence gain; see pair_ranges.h. */
#include "ground/pair_ranges.h"

#include "base/check.h"
#include "ground/ask/ask.h"
#include "ground/atoms.h"
#include "ground/graph/graph.h"
#include "ground/ground_rule.h"
#include "ground/local/penalty.h"
#include "ground/pair_costs.h"

#include <math.h>

/* Groundings of formulas that couple, for each atom that has a cost of its own, and beside that:
 * where there are more, ranges are wide. */
static const double PER_ATOM = 4, BESIDE = 1000;

/* ---- Which predicates ---- */

static bool concerns(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    if (r->kind == KF_RULE_ACYCLIC) return r->predicate == predicate;
    for (uint32_t i = 0; i < gr->c.n_within; i++)
        if (gr->c.within[i].kind == KF_LITERAL_ATOM && gr->c.within[i].id == predicate) return true;
    return kf_logic_names(r->body, predicate);
}

static bool is_structure(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate)
{
    uint32_t related = KF_NONE;
    return kf_relating_of(g->d->m, &gr->c, &related) && related == predicate;
}

/* Is it a clause that names the predicate in plain atoms only? */
static bool is_plain(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate)
{
    const kf_compiled *c = &gr->c;
    if (g->d->m->rules.at[gr->rule].kind != KF_RULE_LOGIC || c->form != KF_FORM_CLAUSE)
        return false;
    if (gr->kept || gr->waiting || gr->settled || gr->penalty) return false;
    for (uint32_t i = 0; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind == KF_LITERAL_TREE && kf_logic_names(l->tree, predicate)) return false;
        if (l->kind == KF_LITERAL_ATOM && l->id == predicate && l->right) return false;
    }
    return !kf_is_hard(g, gr) || !c->flipped;
}

/* Does it force its one hidden atom, if it is hard? */
static bool forces(const kf_compiled *c)
{
    assert(!c->flipped);
    return c->n_literals == c->n_observed + 1;
}

static bool is_equivalence(const kf_grounder *g, uint32_t predicate)
{
    const uint8_t both = KF_TRANSITIVE_RELATION | KF_SYMMETRIC_RELATION;
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    if (!p->hidden || (g->relation[predicate] & both) != both) return false;
    return p->slots[0].type == p->slots[1].type && !kf_grounder_pair_costs(g, predicate)
           && !kf_has_penalties(g, predicate) && !g->backend->ops->far;
}

static bool fits(const kf_grounder *g, uint32_t predicate)
{
    if (!is_equivalence(g, predicate)) return false;
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        if (!concerns(g, gr, predicate) || is_structure(g, gr, predicate)) continue;
        if (!is_plain(g, gr, predicate)) return false;
    }
    return true;
}

static bool is_coupled_hard(const kf_grounder *g, uint32_t predicate)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        if (!concerns(g, gr, predicate) || is_structure(g, gr, predicate)) continue;
        if (kf_is_hard(g, gr) && !forces(&gr->c)) return true;
    }
    return false;
}

/* ---- Costs and evidence ---- */

static kerf_status add(kf_grounder *g, kf_pair_ranges *x, const uint32_t *row, double low,
                       double high)
{
    assert(low <= high);
    kf_atom_range r = { { row[0], row[1] }, low, high };
    return kf_vec_push(g->mem, &x->list, r) ? KERF_OK : KERF_NO_MEMORY;
}

/* What atoms cost by themselves, beside the default. */
static kerf_status add_costs(kf_grounder *g, kf_pair_ranges *x)
{
    const kf_relation *rel = g->atoms[x->predicate];
    double usual = g->default_false[x->predicate] - g->default_true[x->predicate];
    for (uint32_t i = 0; i < g->atom_of[x->predicate].n; i++) {
        uint32_t atom = g->atom_of[x->predicate].at[i];
        uint32_t row[2] = { rel->columns[0][i], rel->columns[1][i] };
        if (atom == KF_NONE) continue;
        double gain = g->p->cost_false.at[atom] - g->p->cost_true.at[atom] - usual;
        KF_TRY(add(g, x, row, gain, gain));
    }
    x->low = x->high = usual;
    return KERF_OK;
}

static kerf_status add_evidence(kf_grounder *g, kf_pair_ranges *x, bool value)
{
    const kf_relation *fixed =
        value ? g->d->fixed_true[x->predicate] : g->d->fixed_false[x->predicate];
    double gain = value ? INFINITY : -INFINITY;
    for (uint32_t i = 0; i < fixed->n; i++) {
        if (fixed->dead && fixed->dead[i]) continue;
        uint32_t row[2] = { fixed->columns[0][i], fixed->columns[1][i] };
        KF_TRY(add(g, x, row, gain, gain));
    }
    return KERF_OK;
}

/* ---- Formulas that couple ---- */

typedef struct coupling {
    kf_grounder *g;
    kf_ground_rule *gr;
    kf_pair_ranges *x;
    kerf_status status;
} coupling;

/* How far a literal of a clause of this weight may take its atom. A hard one is alone. */
static kf_atom_range range_of(const kf_literal *l, double weight)
{
    bool up = (weight > 0) != l->negated;
    if (isinf(weight))
        return (kf_atom_range){ .low = up ? weight : -weight, .high = up ? weight : -weight };
    return up ? (kf_atom_range){ .high = fabs(weight) } : (kf_atom_range){ .low = -fabs(weight) };
}

static bool lock(coupling *c, const uint32_t *row)
{
    bool pushed = kf_vec_push(c->g->mem, &c->x->locked, row[0])
                  && kf_vec_push(c->g->mem, &c->x->locked, row[1]);
    if (!pushed) c->status = KERF_NO_MEMORY;
    return pushed;
}

static bool add_binding(void *context, const kf_binding *b, uint64_t times)
{
    coupling *c = context;
    const kf_compiled *r = &c->gr->c;
    double weight = kf_grounder_weight(c->g, c->gr, b) * (double)times;
    if (weight == 0) return true;
    for (uint32_t i = r->n_observed; i < r->n_literals && c->status == KERF_OK; i++) {
        const kf_literal *l = &r->literals[i];
        uint32_t row[KF_MOST_ARITY];
        if (l->kind != KF_LITERAL_ATOM || l->id != c->x->predicate) continue;
        assert(l->n == 2);
        kf_atom_range to = range_of(l, r->flipped ? -weight : weight);
        kf_literal_row(l, b, row);
        if (isinf(weight) && !forces(r)) lock(c, row);
        else c->status = add(c->g, c->x, row, to.low, to.high);
    }
    return c->status == KERF_OK;
}

/* No condition, no further variable, one weight for all: every atom has the same. */
static bool is_default(const kf_grounder *g, const kf_ground_rule *gr, const kf_literal *l)
{
    const kf_compiled *c = &gr->c;
    if (c->n_observed || c->n_conditions || g->d->m->rules.at[gr->rule].cost == KF_COST_TABLE)
        return false;
    return l->n_uses == 2 && c->n_free == 2 && c->n_variables == 2;
}

static bool add_defaults(const kf_grounder *g, const kf_ground_rule *gr, kf_pair_ranges *x)
{
    double weight = g->d->m->rules.at[gr->rule].weight;
    for (uint32_t i = gr->c.n_observed; i < gr->c.n_literals; i++) {
        const kf_literal *l = &gr->c.literals[i];
        if (l->kind != KF_LITERAL_ATOM || l->id != x->predicate) continue;
        if (kf_is_hard(g, gr) || !is_default(g, gr, l)) return false;
        kf_atom_range to = range_of(l, gr->c.flipped ? -weight : weight);
        assert(to.low <= 0 && to.high >= 0); /* the range of every atom grows */
        x->low += to.low;
        x->high += to.high;
    }
    return true;
}

static kerf_status add_formula(kf_grounder *g, kf_ground_rule *gr, kf_pair_ranges *x, double *left,
                               bool *known)
{
    kf_pair_ranges before = *x;
    coupling c = { .g = g, .gr = gr, .x = x };
    kf_query *query = NULL;
    kf_ask a;
    if (add_defaults(g, gr, x)) return KERF_OK;
    x->low = before.low;
    x->high = before.high;
    KF_TRY(kf_ask_begin(&a, g, gr, gr->c.n_observed));
    for (uint32_t i = 0; i < gr->c.n_observed; i++) kf_ask_add(&a, &gr->c.literals[i], true);
    kf_ask_need_tuple(&a);
    kf_ask_need_key(&a);
    kerf_status st = kf_ask_prepare(&a, NULL, KF_NONE, &query);
    if (st == KERF_OK) *left -= kf_query_estimate(query).answers;
    assert(x->low <= x->high);
    *known = *left >= 0;
    if (st == KERF_OK && *known) st = kf_query_run_ordered(&a, query, NULL, add_binding, &c);
    if (query) kf_query_free(query);
    kf_ask_end(&a);
    return c.status != KERF_OK ? c.status : st;
}

/* ---- All ---- */

/* Where most pairs have a score of their own, few nodes merge. */
static bool is_sparse(const kf_grounder *g, const kf_pair_ranges *x)
{
    enum { FEW = 8 };
    double n = g->d->domains[g->d->m->predicates.at[x->predicate].slots[0].type].n;
    return FEW * (double)g->atom_of[x->predicate].n <= n * n;
}

kerf_status kf_pair_ranges_gather_costs(kf_grounder *g, uint32_t predicate, bool anyhow,
                                        kf_pair_ranges *x, bool *known)
{
    *x = (kf_pair_ranges){ .predicate = predicate };
    *known = fits(g, predicate) && (anyhow || is_sparse(g, x));
    if (!*known) return KERF_OK;
    x->hard = is_coupled_hard(g, predicate);
    KF_TRY(add_costs(g, x));
    KF_TRY(add_evidence(g, x, true));
    return add_evidence(g, x, false);
}

kerf_status kf_pair_ranges_gather(kf_grounder *g, uint32_t predicate, bool anyhow,
                                  kf_pair_ranges *x, bool *known)
{
    KF_TRY(kf_pair_ranges_gather_costs(g, predicate, anyhow, x, known));
    if (!*known) return KERF_OK;
    double left = anyhow ? INFINITY : BESIDE + PER_ATOM * (double)g->atom_of[predicate].n;
    for (size_t i = 0; i < g->rules.n && *known; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (!concerns(g, gr, predicate) || is_structure(g, gr, predicate) || gr->local) continue;
        KF_TRY(add_formula(g, gr, x, &left, known));
    }
    return KERF_OK;
}

void kf_pair_ranges_free(kf_grounder *g, kf_pair_ranges *x)
{
    kf_vec_free(g->mem, &x->list);
    kf_vec_free(g->mem, &x->locked);
}

kerf_status kf_pair_ranges_force(kf_grounder *g, uint32_t predicate, const uint32_t *row,
                                 kf_atom *atom, bool *added)
{
    double constant = 0;
    *added = kf_database_fixed(g->d, predicate, row) == KF_UNKNOWN;
    if (!*added) return KERF_OK;
    KF_TRY(kf_grounder_atom(g, predicate, row, atom));
    kf_lit unit = kf_lit_of(*atom, false);
    return kf_problem_add_clause(g->p, &unit, 1, INFINITY, &constant);
}

kerf_status kf_pair_ranges_release(kf_grounder *g, kf_atom atom)
{
    kf_lit unit = kf_lit_of(atom, false);
    return kf_problem_drop_clause(g->p, &unit, 1, INFINITY);
}
