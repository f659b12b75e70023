/* read.c -- the model and its weights: from a file, from memory or from a stream; where evidence is
 * kept, how long reading it may take, and what is told on the way (option "store").
 *
 * Parse, build, then the weights beside the model, then fix the constants: what evidence adds
 * later belongs to its world. A failed read leaves the session broken but for its messages. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "evidence/load/weights.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files ---------------------------------------------------------------------------------- */

bool kf_session_note_input(kerf *k, const char *path)
{
    struct stat info;
    int failed = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &info) : stat(path, &info);
    if (failed || !S_ISREG(info.st_mode)) return true; /* nothing that could be overwritten */
    return kf_vec_push(&k->mem, &k->inputs, (kf_file_id){ info.st_dev, info.st_ino });
}

kerf_status kf_session_open(kerf *k, kf_input **in, const char *path)
{
    const char *why = NULL;
    kf_input *opened = NULL;
    kerf_status status = kf_input_open_file(&opened, &k->mem, path, &why);
    if (status == KERF_IO) return kf_session_io(k, "read", path, why);
    if (status != KERF_OK) return status;
    if (!kf_session_note_input(k, path)) {
        kf_input_close(opened);
        return KERF_NO_MEMORY;
    }
    *in = opened;
    return KERF_OK;
}

/* ---- Weights -------------------------------------------------------------------------------- */

static kerf_status read_weights(kerf *k, kf_input *in, const char *name)
{
    assert(!k->loader && !k->model->settled); /* constants may still be added */
    bool strict = k->options.strict_types;
    kerf_status status = kf_weights_read(k->model, in, name, strict, k->diags);
    if (status == KERF_OK) kf_model_fix_constants(k->model);
    return status;
}

static kerf_status read_weights_file(kerf *k, const char *path)
{
    kf_input *in = NULL;
    KF_TRY(kf_session_open(k, &in, path));
    kerf_status status = read_weights(k, in, path);
    kf_input_close(in);
    return status;
}

static bool ends_in(kf_str text, kf_str end)
{
    return text.n > end.n && memcmp(text.at + text.n - end.n, end.at, end.n) == 0;
}

/* The stem of model.mln or model.mln.gz; empty for other names. */
static kf_str model_stem(const char *path)
{
    kf_str name = kf_str_of(path);
    if (ends_in(name, KF_STR(".gz"))) name.n -= 3;
    if (!ends_in(name, KF_STR(".mln"))) return (kf_str){ 0 };
    name.n -= 4;
    return name;
}

static void note_weights(kerf *k, const char *path)
{
    const kf_place place = { .file = path };
    kf_diag_add(k->diags, KERF_NOTE, &place, NULL,
                "weights read with the model; --weights=- leaves them out");
}

static kerf_status read_if_there(kerf *k, kf_text *path, bool *there)
{
    struct stat info;
    if (path->failed) return KERF_NO_MEMORY;
    *there = stat(path->at, &info) == 0;
    if (!*there) return KERF_OK;
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) /* nobody named it: it must not wait */
        return kf_session_io(k, "read", path->at, "it is not an ordinary file");
    KF_TRY(read_weights_file(k, path->at));
    note_weights(k, path->at);
    return KERF_OK;
}

/* model.weights, else model.weights.gz, else nothing. */
static kerf_status read_weights_beside(kerf *k, const char *model_path)
{
    kf_str stem = model_stem(model_path);
    if (stem.n == 0) return KERF_OK;
    kf_text path;
    kf_text_init(&path, &k->mem);
    kf_text_add(&path, stem);
    kf_text_add(&path, KF_STR(".weights"));
    bool there = false;
    kerf_status status = read_if_there(k, &path, &there);
    if (status == KERF_OK && !there) {
        kf_text_add(&path, KF_STR(".gz"));
        status = read_if_there(k, &path, &there);
    }
    kf_text_free(&path);
    return status;
}

static kerf_status read_side_weights(kerf *k, const char *model_path)
{
    const char *named = k->options.weights;
    if (!named) return model_path ? read_weights_beside(k, model_path) : KERF_OK;
    return strcmp(named, "-") == 0 ? KERF_OK : read_weights_file(k, named);
}

/* ---- The model ------------------------------------------------------------------------------ */

