/* table.c -- the options: the command line's own, one row each, merged with the library's. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#define FLAG(name, letter, id, commands, help)                                                     \
    {                                                                                              \
        { name, KERF_OPTION_FLAG, NULL, NULL, 0, 0, NULL, help }, letter, OPTION_##id, commands    \
    }
#define VALUE(type, name, letter, id, commands, standard, choices, argument, help)                 \
    {                                                                                              \
        { name, KERF_OPTION_##type, standard, choices, 0, 0, argument, help }, letter,             \
            OPTION_##id, commands                                                                  \
    }

static const option own[] = {
    FLAG("all", 0, ALL, CMD_MARGINAL, "also list atoms that no formula names"),
    VALUE(FILE, "answer", 0, ANSWER, CMD_VERIFY, NULL, NULL, "FILE",
          "the answer to verify; every plain word after the model is then evidence"),
    VALUE(TEXT, "atom", 0, ATOM, CMD_EXPLAIN, NULL, NULL, "ATOM",
          "explain this atom, too: for one without arguments, or instead of a plain word; may be "
          "repeated"),
    VALUE(FILE, "bound", 0, CERTIFICATE, CMD_VERIFY, NULL, NULL, "FILE",
          "also check the certificate that map --certificate wrote: that no world costs less"),
    FLAG("bound-only", 0, BOUND_ONLY, CMD_VERIFY,
         "check nothing but the certificate: quick where formulas have many groundings"),
    VALUE(FILE, "certificate", 0, CERTIFICATE, CMD_MAP, NULL, NULL, "FILE",
          "write a proof that no world costs less to FILE, for verify --bound"),
    VALUE(INT, "change-tries", 0, CHANGE_TRIES, CMD_EXPLAIN | CMD_MAP, "1000", NULL, "N",
          "with --least-change, solve so many changed worlds for each atom at most"),
    VALUE(FILE, "changes", 0, CHANGES, CMD_MAP, NULL, NULL, "FILE",
          "write to FILE where the answer departs from soft evidence, and the formulas behind it"),
    VALUE(FILE, "changes-from", 0, CHANGES_FROM, CMD_MAP, NULL, NULL, "FILE",
          "change the world as FILE says, lines +Atom and -Atom, and answer at each blank line and "
          "at the end"),
    VALUE(
        TEXT, "clusters", 0, CLUSTERS, CMD_MAP, NULL, NULL, "PREDICATE",
        "write the classes of this transitive and symmetric predicate instead of atoms, as a table "
        "id,cluster"),
    VALUE(FILE, "dev", 0, DEV, CMD_LEARN, NULL, NULL, "FILE",
          "predict these worlds after every epoch, and keep the weights of the best"),
    VALUE(FILE, "evidence", 'e', EVIDENCE, CMD_READING, NULL, NULL, "FILE,...",
          "read evidence from these files; the same as naming them after the model"),
    VALUE(INT, "examples", 0, EXAMPLES, CMD_VERIFY, "5", NULL, "N",
          "show so many violated groundings of each formula"),
    FLAG("expectations", 0, EXPECTATIONS, CMD_MARGINAL,
         "also tell in --stats how many groundings of each formula are true on average"),
    VALUE(TEXT, "explain", 0, ATOM, CMD_MAP, NULL, NULL, "ATOM",
          "also say in the --report why this atom is as it is; may be repeated"),
    FLAG("forecast", 0, FORECAST, CMD_CHECK,
         "also tell how many groundings each formula has, and the memory they take"),
    VALUE(CHOICE, "format", 0, FORMAT, CMD_EVAL, "text", "text|json", "FORMAT",
          "how to print the result"),
    VALUE(CHOICE, "format", 0, FORMAT, CMD_EXPLAIN, "text", "text|json", "FORMAT",
          "how to print the explanations"),
    VALUE(CHOICE, "format", 0, FORMAT, CMD_MAP, "db", "db|csv|tsv|json", "FORMAT",
          "how to write the answer: as evidence, as a table, or as JSON, one object a world"),
    VALUE(CHOICE, "format", 0, FORMAT, CMD_MARGINAL, "db", "db|csv|tsv|json", "FORMAT",
          "how to write probabilities: as soft evidence, as a table, or as JSON, one object a "
          "world"),
    VALUE(CHOICE, "format", 0, FORMAT, CMD_VERIFY, "text", "text|json", "FORMAT",
          "how to print the result"),
    FLAG("help", 'h', HELP, CMD_ALL, "-h: one screen with an example; --help: everything"),
    VALUE(LIST, "least-change", 0, LEAST_CHANGE, CMD_EXPLAIN | CMD_MAP, NULL, NULL, "A,B",
          "also look for a least change of what evidence says of these predicates that flips the "
          "atom that is explained"),
    VALUE(FILE, "log", 0, LOG, CMD_LEARN, NULL, NULL, "FILE",
          "write a line of JSON for every epoch"),
    VALUE(
        CHOICE, "method", 0, METHOD, CMD_MARGINAL, "auto", "auto|exact|mcsat|gibbs", "NAME",
        "exact: or not at all; mcsat, gibbs: sample; auto: exact where a component is narrow, else "
        "sample"),
    VALUE(FILE, "model", 'i', MODEL, CMD_EVAL, NULL, NULL, "FILE",
          "also evaluate the predicates that are hidden in this model"),
    VALUE(FILE, "model", 'i', MODEL, CMD_READING, NULL, NULL, "FILE",
          "read the model from FILE; every plain word is then evidence"),
    VALUE(FILE, "output", 'o', OUTPUT, CMD_WORKING, NULL, NULL, "FILE",
          "write to FILE: whole or not at all, never an input"),
    FLAG("partial", 0, PARTIAL, CMD_CONVERT,
         "write what can be expressed, with a comment in place of what cannot"),
    VALUE(FILE, "probabilities", 0, PROBABILITIES, CMD_VERIFY, NULL, NULL, "FILE",
          "instead of an answer: compute the probabilities that marginal wrote to FILE anew"),
    VALUE(LIST, "query", 'q', PREDICATES, CMD_EVAL, NULL, NULL, "A,B",
          "evaluate these predicates, whatever the files hold"),
    FLAG("quiet", 0, QUIET, CMD_WORKING, "no notes and no progress; errors and warnings only"),
    VALUE(FILE, "report", 0, REPORT, CMD_LEARN, NULL, NULL, "FILE",
          "write a page for people to FILE, in HTML: largest weights, loss and F1 by epoch, time"),
    VALUE(
        FILE, "report", 0, REPORT, CMD_MAP, NULL, NULL, "FILE",
        "write a page for people to FILE, in HTML: the answer, what it pays for, how it was found"),
    VALUE(FILE, "report", 0, REPORT, CMD_MARGINAL, NULL, NULL, "FILE",
          "write a page for people to FILE, in HTML: the least certain atoms, intervals, chains"),
    VALUE(CHOICE, "stage", 0, STAGE, CMD_SHOW, "model", "tree|model|plan|sql|problem", "STAGE",
          "which stage to show: the syntax tree as read, the checked model, its queries, these as "
          "SQL, "
          "or the problem that they give at first"),
    VALUE(FILE, "result", 'r', OUTPUT, CMD_MAP | CMD_MARGINAL, NULL, NULL, "FILE",
          "the same as --output, as Alchemy calls it"),
    VALUE(FILE, "stats", 0, STATS, CMD_MAP | CMD_MARGINAL, NULL, NULL, "FILE",
          "write statistics to FILE, as one JSON object"),
    FLAG("strict", 0, STRICT, CMD_VERIFY, "exit with 4 if a hard formula is violated"),
    VALUE(LIST, "symmetric", 0, SYMMETRIC, CMD_EVAL, NULL, NULL, "A,B",
          "of these predicates P(a,b) and P(b,a) are one pair, there if either is; P(a,a) is left "
          "out"),
    VALUE(TEXT, "table", 0, TABLE, CMD_MERGING, NULL, NULL, "PREDICATE=FILE",
          "read true atoms from a .csv or .tsv file, one a row, or take them from the store's "
          "server: PREDICATE=postgres:TABLE(COLUMN,...); FILE(a,2;p) chooses columns by header or "
          "number, p that of probabilities; may be repeated"),
    VALUE(CHOICE, "to", 0, TO, CMD_CONVERT, NULL, "alchemy|tuffy|rockit|lomrf|kerf", "DIALECT",
          "the dialect to write"),
    VALUE(CHOICE, "to", 0, TO, CMD_GROUND, NULL, "wcnf|lp|mps", "FORMAT", "the format to write"),
    VALUE(FILE, "truth", 0, TRUTH, CMD_EVAL, NULL, NULL, "FILE",
          "what is true, written like evidence"),
    FLAG("verbose", 'v', VERBOSE, CMD_WORKING,
         "also say what is done and how much it takes; -vv: and what --analyze tells"),
    FLAG("version", 'V', VERSION, CMD_ALL, "print the version and the optional parts"),
    VALUE(TEXT, "world", 0, WORLD, CMD_GROUND | CMD_LOAD | CMD_EXPLAIN, NULL, NULL, "N|NAME",
          "the world to take, by its number from 1 or its name"),
};

/* Options of the library: letters, and the commands that take them where not all that read do. */
static const struct {
    const char *name;
    char letter;
    unsigned commands;
} library[] = {
    { "C", 0, CMD_LEARN },
    { "all", 0, CMD_LEARN },
    { "analyze", 0, CMD_MAP },
    { "ascent", 0, CMD_SOLVING },
    { "ask", 0, CMD_MAP | CMD_MARGINAL },
    { "average", 0, CMD_LEARN },
    { "blank", 0, CMD_MERGING },
    { "branch", 0, CMD_SOLVING },
    { "burn-in", 0, CMD_MARGINAL },
    { "chains", 0, CMD_MARGINAL },
    { "checkpoint", 0, CMD_LEARN },
    { "cliques", 0, CMD_SOLVING },
    { "clustering", 0, CMD_SOLVING },
    { "cost", 0, CMD_LEARN },
    { "distribute", 0, CMD_STORING },
    { "effort", 0, CMD_LEARN },
    { "eliminate", 0, CMD_SOLVING },
    { "epochs", 0, CMD_LEARN },
    { "fixing", 0, CMD_SOLVING },
    { "flips", 0, CMD_SOLVING },
    { "fractional", 0, CMD_SOLVING },
    { "gap", 0, CMD_MAP | CMD_EXPLAIN },
    { "ground", 0, CMD_MAP | CMD_MARGINAL | CMD_EXPLAIN },
    { "header", 0, CMD_MERGING },
    { "k", 0, CMD_LEARN },
    { "lift", 0, CMD_SOLVING },
    { "loss-augmented", 0, CMD_LEARN },
    { "mapping", 0, CMD_STORING },
    { "max-iterations", 0, CMD_SOLVING },
    { "mend", 0, CMD_SOLVING },
    { "method", 0, CMD_LEARN },
    { "min-count", 0, CMD_LEARN },
    { "min-p", 0, CMD_MARGINAL },
    { "negatives", 0, CMD_LEARN },
    { "noise", 0, CMD_SOLVING },
    { "only-asked", 0, CMD_MAP },
    { "order", 0, CMD_MAP | CMD_EXPLAIN },
    { "parts", 0, CMD_SOLVING },
    { "precision", 0, CMD_MARGINAL },
    { "query", 'q', CMD_READING },
    { "relax", 0, CMD_MAP },
    { "samples", 0, CMD_MARGINAL },
    { "schema", 0, CMD_STORING },
    { "seed", 0, CMD_SOLVING | CMD_MARGINAL },
    { "shuffle", 0, CMD_LEARN },
    { "sigma", 0, CMD_LEARN },
    { "simplify", 0, CMD_SOLVING },
    { "solver", 0, CMD_SOLVING },
    { "split", 0, CMD_LEARN },
    { "start", 0, CMD_SOLVING },
    { "store", 0, CMD_STORING },
    { "tables", 0, CMD_SOLVING },
    { "tabu", 0, CMD_SOLVING },
    { "threads", 0, CMD_SOLVING | CMD_MARGINAL },
    { "time-limit", 0, CMD_SOLVING | CMD_MARGINAL },
    { "transitive", 0, CMD_SOLVING },
    { "tries", 0, CMD_SOLVING },
    { "twins", 0, CMD_SOLVING },
    { "warm", 0, CMD_SOLVING },
};

