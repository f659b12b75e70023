/* args.c -- words to settings, files and a command.
 *
 * Options may stand anywhere, also before the command, so words are sorted out first and what
 * they mean for the command is settled afterwards. */
#include "cli.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct words { /* what is left of the command line */
    char **at;
    int n;
    bool plain; /* after --: no more options */
} words;

int usage_error(const cli *c, const char *format, ...)
{
    char text[2048];
    va_list args;
    progress_erase();
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kerf_mask_passwords(text);
    fprintf(stderr, "kerf: %s", text);
    if (c->command) fprintf(stderr, "\nTry 'kerf %s -h'.\n", c->command->name);
    else fputs("\nTry 'kerf -h'.\n", stderr);
    return CLI_USAGE;
}

/* ---- Single options -------------------------------------------------------------------------- */

static int unknown_option(const cli *c, const char *word, size_t n)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(n < 63 ? n : 63), word + 2);
    const char *advice = option_elsewhere(name, strlen(name));
    if (advice) return usage_error(c, "unknown option '--%s': %s", name, advice);
    suggestion s = { .wanted = name };
    for (size_t i = 0; i < option_count(); i++)
        suggest_try(&s, option_get(i)->is.name, strlen(option_get(i)->is.name));
    if (!s.best) return usage_error(c, "unknown option '--%s'", name);
    return usage_error(c, "unknown option '--%s'; did you mean '--%s'?", name, s.best);
}

static void add_setting(cli *c, const option *o, const char *value, bool by_letter)
{
    c->settings[c->n_settings++] = (setting){ o, value, by_letter };
}

static void add_source(cli *c, const char *text, bool table, bool operand)
{
    c->sources[c->n_sources++] = (source){ text, table, operand };
}

/* -e a.db,b.db; the commas become ends. */
static int add_evidence(cli *c, char *list)
{
    for (char *comma; list; list = comma) {
        comma = strchr(list, ',');
        if (comma) *comma++ = '\0';
        if (*list == '\0') return usage_error(c, "option --evidence needs file names");
        add_source(c, list, false, false);
    }
    return CLI_OK;
}

static char *next_word(words *w)
{
    if (w->n == 0) return NULL;
    w->n--;
    return *w->at++;
}

/* The value of an option that takes one: after = or the next word. */
static int take_value(cli *c, const option *o, char *attached, words *w, bool by_letter)
{
    char *value = attached ? attached : next_word(w);
    bool forgotten = value && !attached && strncmp(value, "--", 2) == 0
                     && option_find(value + 2, strcspn(value + 2, "="));
    if (!value || forgotten)
        return usage_error(c, "option --%s needs a value: %s", o->is.name, o->is.argument);
    add_setting(c, o, value, by_letter);
    if (o->id == OPTION_TABLE) add_source(c, value, true, false);
    return o->id == OPTION_EVIDENCE ? add_evidence(c, value) : CLI_OK;
}

/* --name, --name=value, --no-name */
static int take_long(cli *c, char *word, words *w)
{
    char *name = word + 2, *equals = strchr(name, '=');
    size_t n = equals ? (size_t)(equals - name) : strlen(name);
    const option *o = option_find(name, n);
    if (!o && n > 3 && strncmp(name, "no-", 3) == 0) {
        o = option_find(name + 3, n - 3);
        if (o && o->is.type == KERF_OPTION_FLAG && !equals) {
            add_setting(c, o, "no", false);
            return CLI_OK;
        }
        o = NULL;
    }
    if (!o) return unknown_option(c, word, n);
    if (o->is.type != KERF_OPTION_FLAG)
        return take_value(c, o, equals ? equals + 1 : NULL, w, false);
    add_setting(c, o, equals ? equals + 1 : "yes", false);
    return CLI_OK;
}

/* -output, -marginal: a long option with one dash, ours or that of another engine. */
static int check_dash(const cli *c, const char *word)
{
    size_t n = strcspn(word + 1, "=");
    const char *advice = option_elsewhere(word + 1, n);
    if (n > 1 && option_find(word + 1, n))
        return usage_error(c, "unknown option '%s'; did you mean '-%s'?", word, word);
    if (advice && (n > 1 || !option_find_letter(word[1])))
        return usage_error(c, "unknown option '%s': %s", word, advice);
    return CLI_OK;
}

/* -v, -oFILE, -o=FILE, -o FILE, and flags run together */
static int take_short(cli *c, char *word, words *w)
{
    if (check_dash(c, word) != CLI_OK) return CLI_USAGE;
    for (char *at = word + 1; *at; at++) {
        const option *o = option_find_letter(*at);
        if (!o && !word[2]) return usage_error(c, "unknown option '%s'", word);
        if (!o) return usage_error(c, "unknown option '-%c' in '%s'", *at, word);
        char *value = at[1] == '=' ? at + 2 : at + 1;
        if (o->is.type != KERF_OPTION_FLAG) return take_value(c, o, at[1] ? value : NULL, w, true);
        add_setting(c, o, "yes", true);
    }
    return CLI_OK;
}

