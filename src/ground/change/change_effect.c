/* change_effect.c -- what groundings that come or go change in the problem; see change_ask.h. */
#include "ground/change/change_ask.h"
#include "ground/score/totals.h"

#include <float.h>
#include <math.h>

/* ---- Met before from another place? ---- */

static bool is_row(const kf_literal *l, const kf_binding *b, const uint32_t *row)
{
    uint32_t is[KF_MOST_ARITY];
    kf_literal_row(l, b, is);
    for (uint32_t i = 0; i < l->n; i++)
        if (is[i] != row[i]) return false;
    return true;
}

static bool has_fact_before(const kf_effect *x, const kf_binding *b)
{
    const kf_compiled *c = &x->gr->c;
    const kf_literal *l = &c->literals[x->start];
    for (uint32_t i = 0; i < x->start; i++) {
        const kf_literal *other = &c->literals[i];
        if (other->kind == KF_LITERAL_ATOM && other->id == l->id && other->negated == l->negated
            && is_row(other, b, x->row))
            return true;
    }
    return false;
}

static bool has_constant_before(const kf_effect *x, const kf_binding *b)
{
    const kf_compiled *c = &x->gr->c;
    for (uint32_t v = 0; v < x->start; v++)
        if (c->types[v] == c->types[x->start] && !kf_is_guarded(c, v) && b->ids[v] == x->constant)
            return true;
    return false;
}

/* ---- What rounding leaves ---- */

/* A weight goes from sums of weights, and leaves there what rounding has made of the others: where
 * that would count beside the costs of answers, all is ground anew. */
static void take_back(kf_effect *x, double weight)
{
    const double counts = 2e-10; /* less than what is proven */
    if (x->gained) return;
    if (weight * DBL_EPSILON > counts * kf_grounder_cost_scale(x->g)) x->anew = true;
}

/* ---- Costs of atoms ---- */

static kerf_status change_decided(kf_effect *x, int side, double paid, uint64_t times)
{
    kf_ground_rule *gr = x->gr;
    if (paid <= 0) return KERF_OK;
    take_back(x, paid);
    kf_best_add(x->g, x->gained ? -paid : paid);
    gr->decided[side] += x->gained ? times : 0 - times;
    gr->paid[side] += x->gained ? paid : -paid;
    if (gr->decided[side] == 0 || gr->paid[side] < 0) gr->paid[side] = 0;
    return KERF_OK;
}

static kerf_status change_cost(kf_effect *x, const kf_binding *b, uint64_t times)
{
    kf_grounder *g = x->g;
    kf_ground_rule *gr = x->gr;
    const kf_literal *l = &gr->c.literals[gr->c.n_observed];
    double w = g->d->m->rules.at[gr->rule].weight * (double)times, if_true, if_false;
    uint32_t row[KF_MOST_ARITY];
    kf_atom atom;
    if (w == 0 || kf_local_is_default(g, gr)) return KERF_OK;
    kf_literal_row(l, b, row);
    kf_split_cost(gr->c.flipped ? -w : w, l->negated, &if_true, &if_false);
    kf_truth fixed = kf_database_fixed(g->d, l->id, row);
    if (fixed != KF_UNKNOWN)
        return change_decided(x, 0, fixed == KF_TRUE ? if_true : if_false, times);
    bool named = kf_relation_find(g->atoms[l->id], row) != KF_NO_ROW;
    if (!named && gr->penalty) return KERF_OK; /* it is asked for when the atom gets its name */
    if (!named && !x->gained) {
        x->anew = true;
        return KERF_OK;
    }
    KF_TRY(kf_grounder_atom(g, l->id, row, &atom));
    if (x->gained) kf_problem_add_cost(g->p, atom, if_true, if_false);
    else kf_problem_lower_cost(g->p, atom, if_true, if_false);
    take_back(x, if_true + if_false);
    return kf_problem_touch(g->p, atom);
}

/* ---- Clauses ---- */

/* The tuple has `now` groundings after `then`; neither is hard and 0 before. */
static kerf_status change_clause(kf_effect *x, int side, const kf_lit *lits, uint32_t n,
                                 uint32_t entry, uint64_t now)
{
    kf_problem *p = x->g->p;
    kf_tuple_map *u = &x->gr->tuples[side];
    double sign = side == 0 ? 1 : -1, constant = 0, then = u->weights.at[entry];
    if (kf_is_hard(x->g, x->gr))
        return now == 0 ? kf_problem_drop_clause(p, lits, n, INFINITY) : KERF_OK;
    double weight = fabs(x->g->d->m->rules.at[x->gr->rule].weight) * (double)now;
    u->weights.at[entry] = weight;
    take_back(x, then);
    if (now > 0) KF_TRY(kf_problem_add_clause(p, lits, n, sign * weight, &constant));
    return kf_problem_drop_clause(p, lits, n, sign * then);
}

