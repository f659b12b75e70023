/* handle.c -- the life of a handle, and its messages on their way to Python. */
#include "work.h"

#include <string.h>
#include <unistd.h>

/* ---- Text ---- */

PyObject *kp_text_of(const char *text, size_t n)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)n, "surrogateescape");
}

PyObject *kp_text(const char *text)
{
    if (text == NULL) Py_RETURN_NONE;
    return kp_text_of(text, strlen(text));
}

/* ---- Before and after a call ---- */

void kp_note_row(const char *format, size_t row)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    PyObject *note = PyUnicode_FromFormat(format, row);
    PyObject *done = note != NULL ? PyObject_CallMethod(value, "add_note", "O", note) : NULL;
    if (done == NULL) PyErr_Clear();
    Py_XDECREF(note);
    Py_XDECREF(done);
    PyErr_Restore(type, value, traceback);
}

int kp_own(const kp_handle *h)
{
    if (h->process == (long)getpid()) return 0;
    PyErr_SetString(PyExc_RuntimeError,
                    "the session belongs to another process: make one in this process");
    return -1;
}

static kerf *open_handle(const kp_handle *h, int busy)
{
    const char *why = NULL;
    if (kp_own(h) != 0) return NULL;
    if (h->k == NULL) {
        why = "the session is closed";
    } else if (busy) {
        why = "the session is at work in another thread: a session is for one thread at a time";
    }
    if (why != NULL) PyErr_SetString(PyExc_RuntimeError, why);
    return why == NULL ? h->k : NULL;
}

kerf *kp_enter(kp_handle *h)
{
    if (open_handle(h, h->busy || h->looking > 0) == NULL) return NULL;
    h->busy = 1;
    return h->k;
}

kerf *kp_look(kp_handle *h)
{
    if (open_handle(h, h->busy) == NULL) return NULL;
    h->looking++;
    return h->k;
}

void kp_looked(kp_handle *h)
{
    h->looking--;
}

static PyObject *message_value(const kerf_message *m)
{
    return Py_BuildValue("(iNIIINNIN)", (int)m->severity, kp_text(m->file), m->line, m->column,
                         m->length, kp_text(m->text), kp_text(m->source), m->skipped,
                         kp_text(m->hint));
}

