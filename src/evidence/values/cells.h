/* cells.h -- facts as values: columns of cells, as a caller's arrays or Arrow's buffers hold them.
 *
 * A column is described, not copied: where its buffers are, how wide their elements, which row is
 * the first. A chunk is some rows of all columns of one predicate, and a feed gives one chunk after
 * the other: copied columns (copy_columns.c) or Arrow arrays (arrow_feed.c). The loader makes rows
 * of them (evidence/load/loader_values.c). */
#ifndef KF_CELLS_H
#define KF_CELLS_H

#include "base/diag.h"
#include "base/stop.h"
#include "base/truth.h"
#include "evidence/fingerprint.h"
#include "model/model.h"

#include <string.h>

typedef enum kf_cells_kind {
    KF_CELLS_NULL,    /* every one */
    KF_CELLS_BOOL,    /* bits */
    KF_CELLS_INT,     /* of `width` bytes */
    KF_CELLS_REAL,    /* the same: 4 or 8; a NaN is null */
    KF_CELLS_TEXT,    /* `offsets` of `width` bytes into `text` */
    KF_CELLS_VIEW,    /* Arrow's views of 16 bytes: short text, or a place in a page */
    KF_CELLS_STRINGS, /* terminated; NULL is null */
    KF_CELLS_KINDS
} kf_cells_kind;

typedef struct kf_cells { /* one column; everything is borrowed */
    kf_cells_kind kind;
    uint8_t width;
    bool is_signed;     /* INT */
    bool below_is_null; /* INT with a dictionary: a code below 0 is null, not wrong */
    bool blank_is_null; /* text of nothing but spaces and tabs is */
    uint32_t column;    /* from 1, as the caller counts them */
    const char *name;   /* "": it has none */
    uint64_t n;         /* rows */
    uint64_t offset;    /* of the first of them in the buffers */
    const void *valid;  /* bits: 0 is null; NULL: no bit is */
    const void *values;
    const void *offsets;
    const char *text;
    const void *const *pages; /* VIEW */
    const void *page_sizes;   /* of 8 bytes each; NULL: not known */
    uint32_t n_pages;
    struct kf_cells *dictionary; /* INT: they number its entries; NULL: they are values */
} kf_cells;

typedef struct kf_chunk { /* some rows */
    uint64_t n;
    uint64_t offset;
    const void *valid; /* of whole rows, like that of a column */
    uint32_t n_columns;
    const kf_cells *columns;     /* by argument */
    const kf_cells *probability; /* NULL: there are none */
} kf_chunk;

typedef struct kf_feed kf_feed;
struct kf_feed { /* first member of an implementation's own */
    /* The next chunk, borrowed until the next call; NULL: that was all. Chunks are not checked. */
    kerf_status (*next)(kf_feed *, kf_diags *, const kf_chunk **);
    void (*free)(kf_feed *);
    const kf_chunk *shape; /* the columns without their rows */
    const kf_chunk *whole; /* all there is, at any time; NULL: chunks come only once */
    bool checked;          /* it is right, by kf_chunk_check_values(), which has found ... */
    bool nulls;            /* ... this */
};

typedef struct kf_said_rows { /* what is said of the rows of a feed */
    const char *name;         /* for messages */
    uint32_t predicate;
    kf_truth truth;
    bool skip_nulls;
} kf_said_rows;

/* Asked once for each row of a loop over a column: false if the loop should end. */
static inline bool kf_rows_go_on(kf_patience *p, uint64_t row)
{
    enum { ROWS = 1 << 12 }; /* between two looks */
    return row % ROWS > 0 || kf_patience_spend(p, ROWS);
}

/* ---- One cell ---- */

static inline bool kf_bit_get(const void *bits, uint64_t at)
{
    return ((const uint8_t *)bits)[at / 8] >> (at % 8) & 1;
}

bool kf_cells_is_null(const kf_cells *, uint64_t row);
bool kf_chunk_has_null(const kf_chunk *, uint64_t row); /* in some column */
/* Do both have the same values, for the same buffers hold them? */
bool kf_cells_are_same(const kf_cells *, const kf_cells *);

/* Where the text of KF_CELLS_TEXT begins and ends; false: it is nowhere. Buffers need not be
 * aligned, so that elements are loaded by memcpy(), which costs nothing. `width` is that of the
 * column. */
