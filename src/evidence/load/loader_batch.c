/* loader_batch.c -- items to rows, many at a time.
 *
 * An item is checked when it comes; its constants only join the queue of their type. A flush
 * interns each queue in one go, so that cache misses overlap, and then deals the ids out to the
 * items in the same order. So constants get their ids in order of first sight within their type,
 * whatever the sizes of batches and windows are. */
#include "base/check.h"
#include "evidence/load/loading.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void kf_loader_free_batch(kf_loader *l)
{
    for (size_t i = 0; l->queues && i < l->n_queues; i++) {
        kf_vec_free(l->mem, &l->queues[i].texts);
        kf_vec_free(l->mem, &l->queues[i].ids);
        kf_vec_free(l->mem, &l->queues[i].lines);
    }
    kf_mem_free(l->mem, l->queues, l->n_queues, sizeof *l->queues);
    kf_vec_free(l->mem, &l->touched);
    kf_vec_free(l->mem, &l->pending);
    l->queues = NULL;
}

/* ---- messages ----------------------------------------------------------------------------- */

__attribute__((format(printf, 4, 5))) static void blame(kf_loader *l, kf_place place,
                                                        const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(l->diags, KERF_ERROR, &place, hint, format, arguments);
    va_end(arguments);
}

static int width_of(kf_str text)
{
    return text.n > 200 ? 200 : (int)text.n;
}

/* "did you mean X?" in `to`; NULL if nothing is near. */
static const char *did_you_mean(kf_text *to, const kf_nearest *nearest)
{
    if (nearest->best.n == 0) return NULL;
    kf_text_addf(to, "did you mean %.*s?", width_of(nearest->best), nearest->best.at);
    return to->failed ? NULL : to->at;
}

static const char *other_kind(const kf_loader *l, kf_str name, bool function)
{
    if (function && kf_model_find_predicate(l->model, name) != KF_NONE)
        return "it is a predicate: write P(A) where it is true, !P(A) where it is false, 0.7 P(A)";
    if (!function && kf_model_find_function(l->model, name) != KF_NONE)
        return "it is a function: write A = f(B)";
    return NULL;
}

static void blame_unknown(kf_loader *l, const kf_place *place, kf_str name, bool function,
                          kerf_severity severity, uint64_t skipped)
{
    kf_text hint;
    kf_nearest nearest = { .wanted = name };
    const char *kind = function ? "function" : "predicate";
    const char *advice = other_kind(l, name, function);
    kf_text_init(&hint, l->mem);
    /* The search for a near name is worth its time only for those that are shown. */
    bool shown = severity == KERF_ERROR || kf_diags_warnings(l->diags) < KF_MOST_WARNINGS;
    for (size_t i = 0; shown && !function && i < l->model->predicates.n; i++)
        kf_nearest_try(&nearest, kf_model_name(l->model, l->model->predicates.at[i].name));
    for (size_t i = 0; shown && function && i < l->model->functions.n; i++)
        kf_nearest_try(&nearest, kf_model_name(l->model, l->model->functions.at[i].name));
    if (!advice && !function) advice = kf_db_foreign_word(name);
    if (!advice) advice = did_you_mean(&hint, &nearest);
    if (!advice && severity == KERF_ERROR)
        advice = "declare it in the model; --skip-unknown passes over what the model does not have";
    if (severity == KERF_ERROR) {
        kf_diag_add(l->diags, severity, place, advice, "%s %.*s is not declared", kind,
                    width_of(name), name.at);
    } else {
        kf_diag_add(l->diags, severity, place, advice, "%s %.*s is not declared: %llu %s skipped",
                    kind, width_of(name), name.at, (unsigned long long)skipped,
                    skipped == 1 ? "item" : "items");
    }
    kf_text_free(&hint);
}

/* A table without a predicate. */
void kf_loader_blame_name(kf_loader *l, const kf_place *place, kf_str name, bool function)
{
    bool skip = l->options.skip_unknown;
    if (!skip) {
        blame_unknown(l, place, name, function, KERF_ERROR, 0);
    } else {
        kf_diag_add(l->diags, KERF_WARNING, place, NULL,
                    "predicate %.*s is not declared: the table is skipped", width_of(name),
                    name.at);
    }
}

