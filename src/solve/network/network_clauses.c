/* network_clauses.c -- clauses that one choice of values violates; see network.h.
 *
 * A table of costs comes as one clause for each of its entries: the literals of that say "not this
 * value". Such a clause adds its weight to one entry, so the others need not be looked at. */
#include "solve/network/networking.h"

#include <assert.h>
#include <math.h>

/* The one value of its variable that makes a literal false; KF_NO_VALUE: there are others, or none.
 * It is true with the value of its atom, or with all but that. */
static uint32_t find_false_value(const kf_network *net, kf_lit l)
{
    const kf_atom_value *at = &net->place[kf_lit_atom(l).id];
    bool but_one = at->negated != kf_lit_negated(l);
    if (at->value == KF_NO_VALUE || net->size.at[at->variable] < 2) return KF_NO_VALUE;
    if (but_one) return at->value;
    return net->size.at[at->variable] == 2 ? 1 - at->value : KF_NO_VALUE;
}

/* Ascending; false: the variable is there. */
static bool insert(kf_forbidden *v, uint32_t variable, uint32_t value)
{
    uint32_t j = v->n;
    while (j > 0 && v->scope[j - 1] > variable) j--;
    if (j > 0 && v->scope[j - 1] == variable) return false;
    for (uint32_t k = v->n++; k > j; k--)
        v->scope[k] = v->scope[k - 1], v->values[k] = v->values[k - 1];
    v->scope[j] = variable;
    v->values[j] = value;
    return true;
}

bool kf_clause_violated(const kf_network *net, const kf_component *p, uint32_t clause,
                        kf_forbidden *out)
{
    const kf_lit *literals = p->literals + p->start[clause];
    uint32_t n = p->start[clause + 1] - p->start[clause];
    out->n = 0;
    if (!(p->weight[clause] > 0) || n > KF_LENGTH(out->scope)) return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t value = find_false_value(net, literals[i]);
        uint32_t variable = net->place[kf_lit_atom(literals[i]).id].variable;
        if (value == KF_NO_VALUE || !insert(out, variable, value)) return false;
        assert(value < net->size.at[variable]);
    }
    return true;
}
