/* looking.c -- what a session knows, as values: predicates, formulas, texts, files. */
#include <string.h>

#include "handle.h"

/* ---- Lists by index ---- */

typedef PyObject *value_fn(kerf *, size_t index); /* NULL without an exception: past the end */

static PyObject *predicate_value(kerf *k, size_t i)
{
    kerf_predicate_info p = { .size = sizeof p };
    if (kerf_predicate_get(k, i, &p) != KERF_OK) return NULL;
    return Py_BuildValue("(NIiiNnnnn)", kp_text(p.name), p.arity, p.starred, p.hidden,
                         kp_text(p.why), (Py_ssize_t)p.true_atoms, (Py_ssize_t)p.false_atoms,
                         (Py_ssize_t)p.unknown_atoms, (Py_ssize_t)p.soft_atoms);
}

static PyObject *type_value(kerf *k, size_t i)
{
    kerf_type_info t = { .size = sizeof t };
    if (kerf_type_get(k, i, &t) != KERF_OK) return NULL;
    return Py_BuildValue("(NI)", kp_text(t.name), t.constants);
}

static PyObject *formula_value(kerf *k, size_t i)
{
    kerf_formula_info f = { .size = sizeof f };
    if (kerf_formula_get(k, i, &f) != KERF_OK) return NULL;
    return Py_BuildValue("(NNINiidn)", kp_text(f.label), kp_text(f.file), f.line, kp_text(f.text),
                         f.hard, f.learnable, f.weight, (Py_ssize_t)f.table_rows);
}

static PyObject *verified_examples(kerf *k, size_t i, size_t n)
{
    PyObject *list = PyList_New(0);
    const char *world, *text;
    for (size_t e = 0; list != NULL && e < n; e++) {
        if (kerf_verified_example(k, i, e, &world, &text) != KERF_OK) break;
        PyObject *value = kp_text(text);
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    return list;
}

static PyObject *verified_value(kerf *k, size_t i)
{
    kerf_verified_info v = { .size = sizeof v };
    if (kerf_verified_get(k, i, &v) != KERF_OK) return NULL;
    return Py_BuildValue("(NINdKKKKddN)", kp_text(v.label), v.line, PyBool_FromLong(v.hard),
                         v.weight, (unsigned long long)v.groundings,
                         (unsigned long long)v.satisfied, (unsigned long long)v.unsatisfied,
                         (unsigned long long)v.violations, v.score, v.cost,
                         verified_examples(k, i, v.examples));
}

static PyObject *evaluated_value(kerf *k, size_t i)
{
    kerf_evaluation e = { .size = sizeof e };
    if (kerf_evaluated_get(k, i, &e) != KERF_OK) return NULL;
    return Py_BuildValue("(NKKKddd)", kp_text(e.predicate), (unsigned long long)e.true_positives,
                         (unsigned long long)e.false_positives,
                         (unsigned long long)e.false_negatives, e.precision, e.recall, e.f1);
}

static PyObject *list_of(PyObject *args, size_t (*count)(const kerf *), value_fn *value_of)
{
    kp_handle *h;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h) || kp_look(h) == NULL) return NULL;
    PyObject *list = PyList_New(0);
    size_t n = count(h->k);
    for (size_t i = 0; list != NULL && i < n; i++) {
        PyObject *value = value_of(h->k, i);
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    kp_looked(h);
    return list;
}

static PyObject *predicates(PyObject *module, PyObject *args)
{
    (void)module;
    return list_of(args, kerf_predicate_count, predicate_value);
}

static PyObject *types(PyObject *module, PyObject *args)
{
    (void)module;
    return list_of(args, kerf_type_count, type_value);
}

static PyObject *formulas(PyObject *module, PyObject *args)
{
    (void)module;
    return list_of(args, kerf_formula_count, formula_value);
}

static PyObject *verified(PyObject *module, PyObject *args)
{
    (void)module;
    return list_of(args, kerf_verified_count, verified_value);
}

