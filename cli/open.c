/* open.c -- from the command line to a session that has read its model and evidence. */
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Outcomes -------------------------------------------------------------------------------- */

static int exit_code_of(kerf_status status)
{
    switch (status) {
    case KERF_OK: return CLI_OK;
    case KERF_MISUSE: return CLI_USAGE;
    case KERF_INVALID:
    case KERF_IO:
    case KERF_UNSUPPORTED: return CLI_INPUT;
    case KERF_INFEASIBLE: return CLI_INFEASIBLE;
    case KERF_LIMIT: return CLI_LIMIT;
    case KERF_NO_MEMORY:
    case KERF_SOLVER:
    case KERF_STORE: return CLI_FAILURE;
    case KERF_INTERRUPTED: return CLI_INTERRUPTED;
    case KERF_INTERNAL: return CLI_INTERNAL;
    }
    return CLI_FAILURE;
}

/* Where no format is named, the ending of the file may tell it. */
kerf_answer_format answer_format(const cli *c)
{
    static const struct {
        const char *name;
        kerf_answer_format is;
    } formats[] = { { "csv", KERF_ANSWER_CSV },
                    { "tsv", KERF_ANSWER_TSV },
                    { "json", KERF_ANSWER_JSON } };
    const char *dot = c->output ? strrchr(c->output, '.') : NULL;
    const char *name = c->format ? c->format : dot ? dot + 1 : "db";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(name, formats[i].name) == 0) return formats[i].is;
    return KERF_ANSWER_DB;
}

int fail(cli *c, kerf_status status)
{
    size_t errors = kerf_message_total(c->session, KERF_ERROR);
    messages_show(c);
    if (status == KERF_MISUSE) return usage_error(c, "%s", kerf_error(c->session));
    const char *text = kerf_error(c->session);
    if (errors == 0 || status == KERF_NO_MEMORY)
        message_line("error", *text ? text : kerf_status_text(status));
    return exit_code_of(status);
}

void finish(cli *c)
{
    if (!c->session) return;
    messages_show(c);
    messages_count(c);
    kerf_free(c->session);
    c->session = NULL;
}

/* ---- Options --------------------------------------------------------------------------------- */

/* -q A -q B means -q A,B. */
static kerf_status append(cli *c, const char *name, const char *value)
{
    const char *before = kerf_get(c->session, name);
    if (!before) return kerf_set(c->session, name, value);
    size_t n = strlen(before) + strlen(value) + 2;
    char *both = malloc(n);
    if (!both) return KERF_NO_MEMORY;
    snprintf(both, n, "%s,%s", before, value);
    kerf_status status = kerf_set(c->session, name, both);
    free(both);
    return status;
}

static int set_options(cli *c)
{
    for (size_t i = 0; i < c->n_settings; i++) {
        const setting *s = &c->settings[i];
        if (s->option->id != OPTION_LIBRARY) continue;
        kerf_status status = s->option->is.type == KERF_OPTION_LIST
                                 ? append(c, s->option->is.name, s->value)
                                 : kerf_set(c->session, s->option->is.name, s->value);
        if (status != KERF_OK) return fail(c, status);
    }
    if (c->analyze && c->command->bit & CMD_MAP) kerf_set(c->session, "analyze", "yes");
    return CLI_OK;
}

/* ---- Evidence -------------------------------------------------------------------------------- */

static kerf_status add_table(cli *c, const char *text)
{
    const char *equals = strchr(text, '='), *file = equals + 1 + strspn(equals + 1, " ");
    text += strspn(text, " ");
    size_t n = (size_t)(equals - text);
    while (n > 0 && text[n - 1] == ' ') n--;
    char *predicate = malloc(n + 1);
    if (!predicate) return KERF_NO_MEMORY;
    memcpy(predicate, text, n);
    predicate[n] = '\0';
    kerf_status status = kerf_add_table(c->session, predicate, file);
    free(predicate);
    return status;
}

static kerf_status add_sources(cli *c)
{
    for (size_t i = 0; i < c->n_sources; i++) {
        const source *s = &c->sources[i];
        kerf_status status = s->table ? add_table(c, s->text)
                             : c->command->bit == CMD_LEARN
                                 ? kerf_add_world(c->session, s->text)
                                 : kerf_add_evidence(c->session, s->text);
        if (status != KERF_OK) return status;
    }
    return KERF_OK;
}

/* Is it known without evidence what is hidden? Then an empty world says something. */
static bool decided(cli *c)
{
    static const char *const names[] = { "query", "open", "closed", "query-file" };
    kerf_predicate_info info = { .size = sizeof info };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kerf_get(c->session, names[i])) return true;
    for (size_t i = 0; kerf_predicate_get(c->session, i, &info) == KERF_OK; i++)
        if (info.starred) return true;
    return false;
}

static void say_world(cli *c, size_t number)
{
    if (!c->verbose) return;
    progress_erase();
    fprintf(stderr, "kerf: world %zu", number);
    if (*kerf_world_name(c->session)) fprintf(stderr, " '%s'", kerf_world_name(c->session));
    fprintf(stderr, ": %.1f MB of memory\n", (double)kerf_memory_used(c->session) / (1 << 20));
}

