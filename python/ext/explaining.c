/* explaining.c -- why an atom is as it is, as values. */
#include "work.h"

typedef struct explain_work {
    kp_work work;
    const char *atom; /* NULL: every atom that departs from soft evidence */
    kerf_explain_options options;
    size_t before; /* explanations that were there */
} explain_work;

static kerf_status run_explain(kp_work *w)
{
    explain_work *e = (explain_work *)w;
    return e->atom == NULL ? kerf_explain_departures(w->k, &e->options)
                           : kerf_explain(w->k, e->atom, &e->options, NULL);
}

/* ---- Parts ---- */

typedef PyObject *part_fn(kerf *, size_t explanation, size_t index, int other);

static PyObject *atom_value(const kerf_explained_atom *a)
{
    return Py_BuildValue("(NNNNNId)", kp_text(a->text), PyBool_FromLong(a->value),
                         PyBool_FromLong(a->other_value), PyBool_FromLong(a->open),
                         kp_text(a->file), a->line, a->probability);
}

static PyObject *flip_value(kerf *k, size_t e, size_t i, int other)
{
    kerf_explained_atom a = { .size = sizeof a };
    (void)other;
    return kerf_explained_flip(k, e, i, &a) == KERF_OK ? atom_value(&a) : NULL;
}

static PyObject *paid_atoms(kerf *k, size_t e, size_t i, int other, size_t n)
{
    PyObject *list = PyList_New(0);
    kerf_explained_atom a = { .size = sizeof a };
    for (size_t j = 0; list != NULL && j < n; j++) {
        if (kerf_explained_paid_atom(k, e, other, i, j, &a) != KERF_OK) break;
        PyObject *value = atom_value(&a);
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    return list;
}

static PyObject *paid_value(kerf *k, size_t e, size_t i, int other)
{
    kerf_explained_grounding g = { .size = sizeof g };
    if (kerf_explained_paid(k, e, other, i, &g) != KERF_OK) return NULL;
    return Py_BuildValue("(NNIdNN)", kp_text(g.label), kp_text(g.file), g.line, g.weight,
                         kp_text(g.text), paid_atoms(k, e, i, other, g.atoms));
}

static PyObject *conflict_value(kerf *k, size_t e, size_t i, int other)
{
    kerf_explained_note n = { .size = sizeof n };
    (void)other;
    if (kerf_explained_conflict(k, e, i, &n) != KERF_OK) return NULL;
    return Py_BuildValue("(NIN)", kp_text(n.file), n.line, kp_text(n.text));
}

static PyObject *change_value(kerf *k, size_t e, size_t i, int other)
{
    kerf_changed_fact f = { .size = sizeof f };
    (void)other;
    if (kerf_explained_change(k, e, i, &f) != KERF_OK) return NULL;
    PyObject *arguments = PyTuple_New((Py_ssize_t)f.arity);
    for (uint32_t a = 0; arguments != NULL && a < f.arity; a++) {
        PyObject *value = kp_text(f.arguments[a]);
        if (value == NULL) Py_CLEAR(arguments);
        else if (PyTuple_SetItem(arguments, (Py_ssize_t)a, value) != 0) Py_CLEAR(arguments);
    }
    return Py_BuildValue("(NNNiiddNI)", kp_text(f.text), kp_text(f.predicate), arguments,
                         (int)f.truth, (int)f.other_truth, f.probability, f.other_probability,
                         kp_text(f.file), f.line);
}

static PyObject *parts(kerf *k, size_t e, size_t n, part_fn *part, int other)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < n; i++) {
        PyObject *value = part(k, e, i, other);
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    return list;
}

/* ---- A whole ---- */

static PyObject *explanation_value(kerf *k, size_t i)
{
    kerf_explanation e = { .size = sizeof e };
    if (kerf_explanation_get(k, i, &e) != KERF_OK) return NULL;
    return Py_BuildValue(
        "{s:N,s:N,s:s,s:s,s:d,s:d,s:d,s:d,s:d,s:N,s:N,s:N,s:N,s:N,s:I,s:d,s:s,s:N,s:n,s:n,s:I,s:d}",
        "atom", kp_text(e.atom), "value", PyBool_FromLong(e.value), "kind",
        kerf_explained_text(e.kind), "status", kerf_outcome_text(e.outcome), "cost", e.cost,
        "other_cost", e.other_cost, "other_bound", e.other_bound, "difference", e.difference,
        "least_difference", e.least_difference, "answer_pays",
        parts(k, i, e.answer_pays, paid_value, 0), "other_pays",
        parts(k, i, e.other_pays, paid_value, 1), "flips", parts(k, i, e.flips, flip_value, 0),
        "conflict", parts(k, i, e.conflict, conflict_value, 0), "file", kp_text(e.file), "line",
        e.line, "seconds", e.seconds, "change", kerf_change_text(e.change), "changes",
        parts(k, i, e.changes, change_value, 0), "change_facts", (Py_ssize_t)e.change_facts,
        "change_complete", (Py_ssize_t)e.change_complete, "change_tried", e.change_tried,
        "change_difference", e.change_difference);
}

static PyObject *new_explanations(kp_work *w)
{
    PyObject *list = PyList_New(0);
    size_t n = kerf_explanation_count(w->k);
    for (size_t i = ((explain_work *)w)->before; list != NULL && i < n; i++) {
        PyObject *value = explanation_value(w->k, i);
        if (value == NULL || PyList_Append(list, value) != 0) Py_CLEAR(list);
        Py_XDECREF(value);
    }
    return list;
}

/* (handle, (atom or None, predicates or None), tries, may it be left?): a list of explanations. */
static PyObject *explain(PyObject *module, PyObject *args)
{
    kp_handle *h;
    PyObject *texts;
    Py_ssize_t n, n_names; /* they are bytes, and end with a 0 */
    explain_work *e = kp_work_new(sizeof *e, run_explain, new_explanations, 0);
    (void)module;
    if (e == NULL) return NULL;
    e->options = (kerf_explain_options){ .size = sizeof e->options,
                                         .stop = kp_work_stop,
                                         .context = &e->work };
    if (PyArg_ParseTuple(args, "O&O!Ip", kp_is_handle, &h, &PyTuple_Type, &texts,
                         &e->options.change_tries, &e->work.may_be_left)
        && PyArg_ParseTuple(texts, "z#z#", &e->atom, &n, &e->options.least_change, &n_names)
        && kp_look(h) != NULL) {
        e->before = kerf_explanation_count(h->k);
        kp_looked(h);
        e->work.keeps = Py_NewRef(texts);
        return kp_work_ask(h, &e->work);
    }
    kp_work_free(&e->work);
    return NULL;
}

PyMethodDef kp_explaining[] = {
    { "explain", explain, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};
