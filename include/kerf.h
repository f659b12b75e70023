/* kerf.h -- Markov logic from C.
 *
 *     kerf *k = kerf_new(NULL);
 *     int more;
 *     if (kerf_read_model(k, "smoking.mln") == KERF_OK &&
 *         kerf_add_evidence(k, "smoking.db") == KERF_OK &&
 *         kerf_next_world(k, &more) == KERF_OK)
 *         ...
 *     else
 *         fprintf(stderr, "%s\n", kerf_error(k));
 *     kerf_free(k);
 *
 * A session holds one model and, at a time, one world of evidence. It is not shared between
 * threads; different sessions are independent. The library never prints, never exits, never changes
 * the locale, and takes all its memory from one counted allocator.
 *
 * Every function that can fail returns a kerf_status and writes its outputs only on KERF_OK.
 * What went wrong, and where, stays on the session: kerf_error() for one line, the
 * kerf_message_* functions for everything. Pointers that a function returns are borrowed and stay
 * valid until the next call on the same session that is not a `get` or `count`.
 *
 * The order of calls: kerf_set() and kerf_read_model(), then kerf_read_weights() if wanted, then
 * kerf_add_evidence() and the like, then kerf_next_world() until there are no more. A world may be
 * changed and asked again (kerf_assert_atom()), and after kerf_learn() evidence may be added for
 * inference with the weights that were learned. Out of order,
 * with NULL for the session, or after reading has failed (start a new session then), a call does
 * nothing and returns KERF_MISUSE.
 *
 * This header is the manual, in the order of calls. Chapters that not every program needs are
 * headers of their own, which it includes: kerf_facts.h (facts as values, and those that come and
 * go), kerf_explain.h (why an atom is as it is), kerf_verify.h (answers verified, and compared with
 * the truth). kerf_arrow.h has the structs of Arrow tables, for those who make them.
 *
 * Structs that grow: a struct that the caller allocates begins with its size, which the caller
 * sets,
 *
 *     kerf_map_options options = { .size = sizeof options, .report = 1 };
 *     kerf_result result = { .size = sizeof result };
 *
 * and which no call changes. Later versions add members at the end. Where caller and library were
 * compiled with different versions, members that only one of them knows are 0 in options and left
 * alone in results; a call that finds no size returns KERF_MISUSE. Structs that the library
 * allocates and lends (kerf_message, kerf_option, kerf_iteration, kerf_learn_progress) grow at the
 * end, too. */
#ifndef KERF_H
#define KERF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define KERF_API __attribute__((visibility("default")))
#else
#define KERF_API
#endif

/* ---- Status ------------------------------------------------------------------------------- */

typedef enum kerf_status {
    KERF_OK = 0,
    KERF_MISUSE,      /* a call that this manual forbids, or an unknown option or value */
    KERF_INVALID,     /* the model or the data are wrong: see kerf_message_get() */
    KERF_IO,          /* a file could not be read or written */
    KERF_UNSUPPORTED, /* understood, but not supported */
    KERF_NO_MEMORY,   /* the memory limit or the machine's memory is used up */
    KERF_LIMIT,       /* another limit was reached */
    KERF_INFEASIBLE,  /* the hard formulas contradict each other or the evidence */
    KERF_INTERRUPTED, /* the caller asked to stop */
    KERF_SOLVER,      /* a base solver failed */
    KERF_STORE,       /* the store of evidence failed */
    KERF_INTERNAL     /* an answer did not pass kerf's own check: nothing is given out */
} kerf_status;

KERF_API const char *kerf_status_text(kerf_status); /* "ok", "invalid input", ... */

/* ---- Sessions ----------------------------------------------------------------------------- */

typedef struct kerf kerf;

/* How the session gets memory and speaks; all members but the size may be 0. */
typedef struct kerf_config {
    size_t size;
    size_t memory_limit; /* bytes; 0: none. The option "memory-limit" changes it later */
    int64_t fail_after;  /* testing: with test_faults, allocation n + 1 and later ones fail */
    int test_faults;     /* 0: fail_after is ignored */
    /* Called for progress while a call works, and for messages at the end of the call that gave
     * them; text has no newline and is borrowed. It must not call back into the session. */
    void (*log)(void *context, int level, const char *text);
    void *log_context;
    /* Asked often while a call reads (models, evidence), or grounds and has no stop() of its own
     * (plans, problems, forecasts); non-zero: it ends with KERF_INTERRUPTED. Where reading was
     * interrupted, the session can only be freed, but for kerf_add_columns() and kerf_add_arrow(),
     * which then have queued nothing. It must not call back into the session. May be NULL. */
    int (*stop)(void *context);
    void *stop_context;
} kerf_config;

enum {
    KERF_LOG_NOTE = 0,     /* a message, as "file:line:column: warning: text" */
    KERF_LOG_PROGRESS = 1, /* how far a long call has come; each replaces the one before */
    KERF_LOG_DEBUG = 2     /* what the library does and how long it takes */
};

/* Config NULL: all 0. It is copied. Returns NULL where there is no memory, or the size is
 * not set. */
KERF_API kerf *kerf_new(const kerf_config *);
KERF_API void kerf_free(kerf *); /* NULL is legal */

KERF_API size_t kerf_memory_used(const kerf *); /* bytes now */
KERF_API size_t kerf_memory_peak(const kerf *); /* most so far */

/* ---- Messages ----------------------------------------------------------------------------- */

typedef enum kerf_severity { KERF_ERROR, KERF_WARNING, KERF_NOTE } kerf_severity;

