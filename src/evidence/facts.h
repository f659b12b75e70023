/* facts.h -- rows of constants in columns, made a set when they are complete.
 *
 * A kf_facts holds the atoms of one predicate that evidence says the same of, or the values of
 * one function. Rows are appended while evidence is read; kf_facts_close() makes a set of them.
 * Every row remembers its line, and segments of rows their file. Columns may be read directly;
 * they are changed by the functions below alone. */
#ifndef KF_FACTS_H
#define KF_FACTS_H

#include "base/check.h"
#include "base/mem.h"
#include "base/stop.h"

#define KF_MOST_ROWS (UINT32_MAX - 1) /* of one kf_facts */

typedef struct kf_segment { /* rows from `first` on come from this file */
    uint32_t first, file;
} kf_segment;

typedef struct kf_segments { /* by ascending row; the first begins at row 0 */
    kf_segment *at;
    uint32_t n, cap;
} kf_segments;

typedef struct kf_facts {
    uint32_t width; /* columns of constants */
    uint32_t key;   /* the first so many columns identify a row; all, but for a function's */
    bool number;    /* a number column follows; it is part of the row's identity */
    bool soft;      /* every row has a probability */
    uint32_t n;
    uint32_t **columns;
    double *numbers;
    double *probabilities;
    uint32_t *lines;     /* where each row was first said */
    kf_segments files;   /* before anything changes; then by row, below */
    uint32_t *row_files; /* NULL: nothing has changed */
    /* private: capacity, hash slots */
    uint32_t cap;
    uint32_t *slots;
    uint64_t n_slots;  /* up to 2^32; 0 before closing */
    uint64_t slot_cap; /* room for so many */
    uint32_t row_mask; /* the bits of a slot that are row + 1; the others are of the hash */
} kf_facts;

typedef struct kf_fact { /* one row, as it is added and as it is read */
    const uint32_t *ids;
    double number;      /* where rows have one */
    double probability; /* of soft evidence: 0 < p < 1 */
    uint32_t file, line;
} kf_fact;

typedef struct kf_fact_rows { /* many, as they are added */
    uint32_t n;
    const uint32_t *const *columns;
    const double *numbers; /* NULL: rows have none */
    const uint32_t *lines;
    uint32_t file;
} kf_fact_rows;

/* Two rows with the same key that do not agree in the rest (a function's result, a probability):
 * `first` is a row of the set, `second` one that is about to go. Rows after the first of a key are
 * dropped in any case. Returns false to be asked no more. */
typedef bool kf_clash_fn(void *context, const kf_facts *, uint32_t first, uint32_t second,
                         uint32_t second_file);

/* What becomes of several probabilities of one atom; as the option "merge" has them. */
typedef enum kf_merge {
    KF_MERGE_ERROR, /* they clash, unless they are equal */
    KF_MERGE_LAST,
    KF_MERGE_NOISY_OR, /* 1 - (1 - p)(1 - q)...: every row is a cause of its own */
    KF_MERGE_MEAN
} kf_merge;

void kf_facts_init(kf_facts *, uint32_t width, uint32_t key, bool number, bool soft);
void kf_facts_free(kf_facts *, kf_mem *); /* and ready for use again */
/* The same, but a little room stays for the next world. */
void kf_facts_clear(kf_facts *, kf_mem *);

/* KERF_LIMIT: it has KF_MOST_ROWS. After KERF_NO_MEMORY there are no rows. */
kerf_status kf_facts_push(kf_facts *, kf_mem *, const kf_fact *);
/* The same for many at once, none of them soft. */
kerf_status kf_facts_push_rows(kf_facts *, kf_mem *, const kf_fact_rows *);
/* Room for so many more, in one go. */
kerf_status kf_facts_reserve(kf_facts *, kf_mem *, uint64_t rows);
void kf_facts_drop_rows(kf_facts *); /* all of them; their memory stays for the next */
/* KERF_INTERRUPTED, by the kf_stop or NULL: only some first rows are left. */
kerf_status kf_facts_close(kf_facts *, kf_mem *, kf_clash_fn *, void *context, kf_stop *);
/* The same of rows with probabilities: those with one key become one row. Not KF_MERGE_ERROR. */
kerf_status kf_facts_close_merged(kf_facts *, kf_mem *, kf_merge, kf_stop *);

/* Only after closing. `at` may be NULL. */
bool kf_facts_find(const kf_facts *, const uint32_t *row, double number, uint32_t *at);
/* One row; ids: room for `width` of them. */
kf_fact kf_facts_get(const kf_facts *, uint32_t row, uint32_t *ids);

/* Changing a closed set. Insert: its key is not there; KERF_NO_MEMORY changes nothing. Remove: the
 * last row takes the place of the one that goes; kf_facts_may_change() comes first, and is all
 * that can fail. Removing and inserting take the time of one row. */
kerf_status kf_facts_may_change(kf_facts *, kf_mem *);
kerf_status kf_facts_insert(kf_facts *, kf_mem *, const kf_fact *);
void kf_facts_remove(kf_facts *, uint32_t row);
/* Constants have other ids now: new_ids[id] in this column, each its own. Then
 * kf_facts_rehash(). */
void kf_facts_rename(kf_facts *, uint32_t column, const uint32_t *new_ids);
void kf_facts_rehash(kf_facts *);
/* A copy of a closed set into one that is empty; on failure that is empty again. */
kerf_status kf_facts_copy(kf_facts *, kf_mem *, const kf_facts *from);
uint32_t kf_facts_file(const kf_facts *, uint32_t row); /* where it was said */

/* Rows from this one on come from that file. */
kerf_status kf_segments_note(kf_segments *, kf_mem *, uint32_t first, uint32_t file);
uint32_t kf_segments_file(const kf_segments *, uint32_t row);
void kf_segments_free(kf_segments *, kf_mem *);

/* Asserts: columns are there for every row, segments ascend from row 0, and of a closed set every
 * row is found under its key and is the only one with it. */
void kf_facts_check(const kf_facts *);

#endif
