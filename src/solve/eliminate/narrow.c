/* narrow.c -- elimination where the forecast allows it; see narrow.h. */
#include "solve/eliminate/narrow.h"

#include "base/check.h"
#include "solve/eliminate/elimination.h"

enum { VARIABLES = 8 };                   /* of a table */
enum { SPARSE = 20, DENSE = 256 };        /* literals for each atom; with groups */
enum { THIN = 4 };                        /* literals but one of each clause, likewise */
enum { LEAST_WORK = 1 << 20, LOOK = 64 }; /* what may be looked at, for each atom and literal */
enum { QUICK = 2, FEW = 6, MOST = 200 };  /* orders that are tried */

static kf_elimination_limits limits_of(const kf_task *task, double entries, bool quick)
{
    const kf_mem *mem = task->mem;
    uint64_t work = LEAST_WORK + LOOK * kf_component_size(task->component);
    return (kf_elimination_limits){ .entries = entries,
                                    .bytes = mem->limit ? (double)mem->limit / 2 : KF_NARROW_BYTES,
                                    .variables = VARIABLES,
                                    .work = quick ? work : 8 * work,
                                    .few = quick ? QUICK : FEW,
                                    .most = MOST,
                                    .seed = 1,
                                    .limits = &task->limits };
}

static bool has_group(const kf_component *p)
{
    for (uint32_t i = 0; i < p->n_counts; i++)
        if (p->counts[i].most == 1 && isinf(p->counts[i].weight)) return true;
    return false;
}

bool kf_may_be_narrow(const kf_task *task)
{
    const kf_component *p = task->component;
    uint64_t size = kf_component_size(p);
    if (!kf_uses(task, KF_ELIMINATE) || size > DENSE * (uint64_t)p->n_atoms + DENSE) return false;
    return size <= SPARSE * (uint64_t)p->n_atoms + DENSE || has_group(p);
}

bool kf_is_thin(const kf_task *task)
{
    const kf_component *p = task->component;
    uint64_t links = p->n_clauses ? p->start[p->n_clauses] - p->n_clauses : 0;
    return links <= THIN * (uint64_t)p->n_atoms || has_group(p);
}

/* Nothing is said where it was stopped. */
static kerf_status solve(kf_elimination *e, kf_task *task, bool *done)
{
    kf_solved before = task->solved;
    KF_TRY(kf_elimination_solve(e, task));
    *done = task->solved.bound >= task->solved.cost || !kf_limits_reached(&task->limits);
    if (!*done) task->solved = before;
    return KERF_OK;
}

static kerf_status eliminate(kf_task *task, const kf_elimination_limits *limits, double entries,
                             double *forecast, bool *done)
{
    kf_elimination e;
    assert(task->component->n_cliques == 0 && entries <= KF_NARROW_MOST);
    *done = false;
    *forecast = INFINITY;
    kerf_status st = kf_elimination_open(&e, task->component, *limits, task->mem);
    if (st == KERF_OK) {
        if (e.fits) *forecast = e.entries;
        if (e.fits && e.entries <= entries) st = solve(&e, task, done);
        kf_elimination_close(&e);
    }
    return st == KERF_NO_MEMORY ? KERF_OK : st; /* others may need less */
}

kerf_status kf_eliminate_narrow(kf_task *task, double entries, bool *done)
{
    double forecast;
    kf_elimination_limits limits = limits_of(task, entries, entries <= KF_NARROW_EASY);
    return eliminate(task, &limits, entries, &forecast, done);
}

kerf_status kf_eliminate_or_forecast(kf_task *task, double entries, double *forecast, bool *done)
{
    kf_elimination_limits limits = limits_of(task, KF_NARROW_MOST, true);
    limits.most = QUICK;
    return eliminate(task, &limits, entries, forecast, done);
}

kerf_status kf_eliminate_any(kf_task *task)
{
    kf_elimination e;
    kf_elimination_limits limits = limits_of(task, KF_NARROW_MOST, false);
    KF_TRY(kf_elimination_open(&e, task->component, limits, task->mem));
    bool stopped = !e.fits && kf_limits_reached(&task->limits);
    if (stopped) kf_elimination_leave(task);
    kerf_status st = e.fits ? kf_elimination_solve(&e, task) : stopped ? KERF_OK : KERF_LIMIT;
    kf_elimination_close(&e);
    return st;
}
