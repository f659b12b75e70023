/* auto.c -- chooses between the base solvers for one component; see solver.h.
 *
 * First `exact`, for as many nodes as make about WORK steps on a part of this size; that settles
 * small and easy components without a library. Where it gives up, `ilp` goes on from its best assignment, and
 * of the two bounds the better is kept; before that asks a library, whose end nobody can foresee, it
 * tries `exact` once more, for AGAIN times as much. A part so large that a few nodes are all of WORK goes to
 * `ilp` at once. Where `ilp` is not built in, `exact` starts again from its best assignment with no
 * limit but the user's: slow, but still exact, and deadline and stop() end it.
 * The choice depends on the component and the settings alone, never on time, so the same part is solved
 * the same way everywhere. */
#include "solve/solver.h"

#include <math.h>
#include <string.h>

#define WORK UINT64_C(4000000)
enum { LEAST_NODES = 16, LARGE = 3000, AGAIN = 64 };

uint64_t kf_component_size(const kf_component *p)
{
    uint64_t size = p->n_atoms + 1;
    if (p->n_clauses) size += p->start[p->n_clauses];
    for (uint32_t i = 0; i < p->n_counts; i++) size += 2 * (uint64_t)p->counts[i].n;
    return size;
}

/* The better of both assignments and of both bounds. */
static void merge(const kf_solved *first, const bool *first_assignment, uint32_t n,
                  bool *assignment, kf_solved *out)
{
    out->work += first->work;
    if (first->found && !(out->found && out->cost <= first->cost)) {
        memcpy(assignment, first_assignment, n * sizeof(bool));
        out->found = true;
        out->cost = first->cost;
        out->unique = -1;
    }
    kf_solved_raise(out, first->bound, first->trusted);
}

static kerf_status go_on(const kf_component *p, const kf_limits *l, uint64_t tried, kf_mem *mem,
                         bool *assignment, kf_solved *out)
{
    uint64_t user = l->settings->nodes;
    kf_limits limits = *l;
    limits.exact_work = AGAIN * WORK;
    kerf_status st = kf_solve_ilp(p, &limits, mem, assignment, out);
    if (st != KERF_UNSUPPORTED) return st;
    if (user == tried) {
        *out = (kf_solved){ false, INFINITY, 0, -1, 0, "exact", NULL };
        return KERF_LIMIT;
    }
    return kf_solve_exact(p, l, mem, assignment, out);
}

kerf_status kf_solve_auto(const kf_component *p, const kf_limits *l, kf_mem *mem, bool *assignment,
                          kf_solved *out)
{
    kf_settings settings = *l->settings;
    kf_limits limits = *l;
    uint64_t user = settings.nodes, nodes = WORK / kf_component_size(p);
    limits.settings = &settings;
    if (nodes < LEAST_NODES) nodes = LEAST_NODES;
    settings.nodes = user > 0 && user < nodes ? user : nodes;
    kf_solved first;
    kerf_status st;
    if (kf_component_size(p) > LARGE) {
        st = kf_solve_ilp(p, l, mem, assignment, out);
        if (st != KERF_UNSUPPORTED) return st;
    }
    st = kf_solve_exact(p, &limits, mem, assignment, &first);
    if (st == KERF_OK) *out = first;
    if (st != KERF_LIMIT) return st;
    if (kf_limits_reached(l) || (first.found && first.cost - first.bound <= l->gap)) {
        *out = first;
        return KERF_OK;
    }
    bool *first_assignment = kf_mem_alloc(mem, p->n_atoms, sizeof(bool));
    if (!first_assignment) return KERF_NO_MEMORY;
    memcpy(first_assignment, assignment, p->n_atoms * sizeof(bool));
    st = go_on(p, l, settings.nodes, mem, assignment, out);
    if (st == KERF_OK || st == KERF_LIMIT)
        merge(&first, first_assignment, p->n_atoms, assignment, out);
    kf_mem_free(mem, first_assignment, p->n_atoms, sizeof(bool));
    return st;
}
