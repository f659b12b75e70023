/* show.c -- kerf show: the model as one stage of the pipeline sees it. */
#include "cli.h"

#include <string.h>

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    bool tree = c->stage && strcmp(c->stage, "tree") == 0;
    return kerf_write_stage(k, tree ? KERF_STAGE_TREE : KERF_STAGE_MODEL, put, to);
}

int run_show(cli *c)
{
    int code = load(c, FIRST_WORLD);
    return code == CLI_OK ? write_output(c, fill, c) : code;
}
