/* ground_rule.c -- one rule of the grounder: its life, its weight, what is known of it; see
 * ground_rule.h. */
#include "ground/ground_rule.h"

#include "ground/ask/cases.h"
#include "ground/change/change_ask.h"
#include "ground/count/count.h"
#include "ground/graph/graph.h"
#include "ground/graph/node_order.h"
#include "ground/local/penalty.h"
#include "model/weight_table.h"

#include <string.h>

/* ---- Life ---- */

/* Which sides of the clause can pay. */
static void set_sides(const kf_grounder *g, kf_ground_rule *gr)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    bool positive = true, negative = false;
    if (r->cost == KF_COST_NUMBER || r->cost == KF_COST_LEARN) {
        positive = r->weight > 0;
        negative = r->weight < 0;
    } else if (r->cost != KF_COST_HARD) { /* the data decide, or the sign that all weights have */
        positive = r->cost != KF_COST_TABLE || r->sign >= 0 || r->weight > 0;
        negative = r->cost != KF_COST_TABLE || r->sign <= 0 || r->weight < 0;
    }
    gr->when_false = gr->c.flipped ? negative : positive;
    gr->when_true = gr->c.flipped ? positive : negative;
}

static bool is_local(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    return c->form == KF_FORM_CLAUSE && c->n_literals == c->n_observed + 1
           && c->literals[c->n_observed].kind == KF_LITERAL_ATOM
           && g->d->m->rules.at[gr->rule].cost != KF_COST_HARD;
}

static kerf_status open_logic(kf_grounder *g, kf_ground_rule *gr)
{
    uint32_t predicate = 0;
    uint8_t relation = kf_relating_of(g->d->m, &gr->c, &predicate);
    g->relation[predicate] |= relation;
    set_sides(g, gr);
    gr->local = is_local(g, gr);
    gr->plain = kf_is_plain(&gr->c);
    return kf_product_find(g, gr);
}

kerf_status kf_ground_rule_open(kf_grounder *g, uint32_t rule)
{
    assert(rule < g->d->m->rules.n);
    const kf_rule *r = &g->d->m->rules.at[rule];
    const kf_compiled *c;
    KF_TRY(kf_model_compiled(g->d->m, rule, g->diags, &c));
    if (!c->plain_terms) KF_TRY(kf_database_prepare(g->d, r));
    if (!kf_vec_reserve(g->mem, &g->rules, 1)) return KERF_NO_MEMORY;
    kf_ground_rule *gr = &g->rules.at[g->rules.n]; /* a model may have many, and a world little */
    memset(gr, 0, sizeof *gr);
    gr->rule = rule;
    gr->c = *c;
    gr->tuples[0].width = gr->tuples[1].width = gr->newly.width = kf_tuple_width(c);
    if (r->kind == KF_RULE_LOGIC) KF_TRY(open_logic(g, gr));
    g->rules.n++;
    return KERF_OK;
}

static void free_tuples(kf_grounder *g, kf_tuple_map *u)
{
    if (kf_tuple_map_is_used(u)) kf_tuple_map_free(u, g->mem); /* most have nothing */
}

void kf_ground_rule_close(kf_grounder *g, kf_ground_rule *gr)
{
    for (int side = 0; side < 2; side++) {
        free_tuples(g, &gr->tuples[side]);
        if (gr->cases[side]) kf_cases_free(g, gr->cases[side]);
        if (gr->each[side]) kf_cases_free(g, gr->each[side]);
    }
    free_tuples(g, &gr->members);
    free_tuples(g, &gr->newly);
    if (gr->changes) kf_change_asks_free(gr);
    if (gr->penalty) kf_penalty_free(gr->penalty);
    if (gr->counts) kf_counts_free(gr->counts, g->mem);
    if (gr->cycles) kf_cycles_free(gr->cycles, g->mem);
    if (gr->order) kf_order_free(gr->order);
}

/* ---- One rule ---- */

size_t kf_grounder_n_rules(const kf_grounder *g)
{
    return g->rules.n;
}

