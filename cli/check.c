/* check.c -- kerf check: read everything, say what is wrong, print what was understood. */
#include "cli.h"

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    kerf_status status = kerf_write_summary(k, put, to);
    if (status != KERF_OK || !c->forecast) return status;
    if (put(to, "\n", 1) != 0) return KERF_IO;
    return kerf_write_forecast(k, put, to);
}

int run_check(cli *c)
{
    int code = read_inputs(c, EVERY_WORLD);
    return code == CLI_OK ? write_output(c, fill, c) : code;
}
