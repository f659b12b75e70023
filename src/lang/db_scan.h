/* db_scan.h -- private to lang/: the state of the evidence reader, and what its scanners share. */
#ifndef KF_DB_SCAN_H
#define KF_DB_SCAN_H

#include "lang/db.h"
#include "lang/window.h"

/* Bits of kf_db_class[]. */
enum {
    KF_DB_BLANK = 1, /* space, tab, form feed, vertical tab */
    KF_DB_FIRST = 2, /* may start a name */
    KF_DB_NAME = 4,  /* may go on in a name */
    KF_DB_STOP = 8,  /* ends a bare argument: blanks , ( ) " and control characters */
    KF_DB_DIGIT = 16 /* may start a number: digits + - . */
};
extern const uint8_t kf_db_class[256];

typedef enum kf_db_outcome {
    KF_DB_DONE,
    KF_DB_MORE,    /* the text ends at the guard: nothing was consumed */
    KF_DB_HEADING, /* of a list of rows: no item, but the reader is behind it */
    KF_DB_WRONG,   /* an error was reported; wrong_at tells where */
    KF_DB_REFUSED  /* no memory */
} kf_db_outcome;

typedef enum kf_db_state {
    KF_DB_PLAIN,
    KF_DB_LINE_COMMENT,
    KF_DB_BLOCK_COMMENT,
    KF_DB_WRONG_LINE /* skip to the next line */
} kf_db_state;

/* How numbers on this line are read. */
typedef enum kf_db_mode {
    KF_DB_AT_START, /* no item yet */
    KF_DB_SUFFIX,   /* P(A) 0.7 */
    KF_DB_PREFIX    /* 0.7 P(A): the line began with a number */
} kf_db_mode;

typedef struct kf_db_escaped { /* unescaped text and where it came from */
    const char *text;
    size_t at, n;
} kf_db_escaped;

struct kf_db {
    kf_window window;
    size_t at; /* in the window: what comes next */
    uint32_t line;
    uint64_t line_start; /* in the file */
    kf_db_state state;
    kf_db_mode mode;
    bool paused;
    size_t wrong_at;
    /* The current item, for places. */
    size_t item_start;
    uint32_t item_line;
    kf_str name;
    uint32_t n_args, n_escaped;
    kf_place comment; /* where the open comment began */
    char comment_source[512];
    char domain[256];     /* the type whose list of constants is open */
    size_t n_domain;      /* 0: none is */
    KF_VEC(kf_str) lists; /* names of thebeast's lists, each once */
    uint32_t list;        /* 1 + which of them is open; 0: none is */
    kf_str args[KF_DB_MOST_ARGS + 1];
    kf_db_escaped escaped[KF_DB_MOST_ARGS + 2];
};

/* One item under way. */
typedef struct kf_db_scan {
    kf_db *db;
    const char *limit;
    kf_db_item *item;
    kf_db_mode mode;
    kf_db_outcome outcome;
} kf_db_scan;

static inline bool kf_db_is(const char *p, unsigned bits)
{
    return (kf_db_class[(unsigned char)*p] & bits) != 0;
}

static inline const char *kf_db_skip_blanks(const char *p)
{
    while (kf_db_is(p, KF_DB_BLANK)) p++;
    return p;
}

static inline bool kf_db_ends_line(const char *p)
{
    return *p == '\n' || *p == '\r';
}

/* Is p where the window ends and the file does not? Then the item must be scanned again. */
static inline bool kf_db_cut_off(kf_db_scan *s, const char *p)
{
    const kf_window *w = &s->db->window;
    if (p != s->limit || w->bad || w->eof) return false;
    s->outcome = KF_DB_MORE;
    return true;
}

/* An error at `at`; something else than what is expected at p. Both return NULL. */
const char *kf_db_wrong(kf_db_scan *, const char *at, size_t n, const char *hint,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));
const char *kf_db_unexpected(kf_db_scan *, const char *p, const char *expected, const char *hint);
const char *kf_db_scan_string(kf_db_scan *, const char *open, kf_str *out); /* db_item.c */

/* A hint for what stands at p in place of an atom; NULL: none is known (db_foreign.c). */
const char *kf_db_foreign_hint(const kf_db_scan *, const char *p);

/* type = { ... }, from the brace on, and what is left of it (db_domain.c). */
const char *kf_db_begin_domain(kf_db_scan *, const char *open);
const char *kf_db_scan_domain(kf_db_scan *, const char *p);

/* >name, from the mark on, which always gives NULL; and a row below it (db_list.c). */
const char *kf_db_begin_list(kf_db_scan *, const char *mark);
const char *kf_db_scan_row(kf_db_scan *, const char *p);

/* Scans the item at db->at, where there is neither blank nor comment nor the guard. */
kf_db_outcome kf_db_scan_item(kf_db *, kf_db_item *);

#endif
