/* component.c -- cost, size and invariant of a component; see component.h. */
#include "problem/component.h"

#include "base/cardinality.h"
#include "base/check.h"

#include <math.h>

uint64_t kf_component_size(const kf_component *p)
{
    uint64_t size = p->n_atoms + 1;
    if (p->n_clauses) size += p->start[p->n_clauses];
    for (uint32_t i = 0; i < p->n_counts; i++) size += 2 * (uint64_t)p->counts[i].n;
    return size;
}

/* ---- Cost ---- */

static bool count_holds(const kf_count *c, const bool *assignment)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (kf_lit_true(c->literals[i], assignment)) sum += c->coefficients[i];
    return kf_count_holds(c->least, c->most, sum);
}

/* Pairs of false ones. */
static uint64_t clique_pairs(const kf_clique *c, const bool *assignment)
{
    uint64_t n = c->most;
    for (uint32_t i = 0; i < c->n; i++)
        if (kf_lit_true(c->literals[i], assignment)) n -= c->coefficients[i];
    return n > 1 ? n * (n - 1) / 2 : 0;
}

double kf_component_cost(const kf_component *p, const bool *assignment, uint64_t *broken)
{
    double cost = p->constant;
    *broken = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++)
        cost += assignment[i] ? p->cost_true[i] : p->cost_false[i];
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        bool holds = false;
        for (uint32_t k = p->start[i]; k < p->start[i + 1] && !holds; k++)
            holds = kf_lit_true(p->literals[k], assignment);
        kf_pay(p->weight[i], holds, &cost, broken);
    }
    for (uint32_t i = 0; i < p->n_counts; i++)
        kf_pay(p->counts[i].weight, count_holds(&p->counts[i], assignment), &cost, broken);
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        uint64_t pairs = clique_pairs(&p->cliques[i], assignment);
        if (isinf(p->cliques[i].weight)) *broken += pairs;
        else cost += p->cliques[i].weight * (double)pairs;
    }
    return cost;
}

/* ---- Invariant ---- */

#ifndef NDEBUG

static bool is_cost(double x)
{
    return isfinite(x) && x >= 0;
}

/* Are atoms in range, and ascending? */
static bool are_ascending(const kf_lit *literals, uint32_t n, uint32_t n_atoms)
{
    for (uint32_t i = 0; i < n; i++) {
        if (kf_lit_atom(literals[i]).id >= n_atoms) return false;
        if (i > 0 && kf_lit_atom(literals[i - 1]).id >= kf_lit_atom(literals[i]).id) return false;
    }
    return true;
}

static void check_clauses(const kf_component *p)
{
    assert(p->n_clauses == 0 || p->start[0] == 0);
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        assert(p->start[i] < p->start[i + 1]);
        assert(are_ascending(p->literals + p->start[i], p->start[i + 1] - p->start[i], p->n_atoms));
        assert(p->weight[i] != 0 && p->weight[i] > -INFINITY); /* fails for NaN, too */
    }
}

static void check_counts(const kf_component *p)
{
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        assert(c->weight < 0 || c->weight > 0);
        for (uint32_t k = 0; k < c->n; k++) assert(kf_lit_atom(c->literals[k]).id < p->n_atoms);
    }
}

static void check_cliques(const kf_component *p)
{
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        const kf_clique *c = &p->cliques[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++) {
            assert(kf_lit_atom(c->literals[k]).id < p->n_atoms);
            sum += c->coefficients[k];
        }
        assert(c->weight > 0 && sum <= c->most);
        assert(c->paid == KF_NO_CLAUSE || c->paid < p->n_clauses);
    }
}

void kf_component_check(const kf_component *p)
{
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        assert(is_cost(p->cost_true[i]) && is_cost(p->cost_false[i]));
        assert(p->cost_true[i] == 0 || p->cost_false[i] == 0);
    }
    check_clauses(p);
    check_counts(p);
    check_cliques(p);
}

#endif
