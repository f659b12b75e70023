/* evidence.c -- what is known of one world: constants that are present, files, and a provider of
 * rows; see evidence.h and evidence_state.h. */
#include "evidence/evidence_state.h"

#include "base/input.h"
#include "evidence/import.h"

#include <string.h>

enum { MOST_LINE = 160, MOST_BYTES = 4 }; /* of a line; of a character */

/* ---- life --------------------------------------------------------------------------------- */

kf_evidence *kf_evidence_new(kf_mem *mem, kf_model *model)
{
    kf_evidence *w = kf_mem_calloc(mem, 1, sizeof *w);
    if (!w) return NULL;
    w->mem = mem;
    w->model = model;
    w->n_types = model->types.n;
    w->memory = w->provider = kf_memory_provider_new(mem, model);
    w->present = kf_mem_calloc(mem, w->n_types, sizeof *w->present);
    w->uses = kf_mem_calloc(mem, w->n_types, sizeof *w->uses);
    w->line = kf_mem_alloc(mem, MOST_LINE, 1);
    if (!w->provider || !w->present || !w->uses || !w->line) {
        kf_evidence_free(w);
        return NULL;
    }
    return w;
}

static void free_presence(kf_evidence *w, kf_presence *p)
{
    kf_mem_free(w->mem, p->bits, kf_presence_size(p->words), sizeof *p->bits);
    *p = (kf_presence){ 0 };
}

/* None is present. The bits stay for the next world, which would else clear as many anew. */
static void clear_presence(kf_presence *p)
{
    uint64_t *some = p->bits ? p->bits + p->words : NULL;
    for (size_t i = 0; some && i < kf_presence_size(p->words) - p->words; i++) {
        for (; some[i]; some[i] &= some[i] - 1)
            p->bits[i * 64 + (size_t)__builtin_ctzll(some[i])] = 0;
    }
    p->count = 0;
}

static void empty(kf_evidence *w)
{
    if (w->provider != w->memory) kf_provider_free(w->provider);
    w->provider = w->memory;
    if (w->memory) kf_memory_provider_clear(w->memory);
    for (size_t i = 0; w->present && i < w->n_types; i++) clear_presence(&w->present[i]);
    kf_uses_forget(w);
    for (size_t i = 0; i < w->files.n; i++)
        kf_mem_free(w->mem, w->files.at[i], strlen(w->files.at[i]) + 1, 1);
    w->files.n = w->on_disk.n = 0;
}

void kf_evidence_free(kf_evidence *w)
{
    if (!w) return;
    empty(w);
    for (size_t i = 0; w->present && i < w->n_types; i++) free_presence(w, &w->present[i]);
    kf_provider_free(w->memory);
    kf_vec_free(w->mem, &w->files);
    kf_vec_free(w->mem, &w->on_disk);
    kf_mem_free(w->mem, w->line, MOST_LINE, 1);
    kf_mem_free(w->mem, w->present, w->n_types, sizeof *w->present);
    kf_mem_free(w->mem, w->uses, w->n_types, sizeof *w->uses);
    kf_mem_free(w->mem, w, 1, sizeof *w);
}

void kf_evidence_clear(kf_evidence *w)
{
    empty(w);
    kf_model_forget_world(w->model);
}

void kf_evidence_set_merge(kf_evidence *w, kf_merge merge)
{
    w->merge = merge;
}

void kf_evidence_on_stop(kf_evidence *w, kf_stop *stop)
{
    w->stop = stop;
}

kf_stop *kf_evidence_stop(const kf_evidence *w)
{
    return w->stop;
}

kf_merge kf_evidence_merge(const kf_evidence *w)
{
    return w->merge;
}

void kf_evidence_take_provider(kf_evidence *w, kf_provider *p)
{
    assert(w->provider == w->memory && kf_evidence_rows(w) == 0);
    assert(p->m == w->model);
    w->provider = p;
}

kf_provider *kf_evidence_provider(const kf_evidence *w)
{
    return w->provider;
}

bool kf_evidence_is_in_memory(const kf_evidence *w)
{
    return w->provider == w->memory;
}

/* ---- filling ------------------------------------------------------------------------------ */

