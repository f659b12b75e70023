/* kerf_facts.h -- a chapter of kerf.h, which includes it: facts as values in the place of text, and
 * facts of a world that come and go. */
#ifndef KERF_FACTS_H
#define KERF_FACTS_H

#include "kerf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Facts as values ----------------------------------------------------------------------- */

/* Facts that a program has in its own arrays, without text between. One call queues the rows of one
 * predicate, after what was queued before: they are read by kerf_next_world() like a table, into
 * memory or the store. What is wrong with the values is found by the call itself (of a stream, when
 * it is read): KERF_INVALID, nothing is queued, the session goes on. In messages `line` is the row
 * and `column` the column, both from 1. Constants are UTF-8 without NUL, 1 MiB at most. */

typedef struct kerf_fact_options {
    size_t size;
    const char *name; /* that messages call the rows by; NULL: the predicate's name */
    kerf_truth truth; /* of every row */
    int skip_nulls;   /* non-zero: a row with a null is left out; else it is an error */
    /* The probability of each row, as soft evidence has it, of what `truth` says; 0 and 1 are
     * certain, NAN is null. kerf_add_columns(): an array. Arrow: the name of a column, of numbers
     * or booleans, which is no argument then. NULL: there are none. */
    const double *probabilities;
    const char *probability;
    /* Arrow: the names of the columns that are the arguments, in order, ended by NULL; others are
     * left out. NULL: all columns but that of the probability, in their order. */
    const char *const *arguments;
    int blanks_are_null; /* non-zero: text of nothing but spaces and tabs is null, not a constant */
} kerf_fact_options;

typedef enum kerf_column_kind {
    KERF_COLUMN_STRINGS,  /* `strings` has a terminated text for each row; NULL is null */
    KERF_COLUMN_TEXT,     /* text of row i: `text` from offsets[i] up to offsets[i + 1] */
    KERF_COLUMN_CODES,    /* codes[i] is an entry of a dictionary, from 0; below 0 is null */
    KERF_COLUMN_INTEGERS, /* `integers`: the constants 17, -3, ...; or numbers */
    KERF_COLUMN_NUMBERS   /* `numbers`: for an argument that is a number; NAN is null */
} kerf_column_kind;

typedef struct kerf_column {
    size_t size; /* of every one in an array */
    kerf_column_kind kind;
    const char *name;           /* for messages; may be NULL */
    const char *const *strings; /* CODES: the dictionary, or */
    const char *text;           /* that of `text` and `offsets` */
    const uint64_t *offsets;    /* one more than there are texts */
    const int32_t *codes;
    size_t n_entries; /* CODES: of the dictionary */
    const int64_t *integers;
    const double *numbers;
    const uint8_t *valid; /* bit i % 8 of byte i / 8 is 0: row i is null; NULL: no bit is */
} kerf_column;

/* A column for each argument. Everything is borrowed for the call, and what is kept is copied.
 * Options NULL: true atoms, no nulls. KERF_MISUSE: as for kerf_add_table(), or there is no such
 * kind of column; KERF_INVALID: no such predicate, too few columns or too many, or values that are
 * wrong. */
KERF_API kerf_status kerf_add_columns(kerf *, const char *predicate, const kerf_column *,
                                      size_t n_columns, size_t n_rows, const kerf_fact_options *);

struct ArrowSchema; /* kerf_arrow.h has them */
struct ArrowArray;
struct ArrowArrayStream;

/* The same from tables by the Arrow C data interface, without a copy. Schema and array are
 * the session's from the call on, whatever it returns: they are released when their rows are read,
 * the session ends, or the call fails, each once. A table is an array of structs, or one column by
 * itself. Columns are text (utf8, large_utf8, utf8_view), integers of any width, booleans (the
 * constants true and false), also as the values of a dictionary; floating-point numbers are
 * numbers or probabilities; a column of type null is null in every row. Other types are
 * KERF_UNSUPPORTED, and a message names the column. */
KERF_API kerf_status kerf_add_arrow(kerf *, const char *predicate, struct ArrowSchema *,
                                    struct ArrowArray *, const kerf_fact_options *);
/* All arrays of a stream, read one by one in kerf_next_world(). KERF_IO: the stream failed. */
KERF_API kerf_status kerf_add_arrow_stream(kerf *, const char *predicate, struct ArrowArrayStream *,
                                           const kerf_fact_options *);

/* ---- Facts that come and go ---------------------------------------------------------------- */

/* The current world can be changed and asked again, as often as one likes. Whatever is asked next
 * (kerf_map(), kerf_marginal(), kerf_write_problem(), ...) is answered for the facts as they are
 * now: with the outcome, cost and bound of a fresh session that has read just these. Answers from
 * before a change are forgotten with it, and so are the statistics of the world's runs before.
 * Constants that come new are in the world; one that no fact names any more has left it.
 *
 * Before the first kerf_next_world() facts may be asserted, too: then what was queued is read
 * first, and no more can be queued; kerf_next_world() gives the world with both. Which predicates
 * are observed and which hidden is settled by that first world and stays so.
 *
 * KERF_INVALID: an unknown predicate, a wrong number of arguments, a probability for what is
 * observed, a constant that a listed type lacks with the option "strict-types"; KERF_MISUSE also
 * where evidence is in a store. A call that fails has changed nothing. A session that lives long
 * forgets its messages with kerf_message_clear() now and then. */

/* Says of an atom that it is true, false, unknown (as ?Atom does), or true with probability p,
 * where 0 and 1 are certain; p counts with KERF_PROBABLE only. What was said of the atom before is
 * replaced. Of a predicate that ends in a number the last argument is a number as text: it is a
 * part of the atom. Texts are borrowed during the call. */
KERF_API kerf_status kerf_assert_atom(kerf *, const char *predicate, const char *const *arguments,
                                      size_t n, kerf_truth, double p);
/* Says nothing of the atom any more; if nothing was said, this changes nothing. */
KERF_API kerf_status kerf_retract_atom(kerf *, const char *predicate, const char *const *arguments,
                                       size_t n);
/* The weight of a formula, counted as kerf_formula_get() does; at any time after the model was
 * read. KERF_MISUSE: there is no such formula, the weight is not finite, or the formula is hard or
 * weighted by a table or by the data. */
KERF_API kerf_status kerf_set_weight(kerf *, size_t formula, double weight);

/* Changes as text, a line each: "+Atom", "+!Atom", "+Atom 0.7", "+?Atom" say something of an atom,
 * in the syntax of evidence, and "-Atom" takes back what was said. Comments are those of evidence.
 * A blank line ends a batch. One file at a time is open; opening another closes it. path "-" is
 * standard input; gzip is recognised. */
KERF_API kerf_status kerf_open_changes(kerf *, const char *path);
/* Makes the changes up to the next blank line or the end. *more: 1, or 0 where nothing was left: no
 * change after the last blank line, and some blank line before. So an empty file gives one batch.
 * KERF_INVALID: a line is wrong. The lines before it were made; the file is closed. */
KERF_API kerf_status kerf_next_changes(kerf *, int *more);

#ifdef __cplusplus
}
#endif
#endif
