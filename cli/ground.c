/* ground.c -- kerf ground: a world grounded in full, for other solvers. */
#include "cli.h"

#include <string.h>

static kerf_status fill(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const cli *c = context;
    kerf_problem_format format = strcmp(c->to, "wcnf") == 0 ? KERF_PROBLEM_WCNF
                                 : strcmp(c->to, "lp") == 0 ? KERF_PROBLEM_LP
                                                            : KERF_PROBLEM_MPS;
    return kerf_write_problem(k, format, put, to);
}

int run_ground(cli *c)
{
    if (!c->to) return usage_error(c, "ground for which format? --to=wcnf, lp or mps");
    int code = read_inputs(c, CHOSEN_WORLD);
    return code == CLI_OK ? write_output(c, fill, c) : code;
}