/* An item with an undeclared name: the first of each name is an error, or all are counted. */
static kerf_status note_unknown(kf_loader *l, const kf_db_item *item)
{
    bool function = item->kind == KF_DB_MAPPING;
    uint32_t id = kf_symbols_add(l->unknown_names, item->name);
    if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    if (id == l->unknowns.n) {
        /* Of the names beyond those that are shown nobody will see the place. */
        bool shown = l->unknowns.n < KF_MOST_WARNINGS || !l->options.skip_unknown;
        kf_place place = { .line = item->line };
        if (shown) place = kf_loader_place_of(l, item->name, item->line);
        kf_undeclared unknown = { item->line, place.column, l->file, 0, function };
        if (!kf_vec_push(l->mem, &l->unknowns, unknown)) return KERF_NO_MEMORY;
        if (!l->options.skip_unknown) blame_unknown(l, &place, item->name, function, KERF_ERROR, 0);
    }
    l->unknowns.at[id].skipped++;
    return KERF_OK;
}

void kf_loader_report_unknown(kf_loader *l)
{
    size_t i = l->unknowns_reported;
    for (; l->options.skip_unknown && i < l->unknowns.n; i++) {
        const kf_undeclared *u = &l->unknowns.at[i];
        kf_place place = { .line = u->line };
        /* Finding the source line reads the file: only for warnings that are kept. */
        if (kf_diags_warnings(l->diags) < KF_MOST_WARNINGS) {
            place = kf_evidence_file_place(l->evidence, u->file, u->line, u->column);
        }
        blame_unknown(l, &place, kf_symbols_text(l->unknown_names, (uint32_t)i), u->function,
                      KERF_WARNING, u->skipped);
    }
    l->unknowns_reported = l->unknowns.n;
}

static void blame_arity(kf_loader *l, const kf_db_item *item, uint32_t takes, kf_pos declared)
{
    char hint[400] = "";
    const char *file = kf_sources_name(l->model->program->sources, declared.source);
    if (file) {
        snprintf(hint, sizeof hint, "declared at %s:%u", file,
                 kf_sources_line(l->model->program->sources, declared));
    }
    blame(l, kf_loader_place_of(l, item->name, item->line), hint[0] ? hint : NULL,
          "%.*s takes %u argument%s, %u %s given", width_of(item->name), item->name.at, takes,
          takes == 1 ? "" : "s", item->n, item->n == 1 ? "is" : "are");
}

/* ---- taking an item ----------------------------------------------------------------------- */

static uint32_t find_predicate(kf_loader *l, kf_str name)
{
    if (name.n == 0 || name.n > KF_CACHED_NAME) return kf_model_find_predicate(l->model, name);
    uint32_t first = (unsigned char)name.at[0], last = (unsigned char)name.at[name.n - 1];
    uint32_t middle = (unsigned char)name.at[name.n / 2];
    uint32_t key = first | middle << 8 | last << 16 | (uint32_t)name.n << 24;
    kf_cached_name *entry = &l->cache[(key * UINT32_C(0x9e3779b1) >> 16) % KF_NAME_CACHE];
    if (entry->n == name.n && memcmp(entry->text, name.at, name.n) == 0) return entry->predicate;
    uint32_t predicate = kf_model_find_predicate(l->model, name);
    if (predicate == KF_NONE) return KF_NONE;
    memcpy(entry->text, name.at, name.n);
    entry->n = (uint32_t)name.n;
    entry->predicate = predicate;
    return predicate;
}

static kerf_status queue_item(kf_loader *l, kf_pending pending)
{
    if (!kf_vec_push(l->mem, &l->pending, pending)) return KERF_NO_MEMORY;
    return l->pending.n >= KF_BATCH ? kf_loader_flush(l) : KERF_OK;
}

/* The number at the end of an atom. False: it was refused. */
static bool read_number(kf_loader *l, const kf_db_item *item, double *number)
{
    kf_str text = item->args[item->n - 1];
    if (!kf_number_read(text, number)) {
        bool comma = memchr(text.at, ',', text.n) != NULL;
        blame(l, kf_loader_place_of(l, text, item->line),
              comma    ? "decimals have a point: 1.5"
              : l->csv ? "an empty cell leaves its row out"
                       : NULL,
              "the last argument of %.*s is a number, not %.*s", width_of(item->name),
              item->name.at, width_of(text), text.at);
        return false;
    }
    if (!isfinite(*number)) {
        blame(l, kf_loader_place_of(l, text, item->line), NULL, "this number is out of range");
        return false;
    }
    *number += 0.0; /* -0 is 0 */
    return true;
}

