/* editing.c -- facts that come and go, weights that change, and sessions over one model. */
#include <string.h>

#include "tables.h"
#include "work.h"

/* ---- Sessions over a session ---- */

static PyObject *session_over(PyObject *module, PyObject *args)
{
    kp_handle *h;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h) || kp_look(h) == NULL) return NULL;
    PyObject *over = kp_handle_new(kerf_new_over, h->k, 0);
    kp_looked(h);
    return over;
}

typedef struct clone_work {
    kp_work work;
    kp_handle *to;
} clone_work;

static kerf_status run_clone(kp_work *w)
{
    clone_work *c = (clone_work *)w;
    return kp_handle_fill(c->to, kerf_clone, w->k, 0) == 0 ? KERF_OK : KERF_NO_MEMORY;
}

/* Its stop is that of the new session, whose `working` is the same call. */
static PyObject *clone_session(PyObject *module, PyObject *args)
{
    kp_handle *h;
    clone_work c = { .work = { .call = run_clone } };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h)) return NULL;
    c.to = kp_handle_empty();
    if (c.to != NULL && kp_enter(h) != NULL) {
        c.to->working = &c.work;
        int failed = kp_work_run(h, &c.work);
        c.to->working = NULL;
        h->busy = 0;
        if (failed == 0 && c.work.status == KERF_OK) return (PyObject *)c.to;
        if (failed == 0) PyErr_NoMemory();
    }
    Py_XDECREF((PyObject *)c.to);
    return NULL;
}

/* ---- Facts ---- */

typedef struct edit_work {
    kp_work work;
    const char *predicate;
    kp_table table;
    kerf_truth truth;
    const double *probabilities; /* NULL: none */
    int skip, retract;
    size_t row;          /* where it is, or failed */
    const char **cells;  /* room for a row */
    char (*numbers)[32]; /* and for numbers written out */
} edit_work;

/* A number has a point, whatever the process' locale writes there. */
static void set_point(char *number)
{
    size_t n = strspn(number, "+-0123456789eE.infa");
    size_t odd = strcspn(number + n, "0123456789");
    if (odd == 0) return;
    number[n] = '.';
    memmove(number + n + 1, number + n + odd, strlen(number + n + odd) + 1);
}

/* The text of a cell; NULL: it is null. Integers are written out; other kinds are texts by now. */
static const char *cell_text(const kerf_column *c, size_t row, char *number)
{
    if (c->valid != NULL && (c->valid[row / 8] >> row % 8 & 1) == 0) return NULL;
    if (c->kind == KERF_COLUMN_STRINGS) return c->strings[row];
    if (c->kind == KERF_COLUMN_CODES) {
        int32_t code = c->codes[row];
        return code < 0 || (size_t)code >= c->n_entries ? NULL : c->strings[code];
    }
    if (c->kind == KERF_COLUMN_INTEGERS) {
        PyOS_snprintf(number, 32, "%lld", (long long)c->integers[row]);
    } else {
        if (c->numbers[row] != c->numbers[row]) return NULL;
        PyOS_snprintf(number, 32, "%.17g", c->numbers[row]);
        set_point(number);
    }
    return number;
}

/* False: one of them is null. */
static int gather_row(edit_work *e)
{
    for (size_t i = 0; i < e->table.n_columns; i++) {
        e->cells[i] = cell_text(&e->table.columns[i], e->row, e->numbers[i]);
        if (e->cells[i] == NULL) return 0;
    }
    return e->probabilities == NULL || e->probabilities[e->row] == e->probabilities[e->row];
}

static kerf_status edit_row(edit_work *e)
{
    size_t n = e->table.n_columns;
    if (e->retract) return kerf_retract_atom(e->work.k, e->predicate, e->cells, n);
    if (e->probabilities == NULL) {
        return kerf_assert_atom(e->work.k, e->predicate, e->cells, n, e->truth, 0);
    }
    double p = e->probabilities[e->row];
    if (e->truth == KERF_FALSE) p = 1 - p;
    return kerf_assert_atom(e->work.k, e->predicate, e->cells, n, KERF_PROBABLE, p);
}

static kerf_status run_edit(kp_work *w)
{
    edit_work *e = (edit_work *)w;
    kerf_status status = KERF_OK;
    for (e->row = 0; status == KERF_OK && e->row < e->table.n_rows; e->row++) {
        if (kp_work_stop(w)) {
            status = KERF_INTERRUPTED;
        } else if (gather_row(e)) {
            status = edit_row(e);
        } else if (!e->skip) {
            status = KERF_MISUSE;
        }
    }
    return status;
}

