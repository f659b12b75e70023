/* load.c -- kerf load: evidence into a store, for later runs. */
#include "cli.h"

#include <string.h>

/* What is loaded stays, so there must be something, and a place for it. */
static int check_store(cli *c)
{
    const char *store = kerf_get(c->session, "store");
    bool postgres = strncmp(store, "postgres", 8) == 0;
    if (c->n_sources == 0 && !kerf_get(c->session, "mapping"))
        return usage_error(c, "which evidence? It is read from files, and kept in the store");
    if (strcmp(store, "memory") == 0 || (postgres && !kerf_get(c->session, "schema")))
        return usage_error(
            c, "load into which store? --store=sqlite:FILE, or postgres://... with a --schema");
    return CLI_OK;
}

int run_load(cli *c)
{
    int code = open_for_model(c);
    if (code == CLI_OK) code = check_store(c);
    if (code == CLI_OK) code = read_inputs(c, CHOSEN_WORLD);
    if (code != CLI_OK) return code;
    kerf_status status = kerf_fill_store(c->session);
    progress_erase();
    return status == KERF_OK ? CLI_OK : fail(c, status);
}
