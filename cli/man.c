/* man.c -- the manual page, in roff with the man macros. */
#include "cli.h"

#include <string.h>

/* ---- Text ------------------------------------------------------------------------------------ */

/* One character of running text, so that roff takes it as it is. */
static void put_character(FILE *to, char c)
{
    switch (c) {
    case '\\': fputs("\\e", to); break;
    case '-': fputs("\\-", to); break;
    case '\'': fputs("\\(aq", to); break;
    case '^': fputs("\\(ha", to); break;
    case '~': fputs("\\(ti", to); break;
    default: fputc(c, to);
    }
}

static void put(FILE *to, const char *text)
{
    if (*text == '.') fputs("\\&", to); /* not a request */
    for (; *text; text++) put_character(to, *text);
}

/* Paragraphs are separated by newlines. */
static void put_paragraphs(FILE *to, const char *text)
{
    for (; *text; text++) {
        if (*text == '\n') fputs("\n.PP\n", to);
        else put_character(to, *text);
    }
    fputc('\n', to);
}

static void put_example(FILE *to, const char *text)
{
    fputs(".PP\n.RS\n.nf\n", to);
    for (const char *at = text; *at; at++) {
        if ((at == text || at[-1] == '\n') && *at == '.') fputs("\\&", to);
        if (*at == '\n') fputc('\n', to);
        else put_character(to, *at);
    }
    fputs("\n.fi\n.RE\n", to);
}

/* Upper-case words are placeholders and stand in italics, the rest is typed as it is. */
static void put_operands(FILE *to, const char *text)
{
    bool italic = false;
    for (; *text; text++) {
        bool upper = *text >= 'A' && *text <= 'Z';
        if (upper != italic) fputs(upper ? "\\fI" : "\\fR", to);
        italic = upper;
        put_character(to, *text);
    }
    if (italic) fputs("\\fR", to);
}

/* ---- Options --------------------------------------------------------------------------------- */

static void put_choices(FILE *to, const char *choices)
{
    fputs(" One of\n", to);
    while (*choices) {
        size_t n = strcspn(choices, "|");
        bool last = choices[n] == '\0';
        fprintf(to, ".BR %.*s%s\n", (int)n, choices, last ? " ." : " ,");
        choices += n + !last;
    }
}

