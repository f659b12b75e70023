/* worlds.c -- evidence is queued, as files or values, and worlds are read one after the other.
 *
 * The first world settles what is observed and what hidden; every world is then checked against
 * that. Invariant: after kerf_next_world() has given a world, the model is settled. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "evidence/load/load.h"
#include "infer/change/memo.h"
#include "model/sized.h"
#include "query/made.h"

#include "kerf_arrow.h"

/* ---- Queueing ------------------------------------------------------------------------------- */

static void report_progress(void *context, uint64_t bytes)
{
    if (kf_session_is_stored(context)) kf_session_report_stored(context, bytes);
    else
        kf_session_log(context, KERF_LOG_PROGRESS, "reading evidence: %llu MB",
                       (unsigned long long)(bytes >> 20));
}

static kerf_status new_statistics(kerf *k)
{
    size_t types = k->model->types.n;
    if (!k->record.worlds.least)
        k->record.worlds.least = kf_mem_calloc(&k->mem, types, sizeof(uint32_t));
    if (!k->record.worlds.most)
        k->record.worlds.most = kf_mem_calloc(&k->mem, types, sizeof(uint32_t));
    if (!k->warned) k->warned = kf_mem_calloc(&k->mem, k->model->predicates.n, sizeof(bool));
    return k->record.worlds.least && k->record.worlds.most && k->warned ? KERF_OK : KERF_NO_MEMORY;
}

enum { MOST_BYTES = 16 << 20 }; /* of a small file that goes with evidence */

static kerf_status read_mapping(kerf *k)
{
    const char *path = k->options.mapping;
    char *text;
    size_t n;
    if (!path) return KERF_OK;
    KF_TRY(kf_session_read_text(k, path, MOST_BYTES, &text, &n));
    kerf_status status = kf_import_add_mapping(k->loader, path, (kf_str){ text, n });
    kf_mem_free(&k->mem, text, n + 1, 1);
    return status;
}

kerf_status kf_session_loader(kerf *k, kf_loader **out)
{
    assert(k->model && k->evidence);
    kf_loader_options options = {
        .skip_unknown = k->options.skip_unknown,
        .strict_types = k->options.strict_types,
        .header = (kf_header_choice)k->options.header,
        .blank = (kf_blank_choice)k->options.blank,
        .merge = (kf_merge)k->options.merge,
        .stop = &k->reading,
        .progress = report_progress,
        .step = kf_session_is_stored(k) ? 1 << 20 : 0,
        .context = k,
    };
    return kf_loader_new(out, &k->mem, k->model, k->evidence, &options, k->diags);
}

static kerf_status new_loader(kerf *k)
{
    assert(k->model && !k->loader);
    if (!k->evidence) k->evidence = kf_evidence_new(&k->mem, k->model);
    if (!k->evidence) return KERF_NO_MEMORY;
    KF_TRY(new_statistics(k));
    KF_TRY(kf_session_loader(k, &k->loader));
    kerf_status status = read_mapping(k);
    if (status == KERF_OK) {
        k->phase = KF_PHASE_EVIDENCE;
    } else {
        kf_loader_free(k->loader);
        k->loader = NULL;
    }
    return status;
}

kerf_status kf_session_may_read(kerf *k)
{
    if (k->phase == KF_PHASE_BROKEN)
        return kf_session_misuse(k, "reading failed before: start a new session");
    if (k->phase == KF_PHASE_NEW)
        return kf_session_misuse(k, "evidence comes after the model: read one first");
    return KERF_OK;
}

/* After learning: worlds to come have the weights that were learned. */
static void begin_anew(kerf *k)
{
    kf_loader_free(k->loader);
    k->loader = NULL;
    k->phase = KF_PHASE_MODEL;
}

static kerf_status begin_evidence(kerf *k)
{
    KF_TRY(kf_session_begin(k));
    return kf_session_may_read(k);
}

