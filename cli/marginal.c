/* marginal.c -- kerf marginal: how probable each hidden atom is, world after world.
 *
 * The first interrupt asks it to stop, and what is known is written; the second ends the run on the
 * spot. */
#include "cli.h"

#include <math.h>
#include <string.h>

typedef struct job {
    cli *c;
    size_t worlds;
    kerf_marginal_result last;
    int code; /* what the run will end with */
} job;

static int stop(void *context)
{
    (void)context;
    return interrupted();
}

/* A line that stays with -v, else one that the next replaces. */
static void show_progress(void *context, const kerf_marginal_progress *p)
{
    const cli *c = context;
    char line[256];
    if (c->quiet) return;
    unsigned long long done = p->done, all = p->components, atoms = p->atoms;
    if (p->samples > 0)
        snprintf(line, sizeof line,
                 "%llu of %llu components, %llu samples of %llu atoms, %llu converged, "
                 "R-hat %.3f, %.2f s",
                 done, all, (unsigned long long)p->samples, atoms, (unsigned long long)p->converged,
                 p->max_rhat, p->seconds);
    else
        snprintf(line, sizeof line, "%llu of %llu components, %s of one of %llu atoms, %.2f s",
                 done, all, p->method, atoms, p->seconds);
    if (c->verbose) {
        progress_erase();
        fprintf(stderr, "%s\n", line);
    } else {
        progress_show(line);
    }
}

/* ---- The last line --------------------------------------------------------------------------- */

static void print_atoms(const kerf_marginal_result *r, const char *before)
{
    fprintf(stderr, "%s%llu atom%s in %llu component%s", before, (unsigned long long)r->atoms,
            r->atoms == 1 ? "" : "s", (unsigned long long)r->components,
            r->components == 1 ? "" : "s");
}

static void print_exact(const kerf_marginal_result *r)
{
    fprintf(stderr, ": log Z %.10g [%.10g, %.10g]", r->log_z, r->log_z_lo, r->log_z_hi);
    print_atoms(r, ", ");
    if (r->width > 0) fprintf(stderr, ", width %u", r->width);
}

static void print_sampled(const kerf_marginal_result *r)
{
    print_atoms(r, ": ");
    if (r->exact_components > 0)
        fprintf(stderr, ", %llu of them exact", (unsigned long long)r->exact_components);
    if (r->samples > 0)
        fprintf(stderr, ", %llu samples of %u chains, R-hat %.3f, least ESS %.0f",
                (unsigned long long)r->samples, r->chains, r->max_rhat, r->min_ess);
}

static void print_summary(const job *j)
{
    const kerf_marginal_result *r = &j->last;
    progress_erase();
    if (j->c->quiet || j->worlds == 0) return;
    if (j->worlds > 1) {
        fprintf(stderr, "%zu worlds; the last: ", j->worlds);
    }
    fputs(kerf_certainty_text(r->certainty), stderr);
    if (r->certainty == KERF_EXACT) print_exact(r);
    else print_sampled(r);
    fprintf(stderr, ", %.2f s%s\n", r->seconds,
            r->ending == KERF_STOPPED       ? ", interrupted"
            : r->ending == KERF_OUT_OF_TIME ? ", stopped by --time-limit"
                                            : "");
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static kerf_marginal_method method_of(const cli *c)
{
    static const char *const names[] = { "auto", "exact", "mcsat", "gibbs" };
    for (int i = 0; c->method && i <= KERF_MARGINAL_GIBBS; i++)
        if (strcmp(c->method, names[i]) == 0) return (kerf_marginal_method)i;
    return KERF_MARGINAL_AUTO;
}

/* What is known is written, also where that is not all. */
static kerf_status solve(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    job *j = context;
    cli *c = j->c;
    kerf_marginal_options options = { .size = sizeof options,
                                      .stop = stop,
                                      .progress = show_progress,
                                      .context = c,
                                      .method = method_of(c),
                                      .all = c->all,
                                      .expectations = c->expectations,
                                      .report = c->report != NULL };
    kerf_marginal_result result = { .size = sizeof result };
    kerf_status status = kerf_marginal(k, &options, &result);
    progress_erase();
    messages_show(c);
    bool partial = status == KERF_LIMIT || status == KERF_INTERRUPTED;
    if (status != KERF_OK && !(partial && result.atoms > 0)) return status;
    j->worlds++;
    j->last = result;
    if (result.certainty == KERF_UNCONVERGED) j->code = CLI_LIMIT;
    if (result.ending == KERF_STOPPED) {
        j->code = CLI_INTERRUPTED;
        heed_interrupt();
    }
    begin_answer();
    status = kerf_write_probabilities(k, answer_format(c), put, to);
    end_answer();
    return status;
}

static bool goes_on(const job *j)
{
    return j->last.ending != KERF_STOPPED;
}

/* All worlds into one file. */
static kerf_status solve_all(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    job *j = context;
    int more = 1;
    while (goes_on(j)) {
        kerf_status status = next_world(j->c, j->worlds + 1, &more);
        if (status != KERF_OK || !more) return status;
        status = solve(k, put, to, context);
        if (status != KERF_OK) return status;
    }
    return KERF_OK;
}

/* To standard output, each as it comes. */
static int solve_each(job *j)
{
    int more = 1, code = CLI_OK;
    while (code == CLI_OK && goes_on(j)) {
        kerf_status status = next_world(j->c, j->worlds + 1, &more);
        if (status != KERF_OK) return fail(j->c, status);
        if (!more) break;
        code = write_output(j->c, solve, j);
    }
    return code;
}

int run_marginal(cli *c)
{
    job j = { .c = c };
    int code = read_inputs(c, NO_WORLD);
    if (code != CLI_OK) return code;
    hold_interrupts();
    bool to_file = c->output && strcmp(c->output, "-") != 0;
    code = to_file ? write_output(c, solve_all, &j) : solve_each(&j);
    if (code == CLI_OK) code = j.code;
    code = write_aside(c, c->stats, fill_statistics, code);
    code = write_aside(c, c->report, fill_report, code);
    print_summary(&j);
    return interrupted() ? CLI_INTERRUPTED : code;
}
