/* near.c -- see near.h. */
#include "solve/near.h"

#include "solve/ilp.h"

#include <string.h>

static const double NEARLY = 0.05; /* what an equivalence may cost more */

/* The ways to a world, in this order; *made: there is one. */
enum { ROUND_DOWN, ROUND_UP, CLUSTER, WAYS };

static kerf_status make_world(const kf_part *p, const kf_limits *limits, kf_rounder *rounder,
                              const double *x, int way, kf_mem *mem, bool *world, bool *made)
{
    *made = way != CLUSTER;
    if (*made) kf_rounder_run(rounder, x, way == ROUND_UP, world);
    else if (kf_uses(limits, KF_TRANSITIVE)) return kf_cluster(p, mem, rounder, world, made);
    return KERF_OK;
}

static kerf_status find(const kf_part *p, const kf_limits *limits, kf_mem *mem, const double *x,
                        bool more_to_come, kf_rounder *rounder, bool *trial, bool *world,
                        kf_near *out)
{
    uint64_t broken, least;
    *out = (kf_near){ kf_part_cost(p, world, &least), false };
    for (int way = 0; way < WAYS; way++) {
        bool made;
        KF_TRY(make_world(p, limits, rounder, x, way, mem, trial, &made));
        if (!made) break;
        double cost = kf_part_cost(p, trial, &broken);
        bool preferred = way == CLUSTER && more_to_come && cost <= (1 + NEARLY) * out->cost;
        if (broken > least || (broken == least && cost >= out->cost && !preferred)) continue;
        least = broken;
        *out = (kf_near){ cost, way == CLUSTER };
        memcpy(world, trial, p->n_atoms * sizeof *trial);
    }
    if (least > 0) out->cost = INFINITY;
    return KERF_OK;
}

kerf_status kf_find_near(const kf_part *p, const kf_limits *limits, kf_mem *mem, const double *x,
                         bool more_to_come, bool *world, kf_near *out)
{
    bool *trial = kf_mem_alloc(mem, p->n_atoms, sizeof *trial);
    kf_rounder *rounder = NULL;
    kerf_status st = trial ? kf_rounder_new(p, mem, &rounder) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = find(p, limits, mem, x, more_to_come, rounder, trial, world, out);
    kf_rounder_free(rounder);
    kf_mem_free(mem, trial, p->n_atoms, sizeof *trial);
    return st;
}