typedef struct kerf_message {
    kerf_severity severity;
    const char *file;   /* NULL: not about a file */
    uint32_t line;      /* from 1; 0: about the file as a whole */
    uint32_t column;    /* from 1, in bytes */
    uint32_t length;    /* bytes to underline, at least 1 */
    const char *text;   /* one sentence, no newline */
    const char *source; /* the source line or a window of it; NULL: none */
    uint32_t skipped;   /* bytes of the line before `source` */
    const char *hint;   /* what to do about it; NULL: none */
} kerf_message;

/* Everything said since the session began or kerf_message_clear(), in order. At most twenty
 * errors are kept; reading stops there. Warnings are kept up to fifty and counted beyond. */
KERF_API size_t kerf_message_count(const kerf *);
KERF_API const kerf_message *kerf_message_get(const kerf *, size_t index); /* NULL past the end */
KERF_API size_t kerf_message_total(const kerf *, kerf_severity); /* said, whether kept or not */
KERF_API void kerf_message_clear(kerf *);

/* Why the last call failed: the first error that it met, as "file:line:column: text", or plain
 * text where no file is concerned; "" if it did not fail. Never NULL. */
KERF_API const char *kerf_error(const kerf *);

/* Masks, in place, the passwords in a text that is to be shown: those of addresses such as
 * postgres://USER:PASSWORD@HOST/. Messages, logs and reports are masked; kerf_get() gives what was
 * set. */
KERF_API void kerf_mask_passwords(char *text);

/* ---- Options ------------------------------------------------------------------------------ */

typedef enum kerf_option_type {
    KERF_OPTION_FLAG,  /* "1", "0", "true", "false", "yes", "no", "on", "off" */
    KERF_OPTION_INT,   /* a whole number */
    KERF_OPTION_REAL,  /* a number */
    KERF_OPTION_SIZE,  /* bytes: 1000, 64K, 500M, 8G, 1T (powers of 1024); 0: no limit */
    KERF_OPTION_TEXT,  /* anything */
    KERF_OPTION_LIST,  /* names separated by commas, at least one */
    KERF_OPTION_FILE,  /* a path, or "-" */
    KERF_OPTION_CHOICE /* one of `choices` */
} kerf_option_type;

typedef struct kerf_option {
    const char *name; /* "memory-limit" */
    kerf_option_type type;
    const char *standard; /* default, as text; NULL: none */
    const char *choices;  /* CHOICE: "a|b|c", never abbreviated; else NULL */
    double least, most;   /* INT, REAL */
    const char *argument; /* what help calls the value: "SIZE", "A,B"; NULL for flags */
    const char *help;     /* one sentence */
} kerf_option;

/* The table that parses, documents and completes: every option of the library, sorted by name:
 * C, all, analyze, ascent, ask, average, blank, branch, burn-in, chains, checkpoint, cliques,
 * closed, clustering, completion, cost, dialect, distribute, effort, eliminate, epochs, fixing,
 * flips, fractional, gap, ground, header, k, lift, loss-augmented, mapping, max-iterations,
 * memory-limit, mend, merge, method, min-count, min-p, negatives, noise, only-asked, open, order,
 * parts, precision, query, query-file, relax, samples, schema, seed, shuffle, sigma,
 * simplify, skip-unknown, solver, split, split-cnf, start, store, strict-types, tables, tabu,
 * threads, time-limit, transitive, tries, twins, unsupported, warm, weights.
 * `kerf map --help` and `kerf learn --help` say what they mean. */
KERF_API size_t kerf_option_count(void);
KERF_API const kerf_option *kerf_option_get(size_t index);
KERF_API const kerf_option *kerf_option_find(const char *name); /* NULL: there is none */
/* Set an option; value NULL: back to its default. KERF_MISUSE: an unknown name, a value that does
 * not fit (a near one is suggested), or too late. These are set
 *     before the model is read: completion, dialect, split-cnf, strict-types, unsupported, weights;
 *     before evidence is added: blank, closed, header, mapping, merge, open, query, query-file,
 *     skip-unknown;
 *     before the first world is read: distribute, schema, store;
 * and the others at any time. */
KERF_API kerf_status kerf_set(kerf *, const char *name, const char *value);
KERF_API const char *kerf_get(const kerf *, const char *name); /* current value; NULL: none */

/* ---- Reading ------------------------------------------------------------------------------ */

/* Bytes for a reader: up to n into `to`; returns how many, 0 at the end, -1 on failure. */
typedef ptrdiff_t kerf_read_fn(void *context, void *to, size_t n);
/* Text for a writer: returns 0, or non-zero to stop. */
typedef int kerf_write_fn(void *context, const char *text, size_t n);

/* One model per session. gzip is recognised by content; path "-" is standard input. A weight
 * table beside the model file (model.weights or model.weights.gz for model.mln) is read with it and
 * a note says so, unless option "weights" names another or none ("-" for none). `name` stands for
 * the file in messages; includes are looked up beside it. Memory is borrowed during the call only.
 * More weights may follow, until evidence is added; the last one said counts. */
KERF_API kerf_status kerf_read_model(kerf *, const char *path);
KERF_API kerf_status kerf_read_model_memory(kerf *, const char *name, const void *, size_t);
KERF_API kerf_status kerf_read_model_stream(kerf *, const char *name, kerf_read_fn *,
                                            void *context);
KERF_API kerf_status kerf_read_weights(kerf *, const char *path);
KERF_API kerf_status kerf_read_weights_memory(kerf *, const char *name, const void *, size_t);

/* Queue evidence, in order; nothing is opened until kerf_next_world(). Several sources are read as
 * if they were one file. Memory must stay valid until it is read. A table gives one true atom per
 * row, its columns separated by commas, tabs or semicolons; a header is recognised, as the option
 * "header" says. A list behind the name chooses columns by header or number, and one for
 * probabilities: "people.csv(id, 3; p)". A path "postgres:TABLE(COLUMN, ...)" is a table on the
 * store's server; the option "mapping" names a file with queries there. KERF_MISUSE without a
 * model, once every world has been read, or after facts were asserted. After kerf_learn() evidence
 * for new worlds may be added. */
