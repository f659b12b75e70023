/* network_check.c -- asserts the invariants of a network; see network.h. */
#include "base/check.h"
#include "solve/network/network.h"

#include <math.h>

#ifndef NDEBUG

static bool are_costs(const double *costs, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        if (!(costs[i] >= 0)) return false;
    return true;
}

static bool is_scope(const kf_network *net, const uint32_t *scope, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (scope[i] >= net->size.n || net->size.at[scope[i]] < 1) return false;
        if (i > 0 && scope[i - 1] >= scope[i]) return false;
    }
    return n >= 2;
}

static void check_table(const kf_network *net, const kf_cost_table *t)
{
    uint64_t entries = 1;
    assert(is_scope(net, t->scope, t->n));
    for (uint32_t i = 0; i < t->n; i++) entries *= net->size.at[t->scope[i]];
    assert(t->n_entries == entries && are_costs(t->cost, entries));
}

void kf_network_check(const kf_network *net)
{
    if (net->infeasible) return;
    assert(net->size.n == net->unary.n && net->n_given <= net->size.n);
    for (uint32_t a = 0; a < net->n_atoms; a++) {
        const kf_atom_value *at = &net->place[a];
        assert(at->variable < net->n_given);
        assert(at->value < net->size.at[at->variable] || at->value == KF_NO_VALUE);
    }
    for (uint32_t v = 0; v < net->size.n; v++)
        assert(net->size.at[v] > 0 && are_costs(net->unary.at[v], net->size.at[v]));
    for (size_t i = 0; i < net->tables.n; i++) check_table(net, &net->tables.at[i]);
    for (size_t i = 0; i < net->rows.n; i++)
        assert(is_scope(net, net->rows.at[i].scope, net->rows.at[i].n));
}

#endif
