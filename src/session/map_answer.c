/* map_answer.c -- the answer of kerf_map() is handed out: atom by atom, as text, table, clusters,
 * statistics and report; and a file with an answer is held against one with the truth.
 *
 * What is asked for is the option "ask", or the patterns of "query": only that is told. */
#include "session/session.h"

#include "report/fill/answer_atoms.h"
#include "report/fill/evaluate.h"
#include "report/print/answer_arrow.h"
#include "report/print/answer_clusters.h"
#include "report/report.h"

#include <assert.h>
#include <string.h>

/* ---- What is asked for ---------------------------------------------------------------------- */

/* --query says what is hidden. With arguments it also says which atoms are wanted. */
static const char *list_of(const kerf *k, const char **option)
{
    *option = k->options.ask ? "--ask" : "--query";
    if (k->options.ask) return k->options.ask;
    return k->options.query && strchr(k->options.query, '(') ? k->options.query : NULL;
}

kerf_status kf_session_asked(kerf *k, kf_asked **out)
{
    const char *option, *list = list_of(k, &option);
    assert(k->model->settled);
    *out = NULL;
    if (!list) return KERF_OK;
    KF_TRY(kf_asked_read(out, &k->mem, k->model, list, option, k->diags));
    if (*out) kf_asked_resolve(*out, k->diags);
    return KERF_OK;
}

/* ---- Atom by atom --------------------------------------------------------------------------- */

/* For a call that hands the answer out. */
static kerf_status word_answer(kerf *k)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    return kf_mapped_word(&k->record.mapped, k->model, &stop);
}

size_t kerf_answer_count(const kerf *k)
{
    return k ? k->record.mapped.atoms.n : 0;
}

static kerf_status get_atom(kerf *k, size_t index, kerf_atom *out)
{
    KF_TRY(word_answer(k));
    kf_answer_atom *a = &k->record.mapped.atoms.at[index];
    const kf_predicate *p = &k->model->predicates.at[a->predicate];
    kerf_predicate_info info = { .size = sizeof info };
    KF_TRY(kerf_predicate_get(k, a->predicate, &info));
    KF_TRY(kf_answer_atom_lend(a, k->model, k->record.mapped.ids.at, &k->record.mapped.lent));
    kerf_atom atom = {
        .predicate = info.name, .arity = p->arity, .arguments = a->arguments, .text = a->text
    };
    kf_session_give(out, &atom, sizeof atom);
    return KERF_OK;
}

kerf_status kerf_answer_get(kerf *k, size_t index, kerf_atom *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_check_index(k, index, kerf_answer_count(k)));
    return kf_session_end(k, get_atom(k, index, out));
}

/* ---- As text -------------------------------------------------------------------------------- */

kerf_status kerf_write_answer(kerf *k, kerf_answer_format format, kerf_write_fn *write,
                              void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.mapped.answered)
        return kf_session_misuse(k, "there is no answer: kerf_map() gives one");
    KF_TRY(kf_session_check_writer(k, write, (unsigned)format, KERF_ANSWER_CSV));
    kerf_status status = word_answer(k);
    if (status != KERF_OK) return kf_session_end(k, status);
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_answer(&text, &k->record, format, kerf_world_name(k));
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}

kerf_status kerf_write_certificate(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(kf_session_begin(k));
    if (k->record.mapped.certificate.n == 0)
        return kf_session_misuse(k, "there is no certificate: kerf_map() makes one if it is asked");
    KF_TRY(kf_session_check_writer(k, write, 0, 0));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_text_add(&text, kf_text_get(&k->record.mapped.certificate));
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}

kerf_status kerf_write_statistics(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(kf_session_begin(k));
    const kf_chanced *chanced = k->record.chanced;
    bool chances = chanced && chanced->runs.n > 0;
    if (k->record.mapped.runs.n == 0 && !chances)
        return kf_session_misuse(k, "there are no statistics: kerf_map() makes them");
    KF_TRY(kf_session_check_writer(k, write, 0, 0));
    kf_text text;
    kf_text_init(&text, &k->mem);
    if (chances) kf_report_chance_statistics(&text, &k->record);
    else kf_report_statistics(&text, &k->record);
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}

