/* explain_session.c -- kerf_explain(): atoms of the last answer, explained from what kerf_map() has
 * ground, and what was found as structures and text.
 *
 * Grounder and problem of the last kerf_map() with an answer are kept until the next call that
 * grounds, or until the world goes. A predicate that was solved as a clustering has no atoms in the
 * problem: for the first of them inference runs once more without that, and the answer is put
 * back. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "ground/atoms.h"
#include "infer/components/components.h"
#include "infer/lifted.h"
#include "query/database.h"
#include "report/records/explained.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

const char *kerf_explained_text(kerf_explained_kind kind)
{
    switch (kind) {
    case KERF_EXPLAINED_COST: return "cost";
    case KERF_EXPLAINED_FORBIDDEN: return "forbidden";
    case KERF_EXPLAINED_EVIDENCE: return "evidence";
    case KERF_EXPLAINED_FREE: return "free";
    case KERF_EXPLAINED_UNKNOWN: return "unknown";
    }
    return "unknown";
}

const char *kerf_change_text(kerf_change_kind kind)
{
    switch (kind) {
    case KERF_CHANGE_NOT_SOUGHT: return "not sought";
    case KERF_CHANGE_LEAST: return "least";
    case KERF_CHANGE_SOME: return "some";
    case KERF_CHANGE_NONE: return "none";
    case KERF_CHANGE_NOT_FOUND: return "not found";
    case KERF_CHANGE_UNPROVED: return "unproved";
    }
    return "unknown";
}

/* ---- What is kept --------------------------------------------------------------------------- */

void kf_session_keep_ground(kerf *k, kf_grounded *x, const kf_cpi_options *o, kf_cpi_result *found)
{
    assert(!k->last.ground.g);
    kf_grounder_on_stop(x->g, NULL); /* that of the run ends with it */
    k->last.ground = *x;
    k->last.explainer = kf_explainer_of(x->g, o, found);
    k->last.components = found->kept;
    k->last.lifted = found->lift;
    found->kept = NULL;
    found->lift = NULL;
    *x = (kf_grounded){ .stopped_in = KF_NONE };
}

void kf_session_drop_ground(kerf *k)
{
    kf_components_free(k->last.components);
    kf_lifted_free(k->last.lifted);
    kf_explainer_close(&k->last.explainer);
    kf_session_unground(&k->last.ground);
    k->last = (kf_last_ground){ 0 };
}

void kf_session_forget_explained(kerf *k)
{
    kf_explained_free(k->record.explained);
    k->record.explained = NULL;
}

/* ---- Without clusterings -------------------------------------------------------------------- */

static kerf_status ground_again(kerf *k, const kf_answer_rows *answer)
{
    kf_explainer e = k->last.explainer;
    kf_grounded x;
    kf_session_drop_ground(k);
    k->stop = e.options.stop;
    kerf_status st = kf_session_ground(k, &x);
    k->stop = NULL;
    if (st == KERF_OK) {
        k->changed = true;
        st = kf_explainer_leave_clusters(&e, x.g, answer);
        if (st == KERF_OK) k->last = (kf_last_ground){ .ground = x, .explainer = e };
        else kf_session_unground(&x);
    }
    return st;
}

static kerf_status leave_clusters(kerf *k)
{
    kf_answer_rows answer = { 0 };
    kerf_status st = kf_answer_rows_take(&answer, &k->mem, k->database);
    if (st == KERF_OK) st = ground_again(k, &answer);
    kf_vec_free(&k->mem, &answer);
    return st;
}

/* ---- Explaining ----------------------------------------------------------------------------- */

typedef struct asking {
    kerf_explain_options options;
    kf_stop user;
    double begun;
} asking;

static kerf_status open_record(kerf *k)
{
    if (!k->record.explained) k->record.explained = kf_explained_new(&k->mem);
    return k->record.explained ? KERF_OK : KERF_NO_MEMORY;
}

/* What has no change that was asked for is no explanation. */
static kerf_status find_change(kerf *k, asking *a, const kf_asked_atom *atom)
{
    kf_explained *x = k->record.explained;
    const kf_explainer *e = &k->last.explainer;
    kf_stop over = kf_stop_at(&a->user, e->options.deadline);
    kerf_status st =
        kf_session_least_change(k, &a->options, &over, atom, e->proven, &x->list.at[x->list.n - 1]);
    if (st != KERF_OK) x->list.n--;
    KF_CHECK(kf_explained_check(x));
    return st;
}

