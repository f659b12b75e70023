/* inject.c -- limits that no option sets, put between kerf_map() and inference by the linker
 * (--wrap): how many nodes exact search may look at, and when dual ascent takes over from the
 * linear program; from how many nodes a clustering is solved as one; and how long a feasible world
 * is looked for where the loop found none. So that search ends by count and not by the clock, small
 * programs get that far, and contradictory ones do not take a second each. */
#include "route.h"

#include "infer/lifted.h"
#include "solve/mip/mip.h"

uint64_t injected_nodes, injected_lp_work;
double injected_rescue;
_Thread_local uint64_t poll_weight = 1;

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker has these names. */
kerf_status __real_kf_cpi_run(kf_grounder *, const kf_cpi_options *, kf_cpi_result *);
kerf_status __wrap_kf_cpi_run(kf_grounder *, const kf_cpi_options *, kf_cpi_result *);

kerf_status __wrap_kf_cpi_run(kf_grounder *g, const kf_cpi_options *options, kf_cpi_result *result)
{
    kf_cpi_options changed = *options;
    changed.settings.nodes = injected_nodes;
    changed.settings.lp_work = injected_lp_work;
    changed.clusters_from = 1;
    changed.order_from = 1;
    changed.rescue_seconds = injected_rescue;
    return __real_kf_cpi_run(g, &changed, result);
}

kerf_status __real_kf_cpi_run_lifted(kf_grounder *, const kf_cpi_options *, kf_cpi_result *,
                                     bool *done);
kerf_status __wrap_kf_cpi_run_lifted(kf_grounder *, const kf_cpi_options *, kf_cpi_result *,
                                     bool *done);

/* However few twins there are. */
kerf_status __wrap_kf_cpi_run_lifted(kf_grounder *g, const kf_cpi_options *options,
                                     kf_cpi_result *result, bool *done)
{
    kf_cpi_options changed = *options;
    changed.twins_from = true;
    return __real_kf_cpi_run_lifted(g, &changed, result, done);
}

/* A library for integer programs is waited for: there a question takes many milliseconds. */
kf_mip_status __real_kf_mip_solve(const kf_mip *, const kf_limits *, double *x);
kf_mip_status __wrap_kf_mip_solve(const kf_mip *, const kf_limits *, double *x);

kf_mip_status __wrap_kf_mip_solve(const kf_mip *m, const kf_limits *limits, double *x)
{
    poll_weight = 8;
    kf_mip_status status = __real_kf_mip_solve(m, limits, x);
    poll_weight = 1;
    return status;
}
/* NOLINTEND(clang-diagnostic-reserved-identifier) */
