/* broken_truth.c -- warns where the truth of training examples violates hard formulas.
 *
 * Answers satisfy them, so none can equal such a truth: its example asks for updates for ever. It
 * is a mistake in the data or in the model, and reported before learning begins. Pseudo-likelihood
 * leaves hard formulas out and has no such trouble. */
#include "ground/ground_rule.h"
#include "ground/score/totals.h"
#include "learn/learn.h"

typedef struct broken {
    uint32_t n;           /* examples whose truth violates something */
    uint32_t first, rule; /* the first of these, and what it breaks */
} broken;

static bool is_hard(const kf_learning *l, uint32_t rule)
{
    return l->m->rules.at[rule].cost == KF_COST_HARD;
}

static bool has_hard(const kf_learning *l)
{
    for (uint32_t i = 0; i < l->m->rules.n; i++)
        if (is_hard(l, i)) return true;
    return false;
}

/* The first hard rule that the truth of the example violates, or KF_NONE. */
static kerf_status find_broken(const kf_learning *l, kf_example *x, uint32_t *rule)
{
    *rule = KF_NONE;
    KF_TRY(kf_example_set_truth(x, true));
    for (size_t i = 0; i < kf_grounder_n_rules(x->g) && *rule == KF_NONE; i++) {
        kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        uint64_t groundings, hard;
        double cost;
        if (!is_hard(l, kf_ground_rule_id(gr))) continue;
        KF_TRY(kf_grounder_unsatisfied(x->g, gr, false, &groundings, &cost, &hard));
        if (hard > 0) *rule = kf_ground_rule_id(gr);
    }
    return KERF_OK;
}

static kerf_status look_at(kf_learning *l, uint32_t world, broken *b)
{
    kf_example x;
    uint32_t rule;
    if (kf_stop_ask(l->o->stop)) return KERF_INTERRUPTED;
    KF_TRY(kf_example_open(l->train, world, NULL, &x));
    kerf_status st = find_broken(l, &x, &rule);
    kf_example_close(&x);
    if (st != KERF_OK || rule == KF_NONE) return st;
    if (b->n++ > 0) return KERF_OK;
    b->first = world;
    b->rule = rule;
    return KERF_OK;
}

kerf_status kf_learn_validate_truth(kf_learning *l)
{
    broken b = { 0 };
    uint32_t n = kf_examples_count(l->train);
    if (!has_hard(l)) return KERF_OK;
    for (uint32_t i = 0; i < n; i++) KF_TRY(look_at(l, i, &b));
    if (b.n == 0) return KERF_OK;
    const char *name = kf_examples_name(l->train, b.first);
    kf_place place = kf_sources_place(l->m->program->sources, l->m->rules.at[b.rule].pos);
    kf_diag_add(l->diags, KERF_WARNING, &place,
                "no answer can be as the truth there: correct it, or give the formula a weight",
                "the truth of %u of %u training worlds breaks a hard formula; the first is world "
                "%u%s%s, which breaks this one",
                b.n, n, b.first + 1, *name ? ", " : "", name);
    return KERF_OK;
}
