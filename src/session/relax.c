/* relax.c -- the least violation where no world keeps the hard formulas (option "relax"): runs and
 * grounders for infer/relax, and the record of what it finds.
 *
 * The search wants the whole answer of every run, whatever was asked for. Of the statistics only
 * those of the last run are kept. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "infer/relax/least_violation.h"
#include "report/fill/answer_atoms.h"
#include "report/fill/map_record.h"

#include <math.h>

typedef struct relaxing {
    kerf *k;
    kerf_map_options options;
    bool wants_proof;
    uint32_t untold; /* texts of atoms that reports had room for */
    kf_grounded at;  /* what is ground at the moment */
} relaxing;

/* ---- What the search asks for ---------------------------------------------------------------- */

/* Queries that are kept know what is hard. */
static void forget_kept(kerf *k)
{
    kf_kept_free(k->kept);
    k->kept = NULL;
}

static kerf_status take_atoms(kerf *k, kf_true_atoms *to)
{
    const kf_mapped *m = &k->record.mapped;
    assert(to->predicates.n == 0);
    for (size_t i = 0; i < m->atoms.n; i++) {
        const kf_answer_atom *a = &m->atoms.at[i];
        KF_TRY(kf_true_atoms_add(to, &k->mem, a->predicate, m->ids.at + a->ids,
                                 k->model->predicates.at[a->predicate].arity));
    }
    return KERF_OK;
}

static kerf_status solve(void *context, kf_true_atoms *atoms, kerf_result *r)
{
    relaxing *x = context;
    kf_mapped *m = &x->k->record.mapped;
    size_t runs = m->runs.n;
    kf_mapped_forget(m);
    forget_kept(x->k);
    kerf_status st = kf_session_map_once(x->k, &x->options, true, r);
    if (m->runs.n > runs && runs > 0) {
        m->runs.at[runs - 1] = m->runs.at[runs];
        m->runs.n = runs;
    }
    return st == KERF_OK ? take_atoms(x->k, atoms) : st;
}

static kerf_status ground(void *context, kf_grounder **g)
{
    relaxing *x = context;
    forget_kept(x->k);
    KF_TRY(kf_session_ground(x->k, &x->at));
    x->k->changed = true;
    *g = x->at.g;
    return KERF_OK;
}

static void unground(void *context)
{
    relaxing *x = context;
    kf_session_unground(&x->at);
}

/* ---- The answer ------------------------------------------------------------------------------ */

static void say(relaxing *x, const kf_least_violation *v, const kerf_result *r)
{
    const char *text = v->detail.by_formula.at ? v->detail.by_formula.at : "";
    kf_diag_add(x->k->diags, KERF_WARNING, &(kf_place){ 0 },
                "without --relax the contradiction is explained",
                r->outcome == KERF_RELAXED
                    ? "no world keeps the hard formulas: this one violates as few groundings as "
                      "possible, %s"
                    : "no world keeps the hard formulas: this one violates %s, and others may do "
                      "better",
                text);
    if (x->wants_proof)
        kf_diag_add(x->k->diags, KERF_WARNING, &(kf_place){ 0 }, NULL,
                    "there is no certificate of an answer that violates hard formulas");
}

/* What is asked for is all that is told; both steps needed the rest. */
static kerf_status narrow(kerf *k)
{
    kf_asked *asked = NULL;
    KF_TRY(kf_session_asked(k, &asked));
    if (asked) kf_mapped_narrow(&k->record.mapped, asked);
    kf_asked_free(asked);
    return KERF_OK;
}

static kerf_status record_examples(relaxing *x, kf_map_run *s, kf_grounder *g)
{
    enum { MOST_QUESTIONS = 64, FEW = 3 };
    kf_stop few = { .most = MOST_QUESTIONS };
    uint32_t most = x->options.violations;
    if (!s->formulas || !s->counted || (!x->options.report && most == 0)) return KERF_OK;
    if (most == 0) kf_grounder_on_stop(g, &few);
    kerf_status st =
        kf_run_record_examples(s, &x->k->record.mapped.strings, g, most > 0 ? most : FEW);
    kf_grounder_on_stop(g, NULL);
    return st;
}

/* It is counted once more where it is taken from: what is told is what is written. */
static kerf_status take_from(relaxing *x, kf_grounder *g, kf_least_violation *v)
{
    kerf *k = x->k;
    kf_mapped *m = &k->record.mapped;
    kf_map_run *s = &m->runs.at[m->runs.n - 1];
    kf_worth now;
    KF_TRY(kf_worth_count(g, &v->atoms, &v->detail, &now));
    bool same = now.violations == v->worth.violations && now.cost == v->worth.cost;
    KF_TRY(kf_session_collect(k, same));
    kf_run_recount(s, k->model->rules.n, v->detail.counts);
    KF_TRY(record_examples(x, s, g));
    KF_TRY(narrow(k));
    if (!x->options.report) return KERF_OK;
    m->untold = x->untold;
    KF_TRY(kf_mapped_word(m, k->model, NULL));
    return kf_told_make(&s->told, &m->strings, g, m, &m->untold);
}

static kerf_status take_answer(relaxing *x, kf_least_violation *v, kerf_result *r)
{
    kf_mapped *m = &x->k->record.mapped;
    kf_grounder *g;
    kf_mapped_forget(m);
    KF_TRY(ground(x, &g));
    kerf_status st = take_from(x, g, v);
    unground(x);
    KF_TRY(st);
    m->answered = true;
    r->true_atoms = m->atoms.n;
    assert(m->runs.n > 0);
    kf_run_violates(&m->runs.at[m->runs.n - 1], v, r);
    say(x, v, r);
    return KERF_OK;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static kerf_status relax_model(kerf *k, const kerf_map_options *options, kerf_result *out)
{
    relaxing x = { .k = k, .options = *options, .untold = k->record.mapped.untold };
    const kf_violation_caller by = { .mem = &k->mem,
                                     .model = k->model,
                                     .evidence = k->evidence,
                                     .solve = solve,
                                     .ground = ground,
                                     .unground = unground,
                                     .context = &x };
    kf_least_violation found;
    kerf_result r = { .size = sizeof r };
    x.wants_proof = options->certificate != 0;
    x.options.certificate = 0;
    kerf_status st = kf_find_least_violation(&by, &found, &r);
    if (st == KERF_OK) st = take_answer(&x, &found, &r);
    if (st == KERF_OK) *out = r;
    kf_least_violation_free(&found, &by);
    forget_kept(k);
    return st;
}

kerf_status kf_session_map_relaxed(kerf *k, const kerf_map_options *options, kerf_result *out)
{
    kf_diags *said = kf_diags_new(&k->mem); /* of the contradiction, for the case that it stays */
    if (!said) return KERF_NO_MEMORY;
    kf_diags_mark mark = kf_diags_get_mark(k->diags);
    double begun = kf_now(), limit = k->options.time_limit;
    kerf_status st = kf_session_map_once(k, options, false, out);
    if (st == KERF_INFEASIBLE) {
        kerf_result first = *out;
        kf_diags_mark none = kf_diags_get_mark(said);
        kf_diags_move(k->diags, mark, said);
        if (limit > 0) k->options.time_limit = fmax(limit - (kf_now() - begun), 1e-3);
        st = relax_model(k, options, out);
        k->options.time_limit = limit;
        if (st == KERF_INFEASIBLE) {
            kf_diags_rewind(k->diags, mark);
            kf_diags_move(said, none, k->diags);
            *out = first;
        } else if (st == KERF_OK) {
            out->seconds = kf_now() - begun;
        }
    }
    kf_diags_free(said);
    return st;
}
