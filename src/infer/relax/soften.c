/* soften.c -- makes hard formulas soft, and as they were written again.
 *
 * Compiled rules know what is hard, so they are forgotten with every change; kept queries are the
 * caller's to forget. */
#include "infer/relax/soften.h"

#include "base/check.h"

#include <string.h>

typedef struct kf_written_rule {
    uint8_t cost;
    bool closed;
    double weight;
    uint32_t n_parameters, weight_variable;
    kf_weight_table *table;
} written;

kerf_status kf_soften_begin(kf_softening *s, kf_model *m, kf_mem *mem)
{
    *s = (kf_softening){ .model = m, .mem = mem, .n_rules = m->rules.n };
    s->rules = kf_mem_calloc(mem, s->n_rules + 1, sizeof *s->rules);
    if (!s->rules) return KERF_NO_MEMORY;
    for (size_t i = 0; i < s->n_rules; i++) {
        const kf_rule *r = &m->rules.at[i];
        s->rules[i] = (written){ .cost = r->cost,
                                 .closed = r->closed,
                                 .weight = r->weight,
                                 .n_parameters = r->n_parameters,
                                 .weight_variable = r->weight_variable,
                                 .table = r->table };
    }
    return KERF_OK;
}

void kf_soften_end(kf_softening *s)
{
    if (s->rules) kf_mem_free(s->mem, s->rules, s->n_rules + 1, sizeof *s->rules);
    *s = (kf_softening){ 0 };
}

void kf_soften_undo(kf_softening *s)
{
    kf_model *m = s->model;
    assert(s->n_rules == m->rules.n);
    for (size_t i = 0; i < s->n_rules; i++) {
        const written *w = &s->rules[i];
        kf_rule *r = &m->rules.at[i];
        r->cost = w->cost;
        r->closed = w->closed;
        r->weight = w->weight;
        r->n_parameters = w->n_parameters;
        r->weight_variable = w->weight_variable;
        r->table = w->table;
    }
    if (m->compiled) memset(m->compiled, 0, m->rules.n * sizeof *m->compiled);
}

void kf_soften(kf_softening *s, double weight, bool silent)
{
    kf_soften_undo(s);
    for (size_t i = 0; i < s->n_rules; i++) {
        kf_rule *r = &s->model->rules.at[i];
        bool hard = r->cost == KF_COST_HARD;
        if (r->kind == KF_RULE_ACYCLIC || (!hard && !silent)) continue;
        r->cost = KF_COST_NUMBER;
        r->weight = hard ? weight : 0;
        r->n_parameters = 0;
        r->weight_variable = KF_NONE;
        r->table = NULL;
        r->closed = false;
    }
}
