/* asking.c -- the long calls: map, marginal, learn, verify, evaluate.
 *
 * Each returns what there is, status included, and beside it the exception that stopped it or None:
 * the Python layer puts the one on the other. */
#include <string.h>

#include "work.h"

/* Of a call that was stopped or found nothing, the Python layer makes its own exception. */
enum { RESULT_STATUSES = 1U << KERF_INFEASIBLE | 1U << KERF_LIMIT | 1U << KERF_INTERRUPTED };

/* Runs it. -1: an exception is set and there is no result. */
static int ask(kp_handle *h, kp_work *w)
{
    if (kp_enter(h) == NULL) return -1;
    kp_work_try(h, w);
    return kp_work_leave(h, w, RESULT_STATUSES);
}

/* (status, result, exception or None); takes over both. */
static PyObject *answer_of(kp_work *w, PyObject *result)
{
    PyObject *exception = w->exception != NULL ? w->exception : Py_NewRef(Py_None);
    return Py_BuildValue("(iNN)", (int)w->status, result, exception);
}

/* ---- The most probable world ---- */

typedef struct map_work {
    kp_work work;
    kerf_map_options options;
    kerf_result result;
} map_work;

static kerf_status run_map(kp_work *w)
{
    map_work *m = (map_work *)w;
    return kerf_map(w->k, &m->options, &m->result);
}

static const char *ending_text(kerf_ending ending)
{
    switch (ending) {
    case KERF_CONVERGED: return "converged";
    case KERF_GAP_REACHED: return "gap";
    case KERF_MOST_ITERATIONS: return "max-iterations";
    case KERF_OUT_OF_TIME: return "time-limit";
    case KERF_STOPPED: return "stopped";
    }
    return "";
}

static PyObject *map_value(kp_work *w)
{
    const kerf_result *r = &((map_work *)w)->result;
    return Py_BuildValue(
        "{s:s,s:s,s:d,s:d,s:d,s:d,s:d,s:N,s:K,s:i,s:I,s:K,s:K,s:K,s:K,s:n,s:d,s:K,s:O}", "status",
        kerf_outcome_text(r->outcome), "ending", ending_text(r->ending), "score", r->score, "cost",
        r->cost, "cost_bound", r->cost_bound, "bound", r->bound, "gap", r->gap, "trusted",
        kp_text(r->trusted), "hard_violations", (unsigned long long)r->hard_violations, "unique",
        r->unique, "iterations", r->iterations, "atoms", (unsigned long long)r->atoms, "groundings",
        (unsigned long long)r->groundings, "components", (unsigned long long)r->components,
        "largest_component", (unsigned long long)r->largest_component, "true_atoms",
        (Py_ssize_t)r->true_atoms, "seconds", r->seconds, "left_components",
        (unsigned long long)r->left_components, "asked_optimal",
        r->asked_optimal ? Py_True : Py_False);
}

static PyObject *map_world(PyObject *module, PyObject *args)
{
    kp_handle *h;
    map_work *m = kp_work_new(sizeof *m, run_map, map_value, RESULT_STATUSES);
    (void)module;
    if (m == NULL) return NULL;
    m->options = (kerf_map_options){ .size = sizeof m->options,
                                     .stop = kp_work_stop,
                                     .progress = kp_work_map,
                                     .context = &m->work };
    m->result = (kerf_result){ .size = sizeof m->result };
    if (PyArg_ParseTuple(args, "O&Oppp", kp_is_handle, &h, &m->work.progress,
                         &m->options.statistics, &m->options.certificate, &m->options.report))
        return kp_work_ask(h, &m->work);
    kp_work_free(&m->work);
    return NULL;
}

/* ---- Probabilities ---- */

typedef struct marginal_work {
    kp_work work;
    kerf_marginal_options options;
    kerf_marginal_result result;
} marginal_work;

static kerf_status run_marginal(kp_work *w)
{
    marginal_work *m = (marginal_work *)w;
    return kerf_marginal(w->k, &m->options, &m->result);
}

