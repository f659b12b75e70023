/* markov.c -- see markov.h. */
#include "sample/markov.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

kerf_status kf_chain_open(kf_chain *c, const kf_sample_rows *s, uint64_t seed, kf_arena *arena)
{
    *c = (kf_chain){ .rows = s, .random = { seed }, .price = s->price, .key = kf_hash_mix(~seed) };
    c->flipped = kf_arena_room(arena, s->component->n_atoms, sizeof *c->flipped);
    c->assignment = kf_arena_alloc(arena, s->component->n_atoms, sizeof *c->assignment);
    c->sum = kf_arena_alloc(arena, s->n_rows, sizeof *c->sum);
    c->paid = kf_arena_alloc(arena, s->n_rows, sizeof *c->paid);
    c->loose = kf_arena_alloc(arena, s->component->n_atoms, sizeof *c->loose);
    c->refused = kf_arena_alloc(arena, s->component->n_atoms, sizeof *c->refused);
    c->value = kf_arena_alloc(arena, s->n_variables, sizeof *c->value);
    c->cost = kf_arena_alloc(arena, s->most_values, sizeof *c->cost);
    c->broken = kf_arena_alloc(arena, s->most_values, sizeof *c->broken);
    bool all = c->assignment && c->sum && c->paid && c->value && c->cost && c->broken;
    all = all && c->flipped && c->loose && c->refused;
    return all ? KERF_OK : KERF_NO_MEMORY;
}

static uint32_t current_value(const kf_chain *c, const kf_sample_variable *v)
{
    if (!v->group) return c->assignment[kf_lit_atom(kf_member(c->rows, v, 0)).id];
    uint32_t i = 0;
    while (i < v->n && !kf_lit_true(kf_member(c->rows, v, i), c->assignment)) i++;
    return i;
}

void kf_chain_begin(kf_chain *c, const bool *assignment)
{
    const kf_sample_rows *s = c->rows;
    memmove(c->assignment, assignment, s->component->n_atoms * sizeof *assignment);
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_sample_row *r = &s->rows[i];
        c->sum[i] = 0;
        for (size_t k = r->start; k < r->start + r->n; k++)
            if (kf_lit_true(s->literals[k], assignment)) c->sum[i] += s->coefficients[k];
    }
    for (uint32_t i = 0; i < s->n_variables; i++) c->value[i] = current_value(c, &s->variables[i]);
    KF_CHECK(kf_chain_check(c));
}

/* ---- Moves ---- */

void kf_chain_flip(kf_chain *c, uint32_t atom)
{
    const kf_sample_rows *s = c->rows;
    assert(atom < s->component->n_atoms);
    bool was = c->assignment[atom];
    c->assignment[atom] = !was;
    if (c->test) c->flipped[c->n_flipped++] = atom;
    for (size_t i = s->first[atom]; i < s->first[atom + 1]; i++)
        c->sum[s->uses[i].row] += was ? -s->uses[i].step : s->uses[i].step;
}

/* A draw could have given a variable this value. */
static void loosen(kf_chain *c, const kf_sample_variable *v, uint32_t value)
{
    if (!v->group) c->loose[kf_lit_atom(kf_member(c->rows, v, 0)).id] = true;
    else if (value < v->n) c->loose[kf_lit_atom(kf_member(c->rows, v, value)).id] = true;
}

void kf_chain_give(kf_chain *c, uint32_t variable, uint32_t value)
{
    const kf_sample_variable *v = &c->rows->variables[variable];
    uint32_t old = c->value[variable];
    assert(value < v->values);
    if (old == value) return;
    c->value[variable] = value;
    loosen(c, v, old);
    loosen(c, v, value);
    if (!v->group) {
        kf_chain_flip(c, kf_lit_atom(kf_member(c->rows, v, 0)).id);
        return;
    }
    if (old < v->n) kf_chain_flip(c, kf_lit_atom(kf_member(c->rows, v, old)).id);
    if (value < v->n) kf_chain_flip(c, kf_lit_atom(kf_member(c->rows, v, value)).id);
}

static void undo(kf_chain *c)
{
    const kf_sample_rows *s = c->rows;
    const kf_sample_test *test = c->test;
    c->test = NULL; /* nothing is recorded */
    for (uint32_t i = 0; i < c->n_flipped; i++) kf_chain_flip(c, c->flipped[i]);
    for (uint32_t i = 0; i < c->n_flipped; i++) {
        uint32_t v = s->variable_of[c->flipped[i]];
        c->refused[c->flipped[i]]++;
        c->value[v] = current_value(c, &s->variables[v]);
    }
    c->test = test;
}