/* ---- As Arrow streams ----------------------------------------------------------------------- */

static kerf_status find_predicate(kerf *k, const char *name, uint32_t *predicate)
{
    if (!name) return kf_session_misuse(k, "an Arrow table needs the name of its predicate");
    *predicate = kf_model_find_predicate(k->model, kf_str_of(name));
    if (*predicate == KF_NONE)
        return kf_session_misuse(k, "predicate %.100s is not declared", name);
    if (!k->model->predicates.at[*predicate].hidden)
        return kf_session_misuse(k, "%.100s is observed: answers are about hidden predicates",
                                 name);
    return KERF_OK;
}

static kerf_status give_stream(kerf *k, const char *name, bool chances, int plain,
                               struct ArrowArrayStream *out)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    kf_arrow_order order = {
        .mem = &k->mem, .model = k->model, .plain = plain != 0, .stop = &stop
    };
    if (!out) return kf_session_misuse(k, "an Arrow stream needs a place");
    KF_TRY(find_predicate(k, name, &order.predicate));
    return kf_session_end(k, chances ? kf_chanced_arrow(k->record.chanced, &order, out)
                                     : kf_mapped_arrow(&k->record.mapped, &order, out));
}

kerf_status kerf_answer_arrow(kerf *k, const char *predicate, int plain,
                              struct ArrowArrayStream *out)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.mapped.answered)
        return kf_session_misuse(k, "there is no answer: kerf_map() gives one");
    return give_stream(k, predicate, false, plain, out);
}

kerf_status kerf_probabilities_arrow(kerf *k, const char *predicate, int plain,
                                     struct ArrowArrayStream *out)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.chanced || !k->record.chanced->told)
        return kf_session_misuse(k, "there are no probabilities: kerf_marginal() finds them");
    return give_stream(k, predicate, true, plain, out);
}

/* ---- As clusters ---------------------------------------------------------------------------- */

static kerf_status check_clusters(kerf *k, const char *name, uint32_t *predicate)
{
    kf_asked *asked = NULL;
    if (!name) return kf_session_misuse(k, "clusters need the name of a predicate");
    KF_TRY(kf_session_asked(k, &asked));
    kerf_status status = kf_clusters_admit(k->model, name, asked, k->diags, predicate);
    kf_asked_free(asked);
    return status;
}

kerf_status kerf_check_clusters(kerf *k, const char *predicate)
{
    uint32_t id;
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_needs_world(k));
    return kf_session_end(k, check_clusters(k, predicate, &id));
}

kerf_status kerf_write_clusters(kerf *k, const char *predicate, kerf_write_fn *write, void *context)
{
    uint32_t id = 0;
    KF_TRY(kf_session_begin(k));
    if (!k->record.mapped.answered)
        return kf_session_misuse(k, "there is no answer: kerf_map() gives one");
    KF_TRY(kf_session_check_writer(k, write, 0, 0));
    kerf_status status = check_clusters(k, predicate, &id);
    if (status != KERF_OK) return kf_session_end(k, status);
    kf_text text;
    kf_text_init(&text, &k->mem);
    status = kf_clusters_write(&text, &k->record.mapped, k->model, k->evidence, id,
                               kerf_world_name(k), k->diags);
    return kf_session_deliver(k, status, &text, write, context);
}

/* ---- Reports -------------------------------------------------------------------------------- */

