/* narrow.c -- elimination where the forecast allows it; see narrow.h. */
#include "solve/eliminate/narrow.h"

#include "base/check.h"
#include "solve/eliminate/elimination.h"

enum { VARIABLES = 8, DENSE = 64 };       /* of a table; literals for each atom */
enum { LEAST_WORK = 1 << 20, LOOK = 64 }; /* what may be looked at, for each atom and literal */

static kf_elimination_limits limits_of(const kf_task *task, double entries)
{
    const kf_mem *mem = task->mem;
    uint64_t work = LEAST_WORK + LOOK * kf_component_size(task->component);
    return (kf_elimination_limits){ .entries = entries,
                                    .bytes = mem->limit ? (double)mem->limit / 2 : KF_NARROW_BYTES,
                                    .variables = VARIABLES,
                                    .work = entries > KF_NARROW_EASY ? 8 * work : work,
                                    .seed = 1,
                                    .limits = &task->limits };
}

bool kf_may_be_narrow(const kf_task *task)
{
    const kf_component *p = task->component;
    return kf_uses(task, KF_ELIMINATE)
           && kf_component_size(p) <= DENSE * (uint64_t)p->n_atoms + DENSE;
}

static kerf_status solve(kf_elimination *e, kf_task *task, bool *done)
{
    kf_solved before = task->solved;
    KF_TRY(kf_elimination_solve(e, task));
    *done = task->solved.bound >= task->solved.cost || !kf_limits_reached(&task->limits);
    if (!*done) task->solved = before;
    return KERF_OK;
}

kerf_status kf_eliminate_narrow(kf_task *task, double entries, double *forecast, bool *done)
{
    kf_elimination e;
    kf_elimination_limits limits = limits_of(task, forecast ? KF_NARROW_MOST : entries);
    assert(task->component->n_cliques == 0 && entries <= KF_NARROW_MOST);
    *done = false;
    if (forecast) *forecast = INFINITY;
    kerf_status st = kf_elimination_open(&e, task->component, limits, task->mem);
    if (st == KERF_OK) {
        if (forecast && e.fits) *forecast = e.entries;
        if (e.fits && e.entries <= entries) st = solve(&e, task, done);
        kf_elimination_close(&e);
    }
    return st == KERF_NO_MEMORY ? KERF_OK : st; /* others may need less */
}

kerf_status kf_eliminate_any(kf_task *task)
{
    kf_elimination e;
    KF_TRY(kf_elimination_open(&e, task->component, limits_of(task, KF_NARROW_MOST), task->mem));
    bool stopped = !e.fits && kf_limits_reached(&task->limits);
    if (stopped) kf_elimination_leave(task);
    kerf_status st = e.fits ? kf_elimination_solve(&e, task) : stopped ? KERF_OK : KERF_LIMIT;
    kf_elimination_close(&e);
    return st;
}
