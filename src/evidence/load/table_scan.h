/* table_scan.h -- private to loader_table.c and table_scan.c: the state of the reader of tables,
 * and how it takes a row apart. */
#ifndef KF_TABLE_SCAN_H
#define KF_TABLE_SCAN_H

#include "evidence/load/loading.h"
#include "evidence/load/table_header.h"

typedef enum kf_row_outcome {
    KF_ROW,
    KF_ROW_BLANK,
    KF_ROW_MORE,
    KF_ROW_WRONG,
    KF_ROW_REFUSED
} kf_row_outcome;

enum { KF_MOST_CELLS = 4096 }; /* of a row, most of which may not be chosen */

struct kf_csv {
    kf_window window;
    const kf_model *model;
    uint32_t predicate;
    char separator; /* 0: not decided yet */
    kf_columns columns;
    kf_choice choice;
    kf_header_choice header;
    kf_blank_choice blank;
    bool given_up;         /* the columns that were chosen are not there */
    bool started;          /* the first row has been seen */
    kf_first_row first;    /* of those that are data; of no interest where the choice is made */
    bool paused, skipping; /* skipping: to the next line, after an error */
    size_t at;
    uint32_t line;
    uint64_t line_start;
    uint32_t n;
    kf_str cells[KF_MOST_CELLS + 1];
    kf_str chosen[KF_DB_MOST_ARGS + 1]; /* the arguments, and a probability */
    kf_row_counts counts;
};

typedef struct kf_row_scan {
    kf_csv *csv;
    const char *p, *limit;
    uint32_t line;          /* of p */
    const char *line_start; /* in the window; NULL: where the row's line began */
    bool ahead;             /* a row that comes later is looked at: nothing is said of it */
    kf_row_outcome outcome;
} kf_row_scan;

bool kf_row_is_line_end(char);
/* An error at n bytes of the window, unless it is looked ahead; returns false. */
bool kf_row_wrong(kf_row_scan *, const char *at, size_t n, const char *hint, const char *format,
                  ...) __attribute__((format(printf, 5, 6)));
/* Reports a row that is longer than KF_WINDOW_ITEM. */
void kf_row_too_long(const kf_csv *, const char *row, uint32_t line);
/* What separates columns, by the first line. False: it is not in the window. */
bool kf_row_separator(kf_csv *);
/* The row at s->p into csv->cells, and s->p behind its line end. False: see s->outcome. */
bool kf_row_scan_all(kf_row_scan *);
/* A line end inside quotes or after the row. False: the window ends there. */
bool kf_row_pass_line_end(kf_row_scan *);

#endif
