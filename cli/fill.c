/* fill.c -- kerf load: evidence into a store, for later runs. */
#include "cli.h"

int run_load(cli *c)
{
    int code = load(c, CHOSEN_WORLD);
    if (code != CLI_OK) return code;
    kerf_status status = kerf_fill_store(c->session);
    progress_erase();
    if (status == KERF_OK) return CLI_OK;
    code = fail(c, status);
    return status == KERF_IO ? CLI_FAILURE : code; /* evidence was read, but not stored */
}
