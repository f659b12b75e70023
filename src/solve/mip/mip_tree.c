/* mip_tree.c -- see mip_tree.h.
 *
 * The solver's point is not believed: what its assignment costs must be what it was asked to
 * minimise. That nothing is better is taken on its word. */
#include "solve/mip/mip_tree.h"

#include "base/check.h"
#include "solve/mip/mip.h"

#include <math.h>

/* A component of this size is given whole: the solver begins anew each time that a row is missing,
 * and finds cutting planes of its own in rows that no point so far violates. */
enum { WHOLE = 1 << 18 };
static const double AS_CLAIMED = 1e-6; /* of the cost: what the solver's tolerances may leave */

typedef struct mip_room {
    double *lower, *upper, *x;
    size_t n;
} mip_room;

static void free_room(kf_mem *mem, mip_room *m)
{
    kf_mem_free(mem, m->lower, m->n, sizeof *m->lower);
    kf_mem_free(mem, m->upper, m->n, sizeof *m->upper);
    kf_mem_free(mem, m->x, m->n, sizeof *m->x);
}

/* The columns within the bounds that the root left them. */
static bool make_room(const kf_tree *t, mip_room *m)
{
    m->n = kf_lp_columns(&t->lp);
    m->lower = kf_mem_calloc(t->mem, m->n, sizeof *m->lower);
    m->upper = kf_mem_alloc(t->mem, m->n, sizeof *m->upper);
    m->x = kf_mem_alloc(t->mem, m->n, sizeof *m->x);
    if (!m->lower || !m->upper || !m->x) return false;
    for (size_t j = 0; j < m->n; j++) m->upper[j] = 1;
    for (size_t i = 0; i < t->root_fixed; i++) {
        size_t column = t->trail.at[i];
        m->lower[column] = m->upper[column] = t->lp.lower.at[column];
    }
    return true;
}

/* What the linear program makes the solver's point cost. */
static double objective(const kf_tree *t, const double *x)
{
    double sum = t->pool.constant;
    for (size_t j = 0; j < kf_lp_columns(&t->lp); j++) {
        double cost = t->lp.cost.at[j];
        sum += cost < 0 ? -cost * (1 - x[j]) : cost * x[j];
    }
    return sum;
}

/* The solver's best point as an assignment. Rows that it violates are added; if there are none, and
 * the assignment costs more than the point, a row is wrong or missing: *failed. */
static kerf_status take_point(kf_tree *t, const double *x, bool *done, bool *failed)
{
    size_t added = 0;
    uint64_t broken;
    for (uint32_t i = 0; i < t->component->n_atoms; i++) t->trial[i] = x[i] > 0.5;
    kf_tree_offer(t, t->trial);
    double cost = kf_component_cost(t->component, t->trial, &broken), claimed = objective(t, x);
    KF_TRY(kf_pool_separate(&t->pool, NULL, t->trial, &added)); /* x has not its new columns */
    bool as_claimed = broken == 0 && cost - claimed <= AS_CLAIMED * fmax(1, cost);
    *done = added == 0 && as_claimed;
    *failed = added == 0 && !as_claimed;
    return KERF_OK;
}

/* One call: *done: it left nothing to do; *failed: it cannot help. */
static kerf_status ask_once(kf_tree *t, bool *done, bool *failed)
{
    mip_room room;
    kerf_status status = KERF_NO_MEMORY;
    if (make_room(t, &room)) {
        double cutoff = t->broken ? INFINITY : kf_tree_cutoff(t) - t->pool.constant;
        kf_mip mip = { &t->lp, room.lower, room.upper, cutoff };
        status = KERF_OK;
        switch (kf_mip_solve(&mip, &t->task->limits, room.x)) {
        case KF_MIP_OPTIMAL: status = take_point(t, room.x, done, failed); break;
        case KF_MIP_NOTHING: *done = true; break;
        case KF_MIP_STOPPED: t->stopped = true; break;
        case KF_MIP_FAILED: *failed = true; break;
        }
    }
    free_room(t->mem, &room);
    return status;
}

kerf_status kf_tree_ask_mip(kf_tree *t)
{
    bool done = false, failed = !kf_mip_name();
    assert(kf_tree_is_open(t) && t->root_fixed <= t->trail.n);
    if (!failed && kf_component_size(t->component) <= WHOLE) KF_TRY(kf_pool_add_all(&t->pool));
    while (!done && !failed && !t->stopped) KF_TRY(ask_once(t, &done, &failed));
    if (done) kf_tree_settle(t, INFINITY, kf_mip_name(), kf_mip_name());
    return KERF_OK;
}
