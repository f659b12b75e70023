/* table_columns.h -- which columns of a table are the arguments of its predicate, as the user
 * says behind the file: customers.csv(id, phone), or customers.csv(1, 3; p), where the column
 * behind the semicolon is the probability of the row. */
#ifndef KF_TABLE_COLUMNS_H
#define KF_TABLE_COLUMNS_H

#include "base/diag.h"
#include "model/model.h"

enum { KF_MOST_CHOSEN = KF_MOST_ARITY + 2 }; /* a number and a probability come last */

typedef struct kf_table_column {
    kf_str name;     /* in the header; empty: by its number */
    uint32_t number; /* from 0; of a name once the header is known */
} kf_table_column;

typedef struct kf_choice {
    uint32_t n;       /* 0: all columns, in their order */
    bool probability; /* the last one is that */
    bool by_name;     /* some are, and the first row has to be a header */
    kf_table_column at[KF_MOST_CHOSEN];
} kf_choice;

/* The bytes of `path` before its list of columns, or all. A file that has the whole name is it. */
size_t kf_choice_begin(const char *path, bool is_file);
/* The list that begins there; its text is changed, and names are slices of it. */
void kf_choice_parse(kf_choice *, char *list);
/* Find the names in the first row. False: some is not there or is there twice, and was reported. */
bool kf_choice_find(kf_choice *, const kf_str *header, uint32_t n, const kf_place *, kf_diags *);

#endif