kerf_status kf_evidence_file(kf_evidence *w, const char *name, uint32_t *file)
{
    size_t n = strlen(name) + 1;
    char *copy = kf_mem_alloc(w->mem, n, 1);
    if (!copy) return KERF_NO_MEMORY;
    memcpy(copy, name, n);
    if (!kf_vec_reserve(w->mem, &w->files, 1) || !kf_vec_reserve(w->mem, &w->on_disk, 1)) {
        kf_mem_free(w->mem, copy, n, 1);
        return KERF_NO_MEMORY;
    }
    w->files.at[w->files.n++] = copy;
    w->on_disk.at[w->on_disk.n++] = false;
    *file = (uint32_t)(w->files.n - 1);
    return KERF_OK;
}

void kf_evidence_on_disk(kf_evidence *w, uint32_t file)
{
    assert(file < w->on_disk.n);
    w->on_disk.at[file] = true;
}

static kerf_status mark_present(kf_evidence *w, uint32_t type, uint32_t index, uint32_t room)
{
    kf_presence *p = &w->present[type];
    size_t words = ((size_t)room + 63) / 64;
    assert(index < room && words > 0);
    if (p->words != words) {
        assert(p->count == 0);
        free_presence(w, p);
        p->bits = kf_mem_calloc(w->mem, kf_presence_size(words), sizeof *p->bits);
        if (!p->bits) return KERF_NO_MEMORY;
        p->words = words;
    }
    p->count += !(p->bits[index / 64] >> (index % 64) & 1);
    kf_presence_set(p, index);
    return KERF_OK;
}

kerf_status kf_evidence_constant(kf_evidence *w, uint32_t type, uint32_t id)
{
    assert(type < w->n_types);
    const kf_type *t = &w->model->types.at[type];
    if (id < t->n_model || id >= t->n_fixed) return KERF_OK;
    return mark_present(w, type, id - t->n_model, t->n_fixed - t->n_model);
}

kerf_status kf_evidence_add(kf_evidence *w, uint32_t predicate, kf_said part, const uint32_t *row,
                            double number, double probability, uint32_t file, uint32_t line)
{
    assert(part != KF_SAID_VALUE && predicate < w->model->predicates.n);
    const kf_predicate *p = &w->model->predicates.at[predicate];
    const kf_fact fact = { row, number, probability, file, line };
    for (uint32_t i = 0; i < p->arity; i++)
        KF_TRY(kf_evidence_constant(w, p->slots[i].type, row[i]));
    return kf_provider_add(w->provider, (kf_table){ part, predicate }, &fact);
}

/* Those of a column that weight tables brought in are present now. */
static kerf_status note_constants(kf_evidence *w, uint32_t type, const uint32_t *ids, uint32_t n)
{
    const kf_type *t = &w->model->types.at[type];
    for (uint32_t i = 0; t->n_model < t->n_fixed && i < n; i++)
        KF_TRY(kf_evidence_constant(w, type, ids[i]));
    return KERF_OK;
}

kerf_status kf_evidence_add_rows(kf_evidence *w, uint32_t predicate, kf_said part,
                                 const kf_fact_rows *rows)
{
    assert(part < KF_SAID_SOFT && predicate < w->model->predicates.n);
    const kf_predicate *p = &w->model->predicates.at[predicate];
    kf_table t = { part, predicate };
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t c = 0; c < p->arity; c++)
        KF_TRY(note_constants(w, p->slots[c].type, rows->columns[c], rows->n));
    if (w->provider->ops->add_rows) return w->provider->ops->add_rows(w->provider, t, rows);
    for (uint32_t i = 0; i < rows->n; i++) {
        kf_fact fact = { .ids = row, .probability = 1, .file = rows->file, .line = rows->lines[i] };
        for (uint32_t c = 0; c < p->arity; c++) row[c] = rows->columns[c][i];
        if (p->number) fact.number = rows->numbers[i];
        KF_TRY(kf_provider_add(w->provider, t, &fact));
    }
    return KERF_OK;
}

kerf_status kf_evidence_reserve(kf_evidence *w, uint32_t predicate, kf_said part, uint64_t rows)
{
    kf_provider *p = w->provider;
    assert(part < KF_SAID_SOFT && predicate < w->model->predicates.n);
    return p->ops->reserve ? p->ops->reserve(p, (kf_table){ part, predicate }, rows) : KERF_OK;
}

