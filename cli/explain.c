/* explain.c -- kerf explain: why atoms of the most probable world are as they are.
 *
 * The first interrupt asks the search at hand to stop, and what is known is written; the second
 * ends the run on the spot. */
#include "cli.h"

#include <string.h>

static int stop(void *context)
{
    (void)context;
    return interrupted();
}

bool looks_like_atom(const char *word)
{
    size_t n = strlen(word);
    return n > 2 && word[n - 1] == ')' && strchr(word, '(') && word[0] != '(';
}

static kerf_explain_options explain_options(cli *c)
{
    uint32_t tries = c->change_tries < 0 ? 0 : (uint32_t)c->change_tries;
    return (kerf_explain_options){ .size = sizeof(kerf_explain_options),
                                   .stop = stop,
                                   .context = c,
                                   .least_change = c->least_change,
                                   .change_tries = tries };
}

kerf_status explain_atoms(cli *c, kerf *k)
{
    kerf_explain_options options = explain_options(c);
    for (size_t i = 0; i < c->n_settings; i++) {
        if (c->settings[i].option->id != OPTION_ATOM) continue;
        kerf_status status = kerf_explain(k, c->settings[i].value, &options, NULL);
        if (status != KERF_OK) return status;
    }
    for (size_t i = 0; i < c->n_atoms; i++) {
        kerf_status status = kerf_explain(k, c->atoms[i], &options, NULL);
        if (status != KERF_OK) return status;
    }
    return KERF_OK;
}

kerf_status explain_changes(cli *c, kerf *k)
{
    kerf_explain_options options = explain_options(c);
    return kerf_explain_departures(k, &options);
}

kerf_status fill_explanations(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    bool json = c && c->format && strcmp(c->format, "json") == 0;
    return kerf_write_explanations(k, json ? KERF_REPORT_JSON : KERF_REPORT_TEXT, put, to);
}

bool has_atoms(const cli *c)
{
    bool any = c->n_atoms > 0;
    for (size_t i = 0; i < c->n_settings; i++) any |= c->settings[i].option->id == OPTION_ATOM;
    return any;
}

static int explain(cli *c)
{
    kerf_map_options options = { .size = sizeof options, .stop = stop };
    kerf_result result = { .size = sizeof result };
    kerf_status status = kerf_map(c->session, &options, &result);
    if (status == KERF_OK) status = explain_atoms(c, c->session);
    progress_erase();
    if (status != KERF_OK) return fail(c, status);
    messages_show(c);
    return write_output(c, fill_explanations, c);
}

int run_explain(cli *c)
{
    if (!has_atoms(c)) return usage_error(c, "which atom? A word such as 'Smokes(Anna)' names one");
    int code = read_inputs(c, CHOSEN_WORLD);
    if (code != CLI_OK) return code;
    hold_interrupts();
    code = explain(c);
    return interrupted() ? CLI_INTERRUPTED : code;
}
