/* generate.c -- kerf generate: the manual page and the completion, from the tables. */
#include "cli.h"

#include <string.h>

int run_generate(cli *c)
{
    const char *what = c->n_sources == 1 ? c->sources[0].text : "";
    if (strcmp(what, "man") == 0) print_man_page(stdout);
    else if (strcmp(what, "bash") == 0) print_bash_completion(stdout);
    else return usage_error(c, "generate what? man or bash");
    return CLI_OK;
}
