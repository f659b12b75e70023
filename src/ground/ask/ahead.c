/* ahead.c -- tells the backend beforehand which queries separation will ask.
 *
 * A backend that works on several queries at once begins with the next ones while the grounder
 * takes in what earlier ones found. The list is in the order of the queries: those of local.c, or
 * those of separate.c for a round. At its end the backend gives up what was not asked for. */
#include "ground/ask/cases.h"

enum { LEAST_WORK = 20000 }; /* rows: below, one more connection takes longer than the query */

bool kf_ahead_helps(const kf_grounder *g)
{
    return g->backend->ops->ahead && g->threads > 1;
}

kerf_status kf_ahead_note(kf_ahead *x, kf_query *query, kf_seeds seeds, bool seeded)
{
    kf_case_query one = { query, seeds, seeded };
    double work = kf_query_estimate(query).work * (seeded ? seeds.n : 1);
    if (work < LEAST_WORK && !x->g->always_threads) return KERF_OK;
    return kf_vec_push(x->g->mem, &x->list, one) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status note_start(kf_ahead *x, kf_case *one, kf_start *s)
{
    for (int up = 0; up < 2; up++) {
        kf_seeds seeds = kf_seeds_of(x->g, s->seed->id, up);
        kf_query *query;
        if (!(up ? s->up : s->down) || seeds.n == 0 || s->in_tree) continue;
        KF_TRY(kf_case_start(one, s, &query));
        return kf_ahead_note(x, query, seeds,
                             true); /* with the other seeds it is asked after that */
    }
    return KERF_OK;
}

static kerf_status note_rule(kf_ahead *x, kf_ground_rule *gr, bool full)
{
    const kf_rule *r = &x->g->d->m->rules.at[gr->rule];
    bool no_hidden = gr->c.form == KF_FORM_CLAUSE && gr->c.n_literals == gr->c.n_observed;
    if (r->kind != KF_RULE_LOGIC || gr->local || gr->settled || gr->product || no_hidden)
        return KERF_OK;
    full |= kf_is_one_grounding(gr);
    for (int side = 0; side < 2; side++) {
        kf_cases *cases;
        if (side ? !gr->when_true : !gr->when_false) continue;
        if (side == 0 && kf_clause_holds(x->g, gr)) continue; /* separation asks nothing, either */
        KF_TRY(kf_cases_get(x->g, gr, side, &cases));
        for (uint32_t i = 0; i < cases->n; i++) {
            kf_case *one = &cases->at[i];
            kf_query *query;
            if (full && !one->decided) {
                KF_TRY(kf_case_whole(one, &query));
                KF_TRY(kf_ahead_note(x, query, (kf_seeds){ 0 }, false));
            }
            for (uint32_t k = 0; !full && k < one->n_starts; k++)
                KF_TRY(note_start(x, one, &one->starts[k]));
        }
    }
    return KERF_OK;
}

kerf_status kf_ahead_begin(kf_ahead *x, kf_grounder *g, uint32_t stage, bool full)
{
    *x = (kf_ahead){ .g = g };
    if (!kf_ahead_helps(g) || g->all_ground) return KERF_OK;
    kerf_status st = KERF_OK;
    for (size_t i = 0; st == KERF_OK && i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (gr->stage != stage) continue;
        st = note_rule(x, gr, full || gr->stale);
        gr->expected = (uint32_t)x->list.n;
    }
    if (st != KERF_OK) kf_ahead_end(x);
    return st;
}

kerf_status kf_ahead_go_on(kf_ahead *x, const kf_ground_rule *gr)
{
    assert(x->next <= x->list.n);
    bool begun = true;
    while (begun && x->next < x->list.n) {
        const kf_case_query *e = &x->list.at[x->next];
        KF_TRY(kf_query_ahead(e->query, e->seeded ? &e->seeds : NULL, &begun));
        x->next += begun;
    }
    if (x->next < gr->expected) x->next = gr->expected; /* this rule asks for its own now */
    return KERF_OK;
}

void kf_ahead_end(kf_ahead *x)
{
    if (x->list.n > 0) kf_backend_give_up(x->g->backend);
    kf_vec_free(x->g->mem, &x->list);
}
