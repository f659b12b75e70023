/* map_answer.c -- the answer of kerf_map() is handed out: atom by atom, as text, as statistics and report.
 *
 * What is asked for is the option "ask", or the patterns of "query": only that is told. */
#include "session/session.h"

#include "report/records/answer_atoms.h"
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

static kerf_status lend_arguments(kerf *k, kf_answer_atom *a, const kf_predicate *p)
{
    kf_mapped *m = &k->record.mapped;
    assert(a->ids + p->arity <= m->ids.n);
    if (a->arguments) return KERF_OK;
    const char **list = kf_arena_alloc(&m->lent, p->arity + 1, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_str text = kf_constant_text(k->model, p->slots[i].type, m->ids.at[a->ids + i]);
        list[i] = kf_arena_string(&m->lent, text);
        if (!list[i]) return KERF_NO_MEMORY;
    }
    a->arguments = list;
    return KERF_OK;
}

static kerf_status get_atom(kerf *k, size_t index, kerf_atom *out)
{
    KF_TRY(word_answer(k));
    kf_answer_atom *a = &k->record.mapped.atoms.at[index];
    const kf_predicate *p = &k->model->predicates.at[a->predicate];
    kerf_predicate_info info = { .size = sizeof info };
    KF_TRY(kerf_predicate_get(k, a->predicate, &info));
    KF_TRY(lend_arguments(k, a, p));
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
    if (index >= kerf_answer_count(k))
        return kf_session_misuse(k, "index %zu is past the end, %zu", index, kerf_answer_count(k));
    return kf_session_end(k, get_atom(k, index, out));
}

/* ---- As text -------------------------------------------------------------------------------- */

kerf_status kerf_write_answer(kerf *k, kerf_answer_format format, kerf_write_fn *write,
                              void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.mapped.answered)
        return kf_session_misuse(k, "there is no answer: kerf_map() gives one");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    if ((unsigned)format > KERF_ANSWER_JSON)
        return kf_session_misuse(k, "there is no format %d", (int)format);
    kerf_status status = word_answer(k);
    if (status != KERF_OK) return kf_session_end(k, status);
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_answer(&text, &k->record, format, kerf_world_name(k));
    return kf_session_deliver(k, &text, write, context);
}

kerf_status kerf_write_certificate(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(kf_session_begin(k));
    if (k->record.mapped.certificate.n == 0)
        return kf_session_misuse(k, "there is no certificate: kerf_map() makes one if it is asked");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_text_add(&text, kf_text_get(&k->record.mapped.certificate));
    return kf_session_deliver(k, &text, write, context);
}

kerf_status kerf_write_statistics(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(kf_session_begin(k));
    const kf_chanced *chanced = k->record.chanced;
    bool chances = chanced && chanced->runs.n > 0;
    if (k->record.mapped.runs.n == 0 && !chances)
        return kf_session_misuse(k, "there are no statistics: kerf_map() makes them");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    kf_text text;
    kf_text_init(&text, &k->mem);
    if (chances) kf_report_chance_statistics(&text, &k->record);
    else kf_report_statistics(&text, &k->record);
    return kf_session_deliver(k, &text, write, context);
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
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    kf_text text;
    kf_text_init(&text, &k->mem);
    kerf_status status = record_setup(k);
    if (status == KERF_OK) status = kf_report_html(&text, &k->record);
    if (status == KERF_OK) return kf_session_deliver(k, &text, write, context);
    kf_text_free(&text);
    return kf_session_end(k, status);
}
