/* map.c -- kerf_map(): runs cutting plane inference on the current world and keeps its answer.
 *
 * The database holds the assignment that was found until the next run begins, which sets it back;
 * so every run begins alike. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/stop.h"
#include "ground/count/product.h"
#include "ground/ground_rule.h"
#include "ground/score/totals.h"
#include "infer/components/components.h"
#include "infer/gate.h"
#include "infer/lifted.h"
#include "prove/certify.h"
#include "report/conflict/explain.h"
#include "report/fill/answer_atoms.h"
#include "report/fill/map_record.h"
#include "verify/answer_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *kerf_outcome_text(kerf_outcome outcome)
{
    switch (outcome) {
    case KERF_OPTIMAL: return "optimal";
    case KERF_BOUNDED: return "bounded";
    case KERF_UNPROVED: return "unproved";
    case KERF_CONTRADICTION: return "infeasible";
    case KERF_RELAXED: return "relaxed";
    }
    return "unknown";
}

/* ---- Options -------------------------------------------------------------------------------- */

static kerf_status unknown_label(kerf *k, kf_str label)
{
    kf_nearest near = { .wanted = label };
    for (size_t i = 0; i < k->model->rules.n; i++)
        kf_nearest_try(&near, k->model->rules.at[i].label);
    int n = label.n > 100 ? 100 : (int)label.n;
    if (near.best.n == 0)
        return kf_session_misuse(k, "option --order: no formula has the label %.*s", n, label.at);
    return kf_session_misuse(k, "option --order: no formula has the label %.*s; did you mean %.*s?",
                             n, label.at, (int)near.best.n, near.best.at);
}

/* Option "order": by rule, its place there from 1 on, 0 for those that it does not name. */
static kerf_status read_order(kerf *k, uint32_t *stages)
{
    uint32_t place = 0;
    const char *at = k->options.order;
    for (kf_str label; at && (label = kf_str_next_item(&at)).n > 0;) {
        uint32_t rule = kf_model_find_rule(k->model, label);
        if (rule == KF_NONE) return unknown_label(k, label);
        if (stages[rule] == 0) stages[rule] = ++place;
    }
    return KERF_OK;
}

/* ---- Callbacks ------------------------------------------------------------------------------ */

typedef struct run {
    kerf *k;
    const kerf_map_options *options; /* never NULL */
    const kf_grounder *g;
    const uint32_t *stages; /* by rule */
    double begun, deadline; /* of kf_now() */
    kf_stop user;           /* the caller's */
    kf_stop over;           /* or the deadline: for grounding before and after the search */
    kf_asked *asked;        /* NULL: everything is */
    kf_cpi_result lifted;   /* of inference over a quotient; */
    bool is_lifted;         /* if there was one, */
    kerf_status lifting;    /* and what became of it */
} run;

static void progress(void *context, const kf_iteration *i)
{
    const run *r = context;
    kerf_iteration scores = kf_iteration_in_scores(r->g, i);
    r->options->progress(r->options->context, &scores);
}

static bool is_wanted(void *context, uint32_t predicate, const uint32_t *row)
{
    const run *r = context;
    return kf_asked_has(r->asked, predicate, row);
}

/* May facts change, and the next run go on from there? Not where memory is short. */
static bool can_be_kept(const run *r, const kf_solver *solver)
{
    const kerf *k = r->k;
    return !solver->bare && k->mem.limit == 0 && k->model->functions.n == 0 && !k->options.relax
           && !k->options.order && !kf_session_is_stored(k) && !r->options->certificate;
}

/* Are the counts of the gate told, and not only compared? */
static bool wants_counts(const run *r)
{
    return r->options->statistics || r->options->report || r->options->violations > 0;
}

static kf_cpi_options cpi_options(run *r, const kf_solver *solver)
{
    kf_cpi_options o = kf_session_inference(r->k, solver);
    o.stages = r->stages;
    o.detail = r->options->report != 0;
    /* What a certificate cites has to be there. */
    if (r->options->certificate) o.settings.off |= KF_BEYOND;
    o.memo = solver->bare ? NULL : r->k->memo;
    o.keep = can_be_kept(r, solver);
    o.secure = r->options->stop != NULL && !r->k->options.relax;
    o.ordered = wants_counts(r);
    o.twins = r->k->options.twins && !r->k->options.relax;
    o.deadline = r->deadline;
    o.stop = &r->user;
    o.progress = r->options->progress ? progress : NULL;
    o.wanted = r->asked && r->k->options.only_asked ? is_wanted : NULL;
    o.context = r;
    return o;
}

/* ---- The record ----------------------------------------------------------------------------- */

