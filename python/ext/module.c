/* module.c -- kerf._kerf: kerf.h as functions, values and one type. The package kerf is what people
 * use; nothing here is meant for them. */
#include "handle.h"

static PyObject *version(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return kp_text(kerf_version());
}

static PyObject *features(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && kerf_feature(i) != NULL; i++) {
        PyObject *text = kp_text(kerf_feature(i));
        if (text == NULL || PyList_Append(list, text) != 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

/* (name, type, default, choices, help) of every option. */
static PyObject *options(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < kerf_option_count(); i++) {
        const kerf_option *o = kerf_option_get(i);
        PyObject *value = Py_BuildValue("(siNNN)", o->name, (int)o->type, kp_text(o->standard),
                                        kp_text(o->choices), kp_text(o->help));
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    return list;
}

static PyMethodDef own_functions[] = {
    { "version", version, METH_NOARGS, NULL },
    { "features", features, METH_NOARGS, NULL },
    { "options", options, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

/* The type of handles is one for the process, and an interpreter of its own lock would share it. */
static int is_main_interpreter(void)
{
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return 1;
    PyErr_SetString(PyExc_ImportError, "kerf is for the main interpreter only: use threads");
    return 0;
}

static int fill_module(PyObject *module)
{
    PyMethodDef *all[] = { own_functions, kp_reading, kp_tables,    kp_editing,   kp_asking,
                           kp_leaving,    kp_looking, kp_answering, kp_explaining };
    int failed = !is_main_interpreter() || kp_handle_define(module) != 0;
    for (size_t i = 0; !failed && i < sizeof all / sizeof *all; i++) {
        failed = PyModule_AddFunctions(module, all[i]) != 0;
    }
    return failed ? -1 : 0;
}

static PyModuleDef_Slot slots[] = { { Py_mod_exec, KP_SLOT(fill_module) }, { 0, NULL } };

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "kerf._kerf",
    .m_doc = "kerf.h for the package kerf.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kerf(void)
{
    return PyModuleDef_Init(&definition);
}
