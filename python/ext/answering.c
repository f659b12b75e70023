/* answering.c -- probabilities as values.
 *
 * A constant stands in many atoms. A small cache of the last ones gives Python one text for most of
 * them, which is the larger part of the time and of the memory that tuples take. */
#include <stdint.h>
#include <string.h>

#include "handle.h"

enum { CACHE_SIZE = 1 << 14 };

typedef struct cache {
    PyObject *texts[CACHE_SIZE]; /* by hash; a later text takes the place of an earlier one */
} cache;

static cache *new_cache(void)
{
    cache *c = PyMem_Calloc(1, sizeof *c);
    if (c == NULL) PyErr_NoMemory();
    return c;
}

static void free_cache(cache *c)
{
    for (size_t i = 0; c != NULL && i < CACHE_SIZE; i++) Py_XDECREF(c->texts[i]);
    PyMem_Free(c);
}

static size_t hash_of(const char *text, size_t *n)
{
    uint64_t hash = 14695981039346656037U; /* FNV-1a */
    size_t i = 0;
    for (; text[i] != '\0'; i++) hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    *n = i;
    return (size_t)(hash >> 7) % CACHE_SIZE;
}

/* Is it this text? One that is not UTF-8 is never found again. */
static int is_text(PyObject *value, const char *text, size_t n)
{
    Py_ssize_t length;
    const char *have = PyUnicode_AsUTF8AndSize(value, &length);
    if (have == NULL) PyErr_Clear();
    return have != NULL && (size_t)length == n && memcmp(have, text, n) == 0;
}

/* A new reference; NULL: an exception is set. */
static PyObject *cached_text(cache *c, const char *text)
{
    size_t n, at = hash_of(text, &n);
    PyObject *found = c->texts[at];
    if (found == NULL || !is_text(found, text, n)) {
        found = kp_text_of(text, n);
        if (found == NULL) return NULL;
        Py_XDECREF(c->texts[at]);
        c->texts[at] = found;
    }
    return Py_NewRef(found);
}

static PyObject *argument_tuple(cache *c, const char *const *arguments, uint32_t n)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)n);
    for (uint32_t i = 0; tuple != NULL && i < n; i++) {
        PyObject *text = cached_text(c, arguments[i]);
        if (text == NULL) {
            Py_CLEAR(tuple);
        } else {
            PyTuple_SetItem(tuple, (Py_ssize_t)i, text);
        }
    }
    return tuple;
}

/* Puts a value into the list of its predicate; takes it over. */
static int put(PyObject *lists, const char *predicate, PyObject *value)
{
    PyObject *list = value != NULL ? PyDict_GetItemString(lists, predicate) : NULL;
    int failed = value == NULL;
    if (!failed && list == NULL) {
        list = PyList_New(0);
        failed = list == NULL || PyDict_SetItemString(lists, predicate, list) != 0;
        Py_XDECREF(list);
    }
    if (!failed) failed = PyList_Append(list, value) != 0;
    Py_XDECREF(value);
    return failed;
}

/* The arguments, then p, lo, hi, method, ess, rhat. */
static int put_probability(kerf *k, size_t i, cache *c, PyObject *lists)
{
    kerf_probability a = { .size = sizeof a };
    if (kerf_probability_get(k, i, &a) != KERF_OK) return 0;
    PyObject *arguments = argument_tuple(c, a.arguments, a.arity);
    PyObject *value = arguments == NULL ? NULL
                                        : Py_BuildValue("(NdddNdd)", arguments, a.p, a.lo, a.hi,
                                                        cached_text(c, a.method), a.ess, a.rhat);
    return put(lists, a.predicate, value);
}

/* By predicate, in the order of kerf: a dict of lists. */
static PyObject *probabilities(PyObject *module, PyObject *args)
{
    kp_handle *h;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h)) return NULL;
    cache *c = new_cache();
    if (c == NULL || kp_enter(h) == NULL) {
        free_cache(c);
        return NULL;
    }
    PyObject *lists = PyDict_New();
    size_t n = kerf_probability_count(h->k);
    int collects = PyGC_Disable(); /* nothing that is made here is garbage */
    for (size_t i = 0; lists != NULL && i < n; i++) {
        if (put_probability(h->k, i, c, lists) != 0 || kp_listen(i) != 0) Py_CLEAR(lists);
    }
    if (collects) PyGC_Enable();
    h->busy = 0;
    free_cache(c);
    return lists;
}

static PyObject *strings(const char *const *at, size_t n)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; tuple != NULL && i < n; i++) {
        PyObject *text = kp_text(at[i]);
        if (text == NULL) Py_CLEAR(tuple);
        else if (PyTuple_SetItem(tuple, (Py_ssize_t)i, text) != 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* Of a formula's weight table: constants, weight, open groundings, satisfied, score, error. */
static PyObject *expected_rows(kerf *k, size_t formula, size_t n)
{
    PyObject *list = PyList_New(0);
    kerf_expectation_row r = { .size = sizeof r };
    for (size_t i = 0; list != NULL && i < n; i++) {
        if (kerf_expectation_row_get(k, formula, i, &r) != KERF_OK) break;
        PyObject *value = Py_BuildValue("(Nddddd)", strings(r.constants, r.n_constants), r.weight,
                                        r.groundings, r.satisfied, r.score, r.error);
        if (value == NULL || PyList_Append(list, value) != 0 || kp_listen(i) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    return list;
}

/* By formula: score, error, satisfied, groundings, rows. */
static PyObject *expectations(PyObject *module, PyObject *args)
{
    kp_handle *h;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h) || kp_enter(h) == NULL) return NULL;
    PyObject *list = PyList_New(0);
    kerf_expectation e = { .size = sizeof e };
    for (size_t i = 0; list != NULL && kerf_expectation_get(h->k, i, &e) == KERF_OK; i++) {
        PyObject *value =
            Py_BuildValue("(dddKN)", e.score, e.error, e.satisfied,
                          (unsigned long long)e.groundings, expected_rows(h->k, i, e.rows));
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    h->busy = 0;
    h->seen = kerf_message_count(h->k);
    return list;
}

PyMethodDef kp_answering[] = {
    { "probabilities", probabilities, METH_VARARGS, NULL },
    { "expectations", expectations, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};