static kerf_status record_run(run *r, kf_grounder *g, const kf_cpi_result *found,
                              const kf_gate_count *counts, kf_map_run *s)
{
    bool answered = found->outcome != KERF_CONTRADICTION && !found->none;
    kf_run_told told = { .statistics = r->options->statistics || r->options->violations > 0,
                         .report = r->options->report != 0 };
    KF_TRY(
        kf_run_record(s, &r->k->record.mapped.strings, g, found, told, answered ? counts : NULL));
    kf_grounder_on_stop(g, &r->over);
    return KERF_OK;
}

/* Last of all, for it is only to look at. Of a report all examples are worth two million steps or
 * so, counted and not timed; what a program asks for is found. */
static kerf_status record_examples(run *r, kf_grounder *g, kf_map_run *s)
{
    enum { MOST_QUESTIONS = 64, FEW = 3 };
    kf_stop few = { .above = &r->over, .most = MOST_QUESTIONS };
    kf_mapped *m = &r->k->record.mapped;
    uint32_t most = r->options->violations;
    if ((!r->options->report && most == 0) || !s->counted) return KERF_OK;
    kf_grounder_on_stop(g, most > 0 ? &r->over : &few);
    if (r->options->report) KF_TRY(kf_mapped_word(m, r->k->model, NULL));
    if (r->options->report) KF_TRY(kf_told_make(&s->told, &m->strings, g, m, &m->untold));
    return kf_run_record_examples(s, &m->strings, g, most > 0 ? most : FEW);
}

/* ---- Certificates --------------------------------------------------------------------------- */

static kerf_status certify(run *r, kf_grounder *g, const kf_cpi_options *options,
                           const kf_cpi_result *found)
{
    kerf *k = r->k;
    kf_text *to = &k->record.mapped.certificate;
    kf_task how = { .settings = &options->settings,
                    .limits = { .deadline = r->deadline, .stop = &r->over } };
    kf_certified proof;
    if (!r->options->certificate || found->none) return KERF_OK;
    if (to->n == 0) kf_text_add(to, KF_STR("kerf certificate 1\n"));
    KF_TRY(kf_certify(g, &how, to, &proof));
    kf_certify_warn(g, found, &proof);
    return KERF_OK;
}

/* ---- The answer ----------------------------------------------------------------------------- */

#ifndef NDEBUG
static kerf_status copy_answer(void *context, kf_evidence *to)
{
    const kf_mapped *m = context;
    uint32_t file;
    KF_TRY(kf_evidence_file(to, "answer", &file));
    for (size_t i = 0; i < m->atoms.n; i++) {
        const kf_answer_atom *a = &m->atoms.at[i];
        KF_TRY(kf_evidence_add(to, a->predicate, KF_SAID_TRUE, m->ids.at + a->ids, 0, 0, file, 1));
    }
    return KERF_OK;
}

/* Of a relaxed model the weights are not those of the model. */
static void check_answer(kerf *k, const kf_cpi_result *found)
{
    const kf_checked_answer is = { .model = k->model,
                                   .evidence = k->evidence,
                                   .cost = found->cost,
                                   .score = found->score,
                                   .copy = copy_answer,
                                   .context = &k->record.mapped };
    if (!k->options.relax && !kf_session_is_stored(k)) kf_answer_check(&is);
}
#endif

kerf_status kf_session_collect(kerf *k, bool same)
{
    kf_mapped *m = &k->record.mapped;
    KF_TRY(kf_mapped_collect(m, k->database));
    if (same && kf_mapped_is_assignment(m, k->database)) return KERF_OK;
    kf_session_say(k, "internal check failed: the answer is not the world that was found; none is "
                      "given");
    return KERF_INTERNAL;
}

/* The very assignment that the gate has let through. */
static kerf_status take_answer(const run *r, const kf_cpi_result *found)
{
    (void)found; /* where nothing is asserted */
    KF_TRY(kf_session_collect(r->k, true));
    KF_CHECK(check_answer(r->k, found));
    if (r->asked) kf_mapped_narrow(&r->k->record.mapped, r->asked);
    return KERF_OK;
}

/* Inference has ended: first the gate, then the answer, then what is to be told of it. */
static kerf_status record_all(run *r, kf_grounder *g, const kf_cpi_options *options,
                              kf_cpi_result *found, bool answered, kf_map_run *s)
{
    assert(!answered || (!found->none && found->outcome != KERF_CONTRADICTION));
    kf_gate_count *counts = kf_mem_calloc(&r->k->mem, kf_grounder_n_rules(g), sizeof *counts);
    if (!counts) return KERF_NO_MEMORY;
    kerf_status st = kf_gate_pass_answer(g, found, wants_counts(r), counts);
    if (st == KERF_OK && answered) st = take_answer(r, found);
    if (st == KERF_OK) st = record_run(r, g, found, counts, s);
    if (st == KERF_OK && answered) st = certify(r, g, options, found);
    if (st == KERF_OK) st = record_examples(r, g, s);
    kf_mem_free(&r->k->mem, counts, kf_grounder_n_rules(g), sizeof *counts);
    return st;
}

