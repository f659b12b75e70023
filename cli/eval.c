/* eval.c -- kerf eval: an answer against the truth. */
#include "cli.h"

#include <string.h>

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    bool json = c->format && strcmp(c->format, "json") == 0;
    return kerf_write_evaluation(k, json ? KERF_REPORT_JSON : KERF_REPORT_TEXT, put, to);
}

int run_eval(cli *c)
{
    kerf_evaluate_options options = { .size = sizeof options,
                                      .predicates = c->predicates,
                                      .symmetric = c->symmetric };
    kerf_evaluation result = { .size = sizeof result };
    if (!c->truth) return usage_error(c, "what is true? --truth=FILE says it");
    if (!c->answer) return usage_error(c, "which answer? The word after 'eval' is its file");
    if (c->n_sources > 0) return usage_error(c, "one answer at a time; -i FILE names a model");
    int code = c->model ? read_inputs(c, FIRST_WORLD) : open_session(c);
    if (code == CLI_OK) code = check_inputs(c);
    if (code != CLI_OK) return code;
    kerf_status status = kerf_evaluate(c->session, c->truth, c->answer, &options, &result);
    if (status != KERF_OK) return fail(c, status);
    messages_show(c);
    return write_output(c, fill, c);
}