/* Is there a row with a null, which is to be an error before anything is changed? */
static int check_nulls(edit_work *e)
{
    for (e->row = 0; !e->skip && e->row < e->table.n_rows; e->row++) {
        if (kp_listen(e->row) != 0) return 1;
        if (gather_row(e)) continue;
        PyErr_Format(PyExc_ValueError, "row %zu of %s has a missing value", e->row + 1,
                     e->predicate);
        return 1;
    }
    e->row = 0;
    return 0;
}

/* Has the predicate a number at its end? Of one that there is not, kerf says so. */
static int takes_number(kerf *k, const char *predicate)
{
    kerf_predicate_info p = { .size = sizeof p };
    for (size_t i = 0; i < kerf_predicate_count(k); i++) {
        if (kerf_predicate_get(k, i, &p) == KERF_OK && strcmp(p.name, predicate) == 0)
            return p.number;
    }
    return 1;
}

/* Numbers with a fraction are no constants, here as in a table that is added before reading. -1: an
 * exception is set. */
static int check_kinds(kerf *k, const edit_work *e)
{
    size_t n = e->table.n_columns;
    for (size_t i = 0; i < n; i++) {
        if (e->table.columns[i].kind != KERF_COLUMN_NUMBERS) continue;
        if (i + 1 == n && takes_number(k, e->predicate)) continue;
        PyObject *module = PyImport_ImportModule("kerf._errors");
        PyObject *kind = module != NULL ? PyObject_GetAttrString(module, "KerfError") : NULL;
        if (kind != NULL) {
            PyErr_Format(kind,
                         "%s: column %zu holds numbers: only an argument that is a number can be "
                         "that\n  hint: constants are texts and whole numbers",
                         e->predicate, i + 1);
        }
        Py_XDECREF(kind);
        Py_XDECREF(module);
        return -1;
    }
    return 0;
}

static PyObject *edit_filled(kp_handle *h, edit_work *e)
{
    if (check_kinds(h->k, e) == 0) kp_work_run(h, &e->work);
    PyObject *done = kp_none(h, e->work.status);
    if (done == NULL && e->row > 0) kp_note_row("row %zu; those before it were taken", e->row);
    return done;
}

static PyObject *edit(kp_handle *h, edit_work *e, PyObject *columns, size_t n)
{
    PyObject *done = NULL;
    size_t width = (size_t)PyList_Size(columns) + 1;
    e->cells = PyMem_Calloc(width, sizeof *e->cells);
    e->numbers = PyMem_Calloc(width, sizeof *e->numbers);
    if (e->cells == NULL || e->numbers == NULL) {
        PyErr_NoMemory();
    } else if (kp_table_fill(&e->table, columns, n) == 0 && !check_nulls(e)
               && kp_enter(h) != NULL) {
        done = edit_filled(h, e);
    }
    kp_table_free(&e->table);
    PyMem_Free((void *)e->cells);
    PyMem_Free(e->numbers);
    return done;
}

/* (handle, predicate, columns, rows, truth, probabilities or None, skip) */
static PyObject *assert_rows(PyObject *module, PyObject *args)
{
    kp_handle *h;
    PyObject *columns;
    Py_ssize_t n, bytes = 0;
    int truth;
    const char *chances = NULL;
    edit_work e = { .work = { .call = run_edit } };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&sO!niz#p", kp_is_handle, &h, &e.predicate, &PyList_Type,
                          &columns, &n, &truth, &chances, &bytes, &e.skip)) {
        return NULL;
    }
    if (chances != NULL && (size_t)bytes != (size_t)n * sizeof(double)) {
        PyErr_SetString(PyExc_ValueError, "columns have different lengths");
        return NULL;
    }
    e.truth = (kerf_truth)truth;
    e.probabilities = (const double *)(const void *)chances;
    return edit(h, &e, columns, (size_t)n);
}

/* (handle, predicate, columns, rows, skip) */
static PyObject *retract_rows(PyObject *module, PyObject *args)
{
    kp_handle *h;
    PyObject *columns;
    Py_ssize_t n;
    edit_work e = { .work = { .call = run_edit }, .retract = 1 };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&sO!np", kp_is_handle, &h, &e.predicate, &PyList_Type, &columns,
                          &n, &e.skip)) {
        return NULL;
    }
    return edit(h, &e, columns, (size_t)n);
}

static PyObject *set_weight(PyObject *module, PyObject *args)
{
    kp_handle *h;
    Py_ssize_t formula;
    double weight;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&nd", kp_is_handle, &h, &formula, &weight)) return NULL;
    if (kp_enter(h) == NULL) return NULL;
    return kp_none(h, kerf_set_weight(h->k, (size_t)formula, weight));
}

PyMethodDef kp_editing[] = {
    { "session_over", session_over, METH_VARARGS, NULL },
    { "clone_session", clone_session, METH_VARARGS, NULL },
    { "assert_rows", assert_rows, METH_VARARGS, NULL },
    { "retract_rows", retract_rows, METH_VARARGS, NULL },
    { "set_weight", set_weight, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};
