/* arrow_rows.c -- rows of texts, which Python has, as an Arrow stream of one batch.
 *
 * Everything that is given out is one block of memory for each struct, which its release() frees,
 * so that a consumer may take children apart and release them in any order, as the standard
 * allows. */
#include "tables.h"

#include <errno.h>
#include <kerf_arrow.h>
#include <stdlib.h>
#include <string.h>

/* ---- Schemas ---- */

static void release_schema(struct ArrowSchema *s)
{
    for (int64_t i = 0; s->children != NULL && i < s->n_children; i++) {
        if (s->children[i]->release != NULL) s->children[i]->release(s->children[i]);
        free(s->children[i]);
    }
    free(s->children);
    free(s->private_data);
    s->release = NULL;
}

/* 0, or -1 without memory; *s can be released either way. */
static int make_schema(struct ArrowSchema *s, const char *format, const char *name, int64_t n)
{
    char *copy = strdup(name);
    struct ArrowSchema **children = calloc((size_t)n + 1, sizeof *children);
    *s = (struct ArrowSchema){ .format = format,
                               .name = copy,
                               .children = children,
                               .release = release_schema,
                               .private_data = copy };
    return copy != NULL && children != NULL ? 0 : -1;
}

static int make_table_schema(struct ArrowSchema *s, char *const *names, int64_t n)
{
    if (make_schema(s, "+s", "", n) != 0) return -1;
    for (int64_t i = 0; i < n; i++) {
        struct ArrowSchema *child = calloc(1, sizeof *child);
        if (child == NULL) return -1;
        s->children[s->n_children++] = child;
        if (make_schema(child, "U", names[i], 0) != 0) return -1;
    }
    return 0;
}

/* ---- Arrays ---- */

static void release_array(struct ArrowArray *a)
{
    for (int64_t i = 0; a->children != NULL && i < a->n_children; i++) {
        if (a->children[i]->release != NULL) a->children[i]->release(a->children[i]);
        free(a->children[i]);
    }
    for (int64_t i = 0; a->buffers != NULL && i < a->n_buffers; i++) free((void *)a->buffers[i]);
    free((void *)a->buffers);
    free(a->children);
    a->release = NULL;
}

static int make_array(struct ArrowArray *a, int64_t rows, int64_t buffers, int64_t children)
{
    *a = (struct ArrowArray){ .length = rows, .release = release_array };
    a->buffers = calloc((size_t)buffers + 1, sizeof(void *));
    a->children = calloc((size_t)children + 1, sizeof(struct ArrowArray *));
    if (a->buffers == NULL || a->children == NULL) return -1;
    a->n_buffers = buffers;
    return 0;
}

/* The text of a row in a column; NULL: an exception is set. */
static const char *cell(PyObject *rows, int64_t row, int64_t column, Py_ssize_t *n)
{
    PyObject *values = PyList_GetItem(rows, (Py_ssize_t)row);
    if (values != NULL && !PyTuple_Check(values)) {
        PyErr_Format(PyExc_TypeError, "row %lld is no tuple", (long long)row + 1);
        return NULL;
    }
    PyObject *value = values != NULL ? PyTuple_GetItem(values, (Py_ssize_t)column) : NULL;
    return value != NULL ? PyUnicode_AsUTF8AndSize(value, n) : NULL;
}

/* One column: offsets first, then bytes. 0; -1: no memory, or an exception is set. */
static int fill_column(struct ArrowArray *a, PyObject *rows, int64_t column)
{
    Py_ssize_t n;
    int64_t *offsets = malloc(((size_t)a->length + 1) * sizeof *offsets);
    a->buffers[1] = offsets;
    if (offsets == NULL) return -1;
    offsets[0] = 0;
    for (int64_t i = 0; i < a->length; i++) {
        if (cell(rows, i, column, &n) == NULL || kp_listen((size_t)i) != 0) return -1;
        offsets[i + 1] = offsets[i] + n;
    }
    char *bytes = malloc((size_t)offsets[a->length] + 1);
    a->buffers[2] = bytes;
    if (bytes == NULL) return -1;
    for (int64_t i = 0; i < a->length; i++) {
        const char *text = cell(rows, i, column, &n);
        if (text == NULL) return -1;
        if (n != offsets[i + 1] - offsets[i]) {
            PyErr_SetString(PyExc_RuntimeError, "the rows were changed meanwhile");
            return -1;
        }
        memcpy(bytes + offsets[i], text, (size_t)n);
    }
    return 0;
}

static int make_table(struct ArrowArray *a, PyObject *rows, int64_t n_columns)
{
    int64_t n = (int64_t)PyList_Size(rows);
    if (make_array(a, n, 1, n_columns) != 0) return -1;
    for (int64_t i = 0; i < n_columns; i++) {
        struct ArrowArray *child = calloc(1, sizeof *child);
        if (child == NULL) return -1;
        a->children[a->n_children++] = child;
        if (make_array(child, n, 3, 0) != 0 || fill_column(child, rows, i) != 0) return -1;
    }
    return 0;
}

/* ---- The stream ---- */

typedef struct source {
    char **names;
    int64_t n_columns;
    struct ArrowArray table; /* released: it has been given out */
} source;

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    source *s = stream->private_data;
    if (make_table_schema(out, s->names, s->n_columns) == 0) return 0;
    release_schema(out);
    return ENOMEM;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    source *s = stream->private_data;
    *out = s->table;
    s->table.release = NULL;
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    (void)stream;
    return NULL;
}

static void free_source(source *s)
{
    for (int64_t i = 0; s->names != NULL && i < s->n_columns; i++) free(s->names[i]);
    free(s->names);
    if (s->table.release != NULL) s->table.release(&s->table);
    free(s);
}

static void release_stream(struct ArrowArrayStream *stream)
{
    free_source(stream->private_data);
    stream->release = NULL;
}

static source *new_source(PyObject *rows, PyObject *names)
{
    source *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->n_columns = (int64_t)PyList_Size(names);
    s->names = calloc((size_t)s->n_columns + 1, sizeof *s->names);
    int failed = s->names == NULL;
    for (int64_t i = 0; !failed && i < s->n_columns; i++) {
        const char *name = PyUnicode_AsUTF8AndSize(PyList_GetItem(names, (Py_ssize_t)i), NULL);
        s->names[i] = name != NULL ? strdup(name) : NULL;
        failed = s->names[i] == NULL;
    }
    if (failed || make_table(&s->table, rows, s->n_columns) != 0) {
        free_source(s);
        return NULL;
    }
    return s;
}

PyObject *kp_rows_arrow(PyObject *module, PyObject *args)
{
    PyObject *rows, *names;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!", &PyList_Type, &rows, &PyList_Type, &names)) return NULL;
    source *s = new_source(rows, names);
    if (s == NULL) return PyErr_Occurred() != NULL ? NULL : PyErr_NoMemory();
    struct ArrowArrayStream stream = { .get_schema = get_schema,
                                       .get_next = get_next,
                                       .get_last_error = get_last_error,
                                       .release = release_stream,
                                       .private_data = s };
    return kp_stream_capsule(&stream);
}