/* What was read, and the options that are not at their default. */
static kerf_status record_setup(kerf *k)
{
    kf_record *r = &k->record;
    size_t n = k->loader ? kf_loader_source_count(k->loader) : 0;
    r->sources.n = r->settings.n = 0;
    if (!kf_vec_reserve(&k->mem, &r->sources, n)
        || !kf_vec_reserve(&k->mem, &r->settings, kerf_option_count()))
        return KERF_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        kf_named_source *source = &r->sources.at[r->sources.n++];
        source->name = kf_loader_source(k->loader, i, &source->predicate);
    }
    for (size_t i = 0; i < kerf_option_count(); i++) {
        const kerf_option *o = kerf_option_get(i);
        const char *value = kerf_get(k, o->name);
        if (!value || (o->standard && strcmp(value, o->standard) == 0)) continue;
        r->settings.at[r->settings.n++] = (kf_setting){ o->name, value };
    }
    return KERF_OK;
}

kerf_status kerf_write_report(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(kf_session_begin(k));
    const kf_record *r = &k->record;
    if (r->mapped.runs.n == 0 && !r->learned && !(r->chanced && r->chanced->runs.n > 0))
        return kf_session_misuse(k, "there is nothing to report: kerf_map(), kerf_marginal() or "
                                    "kerf_learn() makes it");
    KF_TRY(kf_session_check_writer(k, write, 0, 0));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kerf_status status = record_setup(k);
    if (status == KERF_OK) status = kf_report_html(&text, &k->record);
    return kf_session_deliver(k, status, &text, write, context);
}

/* ---- Against the truth ---------------------------------------------------------------------- */

static kerf_status open_file(kerf *k, const char *path, kf_rated_file *file)
{
    file->name = strcmp(path, "-") == 0 ? "standard input" : path;
    KF_TRY(kf_session_claim(k, path));
    return kf_session_open(k, &file->input, path);
}

static kerf_status evaluate(kerf *k, const char *truth, const char *answer,
                            const kerf_evaluate_options *o, kf_evaluated *e)
{
    kf_rated_file right = { 0 }, given = { 0 };
    kerf_status status = open_file(k, truth, &right);
    if (status == KERF_OK) status = open_file(k, answer, &given);
    if (status == KERF_OK) status = kf_evaluated_compare(e, &right, &given, o, k->model, k->diags);
    kf_input_close(right.input);
    kf_input_close(given.input);
    return status;
}

kerf_status kerf_evaluate(kerf *k, const char *truth, const char *answer,
                          const kerf_evaluate_options *options, kerf_evaluation *out)
{
    kerf_evaluate_options own;
    KF_TRY(kf_session_begin(k));
    if (!truth || !answer) return kf_session_misuse(k, "evaluating needs the names of two files");
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_take(k, &own, sizeof own, options));
    kf_evaluated_free(k->record.evaluated);
    k->record.evaluated = NULL;
    kf_evaluated *e = kf_evaluated_new(&k->mem);
    if (!e) return kf_session_end(k, KERF_NO_MEMORY);
    kerf_status status = evaluate(k, truth, answer, &own, e);
    if (status == KERF_OK) {
        k->record.evaluated = e;
        kerf_evaluation all = kf_evaluated_get(e, KF_NONE);
        kf_session_give(out, &all, sizeof all);
    } else {
        kf_evaluated_free(e);
    }
    return kf_session_end(k, status);
}

size_t kerf_evaluated_count(const kerf *k)
{
    return k && k->record.evaluated ? k->record.evaluated->shown.n : 0;
}

kerf_status kerf_evaluated_get(kerf *k, size_t index, kerf_evaluation *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_check_index(k, index, kerf_evaluated_count(k)));
    kf_evaluated *e = k->record.evaluated;
    uint32_t id = e->shown.at[index];
    kerf_evaluation v = kf_evaluated_get(e, id);
    v.predicate = kf_arena_string(&e->strings, kf_symbols_text(e->names, id));
    if (!v.predicate) return kf_session_end(k, KERF_NO_MEMORY);
    kf_session_give(out, &v, sizeof v);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_write_evaluation(kerf *k, kerf_report_format format, kerf_write_fn *write,
                                  void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.evaluated) return kf_session_misuse(k, "nothing has been evaluated");
    KF_TRY(kf_session_check_writer(k, write, (unsigned)format, KERF_REPORT_JSON));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_evaluation(&text, &k->record, format);
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}
