/* classes.c -- a clustering of nodes by the costs of their pairs alone; see near.h. */
#include "solve/primal/near.h"

#include "solve/primal/nodes.h"
#include "solve/primal/partition.h"

#include <math.h>

enum { MOST_NODES = 1500 };

typedef struct sorter {
    const kf_component *p;
    kf_nodes nodes;
    kf_partition classes;
} sorter;

static void score_pairs(sorter *x)
{
    size_t n = x->nodes.n;
    for (uint32_t i = 0; i < x->p->n_atoms; i++) {
        uint32_t from = x->nodes.from[i], to = x->nodes.to[i];
        if (from == KF_NO_NODE || from == to) continue;
        double gain = x->p->cost_false[i] - x->p->cost_true[i];
        x->classes.score[from * n + to] += gain;
        x->classes.score[to * n + from] += gain;
    }
}

static uint32_t root_of(const uint32_t *label, uint32_t node)
{
    while (label[node] != node) node = label[node];
    return node;
}

/* The classes of the assignment at hand. */
static void read_classes(sorter *x, const bool *assignment)
{
    uint32_t *label = x->classes.label;
    for (uint32_t i = 0; i < x->p->n_atoms; i++) {
        if (x->nodes.from[i] == KF_NO_NODE || !assignment[i]) continue;
        uint32_t a = root_of(label, x->nodes.from[i]), b = root_of(label, x->nodes.to[i]);
        label[a > b ? a : b] = a < b ? a : b;
    }
    for (uint32_t i = 0; i < x->nodes.n; i++) label[i] = label[label[i]]; /* ascending: final */
}

/* Pairs of a node with itself stay as they are. */
static void write_classes(const sorter *x, bool *assignment)
{
    for (uint32_t i = 0; i < x->p->n_atoms; i++) {
        uint32_t from = x->nodes.from[i], to = x->nodes.to[i];
        if (from != KF_NO_NODE && from != to)
            assignment[i] = x->classes.label[from] == x->classes.label[to];
    }
}

kerf_status kf_find_classes(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                            uint64_t seed, uint64_t work, bool *assignment, bool *made)
{
    sorter x = { .p = p };
    kf_random random = { seed };
    *made = false;
    kerf_status st = kf_nodes_open(&x.nodes, p, mem, false);
    bool some = st == KERF_OK && x.nodes.n > 0 && x.nodes.n <= MOST_NODES;
    if (some && !kf_partition_open(&x.classes, mem, x.nodes.n)) st = KERF_NO_MEMORY;
    if (some && st == KERF_OK) {
        score_pairs(&x);
        read_classes(&x, assignment);
        kf_partition_improve(&x.classes);
        st = kf_partition_cool(&x.classes, limits, mem, &random, work);
    }
    if (some && st == KERF_OK) {
        kf_partition_improve(&x.classes);
        write_classes(&x, assignment);
        *made = true;
    }
    if (some) kf_partition_free(&x.classes, mem);
    kf_nodes_free(&x.nodes, mem);
    return st;
}
