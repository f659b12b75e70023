/* table_header.h -- does the first row of a table name its columns?
 *
 * It does if it repeats the declaration, or if it has titles, and a column of numbers or of listed
 * constants below one of them. What looks like a header without that is read as a row, and pointed
 * out. */
#ifndef KF_TABLE_HEADER_H
#define KF_TABLE_HEADER_H

#include "model/model.h"

typedef enum kf_header_choice { /* as the option "header" has them */
                                KF_HEADER_AUTO,
                                KF_HEADER_YES,
                                KF_HEADER_NO
} kf_header_choice;

typedef struct kf_columns { /* of a table: what is known of them */
    const kf_model *model;
    const kf_predicate *predicate;
    uint32_t n; /* arguments, a number at the end included */
} kf_columns;

bool kf_header_is(const kf_columns *, const kf_str *cells, uint32_t n);
/* Its cells are the names of the arguments, in another order. */
bool kf_header_is_shuffled(const kf_columns *, const kf_str *cells, uint32_t n);

/* A first row that was taken for data, against those that follow: one bit a column. */
typedef struct kf_first_row {
    uint32_t line;
    uint32_t rows;  /* so far, this one included */
    bool titles;    /* all its cells could be titles */
    bool small;     /* all its cells begin with a small letter, and none since */
    bool resembles; /* some cell is like the name of its column, and none in the rows since */
    uint64_t words, numbers; /* columns without a digit here; with a number in all rows since */
    uint64_t digits;         /* with a digit in all rows since */
    uint64_t strangers;      /* columns of a listed type that lacks this cell, and has all since */
} kf_first_row;

void kf_first_row_compare(kf_first_row *, const kf_columns *, const kf_str *cells, uint32_t line);
/* Do those that were looked at say that it is a header? It has titles, and some column of a type
 * that lists its constants lacks only this one. */
bool kf_first_row_is_stranger(const kf_first_row *);

/* All columns of the file, whether they are arguments or not: does a first row of titles stand
 * above numbers in some of them? */
typedef struct kf_title_row {
    uint32_t n, rows;
    uint64_t numbers; /* columns with a title in the first row, and no more than numbers since */
} kf_title_row;
void kf_title_row_begin(kf_title_row *, const kf_str *cells, uint32_t n);
void kf_title_row_compare(kf_title_row *, const kf_str *cells, uint32_t n);
bool kf_title_row_is_header(const kf_title_row *); /* after two rows or more */
/* After the last row. */
bool kf_first_row_is_suspect(const kf_first_row *, const kf_columns *);

#endif
