/* tables.c -- tables into a session, as columns of Python values or by the Arrow C data
 * interface. */
#include "tables.h"

#include <kerf_arrow.h>
#include <string.h>

#include "work.h"

/* ---- Columns ---- */

void kp_table_free(kp_table *t)
{
    for (size_t i = 0; t->blocks != NULL && i < 2 * t->n_columns; i++) PyMem_Free(t->blocks[i]);
    PyMem_Free(t->blocks);
    PyMem_Free(t->columns);
    Py_CLEAR(t->held);
}

/* PySequence_Tuple() of a list, which signals may end. */
static PyObject *tuple_of(PyObject *list)
{
    Py_ssize_t n = PyList_Size(list);
    PyObject *tuple = n >= 0 ? PyTuple_New(n) : NULL;
    for (Py_ssize_t i = 0; tuple != NULL && i < n; i++) {
        PyObject *value = kp_listen((size_t)i) == 0 ? PyList_GetItem(list, i) : NULL;
        if (value != NULL) PyTuple_SetItem(tuple, i, Py_NewRef(value));
        else Py_CLEAR(tuple); /* a signal ended it, or its handler made the list shorter */
    }
    return tuple;
}

/* The values as a tuple that nobody else changes while kerf reads their texts. */
static PyObject *hold(kp_table *t, PyObject *values)
{
    PyObject *tuple = PyList_CheckExact(values) ? tuple_of(values) : PySequence_Tuple(values);
    if (tuple == NULL || PyList_Append(t->held, tuple) != 0) Py_CLEAR(tuple);
    Py_XDECREF(tuple);
    return tuple;
}

/* A bytes object as an array of n items; NULL: an exception is set. */
static const void *items_of(PyObject *bytes, size_t n, size_t width)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) != 0) return NULL;
    if ((size_t)size != n * width) {
        PyErr_SetString(PyExc_ValueError, "columns have different lengths");
        return NULL;
    }
    return data;
}

static int fill_codes(kp_table *t, size_t i, PyObject *values, PyObject *dictionary)
{
    kerf_column *c = &t->columns[i];
    PyObject *entries = hold(t, dictionary);
    if (entries == NULL) return -1;
    c->kind = KERF_COLUMN_CODES;
    c->codes = items_of(values, t->n_rows, sizeof *c->codes);
    c->n_entries = (size_t)PyTuple_Size(entries);
    c->strings = kp_cells_texts(t, entries, c->n_entries, &t->blocks[2 * i]);
    return c->codes != NULL && c->strings != NULL ? 0 : -1;
}

static int fill_values(kp_table *t, size_t i, PyObject *values)
{
    PyObject *tuple = hold(t, values);
    if (tuple == NULL) return -1;
    if ((size_t)PyTuple_Size(tuple) == t->n_rows) return kp_cells_fill(t, i, tuple);
    PyErr_SetString(PyExc_ValueError, "columns have different lengths");
    return -1;
}

static int fill_column(kp_table *t, size_t i, PyObject *column)
{
    const char *kind;
    PyObject *values, *dictionary;
    kerf_column *c = &t->columns[i];
    c->size = sizeof *c;
    if (!PyArg_ParseTuple(column, "szOO", &kind, &c->name, &values, &dictionary)) return -1;
    if (strcmp(kind, "codes") == 0) return fill_codes(t, i, values, dictionary);
    if (strcmp(kind, "integers") == 0) {
        c->kind = KERF_COLUMN_INTEGERS;
        c->integers = items_of(values, t->n_rows, sizeof *c->integers);
        return c->integers != NULL ? 0 : -1;
    }
    if (strcmp(kind, "numbers") == 0) {
        c->kind = KERF_COLUMN_NUMBERS;
        c->numbers = items_of(values, t->n_rows, sizeof *c->numbers);
        return c->numbers != NULL ? 0 : -1;
    }
    return fill_values(t, i, values);
}

