/* lifted.c -- inference over the quotient by twins; see lifted.h. */
#include "infer/lifted.h"

#include "base/check.h"
#include "ground/ground_rule.h"
#include "ground/twins/twins.h"
#include "infer/components/components.h"

/* Below that many constants there is next to nothing to be saved. */
enum { LEAST_CONSTANTS = 48 };

struct kf_lifted {
    kf_grounder *whole, *g; /* g: over the quotient */
    kf_database *d;
    kf_problem *p;
    kf_twin_classes classes;
    kf_components *components; /* of the last run; NULL: they cannot go on */
    const kf_cpi_options *o;   /* the caller's, while it runs */
};

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
    const kf_lifted *x = context;
    kf_grounder_take_totals(x->whole, x->g);
    x->o->progress(x->o->context, i);
}

static kerf_status open_quotient(kf_lifted *x)
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
static kf_cpi_options options_of(kf_lifted *x)
{
    kf_cpi_options o = *x->o;
    o.secure = false; /* atoms of the quotient are no answer */
    o.settings.off |= KF_CLUSTERING;
    o.memo = NULL;
    o.progress = x->o->progress ? progress : NULL;
    o.context = x;
    return o;
}

/* Another world may be as good that does not have the same for all twins. */
static kerf_status hand_over(kf_lifted *x, kf_cpi_result *r)
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

void kf_lifted_free(kf_lifted *x)
{
    if (!x) return;
    kf_mem *mem = kf_grounder_mem(x->whole);
    kf_components_free(x->components);
    kf_grounder_free(x->g);
    kf_problem_free(x->p);
    kf_database_free(x->d);
    kf_twin_classes_free(&x->classes, mem);
    kf_mem_free(mem, x, 1, sizeof *x);
}

const kf_grounder *kf_lifted_grounder(const kf_lifted *x)
{
    return x->g;
}

/* The result has it if it can be gone on from. */
static void keep(kf_lifted *x, kf_cpi_result *r)
{
    x->components = r->kept;
    r->kept = NULL;
    x->o = NULL;
    if (x->components) r->lift = x;
    else kf_lifted_free(x);
}

static kerf_status solve(kf_lifted *x, kf_cpi_result *r, bool *done)
{
    kf_mem *mem = kf_grounder_mem(x->whole);
    kf_diags_mark mark = kf_diags_get_mark(kf_grounder_diags(x->whole));
    KF_TRY(open_quotient(x));
    kf_cpi_options o = options_of(x);
    KF_TRY(kf_cpi_run(x->g, &o, r));
    *done = is_answer(r);
    kerf_status st = *done ? hand_over(x, r) : KERF_OK;
    if (*done && st == KERF_OK) return KERF_OK;
    *done = false;
    kf_cpi_result_free(r, mem);
    kf_grounder_drop_totals(x->whole);
    kf_diags_rewind(kf_grounder_diags(x->whole), mark);
    return st;
}

kerf_status kf_cpi_run_lifted(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r, bool *done)
{
    kf_twin_classes classes;
    bool found;
    *done = false;
    if (!fits(g, o)) return KERF_OK;
    KF_TRY(kf_twins_find(g, o->twins_from ? 0 : LEAST_CONSTANTS, &classes, &found));
    if (!found) return KERF_OK;
    kf_lifted *x = kf_mem_calloc(kf_grounder_mem(g), 1, sizeof *x);
    if (!x) {
        kf_twin_classes_free(&classes, kf_grounder_mem(g));
        return KERF_NO_MEMORY;
    }
    *x = (kf_lifted){ .whole = g, .o = o, .classes = classes };
    kerf_status st = solve(x, r, done);
    if (*done) keep(x, r);
    else kf_lifted_free(x);
    return st;
}

/* ---- For another session ---- */

bool kf_lifted_can_copy(const kf_lifted *x)
{
    return x->components && !x->o && kf_grounder_can_copy(x->g);
}

static kerf_status copy_all(kf_lifted *x, const kf_lifted *from)
{
    kf_mem *mem = kf_grounder_mem(x->whole);
    kf_diags *diags = kf_grounder_diags(x->whole);
    if (!kf_twin_classes_copy(&x->classes, mem, &from->classes)) return KERF_NO_MEMORY;
    kf_database *whole = kf_grounder_database(x->whole);
    KF_TRY(kf_database_copy_quotient(&x->d, from->d, whole, &x->classes));
    x->p = kf_problem_copy(from->p, mem);
    if (!x->p) return KERF_NO_MEMORY;
    KF_TRY(kf_grounder_copy(&x->g, from->g, mem, x->d, x->p, diags));
    return kf_components_copy(&x->components, from->components, mem, x->p);
}

kerf_status kf_lifted_copy(kf_lifted **out, const kf_lifted *from, kf_grounder *whole)
{
    assert(kf_lifted_can_copy(from));
    kf_lifted *x = kf_mem_calloc(kf_grounder_mem(whole), 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->whole = whole;
    kerf_status st = copy_all(x, from);
    if (st == KERF_OK) *out = x;
    else kf_lifted_free(x);
    return st;
}

/* ---- After a change ---- */

kerf_status kf_lifted_change(kf_lifted *x, const kf_changed_atom *atoms, size_t n, kf_stop *stop,
                             bool *anew)
{
    assert(x->components && !x->o);
    kf_grounder_on_stop(x->g, stop);
    kf_grounder_on_stop(x->whole, stop);
    kerf_status st = kf_quotient_change(x->g, x->whole, &x->classes, atoms, n, anew);
    kf_grounder_on_stop(x->g, NULL);
    kf_grounder_on_stop(x->whole, NULL);
    return st;
}

kerf_status kf_cpi_run_lifted_again(kf_lifted *x, const kf_cpi_options *o, kf_cpi_result *r)
{
    kf_components *components = x->components;
    x->o = o;
    x->components = NULL;
    kf_cpi_options inner = options_of(x);
    kerf_status st = kf_cpi_run_again(x->g, &inner, components, r);
    bool done = st == KERF_OK && is_answer(r);
    if (done) st = hand_over(x, r);
    if (st == KERF_OK && done) {
        keep(x, r);
        return KERF_OK;
    }
    if (st != KERF_OK && done) kf_cpi_result_free(r, kf_grounder_mem(x->whole));
    kf_lifted_free(x);
    return st;
}
