/* tables.h -- private to tables.c, cells.c, editing.c, arrow_rows.c and arrow_tuples.c: columns of
 * Python values as columns of kerf.h, and Arrow streams as capsules. */
#ifndef KP_TABLES_H
#define KP_TABLES_H

#include "handle.h"

typedef struct kp_table {
    size_t n_rows, n_columns;
    kerf_column *columns;
    PyObject *held; /* a list of what the columns point into */
    void **blocks;  /* and memory of our own, two for each column */
} kp_table;

/* Columns from a list of (kind, name, values, dictionary), see kerf/_tables.py. -1: an exception is
 * set, and the table is to be freed all the same. */
int kp_table_fill(kp_table *, PyObject *columns, size_t n_rows);
void kp_table_free(kp_table *);

/* One column of any Python values, of table->n_rows. */
int kp_cells_fill(kp_table *, size_t column, PyObject *values);
/* Texts for a dictionary or a column: NULL for what is missing. The array is the table's. */
const char *const *kp_cells_texts(kp_table *, PyObject *values, size_t n, void **block);

/* (rows): a list of rows as a list of columns. */
PyObject *kp_transpose(PyObject *module, PyObject *args);

/* ---- Arrow ---- */

struct ArrowArrayStream;

/* What a session gives out as a stream, on a thread of its own. -1: an exception is set. */
typedef kerf_status kp_give(kerf *, const char *predicate, int plain, struct ArrowArrayStream *);
int kp_stream_get(kp_handle *, kp_give *, const char *predicate, int plain,
                  struct ArrowArrayStream *);
/* A capsule that has the stream, which is moved there; NULL: an exception is set. */
PyObject *kp_stream_capsule(struct ArrowArrayStream *);
/* (rows, names): a list of tuples of texts as such a capsule. */
PyObject *kp_rows_arrow(PyObject *module, PyObject *args);
/* (handle, predicate): names of the columns, and the true atoms of the answer as tuples. */
PyObject *kp_answer_rows(PyObject *module, PyObject *args);

#endif