kerf_status kf_session_begin_adding(kerf *k, const char *what)
{
    KF_TRY(begin_evidence(k));
    if (k->loaded)
        return kf_session_misuse(k, "facts were asserted: evidence is added before that");
    if (k->phase == KF_PHASE_END && k->record.learned && k->record.worlds.n == 0) begin_anew(k);
    if (k->phase == KF_PHASE_END)
        return kf_session_misuse(k, "every world has been read: no more evidence can be added");
    if (!what) return kf_session_misuse(k, "evidence needs a file name or a name for messages");
    return k->loader ? KERF_OK : kf_session_end(k, new_loader(k));
}

kerf_status kerf_add_evidence(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin_adding(k, path));
    KF_TRY(kf_session_claim(k, path));
    kerf_status status = kf_loader_add_file(k->loader, path);
    if (status == KERF_OK && !kf_session_note_input(k, path)) status = KERF_NO_MEMORY;
    return kf_session_end(k, status);
}

kerf_status kerf_add_world(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin_adding(k, path));
    KF_TRY(kf_session_claim(k, path));
    kerf_status status = kf_loader_add_world(k->loader, path);
    if (status == KERF_OK && !kf_session_note_input(k, path)) status = KERF_NO_MEMORY;
    return kf_session_end(k, status);
}

kerf_status kerf_add_evidence_memory(kerf *k, const char *name, const void *text, size_t n)
{
    KF_TRY(kf_session_begin_adding(k, name));
    if (!text && n > 0) return kf_session_misuse(k, "evidence in memory needs its text");
    return kf_session_end(k, kf_loader_add_memory(k->loader, name, text ? text : "", n));
}

kerf_status kerf_add_evidence_stream(kerf *k, const char *name, kerf_read_fn *read, void *context)
{
    KF_TRY(kf_session_begin_adding(k, name));
    if (!read) return kf_session_misuse(k, "evidence from a stream needs a reader");
    return kf_session_end(k, kf_loader_add_stream(k->loader, name, read, context));
}

static kerf_status add_server_table(kerf *k, const char *predicate, const char *path)
{
    kerf_status status = kf_import_add_table(k->loader, predicate, path);
    if (status == KERF_MISUSE)
        return kf_session_misuse(k, "'%.200s' is no table: postgres:TABLE(COLUMN, ...)", path);
    return kf_session_end(k, status);
}

kerf_status kerf_add_table(kerf *k, const char *predicate, const char *path)
{
    KF_TRY(kf_session_begin_adding(k, path));
    if (!predicate) return kf_session_misuse(k, "a table needs the name of its predicate");
    if (kf_import_is_table(path)) return add_server_table(k, predicate, path);
    kf_text file; /* without the list of columns */
    kf_text_init(&file, &k->mem);
    kf_text_add(&file, kf_loader_table_file(path));
    kerf_status status = file.failed ? KERF_NO_MEMORY : kf_session_claim(k, file.at);
    if (status == KERF_OK) status = kf_loader_add_table(k->loader, predicate, path);
    if (status == KERF_OK && !kf_session_note_input(k, file.at)) status = KERF_NO_MEMORY;
    kf_text_free(&file);
    return kf_session_end(k, status);
}

kerf_status kerf_add_table_memory(kerf *k, const char *predicate, const char *name,
                                  const void *text, size_t n)
{
    KF_TRY(kf_session_begin_adding(k, name));
    if (!predicate) return kf_session_misuse(k, "a table needs the name of its predicate");
    if (!text && n > 0) return kf_session_misuse(k, "a table in memory needs its text");
    return kf_session_end(
        k, kf_loader_add_table_memory(k->loader, predicate, name, text ? text : "", n));
}

