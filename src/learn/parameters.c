/* parameters.c -- dense ids for learnable weights; see parameters.h. */
#include "learn/parameters.h"

#include "base/check.h"
#include "model/check_model.h"
#include "model/weight_table.h"

#include <math.h>

typedef struct place { /* of a parameter */
    uint32_t rule, row;
} place;

typedef KF_VEC(uint32_t) id_list;

struct kf_parameters {
    kf_mem *mem;
    kf_model *m;
    uint32_t n_rules;
    bool *learned;          /* by rule */
    id_list *ids;           /* by rule, by row of its table; one entry where it has none */
    KF_VEC(place) places;   /* by id */
    KF_VEC(double) weights; /* by id: as in the model, side by side */
};

/* ---- Life ---- */

static bool is_learned(const kf_rule *r)
{
    return !r->fixed && !r->implied && r->kind != KF_RULE_ACYCLIC && r->cost != KF_COST_HARD
           && r->cost != KF_COST_VARIABLE;
}

static kerf_status make_table(kf_parameters *p, kf_rule *r)
{
    if (r->n_parameters == 0 || r->table) return KERF_OK;
    kf_weight_table *table = kf_weight_table_new(p->m->mem, r->n_parameters);
    if (!table) return KERF_NO_MEMORY;
    if (!kf_vec_push(p->m->mem, &p->m->tables, table)) {
        kf_weight_table_free(table);
        return KERF_NO_MEMORY;
    }
    r->table = table;
    return KERF_OK;
}

static kerf_status give_id(kf_parameters *p, uint32_t rule, uint32_t row)
{
    assert(p->ids[rule].n == row); /* rows come in order */
    uint32_t id = (uint32_t)p->places.n;
    if (id == KF_NONE) return KERF_LIMIT;
    if (!kf_vec_reserve(p->mem, &p->ids[rule], 1) || !kf_vec_reserve(p->mem, &p->weights, 1)
        || !kf_vec_push(p->mem, &p->places, (place){ rule, row })) {
        return KERF_NO_MEMORY;
    }
    p->ids[rule].at[p->ids[rule].n++] = id;
    const kf_rule *r = &p->m->rules.at[rule];
    p->weights.at[p->weights.n++] = r->table ? kf_weight_table_weight(r->table, row) : r->weight;
    return KERF_OK;
}

static kerf_status open_rule(kf_parameters *p, uint32_t rule)
{
    kf_rule *r = &p->m->rules.at[rule];
    if (!is_learned(r)) return KERF_OK;
    p->learned[rule] = true;
    KF_TRY(make_table(p, r));
    r->cost = r->table ? KF_COST_TABLE : KF_COST_NUMBER;
    if (!r->table) return give_id(p, rule, 0);
    for (uint32_t row = 0; row < kf_weight_table_count(r->table); row++)
        KF_TRY(give_id(p, rule, row));
    return KERF_OK;
}

kerf_status kf_parameters_new(kf_parameters **out, kf_mem *mem, kf_model *m)
{
    kf_parameters *p = kf_mem_calloc(mem, 1, sizeof *p);
    if (!p) return KERF_NO_MEMORY;
    *p = (kf_parameters){ .mem = mem, .m = m, .n_rules = (uint32_t)m->rules.n };
    p->learned = kf_mem_calloc(mem, p->n_rules, sizeof *p->learned);
    p->ids = kf_mem_calloc(mem, p->n_rules, sizeof *p->ids);
    kerf_status st = p->learned && p->ids ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < p->n_rules; i++) st = open_rule(p, i);
    if (st != KERF_OK) {
        kf_parameters_free(p);
        return st;
    }
    KF_CHECK(kf_model_check(m));
    KF_CHECK(kf_parameters_check(p));
    *out = p;
    return KERF_OK;
}

void kf_parameters_free(kf_parameters *p)
{
    if (!p) return;
    for (uint32_t i = 0; p->ids && i < p->n_rules; i++) kf_vec_free(p->mem, &p->ids[i]);
    kf_mem_free(p->mem, p->ids, p->n_rules, sizeof *p->ids);
    kf_mem_free(p->mem, p->learned, p->n_rules, sizeof *p->learned);
    kf_vec_free(p->mem, &p->places);
    kf_vec_free(p->mem, &p->weights);
    kf_mem_free(p->mem, p, 1, sizeof *p);
}

