/* lp_clp.c -- solves a linear program with Clp's dual simplex; see lp.h.
 *
 * Always the dual: after new rows, new columns that cost, and new bounds the last basis is still
 * dual feasible. Clp runs in slices of so many pivots, a number that depends on the size of the
 * problem and not on the time, so that the answer does not either; in between we look at the
 * limits. A model is used by one thread at a time and nothing is shared between models.
 *
 * Clp throws where memory runs out. Every call that may allocate is made within kf_catch(), with
 * what it is given prepared before; a model out of which something was thrown is in no state to be
 * used or released, and is left where it is. */
#include "solve/lp/lp.h"

#ifdef HAVE_CLP

#include "base/catch.h"
#include "base/check.h"

#include <Clp_C_Interface.h>
#include <float.h>
#include <math.h>

bool kf_lp_is_there(void)
{
    return true;
}

static void delete_model(void *context)
{
    kf_lp *lp = context;
    Clp_deleteModel(lp->engine);
}

static void abandon(kf_lp *lp)
{
    lp->engine = NULL;
    lp->given_rows = lp->given_columns = 0;
}

void kf_lp_close(kf_lp *lp)
{
    if (lp->engine) (void)kf_catch(delete_model, lp);
    abandon(lp);
}

/* Small and large costs meet in one problem while tolerances are absolute: the middle of the range
 * becomes 1. */
static double choose_scale(const kf_lp *lp)
{
    double least = INFINITY, most = 0;
    for (size_t j = 0; j < kf_lp_columns(lp); j++) {
        double cost = fabs(lp->cost.at[j]);
        if (cost > most) most = cost;
    }
    for (size_t j = 0; j < kf_lp_columns(lp); j++) {
        double cost = fabs(lp->cost.at[j]);
        if (cost > most * 1e-12 && cost < least) least = cost;
    }
    if (most <= 0) return 1;
    int exponent = -(ilogb(least) + ilogb(most)) / 2;
    return ldexp(1, exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent);
}

/* Clp ends the process where a cost is beyond 1e25. Have columns come that the scale is not for? */
static bool is_out_of_scale(const kf_lp *lp)
{
    const double most = 1e20;
    for (size_t j = lp->given_columns; lp->engine && j < kf_lp_columns(lp); j++)
        if (!(fabs(lp->cost.at[j]) * lp->scale <= most)) return true;
    return false;
}

static double capped(double value)
{
    return isinf(value) ? (value > 0 ? DBL_MAX : -DBL_MAX) : value;
}

/* ---- What Clp is given ---- */

typedef struct gift { /* columns and rows that it has not seen */
    size_t columns, rows;
    double *cost, *least, *most;
    CoinBigIndex *column_start, *row_start;
    unsigned char *basis; /* columns, then rows; NULL: its own */
} gift;

static kerf_status wrap_columns(kf_lp *lp, gift *g)
{
    size_t n = g->columns, first = lp->given_columns;
    if (n == 0) return KERF_OK;
    g->cost = kf_mem_alloc(lp->mem, n, sizeof *g->cost);
    g->column_start = kf_mem_calloc(lp->mem, n + 1, sizeof *g->column_start);
    if (!g->cost || !g->column_start) return KERF_NO_MEMORY;
    for (size_t j = 0; j < n; j++) g->cost[j] = lp->cost.at[first + j] * lp->scale;
    return KERF_OK;
}

static kerf_status wrap_rows(kf_lp *lp, gift *g)
{
    size_t n = g->rows, first = lp->given_rows;
    if (n == 0) return KERF_OK;
    g->least = kf_mem_alloc(lp->mem, n, sizeof *g->least);
    g->most = kf_mem_alloc(lp->mem, n, sizeof *g->most);
    g->row_start = kf_mem_alloc(lp->mem, n + 1, sizeof *g->row_start);
    if (!g->least || !g->most || !g->row_start) return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        g->least[i] = capped(lp->least.at[first + i]);
        g->most[i] = capped(lp->most.at[first + i]);
    }
    int base = lp->start.at[first];
    for (size_t i = 0; i <= n; i++) g->row_start[i] = lp->start.at[first + i] - base;
    return KERF_OK;
}

static void release_gift(kf_lp *lp, gift *g)
{
    kf_mem_free(lp->mem, g->cost, g->columns, sizeof *g->cost);
    kf_mem_free(lp->mem, g->column_start, g->columns + 1, sizeof *g->column_start);
    kf_mem_free(lp->mem, g->least, g->rows, sizeof *g->least);
    kf_mem_free(lp->mem, g->most, g->rows, sizeof *g->most);
    kf_mem_free(lp->mem, g->row_start, g->rows + 1, sizeof *g->row_start);
    kf_mem_free(lp->mem, g->basis, kf_lp_rows(lp) + kf_lp_columns(lp), 1);
}

static void open_model(kf_lp *lp)
{
    if (lp->engine) return;
    lp->engine = Clp_newModel();
    if (!lp->engine) return;
    Clp_setLogLevel(lp->engine, 0);
    Clp_setPrimalTolerance(lp->engine, 1e-9);
    Clp_setDualTolerance(lp->engine, 1e-9);
}

