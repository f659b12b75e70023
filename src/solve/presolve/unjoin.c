/* unjoin.c -- pairs that no optimum needs to join; see simplify.h.
 *
 * Draw an edge for every pair of a transitive relation that is true, or whose truth could save more
 * than it costs, and for one that something hard may want true. Pairs between two components of
 * that graph are false in some optimum, all of them together: take any assignment and make them
 * false. A hard clause that wants one of them true has another of them negated, or there would be
 * an edge (of a triangle whose head leads from one component to another, so does one of the other
 * two sides), so it holds. What is soft and wanted them true pays at most what they cost. For each
 * by itself this would not do, as triangles want it true, and that is what dual fixing looks at.
 *
 * Inequalities that know more than the constraints here (twopart.c, pentagon.c) do not mind: the
 * pairs leave the component, so no inequality speaks of them, and the others keep their values. */
#include "base/check.h"
#include "solve/presolve/simplifying.h"
#include "solve/primal/nodes.h"

#include <math.h>

typedef struct joiner {
    const kf_work *w;
    kf_nodes nodes;
    uint32_t *parent; /* by node: of a forest, whose trees are the components */
} joiner;

static uint32_t root_of(const joiner *j, uint32_t node)
{
    while (j->parent[node] != node) {
        j->parent[node] = j->parent[j->parent[node]];
        node = j->parent[node];
    }
    return node;
}

static void join(const joiner *j, uint32_t atom)
{
    uint32_t a = root_of(j, j->nodes.from[atom]), b = root_of(j, j->nodes.to[atom]);
    if (a < b) j->parent[b] = a;
    else j->parent[a] = b;
}

/* Does the pair lead from one component to another? One that another atom stands for is left to
 * that. */
static bool is_apart(const joiner *j, uint32_t atom)
{
    return j->nodes.from[atom] != KF_NO_NODE && kf_lit_atom(j->w->s->stands[atom]).id == atom
           && root_of(j, j->nodes.from[atom]) != root_of(j, j->nodes.to[atom]);
}

/* What its truth costs, less the most that it could save. */
static double loss_of(const kf_work *w, uint32_t atom)
{
    return w->cost[1][atom] - w->cost[0][atom]
           - kf_work_wanting(w, kf_lit_of((kf_atom){ atom }, false));
}

static bool holds_without(const joiner *j, uint32_t clause)
{
    const kf_work *w = j->w;
    for (uint32_t i = 0; i < w->n[clause]; i++) {
        kf_lit l = w->literals[w->start[clause] + i];
        uint32_t atom = kf_lit_atom(l).id;
        if (kf_lit_negated(l) && w->s->value[atom] < 0 && is_apart(j, atom)) return true;
    }
    return false;
}

/* Does everything hard that wants the pair true hold if all pairs that are apart are false? */
static bool can_be_missed(const joiner *j, uint32_t atom)
{
    const kf_work *w = j->w;
    uint32_t code = kf_lit_of((kf_atom){ atom }, false).code, good = 0;
    for (uint32_t i = w->in_start[code]; i < w->in_start[code + 1]; i++) {
        uint32_t c = w->in[i];
        if (w->n[c] == 0 || w->weight[c] != INFINITY) continue;
        if (!holds_without(j, c)) return false;
        good++;
    }
    return good == w->hard[code];
}

static kerf_status join_all(const joiner *j)
{
    const kf_work *w = j->w;
    bool changed = true;
    for (uint32_t i = 0; i < w->s->n_atoms; i++) {
        if (!is_apart(j, i) || w->s->value[i] == 0) continue;
        if (w->s->value[i] == 1 || loss_of(w, i) < 0) join(j, i);
    }
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < w->s->n_atoms; i++) {
            if (!is_apart(j, i) || w->s->value[i] >= 0) continue;
            KF_TRY(kf_work_spend(w, 1 + kf_work_degree(w, i)));
            if (can_be_missed(j, i)) continue;
            join(j, i);
            changed = true;
        }
    }
    return KERF_OK;
}

static kerf_status decide(const joiner *j, kf_work *w, kf_mem *mem)
{
    kerf_status st = KERF_OK;
    for (uint32_t i = 0; i < w->s->n_atoms && st == KERF_OK; i++) {
        if (!is_apart(j, i) || w->s->value[i] >= 0) continue;
        assert(loss_of(w, i) >= 0);
        if (loss_of(w, i) == 0) w->s->tied = true;
        st = kf_work_decide(w, mem, kf_lit_of((kf_atom){ i }, true));
    }
    return st;
}

/* Is there a pair that does not pay, though something hard may want it? Of what is soft the rough
 * sum is enough here. */
static bool may_be_some(const kf_work *w)
{
    for (uint32_t i = 0; i < w->s->n_atoms && w->s->ends; i++) {
        double costs = w->cost[1][i] - w->cost[0][i];
        uint32_t code = kf_lit_of((kf_atom){ i }, false).code;
        if (w->s->value[i] < 0 && w->s->ends[i].relation != KF_NO_RELATION && w->hard[code] > 0
            && w->soft[code] <= costs + 1e-6 * (1 + fabs(costs))) {
            return true;
        }
    }
    return false;
}

kerf_status kf_work_unjoin(kf_work *w, kf_mem *mem)
{
    assert(w->decided.n == 0); /* all consequences are drawn */
    if (!may_be_some(w)) return KERF_OK;
    joiner j = { .w = w };
    kf_component pairs = { .n_atoms = w->s->n_atoms, .ends = w->s->ends };
    kerf_status st = kf_nodes_open(&j.nodes, &pairs, mem, false);
    if (st == KERF_OK && j.nodes.n > 0) {
        j.parent = kf_arena_room(w->arena, j.nodes.n, sizeof *j.parent);
        if (!j.parent) st = KERF_NO_MEMORY;
        for (uint32_t i = 0; st == KERF_OK && i < j.nodes.n; i++) j.parent[i] = i;
        if (st == KERF_OK) st = join_all(&j);
        if (st == KERF_OK) st = decide(&j, w, mem);
    }
    kf_nodes_free(&j.nodes, mem);
    return st;
}
