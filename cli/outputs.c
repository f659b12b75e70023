/* outputs.c -- every file that a run writes, and that each has one of its own.
 *
 * Asked before anything is read: hours later is too late to find out that one output has replaced
 * the other. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct output {
    const char *name; /* "--stats", or what stands for one that was not given */
    const char *path; /* NULL: standard output */
} output;

enum { MOST_OUTPUTS = 8 };
typedef struct outputs {
    output at[MOST_OUTPUTS];
    size_t n;
    char *weights; /* path of the file beside the learned model */
} outputs;

static void add(outputs *all, const char *name, const char *path)
{
    if (path) all->at[all->n++] = (output){ name, path };
}

/* Learned weights of +x go to x.weights for x.mln. */
static bool add_weights(outputs *all, const char *model)
{
    static const char ending[] = ".weights";
    size_t n = model ? strlen(model) : 0;
    if (n < 5 || strcmp(model + n - 4, ".mln") != 0) return true;
    all->weights = malloc(n - 4 + sizeof ending);
    if (!all->weights) return false;
    memcpy(all->weights, model, n - 4);
    memcpy(all->weights + n - 4, ending, sizeof ending);
    add(all, "the weights beside --output", all->weights);
    return true;
}

static bool collect(const cli *c, outputs *all)
{
    bool learns = c->command->bit == CMD_LEARN;
    if (c->output) add(all, "--output", c->output);
    else add(all, "standard output (no --output)", "-");
    if (c->command->bit == CMD_MAP) add(all, "--certificate", c->certificate);
    add(all, "--changes", c->changes);
    add(all, "--stats", c->stats);
    add(all, "--report", c->report);
    add(all, "--log", c->log);
    if (learns) add(all, "--checkpoint", kerf_get(c->session, "checkpoint"));
    return !learns || add_weights(all, c->output);
}

static int check_pairs(const cli *c, const outputs *all)
{
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < i; k++)
            if (kerf_same_output(all->at[k].path, all->at[i].path))
                return usage_error(c, "%s and %s cannot go to one file, '%s'", all->at[k].name,
                                   all->at[i].name, all->at[i].path);
    return CLI_OK;
}

static bool ends_with(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

/* --report m.mln e.db: the model was taken for the file to write. */
static int check_names(const cli *c, const outputs *all)
{
    for (size_t i = 0; i < all->n; i++) {
        const char *name = all->at[i].name, *path = all->at[i].path;
        bool model = ends_with(path, ".mln") || ends_with(path, ".pml");
        if (model && !kerf_same_output(c->model ? c->model : "-", path)
            && strncmp(name, "--", 2) == 0 && strcmp(name, "--output") != 0)
            return usage_error(c, "%s writes a file, and '%s' is named like a model", name, path);
    }
    return CLI_OK;
}

int check_outputs(cli *c)
{
    outputs all = { .n = 0 };
    int code = CLI_FAILURE;
    if (collect(c, &all)) code = check_pairs(c, &all);
    else message_line("error", "out of memory");
    if (code == CLI_OK) code = check_names(c, &all);
    free(all.weights);
    return code;
}

/* Those that the session opens later than this is asked. */
static bool is_input(const cli *c, const char *path)
{
    const char *inputs[] = { c->answer, c->truth, c->dev, c->changes_from,
                             c->command->bit == CMD_VERIFY ? c->certificate : NULL };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (inputs[i] && strcmp(inputs[i], "-") != 0 && kerf_same_output(inputs[i], path))
            return true;
    return false;
}

int check_inputs(cli *c)
{
    outputs all = { .n = 0 };
    int code = collect(c, &all) ? CLI_OK : CLI_FAILURE;
    for (size_t i = 0; i < all.n && code == CLI_OK; i++) {
        if (is_input(c, all.at[i].path))
            code = usage_error(c, "'%s' is an input: it will not be overwritten", all.at[i].path);
        else if (kerf_check_output(c->session, all.at[i].path) != KERF_OK)
            code = fail(c, KERF_MISUSE);
    }
    free(all.weights);
    return code;
}
