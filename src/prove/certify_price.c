/* certify_price.c -- the step of all weights, which every cost is a multiple of; see certify.h. */
#include "prove/certify.h"

#include "base/check.h"
#include "base/grain.h"
#include "ground/grounder.h"
#include "model/weight_table.h"

static bool has_soft_evidence(const kf_grounder *g)
{
    for (uint32_t i = 0; i < kf_grounder_model(g)->predicates.n; i++)
        if (kf_evidence_facts(kf_grounder_database(g)->w, i, KF_SAID_SOFT)->n > 0) return true;
    return false;
}

/* False: its weights are not known beforehand. */
static bool add_rule(kf_grain *grain, const kf_rule *r)
{
    if (r->cost == KF_COST_HARD) return true;
    if (r->cost != KF_COST_NUMBER && r->cost != KF_COST_TABLE) return false;
    kf_grain_add(grain, r->weight);
    for (uint32_t i = 0;
         r->cost == KF_COST_TABLE && r->table && i < kf_weight_table_count(r->table); i++)
        kf_grain_add(grain, kf_weight_table_weight(r->table, i));
    return true;
}

double kf_weights_step(const kf_grounder *g)
{
    kf_grain grain = { 0 };
    if (has_soft_evidence(g)) return 0;
    for (size_t i = 0; i < kf_grounder_model(g)->rules.n; i++)
        if (!add_rule(&grain, &kf_grounder_model(g)->rules.at[i])) return 0;
    return grain.odd > 0 ? kf_grain_value(&grain) : 0;
}

/* A whole number of steps, few enough that sums are exact. */
static bool is_multiple(double price, double step)
{
    static const double MOST = 0x1p40;
    return isinf(price) || (fmod(price, step) == 0 && fabs(price) < MOST * step);
}

double kf_certify_step(const kf_component *p, const bool *use, double step)
{
    assert(step >= 0);
    bool good = step > 0;
    for (uint32_t i = 0; i < p->n_atoms && good; i++)
        good = is_multiple(p->cost_true[i], step) && is_multiple(p->cost_false[i], step);
    for (uint32_t i = 0; i < p->n_clauses && good; i++)
        good = !use[i] || is_multiple(p->weight[i], step);
    for (uint32_t i = 0; i < p->n_counts && good; i++)
        good = !use[p->n_clauses + i] || is_multiple(p->counts[i].weight, step);
    return good ? step : 0;
}