KERF_API kerf_status kerf_add_evidence(kerf *, const char *path);
/* The same, but the file is a world of its own, or several if it has world lines:
 * for kerf_learn(). */
KERF_API kerf_status kerf_add_world(kerf *, const char *path);
KERF_API kerf_status kerf_add_evidence_memory(kerf *, const char *name, const void *, size_t);
KERF_API kerf_status kerf_add_evidence_stream(kerf *, const char *name, kerf_read_fn *,
                                              void *context);
KERF_API kerf_status kerf_add_table(kerf *, const char *predicate, const char *path);
KERF_API kerf_status kerf_add_table_memory(kerf *, const char *predicate, const char *name,
                                           const void *, size_t);
KERF_API kerf_status kerf_add_table_stream(kerf *, const char *predicate, const char *name,
                                           kerf_read_fn *, void *context);

/* Load the next world, forgetting the one before. *more is 1, or 0 when there was none left;
 * without any evidence there is exactly one, empty, world. The first world settles which predicates
 * are observed and which hidden, where options and declarations do not. */
KERF_API kerf_status kerf_next_world(kerf *, int *more);
KERF_API const char *kerf_world_name(const kerf *); /* "" if it has none */

/* ---- Sessions over one model ---------------------------------------------------------------- */

/* Another session over the same model, which is read once and shared: it has the options and the
 * weights that `from` has now, and no evidence. From then on the two are independent and may be
 * used by different threads, also kerf_set_weight(), and be freed in any order. While others share
 * its model a session can neither learn nor read weights, and one that was made so cannot at all.
 * Several threads may make sessions over one at the same time, as long as no other call uses it.
 * NULL: there is no memory, no model was read, or the size in the config is not set. */
KERF_API kerf *kerf_new_over(const kerf *from, const kerf_config *);
/* The same with a copy of the current world, to ask "what if"; there must be one, in memory. The
 * copy has no answer yet, and no worlds after this one. */
KERF_API kerf *kerf_clone(const kerf *from, const kerf_config *);

/* ---- Looking at the model and the world ---------------------------------------------------- */

typedef struct kerf_predicate_info {
    size_t size;
    const char *name;
    uint32_t arity;  /* arguments, a number at the end included */
    int starred;     /* declared closed world, with a * */
    int hidden;      /* 1 hidden, 0 observed, -1 not settled yet */
    const char *why; /* in words */
    size_t true_atoms, false_atoms, unknown_atoms, soft_atoms; /* evidence of the current world */
    int number; /* 1: the last argument is a number, not a constant */
} kerf_predicate_info;

typedef struct kerf_type_info {
    size_t size;
    const char *name;
    uint32_t constants; /* in the current world; before the first: those of the model */
} kerf_type_info;

typedef struct kerf_formula_info {
    size_t size;
    const char *label;
    const char *file;
    uint32_t line;
    const char *text; /* normalised, without the weight */
    int hard;
    int learnable;     /* no weight was given */
    double weight;     /* INFINITY: hard; NAN: from data or from a table; 0: learnable */
    size_t table_rows; /* weight table: its rows */
} kerf_formula_info;

/* By index from 0, in the order of the model; KERF_MISUSE past the end. Counts are 0 before the
 * model is read. */
KERF_API size_t kerf_predicate_count(const kerf *);
KERF_API kerf_status kerf_predicate_get(kerf *, size_t index, kerf_predicate_info *);
KERF_API size_t kerf_type_count(const kerf *);
KERF_API kerf_status kerf_type_get(kerf *, size_t index, kerf_type_info *);
KERF_API size_t kerf_formula_count(const kerf *);
KERF_API kerf_status kerf_formula_get(kerf *, size_t index, kerf_formula_info *);

/* ---- Text out ----------------------------------------------------------------------------- */

typedef enum kerf_stage {
    KERF_STAGE_TREE,    /* the syntax tree as it was read */
    KERF_STAGE_MODEL,   /* the checked model: types, predicates, rules in negation normal form */
    KERF_STAGE_PLAN,    /* the queries of every formula, with estimated and actual rows */
    KERF_STAGE_PROBLEM, /* what is ground at first: atoms with costs, violated formulas */
    KERF_STAGE_SQL      /* the queries as SQL: for the store, or if that is memory for SQLite */
} kerf_stage;

/* All of these need a model. A writer that stops is KERF_IO. PLAN, SQL and PROBLEM need a world,
 * too, that of the last kerf_next_world(); all its hidden atoms are false but for those that
 * evidence says are true.
 * What `kerf check` prints: decisions, types, predicates, formulas, worlds so far. */
KERF_API kerf_status kerf_write_summary(kerf *, kerf_write_fn *, void *context);
KERF_API kerf_status kerf_write_stage(kerf *, kerf_stage, kerf_write_fn *, void *context);
/* What `kerf check --forecast` adds: for each formula the number of its groundings, how many of
 * them evidence leaves open, how many are violated where everything open is false, and the memory
 * that these would take. Counted where that is cheap, estimated where not, before any of it is
 * built. A formula beyond a billion open groundings, or beyond the memory limit, is a warning.
 * Needs a world. */
KERF_API kerf_status kerf_write_forecast(kerf *, kerf_write_fn *, void *context);
/* The model in another dialect: "kerf", "alchemy", "tuffy", "rockit", "lomrf". What cannot be
 * expressed there is an error at its line, nothing is written and the status is KERF_UNSUPPORTED;
 * with partial != 0 it is a warning, and a comment takes its place. */