static kf_dialect chosen_dialect(const kerf *k)
{
    kf_dialect dialect = KF_DIALECT_AUTO;
    kf_dialect_find(kf_str_of(kerf_get(k, "dialect")), &dialect);
    return dialect;
}

static kerf_status parse_and_build(kerf *k, kf_input *in, const char *name)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    kf_parse_options reading = { .dialect = chosen_dialect(k), .stop = &stop };
    reading.standard = strcmp(kerf_get(k, "completion"), "standard") == 0;
    reading.skip_unsupported = strcmp(kerf_get(k, "unsupported"), "skip") == 0;
    kf_build_options building = {
        .split_cnf = k->options.split_cnf || reading.dialect == KF_DIALECT_ALCHEMY,
        .strict_types = k->options.strict_types,
        .stop = &stop,
    };
    assert(!k->program && !k->model);
    k->program = kf_program_new(&k->mem);
    if (!k->program) return KERF_NO_MEMORY;
    KF_TRY(kf_parse(k->program, in, name, &reading, k->diags));
    k->model = kf_model_new(&k->mem);
    if (!k->model) return KERF_NO_MEMORY;
    return kf_model_build(k->model, k->program, &building, k->diags);
}

/* Includes have been opened by the parser; now they are known by name. */
static kerf_status note_sources(kerf *k)
{
    for (uint32_t i = 1; i < kf_sources_count(k->program->sources); i++)
        if (!kf_session_note_input(k, kf_sources_name(k->program->sources, i)))
            return KERF_NO_MEMORY;
    return KERF_OK;
}

/* path NULL: not a file, so nothing is beside it. */
static kerf_status read_parts(kerf *k, kf_input *in, const char *name, const char *path)
{
    KF_TRY(parse_and_build(k, in, name));
    KF_TRY(note_sources(k));
    kf_model_fix_constants(k->model);
    return read_side_weights(k, path);
}

static kerf_status read_model(kerf *k, kf_input *in, const char *name, const char *path)
{
    double begun = kf_now();
    assert(k->phase == KF_PHASE_NEW);
    kerf_status status = read_parts(k, in, name, path);
    k->record.mapped.parse = kf_now() - begun;
    k->phase = KF_PHASE_MODEL;
    k->record.model = k->model;
    if (status == KERF_OK) KF_CHECK(kf_session_check(k));
    if (status == KERF_OK) return KERF_OK;
    kf_model_free(k->model);
    kf_program_free(k->program);
    k->model = NULL;
    k->program = NULL;
    k->record.model = NULL;
    k->phase = KF_PHASE_BROKEN;
    return status;
}

static kerf_status begin_model(kerf *k, const char *what)
{
    KF_TRY(kf_session_begin(k));
    if (k->phase == KF_PHASE_BROKEN)
        return kf_session_misuse(k, "reading failed before: start a new session");
    if (k->phase != KF_PHASE_NEW) return kf_session_misuse(k, "a session reads one model only");
    if (!what) return kf_session_misuse(k, "a model needs a file name or a name for messages");
    return KERF_OK;
}

kerf_status kf_session_claim(kerf *k, const char *path)
{
    if (strcmp(path, "-") != 0) return KERF_OK;
    if (k->standard_input) return kf_session_misuse(k, "standard input can be read only once");
    k->standard_input = true;
    return KERF_OK;
}

kerf_status kf_session_read_text(kerf *k, const char *path, size_t most, char **text, size_t *n)
{
    kf_input *in = NULL;
    const char *why = NULL;
    KF_TRY(kf_session_claim(k, path));
    KF_TRY(kf_session_open(k, &in, path));
    kerf_status status = kf_input_read_all(in, most, text, n, &why);
    kf_input_close(in);
    if (status == KERF_IO || status == KERF_LIMIT) return kf_session_io(k, "read", path, why);
    return status;
}

/* The first file is the model: somebody may have named evidence first. */
static void doubt_model(kerf *k, const char *path)
{
    static const char *const endings[] = { ".db", ".db.gz", ".csv", ".tsv" };
    const kf_place place = { .file = path };
    for (size_t i = 0; i < KF_LENGTH(endings); i++) {
        if (!ends_in(kf_str_of(path), kf_str_of(endings[i]))) continue;
        kf_diag_add(k->diags, KERF_WARNING, &place, "the model comes first, evidence behind it",
                    "this is read as the model");
    }
}

