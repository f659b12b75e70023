/* tools.c -- programs of others on the exported problem: cbc and glpsol on the integer program,
 * clasp and toulbar2 on the weighted clauses. What they do not solve within their limits, or where
 * they are not installed, tells nothing. */
#include "export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct tool {
    const char *name;
    kerf_problem_format format;
    const char *command; /* %s: the file */
    const char *solved;  /* in its output: this is an optimum */
    const char *none;    /* there is no solution */
    const char *value;   /* the optimum follows; the last one counts */
    double error;        /* of what it finds and prints, relative to the objective */
    double least;        /* the same, absolute */
    double top;          /* of weights of clauses: beyond, it is not to be believed */
} tool;

/* cbc takes what is better by less than 1e-5 for no better; glpsol prints six digits. */
static const tool tools[] = {
    { "cbc", KERF_PROBLEM_LP, "cbc %s -ratioGap 0 -allowableGap 0 -maxNodes 1000 -sec 1 -solve",
      "Optimal solution found", "Problem proven infeasible", "Objective value:", 1e-6, 2e-5,
      INFINITY },
    { "glpsol", KERF_PROBLEM_LP, "glpsol --lp %s --tmlim 1 -o /dev/stdout", "INTEGER OPTIMAL",
      "INTEGER EMPTY", "Objective:  obj =", 1e-5, 2e-5, INFINITY },
    { "clasp", KERF_PROBLEM_WCNF, "clasp --quiet=1 --solve-limit=10000 --time-limit=1 %s",
      "s OPTIMUM FOUND", "s UNSATISFIABLE", "\no ", 0, 0, 1e9 },
    { "toulbar2", KERF_PROBLEM_WCNF, "toulbar2 %s -timer=1 -bt=5000",
      "Optimum: ", "No solution in ", "Optimum: ", 0, 0, 1e12 },
};
enum { N_TOOLS = sizeof tools / sizeof *tools };

static bool is_installed(const char *name)
{
    char command[80];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

static char *output_of(const char *command)
{
    char line[1000];
    buffer b = { 0 };
    buffer_write(&b, "\n", 1);
    FILE *in = popen(command, "r");
    while (in && fgets(line, sizeof line, in)) buffer_write(&b, line, strlen(line));
    if (in) pclose(in);
    return b.at;
}

/* false: it says nothing of use. */
static bool read_output(const tool *l, const char *text, double *objective)
{
    *objective = INFINITY;
    if (strstr(text, l->none)) return true;
    if (!strstr(text, l->solved)) return false;
    for (const char *at = text; (at = strstr(at, l->value)) != NULL; at++)
        *objective = strtod(at + strlen(l->value), NULL);
    return isfinite(*objective);
}

/* The greatest number in a problem's file: beside it, MIP solvers in floating point do not see what
 * is a billionth of it. */
static double greatest_number(const char *text)
{
    double most = 0;
    for (const char *at = text; (at = strpbrk(at, " +-")) != NULL;) {
        char *end;
        double x = fabs(strtod(at, &end));
        if (isfinite(x)) most = fmax(most, x);
        at = end > at ? end : at + 1;
    }
    return most;
}

static bool run_tool(trial *t, uint32_t which, const char *path, exported *x)
{
    const tool *l = &tools[which];
    char command[300], all[400];
    double objective;
    snprintf(command, sizeof command, l->command, path);
    snprintf(all, sizeof all, "timeout 20 %s 2>&1 </dev/null", command);
    char *text = output_of(all);
    bool solved = read_output(l, text, &objective);
    free(text);
    if (!solved) return true;
    t->tally->by_tool[which]++;
    double error = x->error;
    if (isfinite(objective)) x->error += l->least + l->error * fabs(objective);
    if (l->format == KERF_PROBLEM_LP) x->error += 1e-9 * greatest_number(x->text);
    bool good = check_objective(t, l->name, x, objective);
    x->error = error;
    return good;
}

static bool try_format(trial *t, kerf_problem_format format, const char *ending)
{
    char path[80];
    exported x;
    kerf_status st = export_problem(t, format, &x);
    snprintf(path, sizeof path, "/tmp/kerf-routes-%ld.%s", (long)getpid(), ending);
    FILE *out = st == KERF_OK ? fopen(path, "w") : NULL;
    if (out) {
        fputs(x.text, out);
        fclose(out);
    }
    bool good = !t->why[0];
    for (uint32_t i = 0; good && out && i < N_TOOLS; i++) {
        if (tools[i].format != format || x.top > tools[i].top) continue;
        if (is_installed(tools[i].name)) good = run_tool(t, i, path, &x);
        else t->tally->not_there |= 1u << i;
    }
    if (out) unlink(path);
    free(x.text);
    return good;
}

bool try_tools(trial *t)
{
    t->tally->exported++;
    return try_format(t, KERF_PROBLEM_LP, "lp") && try_format(t, KERF_PROBLEM_WCNF, "wcnf");
}

void print_tools(const tally *y)
{
    for (uint32_t i = 0; i < N_TOOLS; i++) {
        if (y->not_there >> i & 1) printf("# missing %s 1\n", tools[i].name);
        printf("# tool %s %llu\n", tools[i].name, (unsigned long long)y->by_tool[i]);
    }
}
