/* verify.c -- kerf verify: what an answer is worth. */
#include "cli.h"

#include <string.h>

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    bool json = c->format && strcmp(c->format, "json") == 0;
    return kerf_write_verification(k, json ? KERF_REPORT_JSON : KERF_REPORT_TEXT, put, to);
}

static kerf_status fill_check(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const kerf_probability_check *r = context;
    char text[1024];
    (void)k;
    int n = snprintf(text, sizeof text,
                     "worlds              %llu\natoms               %llu\n"
                     "not in the file     %llu\nby enumeration      %llu\n"
                     "largest difference  %.3g\n",
                     (unsigned long long)r->worlds, (unsigned long long)r->atoms,
                     (unsigned long long)r->missing, (unsigned long long)r->enumerated, r->largest);
    if (*r->atom)
        n += snprintf(text + n, sizeof text - (size_t)n, "  %.200s  %.10g, recomputed %.10g\n",
                      r->atom, r->given, r->recomputed);
    return put(to, text, (size_t)n) == 0 ? KERF_OK : KERF_IO;
}

/* A difference is a result; with --strict one above a millionth is a failure. */
static int check_probabilities(cli *c)
{
    kerf_probability_check result = { .size = sizeof result };
    int code = read_inputs(c, NO_WORLD);
    if (code != CLI_OK) return code;
    kerf_status status = kerf_verify_probabilities(c->session, c->probabilities, &result);
    if (status != KERF_OK) return fail(c, status);
    messages_show(c);
    code = write_output(c, fill_check, &result);
    if (code != CLI_OK) return code;
    return c->strict && result.largest > 1e-6 ? CLI_INFEASIBLE : CLI_OK;
}

int run_verify(cli *c)
{
    kerf_verify_options options = { .size = sizeof options,
                                    .examples = c->examples < 0 ? 5 : (uint32_t)c->examples,
                                    .certificate = c->certificate,
                                    .only_bound = c->bound_only };
    kerf_verification result = { .size = sizeof result };
    if (c->probabilities) return check_probabilities(c);
    if (c->model && !c->answer)
        return usage_error(c, "which answer? The last word, or --answer, is its file");
    if (c->bound_only && !c->certificate)
        return usage_error(c, "--bound-only needs --bound and a certificate");
    int code = read_inputs(c, NO_WORLD);
    if (code != CLI_OK) return code;
    kerf_status status = kerf_verify(c->session, c->answer, &options, &result);
    if (status != KERF_OK) return fail(c, status);
    messages_show(c);
    code = write_output(c, fill, c);
    if (code != CLI_OK) return code;
    if (result.contradictions > 0) return CLI_INPUT;
    return c->strict && result.hard_violations > 0 ? CLI_INFEASIBLE : CLI_OK;
}