KERF_API kerf_status kerf_write_model(kerf *, const char *dialect, int partial, kerf_write_fn *,
                                      void *context);

typedef enum kerf_problem_format {
    KERF_PROBLEM_WCNF, /* weighted CNF: p wcnf VARIABLES CLAUSES TOP, with integer weights */
    KERF_PROBLEM_LP,   /* an integer program in CPLEX LP format */
    KERF_PROBLEM_MPS   /* the same in free MPS format */
} kerf_problem_format;

/* The current world grounded in full, for other solvers: everything that evidence does not decide.
 * Comments at the head of the file say how its objective, which is minimised, relates to the score
 * ("score = OFFSET - objective") and which atom each variable is. Text is written as it is made.
 * KERF_INVALID: a formula has no weight; KERF_UNSUPPORTED: acyclicity cannot be written out, nor a
 * very large cardinality as clauses; KERF_INFEASIBLE: evidence alone breaks a hard formula;
 * KERF_LIMIT, KERF_NO_MEMORY: there is too much of it. kerf_write_forecast() tells before. */
KERF_API kerf_status kerf_write_problem(kerf *, kerf_problem_format, kerf_write_fn *,
                                        void *context);

/* A file that appears whole or not at all: `fill` writes it by calling put(to, text, n), directly
 * or by passing both to one of the functions above; if it returns KERF_OK the file is flushed and
 * renamed into place. path NULL or "-": standard output. */
typedef kerf_status kerf_fill_fn(kerf *, kerf_write_fn *put, void *to, void *context);
KERF_API kerf_status kerf_write_file(kerf *, const char *path, kerf_fill_fn *fill, void *context);
/* For a signal handler that is about to end the process, in whatever state it is: what
 * kerf_write_file() has begun to write, in any session and any thread, does not stay behind, and
 * nothing more can be begun. */
KERF_API void kerf_abandon_files(void);
/* KERF_MISUSE if writing to path would overwrite a file that the session reads: the model, what it
 * includes, weights, evidence that is queued; or its store, which need not be there yet.
 * kerf_write_file() asks this first. */
KERF_API kerf_status kerf_check_output(kerf *, const char *path);
/* Non-zero: two outputs would go to one file, so that one would be lost, or be mixed with the
 * other. Asked by device and inode, after links, and by folder and name of what is not there yet.
 * NULL or "-": standard output. A device such as /dev/null takes any number of outputs. */
KERF_API int kerf_same_output(const char *a, const char *b);

/* Of what is told of a result. */
typedef enum kerf_report_format { KERF_REPORT_TEXT, KERF_REPORT_JSON } kerf_report_format;

/* ---- Stores ------------------------------------------------------------------------------- */

/* Evidence is kept in memory, or where the option "store" says: "sqlite:FILE", or
 * "postgres://..." with the option "schema", if it is to stay there. The option is set before the
 * first world is read: kerf_next_world() then puts evidence there while it reads it, and memory
 * holds the names of constants and what evidence says of hidden predicates. A store that holds it
 * already, by its bytes, is used as it is; without any evidence added, so is what the store holds.
 * What kerf_next_world() has stored becomes the store's with kerf_map(); or with this, for later
 * runs. kerf_learn() and kerf_verify() need evidence in memory. KERF_LIMIT of kerf_next_world():
 * storing took longer than the option "time-limit" allows.
 * KERF_STORE: the store cannot be used, a message says why; KERF_MISUSE: it is memory. */
KERF_API kerf_status kerf_fill_store(kerf *);

/* ---- The most probable world ---------------------------------------------------------------- */

/* kerf_map() finds the most probable world, given the current evidence, by cutting plane inference:
 * it grounds only what the current assignment does not satisfy, solves that, and separates again.
 * Options say how:
 * "solver", "ground", "gap", "max-iterations", "time-limit", "threads", "seed" and so on; `kerf map
 * --help` explains them.
 *
 *     kerf_result r = { .size = sizeof r };
 *     kerf_atom a = { .size = sizeof a };
 *     if (kerf_map(k, NULL, &r) == KERF_OK) {
 *         printf("%g, at most %g is possible\n", r.score, r.bound);
 *         for (size_t i = 0; kerf_answer_get(k, i, &a) == KERF_OK; i++) puts(a.text);
 *     }
 */

typedef enum kerf_outcome {
    KERF_OPTIMAL,       /* proven: no world that keeps the hard formulas scores more */
    KERF_BOUNDED,       /* breaks no hard formula; no world scores more than `bound` */
    KERF_UNPROVED,      /* breaks hard formulas */
    KERF_CONTRADICTION, /* proven: no world keeps the hard formulas */
    KERF_RELAXED /* the same, and with the option "relax": proven that no world violates fewer
                         * groundings of hard formulas, and none that violates as few scores more */
} kerf_outcome;
/* "optimal", "bounded", "unproved", "infeasible", "relaxed" */
KERF_API const char *kerf_outcome_text(kerf_outcome);

/* Why it came to an end. */
typedef enum kerf_ending {
    KERF_CONVERGED,       /* nothing more to add */
    KERF_GAP_REACHED,     /* option "gap" */
    KERF_MOST_ITERATIONS, /* option "max-iterations" */
    KERF_OUT_OF_TIME,     /* option "time-limit" */
    KERF_STOPPED          /* by stop() */
} kerf_ending;