int kp_table_fill(kp_table *t, PyObject *columns, size_t n_rows)
{
    t->n_rows = n_rows;
    t->n_columns = (size_t)PyList_Size(columns);
    t->columns = PyMem_Calloc(t->n_columns + 1, sizeof *t->columns);
    t->blocks = PyMem_Calloc(2 * t->n_columns + 1, sizeof *t->blocks);
    t->held = PyList_New(0);
    if (t->columns == NULL || t->blocks == NULL || t->held == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < t->n_columns; i++) {
        if (fill_column(t, i, PyList_GetItem(columns, (Py_ssize_t)i)) != 0) return -1;
    }
    return 0;
}

/* ---- Adding them ---- */

typedef struct add_work {
    kp_work work;
    const char *predicate;
    kp_table table;
    kerf_fact_options options;
} add_work;

static kerf_status run_add(kp_work *w)
{
    add_work *a = (add_work *)w;
    return kerf_add_columns(w->k, a->predicate, a->table.columns, a->table.n_columns,
                            a->table.n_rows, &a->options);
}

/* Without the GIL, for a million rows take a while. */
static PyObject *add_filled(kp_handle *h, add_work *a)
{
    kp_work_run(h, &a->work);
    return kp_none(h, a->work.status);
}

/* (handle, predicate, columns, rows, truth, probabilities or None, skip) */
static PyObject *add_columns(PyObject *module, PyObject *args)
{
    kp_handle *h;
    PyObject *columns, *probabilities, *done = NULL;
    Py_ssize_t n;
    int truth, skip;
    add_work a = { .work = { .call = run_add } };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&sO!niOp", kp_is_handle, &h, &a.predicate, &PyList_Type, &columns,
                          &n, &truth, &probabilities, &skip)) {
        return NULL;
    }
    a.options = (kerf_fact_options){ .size = sizeof a.options,
                                     .truth = (kerf_truth)truth,
                                     .skip_nulls = skip };
    if (n < 0) {
        PyErr_SetString(PyExc_ValueError, "fewer rows than none");
        return NULL;
    }
    if (probabilities != Py_None) {
        a.options.probabilities = items_of(probabilities, (size_t)n, sizeof(double));
        if (a.options.probabilities == NULL) return NULL;
    }
    if (kp_table_fill(&a.table, columns, (size_t)n) == 0 && kp_enter(h) != NULL) {
        done = add_filled(h, &a);
    }
    kp_table_free(&a.table);
    return done;
}

/* ---- Arrow ---- */

enum { MOST_COLUMNS = 64 };

/* Names of columns, borrowed from a tuple. -1: an exception is set. */
static int names_of(PyObject *tuple, const char **names)
{
    Py_ssize_t n = PyTuple_Size(tuple);
    if (n < 0) return -1;
    if (n > MOST_COLUMNS) {
        PyErr_SetString(PyExc_ValueError, "too many columns");
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        names[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, i), NULL);
        if (names[i] == NULL) return -1;
    }
    return 0;
}

typedef struct arrow_work {
    kp_work work;
    const char *predicate;
    struct ArrowSchema *schema; /* and an array; or a stream */
    struct ArrowArray *array;
    struct ArrowArrayStream *stream;
    kerf_fact_options options;
} arrow_work;

/* kerf takes what the capsules hold: whoever made them finds it released. */
static kerf_status run_arrow(kp_work *w)
{
    arrow_work *a = (arrow_work *)w;
    return a->stream != NULL ? kerf_add_arrow_stream(w->k, a->predicate, a->stream, &a->options)
                             : kerf_add_arrow(w->k, a->predicate, a->schema, a->array, &a->options);
}

/* -1: an exception is set. */
static int open_capsules(arrow_work *a, PyObject *first, PyObject *second)
{
    if (second == Py_None) {
        a->stream = PyCapsule_GetPointer(first, "arrow_array_stream");
        return a->stream != NULL ? 0 : -1;
    }
    a->schema = PyCapsule_GetPointer(first, "arrow_schema");
    if (a->schema != NULL) a->array = PyCapsule_GetPointer(second, "arrow_array");
    return a->array != NULL ? 0 : -1;
}

