/* rowkeys.c -- see rowkeys.h. A key depends on the names of atoms alone, in any order. */
#include "solve/cuts/rowkeys.h"

#include "solve/lp/recall.h"

enum { OF_Z = 3 };

uint64_t kf_literal_key(const uint64_t *names, kf_lit l)
{
    return kf_recall_mix(names[kf_lit_atom(l).id], 2 + kf_lit_negated(l));
}

uint64_t kf_clause_key(const kf_component *component, const uint64_t *names, uint32_t i)
{
    uint64_t key = 0;
    for (uint32_t k = component->start[i]; k < component->start[i + 1]; k++)
        key += kf_literal_key(names, component->literals[k]);
    return kf_recall_mix(key, component->weight[i] > 0);
}

uint64_t kf_unwanted_key(const kf_component *component, const uint64_t *names, uint64_t key,
                         uint32_t k)
{
    return kf_recall_mix(key, kf_literal_key(names, component->literals[k]));
}

uint64_t kf_z_key(uint64_t key)
{
    return kf_recall_mix(key, OF_Z);
}