int unknown_command(const cli *c, const char *word)
{
    const char *advice = command_elsewhere(word);
    if (advice) return usage_error(c, "unknown command '%s': %s", word, advice);
    if (strpbrk(word, "./"))
        return usage_error(c, "'%s' is no command; that comes first: kerf map MODEL FILE", word);
    suggestion s = { .wanted = word };
    for (size_t i = 0; i < command_count(); i++)
        suggest_try(&s, command_get(i)->name, strlen(command_get(i)->name));
    if (!s.best) return usage_error(c, "unknown command '%s'", word);
    return usage_error(c, "unknown command '%s'; did you mean '%s'?", word, s.best);
}

static int take_command(cli *c, const char *word)
{
    c->command = command_find(word);
    return c->command ? CLI_OK : unknown_command(c, word);
}

static int take_word(cli *c, char *word, words *w)
{
    bool dashed = !w->plain && word[0] == '-' && word[1] != '\0';
    if (dashed && strcmp(word, "--") == 0) return w->plain = true, CLI_OK;
    if (dashed && word[1] == '-') return take_long(c, word, w);
    if (dashed) return take_short(c, word, w);
    if (!c->command) return take_command(c, word);
    add_source(c, word, false, true);
    return CLI_OK;
}

/* ---- What the settings mean ------------------------------------------------------------------ */

static int set_flag(const cli *c, const setting *s, bool *flag)
{
    static const char *const names[] = { "no", "yes", "0", "1", "false", "true", "off", "on" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(s->value, names[i]) == 0) return *flag = i % 2 == 1, CLI_OK;
    return usage_error(c, "bad value '%s' for option --%s: expected yes or no", s->value,
                       s->option->is.name);
}

static int set_choice(const cli *c, const setting *s, const char **choice)
{
    suggestion near = { .wanted = s->value };
    for (const char *at = s->option->is.choices; *at; at += *at == '|') {
        size_t n = strcspn(at, "|");
        if (strlen(s->value) == n && memcmp(at, s->value, n) == 0)
            return *choice = s->value, CLI_OK;
        suggest_try(&near, at, n);
        at += n;
    }
    const char *name = s->option->is.name;
    if (near.best)
        return usage_error(c, "bad value '%s' for option --%s: did you mean '%.*s'?", s->value,
                           name, (int)near.n, near.best);
    return usage_error(c, "bad value '%s' for option --%s: expected one of %s", s->value, name,
                       s->option->is.choices);
}

static int set_once(const cli *c, const setting *s, const char **text)
{
    if (*text) return usage_error(c, "option --%s is given twice", s->option->is.name);
    if (s->value[0] == '\0')
        return usage_error(c,
                           s->option->is.type == KERF_OPTION_FILE ? "option --%s needs a file name"
                                                                  : "option --%s needs a name",
                           s->option->is.name);
    return *text = s->value, CLI_OK;
}

static int set_number(const cli *c, const setting *s, long *number)
{
    char *end;
    *number = isdigit((unsigned char)s->value[0]) ? strtol(s->value, &end, 10) : -1;
    if (*number >= 0 && *number <= INT32_MAX && *end == '\0') return CLI_OK;
    return usage_error(c, "bad value '%s' for option --%s: expected a whole number", s->value,
                       s->option->is.name);
}

static int check_table(const cli *c, const setting *s)
{
    const char *equals = strchr(s->value, '=');
    if (!equals || equals == s->value || equals[1] == '\0')
        return usage_error(c, "bad value '%s' for option --table: expected PREDICATE=FILE",
                           s->value);
    return CLI_OK;
}

/* -q is --query, not --quiet. */
static int check_library(const cli *c, const setting *s)
{
    static const char *const files[] = { ".mln", ".pml", ".db" };
    size_t n = strlen(s->value);
    if (!s->by_letter || strcmp(s->option->is.name, "query") != 0) return CLI_OK;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t end = strlen(files[i]);
        if (n > end && strcmp(s->value + n - end, files[i]) == 0)
            return usage_error(c, "-q names predicates, and '%s' is a file: did you mean --quiet?",
                               s->value);
    }
    return CLI_OK;
}

static int set_help(cli *c, const setting *s)
{
    return set_flag(c, s, s->by_letter ? &c->brief_help : &c->full_help);
}