kerf_status kf_evidence_map(kf_evidence *w, uint32_t function, const uint32_t *args,
                            uint32_t result, uint32_t file, uint32_t line)
{
    assert(function < w->model->functions.n);
    const kf_function *f = &w->model->functions.at[function];
    uint32_t row[KF_MOST_ARITY + 1];
    const kf_fact fact = { .ids = row, .file = file, .line = line };
    assert(f->arity <= KF_MOST_ARITY);
    for (uint32_t i = 0; i < f->arity; i++) {
        KF_TRY(kf_evidence_constant(w, f->slots[i].type, args[i]));
        row[i] = args[i];
    }
    KF_TRY(kf_evidence_constant(w, f->result, result));
    row[f->arity] = result;
    return kf_provider_add(w->provider, (kf_table){ KF_SAID_VALUE, function }, &fact);
}

kerf_status kf_evidence_close(kf_evidence *w, kf_diags *diags)
{
    size_t errors = kf_diags_errors(diags);
    KF_TRY(w->provider->ops->close(w->provider, w, diags));
    if (kf_diags_errors(diags) > errors) return KERF_INVALID;
    KF_CHECK(kf_evidence_check(w));
    return KERF_OK;
}

kerf_status kf_evidence_settle(kf_evidence *w, kf_diags *diags)
{
    size_t errors = kf_diags_errors(diags);
    assert(w->model->settled);
    KF_TRY(kf_provider_settle(w->provider, w, diags));
    if (kf_diags_errors(diags) > errors) return KERF_INVALID;
    KF_CHECK(kf_evidence_check(w));
    return KERF_OK;
}

static kerf_status copy_predicate(kf_evidence *w, const kf_evidence *from, uint32_t p)
{
    uint32_t ids[KF_MOST_ARITY + 1];
    for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++) {
        const kf_facts *r = kf_evidence_facts(from, p, (kf_said)part);
        for (uint32_t i = 0; i < r->n; i++) {
            kf_fact fact = kf_facts_get(r, i, ids);
            KF_TRY(kf_evidence_add(w, p, (kf_said)part, ids, fact.number, fact.probability,
                                   fact.file, fact.line));
        }
    }
    return KERF_OK;
}

static kerf_status copy_function(kf_evidence *w, const kf_evidence *from, uint32_t f)
{
    const kf_facts *r = kf_evidence_function(from, f);
    uint32_t ids[KF_MOST_ARITY + 1];
    for (uint32_t i = 0; i < r->n; i++) {
        kf_fact fact = kf_facts_get(r, i, ids);
        KF_TRY(kf_evidence_map(w, f, ids, ids[r->key], fact.file, fact.line));
    }
    return KERF_OK;
}

kerf_status kf_evidence_copy(kf_evidence *w, const kf_evidence *from, kf_diags *diags)
{
    uint32_t file;
    assert(w != from && w->files.n == 0);
    assert(kf_evidence_is_in_memory(from) && from->model == w->model);
    for (size_t i = 0; i < from->files.n; i++)
        KF_TRY(kf_evidence_file(w, from->files.at[i], &file));
    for (uint32_t p = 0; p < w->model->predicates.n; p++) KF_TRY(copy_predicate(w, from, p));
    for (uint32_t f = 0; f < w->model->functions.n; f++) KF_TRY(copy_function(w, from, f));
    KF_TRY(kf_evidence_close(w, diags));
    KF_TRY(kf_uses_copy(w, from));
    return kf_evidence_settle(w, diags);
}

kerf_status kf_evidence_import(kf_evidence *w, kf_import *imports, uint32_t n, bool strict,
                               kf_diags *diags, kf_text *statements)
{
    assert(n > 0);
    size_t errors = kf_diags_errors(diags);
    if (!w->provider->ops->import) return KERF_UNSUPPORTED;
    KF_TRY(w->provider->ops->import(w->provider, w, imports, n, strict, diags, statements));
    return kf_diags_errors(diags) > errors ? KERF_INVALID : KERF_OK;
}

kerf_status kf_evidence_restore(kf_evidence *w, kf_text *name, kf_diags *diags)
{
    size_t errors = kf_diags_errors(diags);
    assert(kf_evidence_rows(w) == 0);
    assert(w->provider->ops->restore);
    KF_TRY(w->provider->ops->restore(w->provider, w, name, diags));
    if (kf_diags_errors(diags) > errors) return KERF_INVALID;
    KF_CHECK(kf_evidence_check(w));
    return KERF_OK;
}

/* ---- looking ------------------------------------------------------------------------------ */

const kf_facts *kf_evidence_facts(const kf_evidence *w, uint32_t predicate, kf_said part)
{
    assert(predicate < w->model->predicates.n && part != KF_SAID_VALUE);
    return kf_provider_facts(w->provider, (kf_table){ part, predicate });
}

