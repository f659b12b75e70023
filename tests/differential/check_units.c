/* check_units.c -- separated units against plain enumeration, and delta against full. */
#include "trial.h"

#include "ground/score/instances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kf_rule *rule_of(const trial *t, const kf_ground_rule *gr)
{
    return &t->engine.model->rules.at[gr->rule];
}

/* ---- Against the groundings one by one ------------------------------------------------------ */

typedef struct sums { /* of the groundings that a unit should stand for */
    uint64_t times;
    double weight;
} sums;

static bool is_open(const plain *p)
{
    return p->can_be[!p->truth];
}

static bool missing(trial *t, const kf_ground_rule *gr, uint32_t grounding)
{
    kf_text text;
    kf_text_init(&text, &t->plain.mem);
    oracle_print(t->o, grounding, &text);
    kf_str label = rule_of(t, gr)->label;
    trial_wrong(t, "%.*s: no unit for the grounding %s", (int)label.n, label.at,
                text.n ? text.at : "(no variables)");
    kf_text_free(&text);
    return false;
}

/* Every grounding that is not maximally satisfied has its unit. */
static bool account(trial *t, const kf_ground_rule *gr, sums *found[2])
{
    for (uint32_t i = 0; i < t->n_all; i++) {
        const plain *p = &t->all[i];
        if (p->rule != gr->rule || !oracle_is_bad(p) || !is_open(p)) continue;
        int side = p->truth != gr->c.flipped;
        const uint32_t *tuple = t->tuples + (size_t)i * MOST_WORDS;
        if (t->widths[i] != gr->tuples[side].width)
            return trial_wrong(t, "rule %u: units are %u words wide, not %u", gr->rule,
                               gr->tuples[side].width, t->widths[i]);
        uint32_t unit = kf_tuple_map_find(&gr->tuples[side], tuple);
        if (unit == UINT32_MAX) return missing(t, gr, i);
        found[side][unit].times++;
        found[side][unit].weight += fabs(p->weight);
    }
    return true;
}

/* Every unit stands for that many, or evidence decides it. */
static bool compare(trial *t, const kf_ground_rule *gr, int side, const sums *found, double *cost)
{
    const kf_tuple_map *u = &gr->tuples[side];
    uint64_t decided = 0;
    kf_str label = rule_of(t, gr)->label;
    for (uint32_t i = 0; i < kf_tuple_map_count(u); i++) {
        if (kf_tuple_map_find(u, kf_tuple_map_tuple(u, i)) != i)
            return trial_wrong(t, "%.*s: a unit is there twice", (int)label.n, label.at);
        if (found[i].times == 0) {
            decided += u->times.at[i];
            continue;
        }
        if (u->times.at[i] != found[i].times || !trial_near(u->weights.at[i], found[i].weight))
            return trial_wrong(t,
                               "%.*s, side %d, unit %u: %llu groundings of weight %g, not %llu "
                               "of %g",
                               (int)label.n, label.at, side, i, (unsigned long long)u->times.at[i],
                               u->weights.at[i], (unsigned long long)found[i].times,
                               found[i].weight);
        if (!isinf(found[i].weight)) *cost += found[i].weight;
    }
    if (!t->loose && decided != gr->decided[side])
        return trial_wrong(t, "%.*s, side %d: evidence decides %llu units, not %llu", (int)label.n,
                           label.at, side, (unsigned long long)decided,
                           (unsigned long long)gr->decided[side]);
    return true;
}

static bool one_rule(trial *t, const kf_ground_rule *gr, double *cost)
{
    sums *found[2] = { 0 };
    bool good = true;
    for (int side = 0; side < 2; side++) {
        found[side] = calloc(kf_tuple_map_count(&gr->tuples[side]) + 1, sizeof(sums));
        good = good && found[side];
    }
    good = good && account(t, gr, found);
    for (int side = 0; good && side < 2; side++) good = compare(t, gr, side, found[side], cost);
    free(found[0]);
    free(found[1]);
    return good;
}

bool trial_units(trial *t, const kf_grounder *fresh, const kf_separated *out)
{
    double cost = 0;
    for (size_t i = 0; i < fresh->rules.n; i++) {
        const kf_ground_rule *gr = &fresh->rules.at[i];
        if (rule_of(t, gr)->kind == KF_RULE_ACYCLIC) continue;
        if (gr->groundings != oracle_count(t->o, gr->rule))
            return trial_wrong(t, "rule %u has %llu groundings, not %llu", gr->rule,
                               (unsigned long long)oracle_count(t->o, gr->rule),
                               (unsigned long long)gr->groundings);
        if (!gr->local && !one_rule(t, gr, &cost)) return false;
    }
    if (!t->loose && !trial_near(cost, out->cost))
        return trial_wrong(t, "units cost %g, separation says %g", cost, out->cost);
    return true;
}