kerf_status kerf_add_table_stream(kerf *k, const char *predicate, const char *name,
                                  kerf_read_fn *read, void *context)
{
    KF_TRY(kf_session_begin_adding(k, name));
    if (!predicate) return kf_session_misuse(k, "a table needs the name of its predicate");
    if (!read) return kf_session_misuse(k, "a table from a stream needs a reader");
    return kf_session_end(k, kf_loader_add_table_stream(k->loader, predicate, name, read, context));
}

/* ---- Values ---------------------------------------------------------------------------------
 *
 * A caller's columns are checked where they are and copied; Arrow's arrays are taken over. Either
 * way the loader gets a feed, and what is wrong is known before it is queued. */

static const kf_truth truths[] = {
    [KERF_TRUE] = KF_TRUE, [KERF_FALSE] = KF_FALSE, [KERF_UNKNOWN] = KF_UNKNOWN
};

/* What a call says of its rows. */
typedef struct call {
    kerf_fact_options options;
    kf_said_rows said;
    bool skip; /* there is no such predicate, and that is no error */
} call;

/* Before anything else: the call may be refused. */
static kerf_status begin_values(kerf *k, const char *predicate, const kerf_fact_options *options,
                                call *c)
{
    *c = (call){ 0 };
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_take(k, &c->options, sizeof c->options, options));
    if (!predicate) return kf_session_misuse(k, "facts need the name of their predicate");
    c->said.name = c->options.name ? c->options.name : predicate;
    KF_TRY(kf_session_begin_adding(k, c->said.name));
    if ((unsigned)c->options.truth > KERF_UNKNOWN)
        return kf_session_misuse(k, "there is no truth %d", (int)c->options.truth);
    c->said.truth = truths[c->options.truth];
    c->said.skip_nulls = c->options.skip_nulls != 0;
    kerf_status status =
        kf_loader_find_predicate(k->loader, c->said.name, predicate, &c->said.predicate);
    c->skip = c->said.predicate == KF_NONE;
    return status == KERF_OK ? KERF_OK : kf_session_end(k, status);
}

static kerf_status queue(kerf *k, kf_feed *feed, const call *c)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    kerf_status status = kf_loader_add_values(k->loader, feed, &c->said, &stop);
    if (status != KERF_OK) kf_feed_free(feed);
    return kf_session_end(k, status);
}

static kerf_status describe_all(kerf *k, const kerf_column *columns, uint32_t n, size_t rows,
                                bool blanks_are_null, kf_cells *cells)
{
    size_t stride = n > 0 ? columns->size : 0;
    for (uint32_t i = 0; i < n; i++) {
        kerf_column column;
        KF_TRY(kf_session_take(k, &column, sizeof column, (const char *)columns + i * stride));
        cells[i] = (kf_cells){ .column = i + 1, .n = rows, .valid = column.valid };
        cells[i].name = column.name ? column.name : "";
        cells[n + i] = (kf_cells){ .column = i + 1, .name = cells[i].name };
        cells[i].blank_is_null = cells[n + i].blank_is_null = blanks_are_null;
        switch (kf_cells_of_column(&column, &cells[i], &cells[n + i])) {
        case KF_COLUMN_RIGHT: break;
        case KF_COLUMN_EMPTY: return kf_session_misuse(k, "column %u has no values", i + 1);
        case KF_COLUMN_NO_KIND:
            return kf_session_misuse(k, "there is no kind of column %d", (int)column.kind);
        }
    }
    return KERF_OK;
}

static kerf_status add_columns(kerf *k, const call *c, kf_chunk *chunk, kf_cells *cells,
                               const kerf_column *columns)
{
    uint32_t n = chunk->n_columns;
    kf_cells *probability = &cells[2 * n];
    bool nulls;
    kf_feed *feed = NULL;
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    KF_TRY(describe_all(k, columns, n, (size_t)chunk->n, c->options.blanks_are_null != 0, cells));
    if (c->options.probabilities) {
        *probability = (kf_cells){ .column = n + 1, .name = "probability", .n = chunk->n };
        kf_cells_describe(c->options.probabilities, KF_CELLS_REAL, sizeof(double), probability);
        chunk->probability = probability;
    }
    kerf_status status = kf_chunk_check_shape(chunk, k->model, &c->said, k->diags);
    if (status == KERF_OK)
        status = kf_chunk_check_values(chunk, k->model, &c->said, 0, &nulls, &stop, k->diags);
    if (status == KERF_OK) status = kf_feed_copy(&feed, &k->mem, chunk, nulls, &stop);
    return status == KERF_OK ? queue(k, feed, c) : kf_session_end(k, status);
}