/* (handle, predicate, stream or schema, None or array, columns or None, truth, probability or None,
 * skip) */
static PyObject *add_arrow(PyObject *module, PyObject *args)
{
    kp_handle *h;
    PyObject *first, *second, *columns;
    const char *names[MOST_COLUMNS + 1] = { NULL };
    int truth;
    arrow_work a = { .work = { .call = run_arrow },
                     .options = { .size = sizeof a.options, .blanks_are_null = 1 } };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&sOOOizp", kp_is_handle, &h, &a.predicate, &first, &second,
                          &columns, &truth, &a.options.probability, &a.options.skip_nulls)) {
        return NULL;
    }
    a.options.truth = (kerf_truth)truth;
    if (columns != Py_None) {
        if (names_of(columns, names) != 0) return NULL;
        a.options.arguments = names;
    }
    if (open_capsules(&a, first, second) != 0 || kp_enter(h) == NULL) return NULL;
    kp_work_run(h, &a.work);
    return kp_none(h, a.work.status);
}

/* ---- And out ---- */

static void release_stream(PyObject *capsule)
{
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream != NULL && stream->release != NULL) stream->release(stream);
    PyMem_Free(stream);
}

/* On failure the stream is released. */
PyObject *kp_stream_capsule(struct ArrowArrayStream *from)
{
    struct ArrowArrayStream *stream = PyMem_Calloc(1, sizeof *stream);
    PyObject *capsule = NULL;
    if (stream != NULL) {
        capsule = PyCapsule_New(stream, "arrow_array_stream", release_stream);
    } else {
        PyErr_NoMemory();
    }
    if (capsule != NULL) {
        *stream = *from;
    } else {
        PyMem_Free(stream);
        from->release(from);
    }
    return capsule;
}

typedef struct give_work {
    kp_work work;
    kp_give *give;
    const char *predicate;
    int plain;
    struct ArrowArrayStream stream;
} give_work;

static kerf_status run_give(kp_work *w)
{
    give_work *g = (give_work *)w;
    return g->give(w->k, g->predicate, g->plain, &g->stream);
}

int kp_stream_get(kp_handle *h, kp_give *give, const char *predicate, int plain,
                  struct ArrowArrayStream *stream)
{
    give_work g = {
        .work = { .call = run_give }, .give = give, .predicate = predicate, .plain = plain
    };
    if (kp_enter(h) == NULL) return -1;
    kp_work_run(h, &g.work);
    if (kp_leave(h, g.work.status, 0) != 0) {
        if (g.stream.release != NULL) g.stream.release(&g.stream);
        return -1;
    }
    *stream = g.stream;
    return 0;
}

static PyObject *give_stream(PyObject *args, kp_give *give)
{
    kp_handle *h;
    const char *predicate;
    int plain;
    struct ArrowArrayStream stream;
    if (!PyArg_ParseTuple(args, "O&sp", kp_is_handle, &h, &predicate, &plain)) return NULL;
    if (kp_stream_get(h, give, predicate, plain, &stream) != 0) return NULL;
    return kp_stream_capsule(&stream);
}

static PyObject *answer_arrow(PyObject *module, PyObject *args)
{
    (void)module;
    return give_stream(args, kerf_answer_arrow);
}

static PyObject *probabilities_arrow(PyObject *module, PyObject *args)
{
    (void)module;
    return give_stream(args, kerf_probabilities_arrow);
}

PyMethodDef kp_tables[] = {
    { "transpose", kp_transpose, METH_VARARGS, NULL },
    { "add_columns", add_columns, METH_VARARGS, NULL },
    { "add_arrow", add_arrow, METH_VARARGS, NULL },
    { "answer_arrow", answer_arrow, METH_VARARGS, NULL },
    { "probabilities_arrow", probabilities_arrow, METH_VARARGS, NULL },
    { "answer_rows", kp_answer_rows, METH_VARARGS, NULL },
    { "rows_arrow", kp_rows_arrow, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};
