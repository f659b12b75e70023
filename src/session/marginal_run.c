/* marginal_run.c -- kerf_marginal(): how probable each hidden atom of the current world is. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/stop.h"
#include "model/weight_table.h"
#include "report/conflict/explain.h"
#include "report/fill/answer_atoms.h"
#include "report/fill/chance_record.h"

#include <math.h>

const char *kerf_certainty_text(kerf_certainty certainty)
{
    switch (certainty) {
    case KERF_EXACT: return "exact";
    case KERF_MIXED: return "mixed";
    case KERF_SAMPLED: return "sampled";
    case KERF_UNCONVERGED: return "unconverged";
    }
    return "unknown";
}

typedef struct run {
    kerf *k;
    const kerf_marginal_options *options;
    double begun, deadline;
    kf_stop user, over;
    kf_asked *asked; /* NULL: everything is */
} run;

static void progress(void *context, const kf_marginal_progress *p)
{
    const run *r = context;
    kerf_marginal_progress told = { .components = p->components,
                                    .done = p->done,
                                    .atoms = p->atoms,
                                    .method = p->method,
                                    .seconds = kf_now() - r->begun,
                                    .samples = p->samples,
                                    .converged = p->converged,
                                    .max_rhat = p->max_rhat };
    r->options->progress(r->options->context, &told);
}

static kf_marginal_options options_of(run *r)
{
    static const kf_marginal_wait waits[] = { [KF_GROUND_AUTO] = KF_WAIT_AUTO,
                                              [KF_GROUND_CUTS] = KF_WAIT_ALL,
                                              [KF_GROUND_FULL] = KF_WAIT_NONE };
    const kf_options *o = &r->k->options;
    return (kf_marginal_options){ .how = r->options->method,
                                  .wait = waits[o->ground],
                                  .threads = kf_session_threads(r->k),
                                  .all = r->options->all != 0,
                                  .asked = r->asked,
                                  .expectations = r->options->expectations != 0,
                                  .precision = o->precision,
                                  .samples = (uint64_t)o->samples,
                                  .burn_in = o->burn_in < 0 ? UINT64_MAX : (uint64_t)o->burn_in,
                                  .seed = (uint64_t)o->seed,
                                  .chains = (uint32_t)o->chains,
                                  .traces = r->options->report ? KF_ASKED_TRACES : 0,
                                  .limits = { .deadline = r->deadline, .stop = &r->over },
                                  .progress = r->options->progress ? progress : NULL,
                                  .context = r };
}

/* ---- Running ---- */

/* Who has stopped it: the caller, or the deadline. */
static kerf_ending ending_of(run *r)
{
    return kf_stop_ask(&r->user) ? KERF_STOPPED : KERF_OUT_OF_TIME;
}

/* Stopped before anything was known. */
static kerf_status end_early(run *r, uint32_t rule, kerf_marginal_result *result)
{
    result->ending = ending_of(r);
    kf_cpi_result none = { .none = true, .ending = result->ending, .slow_rule = rule };
    return kf_explain_no_answer(r->k->diags, r->k->model, &none);
}

static kerf_status take(run *r, kf_chanced *x, kf_grounder *g, const kf_marginals *m,
                        kf_chance_run *s, kerf_marginal_result *result)
{
    kerf *k = r->k;
    const kf_chances_told told = { .world = kerf_world_name(k),
                                   .asked = r->asked,
                                   .report = r->options->report != 0,
                                   .precision = k->options.precision };
    s->result = kf_chances_result(m, m->interrupted ? ending_of(r) : KERF_CONVERGED);
    s->result.seconds = kf_now() - r->begun;
    *result = s->result;
    KF_TRY(kf_chanced_record(x, g, m, &told, s));
    return kf_explain_chances(k->diags, m, k->options.precision, result->ending);
}

