/* cells.c -- any Python values as one column.
 *
 * Only whole numbers make a column of integers, only numbers one of numbers, and anything else one
 * of texts, in which whole numbers are written out; others have no one way to be written, and are
 * refused there. None, nan, NA and blank text are null. */
#include <math.h>
#include <string.h>

#include "tables.h"

enum { NO_VALUE = 1, TEXT = 2, INTEGER = 4, NUMBER = 8, BOOLEAN = 16, LARGE = 32 };

/* ---- What a value is ---- */

static int is_blank(const char *text)
{
    while (*text == ' ' || *text == '\t') text++;
    return *text == '\0';
}

static int kind_of_integer(PyObject *value)
{
    int overflow = 0;
    PyLong_AsLongLongAndOverflow(value, &overflow);
    return overflow != 0 ? INTEGER | LARGE : INTEGER;
}

/* Of types that are known by their names alone: numpy's and pandas'. 0: an exception is set. */
static int kind_of_other(PyObject *value)
{
    static const struct {
        const char *name;
        int kind;
    } others[] = { { "NAType", NO_VALUE },  { "NaTType", NO_VALUE }, { "bool_", BOOLEAN },
                   { "bool", BOOLEAN }, /* numpy's from 2 on; Python's own is known before */
                   { "float16", NUMBER },   { "float32", NUMBER },   { "float128", NUMBER },
                   { "longdouble", NUMBER } };
    PyObject *type = PyType_GetName(Py_TYPE(value));
    const char *name = type != NULL ? PyUnicode_AsUTF8AndSize(type, NULL) : NULL;
    int kind = 0;
    for (size_t i = 0; name != NULL && kind == 0 && i < sizeof others / sizeof *others; i++) {
        if (strcmp(name, others[i].name) == 0) kind = others[i].kind;
    }
    if (kind == 0 && PyIndex_Check(value)) {
        PyObject *whole = PyNumber_Index(value);
        kind = whole != NULL ? kind_of_integer(whole) : 0;
        Py_XDECREF(whole);
    }
    if (kind == 0 && name != NULL && PyErr_Occurred() == NULL) {
        PyErr_Format(PyExc_TypeError, "a constant is text, a number or a boolean, not %s", name);
    }
    Py_XDECREF(type);
    return kind;
}

/* One of the kinds above; 0: an exception is set. */
static int kind_of(PyObject *value)
{
    if (PyUnicode_Check(value)) return TEXT;
    if (value == Py_None) return NO_VALUE;
    if (PyBool_Check(value)) return BOOLEAN;
    if (PyLong_Check(value)) return kind_of_integer(value);
    if (PyFloat_Check(value)) return isnan(PyFloat_AsDouble(value)) ? NO_VALUE : NUMBER;
    return kind_of_other(value);
}

/* All kinds that occur; -1: an exception is set, which names the row. */
static int kinds_of(PyObject *values, size_t n)
{
    int kinds = 0;
    for (size_t i = 0; i < n; i++) {
        int kind = kind_of(PyTuple_GetItem(values, (Py_ssize_t)i));
        if (kind == 0) kp_note_row("row %zu", i + 1);
        if (kind == 0 || kp_listen(i) != 0) return -1;
        kinds |= kind;
    }
    return kinds;
}

/* ---- Texts ---- */

/* Bytes of a text that has surrogates for what is not UTF-8, as kerf's own texts may; the table
 * keeps them. kerf says what is wrong with them. */
static const char *escaped(kp_table *t, PyObject *text, Py_ssize_t *n)
{
    char *found = NULL;
    PyErr_Clear();
    PyObject *bytes = PyUnicode_AsEncodedString(text, "utf-8", "surrogateescape");
    if (bytes == NULL || PyList_Append(t->held, bytes) != 0
        || PyBytes_AsStringAndSize(bytes, &found, n) != 0) {
        found = NULL;
    }
    Py_XDECREF(bytes);
    return found;
}

/* The UTF-8 of a str; NULL: an exception is set. */
static const char *utf8_of(kp_table *t, PyObject *text)
{
    Py_ssize_t n;
    const char *found = PyUnicode_AsUTF8AndSize(text, &n);
    if (found == NULL) found = escaped(t, text, &n);
    if (found != NULL && strlen(found) != (size_t)n) {
        PyErr_SetString(PyExc_ValueError, "a constant has no NUL in it");
        return NULL;
    }
    return found;
}

/* A value that is no str as one, a new reference. A subclass of int may write itself as it
 * likes. */
static PyObject *text_of(PyObject *value, int kind)
{
    if (kind == BOOLEAN)
        return PyUnicode_FromString(PyObject_IsTrue(value) == 1 ? "true" : "false");
    if (kind == NUMBER) {
        PyErr_SetString(PyExc_TypeError, "a column has floating-point numbers beside other values: "
                                         "constants are texts and whole numbers");
        return NULL;
    }
    PyObject *whole = PyNumber_Index(value);
    PyObject *text = whole != NULL ? PyNumber_ToBase(whole, 10) : NULL;
    Py_XDECREF(whole);
    return text;
}

/* The same, which the table keeps. */
static const char *written(kp_table *t, PyObject *value, int kind)
{
    PyObject *text = text_of(value, kind);
    const char *found = NULL;
    if (text != NULL && PyList_Append(t->held, text) == 0) found = utf8_of(t, text);
    Py_XDECREF(text);
    return found;
}

/* -1: an exception is set. */
static int put_text(kp_table *t, PyObject *value, const char **cell)
{
    int kind = kind_of(value);
    if (kind == 0) return -1;
    *cell = NULL;
    if (kind == NO_VALUE) return 0;
    const char *text = kind == TEXT ? utf8_of(t, value) : written(t, value, kind);
    if (text == NULL) return -1;
    if (!is_blank(text)) *cell = text;
    return 0;
}

