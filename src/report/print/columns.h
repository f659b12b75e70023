/* columns.h -- text in aligned columns, for reports; and numbers as people read them. */
#ifndef KF_COLUMNS_H
#define KF_COLUMNS_H

#include "base/text.h"

enum { KF_MOST_COLUMNS = 8 };

/* Cells are collected row by row, then written with every column as wide as its widest cell. */
typedef struct kf_text_columns {
    kf_text cells; /* add to it, then end the cell */
    KF_VEC(size_t) ends;
    size_t n;       /* columns */
    unsigned right; /* bits: columns that stand to the right */
} kf_text_columns;

void kf_columns_open(kf_text_columns *, kf_mem *, size_t n, unsigned right);
void kf_cell(kf_text_columns *, kf_str text);
void kf_cell_end(kf_text_columns *);
void kf_cell_count(kf_text_columns *, uint64_t);       /* 1234567 */
void kf_columns_close(kf_text_columns *, kf_text *to); /* writes them, indented by two, and frees */

void kf_add_count(kf_text *, uint64_t); /* 1,234,567 */
/* A number that may be far beyond 2^63: 1,234,567 or 1.2e25. */
void kf_add_large(kf_text *, double);
void kf_add_bytes(kf_text *, double); /* 0 B, 12 KB, 3.4 GB, 1.2e25 B */

#endif