/* ---- Running -------------------------------------------------------------------------------- */

/* Inference, from where the last run has ended if there are components that go on. Then anything
 * but an optimum is left to a run from the beginning: x->g NULL. */
static kerf_status infer(run *r, kf_grounded *x, const kf_taken_up *from,
                         const kf_cpi_options *options, kf_cpi_result *found)
{
    kerf *k = r->k;
    r->g = x->g;
    k->changed = true;
    kf_grounder_set_threads(x->g, options->threads);
    if (r->lifting != KERF_OK) return r->lifting;
    if (r->is_lifted) {
        *found = r->lifted;
        return KERF_OK;
    }
    if (!from) return kf_cpi_run(x->g, options, found);
    kf_cpi_options again = *options;
    again.memo = NULL;
    kerf_status status = from->lifted ? kf_cpi_run_lifted_again(from->lifted, &again, found)
                                      : kf_cpi_run_again(x->g, &again, from->components, found);
    if (status == KERF_OK && found->outcome == KERF_OPTIMAL) return status;
    if (status == KERF_OK) kf_cpi_result_free(found, &k->mem);
    kf_session_unground(x);
    kf_session_forget_database(k);
    return status == KERF_NO_MEMORY ? status : KERF_OK;
}

static kerf_status answer_world(run *r, kf_grounded *x, const kf_cpi_options *options,
                                const kf_taken_up *from, kerf_result *result, kf_map_run *s)
{
    kerf *k = r->k;
    const kf_solver *solver = options->solver;
    kf_cpi_result found = { 0 };
    assert(!k->changed && kf_grounder_database(x->g) == k->database);
    s->threads = options->threads;
    size_t errors = kf_diags_errors(k->diags);
    kerf_status status = infer(r, x, from, options, &found);
    kf_grounder *g = x->g;
    if (!g) return status;
    if (status == KERF_INTERNAL)
        kf_session_say(k, "internal check failed: a solver's answer is not what it says it is; no "
                          "answer is given. This is a fault of kerf: please report it");
    if (status == KERF_LIMIT && solver->beyond)
        snprintf(k->error, sizeof k->error, "solver %s %s", solver->name, solver->beyond);
    if (status == KERF_OK) {
        *result = kf_run_result(g, &found);
        bool said = kf_diags_errors(k->diags) > errors;
        kf_conflict *conflict = NULL;
        status = kf_explain_outcome(g, &found, said, &k->record.mapped.strings, &conflict);
        if (conflict) s->conflict = k->record.mapped.conflict = conflict;
        kerf_status kept = record_all(r, g, options, &found, status == KERF_OK, s);
        if (status == KERF_OK && kept == KERF_OK)
            *result = kf_run_result(g, &found); /* it fell back */
        if (kept != KERF_OK) status = kept;
    }
    if (status == KERF_OK && found.hard_violations == 0)
        kf_session_keep_ground(k, x, options, &found);
    kf_cpi_result_free(&found, &k->mem);
    return status;
}

/* From what was ground for the last answer; x->g NULL: that cannot be. */
static kerf_status run_again(run *r, const kf_cpi_options *options, kf_grounded *x,
                             kerf_result *result, kf_map_run *s)
{
    kf_taken_up from;
    KF_TRY(kf_session_take_up(r->k, options, x, &from));
    s->compile = kf_now() - r->begun;
    return x->g ? answer_world(r, x, options, &from, result, s) : KERF_OK;
}

/* Over one constant for many, where that is exact. Else groundings are counted. */
static kerf_status lift(run *r, kf_grounded *x, const kf_cpi_options *options)
{
    r->g = x->g;
    r->lifting = kf_cpi_run_lifted(x->g, options, &r->lifted, &r->is_lifted);
    bool over = r->is_lifted || r->lifting != KERF_OK;
    return over ? KERF_OK : kf_session_count_ground(x);
}

