/* leaving.c -- calls that were stopped and whose caller did not wait for their end; see work.h.
 *
 * While its thread runs, a left call has a reference to its handle, so that nothing of it goes. At
 * the end the thread has Python drop that, and the handle frees what nobody wanted to see. */
#include <time.h>
#include <unistd.h>

#include "work.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static size_t running;                                   /* threads of left calls */
static long process;                                     /* whose threads these are */
static int exiting;                                      /* Python is to be left alone */

int kp_work_abandon(kp_work *w)
{
    pthread_mutex_lock(&w->lock);
    w->is_left = !w->is_over;
    pthread_mutex_unlock(&w->lock);
    if (!w->is_left) return 0;
    Py_INCREF((PyObject *)w->handle);
    w->handle->left = w;
    pthread_mutex_lock(&lock);
    if (process != (long)getpid()) running = 0; /* a child of fork() has none of them */
    process = (long)getpid();
    running++;
    pthread_mutex_unlock(&lock);
    return 1;
}

/* ---- The end of the thread ---- */

static int drop(void *handle)
{
    Py_DECREF((PyObject *)handle);
    return 0;
}

static void sleep_a_little(void)
{
    const struct timespec some = { 0, 10000000 };
    nanosleep(&some, NULL);
}

/* What waits for Python is in a short list that may be full. The lock keeps Python from going. */
void kp_work_retire(kp_handle *h)
{
    for (int is_told = 0; !is_told;) {
        pthread_mutex_lock(&lock);
        is_told = exiting || Py_AddPendingCall(drop, h) == 0;
        if (is_told) running--;
        pthread_mutex_unlock(&lock);
        if (!is_told) sleep_a_little();
    }
}

/* ---- Waiting for it ---- */

/* (status, value, None) of the call that was left, once it is over; None: there is none. What it
 * has to say is said now, and what it has to raise is raised. */
static PyObject *settle(PyObject *module, PyObject *args)
{
    kp_handle *h;
    kp_news news;
    PyObject *said = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&", kp_is_handle, &h) || kp_own(h) != 0) return NULL;
    kp_work *w = h->left;
    if (w == NULL) Py_RETURN_NONE;
    h->left = NULL; /* another thread is told that the session is at work */
    while (!kp_work_wait(w, &news)) {
        if (PyErr_CheckSignals() == 0) continue;
        h->left = w;
        return NULL;
    }
    if (kp_leave(h, w->status, w->accepted) == 0)
        said = Py_BuildValue("(iNO)", (int)w->status, w->value(w), Py_None);
    kp_work_free(w);
    return said;
}

/* Before Python goes, once: threads of kerf should not outlive it. */
static PyObject *settle_all(PyObject *module, PyObject *none)
{
    size_t n = 1;
    (void)module, (void)none;
    while (n > 0) {
        pthread_mutex_lock(&lock);
        n = process == (long)getpid() ? running : 0;
        pthread_mutex_unlock(&lock);
        if (Py_MakePendingCalls() != 0 || PyErr_CheckSignals() != 0) break;
        Py_BEGIN_ALLOW_THREADS;
        if (n > 0) sleep_a_little();
        Py_END_ALLOW_THREADS;
    }
    pthread_mutex_lock(&lock);
    exiting = 1;
    pthread_mutex_unlock(&lock);
    if (PyErr_Occurred() != NULL) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef kp_leaving[] = {
    { "settle", settle, METH_VARARGS, NULL },
    { "settle_all", settle_all, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};