kf_ground_rule *kf_grounder_rule(const kf_grounder *g, size_t i)
{
    assert(i < g->rules.n);
    return &g->rules.at[i];
}

uint32_t kf_ground_rule_id(const kf_ground_rule *gr)
{
    return gr->rule;
}

const kf_compiled *kf_ground_rule_compiled(const kf_ground_rule *gr)
{
    return &gr->c;
}

uint64_t kf_ground_rule_groundings(const kf_ground_rule *gr)
{
    return gr->groundings;
}

uint64_t kf_ground_rule_added(const kf_ground_rule *gr)
{
    return gr->added;
}

uint64_t kf_ground_rule_decided(const kf_ground_rule *gr)
{
    return gr->decided[0] + gr->decided[1];
}

double kf_ground_rule_paid(const kf_ground_rule *gr)
{
    return gr->paid[0] + gr->paid[1];
}

double kf_ground_rule_best(const kf_ground_rule *gr)
{
    return gr->best;
}

double kf_grounder_weight(const kf_grounder *g, const kf_ground_rule *gr, const kf_binding *b)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    double w = r->weight;
    if (w == 0 && g->p->tracing) w = KF_TRACED_NOTHING;
    switch (r->cost) {
    case KF_COST_HARD: return INFINITY;
    case KF_COST_VARIABLE: return b->numbers[r->weight_variable];
    case KF_COST_TABLE: {
        uint32_t key[KF_MOST_ARITY];
        for (uint32_t i = 0; i < r->n_parameters; i++) key[i] = b->ids[r->parameters[i]];
        kf_weight_table_get(r->table, key, &w);
        return w == 0 && g->p->tracing ? KF_TRACED_NOTHING : w;
    }
    default: return w;
    }
}

uint32_t kf_ground_rule_tracer(const kf_grounder *g, const kf_ground_rule *gr, const kf_binding *b)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    uint32_t key[KF_MOST_ARITY];
    if (gr->rows_from == 0) return gr->rule;
    for (uint32_t i = 0; i < r->n_parameters; i++) key[i] = b->ids[r->parameters[i]];
    uint32_t row = kf_weight_table_find(r->table, key);
    return gr->rows_from + (row == KF_NONE ? kf_weight_table_count(r->table) : row);
}

uint32_t kf_ground_rule_rows_from(const kf_ground_rule *gr)
{
    return gr->rows_from;
}

void kf_ground_rule_set_kept(kf_ground_rule *gr, bool kept)
{
    assert(!kept || gr->local);
    gr->kept = kept;
}

bool kf_ground_rule_is_kept(const kf_ground_rule *gr)
{
    return gr->kept;
}

/* ---- All of them ---- */

void kf_grounder_set_stages(kf_grounder *g, const uint32_t *stages)
{
    assert(!g->separated);
    for (size_t i = 0; i < g->rules.n; i++)
        g->rules.at[i].stage = stages ? stages[g->rules.at[i].rule] : 0;
}

bool kf_grounder_has_stages(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].stage > 0) return true;
    return false;
}

bool kf_grounder_has_logic_only(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->d->m->rules.at[g->rules.at[i].rule].kind != KF_RULE_LOGIC) return false;
    return true;
}

bool kf_grounder_has_cycles(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].cycles) return true;
    return false;
}

uint32_t kf_grounder_broken_rule(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        if (kf_is_hard(g, gr) && kf_ground_rule_decided(gr) > 0) return gr->rule;
    }
    return KF_NONE;
}

void kf_grounder_count_found(const kf_grounder *g, uint64_t *tuples, uint64_t *groundings)
{
    *tuples = *groundings = 0;
    for (size_t i = 0; i < 2 * g->rules.n; i++) {
        const kf_tuple_map *u = &g->rules.at[i / 2].tuples[i % 2];
        *tuples += kf_tuple_map_count(u);
        for (size_t k = 0; k < u->times.n; k++) *groundings += u->times.at[k];
    }
}