kerf_status kf_change_tuple(kf_effect *x, int side, uint32_t entry, uint64_t times)
{
    kf_grounder *g = x->g;
    kf_ground_rule *gr = x->gr;
    kf_tuple_map *u = &gr->tuples[side];
    kf_lit lits[KF_MOST_PLAIN];
    uint32_t n;
    bool always;
    assert(entry < gr->done[side] && (x->gained || times <= u->times.at[entry]));
    uint64_t now = x->gained ? u->times.at[entry] + times : u->times.at[entry] - times;
    kf_tuple_bind(&gr->c, kf_tuple_map_tuple(u, entry), &g->binding);
    KF_TRY(kf_plain_literals(g, &gr->c, &g->binding, lits, &n, &always));
    bool decided = always ? side == 1 : n == 0 && side == 0;
    if (decided && kf_is_hard(g, gr)) x->anew = true;
    else if (decided) {
        double each = fabs(g->d->m->rules.at[gr->rule].weight);
        KF_TRY(change_decided(x, side, each * (double)times, times));
        u->weights.at[entry] = each * (double)now;
    } else if (!always && n > 0) {
        KF_TRY(change_clause(x, side, lits, n, entry, now));
    }
    u->times.at[entry] = now;
    if (now > 0) return KERF_OK;
    kf_tuple_map_remove(u, entry);
    gr->done[side]--;
    if (gr->grouped > gr->done[0]) gr->grouped = gr->done[0];
    return KERF_OK;
}

/* Does the current assignment violate the grounding? */
static bool is_violated(const kf_effect *x, const kf_binding *b, int side)
{
    const kf_compiled *c = &x->gr->c;
    bool any = false;
    for (uint32_t i = c->n_observed; i < c->n_literals && !any; i++) {
        uint32_t row[KF_MOST_ARITY];
        kf_literal_row(&c->literals[i], b, row);
        any = kf_database_holds(x->g->d, c->literals[i].id, row) != c->literals[i].negated;
    }
    return any == (side == 1);
}

/* One that is violated and not there has had no groundings before: else it would be there. */
static kerf_status change_tuples(kf_effect *x, const kf_binding *b, uint64_t times)
{
    kf_ground_rule *gr = x->gr;
    int side = gr->when_false ? 0 : 1;
    kf_tuple_map *u = &gr->tuples[side];
    uint32_t tuple[KF_MOST_ARITY * KF_MOST_PLAIN];
    if (!gr->when_false && !gr->when_true) return KERF_OK;
    assert(gr->c.n_tuple <= KF_LENGTH(tuple));
    kf_tuple_read(&gr->c, b, tuple);
    uint32_t entry = kf_tuple_map_find(u, tuple);
    if (entry < gr->done[side]) return kf_change_tuple(x, side, entry, times);
    if (!x->gained || !is_violated(x, b, side)) return KERF_OK;
    return kf_tuple_map_add(u, x->g->mem, tuple, gr->done[side], times, 0);
}

/* ---- One answer, and the end ---- */

bool kf_effect_emit(void *context, const kf_binding *b, uint64_t times)
{
    kf_effect *x = context;
    const kf_compiled *c = &x->gr->c;
    if (x->row ? has_fact_before(x, b) : has_constant_before(x, b)) return true;
    x->open += times;
    if (x->gr->local) x->status = change_cost(x, b, times);
    else if (c->n_literals > c->n_observed) x->status = change_tuples(x, b, times);
    else if (kf_is_hard(x->g, x->gr)) x->anew = true; /* evidence alone breaks it */
    return x->status == KERF_OK && !x->anew;
}

kerf_status kf_effect_end(kf_effect *x)
{
    kf_separated out = { .decided_rule = KF_NONE };
    if (x->gr->local) return KERF_OK;
    for (int side = 0; side < 2; side++) KF_TRY(kf_take_tuples(x->g, x->gr, side, &out));
    x->gr->added += out.tuples;
    if (out.decided_hard > 0) x->anew = true;
    return KERF_OK;
}