typedef struct kerf_iteration { /* where the search stands after an iteration */
    uint32_t iteration;         /* from 1 */
    uint64_t atoms, groundings; /* in the problem that it solved */
    uint64_t new_groundings;    /* that its world does not satisfy and the problem did not have */
    uint64_t flipped;           /* atoms that changed */
    double score;               /* of its world; -INFINITY: it breaks hard formulas; NAN: not known,
                                 * since option "order" has some wait */
    double best_score;          /* of the best world so far that breaks none; else -INFINITY */
    double bound;               /* no world scores more */
    double gap;                 /* bound - best_score */
    double theorem_bound;       /* how much its world can be below the best: the solver's error on
                                 * the partial problem plus the weight of new_groundings */
    uint64_t hard_violations;
    double seconds; /* since kerf_map() began */
} kerf_iteration;

typedef struct kerf_map_options {
    size_t size;
    /* Asked often; non-zero: stop soon, with the best world so far. May be NULL. */
    int (*stop)(void *context);
    /* After every iteration. May be NULL. Neither may call back into the session. */
    void (*progress)(void *context, const kerf_iteration *);
    void *context;
    int statistics;  /* non-zero: also count, for kerf_write_statistics(), what each formula leaves
                     * unsatisfied: one more query each */
    int certificate; /* non-zero: also prove the bound, for kerf_write_certificate() */
    int report;      /* non-zero: also record, for kerf_write_report(), what each formula adds in
                      * each iteration, and look for groundings that the answer does not satisfy */
    uint32_t violations; /* of each formula, keep so many groundings that the answer does not
                          * satisfy, for kerf_violation_get() */
} kerf_map_options;

typedef struct kerf_result {
    size_t size;
    kerf_outcome outcome;
    kerf_ending ending;
    double score;      /* sum of the weights of all true groundings */
    double cost;       /* weights lost where another world could do better */
    double cost_bound; /* proven: no world costs less */
    double bound;      /* proven: no world scores more */
    double gap;        /* bound - score */
    /* "cbc", "highs": the bound rests on the word of this MIP solver, for kerf's own search gave
     * up; NULL: it was shown in kerf's own arithmetic. Static text */
    const char *trusted;
    uint64_t hard_violations;
    int unique; /* 1: no other world is as good; 0: another is; -1: not known */
    uint32_t iterations;
    uint64_t atoms, groundings, groundings_with_multiplicity;
    uint64_t components, largest_component; /* of the last problem, after simplification */
    /* Of these components: those with one best world, those with several; of the others it is not
     * known. What is not ground may still decide between several. */
    uint64_t unique_components, tied_components;
    size_t true_atoms; /* in the answer */
    double seconds;    /* on the wall, of this call */
    /* With the option "only-asked": components that have nothing to do with what is asked for, and
     * were not solved; their atoms have values that keep what is hard. Score, cost and bound are
     * those of the whole world as it is, which is BOUNDED then; `asked_optimal`: of what was asked
     * for, all values are those of a most probable world. */
    uint64_t left_components;
    int asked_optimal;
} kerf_result;

/* Options NULL: no callbacks. KERF_OK: there is an answer, see `outcome` and `ending` for what is
 * known of it. KERF_INFEASIBLE: no world keeps the hard formulas; messages name a smallest set of
 * groundings that contradict each other, and the evidence behind them. KERF_LIMIT: a limit was
 * reached, KERF_INTERRUPTED: it was stopped, before any world was found that keeps the hard
 * formulas. With these three, *result is filled, too. KERF_INVALID: a formula has no weight.
 *
 * Every answer has been checked: what it violates is counted by queries of their own. Where that
 * takes long, incumbents are checked during the search, if there is a stop(), and the answer after
 * a stop is the last one that was. Where no world is known that keeps the hard formulas, up to a
 * second more is spent on one. */
KERF_API kerf_status kerf_map(kerf *, const kerf_map_options *, kerf_result *);

typedef struct kerf_atom {
    size_t size;
    const char *predicate;
    uint32_t arity;
    const char *const *arguments; /* constants, as in the evidence, without quotes */
    const char *text;             /* as a line of evidence: Smokes(Anna) */
} kerf_atom;

/* The answer of the last kerf_map() (none before, or after the next kerf_next_world()): every true
 * atom of the hidden predicates, those that evidence makes true included, sorted by text. */
KERF_API size_t kerf_answer_count(const kerf *);
KERF_API kerf_status kerf_answer_get(kerf *, size_t index,
                                     kerf_atom *); /* KERF_MISUSE past the end */

struct ArrowArrayStream; /* kerf_arrow.h has it */

/* The true atoms of one predicate in the last answer, in its order, by the Arrow C data interface:
 * a stream of one array of structs with a column for each argument, text that is encoded by a
 * dictionary, or with `plain` not 0 plain text. A column has the name of its argument, else that of
 * its type, with _1, _2, ... where names meet. What comes out of the stream is the caller's to
 * release, also after the session has ended. KERF_MISUSE: there is no answer, or the predicate is
 * not one of its. */
KERF_API kerf_status kerf_answer_arrow(kerf *, const char *predicate, int plain,
                                       struct ArrowArrayStream *);

/* All worlds that are left, each as by kerf_next_world() and kerf_map(), and `threads` of them at a
 * time. `each` is called in their order and from this thread, with a session that has the world's
 * answer: kerf_answer_get(), kerf_write_answer() and kerf_world_name() tell it, until `each`
 * returns. At most twice as many worlds as threads are in memory; statistics, certificates,
 * reports, a limit of memory or a store other than memory make it one world at a time. It ends
 * early with the first status that is not KERF_OK, of a world or of `each`, or after a world at
 * which stop() stopped; what was read beyond that is lost. Messages are those of the worlds so far.
 * Evidence is read ahead of the answers, so that a stream must not wait for these. */
typedef kerf_status kerf_each_fn(kerf *answer, const kerf_result *, void *context);
KERF_API kerf_status kerf_map_worlds(kerf *, const kerf_map_options *, kerf_each_fn *,
                                     void *context);

