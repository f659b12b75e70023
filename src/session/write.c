/* write.c -- text out: reports to a writer, and files that appear whole or not at all.
 *
 * A report is made in memory first, so a writer never sees half of one because of an error. */
#include "session/session.h"

#include "base/output.h"
#include "base/same_file.h"
#include "base/temporary.h"

#include <limits.h>
#include <string.h>

static kerf_status begin_write(kerf *k, kerf_write_fn *write)
{
    KF_TRY(kf_session_begin(k));
    if (!k->model) return kf_session_misuse(k, "there is no model to write: read one first");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    return KERF_OK;
}

kerf_status kf_session_deliver(kerf *k, kf_text *text, kerf_write_fn *write, void *context)
{
    kerf_status status = text->failed ? KERF_NO_MEMORY : KERF_OK;
    kf_str all = kf_text_get(text);
    if (status == KERF_OK && all.n > 0 && write(context, all.at, all.n) != 0) {
        kf_session_say(k, "the writer stopped");
        status = KERF_IO;
    }
    kf_text_free(text);
    return kf_session_end(k, status);
}

kerf_status kerf_write_summary(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(begin_write(k, write));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_summary(&text, k->model, k->worlds.n > 0 ? k->evidence : NULL, &k->worlds);
    return kf_session_deliver(k, &text, write, context);
}

kerf_status kerf_write_stage(kerf *k, kerf_stage stage, kerf_write_fn *write, void *context)
{
    KF_TRY(begin_write(k, write));
    kf_text text;
    kf_text_init(&text, &k->mem);
    switch (stage) {
    case KERF_STAGE_TREE: kf_report_tree(&text, k->program); break;
    case KERF_STAGE_MODEL: kf_report_model(&text, k->model); break;
    case KERF_STAGE_PLAN:
    case KERF_STAGE_SQL:
    case KERF_STAGE_PROBLEM: {
        kerf_status status = kf_session_stage(k, stage, &text);
        if (status == KERF_OK) break;
        kf_text_free(&text);
        return kf_session_end(k, status);
    }
    default: return kf_session_misuse(k, "there is no stage %d", (int)stage);
    }
    return kf_session_deliver(k, &text, write, context);
}

kerf_status kerf_write_forecast(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(begin_write(k, write));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kerf_status status = kf_session_forecast(k, &text);
    if (status == KERF_OK) return kf_session_deliver(k, &text, write, context);
    kf_text_free(&text);
    return kf_session_end(k, status);
}

/* ---- Other dialects ------------------------------------------------------------------------- */

static kerf_status find_target(kerf *k, const char *name, kf_dialect *dialect)
{
    static const kf_dialect targets[] = { KF_DIALECT_KERF, KF_DIALECT_ALCHEMY, KF_DIALECT_TUFFY,
                                          KF_DIALECT_ROCKIT };
    kf_dialect found;
    if (name && kf_dialect_find(kf_str_of(name), &found))
        for (size_t i = 0; i < KF_LENGTH(targets); i++)
            if (targets[i] == found) return *dialect = found, KERF_OK;
    return kf_session_misuse(
        k, "cannot write dialect '%s': expected kerf, alchemy, tuffy or rockit", name ? name : "");
}

kerf_status kerf_write_model(kerf *k, const char *dialect, int partial, kerf_write_fn *write,
                             void *context)
{
    KF_TRY(begin_write(k, write));
    kf_dialect target = KF_DIALECT_KERF;
    KF_TRY(find_target(k, dialect, &target));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kerf_status status = kf_convert(&text, k->model, target, partial != 0, k->diags);
    if (status == KERF_OK) return kf_session_deliver(k, &text, write, context);
    kf_text_free(&text);
    return kf_session_end(k, status);
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool is_same(const kf_file *a, const char *path)
{
    kf_file b;
    if (!path) return false;
    kf_file_find(path, &b);
    return kf_file_is_same(a, &b);
}

/* Will it be the store's, or a file that SQLite keeps beside it? Whether it is there or not yet. */
static bool is_of_store(const kf_file *a, const char *store)
{
    static const char *const endings[] = { "", "-journal", "-wal", "-shm" };
    char path[PATH_MAX];
    if (!store || kf_path_follow(store, path) != 0) return false;
    size_t n = strlen(path);
    for (size_t i = 0; i < KF_LENGTH(endings); i++) {
        size_t length = strlen(endings[i]);
        if (n + length >= sizeof path) return false; /* nor can it be opened */
        memcpy(path + n, endings[i], length + 1);
        if (is_same(a, path)) return true;
    }
    return false;
}

static bool is_input(const kerf *k, const char *path)
{
    kf_file f;
    kf_file_find(path, &f);
    if (is_of_store(&f, kf_backend_file(k->options.store))) return true;
    /* These are read with the first world, later than asked. */
    if (is_same(&f, k->options.query_file) || is_same(&f, k->options.mapping)) return true;
    if (f.kind != KF_FILE_REGULAR) return false;
    for (size_t i = 0; i < k->inputs.n; i++)
        if (k->inputs.at[i].device == f.device && k->inputs.at[i].node == f.node) return true;
    return false;
}

static kerf_status check_output(kerf *k, const char *path)
{
    if (!is_input(k, path)) return KERF_OK;
    if (!path || strcmp(path, "-") == 0) path = "standard output";
    return kf_session_misuse(k, "'%s' is an input: it will not be overwritten", path);
}

kerf_status kerf_check_output(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin(k));
    return kf_session_end(k, check_output(k, path));
}

int kerf_same_output(const char *a, const char *b)
{
    kf_file first, second;
    kf_file_find(a, &first);
    kf_file_find(b, &second);
    return kf_file_is_same(&first, &second);
}

typedef struct target {
    kf_output *output;
    kerf_status status;
    const char *why;
} target;

static int put(void *context, const char *text, size_t n)
{
    target *to = context;
    if (to->status == KERF_OK) to->status = kf_output_write(to->output, text, n, &to->why);
    return to->status != KERF_OK;
}

kerf_status kerf_write_file(kerf *k, const char *path, kerf_fill_fn *fill, void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!fill) return kf_session_misuse(k, "kerf_write_file needs a function that fills the file");
    KF_TRY(check_output(k, path));
    target to = { 0 };
    to.status = kf_output_open(&to.output, &k->mem, path, &to.why);
    kerf_status status = to.status;
    if (status == KERF_OK) {
        status = fill(k, put, &to, context);
        if (status == KERF_OK) status = to.status = kf_output_commit(to.output, &to.why);
        kf_output_close(to.output);
    }
    if (to.status == KERF_OK) return status; /* what `fill` said stands */
    k->error[0] = '\0';                      /* why the file failed says more than `fill` can */
    if (to.status == KERF_IO) {
        kf_session_begin(k);
        kf_session_io(k, "write", path, to.why);
    }
    return kf_session_end(k, to.status);
}

void kerf_abandon_files(void)
{
    kf_temporary_remove_all();
}
