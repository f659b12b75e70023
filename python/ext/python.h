/* python.h -- Python's stable interface and kerf.h, in the order that Python wants. */
#ifndef KP_PYTHON_H
#define KP_PYTHON_H

/* One module serves every Python from 3.11 on. */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <kerf.h>

/* A method as METH_VARARGS | METH_KEYWORDS has it, in the place of one without keywords. */
static inline PyCFunction kp_with_keywords(PyCFunctionWithKeywords f)
{
    return (PyCFunction)(void (*)(void))f;
}

/* Python keeps functions as objects in slots, which C has no word for. */
#define KP_SLOT(function) (__extension__(void *)(function))

#endif