static void hand_over(kf_lp *lp, const gift *g)
{
    size_t column = lp->given_columns, row = lp->given_rows;
    if (g->columns > 0)
        Clp_addColumns(lp->engine, (int)g->columns, lp->lower.at + column, lp->upper.at + column,
                       g->cost, g->column_start, NULL, NULL);
    lp->given_columns += g->columns;
    if (g->rows > 0) {
        int base = lp->start.at[row];
        Clp_addRows(lp->engine, (int)g->rows, g->least, g->most, g->row_start, lp->index.at + base,
                    lp->value.at + base);
    }
    lp->given_rows += g->rows;
    assert(lp->given_rows == kf_lp_rows(lp) && lp->given_columns == kf_lp_columns(lp));
    if (g->basis) Clp_copyinStatus(lp->engine, g->basis);
    Clp_chgColumnLower(lp->engine, lp->lower.at);
    Clp_chgColumnUpper(lp->engine, lp->upper.at);
}

typedef struct loss {
    kf_lp *lp;
    const int *rows;
    int n;
} loss;

static void delete_rows(void *context)
{
    const loss *l = context;
    Clp_deleteRows(l->lp->engine, l->n, l->rows);
}

void kf_lp_forget(kf_lp *lp, const int *rows, size_t n)
{
    size_t given = 0;
    for (size_t i = 1; i < n; i++) assert(rows[i - 1] < rows[i]);
    while (given < n && (size_t)rows[given] < lp->given_rows) given++;
    if (given == 0) return;
    loss l = { lp, rows, (int)given };
    lp->given_rows -= given;
    if (kf_catch(delete_rows, &l) != KF_CAUGHT_NOTHING) abandon(lp);
}

/* ---- How things stand in the basis ---- */

enum { BASIC = 1, AT_UPPER = 2, AT_LOWER = 3 };

static uint8_t recalled(const kf_lp *lp, uint64_t key)
{
    return key ? kf_recall_get(lp->recall, key) : 0;
}

/* The basis that is remembered, for a model that is new. What is not known stands at a bound, if it
 * is a column, and is basic, if it is a row. A basis has as many members as there are rows: columns
 * that are too many leave it, rows that are too few come in. */
static kerf_status wrap_basis(kf_lp *lp, gift *g)
{
    size_t rows = kf_lp_rows(lp), columns = kf_lp_columns(lp), basic = 0;
    if (lp->engine || !lp->recall || lp->recall->n == 0) return KERF_OK;
    unsigned char *status = g->basis = kf_mem_alloc(lp->mem, rows + columns, 1);
    if (!status) return KERF_NO_MEMORY;
    for (size_t i = 0; i < rows; i++) basic += recalled(lp, lp->row_key.at[i]) <= BASIC;
    for (size_t j = 0; j < columns; j++) {
        uint8_t value = recalled(lp, lp->column_key.at[j]);
        if (value == BASIC && basic < rows) basic++;
        else if (value <= BASIC) value = lp->cost.at[j] < 0 ? AT_UPPER : AT_LOWER;
        status[j] = value;
    }
    for (size_t i = 0; i < rows; i++) {
        uint8_t value = recalled(lp, lp->row_key.at[i]);
        bool in = value <= BASIC || basic < rows;
        if (in && value > BASIC) basic++;
        status[columns + i] = in ? BASIC : value;
    }
    assert(basic == rows);
    return KERF_OK;
}

kerf_status kf_lp_note(const kf_lp *lp, kf_mem *mem, kf_notes *notes)
{
    if (!lp->engine || !Clp_statusExists(lp->engine)) return KERF_OK; /* stopped before it began */
    if (!kf_vec_reserve(mem, notes, lp->given_columns + lp->given_rows)) return KERF_NO_MEMORY;
    for (size_t j = 0; j < lp->given_columns; j++) {
        if (!lp->column_key.at[j]) continue;
        uint8_t value = (uint8_t)Clp_getColumnStatus(lp->engine, (int)j);
        notes->at[notes->n++] = (kf_note){ lp->column_key.at[j], value };
    }
    for (size_t i = 0; i < lp->given_rows; i++) {
        if (!lp->row_key.at[i]) continue;
        uint8_t value = (uint8_t)Clp_getRowStatus(lp->engine, (int)i);
        notes->at[notes->n++] = (kf_note){ lp->row_key.at[i], value == BASIC ? 0 : value };
    }
    return KERF_OK;
}

static void take_point(kf_lp *lp)
{
    const double *x = Clp_getColSolution(lp->engine), *y = Clp_getRowPrice(lp->engine);
    for (size_t j = 0; j < kf_lp_columns(lp); j++)
        lp->x.at[j] = fmin(fmax(x[j], lp->lower.at[j]), lp->upper.at[j]);
    for (size_t i = 0; i < kf_lp_rows(lp); i++) lp->y.at[i] = y[i] / lp->scale;
}

