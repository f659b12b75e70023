/* network_tables.c -- variables and tables are added to a network; see network.h. */
#include "solve/network/networking.h"

#include "base/check.h"
#include "base/hash.h"

#include <string.h>

static uint64_t hash_scope(const uint32_t *scope, uint32_t n)
{
    uint64_t hash = KF_HASH_SEED;
    for (uint32_t i = 0; i < n; i++) hash = kf_hash_add(hash, scope[i]);
    return hash;
}

static bool has_scope(const kf_cost_table *t, const uint32_t *scope, uint32_t n)
{
    return t->n == n && memcmp(t->scope, scope, n * sizeof *scope) == 0;
}

/* Where the table of a scope is, or would be. */
static uint32_t find_slot(const kf_network *net, const uint32_t *scope, uint32_t n)
{
    uint32_t mask = net->n_slots - 1, i = (uint32_t)hash_scope(scope, n) & mask;
    while (net->slots[i] != UINT32_MAX && !has_scope(&net->tables.at[net->slots[i]], scope, n))
        i = (i + 1) & mask;
    return i;
}

/* At most half full. */
static bool grow_slots(kf_network *net)
{
    uint32_t n = net->n_slots ? 2 * net->n_slots : 16;
    if (2 * (net->tables.n + 1) <= net->n_slots) return true;
    uint32_t *slots = kf_mem_alloc(net->mem, n, sizeof *slots);
    if (!slots) return false;
    kf_mem_free(net->mem, net->slots, net->n_slots, sizeof *slots);
    memset(slots, 0xff, n * sizeof *slots);
    net->slots = slots;
    net->n_slots = n;
    for (uint32_t i = 0; i < net->tables.n; i++)
        slots[find_slot(net, net->tables.at[i].scope, net->tables.at[i].n)] = i;
    return true;
}

kf_cost_table *kf_network_table(kf_network *net, const uint32_t *scope, uint32_t n)
{
    assert(n >= 2);
    if (!grow_slots(net)) return NULL;
    uint32_t slot = find_slot(net, scope, n);
    if (net->slots[slot] != UINT32_MAX) return &net->tables.at[net->slots[slot]];
    kf_cost_table made = { .n = n, .n_entries = 1 };
    for (uint32_t i = 0; i < n; i++) made.n_entries *= net->size.at[scope[i]];
    made.scope = kf_arena_copy(&net->arena, scope, n, sizeof *scope);
    made.cost = kf_arena_alloc(&net->arena, made.n_entries, sizeof(double));
    if (net->exact) made.rest = kf_arena_alloc(&net->arena, made.n_entries, sizeof(double));
    if (!made.scope || !made.cost || (net->exact && !made.rest)) return NULL;
    if (!kf_vec_push(net->mem, &net->tables, made)) return NULL;
    net->slots[slot] = (uint32_t)net->tables.n - 1;
    return &net->tables.at[net->tables.n - 1];
}

uint32_t kf_network_find_table(const kf_network *net, const uint32_t *scope, uint32_t n)
{
    return net->n_slots ? net->slots[find_slot(net, scope, n)] : UINT32_MAX;
}

kerf_status kf_network_add_variable(kf_network *net, uint32_t size)
{
    assert(size > 0);
    double *unary = kf_arena_alloc(&net->arena, size, sizeof *unary);
    double *rest = net->exact ? kf_arena_alloc(&net->arena, size, sizeof *rest) : NULL;
    if (!unary || !kf_vec_reserve(net->mem, &net->unary, 1)) return KERF_NO_MEMORY;
    if (net->exact && (!rest || !kf_vec_push(net->mem, &net->unary_rest, rest)))
        return KERF_NO_MEMORY;
    if (!kf_vec_reserve(net->mem, &net->parts, 1)) return KERF_NO_MEMORY;
    if (!kf_vec_push(net->mem, &net->size, size)) return KERF_NO_MEMORY;
    net->parts.at[net->parts.n++] = 0;
    net->unary.at[net->unary.n++] = unary;
    return KERF_OK;
}
