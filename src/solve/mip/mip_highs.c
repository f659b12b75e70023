/* mip_highs.c -- HiGHS as the MIP solver; see mip.h.
 *
 * One thread and a fixed seed, so that the same program has the same answer. */
#include "solve/mip/mip.h"

#ifdef HAVE_HIGHS

#include <interfaces/highs_c_api.h>
#include <math.h>
#include <stdlib.h>

const char *kf_mip_name(void)
{
    return "highs";
}

typedef struct program { /* in the solver's own integers, whatever their size is */
    HighsInt *start, *index, *integer;
    double *cost;
} program;

static bool fill(const kf_mip *m, program *p)
{
    const kf_lp *lp = m->lp;
    size_t n = kf_lp_columns(lp), rows = kf_lp_rows(lp), terms = lp->index.n;
    p->start = calloc(rows + 1, sizeof *p->start);
    p->index = calloc(terms + 1, sizeof *p->index);
    p->integer = calloc(n + 1, sizeof *p->integer);
    p->cost = calloc(n + 1, sizeof *p->cost);
    if (!p->start || !p->index || !p->integer || !p->cost) return false;
    for (size_t i = 0; i < rows; i++) p->start[i] = lp->start.at[i];
    p->start[rows] = (HighsInt)terms;
    for (size_t k = 0; k < terms; k++) p->index[k] = lp->index.at[k];
    for (size_t j = 0; j < n; j++) {
        p->integer[j] = lp->integer.at[j] ? kHighsVarTypeInteger : kHighsVarTypeContinuous;
        p->cost[j] = kf_mip_cost(m, j);
    }
    return true;
}

static void release(program *p)
{
    free(p->start);
    free(p->index);
    free(p->integer);
    free(p->cost);
}

static bool pass(void *highs, const kf_mip *m, const program *p)
{
    const kf_lp *lp = m->lp;
    HighsInt columns = (HighsInt)kf_lp_columns(lp), rows = (HighsInt)kf_lp_rows(lp);
    HighsInt status =
        Highs_passMip(highs, columns, rows, (HighsInt)lp->index.n, kHighsMatrixFormatRowwise,
                      kHighsObjSenseMinimize, 0, p->cost, m->lower, m->upper, lp->least.at,
                      lp->most.at, p->start, p->index, lp->value.at, p->integer);
    return status != kHighsStatusError;
}

/* False: it does not know one of these, and would not do what is asked of it. */
static bool set_options(void *highs, double cutoff)
{
    static const struct {
        const char *name;
        double value;
    } numbers[] = {
        { "mip_rel_gap", 0 },
        { "mip_abs_gap", 0 },
        { "mip_feasibility_tolerance", 1e-9 },
        { "primal_feasibility_tolerance", 1e-9 },
        { "dual_feasibility_tolerance", 1e-9 },
    };
    bool good = Highs_setBoolOptionValue(highs, "output_flag", 0) == kHighsStatusOk
                && Highs_setStringOptionValue(highs, "parallel", "off") == kHighsStatusOk
                && Highs_setIntOptionValue(highs, "threads", 1) == kHighsStatusOk
                && Highs_setIntOptionValue(highs, "random_seed", 0) == kHighsStatusOk
                && Highs_setIntOptionValue(highs, "mip_max_nodes", KF_MIP_NODES) == kHighsStatusOk;
    for (size_t i = 0; good && i < KF_LENGTH(numbers); i++) {
        good =
            Highs_setDoubleOptionValue(highs, numbers[i].name, numbers[i].value) == kHighsStatusOk;
    }
    if (!good || !isfinite(cutoff)) return good;
    return Highs_setDoubleOptionValue(highs, "objective_bound", cutoff) == kHighsStatusOk;
}

static kf_mip_status result(const void *highs, double *x)
{
    HighsInt status = Highs_getModelStatus(highs);
    if (status == kHighsModelStatusInfeasible || status == kHighsModelStatusObjectiveBound)
        return KF_MIP_NOTHING;
    if (status != kHighsModelStatusOptimal) return KF_MIP_FAILED;
    HighsInt got = Highs_getSolution(highs, x, NULL, NULL, NULL);
    return got == kHighsStatusError ? KF_MIP_FAILED : KF_MIP_OPTIMAL;
}

kf_mip_status kf_mip_run(const kf_mip *m, double *x)
{
    program p;
    kf_mip_status status = KF_MIP_FAILED;
    void *highs = Highs_create();
    if (fill(m, &p) && highs && set_options(highs, kf_mip_cutoff(m)) && pass(highs, m, &p)
        && Highs_run(highs) != kHighsStatusError)
        status = result(highs, x);
    release(&p);
    if (highs) Highs_destroy(highs);
    return status;
}

#endif
