/* map_answer.c -- the answer of kerf_map(): copied out of the database, and handed out.
 *
 * Of an answer with many atoms text and order take longer than the copy. Somebody who stops a run
 * gets the best answer at once, and may never look at it: so both are made by the first call that
 * hands it out, and that call can be stopped as well.
 *
 * Invariant: atoms that have text are sorted by it, each of them once; kf_record_check() asserts
 * it. */
#include "session/session.h"

#include "base/sort.h"
#include "query/database.h"
#include "query/relation.h"
#include "report/report.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Collecting ----------------------------------------------------------------------------- */

void kf_session_add_constant(kf_text *to, kf_str text)
{
    bool bare = text.n > 0 && (text.at[0] < '0' || text.at[0] > '9');
    for (size_t i = 0; i < text.n; i++) {
        char c = text.at[i];
        bare &=
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    if (bare) kf_text_add(to, text);
    else kf_print_constant(to, text);
}

void kf_session_add_atom(kf_text *to, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    const kf_predicate *p = &m->predicates.at[predicate];
    kf_text_add(to, kf_predicate_name(m, predicate));
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_add(to, i == 0 ? KF_STR("(") : KF_STR(", "));
        kf_session_add_constant(to, kf_constant_text(m, p->slots[i].type, row[i]));
    }
    if (p->arity > 0) kf_text_addc(to, ')');
}

static bool add_atom(kf_mapped *x, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    kf_answer_atom a = { .predicate = predicate, .ids = x->ids.n };
    uint32_t arity = m->predicates.at[predicate].arity;
    if (!kf_vec_reserve(x->mem, &x->ids, arity)) return false;
    if (arity > 0) memcpy(x->ids.at + x->ids.n, row, arity * sizeof *row);
    x->ids.n += arity;
    return kf_vec_push(x->mem, &x->atoms, a);
}

static bool add_predicate(kf_mapped *x, const kf_database *d, uint32_t predicate)
{
    const kf_relation *atoms = d->atoms[predicate];
    assert(atoms->width == d->m->predicates.at[predicate].arity && !atoms->borrowed);
    uint32_t row[KF_MOST_ARITY] = { 0 }, n = atoms->width > 0 ? atoms->n : atoms->alive;
    for (uint32_t i = 0; i < n; i++) {
        if (atoms->dead && atoms->dead[i]) continue;
        for (uint32_t c = 0; c < atoms->width; c++) row[c] = atoms->columns[c][i];
        if (!add_atom(x, d->m, predicate, row)) return false;
    }
    return true;
}

kerf_status kf_mapped_collect(kf_mapped *x, const kf_database *d)
{
    assert(!x->answered && x->atoms.n == 0 && x->ids.n == 0 && x->text.n == 0);
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden && !add_predicate(x, d, p)) return KERF_NO_MEMORY;
    return KERF_OK;
}

bool kf_mapped_is_assignment(const kf_mapped *x, const kf_database *d)
{
    uint64_t alive = 0;
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden) alive += d->atoms[p]->alive;
    for (size_t i = 0; i < x->atoms.n; i++) {
        const kf_answer_atom *a = &x->atoms.at[i];
        if (!kf_relation_has(d->atoms[a->predicate], x->ids.at + a->ids)) return false;
    }
    return alive == x->atoms.n;
}

/* ---- Text and order -------------------------------------------------------------------------- */

enum { STEPS_PER_TEXT = 16 };

static int by_text(const void *a, const void *b)
{
    return strcmp(((const kf_answer_atom *)a)->text, ((const kf_answer_atom *)b)->text);
}

static kf_answer_atom *atom_at(kf_worded w, size_t i)
{
    return (kf_answer_atom *)((char *)w.at + i * w.size);
}

static kerf_status add_texts(kf_text *to, const kf_model *m, const uint32_t *ids, kf_worded w,
                             kf_patience *patience)
{
    kf_text_clear(to);
    for (size_t i = 0; i < w.n; i++) {
        const kf_answer_atom *a = atom_at(w, i);
        if (!kf_patience_spend(patience, STEPS_PER_TEXT)) return KERF_INTERRUPTED;
        kf_session_add_atom(to, m, a->predicate, ids + a->ids);
        kf_text_addc(to, '\0');
    }
    return to->failed ? KERF_NO_MEMORY : KERF_OK;
}

kerf_status kf_atoms_word(kf_mem *mem, const kf_model *m, const uint32_t *ids, kf_text *text,
                          kf_worded w, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    assert(w.size >= sizeof(kf_answer_atom));
    KF_TRY(add_texts(text, m, ids, w, &patience));
    const char *at = text->at; /* it stays there from now on */
    for (size_t i = 0; i < w.n; i++, at += strlen(at) + 1) atom_at(w, i)->text = at;
    assert(w.n == 0 || at == text->at + text->n); /* one text per atom */
    return kf_records_sort(mem, w.at, w.n, w.size, by_text, &patience);
}

kerf_status kf_mapped_word(kf_mapped *x, const kf_model *m, kf_stop *stop)
{
    if (x->worded) return KERF_OK;
    KF_TRY(kf_atoms_word(x->mem, m, x->ids.at, &x->text,
                         (kf_worded){ x->atoms.at, x->atoms.n, sizeof *x->atoms.at }, stop));
    x->worded = true;
    return KERF_OK;
}

/* For a call that hands the answer out. */
static kerf_status word_answer(kerf *k)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    return kf_mapped_word(&k->record.mapped, k->model, &stop);
}

/* ---- Atom by atom --------------------------------------------------------------------------- */

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
