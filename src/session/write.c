/* write.c -- text out: reports to a writer, and files that appear whole or not at all.
 *
 * A report is made in memory first, so a writer never sees half of one because of an error. Of a
 * learned model both texts, the model and the weights of its tables, are made before either file is
 * written. */
#include "session/session.h"

#include "base/check.h"
#include "base/output.h"
#include "base/same_file.h"
#include "base/temporary.h"
#include "lang/print_tree.h"
#include "model/convert/convert.h"
#include "report/report.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static kerf_status begin_write(kerf *k, kerf_write_fn *write)
{
    KF_TRY(kf_session_begin(k));
    if (!k->model) return kf_session_misuse(k, "there is no model to write: read one first");
    KF_TRY(kf_session_check_writer(k, write, 0, 0));
    return KERF_OK;
}

kerf_status kf_session_deliver(kerf *k, kerf_status status, kf_text *text, kerf_write_fn *write,
                               void *context)
{
    assert(write);
    if (status == KERF_OK && text->failed) status = KERF_NO_MEMORY;
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
    k->record.evidence = k->record.worlds.n > 0 ? k->evidence : NULL;
    KF_CHECK(kf_record_check(&k->record));
    kf_report_summary(&text, &k->record);
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}

kerf_status kerf_write_stage(kerf *k, kerf_stage stage, kerf_write_fn *write, void *context)
{
    KF_TRY(begin_write(k, write));
    kf_text text;
    kf_text_init(&text, &k->mem);
    switch (stage) {
    case KERF_STAGE_TREE: kf_print_tree(&text, k->program); break;
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
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}

kerf_status kerf_write_forecast(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(begin_write(k, write));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kerf_status status = kf_session_forecast(k, &text);
    return kf_session_deliver(k, status, &text, write, context);
}

/* ---- Other dialects ------------------------------------------------------------------------- */

static kerf_status find_target(kerf *k, const char *name, kf_dialect *dialect)
{
    static const kf_dialect targets[] = { KF_DIALECT_KERF, KF_DIALECT_ALCHEMY, KF_DIALECT_TUFFY,
                                          KF_DIALECT_ROCKIT, KF_DIALECT_LOMRF };
    kf_dialect found;
    if (name && kf_dialect_find(kf_str_of(name), &found))
        for (size_t i = 0; i < KF_LENGTH(targets); i++)
            if (targets[i] == found) return *dialect = found, KERF_OK;
    return kf_session_misuse(
        k, "cannot write dialect '%s': expected kerf, alchemy, tuffy, rockit or lomrf",
        name ? name : "");
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
    return kf_session_deliver(k, status, &text, write, context);
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* The file of an input. "-" is standard input here, which is noted when it is read. */
static bool is_same(const kf_file *a, const char *path)
{
    kf_file b;
    if (!path || strcmp(path, "-") == 0) return false;
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
    assert(to->output);
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

/* ---- The model with its learned weights ----------------------------------------------------- */

static bool is_standard(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

/* x.weights for x.mln. */
static kerf_status weights_path(kerf *k, const char *path, kf_text *to)
{
    size_t n = strlen(path);
    assert(to->n == 0);
    if (n < 5 || strcmp(path + n - 4, ".mln") != 0)
        return kf_session_misuse(
            k, "'%s' does not end in .mln, so that no file with weights can stand beside it", path);
    kf_text_add(to, (kf_str){ path, n - 4 });
    kf_text_add(to, KF_STR(".weights"));
    return to->failed ? KERF_NO_MEMORY : KERF_OK;
}

/* Written into the model, the weights of +x would make their constants part of every world. */
static bool has_tables(const kf_model *m)
{
    for (size_t i = 0; i < m->rules.n; i++)
        if (m->rules.at[i].n_parameters > 0 && !m->rules.at[i].closed) return true;
    return false;
}

static kerf_status check_learned(kerf *k, const char *path)
{
    if (is_standard(path) && has_tables(k->model))
        return kf_session_misuse(
            k, "weights of formulas with +x need a file of their own: name the model's, x.mln");
    if (is_standard(path)) return KERF_OK;
    kf_text beside;
    kf_text_init(&beside, &k->mem);
    kerf_status status = weights_path(k, path, &beside);
    if (status == KERF_OK) status = check_output(k, path);
    if (status == KERF_OK) status = check_output(k, beside.at);
    kf_text_free(&beside);
    return status;
}

/* A file beside the target is begun, and left: hours later is too late to find out that it
 * cannot. */
static kerf_status try_folder(kerf *k, const char *path)
{
    kf_output *output = NULL;
    const char *why = "unknown failure";
    struct stat info;
    if (is_standard(path) || (stat(path, &info) == 0 && !S_ISREG(info.st_mode))) return KERF_OK;
    kerf_status status = kf_output_open(&output, &k->mem, path, &why);
    kf_output_close(output);
    return status == KERF_IO ? kf_session_io(k, "write", path, why) : status;
}

/* thebeast's weights can go by values that the language of the result cannot name. Warnings come
 * when it is written. */
static kerf_status try_text(const kerf *k)
{
    kf_text model, weights;
    kf_diags_mark before = kf_diags_get_mark(k->diags);
    if (k->program->dialect != KF_DIALECT_THEBEAST) return KERF_OK;
    kf_text_init(&model, k->model->mem);
    kf_text_init(&weights, k->model->mem);
    kerf_status status = kf_convert_learned(&model, &weights, k->model, false, k->diags);
    if (status == KERF_OK) kf_diags_rewind(k->diags, before);
    kf_text_free(&model);
    kf_text_free(&weights);
    return status;
}

kerf_status kerf_check_learned(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin(k));
    if (!k->model) return kf_session_misuse(k, "there is no model to write: read one first");
    KF_TRY(check_learned(k, path));
    kerf_status status = try_text(k);
    return kf_session_end(k, status == KERF_OK ? try_folder(k, path) : status);
}

static kerf_status fill_text(kerf *k, kerf_write_fn *write, void *to, void *context)
{
    const kf_text *text = context;
    (void)k;
    return text->n > 0 && write(to, text->at, text->n) != 0 ? KERF_IO : KERF_OK;
}

/* An old file with weights would be read with the new model: then even none are written. */
static kerf_status write_beside(kerf *k, const char *path, kf_text *weights)
{
    struct stat info;
    kf_text beside;
    kf_text_init(&beside, &k->mem);
    kerf_status status = weights_path(k, path, &beside);
    if (status == KERF_OK && (weights->n > 0 || stat(beside.at, &info) == 0))
        status = kerf_write_file(k, beside.at, fill_text, weights);
    kf_text_free(&beside);
    return status;
}

/* Read again it must be what is written otherwise. */
static bool reads_as(const kf_text *text, const kf_text *model, const kf_text *weights,
                     kf_dialect dialect)
{
    const kerf_config config = { .size = sizeof config, .memory_limit = text->mem->limit };
    kf_text again, tables;
    kerf *k = kerf_new(&config);
    bool same = k && kerf_set(k, "weights", "-") == KERF_OK
                && kerf_read_model_memory(k, "learned", text->at, text->n) == KERF_OK;
    if (same && weights->n > 0)
        same = kerf_read_weights_memory(k, "weights", weights->at, weights->n) == KERF_OK;
    if (same) {
        kf_text_init(&again, &k->mem);
        kf_text_init(&tables, &k->mem);
        same = k->program->dialect == dialect
               && kf_convert_learned(&again, &tables, k->model, false, k->diags) == KERF_OK
               && kf_str_eq(kf_text_get(&again), kf_text_get(model))
               && kf_str_eq(kf_text_get(&tables), kf_text_get(weights));
        kf_text_free(&again);
        kf_text_free(&tables);
    }
    kerf_free(k);
    return same;
}

/* The user's own text with the weights of the model, if that reads back as the same: as what
 * kf_convert_learned() gives. */
static bool learned_text(const kerf *k, const kf_text *model, const kf_text *weights, kf_text *to)
{
    kf_dialect dialect = k->program->dialect;
    if (dialect == KF_DIALECT_THEBEAST || k->model->split_cnf || model->failed || weights->failed)
        return false;
    return kf_convert_in_place(to, k->model) && reads_as(to, model, weights, dialect);
}

/* The text without regard to the user's, but for comments. */
static kerf_status write_anew(const kerf *k, kf_diags_mark before, kf_text *model, kf_text *weights)
{
    kf_text_clear(model);
    kf_text_clear(weights);
    kf_diags_rewind(k->diags, before);
    return kf_convert_learned(model, weights, k->model, true, k->diags);
}

static kerf_status write_learned(kerf *k, const char *path)
{
    kf_text model, weights, own;
    bool standard = is_standard(path);
    kf_diags_mark before = kf_diags_get_mark(k->diags);
    kf_text_init(&model, &k->mem);
    kf_text_init(&weights, &k->mem);
    kf_text_init(&own, &k->mem);
    kerf_status status = kf_convert_learned(&model, &weights, k->model, false, k->diags);
    bool kept = status == KERF_OK && learned_text(k, &model, &weights, &own);
    if (status == KERF_OK && !kept) status = write_anew(k, before, &model, &weights);
    if (status == KERF_OK && !standard) status = write_beside(k, path, &weights);
    if (status == KERF_OK) status = kerf_write_file(k, path, fill_text, kept ? &own : &model);
    kf_text_free(&own);
    kf_text_free(&model);
    kf_text_free(&weights);
    return status;
}

kerf_status kerf_write_learned(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin(k));
    if (!k->model) return kf_session_misuse(k, "there is no model to write: read one first");
    KF_TRY(check_learned(k, path));
    return kf_session_end(k, write_learned(k, path));
}
