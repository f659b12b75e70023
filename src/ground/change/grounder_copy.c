/* grounder_copy.c -- a grounder that goes on in another session; see change.h.
 *
 * Rules are opened anew over the other model, database and problem. What was found is numbers,
 * which are copied; queries are prepared again when something is asked for the first time. */
#include "ground/change/change.h"

#include "ground/local/penalty.h"
#include "ground/score/recount.h"

static bool can_copy_rule(const kf_ground_rule *gr)
{
    return !gr->cycles && !(gr->product && gr->product->active) && gr->stage == 0;
}

bool kf_grounder_can_copy(const kf_grounder *g)
{
    if (g->pair_costs || g->backend->ops->far || g->d->n_functions > 0 || g->d->open) return false;
    for (size_t i = 0; i < g->rules.n; i++)
        if (!can_copy_rule(&g->rules.at[i])) return false;
    return true;
}

/* ---- Rules ---- */

static kerf_status copy_tuples(kf_grounder *g, kf_ground_rule *to, const kf_ground_rule *from)
{
    for (int side = 0; side < 2; side++) {
        to->tuples[side] = (kf_tuple_map){ 0 };
        if (!kf_tuple_map_copy(&to->tuples[side], g->mem, &from->tuples[side]))
            return KERF_NO_MEMORY;
        to->done[side] = from->done[side];
    }
    if (!kf_tuple_map_copy(&to->newly, g->mem, &from->newly)
        || !kf_tuple_map_copy(&to->members, g->mem, &from->members))
        return KERF_NO_MEMORY;
    to->grouped = from->grouped;
    return KERF_OK;
}

static void copy_state(kf_ground_rule *to, const kf_ground_rule *from)
{
    to->stale = from->stale;
    to->known = from->known;
    to->expected = from->expected;
    to->local = from->local;
    to->kept = from->kept;
    to->waiting = from->waiting;
    to->settled = from->settled;
    to->when_false = from->when_false;
    to->when_true = from->when_true;
    to->groundings = from->groundings;
    to->open = from->open;
    to->open_known = from->open_known;
    to->added = from->added;
    to->rows_from = from->rows_from;
    to->best = from->best;
    to->violated = from->violated;
    to->violated_known = from->violated_known;
    for (int side = 0; side < 2; side++) {
        to->paid[side] = from->paid[side];
        to->decided[side] = from->decided[side];
    }
}

static kerf_status copy_rules(kf_grounder *g, const kf_grounder *from)
{
    assert(g->rules.n == from->rules.n);
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *to = &g->rules.at[i];
        const kf_ground_rule *is = &from->rules.at[i];
        assert(to->rule == is->rule);
        copy_state(to, is);
        if (from->recount) kf_recount_told(from->recount, i, &to->violated, &to->violated_known);
        KF_TRY(copy_tuples(g, to, is));
        if (is->penalty) KF_TRY(kf_penalty_copy(g, to, is));
    }
    return KERF_OK;
}

/* ---- Atoms ---- */

static kerf_status copy_names(kf_grounder *g, const kf_grounder *from)
{
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        kf_relation_free(g->atoms[p]);
        g->atoms[p] = NULL;
        if (from->atoms[p]) KF_TRY(kf_relation_copy(&g->atoms[p], g->mem, from->atoms[p], true));
        if (!kf_vec_copy(g->mem, &g->atom_of[p], &from->atom_of[p])) return KERF_NO_MEMORY;
        g->default_true[p] = from->default_true[p];
        g->default_false[p] = from->default_false[p];
        g->relation[p] = from->relation[p];
    }
    bool good = kf_vec_copy(g->mem, &g->predicate_of, &from->predicate_of)
                && kf_vec_copy(g->mem, &g->row_of, &from->row_of)
                && kf_vec_copy(g->mem, &g->auxiliaries, &from->auxiliaries)
                && kf_vec_copy(g->mem, &g->auxiliary_literals, &from->auxiliary_literals);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- All of it ---- */

static void copy_totals(kf_grounder *g, const kf_grounder *from)
{
    g->settled_cost = from->settled_cost;
    g->changes = from->changes;
    g->separated = from->separated;
    g->all_ground = from->all_ground;
    g->costs_known = from->costs_known;
    g->threads = from->threads;
    g->complete_groups = from->complete_groups;
    g->every_row = from->every_row;
    g->always_threads = from->always_threads;
    g->penalties_from = from->penalties_from;
    g->best = from->best;
    g->best_sum = from->best_sum;
    g->best_rest = from->best_rest;
    g->best_taken = from->best_taken;
    g->weights = from->weights;
    g->constant = from->constant;
}

kerf_status kf_grounder_copy(kf_grounder **out, const kf_grounder *from, kf_mem *mem,
                             kf_database *d, kf_problem *p, kf_diags *diags)
{
    kf_grounder *g;
    assert(kf_grounder_can_copy(from));
    KF_TRY(kf_grounder_open(&g, mem, d, p, diags));
    copy_totals(g, from);
    kerf_status st = copy_rules(g, from);
    if (st == KERF_OK) st = copy_names(g, from);
    if (st != KERF_OK) {
        kf_grounder_free(g);
        return st;
    }
    KF_CHECK(kf_grounder_check(g));
    *out = g;
    return KERF_OK;
}
