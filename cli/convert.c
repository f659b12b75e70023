/* convert.c -- kerf convert: the model in another dialect. */
#include "cli.h"

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    return kerf_write_model(k, c->to, c->partial, put, to);
}

int run_convert(cli *c)
{
    if (!c->to)
        return usage_error(c, "convert to what? --to=alchemy, tuffy, rockit, lomrf or kerf");
    int code = read_inputs(c, FIRST_WORLD);
    return code == CLI_OK ? write_output(c, fill, c) : code;
}