typedef enum kerf_answer_format {
    KERF_ANSWER_DB,   /* one atom a line, readable as evidence */
    KERF_ANSWER_TSV,  /* predicate and arguments, separated by tabs */
    KERF_ANSWER_JSON, /* one object a world: {"world":..., "score":..., "atoms":[["P","A"],...]} */
    KERF_ANSWER_CSV   /* the columns of TSV, as RFC 4180 has them */
} kerf_answer_format;
/* The last answer as text; in DB format a world that has a name begins with ">> name". */
KERF_API kerf_status kerf_write_answer(kerf *, kerf_answer_format, kerf_write_fn *, void *context);
/* Is this a hidden predicate of two arguments of one type? To be asked before kerf_map();
 * KERF_INVALID says why not. */
KERF_API kerf_status kerf_check_clusters(kerf *, const char *predicate);
/* The last answer's classes of such a predicate, as a table "id,cluster" with commas: every
 * constant of the type, sorted, and the first constant of its cluster; of a world that has a name,
 * with its name in front. KERF_INVALID: the predicate is no equivalence there, and a message shows
 * where. */
KERF_API kerf_status kerf_write_clusters(kerf *, const char *predicate, kerf_write_fn *,
                                         void *context);
/* One JSON object about every kerf_map() of the session so far; with several worlds an array
 * "worlds" and totals. doc/inference.md lists the fields. */
KERF_API kerf_status kerf_write_statistics(kerf *, kerf_write_fn *, void *context);
/* The same as one HTML file for people, with pictures, that needs nothing else: how score and bound
 * converged, where groundings and time went, how large the components are, which formulas the
 * answer does not satisfy and where. It begins with the answer, as far as it fits on a page. What
 * was not asked for with `report` is left out. After kerf_marginal() it is about probabilities: the
 * least certain atoms, intervals, how chains went. After kerf_learn() it is about learning: the
 * largest weights, loss, updates and F1 by epoch, where time went. */
KERF_API kerf_status kerf_write_report(kerf *, kerf_write_fn *, void *context);
/* For every kerf_map() so far that was asked for one and gave an answer, a proof of the bound that
 * kerf_verify() can check; doc/certificate.md has its form. */
KERF_API kerf_status kerf_write_certificate(kerf *, kerf_write_fn *, void *context);

/* What an answer leaves unsatisfied, and why there is none, as values. All texts are borrowed until
 * the next kerf_map(). */

typedef struct kerf_formula_result { /* one formula in the last kerf_map() */
    size_t size;
    uint64_t groundings;
    uint64_t unsatisfied; /* that cost something, or are hard and broken */
    double cost;          /* what these cost; hard ones nothing */
    size_t violations;    /* of these, those that were kept */
} kerf_formula_result;

/* By formula, as kerf_formula_get() counts them. KERF_MISUSE: past the end, or nothing was counted:
 * options `statistics`, `report` and `violations` do. A formula that follows from the declaration
 * of an observed predicate has nothing of all this. */
KERF_API kerf_status kerf_formula_result_get(kerf *, size_t formula, kerf_formula_result *);

typedef struct kerf_violated_atom {
    const char *text; /* Smokes(Anna) */
    int value;        /* in the answer */
    int open;         /* evidence does not fix it */
} kerf_violated_atom;

typedef struct kerf_violation { /* a grounding that the answer does not satisfy */
    size_t size;
    const char *text; /* with its constants; of a cardinality with what it counts */
    double weight;    /* INFINITY: hard */
    size_t n_atoms;
    const kerf_violated_atom *atoms;
    int more; /* non-zero: it has more atoms than these */
} kerf_violation;

KERF_API kerf_status kerf_violation_get(kerf *, size_t formula, size_t index, kerf_violation *);

typedef struct kerf_weight_row { /* of a formula with +x */
    size_t size;
    size_t n_constants;
    const char *const *constants; /* of its parameters, in their order */
    double weight;
} kerf_weight_row;

/* Rows of kerf_formula_info.table_rows, in the order in which they were first seen. */
KERF_API kerf_status kerf_weight_row_get(kerf *, size_t formula, size_t row, kerf_weight_row *);

#define KERF_NO_FORMULA ((size_t)-1)
/* One line of a contradiction, after KERF_INFEASIBLE of kerf_map(): a grounding of a hard formula
 * that takes part in it, or behind it a piece of evidence that makes it matter. The groundings
 * together are a smallest set that cannot be true. */
typedef struct kerf_conflict {
    size_t size;
    size_t formula;   /* index; KERF_NO_FORMULA: evidence, of the grounding before it */
    const char *file; /* NULL: no line says it */
    uint32_t line;
    const char *text; /* the grounding; or the evidence in words */
} kerf_conflict;

KERF_API size_t kerf_conflict_count(const kerf *);
KERF_API kerf_status kerf_conflict_get(kerf *, size_t index, kerf_conflict *);

/* ---- Probabilities ------------------------------------------------------------------------- */

/* kerf_marginal() finds how probable each hidden atom is that the evidence leaves open: the share
 * of the worlds in which it is true, each world weighted by exp(score). Where the ground problem is
 * narrow that is exact, and `lo` and `hi` contain the truth; where it is not, it is sampled, and
 * they contain it with 95 %. Options: "precision", "samples", "chains", "burn-in", "seed", "ask",
 * "ground", "min-p", "time-limit", "threads", "memory-limit"; `kerf marginal --help` explains them.
 *
 *     kerf_marginal_result r = { .size = sizeof r };
 *     kerf_probability a = { .size = sizeof a };
 *     if (kerf_marginal(k, NULL, &r) == KERF_OK)
 *         for (size_t i = 0; kerf_probability_get(k, i, &a) == KERF_OK; i++)
 *             printf("%s %g\n", a.text, a.p);
 */

