/* learn.c -- kerf learn: weights from worlds whose truth is known.
 *
 * One live line while it works, one line an epoch that stays, and the same as JSON for --log. */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct job {
    cli *c;
    FILE *log;
    bool is_pll;
    bool begun;
    bool failed; /* the log could not be written */
} job;

static int stop(void *context)
{
    (void)context;
    return interrupted();
}

/* ---- Progress -------------------------------------------------------------------------------- */

static const char *share(char *to, size_t n, double x)
{
    if (isfinite(x)) snprintf(to, n, "%.4f", x);
    else snprintf(to, n, "-");
    return to;
}

static void show_world(const kerf_learn_progress *p)
{
    char line[256], f1[32], left[32];
    if (isfinite(p->seconds_left)) snprintf(left, sizeof left, ", %.0f s left", p->seconds_left);
    else *left = '\0';
    snprintf(line, sizeof line,
             "epoch %u of %u: world %u of %u, loss %g, %llu updates, margin %.4g missing, F1 %s%s",
             p->epoch, p->epochs, p->world, p->worlds, p->loss, (unsigned long long)p->updates,
             p->violated, share(f1, sizeof f1, p->f1), left);
    progress_show(line);
}

static void show_epoch(const kerf_learn_progress *p)
{
    char f1[32], dev[32];
    progress_erase();
    fprintf(stderr, "epoch %u: loss %g, %llu update%s, margin %.4g missing, F1 %s", p->epoch,
            p->loss, (unsigned long long)p->updates, p->updates == 1 ? "" : "s", p->violated,
            share(f1, sizeof f1, p->f1));
    if (isfinite(p->dev_f1))
        fprintf(stderr, ", development F1 %s", share(dev, sizeof dev, p->dev_f1));
    if (p->proven < p->worlds)
        fprintf(stderr, ", %llu of %u answers proven", (unsigned long long)p->proven, p->worlds);
    fprintf(stderr, ", %.2f s\n", p->seconds);
}

/* ---- Pseudo-likelihood: steps are epochs ---- */

static void show_step(const kerf_learn_progress *p)
{
    char line[256];
    if (p->epoch == 0)
        snprintf(line, sizeof line, "counting: world %u of %u, %.0f s", p->world, p->worlds,
                 p->seconds);
    else
        snprintf(line, sizeof line, "step %u: log pseudo-likelihood with prior %.10g, %.0f s",
                 p->epoch, p->objective, p->seconds);
    progress_show(line);
}

static void print_likelihood(const kerf_learned *r)
{
    fprintf(stderr, "log pseudo-likelihood %.10g", r->likelihood);
    if (r->likelihood_error > 0) fprintf(stderr, ", standard error %.3g", r->likelihood_error);
    char dev[32];
    if (isfinite(r->dev_f1))
        fprintf(stderr, ", development F1 %s", share(dev, sizeof dev, r->dev_f1));
    fprintf(stderr, ", with prior %.10g: %.0f hidden atom%s of %llu kind%s", r->objective, r->atoms,
            r->atoms == 1 ? "" : "s", (unsigned long long)r->groups, r->groups == 1 ? "" : "s");
    if (r->left_out > 0)
        fprintf(stderr, "; %u hard formula%s left out", r->left_out, r->left_out == 1 ? "" : "s");
    fputc('\n', stderr);
}

static void log_number(FILE *to, const char *name, double x)
{
    if (isfinite(x)) fprintf(to, ",\"%s\":%.17g", name, x);
    else fprintf(to, ",\"%s\":null", name);
}

static void end_log_line(job *j)
{
    fputs("}\n", j->log);
    j->failed = j->failed || fflush(j->log) != 0 || ferror(j->log);
}

static void log_step(job *j, const kerf_learn_progress *p)
{
    fprintf(j->log, "{\"step\":%u,\"worlds\":%u,\"parameters\":%llu", p->epoch, p->worlds,
            (unsigned long long)p->parameters);
    log_number(j->log, "objective", p->objective);
    log_number(j->log, "seconds", p->seconds);
    end_log_line(j);
}

static void log_end(job *j, const kerf_learned *r)
{
    if (!j->log || !j->is_pll) return;
    fprintf(j->log, "{\"steps\":%u,\"groups\":%llu,\"hard_left_out\":%u", r->epochs,
            (unsigned long long)r->groups, r->left_out);
    log_number(j->log, "atoms", r->atoms);
    log_number(j->log, "log_pseudo_likelihood", r->likelihood);
    log_number(j->log, "standard_error", r->likelihood_error);
    log_number(j->log, "objective", r->objective);
    log_number(j->log, "dev_f1", r->dev_f1);
    log_number(j->log, "seconds", r->seconds);
    end_log_line(j);
}