kerf_status kerf_add_columns(kerf *k, const char *predicate, const kerf_column *columns,
                             size_t n_columns, size_t n_rows, const kerf_fact_options *options)
{
    call c;
    KF_TRY(begin_values(k, predicate, options, &c));
    if (n_columns > 0 && !columns) return kf_session_misuse(k, "facts need their columns");
    if (n_columns > 0) KF_TRY(kf_session_check_place(k, columns));
    if (n_columns > KF_MOST_ARITY + 1)
        return kf_session_misuse(k, "no predicate has %zu arguments", n_columns);
    if (c.skip) return kf_session_end(k, KERF_OK);
    uint32_t n = (uint32_t)n_columns;
    kf_cells *cells = kf_mem_calloc(&k->mem, 2 * n_columns + 1, sizeof *cells);
    if (!cells) return kf_session_end(k, KERF_NO_MEMORY);
    kf_chunk chunk = { .n = n_rows, .n_columns = n, .columns = cells };
    kerf_status status = add_columns(k, &c, &chunk, cells, columns);
    kf_mem_free(&k->mem, cells, 2 * n_columns + 1, sizeof *cells);
    return status;
}

static kf_arrow_choice choice_of(const call *c)
{
    return (kf_arrow_choice){ c->options.probability, c->options.arguments,
                              c->options.blanks_are_null != 0 };
}

static void release(struct ArrowSchema *schema, struct ArrowArray *array,
                    struct ArrowArrayStream *stream)
{
    if (schema && schema->release) schema->release(schema);
    if (array && array->release) array->release(array);
    if (stream && stream->release) stream->release(stream);
}

kerf_status kerf_add_arrow(kerf *k, const char *predicate, struct ArrowSchema *schema,
                           struct ArrowArray *array, const kerf_fact_options *options)
{
    call c;
    kf_feed *feed = NULL;
    kerf_status status = begin_values(k, predicate, options, &c);
    bool given = schema && schema->release && array && array->release;
    if (status == KERF_OK && !given)
        status = kf_session_misuse(k, "an Arrow table needs a schema and an array that are not "
                                      "released");
    if (status != KERF_OK || c.skip) {
        release(schema, array, NULL);
        return status;
    }
    kf_arrow_choice choice = choice_of(&c);
    status = kf_feed_arrow(&feed, &k->mem, schema, array, &choice, &c.said, k->diags);
    return status == KERF_OK ? queue(k, feed, &c) : kf_session_end(k, status);
}

kerf_status kerf_add_arrow_stream(kerf *k, const char *predicate, struct ArrowArrayStream *stream,
                                  const kerf_fact_options *options)
{
    call c;
    kf_feed *feed = NULL;
    kerf_status status = begin_values(k, predicate, options, &c);
    if (status == KERF_OK && !(stream && stream->release))
        status = kf_session_misuse(k, "an Arrow stream must not be released");
    if (status != KERF_OK || c.skip) {
        release(NULL, NULL, stream);
        return status;
    }
    kf_arrow_choice choice = choice_of(&c);
    status = kf_feed_arrow_stream(&feed, &k->mem, stream, &choice, &c.said, k->diags);
    return status == KERF_OK ? queue(k, feed, &c) : kf_session_end(k, status);
}

/* ---- Settling ------------------------------------------------------------------------------- */

