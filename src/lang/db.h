/* db.h -- reads evidence text as a stream of ground atoms.
 *
 * The reader never holds the whole file, only a window around the current item. Names and arguments
 * are borrowed slices of it. The reader knows nothing of the model. */
#ifndef KF_DB_H
#define KF_DB_H

#include "base/diag.h"
#include "base/input.h"
#include "base/mem.h"
#include "base/truth.h"

enum { KF_DB_MOST_ARGS = 255 };

typedef enum kf_db_kind {
    KF_DB_ATOM,    /* [!|?] name(args) [probability] */
    KF_DB_MAPPING, /* result = name(args) */
    KF_DB_DOMAIN,  /* name = { args }, line by line: the list may go on in the next item */
    KF_DB_WORLD,   /* >> name   or   --- */
    KF_DB_ROWS,    /* never from text: rows of a source that has columns */
    KF_DB_PAUSE,   /* only from kf_db_next_held() */
    KF_DB_END
} kf_db_kind;

typedef struct kf_db_item {
    kf_db_kind kind;
    kf_truth truth;
    bool soft;          /* a probability was given: of what is written, so of !P(A) if that is */
    bool named;         /* world: written >> (even if the name is empty) */
    bool range;         /* domain: dots stand between the last two: 1, ..., 10 */
    double probability; /* within [0, 1] */
    kf_str name;
    uint32_t n;
    const kf_str *args; /* unescaped */
    kf_str result;
    uint32_t line;
} kf_db_item;

typedef struct kf_db kf_db;

/* The input is borrowed; `file` is copied. Syntax errors go to diags and the reader goes on after
 * them, until kf_diags_full(). */
kerf_status kf_db_open(kf_db **, kf_mem *, kf_input *, const char *file, kf_diags *);
/* The same with a window of that many bytes at first. For tests. */
kerf_status kf_db_open_sized(kf_db **, kf_mem *, kf_input *, const char *file, kf_diags *,
                             size_t window);
void kf_db_close(kf_db *);
/* Before the first item: the text begins with this line of the file. */
void kf_db_begin_at(kf_db *, uint32_t line);

/* The next item; slices are valid until the next call. (The name of a domain is valid until the
 * next domain begins.) KERF_INVALID: stopped for errors. After
 * KERF_IO (the text is in diags), KERF_NO_MEMORY or KERF_INVALID the reader can only be closed. */
kerf_status kf_db_next(kf_db *, kf_db_item *);

/* The same for a caller who works on many items at once: what the slices of an item point at
 * (not the array `args`) stays valid until KF_DB_PAUSE has come and the next call is made. */
kerf_status kf_db_next_held(kf_db *, kf_db_item *);

/* Where the current item stands: argument index, or -1 for the whole item, -2 for its name. */
kf_place kf_db_place(const kf_db *, int argument);
/* Where a slice that is still valid stands, in the line that its item has. */
kf_place kf_db_place_of(const kf_db *, kf_str, uint32_t line);
uint64_t kf_db_bytes(const kf_db *); /* consumed so far, for progress */

void kf_db_check(const kf_db *); /* asserts that positions lie in the window */

/* A hint for a name that other languages have a meaning for, such as not; NULL: none is known. */
const char *kf_db_foreign_word(kf_str name);

#endif