void kf_chain_settle(kf_chain *c)
{
    bool refused = true;
    if (!c->test || c->n_flipped == 0) return;
    if (c->failed == KERF_OK)
        c->failed = c->test->refuse(c->test->context, c->flipped, c->n_flipped,
                                    kf_hash_add(c->key, c->tests++), c->on != NULL, &refused);
    if (refused || c->failed != KERF_OK) undo(c);
    c->n_flipped = 0;
}

uint32_t kf_draw_among(kf_random *r, const double *cost, uint32_t n)
{
    double least = INFINITY, sum = 0;
    for (uint32_t i = 0; i < n; i++) least = fmin(least, cost[i]);
    assert(least < INFINITY);
    for (uint32_t i = 0; i < n; i++) sum += exp(least - cost[i]);
    double left = kf_random_unit(r) * sum;
    uint32_t last = n;
    for (uint32_t i = 0; i < n; i++) {
        if (cost[i] == INFINITY) continue;
        last = i;
        left -= exp(least - cost[i]);
        if (left < 0) break;
    }
    return last;
}

/* What flipping an atom changes. */
static double flip_cost(const kf_chain *c, uint32_t atom, int32_t *broken)
{
    const kf_sample_rows *s = c->rows;
    bool was = c->assignment[atom];
    double cost = was ? -c->price[atom] : c->price[atom];
    *broken = 0;
    for (size_t i = s->first[atom]; i < s->first[atom + 1]; i++) {
        const kf_sample_use *u = &s->uses[i];
        const kf_sample_row *r = &s->rows[u->row];
        int64_t sum = c->sum[u->row];
        int change = kf_row_pays(r, sum + (was ? -u->step : u->step)) - kf_row_pays(r, sum);
        if (change == 0 || !kf_is_row_used(c, u->row)) continue;
        if (c->on || isinf(r->price)) *broken += change;
        else cost += change * r->price;
    }
    return cost;
}

static void draw_atom(kf_chain *c, uint32_t variable, uint32_t atom)
{
    int32_t broken;
    double cost = flip_cost(c, atom, &broken);
    if (broken > 0) return;
    c->loose[atom] = true;
    if (kf_random_unit(&c->random) * (1 + exp(cost)) < 1)
        kf_chain_give(c, variable, !c->value[variable]);
}

/* Costs of values, relative to that under which no member is true. The present one breaks nothing:
 * those that break more do. */
static void draw_group(kf_chain *c, uint32_t variable)
{
    const kf_sample_variable *v = &c->rows->variables[variable];
    uint32_t old = c->value[variable];
    if (old < v->n) kf_chain_flip(c, kf_lit_atom(kf_member(c->rows, v, old)).id);
    for (uint32_t i = 0; i < v->n; i++)
        c->cost[i] = flip_cost(c, kf_lit_atom(kf_member(c->rows, v, i)).id, &c->broken[i]);
    if (v->values > v->n) c->cost[v->n] = 0, c->broken[v->n] = 0;
    for (uint32_t i = 0; i < v->values; i++) {
        if (c->broken[i] > c->broken[old]) c->cost[i] = INFINITY;
        else if (i != old) loosen(c, v, i), loosen(c, v, old);
    }
    uint32_t value = kf_draw_among(&c->random, c->cost, v->values);
    if (value < v->n) kf_chain_flip(c, kf_lit_atom(kf_member(c->rows, v, value)).id);
    c->value[variable] = value;
    if (value == old) c->n_flipped = 0;
}

void kf_chain_draw(kf_chain *c, uint32_t variable)
{
    assert(variable < c->rows->n_variables);
    const kf_sample_variable *v = &c->rows->variables[variable];
    if (v->group) draw_group(c, variable);
    else draw_atom(c, variable, kf_lit_atom(kf_member(c->rows, v, 0)).id);
    kf_chain_settle(c);
}

void kf_chain_count(kf_chain *c)
{
    const kf_sample_rows *s = c->rows;
    for (uint32_t i = 0; i < s->n_rows; i++) c->paid[i] += kf_row_pays(&s->rows[i], c->sum[i]);
}

/* ---- Invariant ---- */

#ifndef NDEBUG

void kf_chain_check(const kf_chain *c)
{
    const kf_sample_rows *s = c->rows;
    uint64_t broken;
    kf_component_cost(s->component, c->assignment, &broken);
    assert(broken == 0);
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_sample_row *r = &s->rows[i];
        int64_t sum = 0;
        for (size_t k = r->start; k < r->start + r->n; k++)
            if (kf_lit_true(s->literals[k], c->assignment)) sum += s->coefficients[k];
        assert(r->idle || sum == c->sum[i]);
        assert(!r->idle || kf_row_pays(r, sum) == r->always);
    }
    for (uint32_t i = 0; i < s->n_variables; i++)
        assert(c->value[i] == current_value(c, &s->variables[i]));
}

#endif