/* ---- Reports -------------------------------------------------------------------------------- */

enum { MOST_LISTED = 500 }; /* kf_ground_examples() looks at twice as many */

typedef struct listing {
    const kf_grounder *g;
    const kf_rule *r;
    uint64_t n;
    bool wrong;
} listing;

/* Each must be what it is said to be, by another evaluation than that of queries. */
static kerf_status list_example(void *context, const kf_instance *e)
{
    listing *x = context;
    bool defined = true;
    x->n++;
    if (x->r->kind != KF_RULE_LOGIC) return KERF_OK;
    bool holds = kf_eval_logic(x->g->d, x->r, x->r->body, (kf_binding *)e->binding, &defined);
    bool quantified = x->r->n_variables > x->r->n_free; /* over nothing, perhaps */
    x->wrong |= !defined || holds != (e->weight < 0) || (e->n == 0 && !quantified);
    return KERF_OK;
}

/* As many examples as there are unsatisfied groundings; but none of cardinalities of which evidence
 * decides some. */
static bool examples(trial *t, kf_grounder *g, kf_ground_rule *gr, uint64_t unsatisfied)
{
    uint64_t decided = gr->decided[0] + gr->decided[1];
    listing x = { .g = g, .r = rule_of(t, gr) };
    if (unsatisfied + decided > MOST_LISTED || unsatisfied == 0) return true;
    kerf_status st = kf_ground_examples(g, gr, 2 * MOST_LISTED, list_example, &x);
    if (st != KERF_OK) return trial_wrong(t, "examples: status %d", st);
    if (x.wrong) return trial_wrong(t, "rule %u: an example is satisfied", gr->rule);
    bool hard = x.r->cost == KF_COST_HARD;
    if (x.r->kind == KF_RULE_ACYCLIC || (x.r->kind == KF_RULE_COUNT && decided && !hard))
        return true;
    if (x.n != unsatisfied)
        return trial_wrong(t, "rule %u: %llu examples of %llu unsatisfied groundings", gr->rule,
                           (unsigned long long)x.n, (unsigned long long)unsatisfied);
    return true;
}

bool trial_unsatisfied(trial *t, kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        bool is_hard = rule_of(t, gr)->cost == KF_COST_HARD;
        uint64_t n, hard, unsatisfied, violations;
        double cost, expected;
        kerf_status st = kf_grounder_unsatisfied(g, gr, true, &n, &cost, &hard);
        if (st != KERF_OK) return trial_wrong(t, "counting what is unsatisfied: status %d", st);
        oracle_rule(t->o, gr->rule, &unsatisfied, &expected, &violations);
        if (t->loose && !is_hard) continue;
        uint64_t all = unsatisfied + violations;
        if (n != all || hard != violations || !trial_near(cost, expected))
            return trial_wrong(t,
                               "rule %u: %llu groundings of cost %g are unsatisfied, by verify "
                               "%llu of %g",
                               gr->rule, (unsigned long long)n, cost, (unsigned long long)all,
                               expected);
        if (!examples(t, g, gr, n)) return false;
    }
    return true;
}

/* ---- Delta ---------------------------------------------------------------------------------- */

/* What a full separation finds now is what was known before, and what was just added. */
static bool same_side(trial *t, const kf_tuple_map *full, const kf_tuple_map *delta,
                      uint32_t before, uint32_t rule)
{
    for (uint32_t i = 0; i < kf_tuple_map_count(full); i++) {
        uint32_t at = kf_tuple_map_find(delta, kf_tuple_map_tuple(full, i));
        if (at == UINT32_MAX) return trial_wrong(t, "rule %u: delta misses a unit", rule);
        if (full->times.at[i] != delta->times.at[at]
            || !trial_near(full->weights.at[i], delta->weights.at[at]))
            return trial_wrong(t,
                               "rule %u: %llu groundings of weight %g by delta, %llu of %g in "
                               "full",
                               rule, (unsigned long long)delta->times.at[at], delta->weights.at[at],
                               (unsigned long long)full->times.at[i], full->weights.at[i]);
    }
    for (uint32_t i = before; i < kf_tuple_map_count(delta); i++)
        if (kf_tuple_map_find(full, kf_tuple_map_tuple(delta, i)) == UINT32_MAX)
            return trial_wrong(t, "rule %u: delta finds a unit that does not pay", rule);
    return true;
}

bool trial_delta(trial *t, const kf_grounder *fresh, uint32_t (*before)[2])
{
    for (size_t i = 0; i < fresh->rules.n; i++) {
        for (int side = 0; side < 2; side++) {
            const kf_tuple_map *full = &fresh->rules.at[i].tuples[side];
            const kf_tuple_map *delta = &t->g->rules.at[i].tuples[side];
            if (!same_side(t, full, delta, before[i][side], fresh->rules.at[i].rule)) return false;
        }
    }
    return true;
}
