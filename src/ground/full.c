/* full.c -- full grounding: everything that evidence does not decide, whatever the assignment.
 *
 * The same queries as in separation, but no hidden literal is tested: of a clause the observed
 * literals must be false; of another formula, those of one of its conjunctions true. Conjunctions
 * that are disjoint with their hidden literals may overlap without them; what is found again is
 * ignored. Formulas that observed literals alone decide are in the totals already and, being in
 * conflict with the observed literals of every other conjunction, are not met here. Cycles are too
 * many to be listed: they are left to separation, which from then on looks for nothing else. */
#include "ground/full.h"

#include "ground/count/count.h"
#include "ground/local/local.h"

#include <math.h>

typedef struct finder {
    kf_grounder *g;
    kf_ground_rule *gr;
    int side;
    uint32_t old;
    kerf_status status;
} finder;

static bool found(void *context, const kf_binding *b, uint64_t times)
{
    finder *f = context;
    double w = kf_grounder_weight(f->g, f->gr, b);
    if (f->gr->c.flipped) w = -w;
    if (f->side == 0 ? !(w > 0) : !(w < 0)) return true; /* it does not pay on this side */
    uint32_t tuple[2 * KF_MOST_TUPLE];
    kf_tuple_read(&f->gr->c, b, tuple);
    f->status = kf_tuple_map_add(&f->gr->tuples[f->side], f->g->mem, tuple, f->old, times,
                                 fabs(w) * (double)times);
    return f->status == KERF_OK;
}

/* All bindings under which the observed ones among the literals are true (or false). */
static kerf_status find(finder *f, const kf_literal *literals, uint32_t n, bool negated)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, f->g, f->gr, n));
    for (uint32_t i = 0; i < n; i++) {
        if (!literals[i].hidden) kf_ask_add(&a, &literals[i], negated);
    }
    kf_ask_need_tuple(&a);
    kf_ask_need_weight(&a);
    f->old = kf_tuple_map_count(&f->gr->tuples[f->side]);
    f->gr->tuples[f->side].stop = f->g->backend->stop;
    f->status = KERF_OK;
    kerf_status st = kf_weights_are_data(f->g, f->gr)
                         ? kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, found, f)
                         : kf_ask_run(&a, NULL, KF_NONE, NULL, found, f);
    kf_ask_end(&a);
    f->gr->tuples[f->side].stop = NULL;
    return f->status != KERF_OK ? f->status : st;
}

static kerf_status find_all(finder *f, bool hard)
{
    const kf_compiled *c = &f->gr->c;
    if (c->form == KF_FORM_CLAUSE) {
        bool no_hidden = c->n_literals == c->n_observed;
        return no_hidden && !hard ? KERF_OK : find(f, c->literals, c->n_literals, true);
    }
    const kf_conjunction *list = f->side ? c->when_true : c->when_false;
    uint32_t n = f->side ? c->n_true : c->n_false;
    for (uint32_t i = 0; i < n; i++) {
        if (list[i].hidden || hard) KF_TRY(find(f, list[i].at, list[i].n, false));
    }
    return KERF_OK;
}

static kerf_status ground_logic(kf_grounder *g, kf_ground_rule *gr, kf_separated *out)
{
    bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
    if (gr->local || gr->settled) return KERF_OK;
    for (int side = 0; side < 2; side++) {
        if (side ? !gr->when_true : !gr->when_false) continue;
        finder f = { .g = g, .gr = gr, .side = side };
        KF_TRY(find_all(&f, hard));
        KF_TRY(kf_take_tuples(g, gr, side, out));
    }
    return KERF_OK;
}

static kerf_status ground_rule(kf_grounder *g, kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    kf_separated out = { 0 };
    size_t errors = kf_diags_errors(g->diags);
    double sum = g->best_sum, rest = g->best_rest;
    bool nothing = g->p->tracing && r->cost == KF_COST_NUMBER && r->weight == 0;
    g->p->tracer = gr->rule;
    kerf_status st = r->kind == KF_RULE_LOGIC   ? ground_logic(g, gr, &out)
                     : r->kind == KF_RULE_COUNT ? kf_ground_groups(g, gr, &out)
                                                : KERF_OK;
    gr->added += out.tuples;
    if (!nothing) gr->best += (g->best_sum - sum) + (g->best_rest - rest);
    else gr->best -= kf_ground_rule_paid(gr);
    kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
    if (st == KERF_NO_MEMORY) {
        kf_diag_add(g->diags, KERF_ERROR, &place, "kerf check --forecast tells how much it takes",
                    "there is no memory for all groundings of this formula");
    }
    if (st == KERF_LIMIT && kf_diags_errors(g->diags) == errors) {
        kf_diag_add(g->diags, KERF_ERROR, &place, "kerf check --forecast tells how many there are",
                    "this formula has too many groundings to be written out");
    }
    return st == KERF_OK ? kf_ground_judge(g, gr) : st;
}

kerf_status kf_ground_judge(kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    uint64_t broken = r->cost == KF_COST_HARD ? gr->decided[0] + gr->decided[1] : 0;
    if (broken == 0) return KERF_OK;
    kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
    kf_diag_add(g->diags, KERF_ERROR, &place, "give it a weight, or correct the evidence",
                "this hard formula cannot be kept: %llu of its groundings %s false in every world",
                (unsigned long long)broken, broken == 1 ? "is" : "are");
    return KERF_INFEASIBLE;
}

kerf_status kf_ground_rest(kf_grounder *g, kf_separated *out)
{
    *out = (kf_separated){ .decided_rule = KF_NONE, .complete = true };
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        uint8_t kind = g->d->m->rules.at[gr->rule].kind;
        uint64_t before = out->tuples;
        if (gr->product && gr->product->active) continue;
        if (kind == KF_RULE_LOGIC) KF_TRY(ground_logic(g, gr, out));
        if (kind == KF_RULE_COUNT) KF_TRY(kf_ground_groups(g, gr, out));
        gr->added += out->tuples - before;
    }
    KF_CHECK(kf_grounder_check(g));
    return KERF_OK;
}

bool kf_grounder_is_all_ground(const kf_grounder *g)
{
    return g->all_ground;
}

kerf_status kf_ground_all(kf_grounder *g)
{
    assert(!g->separated && !g->all_ground);
    g->penalties_from = INFINITY; /* every atom that has a cost is named */
    KF_TRY(kf_ground_local(g));
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (g->default_true[i] != 0 || g->default_false[i] != 0) KF_TRY(kf_grounder_name_all(g, i));
    }
    g->costs_known = true;
    for (size_t i = 0; i < g->rules.n; i++)
        if (!g->rules.at[i].waiting) KF_TRY(ground_rule(g, &g->rules.at[i]));
    g->all_ground = true;
    KF_CHECK(kf_grounder_check(g));
    return KERF_OK;
}
