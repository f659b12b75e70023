/* arrow_tuples.c -- the true atoms of a predicate as tuples, by way of Arrow.
 *
 * kerf gives columns of codes with a dictionary each. Python gets one text for each entry of a
 * dictionary, and the tuples share them: that is the fastest way, and the smallest. */
#include "tables.h"

#include <kerf_arrow.h>
#include <string.h>

/* The entries of a dictionary as a tuple of texts. Offsets are of 32 bits, or of 64 with "U". */
static PyObject *entries_of(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
    const int32_t *narrow = array->buffers[1];
    const int64_t *wide = array->buffers[1];
    const char *bytes = array->buffers[2];
    int is_wide = strcmp(schema->format, "U") == 0;
    PyObject *tuple = PyTuple_New((Py_ssize_t)array->length);
    for (int64_t i = 0; tuple != NULL && i < array->length; i++) {
        int64_t at = is_wide ? wide[i] : narrow[i];
        int64_t end = is_wide ? wide[i + 1] : narrow[i + 1];
        PyObject *text = kp_text_of(bytes + at, (size_t)(end - at));
        if (text == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, text) != 0
            || kp_listen((size_t)i) != 0) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

/* Sets item `column` of every row. -1: an exception is set. */
static int set_column(PyObject *rows, const struct ArrowSchema *schema,
                      const struct ArrowArray *array, Py_ssize_t column)
{
    const int32_t *codes = array->buffers[1];
    PyObject *entries = entries_of(schema->dictionary, array->dictionary);
    if (entries == NULL) return -1;
    for (int64_t i = 0; i < array->length; i++) {
        PyObject *text = Py_NewRef(PyTuple_GetItem(entries, (Py_ssize_t)codes[i]));
        PyTuple_SetItem(PyList_GetItem(rows, (Py_ssize_t)i), column, text);
        if (kp_listen((size_t)i) != 0) {
            Py_DECREF(entries);
            return -1;
        }
    }
    Py_DECREF(entries);
    return 0;
}

static PyObject *empty_rows(int64_t n_rows, int64_t n_columns)
{
    PyObject *rows = PyList_New((Py_ssize_t)n_rows);
    for (int64_t i = 0; rows != NULL && i < n_rows; i++) {
        PyObject *row = PyTuple_New((Py_ssize_t)n_columns);
        if (row == NULL || PyList_SetItem(rows, (Py_ssize_t)i, row) != 0) Py_CLEAR(rows);
        if (rows != NULL && kp_listen((size_t)i) != 0) Py_CLEAR(rows);
    }
    return rows;
}

static PyObject *rows_of(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
    int collects = PyGC_Disable(); /* nothing that is made here is garbage */
    PyObject *rows = empty_rows(array->length, array->n_children);
    for (int64_t i = 0; rows != NULL && i < array->n_children; i++) {
        if (set_column(rows, schema->children[i], array->children[i], (Py_ssize_t)i) != 0) {
            Py_CLEAR(rows);
        }
    }
    if (collects) PyGC_Enable();
    return rows;
}

static PyObject *names_of(const struct ArrowSchema *schema)
{
    PyObject *names = PyList_New(0);
    for (int64_t i = 0; names != NULL && i < schema->n_children; i++) {
        PyObject *name = kp_text(schema->children[i]->name);
        if (name == NULL || PyList_Append(names, name) != 0) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

/* (names, rows) of the first array of a stream. */
static PyObject *read_stream(struct ArrowArrayStream *stream)
{
    struct ArrowSchema schema = { .release = NULL };
    struct ArrowArray array = { .release = NULL };
    PyObject *found = NULL;
    if (stream->get_schema(stream, &schema) != 0 || stream->get_next(stream, &array) != 0) {
        PyErr_NoMemory();
    } else if (array.release == NULL) {
        found = Py_BuildValue("(N[])", names_of(&schema));
    } else {
        PyObject *rows = rows_of(&schema, &array);
        if (rows != NULL) found = Py_BuildValue("(NN)", names_of(&schema), rows);
    }
    if (array.release != NULL) array.release(&array);
    if (schema.release != NULL) schema.release(&schema);
    return found;
}

PyObject *kp_answer_rows(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *predicate;
    struct ArrowArrayStream stream;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&s", kp_is_handle, &h, &predicate)) return NULL;
    if (kp_stream_get(h, kerf_answer_arrow, predicate, 0, &stream) != 0) return NULL;
    PyObject *found = read_stream(&stream);
    stream.release(&stream);
    return found;
}