static kerf_status explain(kerf *k, asking *a, const kf_asked_atom *atom)
{
    kf_explainer *e = &k->last.explainer;
    KF_TRY(open_record(k));
    kf_components_free(k->last.components); /* an explanation leaves more in the problem */
    k->last.components = NULL;
    a->begun = kf_now();
    e->options.deadline = k->options.time_limit > 0 ? a->begun + k->options.time_limit : INFINITY;
    bool hidden = k->model->predicates.at[atom->predicate].hidden;
    kerf_status st = KERF_OK;
    e->options.stop = &a->user;
    if (hidden && kf_explainer_lacks(e, atom->predicate)) st = leave_clusters(k);
    e->options.stop = &a->user; /* of the new one, too */
    if (st == KERF_OK) st = kf_explainer_run(e, atom, k->record.explained);
    e->options.stop = NULL;
    if (st == KERF_OK && a->options.least_change) st = find_change(k, a, atom);
    if (st != KERF_OK) return st;
    kf_explained *x = k->record.explained;
    x->list.at[x->list.n - 1].is.seconds = kf_now() - a->begun;
    return KERF_OK;
}

/* What failed halfway cannot be gone on with. */
static kerf_status end_explaining(kerf *k, kerf_status status)
{
    if (status != KERF_OK && status != KERF_INVALID && status != KERF_MISUSE)
        kf_session_drop_ground(k);
    return kf_session_end(k, status);
}

static bool violates_hard(const kerf *k)
{
    const kf_mapped *m = &k->record.mapped;
    return m->runs.n > 0 && m->runs.at[m->runs.n - 1].result.hard_violations > 0;
}

static kerf_status begin_explaining(kerf *k, const kerf_explain_options *options, asking *a)
{
    KF_TRY(kf_session_take(k, &a->options, sizeof a->options, options));
    if (a->options.least_change) KF_TRY(kf_session_needs_memory(k, "a least change"));
    if (!k->record.mapped.answered)
        return kf_session_misuse(k, "there is no answer to explain: kerf_map() gives one");
    if (violates_hard(k))
        return kf_session_misuse(k, "an answer that violates hard formulas is not explained");
    if (!k->last.ground.g)
        return kf_session_misuse(k, "what kerf_map() has ground is gone: call it again");
    a->user = kf_stop_when(a->options.stop, a->options.context);
    return KERF_OK;
}

kerf_status kerf_explain(kerf *k, const char *atom, const kerf_explain_options *options,
                         kerf_explanation *out)
{
    asking a;
    kf_asked_atom asked = { 0 };
    KF_TRY(kf_session_begin(k));
    if (out) KF_TRY(kf_session_check_place(k, out));
    KF_TRY(begin_explaining(k, options, &a));
    if (!atom) return kf_session_misuse(k, "kerf_explain needs an atom");
    kerf_status st = kf_asked_atom_read(&asked, atom, k->model, k->evidence, k->diags);
    if (st == KERF_OK) st = explain(k, &a, &asked);
    if (st == KERF_OK && out) {
        const kf_explained *x = k->record.explained;
        kf_session_give(out, &x->list.at[x->list.n - 1].is, sizeof *out);
    }
    return end_explaining(k, st);
}

static kerf_status explain_departures(kerf *k, asking *a)
{
    KF_TRY(open_record(k));
    for (uint32_t p = 0; p < k->model->predicates.n; p++) {
        if (!k->model->predicates.at[p].hidden) continue;
        const kf_facts *soft = kf_evidence_facts(k->evidence, p, KF_SAID_SOFT);
        for (uint32_t i = 0; i < soft->n; i++) {
            kf_asked_atom atom = { .predicate = p };
            double odds = kf_evidence_probability(k->evidence, p, i);
            for (uint32_t c = 0; c < soft->width; c++) atom.row[c] = soft->columns[c][i];
            bool value = kf_database_holds(k->database, p, atom.row);
            if (odds == 0.5 || value == (odds > 0.5)) continue;
            if (kf_stop_ask(&a->user)) return KERF_INTERRUPTED;
            KF_TRY(explain(k, a, &atom));
        }
    }
    return KERF_OK;
}