static void doubt_empty(kerf *k, const char *name)
{
    const kf_place place = { .file = name };
    if (k->program->statements.n == 0)
        kf_diag_add(k->diags, KERF_WARNING, &place, NULL, "this model is empty");
}

kerf_status kerf_read_model(kerf *k, const char *path)
{
    KF_TRY(begin_model(k, path));
    KF_TRY(kf_session_claim(k, path));
    kf_input *in = NULL;
    kerf_status status = kf_session_open(k, &in, path);
    if (status != KERF_OK) {
        k->phase = KF_PHASE_BROKEN;
        return kf_session_end(k, status);
    }
    doubt_model(k, path);
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    status = read_model(k, in, name, standard ? NULL : path);
    kf_input_close(in);
    if (status == KERF_OK) doubt_empty(k, name);
    return kf_session_end(k, status);
}

static kerf_status read_model_input(kerf *k, kf_input *in, const char *name)
{
    kerf_status status = read_model(k, in, name, NULL);
    kf_input_close(in);
    return status;
}

kerf_status kerf_read_model_memory(kerf *k, const char *name, const void *text, size_t n)
{
    KF_TRY(begin_model(k, name));
    if (!text && n > 0) return kf_session_misuse(k, "a model in memory needs its text");
    kf_input *in = NULL;
    kerf_status status = kf_input_open_memory(&in, &k->mem, text ? text : "", n);
    if (status == KERF_OK) status = read_model_input(k, in, name);
    return kf_session_end(k, status);
}

kerf_status kerf_read_model_stream(kerf *k, const char *name, kerf_read_fn *read, void *context)
{
    KF_TRY(begin_model(k, name));
    if (!read) return kf_session_misuse(k, "a model from a stream needs a reader");
    kf_input *in = NULL;
    kerf_status status = kf_input_open_stream(&in, &k->mem, read, context);
    if (status == KERF_OK) status = read_model_input(k, in, name);
    return kf_session_end(k, status);
}

/* ---- More weights --------------------------------------------------------------------------- */

static kerf_status begin_weights(kerf *k, const char *what)
{
    KF_TRY(kf_session_begin(k));
    if (k->phase == KF_PHASE_BROKEN)
        return kf_session_misuse(k, "reading failed before: start a new session");
    if (k->phase == KF_PHASE_NEW) return kf_session_misuse(k, "weights are read after the model");
    if (k->phase != KF_PHASE_MODEL)
        return kf_session_misuse(k, "weights must be read before evidence is added");
    if (!what) return kf_session_misuse(k, "weights need a file name or a name for messages");
    return kf_session_owns_model(k, "reading weights");
}

static kerf_status end_weights(kerf *k, kerf_status status)
{
    if (status != KERF_OK) k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, status);
}

kerf_status kerf_read_weights(kerf *k, const char *path)
{
    KF_TRY(begin_weights(k, path));
    KF_TRY(kf_session_claim(k, path));
    return end_weights(k, read_weights_file(k, path));
}

kerf_status kerf_read_weights_memory(kerf *k, const char *name, const void *text, size_t n)
{
    KF_TRY(begin_weights(k, name));
    if (!text && n > 0) return kf_session_misuse(k, "weights in memory need their text");
    kf_input *in = NULL;
    kerf_status status = kf_input_open_memory(&in, &k->mem, text ? text : "", n);
    if (status == KERF_OK) {
        status = read_weights(k, in, name);
        kf_input_close(in);
    }
    return end_weights(k, status);
}

/* ---- Evidence in a store -------------------------------------------------------------------- */

bool kf_session_is_stored(const kerf *k)
{
    return !kf_backend_is_memory(k->options.store);
}