static kerf_status settle_with(kerf *k, const char *query_file_names)
{
    kf_settle_options options = {
        .query = k->options.query,
        .open = k->options.open,
        .closed = k->options.closed,
        .query_file_names = query_file_names,
    };
    size_t n = k->model->predicates.n;
    kf_seen *seen = kf_mem_calloc(&k->mem, n, sizeof *seen);
    if (!seen) return KERF_NO_MEMORY;
    assert(!k->model->settled);
    kf_evidence_seen(k->evidence, seen);
    kerf_status status = kf_model_settle(k->model, &options, seen, k->diags);
    kf_mem_free(&k->mem, seen, n, sizeof *seen);
    return status;
}

/* Something that comes before it has decided everything. */
static void note_query_file(kerf *k, const char *path)
{
    const kf_place place = { .file = path };
    for (size_t i = 0; i < k->model->predicates.n; i++)
        if (k->model->predicates.at[i].why == KF_WHY_QUERY_FILE) return;
    kf_diag_add(k->diags, KERF_NOTE, &place,
                k->options.query ? "--query says what is hidden, and comes first"
                                 : "a * in the declarations says what is hidden, and comes first",
                "this query file changes nothing");
}

static kerf_status settle(kerf *k)
{
    const char *path = k->options.query_file;
    char *text;
    size_t n;
    if (!path) return settle_with(k, NULL);
    KF_TRY(kf_session_read_text(k, path, MOST_BYTES, &text, &n));
    kf_text names;
    kf_text_init(&names, &k->mem);
    kerf_status status = kf_query_file_scan(&k->mem, path, (kf_str){ text, n }, &names, k->diags);
    kf_mem_free(&k->mem, text, n + 1, 1);
    if (status == KERF_OK) status = settle_with(k, names.at);
    if (status == KERF_OK) note_query_file(k, path);
    kf_text_free(&names);
    return status;
}

/* ---- Checking and counting ------------------------------------------------------------------- */

kerf_status kf_session_check_world(kerf *k)
{
    assert(k->model->settled && k->warned);
    return kf_check_world(k->model, k->evidence, k->warned, k->diags);
}

void kf_session_count_world(kerf *k, const kf_evidence *evidence)
{
    kf_worlds *w = &k->record.worlds;
    assert(k->model->settled && w->least && w->most);
    for (uint32_t t = 0; t < k->model->types.n; t++) {
        uint32_t size = kf_evidence_type_size(evidence, t);
        if (w->n == 0 || size < w->least[t]) w->least[t] = size;
        if (w->n == 0 || size > w->most[t]) w->most[t] = size;
    }
    w->rows += kf_evidence_rows(evidence);
    w->n++;
}

/* A store keeps the rows of predicates with a star. Constants are made from what is observed there,
 * or hidden here. */
static kerf_status check_stars(kerf *k)
{
    for (uint32_t i = 0; kf_session_is_stored(k) && i < k->model->predicates.n; i++) {
        const kf_predicate *p = &k->model->predicates.at[i];
        kf_str name = kf_predicate_name(k->model, i);
        if (p->hidden && p->stars > 0)
            return kf_session_misuse(k,
                                     "in a store, where formulas make constants, a predicate "
                                     "with a * stays observed: %.*s",
                                     name.n > 100 ? 100 : (int)name.n, name.at);
    }
    return KERF_OK;
}

kerf_status kf_session_make_constants(kerf *k, kf_stop *stop)
{
    k->unmade = false;
    if (!k->model->makes) return KERF_OK;
    KF_TRY(check_stars(k));
    return kf_make_constants(k->model, k->evidence, &k->mem, k->options.strict_types, stop,
                             k->diags);
}

static uint32_t type_size(const void *evidence, uint32_t type)
{
    return kf_evidence_type_size(evidence, type);
}

kerf_status kf_session_size_weights(kerf *k)
{
    return kf_model_size_weights(k->model, type_size, k->evidence, k->diags);
}