/* Messages from `first` on, as a list. */
static PyObject *message_list(const kerf *k, size_t first)
{
    PyObject *list = PyList_New(0);
    for (size_t i = first; list != NULL && i < kerf_message_count(k); i++) {
        PyObject *value = message_value(kerf_message_get(k, i));
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    return list;
}

/* kerf._errors.say(status, what kind it is, why, messages): warns, and raises if told to. Takes
 * over `why` and the messages, of which one may be NULL with an exception set. */
static int say(kerf_status status, PyObject *why, PyObject *messages, int raises)
{
    PyObject *module =
        why != NULL && messages != NULL ? PyImport_ImportModule("kerf._errors") : NULL;
    PyObject *said = NULL;
    if (module != NULL) {
        said = PyObject_CallMethod(module, "say", "isOOi", (int)status, kerf_status_text(status),
                                   why, messages, raises);
    }
    Py_XDECREF(why);
    Py_XDECREF(messages);
    Py_XDECREF(module);
    Py_XDECREF(said);
    return said != NULL ? 0 : -1;
}

/* Whoever hears a message may close the session: what is said is taken from it before. */
int kp_leave(kp_handle *h, kerf_status status, unsigned accepted)
{
    int raises = status != KERF_OK && (accepted >> status & 1) == 0;
    PyObject *why, *messages;
    h->last = h->seen;
    if (PyErr_Occurred() != NULL || (!raises && kerf_message_count(h->k) == h->seen)) {
        h->busy = 0;
        return PyErr_Occurred() != NULL ? -1 : 0;
    }
    why = kp_text(kerf_error(h->k));
    messages = why != NULL ? message_list(h->k, h->seen) : NULL;
    h->seen = kerf_message_count(h->k);
    h->busy = 0;
    return say(status, why, messages, raises);
}

PyObject *kp_none(kp_handle *h, kerf_status status)
{
    if (kp_leave(h, status, 0) != 0) return NULL;
    Py_RETURN_NONE;
}

int kp_keep(kp_handle *h, PyObject *value)
{
    return PyList_Append(h->kept, value);
}

/* ---- Life ---- */

static PyObject *handle_type; /* for the life of the process */

/* Asked by the thread that works, which begins after `working` is set and ends before it is not. */
static int should_stop(void *handle)
{
    const kp_handle *h = handle;
    return h->working != NULL && kp_work_stop(h->working);
}

kp_handle *kp_handle_empty(void)
{
    kp_handle *h = (kp_handle *)PyType_GenericAlloc((PyTypeObject *)handle_type, 0);
    if (h == NULL) return NULL;
    h->process = (long)getpid();
    h->kept = PyList_New(0);
    if (h->kept == NULL) Py_CLEAR(h);
    return h;
}

int kp_handle_fill(kp_handle *h, kp_make *make, const kerf *from, size_t memory_limit)
{
    kerf_config config = { .size = sizeof config, .memory_limit = memory_limit };
    config.stop = should_stop;
    config.stop_context = h;
    h->k = make(from, &config);
    if (h->k == NULL) return -1;
    h->seen = kerf_message_count(h->k);
    return 0;
}

PyObject *kp_handle_new(kp_make *make, const kerf *from, size_t memory_limit)
{
    kp_handle *h = kp_handle_empty();
    if (h == NULL || kp_handle_fill(h, make, from, memory_limit) == 0) return (PyObject *)h;
    Py_DECREF((PyObject *)h);
    return PyErr_NoMemory();
}

static kerf *make_first(const kerf *from, const kerf_config *config)
{
    (void)from;
    return kerf_new(config);
}

static PyObject *new_handle(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = { "memory_limit", NULL };
    Py_ssize_t limit = 0;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|n", names, &limit)) return NULL;
    return kp_handle_new(make_first, NULL, (size_t)limit);
}

/* In a child of fork() the threads and files of a session are its parent's: it is left as it is. */
static void release(kp_handle *h)
{
    if (h->process == (long)getpid()) {
        if (h->left != NULL) kp_work_free(h->left); /* it is over, and nobody has asked for it */
        kerf_free(h->k);
    }
    h->left = NULL;
    h->k = NULL;
    Py_CLEAR(h->kept);
}

static void delete_handle(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    release((kp_handle *)self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *close_handle(PyObject *self, PyObject *none)
{
    kp_handle *h = (kp_handle *)self;
    (void)none;
    if (h->busy || h->looking > 0) {
        PyErr_SetString(PyExc_RuntimeError, "the session is at work in another thread");
        return NULL;
    }
    release(h);
    Py_RETURN_NONE;
}

/* All of them, or those of the last call. */
static PyObject *messages(PyObject *self, PyObject *args)
{
    kp_handle *h = (kp_handle *)self;
    int only_last = 0;
    if (!PyArg_ParseTuple(args, "|p", &only_last) || kp_look(h) == NULL) return NULL;
    PyObject *list = message_list(h->k, only_last ? h->last : 0);
    kp_looked(h);
    return list;
}

static PyObject *is_closed(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(((kp_handle *)self)->k == NULL);
}

static PyMethodDef own_methods[] = {
    { "close", close_handle, METH_NOARGS, NULL },
    { "closed", is_closed, METH_NOARGS, NULL },
    { "messages", messages, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_new, KP_SLOT(new_handle) },
    { Py_tp_dealloc, KP_SLOT(delete_handle) },
    { Py_tp_methods, own_methods },
    { 0, NULL },
};

static PyType_Spec spec = { "kerf._kerf.Handle", sizeof(kp_handle), 0, Py_TPFLAGS_DEFAULT, slots };
int kp_handle_define(PyObject *module)
{
    if (handle_type == NULL) handle_type = PyType_FromSpec(&spec);
    return handle_type == NULL ? -1 : PyModule_AddObjectRef(module, "Handle", handle_type);
}

int kp_is_handle(PyObject *value, void *handle)
{
    if (!PyObject_TypeCheck(value, (PyTypeObject *)handle_type)) {
        PyErr_SetString(PyExc_TypeError, "a handle is wanted");
        return 0;
    }
    *(kp_handle **)handle = (kp_handle *)value;
    return 1;
}