kerf_status kerf_explain_departures(kerf *k, const kerf_explain_options *options)
{
    asking a;
    KF_TRY(kf_session_begin(k));
    KF_TRY(begin_explaining(k, options, &a));
    return end_explaining(k, explain_departures(k, &a));
}

/* ---- Structures ----------------------------------------------------------------------------- */

size_t kerf_explanation_count(const kerf *k)
{
    return k && k->record.explained ? k->record.explained->list.n : 0;
}

static kerf_status find(kerf *k, size_t index, const void *out, const kf_explanation **e)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    size_t n = kerf_explanation_count(k);
    KF_TRY(kf_session_check_index(k, index, n));
    *e = &k->record.explained->list.at[index];
    return KERF_OK;
}

kerf_status kerf_explanation_get(kerf *k, size_t index, kerf_explanation *out)
{
    const kf_explanation *e;
    KF_TRY(find(k, index, out, &e));
    kf_session_give(out, &e->is, sizeof e->is);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_explained_flip(kerf *k, size_t explanation, size_t index, kerf_explained_atom *out)
{
    const kf_explanation *e;
    KF_TRY(find(k, explanation, out, &e));
    KF_TRY(kf_session_check_index(k, index, e->is.flips));
    kf_session_give(out, &e->flips[index], sizeof *out);
    return kf_session_end(k, KERF_OK);
}

static kerf_status find_paid(kerf *k, size_t explanation, int other, size_t index, const void *out,
                             const kf_explained_grounding **g)
{
    const kf_explanation *e;
    KF_TRY(find(k, explanation, out, &e));
    size_t n = other ? e->is.other_pays : e->is.answer_pays;
    KF_TRY(kf_session_check_index(k, index, n));
    *g = &e->paid[other ? 1 : 0][index];
    return KERF_OK;
}

kerf_status kerf_explained_paid(kerf *k, size_t explanation, int other, size_t index,
                                kerf_explained_grounding *out)
{
    const kf_explained_grounding *g;
    kerf_formula_info info = { .size = sizeof info };
    KF_TRY(find_paid(k, explanation, other, index, out, &g));
    kerf_explained_grounding own = { .size = sizeof own,
                                     .formula = SIZE_MAX,
                                     .label = "evidence",
                                     .weight = g->weight,
                                     .text = g->text,
                                     .atoms = g->n_atoms,
                                     .more = g->more };
    if (g->rule == KF_NONE) {
        own.file = g->atoms[0].file;
        own.line = g->atoms[0].line;
    } else {
        KF_TRY(kerf_formula_get(k, g->rule, &info));
        own.formula = g->rule;
        own.label = info.label;
        own.file = info.file;
        own.line = info.line;
    }
    kf_session_give(out, &own, sizeof own);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_explained_paid_atom(kerf *k, size_t explanation, int other, size_t index,
                                     size_t atom, kerf_explained_atom *out)
{
    const kf_explained_grounding *g;
    KF_TRY(find_paid(k, explanation, other, index, out, &g));
    KF_TRY(kf_session_check_index(k, atom, g->n_atoms));
    kf_session_give(out, &g->atoms[atom], sizeof *out);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_explained_conflict(kerf *k, size_t explanation, size_t index,
                                    kerf_explained_note *out)
{
    const kf_explanation *e;
    KF_TRY(find(k, explanation, out, &e));
    KF_TRY(kf_session_check_index(k, index, e->is.conflict));
    kf_session_give(out, &e->conflict[index], sizeof *out);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_explained_change(kerf *k, size_t explanation, size_t index, kerf_changed_fact *out)
{
    const kf_explanation *e;
    KF_TRY(find(k, explanation, out, &e));
    KF_TRY(kf_session_check_index(k, index, e->is.changes));
    kf_session_give(out, &e->changes[index], sizeof *out);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_write_explanations(kerf *k, kerf_report_format format, kerf_write_fn *write,
                                    void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.explained)
        return kf_session_misuse(k, "nothing is explained: kerf_explain() does that");
    KF_TRY(kf_session_check_writer(k, write, (unsigned)format, KERF_REPORT_JSON));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_explained(&text, k->record.explained, k->model, format);
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}
