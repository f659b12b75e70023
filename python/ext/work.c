/* work.c -- see work.h. The two threads share what is behind the lock, and one flag. */
#include "work.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

/* Between two looks at signals; and so many more before a call that was stopped is left. */
enum { LISTEN_MS = 20, PATIENCE = 2 };

/* ---- The thread that works ---- */

static void *run_call(void *context)
{
    kp_work *w = context;
    kp_handle *h = w->handle;
    kerf_status status = w->call(w);
    pthread_mutex_lock(&w->lock);
    int is_left = w->is_left;
    w->status = status;
    w->is_over = 1;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock); /* and with that it may be gone */
    if (is_left) kp_work_retire(h);
    return NULL;
}

int kp_work_stop(void *work)
{
    return atomic_load_explicit(&((kp_work *)work)->stop, memory_order_relaxed);
}

void kp_work_map(void *work, const kerf_iteration *news)
{
    kp_work *w = work;
    pthread_mutex_lock(&w->lock);
    w->news.kind = KP_MAP_NEWS;
    w->news.map = *news;
    pthread_mutex_unlock(&w->lock);
}

void kp_work_marginal(void *work, const kerf_marginal_progress *news)
{
    kp_work *w = work;
    pthread_mutex_lock(&w->lock);
    w->news.kind = KP_MARGINAL_NEWS;
    w->news.marginal = *news;
    pthread_mutex_unlock(&w->lock);
}

void kp_work_learn(void *work, const kerf_learn_progress *news)
{
    kp_work *w = work;
    pthread_mutex_lock(&w->lock);
    w->news.kind = KP_LEARN_NEWS;
    w->news.learn = *news;
    pthread_mutex_unlock(&w->lock);
}

/* ---- The thread that listens ---- */

static PyObject *map_news(const kerf_iteration *n)
{
    return Py_BuildValue("{s:s,s:I,s:K,s:K,s:K,s:d,s:d,s:d,s:K,s:d}", "task", "map", "iteration",
                         n->iteration, "atoms", (unsigned long long)n->atoms, "groundings",
                         (unsigned long long)n->groundings, "new_groundings",
                         (unsigned long long)n->new_groundings, "score", n->best_score, "bound",
                         n->bound, "gap", n->gap, "hard_violations",
                         (unsigned long long)n->hard_violations, "seconds", n->seconds);
}

static PyObject *marginal_news(const kerf_marginal_progress *n)
{
    return Py_BuildValue("{s:s,s:K,s:K,s:K,s:s,s:d,s:K,s:K,s:d}", "task", "marginal", "components",
                         (unsigned long long)n->components, "done", (unsigned long long)n->done,
                         "atoms", (unsigned long long)n->atoms, "method", n->method, "seconds",
                         n->seconds, "samples", (unsigned long long)n->samples, "converged",
                         (unsigned long long)n->converged, "max_rhat", n->max_rhat);
}

static PyObject *learn_news(const kerf_learn_progress *n)
{
    return Py_BuildValue("{s:s,s:I,s:I,s:I,s:I,s:d,s:K,s:d,s:d,s:d,s:d,s:d}", "task", "learn",
                         "epoch", n->epoch, "epochs", n->epochs, "world", n->world, "worlds",
                         n->worlds, "loss", n->loss, "updates", (unsigned long long)n->updates,
                         "f1", n->f1, "dev_f1", n->dev_f1, "objective", n->objective, "seconds",
                         n->seconds, "seconds_left", n->seconds_left);
}

static PyObject *news_value(const kp_news *news)
{
    switch (news->kind) {
    case KP_MAP_NEWS: return map_news(&news->map);
    case KP_MARGINAL_NEWS: return marginal_news(&news->marginal);
    case KP_LEARN_NEWS: return learn_news(&news->learn);
    case KP_NO_NEWS: break;
    }
    Py_RETURN_NONE;
}

static struct timespec soon(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += LISTEN_MS * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000L;
    t.tv_nsec %= 1000000000L;
    return t;
}

int kp_work_wait(kp_work *w, kp_news *news)
{
    int is_over;
    Py_BEGIN_ALLOW_THREADS;
    struct timespec until = soon();
    pthread_mutex_lock(&w->lock);
    while (!w->is_over && pthread_cond_timedwait(&w->ended, &w->lock, &until) != ETIMEDOUT) {
    }
    is_over = w->is_over;
    *news = w->news;
    w->news.kind = KP_NO_NEWS;
    pthread_mutex_unlock(&w->lock);
    Py_END_ALLOW_THREADS;
    return is_over;
}

