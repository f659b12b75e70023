/* help.c -- help at three lengths: the overview, one screen per command, everything. */
#include "cli.h"

#include <string.h>

enum { LINE = 79, HELP_COLUMN = 26 };

/* How much of a word that begins at a column goes on its line: choices such as (a|b|c) are broken
 * behind a bar where they are longer than a line. */
static size_t fitting(const char *word, size_t n, int column)
{
    size_t room = column < LINE ? (size_t)(LINE - column) : 0, end = n;
    while (end > room) {
        size_t bar = end - 1;
        while (bar > 0 && word[bar - 1] != '|') bar--;
        if (bar == 0) return n;
        end = bar;
    }
    return end;
}

/* Words of `text` from the given column on, broken before LINE and indented; ends the line. */
static void print_wrapped(FILE *to, const char *text, int column, int indent)
{
    bool first = true;
    while (*text) {
        size_t n = strcspn(text, " \n"), whole = n;
        if (indent + (int)n > LINE) n = fitting(text, n, first ? column : indent);
        if (!first && column + 1 + (int)n > LINE) {
            fprintf(to, "\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', to);
            column++;
        }
        fprintf(to, "%.*s", (int)n, text);
        column += (int)n;
        text += n;
        first = false;
        if (n < whole) { /* a break within the word */
            fprintf(to, "\n%*s", indent, "");
            column = indent;
            first = true;
            continue;
        }
        if (*text == '\n') {
            fprintf(to, "\n\n%*s", indent, "");
            column = indent;
            first = true;
        }
        if (*text) text++;
    }
    fputc('\n', to);
}

static void print_paragraphs(FILE *to, const char *text)
{
    fputs("  ", to);
    print_wrapped(to, text, 2, 2);
}

/* ---- Options --------------------------------------------------------------------------------- */

/* "  -q, --query=A,B"; returns its width. */
static int print_option_name(FILE *to, const option *o)
{
    int n = o->letter ? fprintf(to, "  -%c, ", o->letter) : fprintf(to, "      ");
    n += fprintf(to, "--%s", o->is.name);
    if (o->is.argument) n += fprintf(to, "=%s", o->is.argument);
    return n;
}

static void print_option(FILE *to, const option *o)
{
    char text[512];
    int n = print_option_name(to, o);
    if (n > HELP_COLUMN - 2) {
        fputc('\n', to);
        n = 0;
    }
    fprintf(to, "%*s", HELP_COLUMN - n, "");
    n = snprintf(text, sizeof text, "%s", o->is.help);
    const char *standard = o->is.type == KERF_OPTION_FLAG ? NULL : o->is.standard;
    if (o->is.choices) n += snprintf(text + n, sizeof text - (size_t)n, " (%s)", o->is.choices);
    if (standard && strcmp(standard, "0") != 0)
        snprintf(text + n, sizeof text - (size_t)n, " [%s]", standard);
    print_wrapped(to, text, HELP_COLUMN, HELP_COLUMN);
}

/* On one screen: what belongs to this command alone, and what is most often needed. */
static bool is_essential(const option *o, const command *c)
{
    static const char *const often[] = { "epochs", "gap", "method", "solver", "time-limit" };
    for (size_t i = 0; i < sizeof often / sizeof *often; i++)
        if (strcmp(o->is.name, often[i]) == 0) return true;
    if (o->id == OPTION_LIBRARY) return o->letter != 0;
    return o->commands == c->bit || o->id == OPTION_OUTPUT || o->id == OPTION_QUIET;
}

static void print_options(FILE *to, const command *c, bool all)
{
    for (size_t i = 0; i < option_count(); i++) {
        const option *o = option_get(i);
        if (c && !(o->commands & c->bit)) continue;
        if (all || is_essential(o, c)) print_option(to, o);
    }
}

/* ---- Help ------------------------------------------------------------------------------------ */

static void print_commands(FILE *to, bool all)
{
    for (size_t i = 0; i < command_count(); i++) {
        const command *c = command_get(i);
        if (all || !c->unlisted) fprintf(to, "  %-10s%s\n", c->name, c->summary);
    }
}

static void print_example(FILE *to, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        fprintf(to, "%s%.*s\n", n > 0 ? "  " : "", (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void print_usage(FILE *to, const command *c)
{
    bool reading = (c->bit & CMD_WORKING) != 0;
    fprintf(to, "usage: kerf %s%s%s%s\n", c->name, reading ? " [OPTION...]" : "",
            *c->operands ? " " : "", c->operands);
}

void print_overview(FILE *to)
{
    fprintf(to, "kerf %s: an engine for Markov logic\n\n", kerf_version());
    fputs("usage: kerf COMMAND [OPTION...] [FILE...]\n\n", to);
    print_commands(to, false);
    fputs("\nExamples: does this model say what I think it says? And what follows from it?\n", to);
    fputs("  $ kerf check smoking.mln smoking.db --query=Smokes\n", to);
    fputs("  $ kerf map smoking.mln smoking.db --query=Smokes\n\n", to);
    fputs("'kerf COMMAND -h' explains a command on one screen, 'kerf --help' everything.\n", to);
}

void print_brief_help(FILE *to, const command *c)
{
    print_usage(to, c);
    fprintf(to, "  %s\n", c->summary);
    if (c->bit & CMD_WORKING) {
        fputc('\n', to);
        print_options(to, c, false);
    }
    fputs("\nExample:\n", to);
    print_example(to, c->example);
    fprintf(to, "\n'kerf %s --help' says more.\n", c->name);
}

static void print_exit_codes(FILE *to)
{
    fputs("\nExit status:\n", to);
    for (size_t i = 0; i < exit_code_count(); i++) {
        fprintf(to, "  %-4d", exit_code_get(i)->code);
        print_wrapped(to, exit_code_get(i)->meaning, 6, 6);
    }
}

static void print_command_help(FILE *to, const command *c)
{
    print_usage(to, c);
    fputc('\n', to);
    print_paragraphs(to, c->text);
    fputs("\nOptions:\n", to);
    print_options(to, c, true);
    fputs("\nExample:\n", to);
    print_example(to, c->example);
}

void print_full_help(FILE *to, const command *c)
{
    if (c) {
        print_command_help(to, c);
    } else {
        print_overview(to);
        fputs("\nAll commands:\n", to);
        print_commands(to, true);
        fputs("\nAll options ('kerf COMMAND --help' has those of one command):\n", to);
        print_options(to, NULL, true);
    }
    fputs("\nOptions may stand anywhere; -- ends them. --no-NAME turns a flag off.\n", to);
    print_exit_codes(to);
}

int run_help(cli *c)
{
    if (c->n_sources == 0) return print_full_help(stdout, NULL), CLI_OK;
    if (c->n_sources > 1) return usage_error(c, "help with one command at a time");
    const char *name = c->sources[0].text;
    const command *about = command_find(name);
    if (!about) return unknown_command(c, name);
    print_full_help(stdout, about);
    return CLI_OK;
}
