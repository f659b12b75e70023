/* forest_state.c -- see forest_state.h. */
#include "solve/walk/forest_state.h"

#include "base/check.h"

/* ---- Opening ---- */

static void add_factor(kf_forest_state *s, const uint32_t *scope, uint32_t n, kf_forest_factor f)
{
    f.scope = scope;
    f.n = n;
    s->factors[s->n_factors++] = f;
    for (uint32_t i = 0; i < n; i++) s->first[scope[i] + 2]++;
}

static void list_factors(kf_forest_state *s)
{
    const kf_network *net = s->net;
    for (size_t i = 0; i < net->tables.n; i++) {
        const kf_cost_table *t = &net->tables.at[i];
        add_factor(s, t->scope, t->n, (kf_forest_factor){ .cost = t->cost });
    }
    for (size_t i = 0; i < net->rows.n; i++) {
        const kf_row *r = &net->rows.at[i];
        add_factor(s, r->scope, r->n, (kf_forest_factor){ .row = r });
    }
}

/* Those of a table from the last variable on, whose values are next to each other. */
static void list_uses(kf_forest_state *s)
{
    for (uint32_t v = 2; v < s->net->size.n + 2; v++) s->first[v] += s->first[v - 1];
    for (uint32_t i = 0; i < s->n_factors; i++) {
        const kf_forest_factor *f = &s->factors[i];
        uint32_t stride = 1;
        for (uint32_t k = f->n; k-- > 0;) {
            uint32_t v = f->scope[k];
            s->uses[s->first[v + 1]++] =
                (kf_forest_use){ i, stride, f->row ? f->row->share[k] : NULL };
            if (!f->row) stride *= s->net->size.at[v];
        }
    }
}

kerf_status kf_forest_state_open(kf_forest_state *s, const kf_network *net, kf_arena *a)
{
    size_t factors = net->tables.n + net->rows.n, uses = 0, n = net->size.n;
    assert(n == net->n_given && !net->infeasible);
    for (size_t i = 0; i < net->tables.n; i++) uses += net->tables.at[i].n;
    for (size_t i = 0; i < net->rows.n; i++) uses += net->rows.at[i].n;
    if (factors >= UINT32_MAX || uses >= UINT32_MAX) return KERF_LIMIT;
    *s = (kf_forest_state){ .net = net };
    s->factors = kf_arena_room(a, factors, sizeof *s->factors);
    s->first = kf_arena_alloc(a, n + 2, sizeof *s->first);
    s->uses = kf_arena_room(a, uses, sizeof *s->uses);
    s->values = kf_arena_alloc(a, n, sizeof *s->values);
    if (!s->factors || !s->first || !s->uses || !s->values) return KERF_NO_MEMORY;
    list_factors(s);
    list_uses(s);
    return KERF_OK;
}

/* ---- Values ---- */

void kf_forest_state_place(kf_forest_state *s)
{
    for (uint32_t i = 0; i < s->n_factors; i++)
        s->factors[i].at = s->factors[i].row ? s->factors[i].row->base : 0;
    for (uint32_t v = 0; v < s->net->size.n; v++)
        for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++)
            s->factors[s->uses[k].factor].at += kf_forest_step(&s->uses[k], s->values[v]);
    KF_CHECK(kf_forest_state_check(s));
}

void kf_forest_state_set(kf_forest_state *s, uint32_t v, uint32_t value)
{
    assert(v < s->net->size.n && value < s->net->size.at[v]);
    for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
        const kf_forest_use *u = &s->uses[k];
        s->factors[u->factor].at += kf_forest_step(u, value) - kf_forest_step(u, s->values[v]);
    }
    s->values[v] = value;
}

#ifndef NDEBUG
static uint64_t position(const kf_forest_state *s, const kf_forest_factor *f)
{
    uint64_t at = f->row ? f->row->base : 0;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t value = s->values[f->scope[i]];
        at = f->row ? at + f->row->share[i][value] : at * s->net->size.at[f->scope[i]] + value;
    }
    return at;
}

void kf_forest_state_check(const kf_forest_state *s)
{
    for (uint32_t v = 0; v < s->net->size.n; v++) assert(s->values[v] < s->net->size.at[v]);
    for (uint32_t i = 0; i < s->n_factors; i++)
        assert(s->factors[i].at == position(s, &s->factors[i]));
}
#endif