kerf_status kf_session_unmake_constants(kerf *k)
{
    if (!k->model->makes || k->unmade) return KERF_OK;
    KF_TRY(kf_evidence_unmake(k->evidence));
    k->unmade = true;
    return KERF_OK;
}

/* ---- The next world ------------------------------------------------------------------------- */

/* Its rows go to memory, or where the option "store" says. */
static kerf_status load_world(kerf *k, bool *more)
{
    if (!kf_session_is_stored(k)) return kf_loader_next(k->loader, more);
    KF_TRY(kf_session_check_store(k));
    const kf_backend_site site = kf_session_site(k, k->options.store);
    kf_loader_keep_in(k->loader, &site);
    kerf_status status = kf_loader_next(k->loader, more);
    kf_loader_keep_in(k->loader, NULL);
    return status;
}

static kerf_status begin_world(kerf *k, bool *more)
{
    if (!k->loader) KF_TRY(new_loader(k));
    kf_mapped_forget(&k->record.mapped);
    if (k->record.chanced) kf_chanced_forget(k->record.chanced);
    kf_session_forget_database(k);
    if (k->memo) kf_memo_clear(k->memo); /* it knows atoms by the ids of this world */
    return load_world(k, more);
}

kerf_status kf_session_load_world(kerf *k, bool *more)
{
    if (k->phase == KF_PHASE_END && k->record.learned) begin_anew(k);
    assert(k->phase == KF_PHASE_MODEL || k->phase == KF_PHASE_EVIDENCE);
    k->begun = true;
    kf_session_begin_reading(k);
    return kf_session_end_reading(k, begin_world(k, more));
}

static kerf_status take_world(kerf *k, bool *more)
{
    double begun = kf_now();
    *more = true;
    if (!k->loaded) KF_TRY(begin_world(k, more));
    k->loaded = false;
    if (!*more) {
        k->phase = KF_PHASE_END;
        return KERF_OK;
    }
    kf_session_forget_explained(k); /* else it may still be reported */
    bool first = !k->model->settled;
    if (first) KF_TRY(settle(k));
    assert(k->model->settled);
    KF_TRY(kf_evidence_settle(k->evidence, k->diags));
    KF_TRY(kf_session_make_constants(k, &k->reading));
    KF_TRY(kf_session_size_weights(k));
    if (first) kf_warn_of_names(k->model, k->evidence, k->diags);
    if (first) kf_warn_of_weights(k->model, k->evidence, k->diags);
    KF_TRY(kf_session_check_world(k));
    kf_session_count_world(k, k->evidence);
    k->record.mapped.load = kf_now() - begun;
    KF_CHECK(kf_record_check(&k->record));
    return KERF_OK;
}

kerf_status kf_session_next_world(kerf *k, bool *more)
{
    assert(k->phase == KF_PHASE_MODEL || k->phase == KF_PHASE_EVIDENCE);
    k->begun = true;
    kf_session_begin_reading(k);
    return kf_session_end_reading(k, take_world(k, more));
}

kerf_status kerf_next_world(kerf *k, int *more)
{
    KF_TRY(begin_evidence(k));
    if (!more) return kf_session_misuse(k, "kerf_next_world needs a place for its answer");
    bool got = false;
    if (k->phase != KF_PHASE_END) {
        kerf_status status = kf_session_next_world(k, &got);
        if (status != KERF_OK) {
            k->phase = KF_PHASE_BROKEN;
            return kf_session_end(k, status);
        }
    }
    *more = got;
    return kf_session_end(k, KERF_OK);
}

const char *kerf_world_name(const kerf *k)
{
    if (k && k->changes && k->changes->given > 0) return k->changes->world.at;
    const char *name = k && k->loader ? kf_loader_world_name(k->loader) : k ? k->name : NULL;
    return name ? name : "";
}
