/* count_searching.h -- private to count_search.c, count_state.c and count_trace.c: the state of a
 * search and what is kept of it. */
#ifndef KF_COUNT_SEARCHING_H
#define KF_COUNT_SEARCHING_H

#include "base/mem.h"
#include "base/neumaier.h"
#include "solve/eliminate/count_search.h"

#define KF_UNSET UINT32_MAX

/* m * 2^e, wrong by so many units relative to it. m: 0, or from a half up to 1. */
typedef struct kf_scaled {
    double m;
    int64_t e;
    double units;
} kf_scaled;

kf_scaled kf_scaled_exp(kf_neumaier cost, double units); /* exp(-cost) */
kf_scaled kf_scaled_mul(kf_scaled, kf_scaled);
kf_scaled kf_scaled_add(kf_scaled, kf_scaled);

/* ---- count_state.c: values, tables, and the way back to what they were ---- */

typedef struct kf_undo {
    uint8_t kind;
    uint32_t a, b;
} kf_undo;
enum { KF_UNDO_VALUE, KF_UNDO_ALIVE, KF_UNDO_TABLE };

typedef struct kf_count_state {
    const kf_network *net;
    kf_mem *mem;
    kf_arena arena;
    double slack;
    uint32_t n, n_tables;
    uint32_t *first, *use; /* tables of variable v: use[first[v]] up to use[first[v + 1]] */
    uint64_t *use_stride;
    uint64_t **stride; /* by table and place */
    bool *hard;        /* by table: something in it is forbidden */
    uint32_t *value;   /* by variable; KF_UNSET */
    uint8_t **alive, **seen;
    uint32_t *n_alive;
    uint64_t *offset; /* by table: of the values that are set */
    uint32_t *n_open; /* by table: variables without a value */
    bool *gone;       /* by table: what it costs is paid */
    bool *queued;
    KF_VEC(uint32_t) queue;
    KF_VEC(kf_undo) trail;
    kf_neumaier cost; /* paid since kf_count_set(), */
    double units;     /* and how wrong that may be */
    uint64_t work;    /* entries that were looked at */
} kf_count_state;

kerf_status kf_count_state_open(kf_count_state *, const kf_network *, double slack, kf_mem *);
void kf_count_state_close(kf_count_state *);
/* All tables are looked at. *dead: nothing is feasible. */
kerf_status kf_count_first(kf_count_state *, bool *dead);
kerf_status kf_count_set(kf_count_state *, uint32_t v, uint32_t x, bool *dead);
void kf_count_undo(kf_count_state *, size_t trail);

/* ---- count_trace.c: what is kept, and the way back ---- */

typedef struct
    kf_count_edge { /* a value, what follows from it, and the components that it leaves */
    uint32_t first_set, n_sets, first_child, n_children;
    kf_scaled weight; /* all of it */
} kf_count_edge;

typedef struct kf_count_node { /* a component */
    kf_scaled z;
    uint32_t first_edge, n_edges;
    uint32_t first_key, n_key;
} kf_count_node;

typedef struct kf_count_set_item {
    uint32_t variable, value;
} kf_count_set_item;

typedef struct kf_count_trace {
    kf_mem *mem;
    KF_VEC(kf_count_node) nodes; /* after those that they lead to */
    KF_VEC(kf_count_edge) edges;
    KF_VEC(kf_count_set_item) sets;
    KF_VEC(uint32_t) children, keys;
    uint32_t *slots; /* nodes by hash of their keys */
    uint32_t n_slots;
} kf_count_trace;

void kf_count_trace_close(kf_count_trace *);
double kf_count_trace_bytes(const kf_count_trace *);
/* The node of a key; KF_UNSET: none. */
uint32_t kf_count_find(const kf_count_trace *, const uint32_t *key, uint32_t n);
/* Another node, whose key is new. */
kerf_status kf_count_keep(kf_count_trace *, kf_count_node, const uint32_t *key, uint32_t n);
/* From the last node to all values. */
kerf_status kf_count_spread(const kf_count_trace *, const kf_network *, double **belief,
                            double *units);

#endif