void kf_parameters_check(const kf_parameters *p)
{
    (void)p;
#ifndef NDEBUG
    size_t n = 0;
    assert(p->places.n == p->weights.n && p->n_rules == p->m->rules.n);
    for (uint32_t i = 0; i < p->n_rules; i++) {
        const kf_rule *r = &p->m->rules.at[i];
        uint32_t rows = r->table ? kf_weight_table_count(r->table) : 1;
        assert(p->ids[i].n == (p->learned[i] ? rows : 0));
        n += p->ids[i].n;
    }
    assert(n == p->places.n);
    for (uint32_t id = 0; id < p->places.n; id++) {
        place at = p->places.at[id];
        const kf_rule *r = &p->m->rules.at[at.rule];
        assert(p->ids[at.rule].at[at.row] == id && isfinite(p->weights.at[id]));
        double w = r->table ? kf_weight_table_weight(r->table, at.row) : r->weight;
        assert(w == p->weights.at[id]);
    }
#endif
}

/* ---- Finding ---- */

uint32_t kf_parameters_count(const kf_parameters *p)
{
    return (uint32_t)p->places.n;
}

bool kf_parameters_has(const kf_parameters *p, uint32_t rule)
{
    assert(rule < p->n_rules);
    return p->learned[rule];
}

uint32_t kf_parameters_find(const kf_parameters *p, uint32_t rule, const uint32_t *key)
{
    if (!p->learned[rule]) return KF_NONE;
    const kf_weight_table *table = p->m->rules.at[rule].table;
    uint32_t row = table ? kf_weight_table_find(table, key) : 0;
    assert(row == KF_NONE || row < p->ids[rule].n);
    return row == KF_NONE ? KF_NONE : p->ids[rule].at[row];
}

uint32_t kf_parameters_of(const kf_parameters *p, uint32_t rule, const kf_binding *b)
{
    const kf_rule *r = &p->m->rules.at[rule];
    uint32_t key[KF_MOST_ARITY];
    for (uint32_t i = 0; i < r->n_parameters; i++) key[i] = b->ids[r->parameters[i]];
    return kf_parameters_find(p, rule, key);
}

kerf_status kf_parameters_add(kf_parameters *p, uint32_t rule, const uint32_t *key, uint32_t *id)
{
    const kf_rule *r = &p->m->rules.at[rule];
    assert(rule < p->n_rules && p->learned[rule]);
    *id = kf_parameters_find(p, rule, key);
    if (*id != KF_NONE) return KERF_OK;
    KF_TRY(kf_weight_table_set(r->table, key, r->weight, NULL));
    KF_TRY(give_id(p, rule, kf_weight_table_count(r->table) - 1));
    *id = (uint32_t)p->places.n - 1;
    return KERF_OK;
}

/* ---- Weights ---- */

double kf_parameters_get(const kf_parameters *p, uint32_t id)
{
    assert(id < p->weights.n);
    return p->weights.at[id];
}

const double *kf_parameters_weights(const kf_parameters *p)
{
    return p->weights.at;
}

void kf_parameters_set(kf_parameters *p, uint32_t id, double weight)
{
    assert(id < p->places.n);
    kf_rule *r = &p->m->rules.at[p->places.at[id].rule];
    if (r->table) kf_weight_table_put(r->table, p->places.at[id].row, weight);
    else r->weight = weight;
    p->weights.at[id] = weight;
}

int kf_parameters_sign(const kf_parameters *p, uint32_t id)
{
    assert(id < p->places.n);
    return p->m->rules.at[p->places.at[id].rule].sign;
}

double kf_parameters_allowed(const kf_parameters *p, uint32_t id, double weight)
{
    int sign = kf_parameters_sign(p, id);
    return (sign > 0 && weight < 0) || (sign < 0 && weight > 0) ? 0 : weight;
}

uint32_t kf_parameters_rule(const kf_parameters *p, uint32_t id)
{
    assert(id < p->places.n);
    return p->places.at[id].rule;
}

uint32_t kf_parameters_row(const kf_parameters *p, uint32_t id)
{
    assert(id < p->places.n);
    return p->places.at[id].row;
}
