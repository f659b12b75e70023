/* loader.c -- evidence sources one after the other, cut into worlds.
 *
 * Which worlds there are:
 *   what comes before the first marker is one if it holds anything;
 *   >> starts one, empty or not;
 *   --- separates; nothing between two of them is an empty world, unless no world came before
 *   or none comes after, so that a file may begin and end with a separator;
 *   without anything at all there is one empty world.
 * Since one cannot know whether something comes after, empty worlds are delivered late: the item
 * that proves them is held back meanwhile. */
#include "evidence/load/loading.h"
#include "evidence/load/weighted.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

enum { PROGRESS_STEP = 16 << 20 };

enum { BY_BEGINNING, BY_DASHES, BY_NAME }; /* kf_loader.begun */

/* ---- life --------------------------------------------------------------------------------- */

kerf_status kf_loader_new(kf_loader **out, kf_mem *mem, kf_model *model, kf_evidence *evidence,
                          const kf_loader_options *options, kf_diags *diags)
{
    kf_loader *l = kf_mem_calloc(mem, 1, sizeof *l);
    if (!l) return KERF_NO_MEMORY;
    l->mem = mem;
    l->model = model;
    l->evidence = evidence;
    l->diags = diags;
    if (options) l->options = *options;
    kf_evidence_set_merge(evidence, l->options.merge);
    kf_arena_init(&l->arena, mem);
    kf_text_init(&l->name, mem);
    kf_text_init(&l->next_name, mem);
    kf_text_init(&l->statements, mem);
    l->n_queues = model->types.n;
    l->queues = kf_mem_calloc(mem, l->n_queues, sizeof *l->queues);
    l->unknown_names = kf_symbols_new(mem);
    if (!l->queues || !l->unknown_names) {
        kf_loader_free(l);
        return KERF_NO_MEMORY;
    }
    *out = l;
    return KERF_OK;
}

void kf_loader_close_source(kf_loader *l)
{
    if (l->db) l->bytes += kf_db_bytes(l->db);
    if (l->csv) l->bytes += kf_csv_bytes(l->csv);
    if (l->values) l->bytes += kf_value_feed_bytes(l->values);
    kf_db_close(l->db);
    kf_csv_close(l->csv);
    kf_value_feed_close(l->values);
    kf_input_close(l->input);
    l->db = NULL;
    l->csv = NULL;
    l->values = NULL;
    l->input = NULL;
}

void kf_loader_free(kf_loader *l)
{
    if (!l) return;
    kf_loader_close_source(l);
    kf_loader_free_batch(l);
    kf_loader_free_block(l);
    kf_symbols_free(l->unknown_names);
    kf_vec_free(l->mem, &l->unknowns);
    for (size_t i = 0; i < l->sources.n; i++) kf_feed_free(l->sources.at[i].feed);
    kf_vec_free(l->mem, &l->sources);
    kf_text_free(&l->name);
    kf_text_free(&l->next_name);
    kf_text_free(&l->statements);
    kf_vec_free(l->mem, &l->imports);
    kf_provider_free(l->provider);
    kf_arena_free(&l->arena);
    kf_mem_free(l->mem, l, 1, sizeof *l);
}

/* ---- queueing sources --------------------------------------------------------------------- */

