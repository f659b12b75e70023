/* network_groups.c -- which atoms make a variable with values; see network.h.
 *
 * Candidates are literals of which hard constraints let one be true at the most: those of a count
 * that any two of them would break, and cliques of hard clauses of two literals. The largest come
 * first; a literal whose atom has a variable already is left out of the later ones. Value 0 says
 * that none is true, value i that the i-th is. */
#include "solve/network/networking.h"

#include "base/cardinality.h"
#include "base/check.h"
#include "solve/presolve/gather.h"

#include <math.h>
#include <stdlib.h>

typedef struct group {
    uint32_t start, n; /* literals */
} group;

typedef struct groups {
    kf_mem *mem;
    KF_VEC(group) all;
    KF_VEC(kf_lit) literals;
    bool refused; /* memory was */
    kf_patience *patience;
} groups;

static void add(groups *g, uint32_t start)
{
    group made = { start, (uint32_t)g->literals.n - start };
    if (made.n < 2) g->literals.n = start;
    else if (!kf_vec_push(g->mem, &g->all, made)) g->refused = true;
}

/* Of a clique one literal at the most is false. */
static void add_clique(void *context, const kf_lit *literals, uint32_t n, double weight)
{
    groups *g = context;
    uint32_t start = (uint32_t)g->literals.n;
    (void)weight;
    if (g->refused || !kf_vec_reserve(g->mem, &g->literals, n)) {
        g->refused = true;
        return;
    }
    for (uint32_t i = 0; i < n; i++) g->literals.at[g->literals.n++] = kf_lit_not(literals[i]);
    add(g, start);
}

/* Literals so heavy that two of them are too much, or, negated, that two must not be missing. */
static void add_heavy(groups *g, const kf_count *c, uint64_t room, bool negated)
{
    uint32_t start = (uint32_t)g->literals.n;
    if (!kf_vec_reserve(g->mem, &g->literals, c->n)) {
        g->refused = true;
        return;
    }
    for (uint32_t i = 0; i < c->n; i++)
        if (c->coefficients[i] > room / 2)
            g->literals.at[g->literals.n++] = (kf_lit){ c->literals[i].code ^ negated };
    add(g, start);
}

static void add_count(groups *g, const kf_count *c)
{
    uint64_t total = 0;
    if (!isinf(c->weight)) return;
    for (uint32_t i = 0; i < c->n; i++) total += c->coefficients[i];
    kf_count_meaning m = kf_count_mean(c->weight, c->least, c->most, 0, total);
    if (m.kind == KF_COUNT_AT_MOST || m.kind == KF_COUNT_WITHIN) add_heavy(g, c, m.most, false);
    if (m.kind == KF_COUNT_AT_LEAST || m.kind == KF_COUNT_WITHIN)
        add_heavy(g, c, total - m.least, true);
}

static kerf_status find_groups(groups *g, const kf_component *p)
{
    kf_arena arena;
    kf_arena_init(&arena, g->mem);
    double *share = kf_arena_alloc(&arena, (size_t)p->n_clauses + p->n_counts, sizeof(double));
    kerf_status st = share ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_counts && !g->refused; i++) add_count(g, &p->counts[i]);
    for (uint32_t i = 0; i < p->n_cliques && !g->refused; i++)
        if (isinf(p->cliques[i].weight))
            add_clique(g, p->cliques[i].literals, p->cliques[i].n, p->cliques[i].weight);
    if (st == KERF_OK && p->n_cliques == 0) /* else they are gathered already */
        st = kf_cliques_find(p, KF_HARD_PAIRS, &arena, share, g->patience, add_clique, g);
    kf_arena_free(&arena);
    return g->refused ? KERF_NO_MEMORY : st;
}

/* Large ones first, then in order. */
static int by_size(const void *a, const void *b)
{
    const group *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? 1 : -1;
    return (x->start > y->start) - (x->start < y->start);
}

static bool is_free(const kf_atom_value *place, kf_lit l)
{
    return place[kf_lit_atom(l).id].variable == UINT32_MAX;
}

/* A variable of the literals that have none. */
static kerf_status take(kf_network *net, kf_atom_value *place, const kf_lit *literals, uint32_t n,
                        uint32_t most_values)
{
    uint32_t left = 0, value = 0, variable = (uint32_t)net->size.n;
    for (uint32_t i = 0; i < n; i++) left += is_free(place, literals[i]);
    assert(left <= n);
    if (left < 2 || left >= most_values) return KERF_OK;
    for (uint32_t i = 0; i < n; i++)
        if (is_free(place, literals[i]))
            place[kf_lit_atom(literals[i]).id] =
                (kf_atom_value){ variable, ++value, kf_lit_negated(literals[i]) };
    assert(value == left); /* no atom twice in a group */
    return kf_network_add_variable(net, left + 1);
}

static kerf_status take_all(kf_network *net, kf_atom_value *place, groups *g, uint32_t most_values)
{
    if (g->all.n > 1) qsort(g->all.at, g->all.n, sizeof *g->all.at, by_size);
    for (size_t i = 0; i < g->all.n; i++)
        KF_TRY(take(net, place, g->literals.at + g->all.at[i].start, g->all.at[i].n, most_values));
    return KERF_OK;
}

kerf_status kf_network_group(kf_network *net, const kf_component *p, uint32_t most_values)
{
    groups g = { .mem = net->mem, .patience = &net->patience };
    kf_atom_value *place = kf_arena_alloc(&net->arena, p->n_atoms, sizeof *place);
    if (!place) return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < p->n_atoms; a++) place[a].variable = UINT32_MAX;
    kerf_status st = find_groups(&g, p);
    if (st == KERF_OK) st = take_all(net, place, &g, most_values);
    for (uint32_t a = 0; st == KERF_OK && a < p->n_atoms; a++) {
        st = kf_network_spend(net, 2);
        if (st != KERF_OK || place[a].variable != UINT32_MAX) continue;
        place[a] = (kf_atom_value){ (uint32_t)net->size.n, 1, false };
        st = kf_network_add_variable(net, 2);
    }
    net->place = place;
    kf_vec_free(net->mem, &g.all);
    kf_vec_free(net->mem, &g.literals);
    return st;
}
