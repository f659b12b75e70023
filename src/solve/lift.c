/* lift.c -- solves the folded relaxation of a part; see lift.h. */
#include "solve/lift.h"

#include "solve/ilp.h"

#include <math.h>
#include <string.h>

/* Folding takes time, too: it must pay. */
enum { LEAST_ATOMS = 40 };
static const double WORTH = 0.75;

static kerf_status solve_folded(const kf_part *p, const kf_classes *c, const kf_limits *limits,
                                kf_arena *arena, bool *world, kf_solved *out, bool *done)
{
    kf_part small;
    kf_ilp_options options = kf_ilp_defaults;
    kf_solved solved;
    bool *folded = kf_arena_alloc(arena, c->n, sizeof(bool));
    if (!folded) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) folded[c->of[i]] |= world[i];
    kerf_status st = kf_fold(p, c, arena, &small);
    if (st == KERF_UNSUPPORTED) return KERF_OK;
    KF_TRY(st);
    options.root_only = true;
    KF_TRY(kf_ilp_solve_with(&small, limits, arena->mem, folded, &solved, &options));
    *out = solved;
    out->unique = -1;          /* alike atoms that differ may do as well */
    if (isinf(solved.bound)) { /* no point of the relaxation: no world */
        *done = true;
        return KERF_OK;
    }
    if (!solved.found || solved.bound < solved.cost) return KERF_OK;
    uint64_t broken;
    bool *whole = kf_arena_alloc(arena, p->n_atoms, sizeof(bool));
    if (!whole) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) whole[i] = folded[c->of[i]];
    double cost = kf_part_cost(p, whole, &broken);
    if (broken || fabs(cost - solved.cost) > 1e-9 * fmax(1, cost)) return KERF_OK;
    memcpy(world, whole, p->n_atoms * sizeof(bool));
    out->cost = out->bound = cost;
    out->method = "lifted";
    *done = true;
    return KERF_OK;
}

kerf_status kf_solve_lifted(const kf_part *p, const kf_limits *limits, kf_mem *mem, bool *world,
                            kf_solved *out, bool *done)
{
    kf_classes c;
    kf_arena arena;
    *done = false;
    *out = (kf_solved){ .cost = INFINITY, .unique = -1 };
    if (p->n_atoms < LEAST_ATOMS) return KERF_OK;
    kf_arena_init(&arena, mem);
    kerf_status st = kf_refine(p, &arena, &c);
    if (st == KERF_OK && c.n <= WORTH * p->n_atoms)
        st = solve_folded(p, &c, limits, &arena, world, out, done);
    kf_arena_free(&arena);
    return st;
}
