/* lift.c -- the relaxation of a part, by way of its folded form where that is much smaller; see
 * lift.h. */
#include "solve/lift.h"

#include <math.h>
#include <string.h>

/* Folding takes time, too: it must pay. */
enum { LEAST_ATOMS = 40 };
static const double WORTH = 0.75;

/* What the classes say of their atoms. A class's price is that of all its atoms together. */
static kerf_status unfold(const kf_part *p, const kf_classes *c, const kf_relaxed *small,
                          kf_arena *arena, kf_relaxed *r)
{
    uint32_t *size = kf_arena_alloc(arena, c->n, sizeof *size);
    if (!size) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) size[c->of[i]]++;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        r->x[i] = small->x[c->of[i]];
        r->price[i] = small->price[c->of[i]] / size[c->of[i]];
    }
    r->bound = small->bound;
    r->known = small->known;
    return KERF_OK;
}

/* The folded world as a world of the part, if it is as good there. */
static kerf_status take_world(const kf_part *p, const kf_classes *c, const bool *folded,
                              kf_arena *arena, bool *world, kf_solved *out, bool *done)
{
    uint64_t broken;
    bool *whole = kf_arena_alloc(arena, p->n_atoms, sizeof(bool));
    if (!whole) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) whole[i] = folded[c->of[i]];
    double cost = kf_part_cost(p, whole, &broken);
    if (broken || fabs(cost - out->cost) > 1e-9 * fmax(1, cost)) return KERF_OK;
    memcpy(world, whole, p->n_atoms * sizeof(bool));
    out->cost = out->bound = cost;
    out->method = "lifted";
    *done = true;
    return KERF_OK;
}

static kerf_status relax_folded(const kf_part *p, const kf_part *small, const kf_classes *c,
                                const kf_limits *limits, kf_arena *arena, bool *world,
                                kf_relaxed *r, kf_solved *out, bool *done)
{
    kf_ilp_options options = kf_ilp_defaults;
    bool *folded = kf_arena_alloc(arena, c->n, sizeof(bool));
    kf_relaxed point = { .x = kf_arena_alloc(arena, c->n, sizeof(double)),
                         .price = kf_arena_alloc(arena, c->n, sizeof(double)) };
    if (!folded || !point.x || !point.price) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) folded[c->of[i]] |= world[i];
    options.relaxed = &point;
    KF_TRY(kf_ilp_solve_with(small, limits, arena->mem, folded, out, &options));
    out->unique = -1;        /* alike atoms that differ may do as well */
    if (isinf(out->bound)) { /* not a point of the relaxation: no world */
        *done = true;
        return KERF_OK;
    }
    if (out->found && out->bound >= out->cost)
        KF_TRY(take_world(p, c, folded, arena, world, out, done));
    return *done ? KERF_OK : unfold(p, c, &point, arena, r);
}

static kerf_status relax_plain(const kf_part *p, const kf_limits *limits, kf_mem *mem, bool *world,
                               kf_relaxed *r, kf_solved *out, bool *done)
{
    kf_ilp_options options = kf_ilp_defaults;
    options.relaxed = r;
    KF_TRY(kf_ilp_solve_with(p, limits, mem, world, out, &options));
    *done = isinf(out->bound) || out->bound >= out->cost;
    return KERF_OK;
}

kerf_status kf_relax(const kf_part *p, const kf_limits *limits, kf_mem *mem, bool *world,
                     kf_relaxed *r, kf_solved *out, bool *done)
{
    kf_classes c;
    kf_part small;
    kf_arena arena;
    kerf_status st = KERF_UNSUPPORTED;
    *done = false;
    r->known = false;
    kf_arena_init(&arena, mem);
    if (p->n_atoms >= LEAST_ATOMS) {
        st = kf_refine(p, &arena, &c);
        if (st == KERF_OK)
            st = c.n <= WORTH * p->n_atoms ? kf_fold(p, &c, &arena, &small) : KERF_UNSUPPORTED;
    }
    if (st == KERF_OK) st = relax_folded(p, &small, &c, limits, &arena, world, r, out, done);
    else if (st == KERF_UNSUPPORTED) st = relax_plain(p, limits, mem, world, r, out, done);
    kf_arena_free(&arena);
    return st;
}