const kf_facts *kf_evidence_function(const kf_evidence *w, uint32_t function)
{
    assert(function < w->model->functions.n);
    return kf_provider_facts(w->provider, (kf_table){ KF_SAID_VALUE, function });
}

uint32_t kf_evidence_count(const kf_evidence *w, uint32_t predicate, kf_said part)
{
    return kf_provider_count(w->provider, (kf_table){ part, predicate });
}

uint32_t kf_evidence_count_values(const kf_evidence *w, uint32_t function)
{
    return kf_provider_count(w->provider, (kf_table){ KF_SAID_VALUE, function });
}

double kf_evidence_probability(const kf_evidence *w, uint32_t predicate, uint32_t row)
{
    const kf_facts *r = kf_evidence_facts(w, predicate, KF_SAID_SOFT);
    assert(row < r->n);
    return r->probabilities[row];
}

static kerf_status find(kf_evidence *w, kf_table t, const uint32_t *row, double number, bool *found,
                        uint32_t *at)
{
    kf_provider *p = w->provider;
    if (!kf_provider_is_here(p, t)) return p->ops->find(p, t, row, number, found, at);
    *found = kf_facts_find(kf_provider_facts(p, t), row, number, at);
    return KERF_OK;
}

kerf_status kf_evidence_find(kf_evidence *w, uint32_t predicate, kf_said part, const uint32_t *row,
                             double number, bool *found, uint32_t *at)
{
    return find(w, (kf_table){ part, predicate }, row, number, found, at);
}

kerf_status kf_evidence_find_mapping(kf_evidence *w, uint32_t function, const uint32_t *args,
                                     bool *found, uint32_t *at)
{
    return find(w, (kf_table){ KF_SAID_VALUE, function }, args, 0, found, at);
}

const kf_facts *kf_evidence_cited(const kf_evidence *w, kf_said part, uint32_t id)
{
    kf_table t = { part, id };
    if (kf_provider_is_here(w->provider, t)) return kf_provider_facts(w->provider, t);
    return w->provider->ops->cited(w->provider, t);
}

kerf_status kf_evidence_rows_of(kf_evidence *w, uint32_t predicate, kf_fact_fn *each, void *context)
{
    kf_table t = { KF_SAID_TRUE, predicate };
    uint32_t ids[KF_MOST_ARITY + 1];
    if (!kf_provider_is_here(w->provider, t))
        return w->provider->ops->each(w->provider, t, each, context);
    const kf_facts *r = kf_provider_facts(w->provider, t);
    for (uint32_t i = 0; i < r->n; i++) {
        kf_fact fact = kf_facts_get(r, i, ids);
        if (!each(context, &fact)) break;
    }
    return KERF_OK;
}

const char *kf_evidence_file_name(const kf_evidence *w, uint32_t file)
{
    return file < w->files.n ? w->files.at[file] : "";
}

bool kf_evidence_is_on_disk(const kf_evidence *w, uint32_t file)
{
    return file < w->on_disk.n && w->on_disk.at[file];
}

/* The beginning of a line, read from the file once more: rows keep their line's number only. */
static kf_str read_line(const kf_evidence *w, const char *path, uint32_t line)
{
    kf_input *in = NULL;
    const char *why;
    size_t kept = 0, got = 0;
    uint32_t at = 1;
    char block[4096];
    if (!w->line || kf_input_open_file(&in, w->mem, path, &why) != KERF_OK) return (kf_str){ 0 };
    char before = 0;
    while (at <= line && kept < MOST_LINE
           && kf_input_read(in, block, sizeof block, &got, &why) == KERF_OK && got > 0) {
        for (size_t i = 0; i < got && at <= line; i++) {
            char c = block[i];
            bool second = c == '\n' && before == '\r'; /* of one line end */
            before = c;
            if (second) continue;
            if (c == '\n' || c == '\r') at++;
            else if (at == line && kept < MOST_LINE) w->line[kept++] = c;
        }
    }
    kf_input_close(in);
    size_t whole = kf_utf8_check(w->line, kept);
    bool cut = kept == MOST_LINE && kept - whole < MOST_BYTES; /* within a character */
    return (kf_str){ w->line, cut ? whole : kept };
}