const char *const *kp_cells_texts(kp_table *t, PyObject *values, size_t n, void **block)
{
    const char **cells = PyMem_Calloc(n + 1, sizeof *cells);
    *block = (void *)cells;
    if (cells == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        if (put_text(t, PyTuple_GetItem(values, (Py_ssize_t)i), &cells[i]) != 0) {
            kp_note_row("row %zu", i + 1);
            return NULL;
        }
        if (kp_listen(i) != 0) return NULL;
    }
    return cells;
}

/* ---- Numbers ---- */

static int fill_integers(kp_table *t, size_t column, PyObject *values)
{
    int64_t *cells = PyMem_Calloc(t->n_rows + 1, sizeof *cells);
    uint8_t *valid = PyMem_Calloc(t->n_rows / 8 + 1, 1);
    t->blocks[2 * column] = cells;
    t->blocks[2 * column + 1] = valid;
    if (cells == NULL || valid == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < t->n_rows; i++) {
        PyObject *value = PyTuple_GetItem(values, (Py_ssize_t)i);
        if (kind_of(value) == NO_VALUE) continue;
        PyObject *whole = PyNumber_Index(value);
        cells[i] = whole != NULL ? PyLong_AsLongLong(whole) : -1;
        Py_XDECREF(whole);
        if (PyErr_Occurred() != NULL || kp_listen(i) != 0) return -1;
        valid[i / 8] = (uint8_t)(valid[i / 8] | 1U << i % 8);
    }
    t->columns[column].kind = KERF_COLUMN_INTEGERS;
    t->columns[column].integers = cells;
    t->columns[column].valid = valid;
    return 0;
}

static int fill_numbers(kp_table *t, size_t column, PyObject *values)
{
    double *cells = PyMem_Calloc(t->n_rows + 1, sizeof *cells);
    t->blocks[2 * column] = cells;
    if (cells == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < t->n_rows; i++) {
        PyObject *value = PyTuple_GetItem(values, (Py_ssize_t)i);
        cells[i] = kind_of(value) == NO_VALUE ? NAN : PyFloat_AsDouble(value);
        if (PyErr_Occurred() != NULL || kp_listen(i) != 0) return -1;
    }
    t->columns[column].kind = KERF_COLUMN_NUMBERS;
    t->columns[column].numbers = cells;
    return 0;
}

int kp_cells_fill(kp_table *t, size_t column, PyObject *values)
{
    int kinds = kinds_of(values, t->n_rows);
    if (kinds < 0) return -1;
    kinds &= ~NO_VALUE;
    if (kinds == INTEGER) return fill_integers(t, column, values);
    if (kinds != 0 && (kinds & ~(INTEGER | NUMBER)) == 0) return fill_numbers(t, column, values);
    t->columns[column].kind = KERF_COLUMN_STRINGS;
    t->columns[column].strings = kp_cells_texts(t, values, t->n_rows, &t->blocks[2 * column]);
    return t->columns[column].strings != NULL ? 0 : -1;
}

/* ---- Rows ---- */

/* Has it values in an order of their own? Those of a text are no cells, those of a set have
 * none. */
static int is_row(PyObject *value)
{
    return PySequence_Check(value) && !PyUnicode_Check(value) && !PyBytes_Check(value)
           && !PyDict_Check(value);
}

/* Row i as a tuple of n values, a new reference; NULL: an exception is set. */
static PyObject *row_of(PyObject *rows, Py_ssize_t i, Py_ssize_t n)
{
    PyObject *row =
        Py_XNewRef(PyList_GetItem(rows, i)); /* which its own code may drop from there */
    PyObject *tuple = row == NULL || !is_row(row) ? NULL : PySequence_Tuple(row);
    if (tuple == NULL && PyErr_Occurred() == NULL) {
        PyErr_Format(PyExc_TypeError, "row %zd is no tuple of values", i + 1);
    } else if (tuple != NULL && n >= 0 && PyTuple_Size(tuple) != n) {
        PyErr_Format(PyExc_ValueError, "row %zd has %zd values, and the first has %zd", i + 1,
                     PyTuple_Size(tuple), n);
        Py_CLEAR(tuple);
    }
    Py_XDECREF(row);
    return tuple;
}

/* n lists of m items each, which are still to be set. */
static PyObject *new_lists(Py_ssize_t n, Py_ssize_t m)
{
    PyObject *lists = PyList_New(n);
    for (Py_ssize_t i = 0; lists != NULL && i < n; i++) {
        PyObject *list = PyList_New(m);
        if (list == NULL || PyList_SetItem(lists, i, list) != 0) Py_CLEAR(lists);
    }
    return lists;
}

PyObject *kp_transpose(PyObject *module, PyObject *args)
{
    PyObject *rows;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &rows)) return NULL;
    Py_ssize_t m = PyList_Size(rows), n = -1;
    PyObject *columns = m == 0 ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; i < m; i++) {
        PyObject *row = row_of(rows, i, n);
        if (row != NULL && i == 0) columns = new_lists(n = PyTuple_Size(row), m);
        if (row == NULL || columns == NULL || kp_listen((size_t)i) != 0) {
            Py_XDECREF(row);
            Py_CLEAR(columns);
            break;
        }
        for (Py_ssize_t j = 0; j < n; j++) {
            PyObject *value = Py_NewRef(PyTuple_GetItem(row, j));
            PyList_SetItem(PyList_GetItem(columns, j), i, value);
        }
        Py_DECREF(row);
    }
    return columns;
}
