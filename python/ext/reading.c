/* reading.c -- models, evidence and options into a session. */
#include "handle.h"
#include "work.h"

/* ---- Options ---- */

static PyObject *set_option(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *name, *value;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&sz", kp_is_handle, &h, &name, &value)) return NULL;
    if (kp_enter(h) == NULL) return NULL;
    return kp_none(h, kerf_set(h->k, name, value));
}

static PyObject *get_option(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *name;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&s", kp_is_handle, &h, &name)) return NULL;
    if (kp_look(h) == NULL) return NULL;
    PyObject *value = kp_text(kerf_get(h->k, name));
    kp_looked(h);
    return value;
}

/* ---- What takes a path or bytes, and may take long ---- */

typedef struct input {
    kp_work work;
    const char *predicate, *name;
    const void *bytes;
    size_t n;
    int more;
} input;

static kerf_status read_model(kp_work *w)
{
    input *i = (input *)w;
    return i->bytes == NULL ? kerf_read_model(w->k, i->name)
                            : kerf_read_model_memory(w->k, i->name, i->bytes, i->n);
}

static kerf_status read_weights(kp_work *w)
{
    input *i = (input *)w;
    return i->bytes == NULL ? kerf_read_weights(w->k, i->name)
                            : kerf_read_weights_memory(w->k, i->name, i->bytes, i->n);
}

static kerf_status next_world(kp_work *w)
{
    return kerf_next_world(w->k, &((input *)w)->more);
}

static PyObject *run_input(kp_handle *h, input *in)
{
    kp_work_run(h, &in->work);
    return kp_none(h, in->work.status);
}

static PyObject *read_by(PyObject *args, kp_call *call)
{
    kp_handle *h;
    input in = { .work.call = call };
    PyObject *bytes;
    Py_ssize_t n = 0;
    char *data = NULL;
    if (!PyArg_ParseTuple(args, "O&yO", kp_is_handle, &h, &in.name, &bytes)) return NULL;
    if (bytes != Py_None && PyBytes_AsStringAndSize(bytes, &data, &n) != 0) return NULL;
    in.bytes = data;
    in.n = (size_t)n;
    return kp_enter(h) == NULL ? NULL : run_input(h, &in);
}

static PyObject *read_model_from(PyObject *module, PyObject *args)
{
    (void)module;
    return read_by(args, read_model);
}

static PyObject *read_weights_from(PyObject *module, PyObject *args)
{
    (void)module;
    return read_by(args, read_weights);
}

static PyObject *read_next_world(PyObject *module, PyObject *args)
{
    kp_handle *h;
    input in = { .work.call = next_world };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h) || kp_enter(h) == NULL) return NULL;
    PyObject *done = run_input(h, &in);
    if (done == NULL) return NULL;
    Py_DECREF(done);
    return PyBool_FromLong(in.more);
}

/* ---- What is only queued ---- */

static PyObject *add_path(PyObject *args, kerf_status (*add)(kerf *, const char *))
{
    kp_handle *h;
    const char *path;
    if (!PyArg_ParseTuple(args, "O&y", kp_is_handle, &h, &path)) return NULL;
    if (kp_enter(h) == NULL) return NULL;
    return kp_none(h, add(h->k, path));
}

static PyObject *add_evidence(PyObject *module, PyObject *args)
{
    (void)module;
    return add_path(args, kerf_add_evidence);
}

static PyObject *add_world(PyObject *module, PyObject *args)
{
    (void)module;
    return add_path(args, kerf_add_world);
}

static PyObject *add_table(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *predicate, *path;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&sy", kp_is_handle, &h, &predicate, &path)) return NULL;
    if (kp_enter(h) == NULL) return NULL;
    return kp_none(h, kerf_add_table(h->k, predicate, path));
}

static PyObject *add_text(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *name;
    PyObject *bytes;
    char *data;
    Py_ssize_t n;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&yS", kp_is_handle, &h, &name, &bytes)) return NULL;
    if (PyBytes_AsStringAndSize(bytes, &data, &n) != 0 || kp_enter(h) == NULL) return NULL;
    if (kp_keep(h, bytes) != 0) {
        h->busy = 0;
        return NULL;
    }
    return kp_none(h, kerf_add_evidence_memory(h->k, name, data, (size_t)n));
}

PyMethodDef kp_reading[] = {
    { "set_option", set_option, METH_VARARGS, NULL },
    { "get_option", get_option, METH_VARARGS, NULL },
    { "read_model", read_model_from, METH_VARARGS, NULL },
    { "read_weights", read_weights_from, METH_VARARGS, NULL },
    { "next_world", read_next_world, METH_VARARGS, NULL },
    { "add_evidence", add_evidence, METH_VARARGS, NULL },
    { "add_world", add_world, METH_VARARGS, NULL },
    { "add_table", add_table, METH_VARARGS, NULL },
    { "add_text", add_text, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};
