/* expect.c -- estimates how many hard groundings the next full separation will find. */
#include "ground/ask/cases.h"

/* Of one side, as its plans expect it. */
static kerf_status expect_side(kf_grounder *g, kf_ground_rule *gr, int side, double *sum)
{
    kf_cases *cases;
    KF_TRY(kf_cases_get(g, gr, side, &cases));
    for (uint32_t i = 0; i < cases->n; i++) {
        kf_query *query;
        KF_TRY(kf_case_whole(&cases->at[i], &query));
        *sum += kf_query_estimate(query).answers;
    }
    return KERF_OK;
}

kerf_status kf_expect_hard(kf_grounder *g, double *tuples)
{
    *tuples = 0;
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        const kf_rule *r = &g->d->m->rules.at[gr->rule];
        bool hidden = gr->c.form != KF_FORM_CLAUSE || gr->c.n_literals > gr->c.n_observed;
        bool open = hidden && !gr->local && !gr->settled;
        if (r->kind != KF_RULE_LOGIC || r->cost != KF_COST_HARD || !open) continue;
        if (gr->when_false && !kf_clause_holds(g, gr)) KF_TRY(expect_side(g, gr, 0, tuples));
    }
    return KERF_OK;
}
