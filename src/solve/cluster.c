/* cluster.c -- worlds in which transitive relations are equivalences; see ilp.h.
 *
 * A point of the linear program says much about the other atoms and leaves the pairs halfway. Given
 * the other atoms, a pair has a score of its own, and the best classes of nodes are looked for
 * (partition.h); given the classes, the other atoms go downhill. In turns, while that pays. Every
 * equivalence is transitive and symmetric, so that triangles that are not in the part yet hold, too,
 * and the mirror image of such a world is the world itself: what it violates can be folded. */
#include "solve/ilp.h"
#include "solve/partition.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1500, TURNS = 6 };

typedef struct node {
    uint32_t relation, id;
} node;

typedef struct clusterer {
    const kf_part *p;
    kf_rounder *rounder;
    kf_mem *mem;
    uint32_t n_nodes;
    node *nodes;       /* sorted */
    uint32_t *from;    /* by atom: place in `nodes`; UINT32_MAX: no pair */
    uint32_t *to;      /* likewise */
    bool *held;        /* by atom: it is a pair */
    uint32_t *members; /* by class */
    bool *trial;
    kf_partition classes;
} clusterer;

static int by_node(const void *a, const void *b)
{
    const node *x = a, *y = b;
    if (x->relation != y->relation) return x->relation < y->relation ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static uint32_t find_node(const clusterer *c, uint32_t relation, uint32_t id)
{
    node key = { relation, id };
    const node *found = bsearch(&key, c->nodes, c->n_nodes, sizeof key, by_node);
    return (uint32_t)(found - c->nodes);
}

static void list_nodes(clusterer *c)
{
    const kf_part *p = c->p;
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        const kf_ends *e = &p->ends[i];
        if (e->relation == KF_NO_RELATION) continue;
        c->nodes[n++] = (node){ e->relation, e->from };
        c->nodes[n++] = (node){ e->relation, e->to };
    }
    qsort(c->nodes, n, sizeof *c->nodes, by_node);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || by_node(&c->nodes[i], &c->nodes[kept - 1]) != 0)
            c->nodes[kept++] = c->nodes[i];
    c->n_nodes = kept;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        const kf_ends *e = &p->ends[i];
        c->held[i] = e->relation != KF_NO_RELATION;
        c->from[i] = c->held[i] ? find_node(c, e->relation, e->from) : UINT32_MAX;
        c->to[i] = c->held[i] ? find_node(c, e->relation, e->to) : UINT32_MAX;
    }
}

/* What each pair gains as the other atoms are now. */
static void score_pairs(clusterer *c)
{
    size_t n = c->n_nodes;
    memset(c->classes.score, 0, n * n * sizeof(double));
    for (uint32_t i = 0; i < c->p->n_atoms; i++) {
        if (!c->held[i] || c->from[i] == c->to[i]) continue;
        double gain = kf_rounder_gain(c->rounder, i);
        c->classes.score[c->from[i] * n + c->to[i]] += gain;
        c->classes.score[c->to[i] * n + c->from[i]] += gain;
    }
}

/* A node alone in its class need not be related to itself. */
static void set_pairs(clusterer *c)
{
    const uint32_t *label = c->classes.label;
    for (uint32_t i = 0; i < c->n_nodes; i++) c->members[i] = 0;
    for (uint32_t i = 0; i < c->n_nodes; i++) c->members[label[i]]++;
    for (uint32_t i = 0; i < c->p->n_atoms; i++) {
        if (!c->held[i]) continue;
        bool together = label[c->from[i]] == label[c->to[i]];
        if (c->from[i] == c->to[i])
            together = c->members[label[c->to[i]]] > 1 || kf_rounder_gain(c->rounder, i) > 0;
        kf_rounder_set(c->rounder, i, together);
    }
}

static void take_turns(clusterer *c, bool *world)
{
    uint64_t least = UINT64_MAX, broken;
    double best = 0;
    memcpy(c->trial, world, c->p->n_atoms * sizeof(bool));
    kf_rounder_take(c->rounder, c->trial);
    for (int turn = 0; turn < TURNS; turn++) {
        score_pairs(c);
        kf_partition_improve(&c->classes);
        set_pairs(c);
        kf_rounder_descend(c->rounder, c->held);
        double cost = kf_part_cost(c->p, c->trial, &broken);
        if (turn > 0 && (broken > least || (broken == least && cost >= best))) return;
        least = broken;
        best = cost;
        memcpy(world, c->trial, c->p->n_atoms * sizeof(bool));
    }
}

static kerf_status run(clusterer *c, uint32_t n_pairs, bool *world, bool *made)
{
    uint32_t n = c->p->n_atoms;
    c->nodes = kf_mem_alloc(c->mem, 2 * (size_t)n_pairs, sizeof *c->nodes);
    c->from = kf_mem_alloc(c->mem, n, sizeof(uint32_t));
    c->to = kf_mem_alloc(c->mem, n, sizeof(uint32_t));
    c->members = kf_mem_alloc(c->mem, MOST_NODES, sizeof(uint32_t));
    c->held = kf_mem_alloc(c->mem, n, sizeof(bool));
    c->trial = kf_mem_alloc(c->mem, n, sizeof(bool));
    if (!c->nodes || !c->from || !c->to || !c->members || !c->held || !c->trial)
        return KERF_NO_MEMORY;
    list_nodes(c);
    if (c->n_nodes > MOST_NODES) return KERF_OK;
    if (!kf_partition_open(&c->classes, c->mem, c->n_nodes)) return KERF_NO_MEMORY;
    take_turns(c, world);
    *made = true;
    return KERF_OK;
}

kerf_status kf_cluster(const kf_part *p, kf_mem *mem, kf_rounder *rounder, bool *world, bool *made)
{
    clusterer c = { .p = p, .rounder = rounder, .mem = mem };
    uint32_t n = p->n_atoms, n_pairs = 0;
    *made = false;
    for (uint32_t i = 0; i < n && p->ends; i++) n_pairs += p->ends[i].relation != KF_NO_RELATION;
    if (n_pairs == 0) return KERF_OK;
    kerf_status st = run(&c, n_pairs, world, made);
    kf_partition_free(&c.classes, mem);
    kf_mem_free(mem, c.nodes, 2 * (size_t)n_pairs, sizeof *c.nodes);
    kf_mem_free(mem, c.from, n, sizeof(uint32_t));
    kf_mem_free(mem, c.to, n, sizeof(uint32_t));
    kf_mem_free(mem, c.members, MOST_NODES, sizeof(uint32_t));
    kf_mem_free(mem, c.held, n, sizeof(bool));
    kf_mem_free(mem, c.trial, n, sizeof(bool));
    return st;
}
