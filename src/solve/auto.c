/* auto.c -- chooses between the base solvers for one part; see solver.h.
 *
 * First `exact`, for as many nodes as make about WORK steps on a part of this size; that settles
 * small and easy parts without a library. Where it gives up, `ilp` goes on from its best world, and
 * of the two bounds the better is kept. Where `ilp` is not built in, `exact` starts again from its
 * best world with no limit but the user's: slow, but still exact, and deadline and stop() end it.
 * The choice depends on the part and the settings alone, never on time, so the same part is solved
 * the same way everywhere. */
#include "solve/solver.h"

#include <math.h>

#define WORK UINT64_C(40000000)
enum { LEAST_NODES = 16 };

static uint64_t part_size(const kf_part *p)
{
    uint64_t size = p->n_atoms + 1;
    if (p->n_clauses) size += p->start[p->n_clauses];
    for (uint32_t i = 0; i < p->n_counts; i++) size += 2 * (uint64_t)p->counts[i].n;
    return size;
}

/* The better of both bounds. */
static void merge(const kf_solved *first, kf_solved *out)
{
    out->work += first->work;
    out->bound = fmax(out->bound, first->bound);
    if (out->found && out->bound > out->cost) out->bound = out->cost; /* by rounding */
}

kerf_status kf_solve_auto(const kf_part *p, const kf_limits *l, kf_mem *mem, bool *world,
                          kf_solved *out)
{
    kf_settings settings = *l->settings;
    kf_limits limits = *l;
    uint64_t user = settings.nodes, nodes = WORK / part_size(p);
    limits.settings = &settings;
    if (nodes < LEAST_NODES) nodes = LEAST_NODES;
    settings.nodes = user > 0 && user < nodes ? user : nodes;
    kf_solved first;
    kerf_status st = kf_solve_exact(p, &limits, mem, world, &first);
    if (st == KERF_OK) *out = first;
    if (st != KERF_LIMIT) return st;
    if (kf_limits_reached(l) || (first.found && first.cost - first.bound <= l->gap)) {
        *out = first;
        return KERF_OK;
    }
    st = kf_solve_ilp(p, l, mem, world, out);
    if (st == KERF_UNSUPPORTED) {
        if (user == settings.nodes) {
            *out = first;
            return KERF_LIMIT;
        }
        st = kf_solve_exact(p, l, mem, world, out);
    }
    if (st == KERF_OK || st == KERF_LIMIT) merge(&first, out);
    return st;
}
