/* cli.h -- what the files of the command line share. It knows the library by kerf.h only.
 *
 *   args: words --> cli     load: files --> session     check, show and the like: session --> text
 *
 * Every option and command is one row of a table; parsing, help, man page and completion all read
 * the same rows. */
#ifndef CLI_H
#define CLI_H

#include "kerf.h"

#include <stdbool.h>
#include <stdio.h>

enum { /* exit codes, as in EXIT STATUS of the man page */
       CLI_OK = 0,
       CLI_USAGE = 2,
       CLI_INPUT = 3,
       CLI_INFEASIBLE = 4,
       CLI_LIMIT = 5,
       CLI_FAILURE = 6,  /* out of memory, output cannot be written, a solver failed */
       CLI_INTERNAL = 7, /* an answer did not pass kerf's own check */
       CLI_INTERRUPTED = 130
};

typedef struct cli cli;

/* ---- Commands (commands.c) ------------------------------------------------------------------- */

enum { /* bits, for the options that a command takes */
       CMD_CHECK = 1,
       CMD_SHOW = 2,
       CMD_CONVERT = 4,
       CMD_VERSION = 8,
       CMD_HELP = 16,
       CMD_GENERATE = 32,
       CMD_VERIFY = 64,
       CMD_GROUND = 128,
       CMD_MAP = 256,
       CMD_EVAL = 512,
       CMD_LEARN = 1024,
       CMD_LOAD = 2048,
       CMD_MARGINAL = 4096,
       CMD_EXPLAIN = 8192,
       CMD_MERGING = CMD_CHECK | CMD_SHOW | CMD_CONVERT | CMD_VERIFY | CMD_GROUND | CMD_MAP
                     | CMD_LOAD | CMD_MARGINAL | CMD_EXPLAIN,
       CMD_READING = CMD_MERGING | CMD_LEARN, /* MERGING: the files of evidence are one world */
       CMD_WORKING = CMD_READING | CMD_EVAL,  /* those that take options of their own */
       CMD_SOLVING = CMD_MAP | CMD_LEARN | CMD_EXPLAIN,
       CMD_STORING = CMD_MAP | CMD_SHOW | CMD_LOAD | CMD_MARGINAL | CMD_EXPLAIN,
       CMD_ALL = 16383
};

typedef struct command {
    const char *name;
    unsigned bit;
    bool unlisted;        /* not in the short list of commands */
    const char *operands; /* "MODEL [EVIDENCE...]" */
    const char *summary;  /* a few words */
    const char *text;     /* paragraphs, separated by newlines */
    const char *example;  /* lines; a line that begins with "$ " is typed by the user */
    int (*run)(cli *);    /* returns the exit code */
} command;

size_t command_count(void);
const command *command_get(size_t index);
const command *command_find(const char *name); /* NULL: there is none */

int run_map(cli *);
int run_marginal(cli *);
int run_explain(cli *);
int run_learn(cli *);
int run_eval(cli *);
int run_load(cli *);
int run_check(cli *);
int run_show(cli *);
int run_convert(cli *);
int run_ground(cli *);
int run_verify(cli *);
int run_version(cli *);
int run_help(cli *);
int run_generate(cli *);

/* ---- Options (table.c) ----------------------------------------------------------------------- */

typedef enum option_id {
    OPTION_LIBRARY, /* one of kerf_option_get(): handed on as it is */
    OPTION_ALL,
    OPTION_ANSWER,
    OPTION_ATOM, /* that is to be explained; any number of times */
    OPTION_BOUND_ONLY,
    OPTION_CERTIFICATE,
    OPTION_CHANGE_TRIES,
    OPTION_CHANGES,
    OPTION_CHANGES_FROM,
    OPTION_CLUSTERS,
    OPTION_DEV,
    OPTION_EVIDENCE,
    OPTION_EXAMPLES,
    OPTION_EXPECTATIONS,
    OPTION_FORECAST,
    OPTION_FORMAT,
    OPTION_HELP,
    OPTION_LEAST_CHANGE,
    OPTION_LOG,
    OPTION_METHOD,
    OPTION_MODEL,
    OPTION_OUTPUT,
    OPTION_PARTIAL,
    OPTION_PREDICATES,
    OPTION_PROBABILITIES,
    OPTION_QUIET,
    OPTION_REPORT,
    OPTION_STAGE,
    OPTION_STATS,
    OPTION_STRICT,
    OPTION_SYMMETRIC,
    OPTION_TABLE,
    OPTION_TO,
    OPTION_TRUTH,
    OPTION_VERBOSE,
    OPTION_VERSION,
    OPTION_WORLD
} option_id;

typedef struct option {
    kerf_option is; /* name, type, default, choices, argument, help */
    char letter;    /* -o; 0: none */
    option_id id;
    unsigned commands; /* bits of those that take it */
} option;

/* The command line's own options and the library's, sorted by name. Two of one name differ in their
 * commands, and in nothing that matters before the command is known. */
size_t option_count(void);
const option *option_get(size_t index);
const option *option_find(const char *name, size_t n); /* without dashes; NULL: there is none */
const option *option_find_letter(char);
/* The option of the same name that the command takes; the one given if there is none. */
const option *option_for(const option *, const command *);

/* ---- One run (args.c) ------------------------------------------------------------------------ */

typedef struct source { /* of evidence, in the order of the command line */
    const char *text;
    bool table;   /* PREDICATE=FILE */
    bool operand; /* a plain word: the first one is the model if -i was not given */
} source;

typedef struct setting {
    const option *option;
    const char *value;
    bool by_letter;
} setting;