static void log_epoch(job *j, const kerf_learn_progress *p)
{
    if (!j->log) return;
    if (j->is_pll) {
        log_step(j, p);
        return;
    }
    fprintf(j->log, "{\"epoch\":%u,\"worlds\":%u,\"parameters\":%llu,\"updates\":%llu", p->epoch,
            p->worlds, (unsigned long long)p->parameters, (unsigned long long)p->updates);
    log_number(j->log, "loss", p->loss);
    log_number(j->log, "violated", p->violated);
    fprintf(j->log, ",\"right\":%llu,\"wrong\":%llu,\"missed\":%llu", (unsigned long long)p->right,
            (unsigned long long)p->wrong, (unsigned long long)p->missed);
    log_number(j->log, "f1", p->f1);
    log_number(j->log, "dev_f1", p->dev_f1);
    fprintf(j->log, ",\"proven\":%llu", (unsigned long long)p->proven);
    log_number(j->log, "seconds", p->seconds);
    end_log_line(j);
}

static void progress(void *context, const kerf_learn_progress *p)
{
    job *j = context;
    if (p->epoch_ended || !j->begun) messages_show(j->c);
    j->begun = true;
    if (p->epoch_ended) log_epoch(j, p);
    if (j->c->quiet) return;
    if (j->is_pll) show_step(p);
    else if (p->epoch_ended) show_epoch(p);
    else show_world(p);
}

/* ---- The run --------------------------------------------------------------------------------- */

static void print_summary(const job *j, const kerf_learned *r)
{
    const char *step = j->is_pll ? "step" : "epoch";
    progress_erase();
    if (j->c->quiet) return;
    if (isfinite(r->likelihood)) print_likelihood(r);
    fprintf(stderr, "%llu weight%s from %u world%s, %u %s%s", (unsigned long long)r->parameters,
            r->parameters == 1 ? "" : "s", r->worlds, r->worlds == 1 ? "" : "s", r->epochs, step,
            r->epochs == 1 ? "" : "s");
    if (r->best_epoch > 0) fprintf(stderr, ", the best of them %u", r->best_epoch);
    const char *why = r->stopped == 2 ? ", stopped by --time-limit" : ", interrupted";
    fprintf(stderr, ", %.2f s%s\n", r->seconds, r->stopped ? why : "");
}

static int open_log(job *j)
{
    const cli *c = j->c;
    if (!c->log) return CLI_OK;
    /* Where learning goes on, so does its log. */
    const char *checkpoint = kerf_get(c->session, "checkpoint");
    bool goes_on = checkpoint && access(checkpoint, F_OK) == 0;
    j->log = strcmp(c->log, "-") == 0 ? stdout : fopen(c->log, goes_on ? "a" : "w");
    if (j->log) return CLI_OK;
    char text[512];
    snprintf(text, sizeof text, "cannot write %s: %s", c->log, strerror(errno));
    message_line("error", text);
    return CLI_FAILURE;
}

static int close_log(job *j, int code)
{
    if (!j->log) return code;
    bool failed = j->failed;
    if (j->log != stdout && fclose(j->log) != 0) failed = true;
    if (!failed) return code;
    char text[512];
    snprintf(text, sizeof text, "the log %s could not be written", j->c->log);
    message_line("error", text);
    return code != CLI_OK ? code : CLI_FAILURE;
}

static int learn_weights(job *j)
{
    cli *c = j->c;
    const char *dev[] = { c->dev, NULL };
    kerf_learn_options options = {
        .size = sizeof options, .dev = dev, .stop = stop, .progress = progress, .context = j
    };
    kerf_learned result = { .size = sizeof result };
    hold_interrupts();
    kerf_status status = kerf_learn(c->session, &options, &result);
    progress_erase();
    messages_show(c);
    if (status != KERF_OK) return fail(c, status);
    status = kerf_write_learned(c->session, c->output);
    if (status != KERF_OK) {
        fail(c, status);
        return CLI_FAILURE;
    }
    log_end(j, &result);
    int code =
        write_aside(c, c->report, fill_report, result.stopped == 1 ? CLI_INTERRUPTED : CLI_OK);
    print_summary(j, &result);
    return code;
}

static int check_output(cli *c)
{
    kerf_status status = kerf_check_learned(c->session, c->output);
    if (status == KERF_OK) return CLI_OK;
    int code = fail(c, status);
    return status == KERF_IO ? CLI_FAILURE : code;
}

int run_learn(cli *c)
{
    job j = { .c = c };
    int code = read_inputs(c, NO_WORLD);
    if (code != CLI_OK) return code;
    if (c->n_sources == 0)
        return usage_error(c, "which training worlds? Name their files after the model");
    code = check_output(c);
    j.is_pll = strcmp(kerf_get(c->session, "method"), "pll") == 0;
    if (code == CLI_OK) code = open_log(&j);
    if (code == CLI_OK) code = learn_weights(&j);
    return close_log(&j, code);
}