static kerf_status run_world(run *r, kf_chanced *x, kf_chance_run *s, kerf_marginal_result *result)
{
    kerf *k = r->k;
    kf_grounded grounded = { .stopped_in = KF_NONE };
    kf_marginals m;
    size_t errors = kf_diags_errors(k->diags);
    kf_marginal_options options = options_of(r);
    kerf_status st = kf_session_ground(k, &grounded);
    s->compile = kf_now() - r->begun;
    s->threads = options.threads;
    if (st == KERF_INTERRUPTED) return end_early(r, grounded.stopped_in, result);
    KF_TRY(st);
    k->changed = true;
    kf_grounder_set_threads(grounded.g, options.threads);
    st = kf_marginal_run(grounded.g, &options, &m);
    if (st == KERF_OK) {
        st = take(r, x, grounded.g, &m, s, result);
        kf_marginals_free(&m);
    } else if (st == KERF_INTERRUPTED) {
        result->ending = ending_of(r);
        st = kf_explain_not_ground(k->diags, result->ending == KERF_STOPPED);
    } else if (st == KERF_INFEASIBLE) {
        st = kf_chanced_record_none(x, kerf_world_name(k), kf_now() - r->begun, s);
        if (st == KERF_OK) st = kf_explain_no_world(k->diags, kf_diags_errors(k->diags) > errors);
    }
    kf_session_unground(&grounded);
    return st;
}

static kf_chanced *chanced_of(kerf *k)
{
    if (!k->record.chanced) k->record.chanced = kf_chanced_new(&k->mem);
    return k->record.chanced;
}

static kerf_status marginal(kerf *k, const kerf_marginal_options *options,
                            kerf_marginal_result *out)
{
    static const char *const methods[] = { "auto", "exact", "mcsat", "gibbs" };
    run r = { .k = k, .options = options, .begun = kf_now() };
    r.deadline = k->options.time_limit > 0 ? r.begun + k->options.time_limit : INFINITY;
    r.user = kf_stop_when(options->stop, options->context);
    r.over = kf_stop_at(&r.user, r.deadline);
    kf_chanced *x = chanced_of(k);
    if (!x) return KERF_NO_MEMORY;
    kf_chanced_forget(x);
    kf_chance_run s = { .method = methods[options->method],
                        .seed = (uint64_t)k->options.seed,
                        .parse = k->record.mapped.parse,
                        .load = k->record.mapped.load };
    *out = (kerf_marginal_result){ .size = sizeof *out,
                                   .certainty = KERF_UNCONVERGED,
                                   .log_z = NAN,
                                   .log_z_lo = NAN,
                                   .log_z_hi = NAN,
                                   .max_rhat = NAN,
                                   .min_ess = NAN };
    k->stop = &r.over;
    kerf_status st = kf_session_asked(k, &r.asked);
    if (st == KERF_OK) st = run_world(&r, x, &s, out);
    kf_asked_free(r.asked);
    k->stop = NULL;
    if (st != KERF_OK && st != KERF_LIMIT && st != KERF_INTERRUPTED) kf_chanced_forget(x);
    out->seconds = kf_now() - r.begun;
    return st;
}

kerf_status kerf_marginal(kerf *k, const kerf_marginal_options *options, kerf_marginal_result *out)
{
    kerf_marginal_options own;
    kerf_marginal_result result;
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_take(k, &own, sizeof own, options));
    if ((unsigned)own.method > KERF_MARGINAL_GIBBS)
        return kf_session_misuse(k, "there is no method %d", (int)own.method);
    KF_TRY(kf_session_needs_world(k));
    kerf_status status = marginal(k, &own, &result);
    bool filled = status == KERF_OK || status == KERF_LIMIT || status == KERF_INTERRUPTED;
    if (filled) kf_session_give(out, &result, sizeof result);
    KF_CHECK(kf_record_check(&k->record));
    return kf_session_end(k, status);
}

/* ---- Text and order: made when somebody looks, as those of an answer ---- */

static kerf_status word_chances(kerf *k)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    return kf_chanced_word(k->record.chanced, k->model, &stop);
}

/* ---- Atom by atom ---- */

size_t kerf_probability_count(const kerf *k)
{
    return k && k->record.chanced ? k->record.chanced->atoms.n : 0;
}