/* Where the atom goes, and its probability. 0 and 1 are certain. */
static kf_said part_of(const kf_db_item *item, double *probability)
{
    static const kf_said parts[] = {
        [KF_FALSE] = KF_SAID_FALSE, [KF_TRUE] = KF_SAID_TRUE, [KF_UNKNOWN] = KF_SAID_UNKNOWN
    };
    *probability = 1.0;
    if (!item->soft) return parts[item->truth];
    *probability = item->truth == KF_FALSE ? 1.0 - item->probability : item->probability;
    if (*probability <= 0.0) return KF_SAID_FALSE;
    return *probability >= 1.0 ? KF_SAID_TRUE : KF_SAID_SOFT;
}

static kerf_status take_atom(kf_loader *l, const kf_db_item *item)
{
    uint32_t index = find_predicate(l, item->name);
    if (index == KF_NONE) return note_unknown(l, item);
    const kf_predicate *p = &l->model->predicates.at[index];
    kf_pending pending = { .index = index, .line = item->line };
    if (item->n != p->arity + p->number) {
        blame_arity(l, item, p->arity + p->number, p->pos);
        return KERF_OK;
    }
    if (p->number && !read_number(l, item, &pending.number)) return KERF_OK;
    if (p->number && item->soft) {
        blame(l, kf_loader_place_of(l, item->name, item->line), NULL,
              "%.*s has a number argument and cannot have a probability, too", width_of(item->name),
              item->name.at);
        return KERF_OK;
    }
    pending.part = part_of(item, &pending.probability);
    for (uint32_t i = 0; i < p->arity; i++)
        KF_TRY(kf_loader_queue(l, p->slots[i].type, item->args[i], item->line));
    return queue_item(l, pending);
}

static kerf_status take_mapping(kf_loader *l, const kf_db_item *item)
{
    uint32_t index = kf_model_find_function(l->model, item->name);
    if (index == KF_NONE) return note_unknown(l, item);
    const kf_function *f = &l->model->functions.at[index];
    if (item->n != f->arity) {
        blame_arity(l, item, f->arity, f->pos);
        return KERF_OK;
    }
    for (uint32_t i = 0; i < f->arity; i++)
        KF_TRY(kf_loader_queue(l, f->slots[i].type, item->args[i], item->line));
    KF_TRY(kf_loader_queue(l, f->result, item->result, item->line));
    return queue_item(l, (kf_pending){ .index = index, .line = item->line, .mapping = true });
}

kerf_status kf_loader_take(kf_loader *l, const kf_db_item *item)
{
    KF_TRY(item->kind == KF_DB_MAPPING  ? take_mapping(l, item)
           : item->kind == KF_DB_DOMAIN ? kf_loader_take_domain(l, item)
           : item->kind == KF_DB_ROWS   ? kf_value_feed_take(l->values, l)
                                        : take_atom(l, item));
    return kf_diags_full(l->diags) ? KERF_INVALID : KERF_OK;
}

/* ---- flushing ----------------------------------------------------------------------------- */

static void blame_constant(kf_loader *l, uint32_t type, kf_str text, uint32_t line)
{
    const kf_type *t = &l->model->types.at[type];
    kf_str type_name = kf_type_name(l->model, type);
    kf_place place = kf_loader_place_of(l, text, line);
    kf_nearest nearest = { .wanted = text };
    kf_text hint;
    kf_text_init(&hint, l->mem);
    for (uint32_t i = 0; i < t->n_declared; i++)
        kf_nearest_try(&nearest, kf_symbols_text(t->constants, i));
    const char *advice = did_you_mean(&hint, &nearest);
    if (l->options.strict_types) {
        kf_diag_add(l->diags, KERF_ERROR, &place, advice, "unknown constant %.*s in type %.*s",
                    width_of(text), text.at, width_of(type_name), type_name.at);
    } else {
        kf_diag_add(l->diags, KERF_WARNING, &place, advice,
                    "%.*s is not among the constants listed for type %.*s and is added to them",
                    width_of(text), text.at, width_of(type_name), type_name.at);
    }
    kf_text_free(&hint);
}

/* A type that lists its constants has got some from evidence. Each is an error, once a world,
 * where types are strict; else the first is a warning. */
