/* verify.c -- kerf verify: what an answer is worth. */
#include "cli.h"

#include <string.h>

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    bool json = c->format && strcmp(c->format, "json") == 0;
    return kerf_write_verification(k, json ? KERF_REPORT_JSON : KERF_REPORT_TEXT, put, to);
}

typedef struct lines { /* of a table of two columns */
    char text[2048];
    size_t n;
} lines;

static void add_count(lines *to, const char *name, uint64_t n)
{
    to->n += (size_t)snprintf(to->text + to->n, sizeof to->text - to->n, "%-19s %llu\n", name,
                              (unsigned long long)n);
}

static void add_difference(lines *to, const char *name, double x)
{
    to->n += (size_t)snprintf(to->text + to->n, sizeof to->text - to->n, "%-19s %.3g\n", name, x);
}

static kerf_status fill_check(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const kerf_probability_check *r = context;
    lines l = { .n = 0 };
    (void)k;
    add_count(&l, "worlds", r->worlds);
    add_count(&l, "atoms", r->atoms);
    add_count(&l, "not in the file", r->missing);
    if (r->unchecked > 0) add_count(&l, "not compared", r->unchecked);
    add_count(&l, "by enumeration", r->enumerated);
    if (r->sampled > 0) add_count(&l, "sampled", r->sampled);
    if (r->sampled > 0) add_count(&l, "  in their interval", r->inside);
    add_difference(&l, "largest difference", r->largest);
    if (*r->atom)
        l.n += (size_t)snprintf(l.text + l.n, sizeof l.text - l.n,
                                "  %.200s  %.10g, recomputed %.10g\n", r->atom, r->given,
                                r->recomputed);
    if (r->log_z_off >= 0) add_difference(&l, "  of log Z", r->log_z_off);
    add_count(&l, "refused", r->refused);
    return put(to, l.text, l.n) == 0 ? KERF_OK : KERF_IO;
}

/* A difference is a result; with --strict one above a millionth is a failure, and so is an atom
 * that is missing. What the file says and cannot be so is always one. */
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
    if (result.refused > 0) return CLI_INFEASIBLE;
    if (c->strict && (result.largest_exact > 1e-6 || result.missing > 0)) return CLI_INFEASIBLE;
    return result.unchecked > 0 ? CLI_LIMIT : CLI_OK;
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