kerf_status kf_session_check_store(kerf *k)
{
    bool postgres = strncmp(k->options.store, "postgres", 8) == 0;
    if (k->options.distribute && !postgres)
        return kf_session_misuse(k, "only tables on a PostgreSQL server can be distributed");
    if (k->options.schema && !postgres)
        return kf_session_misuse(k, "only a PostgreSQL server has schemas");
    if (kf_backend_is_known(k->options.store)) return KERF_OK;
    /* What follows a sign may be a password, in a form that is not one of ours. */
    int shown = (int)strcspn(k->options.store, "=/@ :");
    if (k->options.store[shown] == ':') shown++;
    return kf_session_misuse(k, "there is no store '%.*s%s': memory, sqlite:FILE or postgres://...",
                             shown > 100 ? 100 : shown, k->options.store,
                             k->options.store[shown] ? "..." : "");
}

kerf_status kf_session_needs_memory(kerf *k, const char *what)
{
    if (!kf_session_is_stored(k)) return KERF_OK;
    return kf_session_misuse(k, "%s needs evidence in memory: leave out the option store", what);
}

static bool is_stopped(const kerf *k)
{
    return k->config.stop && k->config.stop(k->config.stop_context);
}

static void set_stop(kerf *k, double deadline)
{
    k->reading = kf_stop_when(k->config.stop, k->config.stop_context);
    k->reading.deadline = deadline;
}

/* Reading has as long as the search after it. */
void kf_session_begin_reading(kerf *k)
{
    double limit = k->options.time_limit;
    set_stop(k, limit > 0 && kf_session_is_stored(k) ? kf_now() + limit : 0);
}

kerf_status kf_session_end_reading(kerf *k, kerf_status status)
{
    bool late = status == KERF_INTERRUPTED && k->reading.deadline > 0 && !is_stopped(k);
    set_stop(k, 0);
    if (!late) return status;
    kf_diag_add(k->diags, KERF_ERROR, NULL, "kerf load has no limit, and keeps it for later runs",
                "the time limit was over before all evidence was in the store");
    return KERF_LIMIT;
}

static void report_storing(void *context, uint64_t rows, uint64_t all)
{
    kf_session_log(context, KERF_LOG_PROGRESS, "storing evidence: %llu of %llu rows",
                   (unsigned long long)rows, (unsigned long long)all);
}

/* Longer than a line of the log is otherwise. */
static void report_explained(void *context, const char *text)
{
    const kerf *k = context;
    if (k->config.log) k->config.log(k->config.log_context, KERF_LOG_DEBUG, text);
}

static void report_sorting(void *context, size_t table, size_t all)
{
    kf_session_log(context, KERF_LOG_PROGRESS, "sorting evidence: table %zu of %zu", table + 1,
                   all);
}

static void report_waiting(void *context, const char *why, double seconds)
{
    kf_session_log(context, KERF_LOG_PROGRESS, "%.150s: waiting for %.0f s", why, seconds);
}

void kf_session_report_stored(kerf *k, uint64_t bytes)
{
    enum { WIDTH = 20 };
    static const char full[] = "####################", empty[] = "--------------------";
    assert(k->loader && kf_session_is_stored(k));
    uint64_t all = kf_loader_bytes(k->loader);
    unsigned long long mb = (unsigned long long)(bytes >> 20);
    if (all == 0) {
        kf_session_log(k, KERF_LOG_PROGRESS, "storing evidence: %llu MB", mb);
        return;
    }
    double part = bytes < all ? (double)bytes / (double)all : 1;
    int done = (int)(part * WIDTH);
    assert(done >= 0 && done <= WIDTH);
    kf_session_log(k, KERF_LOG_PROGRESS, "storing evidence [%.*s%.*s] %d%%, %llu MB", done, full,
                   WIDTH - done, empty, (int)(100 * part), mb);
}

kf_backend_site kf_session_site(kerf *k, const char *where)
{
    assert(k->model);
    set_stop(k, k->reading.deadline);
    return (kf_backend_site){ .where = where,
                              .file = kf_backend_file(where),
                              .schema = k->options.schema,
                              .diags = k->diags,
                              .stop = k->stop ? k->stop : &k->reading,
                              .world = kerf_world_name(k),
                              .fingerprint = k->loader ? kf_loader_fingerprint(k->loader) : NULL,
                              .progress = report_storing,
                              .sorting = report_sorting,
                              .waiting = report_waiting,
                              .progress_context = k,
                              .explain = k->options.analyze ? report_explained : NULL,
                              .connections = kf_session_threads(k),
                              .distribute = k->options.distribute };
}
