/* cluster.c -- a primal heuristic for transitive relations: assignments in which they are
 * equivalences; see cluster.h.
 *
 * A point of the LP relaxation decides most other atoms and leaves many pairs fractional. Given the
 * other atoms, each pair has a score, and correlation clustering finds good classes of nodes
 * (partition.h). The score takes into account that the other atoms adapt to a pair: one that would
 * have to pay for each of them, as they are now, would never change. Given the classes, the other
 * atoms descend to a local optimum. The two steps alternate while the cost falls. Every
 * equivalence is transitive and symmetric: it keeps triangles that are not in the component yet,
 * too, and its mirror image is the same assignment, so that what it violates can be folded. */
#include "solve/primal/cluster.h"
#include "base/check.h"
#include "solve/primal/nodes.h"
#include "solve/primal/partition.h"

#include <math.h>
#include <string.h>

enum { MOST_NODES = 1500, TURNS = 6 };

typedef struct clusterer {
    const kf_component *p;
    kf_rounder *rounder;
    kf_mem *mem;
    kf_nodes nodes;
    bool *held;        /* by atom: it is a pair */
    uint32_t *members; /* by class */
    bool *trial;
    double *gain; /* by atom */
    kf_partition classes;
} clusterer;

/* What each pair gains if the other atoms adapt to it. */
static void score_pairs(clusterer *c)
{
    size_t n = c->nodes.n;
    kf_rounder_gains(c->rounder, c->held, c->gain);
    memset(c->classes.score, 0, n * n * sizeof(double));
    for (uint32_t i = 0; i < c->p->n_atoms; i++) {
        if (!c->held[i] || c->nodes.from[i] == c->nodes.to[i]) continue;
        double gain = c->gain[i];
        c->classes.score[c->nodes.from[i] * n + c->nodes.to[i]] += gain;
        c->classes.score[c->nodes.to[i] * n + c->nodes.from[i]] += gain;
    }
}

/* A node alone in its class need not be related to itself. */
static void set_pairs(clusterer *c)
{
    const uint32_t *label = c->classes.label;
    for (uint32_t i = 0; i < c->nodes.n; i++) c->members[i] = 0;
    for (uint32_t i = 0; i < c->nodes.n; i++) c->members[label[i]]++;
    for (uint32_t i = 0; i < c->p->n_atoms; i++) {
        if (!c->held[i]) continue;
        bool together = label[c->nodes.from[i]] == label[c->nodes.to[i]];
        if (c->nodes.from[i] == c->nodes.to[i])
            together = c->members[label[c->nodes.to[i]]] > 1 || kf_rounder_gain(c->rounder, i) > 0;
        kf_rounder_set(c->rounder, i, together);
    }
}

typedef struct turns { /* what the best assignment breaks and costs */
    uint64_t broken;
    double cost;
} turns;

/* The trial assignment becomes the assignment if it is better. */
static bool keep_trial(clusterer *c, turns *best, bool *assignment)
{
    uint64_t broken;
    kf_rounder_descend(c->rounder, c->held);
    double cost = kf_component_cost(c->p, c->trial, &broken);
    if (broken > best->broken || (broken == best->broken && cost >= best->cost)) return false;
    *best = (turns){ broken, cost };
    memcpy(assignment, c->trial, c->p->n_atoms * sizeof(bool));
    return true;
}

static void take_turns(clusterer *c, bool *assignment)
{
    turns best = { UINT64_MAX, INFINITY };
    memcpy(c->trial, assignment, c->p->n_atoms * sizeof(bool));
    kf_rounder_take(c->rounder, c->trial);
    for (int turn = 0; turn < TURNS; turn++) {
        score_pairs(c);
        kf_partition_improve(&c->classes);
        set_pairs(c);
        if (!keep_trial(c, &best, assignment)) break;
    }
}

static kerf_status run(clusterer *c, bool *assignment, bool *made)
{
    uint32_t n = c->p->n_atoms;
    KF_TRY(kf_nodes_open(&c->nodes, c->p, c->mem, false));
    if (c->nodes.n == 0 || c->nodes.n > MOST_NODES) return KERF_OK;
    c->members = kf_mem_alloc(c->mem, c->nodes.n, sizeof(uint32_t));
    c->held = kf_mem_alloc(c->mem, n, sizeof(bool));
    c->trial = kf_mem_alloc(c->mem, n, sizeof(bool));
    c->gain = kf_mem_alloc(c->mem, n, sizeof *c->gain);
    if (!c->members || !c->held || !c->trial || !c->gain) return KERF_NO_MEMORY;
    if (!kf_partition_open(&c->classes, c->mem, c->nodes.n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) c->held[i] = c->nodes.from[i] != KF_NO_NODE;
    take_turns(c, assignment);
    *made = true;
    return KERF_OK;
}

kerf_status kf_cluster(const kf_component *p, kf_mem *mem, kf_rounder *rounder, bool *assignment,
                       bool *made)
{
    clusterer c = { .p = p, .rounder = rounder, .mem = mem };
    *made = false;
    kerf_status st = run(&c, assignment, made);
    kf_partition_free(&c.classes, mem);
    kf_mem_free(mem, c.members, c.nodes.n, sizeof(uint32_t));
    kf_mem_free(mem, c.held, p->n_atoms, sizeof(bool));
    kf_mem_free(mem, c.gain, p->n_atoms, sizeof *c.gain);
    kf_mem_free(mem, c.trial, p->n_atoms, sizeof(bool));
    kf_nodes_free(&c.nodes, mem);
    return st;
}