typedef enum kerf_marginal_method {
    KERF_MARGINAL_AUTO,  /* exact where that is possible, else sampled, component by component */
    KERF_MARGINAL_EXACT, /* or not at all */
    KERF_MARGINAL_MCSAT, /* sampled, whatever fits; values that are proven stay exact */
    KERF_MARGINAL_GIBBS  /* likewise; by MC-SAT where something hard, or nearly so, ties atoms */
} kerf_marginal_method;

typedef enum kerf_certainty {
    KERF_EXACT,
    KERF_MIXED,      /* some components exact, the others sampled to the precision asked for */
    KERF_SAMPLED,    /* all sampled, likewise */
    KERF_UNCONVERGED /* not to that precision, or not all of it */
} kerf_certainty;
/* "exact", "mixed", "sampled", "unconverged" */
KERF_API const char *kerf_certainty_text(kerf_certainty);

/* Told before each component, and of one that is sampled after each round of samples. */
typedef struct kerf_marginal_progress {
    uint64_t components, done; /* independent parts of the problem; those that are known */
    uint64_t atoms;            /* of the one that is next */
    const char *method;        /* "elimination", "sampling" */
    double seconds;            /* since kerf_marginal() began */
    uint64_t samples;          /* of that one so far, of all chains together; 0: none yet */
    uint64_t converged;        /* its atoms that they tell to the precision asked for */
    double max_rhat;           /* the worst of its atoms; NAN: no sample yet */
} kerf_marginal_progress;

typedef struct kerf_marginal_options {
    size_t size;
    /* Asked often; non-zero: stop soon, with what there is. May be NULL. */
    int (*stop)(void *context);
    void (*progress)(void *context, const kerf_marginal_progress *); /* may be NULL */
    void *context;
    kerf_marginal_method method;
    int all;          /* non-zero: also list the atoms that no formula names */
    int expectations; /* non-zero: also how many groundings of each formula are true, on average */
    int report;       /* non-zero: also record, for kerf_write_report(), how chains went and how
                       * probabilities and their intervals are spread */
} kerf_marginal_options;

typedef struct kerf_marginal_result {
    size_t size;
    kerf_certainty certainty;
    kerf_ending ending; /* KERF_CONVERGED, KERF_OUT_OF_TIME, KERF_STOPPED */
    /* Natural logarithm of the sum of exp(score) over all worlds, and an interval that contains it;
     * NAN: something was sampled. */
    double log_z, log_z_lo, log_z_hi;
    uint64_t atoms;      /* hidden and open */
    uint64_t free_atoms; /* of these, those that no formula names: their probability is 1/2 */
    uint64_t components, exact_components, sampled_components;
    uint32_t width; /* variables of the largest table of an elimination */
    uint32_t chains;
    uint64_t samples;
    double max_rhat, min_ess; /* NAN: nothing was sampled */
    double seconds;
} kerf_marginal_result;

/* KERF_OK: see `certainty`. KERF_INFEASIBLE: no world keeps the hard formulas. KERF_LIMIT: a
 * component has no probabilities, since it is too wide for KERF_MARGINAL_EXACT, memory was too
 * little for its chains, or time was up; KERF_INTERRUPTED: the same by stop(). With these two
 * *result is filled, and what is known can be had. KERF_INVALID: a formula has no weight. */
KERF_API kerf_status kerf_marginal(kerf *, const kerf_marginal_options *, kerf_marginal_result *);

typedef struct kerf_probability {
    size_t size;
    const char *predicate;
    uint32_t arity;
    const char *const *arguments;
    const char *text;   /* Smokes(Anna) */
    double p, lo, hi;   /* that it is true */
    const char *method; /* "exact", "gibbs", "mcsat"; "none": it was stopped before, and 0.5 means
                         * nothing */
    double ess, rhat;   /* effective size of the sample, R-hat; NAN: exact */
} kerf_probability;

/* Of the last kerf_marginal() (none before, or after the next kerf_next_world()), sorted by text:
 * every hidden atom that the evidence leaves open and some formula names. */
KERF_API size_t kerf_probability_count(const kerf *);
KERF_API kerf_status kerf_probability_get(kerf *, size_t index, kerf_probability *);
/* The same by the Arrow C data interface, of one predicate: a column for each argument as
 * kerf_answer_arrow() has them, then p, lo, hi, method, ess, rhat. */
KERF_API kerf_status kerf_probabilities_arrow(kerf *, const char *predicate, int plain,
                                              struct ArrowArrayStream *);
/* As text. DB: a line for each atom, "Smokes(Anna) 0.7311", which reads back as soft evidence. TSV:
 * predicate, arguments, then p, lo, hi, method, ess, rhat; so CSV. JSON: an object a world. Option
 * "min-p" leaves atoms out. */
KERF_API kerf_status kerf_write_probabilities(kerf *, kerf_answer_format, kerf_write_fn *,
                                              void *context);

typedef struct kerf_expectation { /* of a formula, over all worlds */
    size_t size;
    double score; /* what its true groundings score; NAN: a component was left */
    double error; /* how far that may be from the truth, by rounding; NAN: something was sampled */
    double satisfied; /* its true groundings; NAN: its weights differ from grounding to grounding */
    uint64_t groundings;
    size_t rows; /* of its weight table that evidence leaves groundings open for; see below */
} kerf_expectation;

/* By formula, as kerf_formula_get() counts them, of the last kerf_marginal() that was asked for
 * expectations. A hard formula is always true. KERF_MISUSE past the end. */
