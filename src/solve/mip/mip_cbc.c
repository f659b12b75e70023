/* mip_cbc.c -- CBC as the MIP solver; see mip.h.
 *
 * Runs in a process of its own: CBC's C interface is not made for threads. All gaps are 0, and the
 * least improvement that it asks of a solution, by default 1e-5, is next to nothing. */
#include "solve/mip/mip.h"

#ifdef HAVE_CBC

#include "base/check.h"
#include "base/library.h"

#include <Cbc_C_Interface.h>
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define FUNCTIONS(X)                                                                               \
    X(Cbc_bestSolution)                                                                            \
    X(Cbc_deleteModel)                                                                             \
    X(Cbc_isProvenInfeasible)                                                                      \
    X(Cbc_isProvenOptimal)                                                                         \
    X(Cbc_loadProblem)                                                                             \
    X(Cbc_newModel)                                                                                \
    X(Cbc_setAllowableFractionGap)                                                                 \
    X(Cbc_setAllowableGap)                                                                         \
    X(Cbc_setCutoff)                                                                               \
    X(Cbc_setInteger)                                                                              \
    X(Cbc_setLogLevel)                                                                             \
    X(Cbc_setMaximumNodes)                                                                         \
    X(Cbc_setParameter)                                                                            \
    X(Cbc_solve)

static struct {
#define FIELD(name) __typeof__(&(name)) name;
    FUNCTIONS(FIELD)
#undef FIELD
} cbc;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void)
{
#define NAME(name) #name,
    static const char *const names[] = { FUNCTIONS(NAME) };
#undef NAME
    loaded = kf_library_load(LIBCBC, names, sizeof names / sizeof *names, &cbc);
}

/* Loads it: here, before the child is there, no other thread can be in the middle of loading. */
const char *kf_mip_name(void)
{
    pthread_once(&once, load);
    return loaded ? "cbc" : NULL;
}

typedef struct columns { /* the matrix by column, as CBC wants it */
    CoinBigIndex *start;
    int *index;
    double *value, *least, *most, *cost;
} columns;

static bool allocate(const kf_lp *lp, columns *c)
{
    size_t n = kf_lp_columns(lp), rows = kf_lp_rows(lp), terms = lp->index.n;
    c->start = calloc(n + 2, sizeof *c->start);
    c->index = calloc(terms + 1, sizeof *c->index);
    c->value = calloc(terms + 1, sizeof *c->value);
    c->least = calloc(rows + 1, sizeof *c->least);
    c->most = calloc(rows + 1, sizeof *c->most);
    c->cost = calloc(n + 1, sizeof *c->cost);
    return c->start && c->index && c->value && c->least && c->most && c->cost;
}

static void transpose(const kf_mip *m, columns *c)
{
    const kf_lp *lp = m->lp;
    size_t n = kf_lp_columns(lp), rows = kf_lp_rows(lp);
    for (size_t k = 0; k < lp->index.n; k++) c->start[lp->index.at[k] + 2]++;
    for (size_t j = 0; j < n; j++) c->start[j + 2] += c->start[j + 1];
    for (size_t i = 0; i < rows; i++) {
        for (int k = lp->start.at[i]; k < lp->start.at[i + 1]; k++) {
            CoinBigIndex to = c->start[lp->index.at[k] + 1]++;
            c->index[to] = (int)i;
            c->value[to] = lp->value.at[k];
        }
        c->least[i] = fmax(lp->least.at[i], -DBL_MAX);
        c->most[i] = fmin(lp->most.at[i], DBL_MAX);
    }
    assert((size_t)c->start[n] == lp->index.n);
    for (size_t j = 0; j < n; j++) c->cost[j] = kf_mip_cost(m, j);
}

static kf_mip_status result(Cbc_Model *model, size_t n, double *x)
{
    if (cbc.Cbc_isProvenInfeasible(model)) return KF_MIP_NOTHING;
    if (!cbc.Cbc_isProvenOptimal(model)) return KF_MIP_FAILED;
    const double *solution = cbc.Cbc_bestSolution(model);
    if (!solution) return KF_MIP_NOTHING;
    for (size_t j = 0; j < n; j++) x[j] = solution[j];
    return KF_MIP_OPTIMAL;
}

static void release(columns *c)
{
    free(c->start);
    free(c->index);
    free(c->value);
    free(c->least);
    free(c->most);
    free(c->cost);
}

static void set_parameters(Cbc_Model *model)
{
    cbc.Cbc_setLogLevel(model, 0);
    cbc.Cbc_setParameter(model, "log", "0");
    cbc.Cbc_setMaximumNodes(model, KF_MIP_NODES);
    cbc.Cbc_setAllowableGap(model, 0);
    cbc.Cbc_setAllowableFractionGap(model, 0);
    cbc.Cbc_setParameter(model, "increment", "1e-9");
    cbc.Cbc_setParameter(model, "integerT", "1e-9");
    cbc.Cbc_setParameter(model, "primalT", "1e-9");
    cbc.Cbc_setParameter(model, "dualT", "1e-9");
}

kf_mip_status kf_mip_run(const kf_mip *m, double *x)
{
    const kf_lp *lp = m->lp;
    size_t n = kf_lp_columns(lp);
    double cutoff = kf_mip_cutoff(m);
    columns c;
    kf_mip_status status = KF_MIP_FAILED;
    Cbc_Model *model = cbc.Cbc_newModel();
    if (allocate(lp, &c) && model) {
        transpose(m, &c);
        cbc.Cbc_loadProblem(model, (int)n, (int)kf_lp_rows(lp), c.start, c.index, c.value, m->lower,
                            m->upper, c.cost, c.least, c.most);
        for (size_t j = 0; j < n; j++)
            if (lp->integer.at[j]) cbc.Cbc_setInteger(model, (int)j);
        set_parameters(model);
        if (isfinite(cutoff)) cbc.Cbc_setCutoff(model, cutoff);
        cbc.Cbc_solve(model);
        status = result(model, n, x);
    }
    release(&c);
    if (model) cbc.Cbc_deleteModel(model);
    return status;
}

#endif