enum { MOST_OPTIONS = 128 };
static option merged[MOST_OPTIONS];
static size_t n_merged;

static option from_library(const kerf_option *is)
{
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (strcmp(library[i].name, is->name) == 0)
            return (option){ *is, library[i].letter, OPTION_LIBRARY, library[i].commands };
    return (option){ *is, 0, OPTION_LIBRARY, CMD_READING };
}

static int by_name(const void *a, const void *b)
{
    const option *x = a, *y = b;
    int order = strcmp(x->is.name, y->is.name);
    return order != 0 ? order : x->commands < y->commands ? -1 : 1;
}

static void merge(void)
{
    if (n_merged > 0) return;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) merged[n_merged++] = own[i];
    for (size_t i = 0; i < kerf_option_count() && n_merged < MOST_OPTIONS; i++) {
        merged[n_merged++] = from_library(kerf_option_get(i));
    }
    qsort(merged, n_merged, sizeof *merged, by_name);
}

size_t option_count(void)
{
    merge();
    return n_merged;
}

const option *option_get(size_t index)
{
    return index < option_count() ? &merged[index] : NULL;
}

const option *option_find(const char *name, size_t n)
{
    for (size_t i = 0; i < option_count(); i++)
        if (strlen(merged[i].is.name) == n && memcmp(merged[i].is.name, name, n) == 0)
            return &merged[i];
    return NULL;
}

const option *option_find_letter(char letter)
{
    for (size_t i = 0; i < option_count(); i++)
        if (merged[i].letter == letter) return &merged[i];
    return NULL;
}

const option *option_for(const option *given, const command *c)
{
    for (size_t i = 0; i < option_count(); i++)
        if ((merged[i].commands & c->bit) && strcmp(merged[i].is.name, given->is.name) == 0)
            return &merged[i];
    return given;
}
