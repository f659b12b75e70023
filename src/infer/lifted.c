/* lifted.c -- inference over the quotient by twins; see lifted.h. */
#include "infer/lifted.h"

#include "base/check.h"
#include "ground/ground_rule.h"
#include "ground/twins/twins.h"

/* Below that many constants there is next to nothing to be saved. */
enum { LEAST_CONSTANTS = 48 };

typedef struct lifted {
    kf_grounder *whole, *g; /* g: over the quotient */
    kf_database *d;
    kf_problem *p;
    kf_twin_classes classes;
    const kf_cpi_options *o; /* the caller's */
} lifted;

/* ---- Whether ---- */

static bool has_stages(const kf_grounder *g, const uint32_t *stages)
{
    for (size_t i = 0; stages && i < kf_grounder_model(g)->rules.n; i++)
        if (stages[i] > 0) return true;
    return false;
}

/* Not where groundings are to be cited: what twins have in common follows from none. */
static bool fits(const kf_grounder *g, const kf_cpi_options *o)
{
    return o->twins && !o->full && !o->wanted && !o->prepare && o->solver->proves
           && !o->solver->bare && o->simplify && kf_settings_use(&o->settings, KF_BEYOND)
           && !has_stages(g, o->stages);
}

/* ---- Running ---- */

/* Scores are told by the best one possible, which the caller's grounder has. */
static void progress(void *context, const kf_iteration *i)
{
    const lifted *x = context;
    kf_grounder_take_totals(x->whole, x->g);
    x->o->progress(x->o->context, i);
}

static kerf_status open_quotient(lifted *x)
{
    kf_mem *mem = kf_grounder_mem(x->whole);
    KF_TRY(kf_database_quotient(&x->d, kf_grounder_database(x->whole), &x->classes));
    x->p = kf_problem_new(mem);
    if (!x->p) return KERF_NO_MEMORY;
    KF_TRY(kf_grounder_open(&x->g, mem, x->d, x->p, kf_grounder_diags(x->whole)));
    kf_grounder_on_stop(x->g, x->o->stop);
    return kf_grounder_count(x->g);
}

/* Clusterings know nothing of atoms that stand for others. */
static kerf_status run(lifted *x, kf_cpi_result *r)
{
    kf_cpi_options o = *x->o;
    o.settings.off |= KF_CLUSTERING;
    o.memo = NULL;
    o.keep = false;
    o.progress = x->o->progress ? progress : NULL;
    o.context = x;
    return kf_cpi_run(x->g, &o, r);
}

/* Another world may be as good that does not have the same for all twins. */
static kerf_status hand_over(lifted *x, kf_cpi_result *r)
{
    KF_TRY(kf_database_expand(kf_grounder_database(x->whole), x->d, &x->classes));
    kf_grounder_take_totals(x->whole, x->g);
    if (r->unique == 1) r->unique = -1;
    r->lifted = true;
    return KERF_OK;
}

/* What is infeasible is explained by a run over the whole. */
static bool is_answer(const kf_cpi_result *r)
{
    return r->outcome != KERF_CONTRADICTION && !r->none && r->hard_violations == 0;
}

static void close_quotient(lifted *x)
{
    kf_grounder_free(x->g);
    kf_problem_free(x->p);
    kf_database_free(x->d);
    kf_twins_free(&x->classes, kf_grounder_mem(x->whole));
}

static kerf_status solve(lifted *x, kf_cpi_result *r, bool *done)
{
    kf_diags_mark mark = kf_diags_get_mark(kf_grounder_diags(x->whole));
    KF_TRY(open_quotient(x));
    KF_TRY(run(x, r));
    *done = is_answer(r);
    kerf_status st = *done ? hand_over(x, r) : KERF_OK;
    if (*done && st == KERF_OK) return KERF_OK;
    *done = false;
    kf_cpi_result_free(r, kf_grounder_mem(x->whole));
    kf_grounder_drop_totals(x->whole);
    kf_diags_rewind(kf_grounder_diags(x->whole), mark);
    return st;
}

kerf_status kf_cpi_run_lifted(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r, bool *done)
{
    lifted x = { .whole = g, .o = o };
    bool found;
    *done = false;
    if (!fits(g, o)) return KERF_OK;
    KF_TRY(kf_twins_find(g, o->twins_from ? 0 : LEAST_CONSTANTS, &x.classes, &found));
    if (!found) return KERF_OK;
    kerf_status st = solve(&x, r, done);
    close_quotient(&x);
    return st;
}