static int apply(cli *c, setting *s)
{
    assert(s->option);
    if (c->command) s->option = option_for(s->option, c->command);
    if (c->command && !(s->option->commands & c->command->bit))
        return usage_error(c, "'kerf %s' has no option --%s", c->command->name, s->option->is.name);
    switch (s->option->id) {
    case OPTION_LIBRARY: return check_library(c, s);
    case OPTION_EVIDENCE: return CLI_OK;
    case OPTION_ALL: return set_flag(c, s, &c->all);
    case OPTION_ATOM: return CLI_OK;
    case OPTION_ANSWER: return set_once(c, s, &c->answer);
    case OPTION_BOUND_ONLY: return set_flag(c, s, &c->bound_only);
    case OPTION_CERTIFICATE: return set_once(c, s, &c->certificate);
    case OPTION_CHANGE_TRIES: return set_number(c, s, &c->change_tries);
    case OPTION_CHANGES: return set_once(c, s, &c->changes);
    case OPTION_CHANGES_FROM: return set_once(c, s, &c->changes_from);
    case OPTION_CLUSTERS: return set_once(c, s, &c->clusters);
    case OPTION_DEV: return set_once(c, s, &c->dev);
    case OPTION_EXAMPLES: return set_number(c, s, &c->examples);
    case OPTION_EXPECTATIONS: return set_flag(c, s, &c->expectations);
    case OPTION_FORECAST: return set_flag(c, s, &c->forecast);
    case OPTION_FORMAT: return set_choice(c, s, &c->format);
    case OPTION_HELP: return set_help(c, s);
    case OPTION_LEAST_CHANGE: return set_once(c, s, &c->least_change);
    case OPTION_LOG: return set_once(c, s, &c->log);
    case OPTION_METHOD: return set_choice(c, s, &c->method);
    case OPTION_MODEL: return set_once(c, s, &c->model);
    case OPTION_OUTPUT: return set_once(c, s, &c->output);
    case OPTION_PARTIAL: return set_flag(c, s, &c->partial);
    case OPTION_PREDICATES: return set_once(c, s, &c->predicates);
    case OPTION_PROBABILITIES: return set_once(c, s, &c->probabilities);
    case OPTION_QUIET: return set_flag(c, s, &c->quiet);
    case OPTION_STAGE: return set_choice(c, s, &c->stage);
    case OPTION_REPORT: return set_once(c, s, &c->report);
    case OPTION_STATS: return set_once(c, s, &c->stats);
    case OPTION_STRICT: return set_flag(c, s, &c->strict);
    case OPTION_SYMMETRIC: return set_once(c, s, &c->symmetric);
    case OPTION_TABLE: return check_table(c, s);
    case OPTION_TO: return set_choice(c, s, &c->to);
    case OPTION_TRUTH: return set_once(c, s, &c->truth);
    case OPTION_VERBOSE:
        return set_flag(c, s, c->verbose && s->by_letter ? &c->analyze : &c->verbose);
    case OPTION_VERSION: return set_flag(c, s, &c->version);
    case OPTION_WORLD: return set_once(c, s, &c->world);
    }
    return CLI_OK;
}

/* Without -i the first plain word is the model. */
static void find_model(cli *c)
{
    for (size_t i = 0; !c->model && i < c->n_sources; i++) {
        if (!c->sources[i].operand) continue;
        c->model = c->sources[i].text;
        c->n_sources--;
        memmove(c->sources + i, c->sources + i + 1, (c->n_sources - i) * sizeof *c->sources);
    }
}

/* Without --answer the last plain word after the model is the answer. */
static void find_answer(cli *c)
{
    for (size_t i = c->n_sources; !c->answer && i-- > 0;) {
        if (!c->sources[i].operand) continue;
        c->answer = c->sources[i].text;
        c->n_sources--;
        memmove(c->sources + i, c->sources + i + 1, (c->n_sources - i) * sizeof *c->sources);
    }
}

/* Plain words with brackets are atoms. */
static void find_atoms(cli *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n_sources; i++) {
        if (c->sources[i].operand && looks_like_atom(c->sources[i].text))
            c->atoms[c->n_atoms++] = c->sources[i].text;
        else c->sources[n++] = c->sources[i];
    }
    c->n_sources = n;
}

/* A byte gives at most one setting and one source, so this is enough. */
static bool reserve(cli *c, int argc, char **argv)
{
    size_t bytes = 1;
    for (int i = 0; i < argc; i++) bytes += strlen(argv[i]) + 1;
    c->settings = calloc(bytes, sizeof *c->settings);
    c->sources = calloc(bytes, sizeof *c->sources);
    c->atoms = calloc(bytes, sizeof *c->atoms);
    return c->settings && c->sources && c->atoms;
}

int parse_arguments(cli *c, int argc, char **argv)
{
    words w = { argv + 1, argc > 0 ? argc - 1 : 0, false };
    c->examples = c->change_tries = -1;
    if (!reserve(c, argc, argv)) {
        message_line("error", "out of memory");
        return CLI_FAILURE;
    }
    for (char *word; (word = next_word(&w));) {
        int code = take_word(c, word, &w);
        if (code != CLI_OK) return code;
    }
    for (size_t i = 0; i < c->n_settings; i++) {
        int code = apply(c, &c->settings[i]);
        if (code != CLI_OK) return code;
    }
    if (c->command && c->command->bit == CMD_EXPLAIN) find_atoms(c);
    if (c->command && (c->command->bit & CMD_READING)) find_model(c);
    bool answers = c->command && (c->command->bit & (CMD_VERIFY | CMD_EVAL));
    if (answers && !c->probabilities) find_answer(c);
    return CLI_OK;
}

void free_arguments(cli *c)
{
    free(c->settings);
    free(c->sources);
    free((void *)c->atoms);
}
