/* load.c -- kerf load: evidence into a store, for later runs. */
#include "cli.h"

int run_load(cli *c)
{
    int code = load(c, CHOSEN_WORLD);
    if (code != CLI_OK) return code;
    kerf_status status = kerf_fill_store(c->session);
    progress_erase();
    return status == KERF_OK ? CLI_OK : fail(c, status);
}