/* Its name may end with a list of columns. */
static kerf_status copy_table(kf_loader *l, kf_evidence_source *source)
{
    size_t n = kf_choice_begin(source->name, source->kind == KF_FROM_FILE);
    source->predicate = kf_arena_string(&l->arena, kf_str_of(source->predicate));
    source->columns = kf_arena_string(&l->arena, kf_str_of(source->name + n));
    source->name = kf_arena_string(&l->arena, (kf_str){ source->name, n });
    return source->predicate && source->columns && source->name ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status add_source(kf_loader *l, kf_evidence_source source)
{
    if (source.predicate) KF_TRY(copy_table(l, &source));
    else source.name = kf_arena_string(&l->arena, kf_str_of(source.name));
    if (!source.name) return KERF_NO_MEMORY;
    source.said.name = source.name;
    return kf_vec_push(l->mem, &l->sources, source) ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_loader_add_file(kf_loader *l, const char *path)
{
    return add_source(l, (kf_evidence_source){ .kind = KF_FROM_FILE, .name = path });
}

kerf_status kf_loader_add_world(kf_loader *l, const char *path)
{
    return add_source(l, (kf_evidence_source){ .kind = KF_FROM_FILE, .name = path, .apart = true });
}

kerf_status kf_loader_add_memory(kf_loader *l, const char *name, const void *memory, size_t n)
{
    return add_source(
        l, (kf_evidence_source){ .kind = KF_FROM_MEMORY, .name = name, .memory = memory, .n = n });
}

kerf_status kf_loader_add_stream(kf_loader *l, const char *name, kerf_read_fn *read, void *context)
{
    return add_source(l,
                      (kf_evidence_source){
                          .kind = KF_FROM_STREAM, .name = name, .read = read, .context = context });
}

kf_str kf_loader_table_file(const char *path)
{
    return (kf_str){ path, kf_choice_begin(path, true) };
}

kerf_status kf_loader_add_table(kf_loader *l, const char *predicate, const char *path)
{
    return add_source(
        l, (kf_evidence_source){ .kind = KF_FROM_FILE, .name = path, .predicate = predicate });
}

kerf_status kf_loader_add_table_memory(kf_loader *l, const char *predicate, const char *name,
                                       const void *memory, size_t n)
{
    return add_source(l, (kf_evidence_source){ .kind = KF_FROM_MEMORY,
                                               .name = name,
                                               .predicate = predicate,
                                               .memory = memory,
                                               .n = n });
}

kerf_status kf_loader_add_table_stream(kf_loader *l, const char *predicate, const char *name,
                                       kerf_read_fn *read, void *context)
{
    return add_source(l, (kf_evidence_source){ .kind = KF_FROM_STREAM,
                                               .name = name,
                                               .predicate = predicate,
                                               .read = read,
                                               .context = context });
}

kerf_status kf_loader_find_predicate(kf_loader *l, const char *file, const char *name,
                                     uint32_t *predicate)
{
    const kf_place place = { .file = file };
    *predicate = kf_model_find_predicate(l->model, kf_str_of(name));
    if (*predicate != KF_NONE) return KERF_OK;
    kf_loader_blame_name(l, &place, kf_str_of(name), false);
    return l->options.skip_unknown ? KERF_OK : KERF_INVALID;
}

kerf_status kf_loader_add_values(kf_loader *l, kf_feed *feed, const kf_said_rows *said,
                                 kf_stop *stop)
{
    kf_str predicate = kf_predicate_name(l->model, said->predicate);
    kf_evidence_source source = { .kind = KF_FROM_VALUES, .name = said->name, .feed = feed };
    source.said = *said;
    KF_TRY(kf_chunk_check_shape(feed->shape, l->model, said, l->diags));
    if (feed->checked) source.nulls = feed->nulls;
    else if (feed->whole)
        KF_TRY(
            kf_chunk_check_values(feed->whole, l->model, said, 0, &source.nulls, stop, l->diags));
    if (feed->whole) {
        source.n = (size_t)(feed->whole->n * feed->whole->n_columns) * sizeof(uint32_t);
    }
    source.predicate = kf_arena_string(&l->arena, predicate);
    if (!source.predicate) return KERF_NO_MEMORY;
    return add_source(l, source);
}

/* ---- reading ------------------------------------------------------------------------------ */

static kerf_status open_input(kf_loader *l, const kf_evidence_source *source)
{
    const char *why = "unknown failure";
    switch (source->kind) {
    case KF_FROM_MEMORY: return kf_input_open_memory(&l->input, l->mem, source->memory, source->n);
    case KF_FROM_STREAM:
        return kf_input_open_stream(&l->input, l->mem, source->read, source->context);
    default: break;
    }
    kerf_status status = kf_input_open_file(&l->input, l->mem, source->name, &why);
    if (status == KERF_IO) {
        const kf_place nowhere = { 0 };
        bool list = source->predicate && !*source->columns && strchr(source->name, '(');
        kf_diag_add(l->diags, KERF_ERROR, &nowhere,
                    list ? "columns are chosen by --table 'P=FILE(1, 2)'" : NULL,
                    "cannot read %s: %s", l->file_name, why);
    }
    return status;
}

kerf_status kf_loader_open_input(kf_loader *l, const kf_evidence_source *source)
{
    assert(!l->input);
    KF_TRY(open_input(l, source));
    kf_loader_watch_source(l, source);
    return KERF_OK;
}

/* A table for a predicate that is not there is skipped or ends the reading. */
static kerf_status open_table(kf_loader *l, const kf_evidence_source *source)
{
    uint32_t predicate;
    KF_TRY(kf_loader_find_predicate(l, l->file_name, source->predicate, &predicate));
    if (predicate == KF_NONE) return kf_loader_print_source(l, source);
    char *columns = kf_arena_copy(&l->arena, source->columns, strlen(source->columns) + 1, 1);
    if (!columns) return KERF_NO_MEMORY;
    const kf_csv_options options = { l->options.header, l->options.blank,
                                     *columns ? columns : NULL };
    KF_TRY(kf_loader_open_input(l, source));
    return kf_csv_open(&l->csv, l->mem, l->input, l->file_name, l->model, predicate, &options,
                       l->diags);
}

/* A predicate that its rows could be about: the first one that the model calls observed. */
static const kf_predicate *some_predicate(const kf_model *m)
{
    const kf_predicate *some = NULL;
    for (size_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        if (p->arity + p->number == 0) continue;
        if (p->stars > 0) return p;
        if (!some) some = p;
    }
    return some;
}

/* A table that is named like evidence says nothing of its predicate. */
static kerf_status refuse_table(kf_loader *l)
{
    const kf_place place = { .file = l->file_name };
    const kf_predicate *p = some_predicate(l->model);
    kf_text hint;
    kf_text_init(&hint, l->mem);
    kf_text_add(&hint, KF_STR("--table PREDICATE=FILE reads it"));
    if (p) {
        kf_str name = kf_model_name(l->model, p->name);
        kf_text_addf(&hint, ", such as --table '%.*s=%s(1", (int)name.n, name.at, l->file_name);
        for (uint32_t i = 1; i < p->arity + p->number; i++) kf_text_addf(&hint, ", %u", i + 1);
        kf_text_add(&hint, KF_STR(")' by its columns"));
    }
    kf_diag_add(l->diags, KERF_ERROR, &place, hint.failed ? NULL : hint.at,
                "this is a table, and no predicate is named");
    kf_text_free(&hint);
    return KERF_INVALID;
}

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

/* Named like a model: perhaps the wrong one of two files comes first. */
static void doubt_evidence(const kf_loader *l)
{
    const kf_place place = { .file = l->file_name };
    if (!ends_in(place.file, ".mln") && !ends_in(place.file, ".pml")) return;
    kf_diag_add(l->diags, KERF_WARNING, &place, "the model comes first, evidence behind it",
                "this is read as evidence");
}

/* What other programs write is known by the ending of its name. */
static bool refuse_form(const kf_loader *l, const char *name)
{
    static const struct {
        const char *ending, *form;
    } rows[] = {
        { ".parquet", "Parquet and Arrow files" },
        { ".arrow", "Parquet and Arrow files" },
        { ".feather", "Parquet and Arrow files" },
        { ".xlsx", "spreadsheets" },
        { ".xls", "spreadsheets" },
        { ".ods", "spreadsheets" },
        { ".json", "JSON files" },
        { ".jsonl", "JSON files" },
        { ".zip", "archives" },
        { ".pracmln", "archives" },
        { ".tar", "archives" },
        { ".tgz", "archives" },
        { ".tar.gz", "archives" },
        { ".bz2", "files packed by other than gzip" },
        { ".xz", "files packed by other than gzip" },
        { ".zst", "files packed by other than gzip" },
    };
    const kf_place place = { .file = l->file_name };
    for (size_t i = 0; i < KF_LENGTH(rows); i++) {
        if (!ends_in(name, rows[i].ending)) continue;
        bool packed = rows[i].form[0] == 'a' || rows[i].form[0] == 'f';
        kf_diag_add(l->diags, KERF_ERROR, &place,
                    packed ? "unpack it first"
                           : "write it as CSV for --table, or hand its rows over in Python",
                    "%s are not read here", rows[i].form);
        return true;
    }
    return false;
}

/* Rows that follow come from the source that is open. */
static kerf_status name_file(kf_loader *l)
{
    assert(l->current < l->sources.n);
    const kf_evidence_source *source = &l->sources.at[l->current];
    KF_TRY(kf_evidence_file(l->evidence, l->file_name, &l->file));
    if (source->kind == KF_FROM_FILE && strcmp(source->name, "-") != 0)
        kf_evidence_on_disk(l->evidence, l->file);
    return KERF_OK;
}

static bool is_open(const kf_loader *l)
{
    return l->db || l->csv || l->values;
}

static kerf_status open_source(kf_loader *l)
{
    assert(!is_open(l) && !l->input);
    kf_evidence_source *source = &l->sources.at[l->current];
    bool path = source->kind == KF_FROM_FILE;
    l->file_name = path && strcmp(source->name, "-") == 0 ? "standard input" : source->name;
    KF_TRY(name_file(l));
    if (source->kind == KF_FROM_VALUES) {
        KF_TRY(kf_loader_print_values(l, source));
        return kf_value_feed_open(&l->values, l, source);
    }
    if (path && refuse_form(l, source->name)) return KERF_INVALID;
    if (source->predicate) return open_table(l, source);
    if (path && kf_csv_is_table(source->name)) return refuse_table(l);
    KF_TRY(kf_loader_open_input(l, source));
    if (path) doubt_evidence(l);
    return kf_db_open(&l->db, l->mem, l->input, l->file_name, l->diags);
}

kf_place kf_loader_place_of(const kf_loader *l, kf_str slice, uint32_t line)
{
    if (l->values) return kf_value_feed_place_of(l->values, slice, line);
    return l->csv ? kf_csv_place_of(l->csv, slice, line) : kf_db_place_of(l->db, slice, line);
}

static void report_progress(kf_loader *l)
{
    uint64_t bytes = l->bytes;
    if (l->db) bytes += kf_db_bytes(l->db);
    if (l->csv) bytes += kf_csv_bytes(l->csv);
    if (l->values) bytes += kf_value_feed_bytes(l->values);
    uint64_t step = l->options.step ? l->options.step : PROGRESS_STEP;
    if (!l->options.progress || bytes - l->progress < step) return;
    l->progress = bytes;
    l->options.progress(l->options.context, bytes);
}

/* Is the item one that a world holds? */
static bool is_row(const kf_loader *l)
{
    return l->item.kind == KF_DB_ATOM || l->item.kind == KF_DB_MAPPING
           || l->item.kind == KF_DB_DOMAIN || l->item.kind == KF_DB_ROWS;
}

static kerf_status next_held(kf_loader *l)
{
    if (l->values) return kf_value_feed_next_held(l->values, &l->item);
    return l->csv ? kf_csv_next_held(l->csv, &l->item) : kf_db_next_held(l->db, &l->item);
}

/* The next atom, mapping, world line, or the end of everything, into l->item. */
static kerf_status read_item(kf_loader *l)
{
    for (;;) {
        if (!is_open(l)) {
            if (l->current == l->sources.n) {
                l->item = (kf_db_item){ .kind = KF_DB_END };
                return KERF_OK;
            }
            KF_TRY(open_source(l));
            if (!is_open(l)) l->current++;
            else if (l->sources.at[l->current].apart && l->current > 0) {
                l->item = (kf_db_item){ .kind = KF_DB_WORLD }; /* as a line --- would */
                return KERF_OK;
            }
            continue;
        }
        KF_TRY(next_held(l));
        if (is_row(l)) return KERF_OK;
        KF_TRY(kf_loader_flush(l));
        report_progress(l);
        if (l->item.kind == KF_DB_WORLD) return KERF_OK;
        if (l->item.kind == KF_DB_END) {
            KF_TRY(kf_loader_end_print(l));
            kf_loader_close_source(l);
            l->current++;
        }
    }
}

/* ---- worlds ------------------------------------------------------------------------------- */

static kerf_status set_name(kf_text *to, kf_str name)
{
    kf_text_clear(to);
    kf_text_add(to, name);
    return to->failed ? KERF_NO_MEMORY : KERF_OK;
}

kerf_status kf_loader_name_world(kf_loader *l, kf_str name)
{
    return set_name(&l->name, name);
}

static kerf_status begin_next(kf_loader *l)
{
    l->begun = l->item.named ? BY_NAME : BY_DASHES;
    return set_name(&l->next_name, l->item.name);
}

/* Is there a further world? Reads up to the item that tells, and holds it if it is a row. */
static kerf_status seek_world(kf_loader *l, bool *exists)
{
    uint32_t empties = 0;
    *exists = l->empties > 0 || l->begun == BY_NAME;
    while (!*exists) {
        if (!l->held) KF_TRY(read_item(l));
        bool name = l->item.kind == KF_DB_WORLD && l->item.named;
        l->held = is_row(l) || (name && empties > 0);
        *exists = l->held || name;
        if (l->held) {
            l->empties = empties; /* they come first */
        } else if (l->item.kind == KF_DB_END) {
            *exists = l->delivered == 0;
            l->begun = BY_BEGINNING;
            return KERF_OK;
        } else {
            if (l->begun == BY_DASHES && !name && l->delivered > 0) empties++;
            KF_TRY(begin_next(l));
        }
    }
    return KERF_OK;
}

static uint64_t steps_of(const kf_loader *l)
{
    return l->item.kind == KF_DB_ROWS ? KF_BATCH : 4; /* one of a text takes longer to read */
}

/* The rows of the world that was found, up to the line that begins the next. */
static kerf_status read_rows(kf_loader *l)
{
    if (l->empties > 0) {
        l->empties--;
        return KERF_OK;
    }
    for (;;) {
        if (!l->held) KF_TRY(read_item(l));
        l->held = false;
        if (!is_row(l)) break;
        if (!kf_patience_spend(&l->patience, steps_of(l))) return KERF_INTERRUPTED;
        KF_TRY(kf_loader_take(l, &l->item));
    }
    l->begun = BY_BEGINNING;
    return l->item.kind == KF_DB_END ? KERF_OK : begin_next(l);
}

static kerf_status read_world(kf_loader *l)
{
    kf_evidence_clear(l->evidence);
    KF_TRY(kf_loader_choose_provider(l));
    for (size_t i = 0; i < l->n_queues; i++) l->queues[i].reported = 0;
    KF_TRY(set_name(&l->name, kf_text_get(&l->next_name)));
    kf_text_clear(&l->next_name);
    if (is_open(l)) KF_TRY(name_file(l));
    KF_TRY(read_rows(l));
    kf_loader_report_unknown(l);
    KF_TRY(kf_loader_import(l));
    KF_TRY(kf_add_weighted(l->evidence, l->model));
    kf_evidence_on_stop(l->evidence, l->options.stop);
    kerf_status status = kf_evidence_close(l->evidence, l->diags);
    kf_evidence_on_stop(l->evidence, NULL);
    return status;
}

kerf_status kf_loader_next(kf_loader *l, bool *more)
{
    size_t errors = kf_diags_errors(l->diags);
    bool exists = false;
    l->patience = kf_patience_of(l->options.stop);
    if (l->delivered == 0 && l->site) {
        KF_TRY(kf_loader_look(l, more));
        if (*more) return KERF_OK;
    }
    KF_TRY(seek_world(l, &exists));
    kerf_status status = exists ? read_world(l) : KERF_OK;
    if (status != KERF_OK && status != KERF_INVALID) return status;
    if (kf_diags_errors(l->diags) > errors) return KERF_INVALID;
    l->delivered += exists;
    if (exists) kf_loader_end_world(l);
    *more = exists;
    return KERF_OK;
}

void kf_loader_aim(kf_loader *l, kf_model *model, kf_evidence *evidence)
{
    assert(model->types.n == l->n_queues);
    l->model = model;
    l->evidence = evidence;
    kf_evidence_set_merge(evidence, l->options.merge);
}

/* ---- Without reading ---------------------------------------------------------------------- */

uint64_t kf_loader_bytes(const kf_loader *l)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < l->sources.n; i++) {
        const kf_evidence_source *source = &l->sources.at[i];
        struct stat info = { 0 };
        bool file = source->kind == KF_FROM_FILE;
        if (source->kind == KF_FROM_STREAM || (file && stat(source->name, &info) != 0)) return 0;
        if (source->feed && !source->feed->whole) return 0;
        if (file && (!S_ISREG(info.st_mode) || ends_in(source->name, ".gz"))) return 0;
        sum += file ? (uint64_t)info.st_size : source->n;
    }
    return sum;
}

bool kf_loader_is_only(const kf_loader *l)
{
    return l->delivered == 1 && l->current == l->sources.n && !l->held && l->empties == 0
           && l->begun == BY_BEGINNING;
}

size_t kf_loader_source_count(const kf_loader *l)
{
    return l->sources.n;
}

const char *kf_loader_source(const kf_loader *l, size_t index, const char **predicate)
{
    assert(index < l->sources.n);
    *predicate = l->sources.at[index].predicate;
    return l->sources.at[index].name;
}

const char *kf_loader_world_name(const kf_loader *l)
{
    return l->name.at ? l->name.at : "";
}