static kerf_status run_world(run *r, const kf_solver *solver, kerf_result *result, kf_map_run *s)
{
    kerf *k = r->k;
    kf_grounded x = { .stopped_in = KF_NONE };
    kf_cpi_options options = cpi_options(r, solver);
    kf_mapped_forget(&k->record.mapped);
    k->record.mapped.conflict = NULL;
    kf_session_forget_explained(k);
    bool again = k->aside.database != NULL;
    kerf_status status = again ? run_again(r, &options, &x, result, s) : KERF_OK;
    if (status != KERF_OK || (again && k->last.ground.g)) {
        kf_session_unground(&x);
        return status;
    }
    status = kf_session_open_ground(k, &x);
    if (status == KERF_OK) status = lift(r, &x, &options);
    s->compile = kf_now() - r->begun;
    if (status == KERF_INTERRUPTED) {
        kerf_ending ending = kf_stop_ask(&r->user) ? KERF_STOPPED : KERF_OUT_OF_TIME;
        result->ending = ending;
        kf_cpi_result none = { .none = true, .ending = ending, .slow_rule = x.stopped_in };
        return kf_explain_no_answer(k->diags, k->model, &none);
    }
    KF_TRY(status);
    status = answer_world(r, &x, &options, NULL, result, s);
    kf_session_unground(&x);
    return status;
}

static bool has_result(kerf_status status)
{
    return status == KERF_OK || status == KERF_INFEASIBLE || status == KERF_LIMIT
           || status == KERF_INTERRUPTED;
}

/* The statistics of a run before it begins. */
static kf_map_run blank_run(const kerf *k, const kf_solver *solver)
{
    static const char *const grounds[] = {
        [KF_GROUND_AUTO] = "auto", [KF_GROUND_CUTS] = "cuts", [KF_GROUND_FULL] = "full"
    };
    const kf_mapped *m = &k->record.mapped;
    return (kf_map_run){ .solver = solver->name,
                         .ground = grounds[k->options.ground],
                         .chosen.open = NAN,
                         .seed = (uint64_t)k->options.seed,
                         .parse = m->parse,
                         .load = m->load };
}

kerf_status kf_session_map_once(kerf *k, const kerf_map_options *options, bool whole,
                                kerf_result *out)
{
    run r = { .k = k, .options = options, .begun = kf_now() };
    r.deadline = k->options.time_limit > 0 ? r.begun + k->options.time_limit : INFINITY;
    r.user = kf_stop_when(options->stop, options->context);
    r.over = kf_stop_at(&r.user, r.deadline);
    const kf_solver *solver;
    KF_TRY(kf_session_solver(k, &solver));
    kf_mapped *m = &k->record.mapped;
    kf_map_run s = blank_run(k, solver);
    kerf_result result = { .size = sizeof result,
                           .outcome = KERF_UNPROVED,
                           .score = -INFINITY,
                           .cost = INFINITY,
                           .bound = INFINITY,
                           .gap = INFINITY,
                           .unique = -1 };
    size_t n_rules = k->model->rules.n + 1;
    uint32_t *stages = kf_mem_calloc(&k->mem, n_rules, sizeof *stages);
    if (!stages) return KERF_NO_MEMORY;
    r.stages = stages;
    k->stop = &r.over;
    kerf_status status = read_order(k, stages);
    if (status == KERF_OK && !whole) status = kf_session_asked(k, &r.asked);
    if (status == KERF_OK) status = run_world(&r, solver, &result, &s);
    kf_asked_free(r.asked);
    k->stop = NULL;
    kf_mem_free(&k->mem, stages, n_rules, sizeof *stages);
    if (!has_result(status)) return status;
    assert(status != KERF_OK || result.gap >= 0);
    if (status == KERF_INFEASIBLE) result.outcome = KERF_CONTRADICTION;
    result.true_atoms = m->atoms.n;
    result.seconds = kf_now() - r.begun;
    s.result = result;
    s.world = kf_arena_string(&m->strings, kf_str_of(kerf_world_name(k)));
    if (!s.world || !kf_vec_push(&k->mem, &m->runs, s)) {
        kf_mapped_forget(m);
        return KERF_NO_MEMORY;
    }
    m->answered = status == KERF_OK;
    *out = result;
    return status;
}

kerf_status kf_session_map(kerf *k, const kerf_map_options *options, kerf_result *out)
{
    assert(options && out);
    kerf_status status = k->options.relax ? kf_session_map_relaxed(k, options, out)
                                          : kf_session_map_once(k, options, false, out);
    if (status != KERF_OK) kf_mapped_forget(&k->record.mapped);
    if (status != KERF_OK) kf_session_drop_ground(k);
    KF_CHECK(kf_record_check(&k->record));
    return status;
}

kerf_status kerf_map(kerf *k, const kerf_map_options *options, kerf_result *out)
{
    kerf_map_options own;
    kerf_result result;
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_take(k, &own, sizeof own, options));
    KF_TRY(kf_session_needs_world(k));
    kerf_status status = kf_session_map(k, &own, &result);
    if (has_result(status)) kf_session_give(out, &result, sizeof result);
    return kf_session_end(k, status);
}
