/* networking.h -- private to solve/network/ and solve/eliminate/: the parts of building a
 * network. */
#ifndef KF_NETWORKING_H
#define KF_NETWORKING_H

#include "base/neumaier.h"
#include "solve/network/network.h"

/* KERF_INTERRUPTED: so many steps should not be taken. */
static inline kerf_status kf_network_spend(kf_network *net, uint64_t steps)
{
    return kf_patience_spend(&net->patience, steps) ? KERF_OK : KERF_INTERRUPTED;
}

/* network_groups.c: which atoms make a variable. Sets places and sizes; unary costs are none. */
kerf_status kf_network_group(kf_network *, const kf_component *, const kf_network_limits *);

/* network_equal.c: by atom, the first that is equal or opposite to it, itself if there is none
 * before. */
typedef struct kf_atom_tie {
    uint32_t to;
    bool opposite;
} kf_atom_tie;
kerf_status kf_network_tie(const kf_component *, kf_atom_tie *, kf_mem *);

/* network_rows.c: constraints as rows over variables. One at a time: the row is valid until the
 * next is read. */
typedef struct kf_row_reader {
    const kf_network *net;
    const kf_component *component;
    uint32_t next;  /* constraint: clauses, counts, cliques */
    uint32_t *slot; /* by variable: its place in the scope, from 1; 0: it is not in it */
    KF_VEC(uint32_t) scope;
    KF_VEC(uint64_t) shares;
    KF_VEC(const uint64_t *) share;
} kf_row_reader;

kerf_status kf_row_reader_open(kf_row_reader *, const kf_network *, const kf_component *);
void kf_row_reader_close(kf_row_reader *);
/* A row that depends on no variable has n = 0. *more: there was one. */
kerf_status kf_row_read(kf_row_reader *, kf_row *, bool *more);

/* network_clauses.c: is the clause violated by one choice of values for its variables, and by that
 * alone? Then its row is just that. False: it has to be read as a row. */
typedef struct kf_forbidden {
    uint32_t n;
    uint32_t scope[8], values[8]; /* variables, ascending, and the value of each */
} kf_forbidden;
bool kf_clause_violated(const kf_network *, const kf_component *, uint32_t clause, kf_forbidden *);

/* network_tables.c: the table of a scope, which ascends; a new one has no costs. NULL: no
 * memory. */
kf_cost_table *kf_network_table(kf_network *, const uint32_t *scope, uint32_t n);
/* An entry costs so much more. */
static inline void kf_table_add(kf_cost_table *t, uint64_t entry, double cost, double rest)
{
    if (!t->rest) {
        t->cost[entry] += cost;
        return;
    }
    kf_add_exactly(&t->cost[entry], &t->rest[entry], cost);
    t->rest[entry] += rest;
}
/* Another variable with so many values, no costs. */
kerf_status kf_network_add_variable(kf_network *, uint32_t size);

#endif