kf_place kf_evidence_file_place(const kf_evidence *w, uint32_t file, uint32_t line, uint32_t column)
{
    if (file >= w->files.n) return (kf_place){ 0 }; /* no file said it */
    kf_place place = { .file = kf_evidence_file_name(w, file), .line = line, .column = column };
    if (kf_evidence_is_on_disk(w, file)) place.source = read_line(w, place.file, line);
    return place;
}

kf_place kf_evidence_place(const kf_evidence *w, const kf_facts *r, uint32_t row)
{
    assert(row < r->n);
    return kf_evidence_file_place(w, kf_facts_file(r, row), r->lines[row], 1);
}

uint32_t kf_evidence_type_size(const kf_evidence *w, uint32_t type)
{
    assert(type < w->n_types);
    const kf_type *t = &w->model->types.at[type];
    if (!t->constants) return 0;
    uint32_t own = kf_symbols_count(t->constants) - t->n_fixed;
    return t->n_model + w->present[type].count + own - w->uses[type].gone;
}

bool kf_evidence_has(const kf_evidence *w, uint32_t type, uint32_t id)
{
    assert(type < w->n_types);
    const kf_type *t = &w->model->types.at[type];
    if (!t->constants || id >= kf_symbols_count(t->constants)) return false;
    if (id < t->n_model) return true;
    if (id >= t->n_fixed) return kf_uses_has(w, type, id);
    uint32_t index = id - t->n_model;
    const kf_presence *p = &w->present[type];
    return index / 64 < p->words && (p->bits[index / 64] >> (index % 64) & 1);
}

void kf_evidence_constants(const kf_evidence *w, uint32_t type, uint32_t *ids)
{
    const kf_type *t = &w->model->types.at[type];
    const kf_presence *p = &w->present[type];
    if (!t->constants) return;
    for (uint32_t id = 0; id < t->n_model; id++) *ids++ = id;
    for (size_t i = 0; p->bits && i < kf_presence_size(p->words) - p->words; i++) {
        for (uint64_t some = p->bits[p->words + i]; some; some &= some - 1) {
            size_t word = i * 64 + (size_t)__builtin_ctzll(some);
            for (uint64_t bits = p->bits[word]; bits; bits &= bits - 1)
                *ids++ = t->n_model + (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(bits);
        }
    }
    for (uint32_t id = t->n_fixed; id < kf_symbols_count(t->constants); id++)
        if (kf_uses_has(w, type, id)) *ids++ = id;
}

void kf_evidence_seen(const kf_evidence *w, kf_seen *seen)
{
    for (uint32_t p = 0; p < w->model->predicates.n; p++) {
        seen[p].hard =
            kf_evidence_count(w, p, KF_SAID_TRUE) > 0 || kf_evidence_count(w, p, KF_SAID_FALSE) > 0;
        seen[p].soft = kf_evidence_count(w, p, KF_SAID_UNKNOWN) > 0
                       || kf_evidence_count(w, p, KF_SAID_SOFT) > 0;
    }
}

size_t kf_evidence_rows(const kf_evidence *w)
{
    size_t rows = 0;
    for (uint32_t p = 0; p < w->model->predicates.n; p++) {
        for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++)
            rows += kf_evidence_count(w, p, (kf_said)part);
    }
    return rows;
}

/* ---- checking ----------------------------------------------------------------------------- */

#ifndef NDEBUG
static void check_column(const kf_evidence *w, const kf_facts *r, uint32_t column, uint32_t type)
{
    uint32_t n_fixed = w->model->types.at[type].n_fixed;
    bool counted = w->counted;
    for (uint32_t i = 0; i < r->n; i++)
        assert((!counted && r->columns[column][i] >= n_fixed)
               || kf_evidence_has(w, type, r->columns[column][i]));
}

void kf_evidence_check(const kf_evidence *w)
{
    const kf_model *m = w->model;
    assert(w->files.n == w->on_disk.n);
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++) {
            const kf_facts *r = kf_evidence_facts(w, p, (kf_said)part);
            kf_facts_check(r);
            assert(r->n <= kf_evidence_count(w, p, (kf_said)part));
            for (uint32_t c = 0; c < r->width; c++)
                check_column(w, r, c, m->predicates.at[p].slots[c].type);
        }
    }
    for (uint32_t f = 0; f < m->functions.n; f++) {
        const kf_facts *r = kf_evidence_function(w, f);
        kf_facts_check(r);
        for (uint32_t c = 0; c < r->key; c++)
            check_column(w, r, c, m->functions.at[f].slots[c].type);
        check_column(w, r, r->key, m->functions.at[f].result);
    }
}
#endif