kerf_status next_world(cli *c, size_t number, int *more)
{
    kerf_status status = kerf_next_world(c->session, more);
    if (status != KERF_OK) return status;
    messages_show(c);
    if (*more) say_world(c, number);
    return KERF_OK;
}

static kerf_status read_worlds(cli *c, how_many wanted)
{
    int more = 1;
    for (size_t n = 1; more; n++) {
        kerf_status status = next_world(c, n, &more);
        if (status != KERF_OK) return status;
        if (wanted == FIRST_WORLD || wanted == NEEDED_WORLD) break;
    }
    return KERF_OK;
}

/* Is it the world that --world names? */
static bool is_chosen(const cli *c, size_t number)
{
    char *end = NULL;
    if (strcmp(kerf_world_name(c->session), c->world) == 0) return true;
    if (!isdigit((unsigned char)*c->world)) return false;
    return strtoull(c->world, &end, 10) == number && *end == '\0';
}

/* Reading on would forget the world, so that it ends there. */
static int read_chosen(cli *c)
{
    int more = 1;
    size_t n = 0;
    while (more) {
        kerf_status status = next_world(c, n + 1, &more);
        if (status != KERF_OK) return fail(c, status);
        n += more != 0;
        if (more && c->world && is_chosen(c, n)) return CLI_OK;
        if (more && !c->world && n > 1)
            return usage_error(c, "the evidence has several worlds: choose one with --world");
    }
    if (!c->world) return CLI_OK;
    return usage_error(c, "there is no world '%s': the evidence has %zu", c->world, n);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static double seconds_since(const struct timespec *begin)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + 1e-9 * (double)(now.tv_nsec - begin->tv_nsec);
}

static void say_cost(cli *c, const struct timespec *begin)
{
    progress_erase();
    if (!c->verbose) return;
    fprintf(stderr, "kerf: read in %.2f s, at most %.1f MB of memory\n", seconds_since(begin),
            (double)kerf_memory_peak(c->session) / (1 << 20));
}

static kerf_status read_model(cli *c)
{
    kerf_status status = kerf_read_model(c->session, c->model);
    messages_show(c);
    return status == KERF_OK ? add_sources(c) : status;
}

static kerf_status read_evidence(cli *c, how_many worlds)
{
    if (worlds == NO_WORLD || worlds == CHOSEN_WORLD) return KERF_OK;
    bool some = c->n_sources > 0 || worlds == NEEDED_WORLD || c->forecast;
    return some || decided(c) ? read_worlds(c, worlds) : KERF_OK;
}

static int asks_to_stop(void *context)
{
    (void)context;
    return asked_to_stop();
}

int open_session(cli *c)
{
    kerf_config config = {
        .size = sizeof config, .log = on_log, .log_context = c, .stop = asks_to_stop
    };
    c->session = kerf_new(&config);
    if (!c->session) {
        message_line("error", "out of memory");
        return CLI_FAILURE;
    }
    int code = set_options(c);
    return code == CLI_OK ? check_outputs(c) : code;
}

int open_for_model(cli *c)
{
    if (!c->model)
        return usage_error(c, "which model? The first word after '%s' is its file",
                           c->command->name);
    return open_session(c);
}

int read_inputs(cli *c, how_many worlds)
{
    struct timespec begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    int code = c->session ? CLI_OK : open_for_model(c);
    if (code != CLI_OK) return code;
    kerf_status status = read_model(c);
    if (status != KERF_OK) return fail(c, status);
    if ((code = check_inputs(c)) != CLI_OK) return code;
    status = read_evidence(c, worlds);
    if (status != KERF_OK) return fail(c, status);
    if (worlds == CHOSEN_WORLD) code = read_chosen(c);
    if (code == CLI_OK) say_cost(c, &begin);
    return code;
}

int write_output(cli *c, kerf_fill_fn *fill, void *context)
{
    bool to_file = c->output && strcmp(c->output, "-") != 0;
    if (to_file) hold_interrupts();
    kerf_status status = kerf_write_file(c->session, c->output, fill, context);
    if (to_file) release_interrupts();
    if (status == KERF_OK) return CLI_OK;
    int code = fail(c, status);
    return status == KERF_IO ? CLI_FAILURE : code;
}

kerf_status fill_statistics(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    (void)context;
    return kerf_write_statistics(k, put, to);
}

kerf_status fill_report(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    (void)context;
    return kerf_write_report(k, put, to);
}

int write_aside(cli *c, const char *file, kerf_fill_fn *fill, int code)
{
    if (!file) return code;
    kerf_status status = kerf_check_output(c->session, file);
    if (status == KERF_OK) {
        status = kerf_write_file(c->session, file, fill, NULL);
        if (status == KERF_OK || status == KERF_MISUSE) return code; /* there is nothing to tell */
    }
    int failed = fail(c, status);
    return code != CLI_OK ? code : status == KERF_IO ? CLI_FAILURE : failed;
}