static inline bool kf_cells_span_of(const kf_cells *c, uint64_t row, uint8_t width, int64_t span[2])
{
    const char *at = (const char *)c->offsets + (c->offset + row) * width;
    int32_t small[2];
    if (width == 8) {
        memcpy(span, at, 2 * sizeof *span);
    } else {
        memcpy(small, at, sizeof small);
        span[0] = small[0];
        span[1] = small[1];
    }
    return span[0] >= 0 && span[1] >= span[0];
}

static inline bool kf_cells_span(const kf_cells *c, uint64_t row, int64_t span[2])
{
    return kf_cells_span_of(c, row, c->width, span);
}

/* Asks for the memory that kf_cells_span() will look at. */
static inline void kf_cells_fetch_span(const kf_cells *c, uint64_t row)
{
    __builtin_prefetch((const char *)c->offsets + (c->offset + row) * c->width);
}

/* The text of KF_CELLS_VIEW; false: the view is wrong. */
bool kf_cells_view(const kf_cells *, uint64_t row, kf_str *text);

/* What follows is for cells that are not null, of columns that were checked. */

enum { KF_CELL_ROOM = 24 }; /* bytes for a number's text */
/* As a constant; numbers are written into `room`. Not of KF_CELLS_REAL. */
kf_str kf_cells_text(const kf_cells *, uint64_t row, char room[KF_CELL_ROOM]);
/* As a number. Text must be one: false if not. */
bool kf_cells_number(const kf_cells *, uint64_t row, double *number);
/* Of KF_CELLS_INT, many at once, nulls included; unsigned ones wrap. */
void kf_cells_integers(const kf_cells *, uint64_t from, uint32_t n, int64_t *to);

/* ---- Checking (check_cells.c) ---- */

/* Do the columns fit the predicate? KERF_INVALID: messages say which not. */
kerf_status kf_chunk_check_shape(const kf_chunk *, const kf_model *, const kf_said_rows *,
                                 kf_diags *);
/* And their values? `before`: rows of the feed before these. Columns of the right shape. *nulls:
 * some row has a null, which is to be skipped. KERF_INTERRUPTED: the kf_stop says so; it may be
 * NULL. */
kerf_status kf_chunk_check_values(const kf_chunk *, const kf_model *, const kf_said_rows *,
                                  uint64_t before, bool *nulls, kf_stop *, kf_diags *);
/* Where a cell stands; column 0: a row as a whole. */
kf_place kf_cell_place(const kf_said_rows *, uint64_t row, uint32_t column);

/* ---- Fingerprints (print_cells.c) ---- */

/* All values of a chunk that was checked. KERF_INTERRUPTED: as above. */
kerf_status kf_chunk_print(const kf_chunk *, kf_fingerprint *, kf_stop *);

/* ---- Feeds ---- */

struct ArrowSchema;
struct ArrowArray;
struct ArrowArrayStream;

/* A copy of a chunk that was checked; `nulls` was found (copy_columns.c). KERF_INTERRUPTED: as
 * above. */
kerf_status kf_feed_copy(kf_feed **, kf_mem *, const kf_chunk *, bool nulls, kf_stop *);

typedef struct kf_arrow_choice { /* which columns */
    const char *probability;     /* or NULL */
    const char *const *arguments;
    bool blanks_are_null;
} kf_arrow_choice;

/* Both take what they are given, and release it if they fail, too (arrow_feed.c). KERF_UNSUPPORTED,
 * KERF_INVALID, KERF_IO: a message says why. */
kerf_status kf_feed_arrow(kf_feed **, kf_mem *, struct ArrowSchema *, struct ArrowArray *,
                          const kf_arrow_choice *, const kf_said_rows *, kf_diags *);
kerf_status kf_feed_arrow_stream(kf_feed **, kf_mem *, struct ArrowArrayStream *,
                                 const kf_arrow_choice *, const kf_said_rows *, kf_diags *);

static inline void kf_feed_free(kf_feed *f)
{
    if (f) f->free(f);
}

/* ---- A caller's columns (caller_cells.c) ---- */

typedef enum kf_column_fault {
    KF_COLUMN_RIGHT,
    KF_COLUMN_EMPTY,
    KF_COLUMN_NO_KIND
} kf_column_fault;

/* n, column, name and the like are there; the dictionary is filled in if the column has one.
 * EMPTY: there are rows, but no values. */
kf_column_fault kf_cells_of_column(const kerf_column *, kf_cells *, kf_cells *dictionary);
void kf_cells_describe(const void *values, kf_cells_kind, uint8_t width, kf_cells *);

#endif