static kerf_status get_chance(kerf *k, size_t index, kerf_probability *out)
{
    KF_TRY(word_chances(k));
    kf_chanced *x = k->record.chanced;
    kf_told_chance *a = &x->atoms.at[index];
    const kf_predicate *p = &k->model->predicates.at[a->atom.predicate];
    kerf_predicate_info info = { .size = sizeof info };
    KF_TRY(kerf_predicate_get(k, a->atom.predicate, &info));
    KF_TRY(kf_answer_atom_lend(&a->atom, k->model, x->ids.at, &x->lent));
    kerf_probability told = { .predicate = info.name,
                              .arity = p->arity,
                              .arguments = a->atom.arguments,
                              .text = a->atom.text,
                              .p = a->chance.p,
                              .lo = a->chance.lo,
                              .hi = a->chance.hi,
                              .method = kf_chance_method_text(a->chance.method),
                              .ess = a->chance.ess,
                              .rhat = a->chance.rhat };
    kf_session_give(out, &told, sizeof told);
    return KERF_OK;
}

kerf_status kerf_probability_get(kerf *k, size_t index, kerf_probability *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_check_index(k, index, kerf_probability_count(k)));
    return kf_session_end(k, get_chance(k, index, out));
}

/* The last run that has expectations, of this formula; NULL: misuse. */
static const kf_chance_run *expecting(kerf *k, size_t formula)
{
    const kf_chanced *x = k->record.chanced;
    const kf_chance_run *r = x && x->told ? &x->runs.at[x->runs.n - 1] : NULL;
    if (!r || !r->expected) {
        kf_session_misuse(k, "there are no expectations: kerf_marginal() finds them if asked");
        return NULL;
    }
    return kf_session_check_index(k, formula, r->n_expected) == KERF_OK ? r : NULL;
}

kerf_status kerf_expectation_get(kerf *k, size_t formula, kerf_expectation *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    const kf_chance_run *r = expecting(k, formula);
    if (!r) return KERF_MISUSE;
    const kf_expected *e = &r->expected[formula];
    kerf_expectation told = { .score = e->there ? e->score : NAN,
                              .error = e->error,
                              .satisfied = e->there ? e->satisfied : NAN,
                              .groundings = e->groundings,
                              .rows = e->n_rows };
    kf_session_give(out, &told, sizeof told);
    return kf_session_end(k, KERF_OK);
}

static const char *const *lend_constants(kerf *k, const kf_rule *r, uint32_t row)
{
    kf_arena *arena = &k->record.chanced->lent;
    const uint32_t *key = kf_weight_table_key(r->table, row);
    const char **list = kf_arena_alloc(arena, r->n_parameters, sizeof *list);
    for (uint32_t i = 0; list && i < r->n_parameters; i++) {
        uint32_t type = r->variables[r->parameters[i]].type;
        list[i] = kf_arena_string(arena, kf_constant_text(k->model, type, key[i]));
        if (!list[i]) return NULL;
    }
    return list;
}

kerf_status kerf_expectation_row_get(kerf *k, size_t formula, size_t row, kerf_expectation_row *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    const kf_chance_run *last = expecting(k, formula);
    if (!last) return KERF_MISUSE;
    const kf_expected *of = &last->expected[formula];
    KF_TRY(kf_session_check_index(k, row, of->n_rows));
    const kf_rule *r = &k->model->rules.at[formula];
    const kf_expected_row *e = &last->expected_rows[of->first_row + row];
    kerf_expectation_row told = { .n_constants = r->n_parameters,
                                  .constants = lend_constants(k, r, e->row),
                                  .weight = e->weight,
                                  .score = e->score,
                                  .error = e->error,
                                  .satisfied = e->satisfied,
                                  .groundings = e->groundings };
    if (!told.constants) return kf_session_end(k, KERF_NO_MEMORY);
    kf_session_give(out, &told, sizeof told);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_write_probabilities(kerf *k, kerf_answer_format format, kerf_write_fn *write,
                                     void *context)
{
    KF_TRY(kf_session_begin(k));
    const kf_chanced *x = k->record.chanced;
    if (!x || !x->told)
        return kf_session_misuse(k, "there are no probabilities: kerf_marginal() finds them");
    KF_TRY(kf_session_check_writer(k, write, (unsigned)format, KERF_ANSWER_CSV));
    kerf_status status = word_chances(k);
    if (status != KERF_OK) return kf_session_end(k, status);
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_chances(&text, x, k->model, format, kerf_world_name(k), k->options.min_p);
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}
