/* version.c -- kerf version. */
#include "cli.h"

int run_version(cli *c)
{
    const char *feature;
    if (c->n_sources > 0) return usage_error(c, "'kerf version' takes no words");
    printf("kerf %s\n", kerf_version());
    for (size_t i = 0; (feature = kerf_feature(i)); i++) printf("%s\n", feature);
    return CLI_OK;
}