static void put_option(FILE *to, const option *o)
{
    fputs(".TP\n", to);
    if (o->letter) fprintf(to, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", to);
    put(to, o->is.name);
    fputs("\\fR", to);
    if (o->is.argument) {
        fputc('=', to);
        put_operands(to, o->is.argument);
    }
    fputc('\n', to);
    put(to, o->is.help);
    fputc('.', to);
    if (o->is.choices) put_choices(to, o->is.choices);
    else fputc('\n', to);
    const char *standard = o->is.type == KERF_OPTION_FLAG ? NULL : o->is.standard;
    if (standard && strcmp(standard, "0") != 0) {
        fputs("Default: ", to);
        put(to, standard);
        fputs(".\n", to);
    }
}

static void put_options(FILE *to, const char *title, unsigned commands, bool library)
{
    fprintf(to, ".SS %s\n", title);
    for (size_t i = 0; i < option_count(); i++) {
        const option *o = option_get(i);
        if (o->commands == commands && (o->id == OPTION_LIBRARY) == library) put_option(to, o);
    }
}

static void put_own_options(FILE *to, const command *c)
{
    fprintf(to, ".SS %s\n", c->name);
    for (size_t i = 0; i < option_count(); i++)
        if (option_get(i)->commands == c->bit) put_option(to, option_get(i));
}

static bool is_single(unsigned commands)
{
    return (commands & (commands - 1)) == 0;
}

/* Those of no section of their own, with the commands that take them. */
static void put_shared_options(FILE *to)
{
    fputs(".SS Some commands\n", to);
    for (size_t i = 0; i < option_count(); i++) {
        const option *o = option_get(i);
        if (is_single(o->commands) || o->commands == CMD_ALL || o->commands == CMD_WORKING
            || o->commands == CMD_READING)
            continue;
        put_option(to, o);
        fputs("Of", to);
        for (size_t k = 0; k < command_count(); k++)
            if (o->commands & command_get(k)->bit) fprintf(to, " %s", command_get(k)->name);
        fputs(".\n", to);
    }
}

/* ---- Sections -------------------------------------------------------------------------------- */

static void put_synopsis(FILE *to)
{
    fputs(".SH SYNOPSIS\n", to);
    for (size_t i = 0; i < command_count(); i++) {
        const command *c = command_get(i);
        fprintf(to, "%s.B kerf %s\n", i > 0 ? ".br\n" : "", c->name);
        if (c->bit & CMD_WORKING) fputs("[\\fIOPTION\\fR...]\n", to);
        put_operands(to, c->operands);
        if (*c->operands) fputc('\n', to);
    }
}

static void put_description(FILE *to)
{
    fputs(".SH DESCRIPTION\n", to);
    put_paragraphs(to, "kerf reads Markov logic: weighted first-order formulas and the evidence "
                       "to apply them to. Files written for Alchemy, Tuffy, RockIt, LoMRF and "
                       "pracmln load as they are; --dialect settles what they disagree about.\n"
                       "Answers go to standard output, or to the file of --output; errors, "
                       "warnings, notes and progress go to standard error. Options may stand "
                       "anywhere on the command line; -- ends them. Every flag --NAME can be "
                       "turned off with --no-NAME.");
}

static void put_commands(FILE *to)
{
    fputs(".SH COMMANDS\n", to);
    for (size_t i = 0; i < command_count(); i++) {
        const command *c = command_get(i);
        fprintf(to, ".SS kerf %s", c->name);
        if (*c->operands) fputc(' ', to);
        put_operands(to, c->operands);
        fputc('\n', to);
        put_paragraphs(to, c->text);
    }
}

static void put_all_options(FILE *to)
{
    fputs(".SH OPTIONS\n", to);
    put_options(to, "Every command", CMD_ALL, false);
    put_options(to, "Commands that take files", CMD_WORKING, false);
    put_options(to, "Commands that read a model: files", CMD_READING, false);
    put_options(to, "Commands that read a model: how to read", CMD_READING, true);
    put_shared_options(to);
    for (size_t i = 0; i < command_count(); i++) {
        const command *c = command_get(i);
        if (c->bit & CMD_WORKING) put_own_options(to, c);
    }
}

static void put_exit_status(FILE *to)
{
    fputs(".SH \"EXIT STATUS\"\n", to);
    for (size_t i = 0; i < exit_code_count(); i++) {
        fprintf(to, ".TP\n%d\n", exit_code_get(i)->code);
        put(to, exit_code_get(i)->meaning);
        fputs(".\n", to);
    }
}

static void put_files(FILE *to)
{
    static const char *const files[][2] = {
        { "*.mln", "a model: types, predicates, weighted formulas" },
        { "*.db", "evidence: ground atoms, one world or several" },
        { "*.weights", "weights by label, tab-separated; model.weights is read with model.mln" },
        { "*.csv, *.tsv", "tables for --table: one row a true atom" },
    };
    fputs(".SH FILES\n", to);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fputs(".TP\n", to);
        put(to, files[i][0]);
        fputc('\n', to);
        put(to, files[i][1]);
        fputs(".\n", to);
    }
    put_paragraphs(to, "\nAll of them may be compressed with gzip, whatever their names.");
}

static void put_environment(FILE *to)
{
    fputs(".SH ENVIRONMENT\n.TP\nNO_COLOR\n", to);
    put(to, "if set, messages have no colours. They have none anyway unless standard error is a "
            "terminal.");
    fputc('\n', to);
}

static void put_examples(FILE *to)
{
    fputs(".SH EXAMPLES\n", to);
    for (size_t i = 0; i < command_count(); i++)
        if (command_get(i)->bit & CMD_WORKING) put_example(to, command_get(i)->example);
}

void print_man_page(FILE *to)
{
    fprintf(to, ".\\\" Generated by kerf generate man.\n");
    fprintf(to, ".TH KERF 1 \"\" \"kerf %s\" \"User Commands\"\n", kerf_version());
    fputs(".SH NAME\nkerf \\- an engine for Markov logic\n", to);
    put_synopsis(to);
    put_description(to);
    put_commands(to);
    put_all_options(to);
    put_exit_status(to);
    put_files(to);
    put_environment(to);
    put_examples(to);
    fputs(
        ".SH \"SEE ALSO\"\nThe language: doc/language.md. Inference: doc/inference.md. Grounding: "
        "doc/grounding.md. The C "
        "interface: kerf.h.\n",
        to);
}
