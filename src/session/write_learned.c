/* write_learned.c -- the model with its learned weights, and the weights of its tables beside it.
 *
 * Both texts are made before either file is written, and each file appears whole or not at all. */
#include "session/session.h"

#include "base/output.h"

#include <string.h>
#include <sys/stat.h>

static bool is_standard(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

/* x.weights for x.mln. */
static kerf_status weights_path(kerf *k, const char *path, kf_text *to)
{
    size_t n = strlen(path);
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

static kerf_status check(kerf *k, const char *path)
{
    if (is_standard(path) && has_tables(k->model))
        return kf_session_misuse(
            k, "weights of formulas with +x need a file of their own: name the model's, x.mln");
    if (is_standard(path)) return KERF_OK;
    kf_text beside;
    kf_text_init(&beside, &k->mem);
    kerf_status status = weights_path(k, path, &beside);
    if (status == KERF_OK) status = kerf_check_output(k, path);
    if (status == KERF_OK) status = kerf_check_output(k, beside.at);
    kf_text_free(&beside);
    return status;
}

/* A file beside the target is begun, and left: hours later is too late to find out that it cannot. */
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

kerf_status kerf_check_learned(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin(k));
    if (!k->model) return kf_session_misuse(k, "there is no model to write: read one first");
    KF_TRY(check(k, path));
    return kf_session_end(k, try_folder(k, path));
}

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const kf_text *text = context;
    (void)k;
    return text->n > 0 && put(to, text->at, text->n) != 0 ? KERF_IO : KERF_OK;
}

/* An old file with weights would be read with the new model: then even none are written. */
static kerf_status write_beside(kerf *k, const char *path, kf_text *weights)
{
    struct stat info;
    kf_text beside;
    kf_text_init(&beside, &k->mem);
    kerf_status status = weights_path(k, path, &beside);
    if (status == KERF_OK && (weights->n > 0 || stat(beside.at, &info) == 0))
        status = kerf_write_file(k, beside.at, fill, weights);
    kf_text_free(&beside);
    return status;
}

static kerf_status write_learned(kerf *k, const char *path)
{
    kf_text model, weights;
    bool standard = is_standard(path);
    kf_text_init(&model, &k->mem);
    kf_text_init(&weights, &k->mem);
    kerf_status status = kf_convert_learned(&model, &weights, k->model, k->diags);
    if (status == KERF_OK && !standard) status = write_beside(k, path, &weights);
    if (status == KERF_OK) status = kerf_write_file(k, path, fill, &model);
    kf_text_free(&model);
    kf_text_free(&weights);
    return status;
}

kerf_status kerf_write_learned(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin(k));
    if (!k->model) return kf_session_misuse(k, "there is no model to write: read one first");
    KF_TRY(check(k, path));
    return kf_session_end(k, write_learned(k, path));
}