static PyObject *marginal_value(kp_work *w)
{
    const kerf_marginal_result *r = &((marginal_work *)w)->result;
    return Py_BuildValue("{s:s,s:s,s:d,s:d,s:d,s:K,s:K,s:K,s:K,s:K,s:I,s:I,s:K,s:d,s:d,s:d}",
                         "certainty", kerf_certainty_text(r->certainty), "ending",
                         ending_text(r->ending), "log_z", r->log_z, "log_z_lo", r->log_z_lo,
                         "log_z_hi", r->log_z_hi, "atoms", (unsigned long long)r->atoms,
                         "free_atoms", (unsigned long long)r->free_atoms, "components",
                         (unsigned long long)r->components, "exact_components",
                         (unsigned long long)r->exact_components, "sampled_components",
                         (unsigned long long)r->sampled_components, "width", r->width, "chains",
                         r->chains, "samples", (unsigned long long)r->samples, "max_rhat",
                         r->max_rhat, "min_ess", r->min_ess, "seconds", r->seconds);
}

static const char *const methods[] = { [KERF_MARGINAL_AUTO] = "auto",
                                       [KERF_MARGINAL_EXACT] = "exact",
                                       [KERF_MARGINAL_MCSAT] = "mcsat",
                                       [KERF_MARGINAL_GIBBS] = "gibbs" };

static int find_method(const char *name, kerf_marginal_method *method)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(methods[i], name) == 0) {
            *method = (kerf_marginal_method)i;
            return 0;
        }
    }
    PyErr_Format(PyExc_ValueError, "method '%s': there are auto, exact, mcsat and gibbs", name);
    return -1;
}

static PyObject *marginals(PyObject *module, PyObject *args)
{
    kp_handle *h;
    const char *method;
    marginal_work *m = kp_work_new(sizeof *m, run_marginal, marginal_value, RESULT_STATUSES);
    (void)module;
    if (m == NULL) return NULL;
    m->options = (kerf_marginal_options){ .size = sizeof m->options,
                                          .stop = kp_work_stop,
                                          .progress = kp_work_marginal,
                                          .context = &m->work };
    m->result = (kerf_marginal_result){ .size = sizeof m->result };
    if (PyArg_ParseTuple(args, "O&Ospp", kp_is_handle, &h, &m->work.progress, &method,
                         &m->options.all, &m->options.expectations)
        && find_method(method, &m->options.method) == 0)
        return kp_work_ask(h, &m->work);
    kp_work_free(&m->work);
    return NULL;
}

/* ---- Learning ---- */

enum { MOST_DEV = 64 };

typedef struct learn_work {
    kp_work work;
    kerf_learn_options options;
    kerf_learned result;
    const char *dev[MOST_DEV + 1]; /* files of development data; then NULL */
} learn_work;

static kerf_status run_learn(kp_work *w)
{
    learn_work *l = (learn_work *)w;
    return kerf_learn(w->k, &l->options, &l->result);
}

static PyObject *learn_value(kp_work *w)
{
    const kerf_learned *r = &((learn_work *)w)->result;
    static const char *const stops[] = { "converged", "stopped", "time-limit" };
    return Py_BuildValue("{s:I,s:I,s:I,s:I,s:K,s:d,s:d,s:s,s:d,s:d,s:d}", "worlds", r->worlds,
                         "dev_worlds", r->dev_worlds, "epochs", r->epochs, "best_epoch",
                         r->best_epoch, "parameters", (unsigned long long)r->parameters, "f1",
                         r->f1, "dev_f1", r->dev_f1, "ending", stops[r->stopped], "seconds",
                         r->seconds, "likelihood", r->likelihood, "objective", r->objective);
}

/* The tuple keeps the texts. */
static int dev_paths(PyObject *tuple, const char **paths)
{
    Py_ssize_t n = PyTuple_Size(tuple);
    if (n < 0 || n > MOST_DEV) {
        if (n > MOST_DEV) PyErr_SetString(PyExc_ValueError, "too many files of development data");
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        paths[i] = PyBytes_AsString(PyTuple_GetItem(tuple, i));
        if (paths[i] == NULL) return -1;
    }
    return 0;
}

