/* worth.c -- counts what a world is worth, formula by formula; see worth.h. */
#include "infer/relax/worth.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "ground/local/local.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "query/database.h"

#include <string.h>

kerf_status kf_true_atoms_add(kf_true_atoms *to, kf_mem *mem, uint32_t predicate,
                              const uint32_t *row, uint32_t arity)
{
    if (!kf_vec_push(mem, &to->predicates, predicate)
        || !kf_vec_reserve(mem, &to->ids, arity + (size_t)1))
        return KERF_NO_MEMORY;
    if (arity > 0) memcpy(to->ids.at + to->ids.n, row, arity * sizeof *row);
    to->ids.n += arity;
    return KERF_OK;
}

void kf_true_atoms_free(kf_true_atoms *s, kf_mem *mem)
{
    kf_vec_free(mem, &s->predicates);
    kf_vec_free(mem, &s->ids);
}

static kerf_status set_world(kf_grounder *g, const kf_true_atoms *s)
{
    const kf_model *m = kf_grounder_model(g);
    const uint32_t *row = s->ids.at;
    for (size_t i = 0; i < s->predicates.n; i++) {
        uint32_t p = s->predicates.at[i];
        if (kf_database_fixed(kf_grounder_database(g), p, row) == KF_UNKNOWN)
            KF_TRY(kf_grounder_set(g, p, row, true));
        row += m->predicates.at[p].arity;
    }
    assert(row == s->ids.at + s->ids.n);
    return KERF_OK;
}

static void add_violations(kf_text *to, const kf_rule *r, uint64_t hard)
{
    if (hard == 0) return;
    kf_text_addf(to, "%s%llu of %.*s", to->n > 0 ? ", " : "", (unsigned long long)hard,
                 r->label.n > 100 ? 100 : (int)r->label.n, r->label.at);
}

static kerf_status count_rules(kf_grounder *g, kf_worth_detail *to, kf_worth *w)
{
    const kf_model *m = kf_grounder_model(g);
    kf_text_clear(&to->by_formula);
    *w = (kf_worth){ .cost = kf_grounder_evidence_cost(g) };
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(g, i);
        const kf_rule *r = &m->rules.at[kf_ground_rule_id(gr)];
        uint64_t groundings, hard;
        double cost;
        KF_TRY(kf_grounder_unsatisfied(g, gr, true, &groundings, &cost, &hard));
        assert(r->cost == KF_COST_HARD || hard == 0);
        if (r->cost == KF_COST_HARD) cost = 0;
        to->counts[kf_ground_rule_id(gr)] = (kf_gate_count){ groundings, cost };
        w->cost += cost;
        w->violations += hard;
        add_violations(&to->by_formula, r, hard);
    }
    w->score = kf_grounder_best(g) - w->cost;
    return to->by_formula.failed ? KERF_NO_MEMORY : KERF_OK;
}

/* Separation finds what evidence decides. */
kerf_status kf_worth_count(kf_grounder *g, const kf_true_atoms *s, kf_worth_detail *to, kf_worth *w)
{
    kf_separated found;
    assert(to->counts);
    kf_grounder_on_stop(g, NULL);
    KF_TRY(kf_ground_local(g));
    KF_TRY(kf_separate(g, true, &found));
    KF_TRY(set_world(g, s)); /* all open atoms were false */
    return count_rules(g, to, w);
}
