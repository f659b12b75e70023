/* show.c -- kerf show: the model as one stage of the pipeline sees it. */
#include "cli.h"

#include <string.h>

static kerf_stage stage_of(const cli *c)
{
    static const struct {
        const char *name;
        kerf_stage stage;
    } stages[] = { { "tree", KERF_STAGE_TREE },
                   { "plan", KERF_STAGE_PLAN },
                   { "sql", KERF_STAGE_SQL },
                   { "problem", KERF_STAGE_PROBLEM } };
    for (size_t i = 0; c->stage && i < sizeof stages / sizeof *stages; i++)
        if (strcmp(c->stage, stages[i].name) == 0) return stages[i].stage;
    return KERF_STAGE_MODEL;
}

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    return kerf_write_stage(k, stage_of(context), put, to);
}

int run_show(cli *c)
{
    kerf_stage stage = stage_of(c);
    bool needs_world = stage != KERF_STAGE_TREE && stage != KERF_STAGE_MODEL;
    int code = read_inputs(c, needs_world ? NEEDED_WORLD : FIRST_WORLD);
    return code == CLI_OK ? write_output(c, fill, c) : code;
}
