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
    VALUE(FILE, "answer", 0, ANSWER, CMD_VERIFY, NULL, NULL, "FILE",
          "the answer to verify; every plain word after the model is then evidence"),
    VALUE(FILE, "evidence", 'e', EVIDENCE, CMD_READING, NULL, NULL, "FILE,...",
          "read evidence from these files; the same as naming them after the model"),
    VALUE(INT, "examples", 0, EXAMPLES, CMD_VERIFY, "5", NULL, "N",
          "show so many violated groundings of each formula"),
    FLAG("forecast", 0, FORECAST, CMD_CHECK,
         "also tell how many groundings each formula has, and the memory they take"),
    VALUE(CHOICE, "format", 0, FORMAT, CMD_VERIFY, "text", "text|json", "FORMAT",
          "how to print the result"),
    FLAG("help", 'h', HELP, CMD_ALL, "-h: one screen with an example; --help: everything"),
    VALUE(FILE, "model", 'i', MODEL, CMD_READING, NULL, NULL, "FILE",
          "read the model from FILE; every plain word is then evidence"),
    VALUE(FILE, "output", 'o', OUTPUT, CMD_READING, NULL, NULL, "FILE",
          "write to FILE: whole or not at all, never an input"),
    FLAG("partial", 0, PARTIAL, CMD_CONVERT,
         "write what can be expressed, with a comment in place of what cannot"),
    FLAG("quiet", 0, QUIET, CMD_READING, "no notes and no progress; errors and warnings only"),
    VALUE(CHOICE, "stage", 0, STAGE, CMD_SHOW, "model", "tree|model|plan|problem", "STAGE",
          "which stage to show: the syntax tree as read, the checked model, its queries, or the "
          "problem that they give at first"),
    FLAG("strict", 0, STRICT, CMD_VERIFY, "exit with 4 if a hard formula is violated"),
    VALUE(TEXT, "table", 0, TABLE, CMD_READING, NULL, NULL, "PREDICATE=FILE",
          "read true atoms from a .csv or .tsv file, one a row; may be repeated"),
    VALUE(CHOICE, "to", 0, TO, CMD_CONVERT, NULL, "alchemy|tuffy|rockit|kerf", "DIALECT",
          "the dialect to write"),
    VALUE(CHOICE, "to", 0, TO, CMD_GROUND, NULL, "wcnf|lp|mps", "FORMAT", "the format to write"),
    FLAG("verbose", 'v', VERBOSE, CMD_READING, "also say what is done and how much it takes"),
    FLAG("version", 'V', VERSION, CMD_ALL, "print the version and the optional parts"),
    VALUE(TEXT, "world", 0, WORLD, CMD_GROUND, NULL, NULL, "N|NAME",
          "the world to ground, by its number from 1 or its name"),
};

/* Letters for options of the library. */
static const struct {
    const char *name;
    char letter;
} letters[] = { { "query", 'q' } };

enum { MOST_OPTIONS = 128 };
static option merged[MOST_OPTIONS];
static size_t n_merged;

static char library_letter(const char *name)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strcmp(letters[i].name, name) == 0) return letters[i].letter;
    return 0;
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
        const kerf_option *is = kerf_option_get(i);
        merged[n_merged++] = (option){ *is, library_letter(is->name), OPTION_LIBRARY, CMD_READING };
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
