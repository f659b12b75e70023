/* add_values.c -- facts that a program has as values: kerf_add_columns(), kerf_add_arrow().
 *
 * A caller's columns are checked where they are and copied; Arrow's arrays are taken over. Either
 * way the loader gets a feed, and what is wrong is known before it is queued. */
#include "session/session.h"

#include "kerf_arrow.h"

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
static kerf_status begin(kerf *k, const char *predicate, const kerf_fact_options *options, call *c)
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

/* ---- Columns ---- */

static kerf_status no_values(kerf *k, uint32_t column)
{
    return kf_session_misuse(k, "column %u has no values", column);
}

/* `strings`, or `text` with `offsets`: n of them. */
static bool describe_texts(const kerf_column *from, size_t n, kf_cells *to)
{
    to->n = n;
    if (from->strings) {
        to->kind = KF_CELLS_STRINGS;
        to->values = from->strings;
    } else {
        to->kind = KF_CELLS_TEXT;
        to->width = 8;
        to->offsets = from->offsets;
        to->text = from->text ? from->text : "";
    }
    return to->values || to->offsets || n == 0;
}

static void describe_values(const void *values, kf_cells_kind kind, uint8_t width, kf_cells *to)
{
    to->kind = kind;
    to->width = width;
    to->is_signed = kind == KF_CELLS_INT;
    to->values = values;
}

static kerf_status describe(kerf *k, const kerf_column *from, kf_cells *to, kf_cells *dictionary)
{
    kerf_column plain = *from;
    bool there = true;
    switch (from->kind) {
    case KERF_COLUMN_STRINGS: there = describe_texts(from, to->n, to); break;
    case KERF_COLUMN_TEXT:
        plain.strings = NULL;
        there = describe_texts(&plain, to->n, to);
        break;
    case KERF_COLUMN_CODES:
        describe_values(from->codes, KF_CELLS_INT, sizeof *from->codes, to);
        to->below_is_null = true;
        to->dictionary = dictionary;
        there = describe_texts(from, from->n_entries, dictionary);
        break;
    case KERF_COLUMN_INTEGERS:
        describe_values(from->integers, KF_CELLS_INT, sizeof *from->integers, to);
        break;
    case KERF_COLUMN_NUMBERS:
        describe_values(from->numbers, KF_CELLS_REAL, sizeof *from->numbers, to);
        break;
    default: return kf_session_misuse(k, "there is no kind of column %d", (int)from->kind);
    }
    if (from->kind == KERF_COLUMN_STRINGS && !from->strings && to->n > 0) there = false;
    bool valued = to->kind != KF_CELLS_INT && to->kind != KF_CELLS_REAL;
    return there && (valued || to->values || to->n == 0) ? KERF_OK : no_values(k, to->column);
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
        KF_TRY(describe(k, &column, &cells[i], &cells[n + i]));
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
        describe_values(c->options.probabilities, KF_CELLS_REAL, sizeof(double), probability);
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
    KF_TRY(begin(k, predicate, options, &c));
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

/* ---- Arrow ---- */

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
    kerf_status status = begin(k, predicate, options, &c);
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
    kerf_status status = begin(k, predicate, options, &c);
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