static PyObject *evaluated(PyObject *module, PyObject *args)
{
    (void)module;
    return list_of(args, kerf_evaluated_count, evaluated_value);
}

/* ---- Texts ---- */

/* A list of bytes that a writer of kerf fills. */
static int append_text(void *list, const char *text, size_t n)
{
    PyObject *part = PyBytes_FromStringAndSize(text, (Py_ssize_t)n);
    int failed = part == NULL || PyList_Append(list, part) != 0;
    Py_XDECREF(part);
    return failed;
}

typedef kerf_status write_fn(kerf *, kerf_write_fn *, void *);

static kerf_status write_dialect(kerf *k, kerf_write_fn *put, void *to)
{
    return kerf_write_model(k, "kerf", 0, put, to);
}

static kerf_status write_answer(kerf *k, kerf_write_fn *put, void *to)
{
    return kerf_write_answer(k, KERF_ANSWER_DB, put, to);
}

static kerf_status write_probabilities(kerf *k, kerf_write_fn *put, void *to)
{
    return kerf_write_probabilities(k, KERF_ANSWER_DB, put, to);
}

static const struct {
    const char *name;
    write_fn *write;
} texts[] = {
    { "model", write_dialect },
    { "summary", kerf_write_summary },
    { "forecast", kerf_write_forecast },
    { "answer", write_answer },
    { "probabilities", write_probabilities },
    { "statistics", kerf_write_statistics },
    { "report", kerf_write_report },
    { "certificate", kerf_write_certificate },
};

static write_fn *find_text(const char *name)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(texts[i].name, name) == 0) return texts[i].write;
    }
    PyErr_Format(PyExc_ValueError, "there is no text %s", name);
    return NULL;
}

/* One of the texts above, as bytes. */
static PyObject *write_text(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *name;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&s", kp_is_handle, &h, &name)) return NULL;
    write_fn *write = find_text(name);
    PyObject *parts = write != NULL ? PyList_New(0) : NULL;
    if (parts == NULL || kp_enter(h) == NULL) {
        Py_XDECREF(parts);
        return NULL;
    }
    PyObject *whole = NULL;
    PyObject *empty = PyBytes_FromStringAndSize("", 0);
    if (kp_leave(h, write(h->k, append_text, parts), 0) == 0 && empty != NULL) {
        whole = PyObject_CallMethod(empty, "join", "O", parts);
    }
    Py_XDECREF(empty);
    Py_DECREF(parts);
    return whole;
}

static PyObject *write_learned(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *path;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&y", kp_is_handle, &h, &path)) return NULL;
    if (kp_enter(h) == NULL) return NULL;
    return kp_none(h, kerf_write_learned(h->k, path));
}

static PyObject *world_name(PyObject *module, PyObject *args)
{
    kp_handle *h;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h) || kp_look(h) == NULL) return NULL;
    PyObject *name = kp_text(kerf_world_name(h->k));
    kp_looked(h);
    return name;
}

static PyObject *memory_used(PyObject *module, PyObject *args)
{
    kp_handle *h;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h) || kp_look(h) == NULL) return NULL;
    size_t now = kerf_memory_used(h->k), peak = kerf_memory_peak(h->k);
    kp_looked(h);
    return Py_BuildValue("(nn)", (Py_ssize_t)now, (Py_ssize_t)peak);
}

PyMethodDef kp_looking[] = {
    { "predicates", predicates, METH_VARARGS, NULL },
    { "types", types, METH_VARARGS, NULL },
    { "formulas", formulas, METH_VARARGS, NULL },
    { "verified", verified, METH_VARARGS, NULL },
    { "evaluated", evaluated, METH_VARARGS, NULL },
    { "write_text", write_text, METH_VARARGS, NULL },
    { "write_learned", write_learned, METH_VARARGS, NULL },
    { "world_name", world_name, METH_VARARGS, NULL },
    { "memory_used", memory_used, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};