static PyObject *learn(PyObject *module, PyObject *args)
{
    kp_handle *h;
    PyObject *dev;
    learn_work *l = kp_work_new(sizeof *l, run_learn, learn_value, RESULT_STATUSES);
    (void)module;
    if (l == NULL) return NULL;
    l->options = (kerf_learn_options){ .size = sizeof l->options,
                                       .stop = kp_work_stop,
                                       .progress = kp_work_learn,
                                       .context = &l->work };
    l->result = (kerf_learned){ .size = sizeof l->result };
    if (PyArg_ParseTuple(args, "O&OO!", kp_is_handle, &h, &l->work.progress, &PyTuple_Type, &dev)
        && dev_paths(dev, l->dev) == 0) {
        l->work.keeps = Py_NewRef(dev);
        l->options.dev = l->dev[0] != NULL ? l->dev : NULL;
        return kp_work_ask(h, &l->work);
    }
    kp_work_free(&l->work);
    return NULL;
}

/* ---- Verifying and comparing ---- */

typedef struct verify_work {
    kp_work work;
    const char *name;
    const char *text;
    size_t n;
    kerf_verify_options options;
    kerf_verification result;
} verify_work;

static kerf_status run_verify(kp_work *w)
{
    verify_work *v = (verify_work *)w;
    return kerf_verify_memory(w->k, v->name, v->text, v->n, &v->options, &v->result);
}

static PyObject *verify_value(const kerf_verification *r)
{
    return Py_BuildValue(
        "{s:d,s:d,s:K,s:K,s:K,s:N,s:d,s:d,s:N}", "score", r->score, "cost", r->cost,
        "hard_violations", (unsigned long long)r->hard_violations, "worlds",
        (unsigned long long)r->worlds, "contradictions", (unsigned long long)r->contradictions,
        "certified", PyBool_FromLong(r->certified), "proven_bound", r->proven_bound, "proven_gap",
        r->proven_gap, "proven_optimal", PyBool_FromLong(r->proven_optimal));
}

static PyObject *verify(PyObject *module, PyObject *args)
{
    kp_handle *h;
    Py_ssize_t n;
    verify_work v = { .work = { .call = run_verify } };
    v.options =
        (kerf_verify_options){ .size = sizeof v.options, .stop = kp_work_stop, .context = &v.work };
    v.result = (kerf_verification){ .size = sizeof v.result };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&sy#Iz", kp_is_handle, &h, &v.name, &v.text, &n,
                          &v.options.examples, &v.options.certificate)) {
        return NULL;
    }
    v.n = (size_t)n;
    if (ask(h, &v.work) != 0) return NULL;
    return answer_of(&v.work, verify_value(&v.result));
}

typedef struct evaluate_work {
    kp_work work;
    const char *truth, *answer;
    kerf_evaluate_options options;
    kerf_evaluation result;
} evaluate_work;

static kerf_status run_evaluate(kp_work *w)
{
    evaluate_work *e = (evaluate_work *)w;
    return kerf_evaluate(w->k, e->truth, e->answer, &e->options, &e->result);
}

static PyObject *evaluate(PyObject *module, PyObject *args)
{
    kp_handle *h;
    evaluate_work e = { .work = { .call = run_evaluate } };
    e.options = (kerf_evaluate_options){ .size = sizeof e.options };
    e.result = (kerf_evaluation){ .size = sizeof e.result };
    (void)module;
    if (!PyArg_ParseTuple(args, "O&yyzz", kp_is_handle, &h, &e.truth, &e.answer,
                          &e.options.predicates, &e.options.symmetric)
        || kp_enter(h) == NULL) {
        return NULL;
    }
    kp_work_run(h, &e.work);
    if (kp_leave(h, e.work.status, 0) != 0) return NULL;
    const kerf_evaluation *r = &e.result;
    return Py_BuildValue("(OKKKddd)", Py_None, (unsigned long long)r->true_positives,
                         (unsigned long long)r->false_positives,
                         (unsigned long long)r->false_negatives, r->precision, r->recall, r->f1);
}

PyMethodDef kp_asking[] = {
    { "map", map_world, METH_VARARGS, NULL },     { "marginal", marginals, METH_VARARGS, NULL },
    { "learn", learn, METH_VARARGS, NULL },       { "verify", verify, METH_VARARGS, NULL },
    { "evaluate", evaluate, METH_VARARGS, NULL }, { NULL, NULL, 0, NULL },
};
