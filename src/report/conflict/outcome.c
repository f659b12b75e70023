/* outcome.c -- messages that go with the outcome of a run: an error where there is no answer, and
 * warnings where an answer is less than it looks. */
#include "report/conflict/explain.h"

#include "base/check.h"
#include "ground/count/product.h"
#include "ground/ground_rule.h"
#include "ground/grounder.h"

/* A walk ends wherever it is. */
static void warn_of_violations(kf_diags *diags, const kf_cpi_result *found)
{
    if (found->hard_violations == 0) return;
    kf_diag_add(diags, KERF_WARNING, NULL, "more --flips, or another --solver",
                "the answer violates hard formulas, %llu of their groundings",
                (unsigned long long)found->hard_violations);
}

/* The bound does not know of what is counted instead of ground. */
static void warn_of_products(kf_diags *diags, const kf_grounder *g)
{
    const kf_model *m = kf_grounder_model(g);
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        const kf_ground_rule *gr = kf_grounder_rule(g, i);
        const kf_rule *rule = &m->rules.at[kf_ground_rule_id(gr)];
        if (!kf_product_is_active(gr)) continue;
        kf_place place = kf_sources_place(m->program->sources, rule->pos);
        kf_diag_add(diags, KERF_WARNING, &place,
                    "a condition that relates its variables makes it one that is ground",
                    "%.*s is counted, not ground: the bound takes all of it for satisfied",
                    rule->label.n > 100 ? 100 : (int)rule->label.n, rule->label.at);
    }
}

static void warn_of_answer(const kf_grounder *g, const kf_cpi_result *found)
{
    if (found->ending != KERF_CONVERGED) return;
    if (found->outcome == KERF_BOUNDED) warn_of_products(kf_grounder_diags(g), g);
    warn_of_violations(kf_grounder_diags(g), found);
}

kerf_status kf_explain_outcome(kf_grounder *g, const kf_cpi_result *found, bool said,
                               kf_arena *strings, kf_conflict **conflict)
{
    assert(found->outcome != KERF_OPTIMAL || (!found->none && found->hard_violations == 0));
    if (found->outcome == KERF_CONTRADICTION) {
        *conflict = kf_conflict_new(strings);
        if (!*conflict) return KERF_NO_MEMORY;
        KF_TRY(kf_explain_conflict(g, found, said, *conflict));
        return KERF_INFEASIBLE;
    }
    if (found->none || found->hard_violations > 0)
        KF_TRY(kf_explain_no_answer(kf_grounder_diags(g), kf_grounder_model(g), found));
    warn_of_answer(g, found);
    return KERF_OK;
}