static void check_listed(kf_loader *l, uint32_t type)
{
    const kf_type *t = &l->model->types.at[type];
    kf_queue *q = &l->queues[type];
    bool strict = l->options.strict_types;
    uint32_t known = strict ? t->n_declared : t->n_model;
    if (q->reported < known) q->reported = known;
    if (!strict && q->warned) return;
    for (size_t i = 0; i < q->texts.n && !kf_diags_full(l->diags); i++) {
        if (q->ids.at[i] < q->reported) continue;
        blame_constant(l, type, q->texts.at[i], q->lines.at[i]);
        q->reported = q->ids.at[i] + 1;
        q->warned = true;
        if (!strict) return;
    }
}

static kerf_status intern_queue(kf_loader *l, uint32_t type)
{
    kf_queue *q = &l->queues[type];
    kf_type *t = &l->model->types.at[type];
    assert(t->constants);
    q->ids.n = 0;
    q->next = 0;
    if (!kf_vec_reserve(l->mem, &q->ids, q->texts.n)) return KERF_NO_MEMORY;
    q->ids.n = kf_symbols_add_many(t->constants, q->texts.at, q->ids.at, q->texts.n);
    if (q->ids.n < q->texts.n) return KERF_NO_MEMORY;
    if (t->listed) check_listed(l, type);
    return KERF_OK;
}

static kerf_status add_mapping(kf_loader *l, const kf_pending *p)
{
    const kf_function *f = &l->model->functions.at[p->index];
    uint32_t args[KF_MOST_ARITY];
    for (uint32_t i = 0; i < f->arity; i++) args[i] = kf_loader_next_id(l, f->slots[i].type);
    return kf_evidence_map(l->evidence, p->index, args, kf_loader_next_id(l, f->result), l->file,
                           p->line);
}

static kerf_status add_atom(kf_loader *l, const kf_pending *p)
{
    const kf_predicate *predicate = &l->model->predicates.at[p->index];
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < predicate->arity; i++)
        row[i] = kf_loader_next_id(l, predicate->slots[i].type);
    return kf_evidence_add(l->evidence, p->index, p->part, row, p->number, p->probability, l->file,
                           p->line);
}

void kf_loader_blame_rows(kf_loader *l, kf_name name, uint32_t line)
{
    kf_str text = kf_model_name(l->model, name);
    kf_place place = { .file = l->file_name, .line = line, .column = 1 };
    uint32_t most = kf_evidence_provider(l->evidence)->ops->most_rows;
    blame(l, place, NULL, "%.*s has more than %u rows", width_of(text), text.at, most);
}

static kerf_status add_pending(kf_loader *l, const kf_pending *p)
{
    kerf_status status = p->mapping ? add_mapping(l, p) : add_atom(l, p);
    if (status == KERF_LIMIT) {
        kf_name name = p->mapping ? l->model->functions.at[p->index].name
                                  : l->model->predicates.at[p->index].name;
        kf_loader_blame_rows(l, name, p->line);
    }
    return status;
}

kerf_status kf_loader_intern(kf_loader *l)
{
    for (size_t i = 0; i < l->touched.n; i++) KF_TRY(intern_queue(l, l->touched.at[i]));
    return KERF_OK;
}

void kf_loader_end_batch(kf_loader *l)
{
    for (size_t i = 0; i < l->touched.n; i++) {
        l->queues[l->touched.at[i]].texts.n = 0;
        l->queues[l->touched.at[i]].lines.n = 0;
    }
    l->touched.n = 0;
}

#ifndef NDEBUG
/* Asserts: queues of listed types have a line for each text, and every id was dealt out. */
static void check_dealt(const kf_loader *l)
{
    for (size_t i = 0; i < l->touched.n; i++) {
        uint32_t type = l->touched.at[i];
        const kf_queue *q = &l->queues[type];
        assert(q->lines.n == (l->model->types.at[type].listed ? q->texts.n : 0));
        assert(q->next == q->ids.n);
    }
}
#endif

kerf_status kf_loader_flush(kf_loader *l)
{
    KF_TRY(kf_loader_intern(l));
    for (size_t i = 0; i < l->pending.n; i++) KF_TRY(add_pending(l, &l->pending.at[i]));
    KF_CHECK(check_dealt(l));
    kf_loader_end_batch(l);
    l->pending.n = 0;
    return kf_diags_full(l->diags) ? KERF_INVALID : KERF_OK;
}