struct cli {
    const command *command; /* NULL: none was given */
    kerf *session;          /* NULL before open_session() */
    setting *settings;      /* every option, as given */
    size_t n_settings;
    source *sources;
    size_t n_sources;
    const char **atoms; /* explain: plain words that are atoms */
    size_t n_atoms;
    const char *model, *answer, *output, *stage, *stats, *symmetric, *to, *format, *world;
    const char *truth, *predicates, *certificate, *clusters, *dev, *log, *report, *method,
        *probabilities;
    const char *changes, *changes_from, *least_change;
    long examples;     /* -1: not given */
    long change_tries; /* -1: not given */
    bool all, expectations, analyze, bound_only, forecast, partial, quiet, strict, verbose;
    bool brief_help, full_help, version;
};

/* Fills the cli from argv; CLI_OK or CLI_USAGE with a message on stderr. The words are borrowed. */
int parse_arguments(cli *, int argc, char **argv);
void free_arguments(cli *);

/* "kerf: ..." and a pointer to the help; both return CLI_USAGE. */
int usage_error(const cli *, const char *format, ...) __attribute__((format(printf, 2, 3)));
int unknown_command(const cli *, const char *word);

/* ---- Other engines (elsewhere.c) ------------------------------------------------------------- */

/* What to write in place of their options, without dashes, and their commands; NULL: not known. */
const char *option_elsewhere(const char *name, size_t n);
const char *command_elsewhere(const char *word);

/* ---- Suggestions (suggest.c) ----------------------------------------------------------------- */

typedef struct suggestion {
    const char *wanted;
    const char *best; /* NULL: nothing is near enough; n bytes long */
    size_t n;
    unsigned distance;
} suggestion;
void suggest_try(suggestion *, const char *candidate, size_t n);

/* ---- Sessions (open.c) ----------------------------------------------------------------------- */

typedef enum how_many {
    NO_WORLD,
    FIRST_WORLD,
    EVERY_WORLD,
    NEEDED_WORLD, /* the first, even if there is nothing to read */
    CHOSEN_WORLD  /* that of --world; without it, the only one */
} how_many;

/* Opens the session and sets its options. Returns an exit code. */
int open_session(cli *);
int open_for_model(cli *); /* CLI_USAGE: no model is named */
/* Opens the session, unless it is open, and reads model and evidence, printing messages. Without
 * evidence no world is read, unless the command line or the model says what is hidden, or one is
 * needed (every predicate without evidence is then hidden). Returns an exit code. */
int read_inputs(cli *, how_many);
/* The next world of the evidence, with what there is to say of it. `number` is its number. */
kerf_status next_world(cli *, size_t number, int *more);
/* Writes to --output, or to standard output; returns an exit code. */
int write_output(cli *, kerf_fill_fn *, void *context);
/* Statistics or report beside it, NULL: nothing. Also where there is no answer, if there is
 * something to tell. `code` is what the command would return, and so is the result if all goes
 * well. */
int write_aside(cli *, const char *file, kerf_fill_fn *, int code);
kerf_fill_fn fill_statistics;
kerf_fill_fn fill_report;
kerf_answer_format answer_format(const cli *); /* --format of an answer */
/* What a failed call means for the run: prints the messages and returns the exit code. */
int fail(cli *, kerf_status);
/* Closes the session after the last messages and their number. */
void finish(cli *);

/* ---- Explaining (explain.c) ------------------------------------------------------------------ */

/* Is a plain word an atom with arguments, and not a file? */
bool looks_like_atom(const char *word);
bool has_atoms(const cli *); /* does the command line name any? */
/* All of these; the session has an answer. */
kerf_status explain_atoms(cli *, kerf *);
/* Or where the answer departs from soft evidence. */
kerf_status explain_changes(cli *, kerf *);
kerf_fill_fn fill_explanations; /* context: the cli, or NULL: as text */

/* ---- Outputs (outputs.c) --------------------------------------------------------------------- */

/* No two outputs of a run may go to one file. Returns an exit code. */
int check_outputs(cli *);
/* Nor may one go to a file that is read. Once all inputs are known. */
int check_inputs(cli *);

/* ---- Messages (messages.c) ------------------------------------------------------------------- */

void messages_init(void);
void messages_show(cli *);                                 /* those that are new */
void messages_count(const cli *);                          /* "2 errors, 1 warning" */
void message_line(const char *severity, const char *text); /* "kerf: error: text" */
void progress_show(const char *text);                      /* on a terminal: one live line */
void progress_erase(void);
void on_log(void *context, int level, const char *text); /* for kerf_config; context: the cli */

/* ---- Interrupts (main.c) --------------------------------------------------------------------- */

/* Between these two the first interrupt waits, so that no temporary file stays behind and an answer
 * can still be written; the second ends the run. They may be nested. */
void hold_interrupts(void);
void release_interrupts(void);
bool interrupted(void); /* one is waiting */
/* It has ended the search: writing what that found is not to be stopped by it once more. */
void heed_interrupt(void);
/* Between these two an answer is written: one that comes so late does not stop that either. */
void begin_answer(void);
void end_answer(void);
bool asked_to_stop(void); /* by one that has not ended anything yet */

/* ---- Memory (memory.c) ----------------------------------------------------------------------- */

void prepare_memory(void);

/* ---- Help (help.c, generate.c, man.c, completion.c) ------------------------------------------ */

void print_overview(FILE *);
void print_brief_help(FILE *, const command *);
void print_full_help(FILE *, const command *); /* NULL: of kerf as a whole */
void print_man_page(FILE *);
void print_bash_completion(FILE *);

typedef struct exit_code {
    int code;
    const char *meaning;
} exit_code;
size_t exit_code_count(void);
const exit_code *exit_code_get(size_t index);

#endif
