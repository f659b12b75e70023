/* narrow.c -- elimination where the forecast allows it; see narrow.h. */
#include "solve/eliminate/narrow.h"

#include "base/check.h"
#include "solve/eliminate/elimination.h"

static double bytes_allowed(const kf_mem *mem)
{
    return mem->limit ? (double)mem->limit / 2 : KF_NARROW_BYTES;
}

kerf_status kf_eliminate(kf_task *task, double entries, uint64_t work, bool *fits)
{
    kf_elimination e;
    kf_elimination_limits limits = { entries, bytes_allowed(task->mem), work, 1 };
    assert(task->component->n_cliques == 0 && entries <= KF_NARROW_ENTRIES);
    KF_TRY(kf_elimination_open(&e, task->component, limits, task->mem));
    *fits = e.fits;
    kerf_status st = e.fits ? kf_elimination_solve(&e, task) : KERF_OK;
    kf_elimination_close(&e);
    return st;
}
