/* marginal_run.c -- kerf_marginal(): how probable each hidden atom of the current world is. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/sort.h"
#include "base/stop.h"
#include "ground/atoms.h"
#include "marginal/marginal.h"
#include "model/weight_table.h"
#include "query/database.h"
#include "report/conflict/explain.h"
#include "report/fill/answer_atoms.h"
#include "report/fill/map_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    const kf_options *o = &r->k->options;
    return (kf_marginal_options){ .how = (kf_marginal_how)r->options->method,
                                  .wait = (kf_marginal_wait)o->ground,
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

/* ---- The record ---- */

static kerf_status collect_atoms(kf_chanced *x, const kf_grounder *g, const kf_marginals *m)
{
    const kf_model *model = kf_grounder_model(g);
    uint32_t row[KF_MOST_ARITY] = { 0 };
    for (uint32_t a = 0; a < kf_grounder_named(g); a++) {
        uint32_t predicate = kf_grounder_atom_row(g, a, row);
        if (predicate == KF_NONE) continue;
        uint32_t arity = model->predicates.at[predicate].arity;
        kf_told_chance told = { .atom = { .predicate = predicate, .ids = x->ids.n },
                                .chance = m->chances.at[a] };
        if (!kf_vec_reserve(x->mem, &x->ids, arity)) return KERF_NO_MEMORY;
        if (arity > 0) memcpy(x->ids.at + x->ids.n, row, arity * sizeof *row);
        x->ids.n += arity;
        if (!kf_vec_push(x->mem, &x->atoms, told)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

typedef struct named {
    kf_str name;
    kf_free_atoms free;
} named;

static int by_name(const void *a, const void *b)
{
    return kf_str_cmp(((const named *)a)->name, ((const named *)b)->name);
}

static kerf_status collect_free(kf_chanced *x, const kf_model *model, const kf_marginals *m)
{
    size_t n = 0;
    named *list = kf_mem_alloc(x->mem, m->n_predicates, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < m->n_predicates; i++)
        if (m->free[i] > 0) list[n++] = (named){ kf_predicate_name(model, i), { i, m->free[i] } };
    if (n > 1) qsort(list, n, sizeof *list, by_name);
    bool room = kf_vec_reserve(x->mem, &x->free, n);
    for (size_t i = 0; room && i < n; i++) x->free.at[x->free.n++] = list[i].free;
    kf_mem_free(x->mem, list, m->n_predicates, sizeof *list);
    return room ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_marginal_result to_result(const run *r, const kf_marginals *m)
{
    kerf_marginal_result result = {
        .size = sizeof result,
        .certainty =
            m->status == KF_MARGINAL_STOPPED ? KERF_UNCONVERGED : (kerf_certainty)m->status,
        .log_z = m->log_z,
        .log_z_lo = m->log_z_lo,
        .log_z_hi = m->log_z_hi,
        .atoms = m->atoms,
        .free_atoms = m->free_atoms,
        .components = m->components,
        .exact_components = m->by_method[KF_BY_ELIMINATION],
        .sampled_components = m->by_method[KF_BY_GIBBS] + m->by_method[KF_BY_MCSAT],
        .width = m->width,
        .chains = m->chains,
        .samples = m->samples,
        .max_rhat = m->max_rhat,
        .min_ess = m->min_ess,
        .seconds = kf_now() - r->begun,
    };
    bool stopped = result.certainty == KERF_UNCONVERGED && m->interrupted;
    if (stopped) result.ending = kf_stop_ask((kf_stop *)&r->user) ? KERF_STOPPED : KERF_OUT_OF_TIME;
    return result;
}

static kerf_status record(run *r, kf_chanced *x, const kf_grounder *g, const kf_marginals *m,
                          const kf_chance_run *begun)
{
    kf_chance_run s = *begun;
    KF_TRY(collect_atoms(x, g, m));
    KF_TRY(collect_free(x, kf_grounder_model(g), m));
    if (r->asked) kf_chanced_narrow(x, r->asked);
    if (m->expected) {
        s.n_expected = m->n_rules;
        s.expected = kf_arena_copy(&x->strings, m->expected, m->n_rules, sizeof *m->expected);
        s.expected_rows = kf_arena_copy(&x->strings, m->expected_rows.at, m->expected_rows.n,
                                        sizeof *m->expected_rows.at);
        if (!s.expected || (m->expected_rows.n && !s.expected_rows)) return KERF_NO_MEMORY;
    }
    if (r->options->report) KF_TRY(kf_chanced_word(x, r->k->model, NULL));
    if (r->options->report)
        KF_TRY(kf_told_chances_make(&s.told, &x->strings, g, m, x, r->k->options.precision,
                                    &x->untold));
    s.ground = m->seconds_ground;
    s.solve = m->seconds_solve;
    s.peak_rss = kf_peak_rss();
    s.entries = m->entries;
    s.waiting = m->waiting;
    memcpy(s.by_method, m->by_method, sizeof s.by_method);
    s.n_parts = m->parts.n;
    s.parts = kf_arena_copy(&x->strings, m->parts.at, m->parts.n, sizeof *s.parts);
    s.world = kf_arena_string(&x->strings, kf_str_of(kerf_world_name(r->k)));
    if (!s.parts || !s.world || !kf_vec_push(x->mem, &x->runs, s)) return KERF_NO_MEMORY;
    x->told = true;
    return KERF_OK;
}

/* ---- What there is to say ---- */

static void say_left(kerf *k, const kf_marginals *m)
{
    const kf_marginal_part *p = &m->left;
    kf_text size;
    kf_text_init(&size, &k->mem);
    if (isfinite(p->entries)) kf_text_addf(&size, "2^%.0f entries", log2(p->entries));
    else kf_text_addf(&size, "more than 2^31 entries");
    kf_diag_add(
        k->diags, KERF_ERROR, NULL,
        "--method=auto samples it; evidence on some of its atoms, or more --memory-limit, "
        "may make it narrow enough",
        "a component of %llu atoms is too wide to be exact: the tables of the best order of "
        "elimination that was found have %s",
        (unsigned long long)p->atoms, size.failed ? "" : size.at);
    kf_text_free(&size);
}

static void say_no_memory(kerf *k, const kf_marginals *m)
{
    bool none = m->status == KF_MARGINAL_STOPPED;
    kf_diag_add(k->diags, none ? KERF_ERROR : KERF_WARNING, NULL,
                "a larger --memory-limit, or fewer --chains",
                "memory was too little for a component of %llu atoms; what is known is written",
                (unsigned long long)m->no_memory);
}

static kerf_status judge(run *r, const kf_marginals *m, const kerf_marginal_result *result)
{
    kerf *k = r->k;
    if (m->coarse)
        kf_diag_add(
            k->diags, KERF_WARNING, NULL, "make such formulas hard, or divide all weights",
            "weights are so large that doubles cannot tell worlds apart: intervals say what "
            "is known");
    if (m->no_memory) say_no_memory(k, m);
    if (m->status != KF_MARGINAL_STOPPED) return KERF_OK;
    if (result->ending == KERF_STOPPED) return KERF_INTERRUPTED;
    if (m->no_memory) return KERF_LIMIT;
    if (result->ending == KERF_OUT_OF_TIME) {
        kf_diag_add(k->diags, KERF_ERROR, NULL, "give it a longer --time-limit",
                    "time was up before all probabilities were known; what is known is written");
    } else if (m->too_large) {
        kf_diag_add(k->diags, KERF_ERROR, NULL, "evidence on some of its atoms makes it smaller",
                    "a component of %llu atoms is too large for chains; what is known is written",
                    (unsigned long long)m->left.atoms);
    } else if (m->no_start) {
        kf_diag_add(k->diags, KERF_ERROR, NULL,
                    "kerf map looks for one longer, or proves that there is none",
                    "no world was found that keeps the hard formulas about %llu atoms: chains have "
                    "nowhere to begin",
                    (unsigned long long)m->left.atoms);
    } else {
        say_left(k, m);
    }
    return KERF_LIMIT;
}

/* Stopped before anything was known. */
static kerf_status say_stopped(run *r, uint32_t rule, kerf_marginal_result *result)
{
    result->ending = kf_stop_ask(&r->user) ? KERF_STOPPED : KERF_OUT_OF_TIME;
    kf_cpi_result none = { .none = true, .ending = result->ending, .slow_rule = rule };
    return kf_explain_no_answer(r->k->diags, r->k->model, &none);
}

/* The same while formulas are ground: no world is looked for there. */
static kerf_status say_not_ground(run *r, kerf_marginal_result *result)
{
    bool stopped = kf_stop_ask(&r->user);
    result->ending = stopped ? KERF_STOPPED : KERF_OUT_OF_TIME;
    kf_diag_add(r->k->diags, KERF_ERROR, NULL,
                "more time; kerf check --forecast tells how many groundings formulas have",
                "%s before all formulas were ground: nothing is known yet",
                stopped ? "interrupted" : "time was up");
    return stopped ? KERF_INTERRUPTED : KERF_LIMIT;
}

static kerf_status say_infeasible(run *r, kf_chanced *x, kf_chance_run *s, size_t errors)
{
    kerf *k = r->k;
    s->infeasible = true;
    s->world = kf_arena_string(&x->strings, kf_str_of(kerf_world_name(k)));
    s->result = (kerf_marginal_result){ .size = sizeof s->result,
                                        .certainty = KERF_UNCONVERGED,
                                        .log_z = -INFINITY,
                                        .log_z_lo = -INFINITY,
                                        .log_z_hi = -INFINITY,
                                        .max_rhat = NAN,
                                        .min_ess = NAN,
                                        .seconds = kf_now() - r->begun };
    if (!s->world || !kf_vec_push(x->mem, &x->runs, *s)) return KERF_NO_MEMORY;
    if (kf_diags_errors(k->diags) == errors)
        kf_diag_add(k->diags, KERF_ERROR, NULL, "kerf map names the groundings and the evidence",
                    "the hard formulas contradict each other: there is no world to be probable");
    return KERF_INFEASIBLE;
}

/* ---- Running ---- */

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
    if (st == KERF_INTERRUPTED) return say_stopped(r, grounded.stopped_in, result);
    KF_TRY(st);
    k->changed = true;
    kf_grounder_set_threads(grounded.g, options.threads);
    st = kf_marginal_run(grounded.g, &options, &m);
    if (st == KERF_OK) {
        *result = s->result = to_result(r, &m);
        st = record(r, x, grounded.g, &m, s);
        if (st == KERF_OK) st = judge(r, &m, result);
        kf_marginals_free(&m);
    } else if (st == KERF_INTERRUPTED) {
        st = say_not_ground(r, result);
    } else if (st == KERF_INFEASIBLE) {
        st = say_infeasible(r, x, s, errors);
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

static kerf_status lend_arguments(kerf *k, kf_answer_atom *a, const kf_predicate *p)
{
    kf_chanced *x = k->record.chanced;
    if (a->arguments) return KERF_OK;
    const char **list = kf_arena_alloc(&x->lent, p->arity + 1, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_str text = kf_constant_text(k->model, p->slots[i].type, x->ids.at[a->ids + i]);
        list[i] = kf_arena_string(&x->lent, text);
        if (!list[i]) return KERF_NO_MEMORY;
    }
    a->arguments = list;
    return KERF_OK;
}

static kerf_status get_chance(kerf *k, size_t index, kerf_probability *out)
{
    KF_TRY(word_chances(k));
    kf_told_chance *a = &k->record.chanced->atoms.at[index];
    const kf_predicate *p = &k->model->predicates.at[a->atom.predicate];
    kerf_predicate_info info = { .size = sizeof info };
    KF_TRY(kerf_predicate_get(k, a->atom.predicate, &info));
    KF_TRY(lend_arguments(k, &a->atom, p));
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
    if (index >= kerf_probability_count(k))
        return kf_session_misuse(k, "index %zu is past the end, %zu", index,
                                 kerf_probability_count(k));
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
    if (formula < r->n_expected) return r;
    kf_session_misuse(k, "index %zu is past the end, %zu", formula, r->n_expected);
    return NULL;
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
    if (row >= of->n_rows)
        return kf_session_misuse(k, "index %zu is past the end, %zu", row, of->n_rows);
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
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    if ((unsigned)format > KERF_ANSWER_JSON)
        return kf_session_misuse(k, "there is no format %d", (int)format);
    kerf_status status = word_chances(k);
    if (status != KERF_OK) return kf_session_end(k, status);
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_chances(&text, x, k->model, format, kerf_world_name(k), k->options.min_p);
    return kf_session_deliver(k, &text, write, context);
}