static void take_ray(kf_lp *lp)
{
    double *ray = Clp_infeasibilityRay(lp->engine);
    for (size_t i = 0; i < kf_lp_rows(lp); i++) lp->y.at[i] = ray ? ray[i] : 0;
    if (ray) Clp_freeRay(lp->engine, ray);
}

/* Without rows there is nothing to solve. */
static void choose_cheapest(kf_lp *lp)
{
    for (size_t j = 0; j < kf_lp_columns(lp); j++)
        lp->x.at[j] = lp->cost.at[j] < 0 ? lp->upper.at[j] : lp->lower.at[j];
}

static kf_lp_status status_of(void *engine)
{
    switch (Clp_status(engine)) {
    case 0: return KF_LP_OPTIMAL;
    case 1: return KF_LP_INFEASIBLE;
    case 3: return KF_LP_STOPPED;
    default: return KF_LP_FAILED;
    }
}

static kf_lp_status run(kf_lp *lp, const kf_limits *limits)
{
    size_t size = kf_lp_rows(lp) + kf_lp_columns(lp) + lp->index.n;
    int slice = size < 4000 ? 5000 : (int)(20000000 / size) + 100;
    bool again = false;
    for (;;) {
        if (kf_limits_reached(limits)) return KF_LP_STOPPED;
        Clp_setMaximumIterations(lp->engine, slice);
        if (again) Clp_primal(lp->engine, 0);
        else Clp_dual(lp->engine, 0);
        int done = Clp_numberIterations(lp->engine);
        lp->pivots += done > 0 ? (uint64_t)done : 0;
        lp->work += done > 0 ? (uint64_t)done * (kf_lp_rows(lp) + kf_lp_columns(lp)) : 0;
        kf_lp_status status = status_of(lp->engine);
        if (status == KF_LP_STOPPED && lp->most_work && lp->work > lp->most_work)
            return KF_LP_STALLED;
        if (status == KF_LP_STOPPED && done > 0) continue;
        if (status != KF_LP_STOPPED && status != KF_LP_FAILED) return status;
        if (again) return KF_LP_FAILED;
        again = true;
    }
}

typedef struct call {
    kf_lp *lp;
    const gift *given;
    const kf_limits *limits;
    kf_lp_status status;
} call;

static void solve(void *context)
{
    call *c = context;
    kf_lp *lp = c->lp;
    open_model(lp);
    if (!lp->engine) return;
    hand_over(lp, c->given);
    c->status = run(lp, c->limits);
    if (c->status == KF_LP_OPTIMAL || c->status == KF_LP_STALLED) take_point(lp);
    if (c->status == KF_LP_INFEASIBLE) take_ray(lp);
}

static kerf_status wrap(kf_lp *lp, gift *g)
{
    if (!lp->engine) lp->scale = choose_scale(lp);
    assert(lp->scale > 0);
    KF_TRY(wrap_columns(lp, g));
    KF_TRY(wrap_rows(lp, g));
    return wrap_basis(lp, g);
}

kerf_status kf_lp_solve(kf_lp *lp, const kf_limits *limits, kf_lp_status *status)
{
    KF_CHECK(kf_lp_check(lp));
    *status = KF_LP_OPTIMAL;
    if (kf_lp_rows(lp) == 0) {
        choose_cheapest(lp);
        return KERF_OK;
    }
    if (lp->most_work && lp->work > lp->most_work) {
        *status = KF_LP_STALLED; /* the last point is without the rows since */
        return KERF_OK;
    }
    if (is_out_of_scale(lp)) kf_lp_close(lp); /* the next model has another scale */
    gift g = { .columns = kf_lp_columns(lp) - lp->given_columns,
               .rows = kf_lp_rows(lp) - lp->given_rows };
    call c = { lp, &g, limits, KF_LP_FAILED };
    kf_caught caught = KF_CAUGHT_NOTHING;
    kerf_status st = wrap(lp, &g);
    if (st == KERF_OK) caught = kf_catch(solve, &c);
    release_gift(lp, &g);
    if (caught != KF_CAUGHT_NOTHING) abandon(lp);
    if (st != KERF_OK || caught == KF_CAUGHT_MEMORY) return KERF_NO_MEMORY;
    *status = caught == KF_CAUGHT_NOTHING ? c.status : KF_LP_FAILED;
    return lp->engine || caught != KF_CAUGHT_NOTHING ? KERF_OK : KERF_SOLVER;
}

#else

bool kf_lp_is_there(void)
{
    return false;
}

void kf_lp_close(kf_lp *lp)
{
    (void)lp;
}

void kf_lp_forget(kf_lp *lp, const int *rows, size_t n)
{
    (void)lp, (void)rows, (void)n;
}

kerf_status kf_lp_note(const kf_lp *lp, kf_mem *mem, kf_notes *notes)
{
    (void)lp, (void)mem, (void)notes;
    return KERF_OK;
}

kerf_status kf_lp_solve(kf_lp *lp, const kf_limits *limits, kf_lp_status *status)
{
    (void)lp, (void)limits, (void)status;
    return KERF_UNSUPPORTED;
}

#endif