static int tell_news(const kp_work *w, const kp_news *news)
{
    if (news->kind == KP_NO_NEWS || w->progress == NULL || w->progress == Py_None) return 0;
    PyObject *value = news_value(news);
    PyObject *said = value != NULL ? PyObject_CallFunctionObjArgs(w->progress, value, NULL) : NULL;
    Py_XDECREF(value);
    Py_XDECREF(said);
    return said != NULL ? 0 : -1;
}

/* Python's error indicator as an exception with its traceback; it is clear afterwards. */
static PyObject *take_exception(void)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL) PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
}

/* Until the call is over or left. */
static void listen(kp_work *w)
{
    kp_news news;
    int left = PATIENCE;
    while (!kp_work_wait(w, &news)) {
        if (w->exception != NULL) {
            if (w->may_be_left && left-- == 0 && kp_work_abandon(w)) return;
        } else if (PyErr_CheckSignals() != 0 || tell_news(w, &news) != 0) {
            w->exception = take_exception();
            atomic_store(&w->stop, 1);
        }
    }
    if (w->exception == NULL && (PyErr_CheckSignals() != 0 || tell_news(w, &news) != 0))
        w->exception = take_exception();
}

/* No signal is meant for the thread that works: Python's own threads get them all. */
static int start_thread(kp_work *w, pthread_t *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(thread, NULL, run_call, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static void open_work(kp_handle *h, kp_work *w)
{
    pthread_condattr_t attr;
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&w->ended, &attr);
    pthread_condattr_destroy(&attr);
    w->handle = h;
    w->k = h->k;
    h->working = w;
}

static void close_work(kp_work *w)
{
    w->handle->working = NULL;
    pthread_cond_destroy(&w->ended);
    pthread_mutex_destroy(&w->lock);
}

int kp_work_try(kp_handle *h, kp_work *w)
{
    pthread_t thread;
    open_work(h, w);
    int error = start_thread(w, &thread);
    if (error == 0) {
        listen(w);
        if (w->is_left) { /* nobody but this thread changes it */
            pthread_detach(thread);
            return 0;
        }
        pthread_join(thread, NULL);
    }
    close_work(w);
    if (error == 0) return 0;
    errno = error;
    PyErr_SetFromErrno(PyExc_OSError);
    return -1;
}

/* Sets what stopped it as the exception, in the place of any other. */
static void raise_stop(kp_work *w)
{
    PyErr_SetObject((PyObject *)Py_TYPE(w->exception), w->exception);
    Py_CLEAR(w->exception);
}

int kp_work_run(kp_handle *h, kp_work *w)
{
    if (kp_work_try(h, w) != 0) return -1;
    if (w->exception == NULL) return 0;
    raise_stop(w);
    return -1;
}

int kp_work_leave(kp_handle *h, kp_work *w, unsigned accepted)
{
    if (kp_leave(h, w->status, accepted) == 0) return 0;
    if (w->exception != NULL) raise_stop(w);
    return -1;
}

/* ---- Calls that may be left ---- */

void *kp_work_new(size_t size, kp_call *call, kp_value *value, unsigned accepted)
{
    kp_work *w = PyMem_Calloc(1, size);
    if (w == NULL) return PyErr_NoMemory();
    w->call = call;
    w->value = value;
    w->may_be_left = 1;
    w->accepted = accepted;
    return w;
}

void kp_work_free(kp_work *w)
{
    if (w->is_left) close_work(w);
    Py_XDECREF(w->keeps);
    Py_XDECREF(w->exception);
    PyMem_Free(w);
}

PyObject *kp_work_ask(kp_handle *h, kp_work *w)
{
    PyObject *said = NULL;
    if (kp_enter(h) != NULL) {
        kp_work_try(h, w);
        if (w->is_left) {
            PyObject *exception = w->exception;
            w->exception = NULL;
            return Py_BuildValue("(OON)", Py_None, Py_None, exception);
        }
        if (kp_work_leave(h, w, w->accepted) == 0) {
            PyObject *value = w->value(w);
            PyObject *exception = w->exception != NULL ? w->exception : Py_None;
            said = Py_BuildValue("(iNO)", (int)w->status, value, exception);
        }
    }
    kp_work_free(w);
    return said;
}
