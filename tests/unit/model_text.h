/* model_text.h -- a model from text, for unit tests of what comes after it. */
#ifndef KF_TEST_MODEL_TEXT_H
#define KF_TEST_MODEL_TEXT_H

#include "lang/parse.h"
#include "model/model.h"

#include <string.h>

typedef struct test_model {
    kf_program *program;
    kf_model *model;
} test_model;

static void test_model_close(test_model *m)
{
    kf_model_free(m->model);
    kf_program_free(m->program);
    *m = (test_model){ 0 };
}

/* Fixes the constants, too; call kf_model_fix_constants() again after reading weights. */
static kerf_status test_model_open(test_model *m, kf_mem *mem, const char *text, kf_diags *diags)
{
    kf_input *input = NULL;
    const kf_parse_options parsing = { .dialect = KF_DIALECT_KERF };
    const kf_build_options building = { 0 };
    *m = (test_model){ kf_program_new(mem), kf_model_new(mem) };
    kerf_status status = m->program && m->model && diags ? KERF_OK : KERF_NO_MEMORY;
    if (status == KERF_OK) status = kf_input_open_memory(&input, mem, text, strlen(text));
    if (status == KERF_OK) status = kf_parse(m->program, input, "m.mln", &parsing, diags);
    if (status == KERF_OK) status = kf_model_build(m->model, m->program, &building, diags);
    kf_input_close(input);
    if (status == KERF_OK) kf_model_fix_constants(m->model);
    else test_model_close(m);
    return status;
}

#endif
