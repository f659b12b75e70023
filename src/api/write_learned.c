/* write_learned.c -- the model with its learned weights, and the weights of its tables beside it.
 *
 * Both texts are made before either file is written, and each file appears whole or not at all. */
#include "api/learning.h"

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

kerf_status kf_check_learned(kerf *k, const char *path)
{
    kf_text beside;
    if (is_standard(path)) return KERF_OK;
    kf_text_init(&beside, &k->mem);
    kerf_status status = weights_path(k, path, &beside);
    if (status == KERF_OK) status = kerf_check_output(k, path);
    if (status == KERF_OK) status = kerf_check_output(k, beside.at);
    kf_text_free(&beside);
    return status;
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

kerf_status kf_write_learned(kerf *k, const char *path)
{
    kf_text model, weights;
    bool standard = is_standard(path);
    kf_text_init(&model, &k->mem);
    kf_text_init(&weights, &k->mem);
    kerf_status status = standard ? kf_convert(&model, k->model, KF_DIALECT_KERF, false, k->diags)
                                  : kf_convert_learned(&model, &weights, k->model, k->diags);
    if (status == KERF_OK && !standard) status = write_beside(k, path, &weights);
    if (status == KERF_OK) status = kerf_write_file(k, path, fill, &model);
    kf_text_free(&model);
    kf_text_free(&weights);
    return status;
}