KERF_API kerf_status kerf_expectation_get(kerf *, size_t formula, kerf_expectation *);

typedef struct kerf_expectation_row { /* of a row of a formula's weight table, over all worlds */
    size_t size;
    size_t n_constants;
    const char *const *constants; /* of the row, borrowed until the next kerf_marginal() */
    double weight;
    double score, error; /* as above, of the groundings below */
    double satisfied;
    double groundings; /* that evidence leaves open: the others are the same in all worlds */
} kerf_expectation_row;

/* By formula, and row from 0 to kerf_expectation.rows. KERF_MISUSE past the end. */
KERF_API kerf_status kerf_expectation_row_get(kerf *, size_t formula, size_t row,
                                              kerf_expectation_row *);

/* ---- Learning ----------------------------------------------------------------------------- */

/* kerf_learn() learns weights from worlds whose truth is known. After the model is read, queue the
 * training worlds: kerf_add_world() for files that are a world each, or several. What they say of
 * hidden predicates is the truth, closed world: what is not said to be true is false. Every formula
 * gets its weight but hard ones, fixed ones (@1.5) and those weighted by the data; signs (@>=0) are
 * kept. Options say how: "method", "epochs", "C", "k", "loss-augmented", "cost", "average",
 * "shuffle", "split", "effort", "sigma", "negatives", "max-iterations", "time-limit", "seed",
 * "min-count", "all", "checkpoint", and those of inference.
 *
 * The same options and files give the same bytes, for any number of threads, and also if the run
 * was stopped and has gone on from its checkpoint. */

typedef struct kerf_learn_progress { /* after every world, and at the end of every epoch */
    uint32_t epoch, epochs;          /* from 1 */
    uint32_t world, worlds;          /* done in this epoch, of so many */
    int epoch_ended;                 /* non-zero: all are done */
    double loss;                     /* atoms that were not as in the truth, by their costs */
    uint64_t updates;                /* worlds that moved weights */
    double violated;                 /* margin that was missing */
    uint64_t right, wrong, missed;   /* true atoms: found, of the answer only, of the truth only */
    double f1;                       /* of the answers in this epoch so far; NAN: nothing is true */
    double dev_f1;                   /* of development data, where an epoch has ended; else NAN */
    double objective;                /* pll: of the last step, see kerf_learned; else NAN */
    uint64_t parameters;             /* weights that are learned */
    double seconds, seconds_left;    /* left: an estimate; NAN: not known yet */
    uint64_t proven; /* worlds of this epoch whose answer is proven to be the best */
} kerf_learn_progress;

typedef struct kerf_learn_options {
    size_t size;
    /* Files with development data, ended by NULL: after every epoch they are predicted, and the
     * result are the weights of the epoch that did best. NULL: none, and the last ones are. */
    const char *const *dev;
    /* Asked often; non-zero: stop soon, with the best weights so far. May be NULL. */
    int (*stop)(void *context);
    /* May be NULL. Neither may call back into the session, but for its messages. */
    void (*progress)(void *context, const kerf_learn_progress *);
    void *context;
} kerf_learn_options;

typedef struct kerf_learned {
    size_t size;
    uint32_t worlds, dev_worlds;
    uint32_t epochs;     /* that are done */
    uint32_t best_epoch; /* whose weights the result is; 0: the last ones */
    uint64_t parameters;
    double f1, dev_f1; /* of the last epoch; NAN: not known */
    int stopped;       /* 1: by stop(), 2: by the option "time-limit" */
    double seconds;
    /* With the method "pll", where an epoch is a step of L-BFGS; else NAN or 0. */
    double likelihood;       /* log pseudo-likelihood of the training worlds */
    double likelihood_error; /* its standard error, where "negatives" is below 1 */
    double objective;        /* the same less what the prior takes: what is maximised */
    double atoms;            /* hidden atoms */
    uint64_t groups;         /* kinds of these: atoms alike are counted together */
    uint32_t left_out;       /* hard formulas, which have no part in it */
} kerf_learned;

/* In the place of kerf_next_world(): reads all worlds. Options NULL: no callbacks. The model has
 * the weights afterwards. KERF_INVALID: files are wrong, or there is nothing to learn;
 * KERF_INFEASIBLE: hard formulas contradict the evidence of a world. */
KERF_API kerf_status kerf_learn(kerf *, const kerf_learn_options *, kerf_learned *);
/* The model with its weights, in kerf's dialect, into the file x.mln, and the weights of formulas
 * with +x into x.weights beside it, where reading x.mln finds them. "-": the model to standard
 * output, if no formula has +x. Each file appears whole or not at all. */
KERF_API kerf_status kerf_write_learned(kerf *, const char *path);
/* Could kerf_write_learned() write these files? To be asked before learning begins. KERF_MISUSE:
 * the name does not end in .mln, or one of them is an input; KERF_IO: the folder does not
 * allow it. */
KERF_API kerf_status kerf_check_learned(kerf *, const char *path);

/* ---- About -------------------------------------------------------------------------------- */

KERF_API const char *kerf_version(void); /* "0.1.0" */
/* What it was built with: "zlib 1.2.13", "gcc 12.2.0", ...; NULL past the end. */
KERF_API const char *kerf_feature(size_t index);

/* ---- Chapters ------------------------------------------------------------------------------- */

/* What is said of an atom, in all of them. PROBABLE is for kerf_assert_atom() alone. */
typedef enum kerf_truth { KERF_TRUE, KERF_FALSE, KERF_UNKNOWN, KERF_PROBABLE } kerf_truth;

#ifdef __cplusplus
}
#endif

#include "kerf_explain.h"
#include "kerf_facts.h"
#include "kerf_verify.h"

#endif
