/* verified_record.c -- the record of kerf_verify(): formula by formula what the verifier has
 * counted, and the gap that a certificate leaves. */
#include "report/fill/verified_record.h"

#include "base/check.h"

#include <math.h>

static kerf_status record_examples(kf_verified *v, const kf_tally *check, kf_verified_formula *f)
{
    kf_violation *list = kf_arena_alloc(&v->strings, check->examples.n + 1, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (size_t i = 0; i < check->examples.n; i++) {
        const kf_violated *e = &check->examples.at[i];
        list[i].world = kf_arena_string(&v->strings, kf_str_of(e->world));
        list[i].text = kf_arena_string(&v->strings, kf_str_of(e->text));
        if (!list[i].world || !list[i].text) return KERF_NO_MEMORY;
    }
    f->examples = list;
    f->n_examples = check->examples.n;
    return KERF_OK;
}

static kerf_status record_formula(kf_verified *v, const kf_rule *rule, const kf_tally *check)
{
    kf_verified_formula f = { .rule = rule,
                              .groundings = check->groundings,
                              .satisfied = check->satisfied,
                              .unsatisfied = check->unsatisfied,
                              .violations = check->violations,
                              .score = kf_sum_get(&check->score),
                              .cost = kf_sum_get(&check->cost) };
    KF_TRY(record_examples(v, check, &f));
    v->total.hard_violations += check->violations;
    return kf_vec_push(v->mem, &v->formulas, f) ? KERF_OK : KERF_NO_MEMORY;
}

/* Formulas that say something, then soft evidence if there is any. */
static kerf_status record_formulas(kf_verified *v, const kf_verifier *by, const kf_model *m)
{
    kf_sum score = { 0 }, cost = { 0 };
    for (size_t i = 0; i <= m->rules.n; i++) {
        const kf_tally *check = kf_verifier_tally(by, i);
        const kf_rule *rule = i < m->rules.n ? &m->rules.at[i] : NULL;
        if (!check || (!rule && check->groundings == 0)) continue;
        KF_TRY(record_formula(v, rule, check));
        kf_sum_join(&score, &check->score);
        kf_sum_join(&cost, &check->cost);
    }
    v->total.score = kf_sum_get(&score);
    v->total.cost = kf_sum_get(&cost);
    return KERF_OK;
}

static void record_bound(kerf_verification *t, const kf_verifier *by, bool counted,
                         const kf_dyadic *proven)
{
    kf_dyadic gap = *proven;
    t->certified = 1;
    t->proven_bound = kf_dyadic_floor(proven);
    t->proven_gap = NAN;
    if (!counted) return;
    kf_dyadic_negate(&gap);
    kf_dyadic_join(&gap, kf_verifier_cost(by));
    t->proven_gap = kf_dyadic_ceil(&gap);
    t->proven_optimal = t->hard_violations == 0 && t->contradictions == 0
                        && t->proven_gap <= 1e-9 * fmax(kf_verifier_unit(by), t->cost);
}

kerf_status kf_verified_fill(kf_verified *v, const kf_verifier *by, const kf_model *m, bool counted,
                             const kf_dyadic *proven)
{
    assert(v->formulas.n == 0 && (counted || proven));
    if (counted) KF_TRY(record_formulas(v, by, m));
    else v->total.score = v->total.cost = NAN;
    if (proven) record_bound(&v->total, by, counted, proven);
    KF_CHECK(kf_verified_check(v));
    return KERF_OK;
}
