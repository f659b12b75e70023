/* work.h -- a long call of kerf on a thread of its own, while the calling thread listens.
 *
 * The calling thread gives the GIL away and wakes up fifty times a second, to hear of signals and
 * to pass progress on. So Ctrl-C is heard whatever kerf does, nothing of kerf ever waits for the
 * GIL, and no thread but Python's own runs Python. An exception (KeyboardInterrupt, or one out of
 * the progress function) asks kerf to stop; what kerf has by then is returned beside it.
 *
 * Some calls take a while to put together what they have. The caller leaves such a one to itself,
 * so that the exception is not late, and its handle is busy until kp_settle(): see leaving.c. */
#ifndef KP_WORK_H
#define KP_WORK_H

#include <pthread.h>
#include <stdatomic.h>

#include "handle.h"

typedef struct kp_work kp_work;

/* What the thread does; a kp_work is the first member of what it needs. */
typedef kerf_status kp_call(kp_work *);
/* What it found, as a value. */
typedef PyObject *kp_value(kp_work *);

typedef struct kp_news { /* the last thing that the call told of itself */
    enum { KP_NO_NEWS, KP_MAP_NEWS, KP_MARGINAL_NEWS, KP_LEARN_NEWS } kind;
    kerf_iteration map;
    kerf_marginal_progress marginal;
    kerf_learn_progress learn;
} kp_news;

struct kp_work {
    kp_call *call;
    kp_value *value;   /* or NULL */
    int may_be_left;   /* when it was stopped; else the caller waits for its end */
    unsigned accepted; /* see kp_leave() */
    PyObject *keeps;   /* what it borrows from, or NULL: not its handle, which has it */
    kp_handle *handle;
    kerf *k;
    PyObject *progress;  /* called with a dict; NULL or None: nobody */
    PyObject *exception; /* afterwards: what stopped it, a new reference; or NULL */
    kerf_status status;  /* afterwards */
    atomic_int stop;
    pthread_mutex_t lock; /* of the rest */
    pthread_cond_t ended;
    int is_over, is_left;
    kp_news news;
};

/* Runs the call to its end, on the session of a handle that was entered. -1: an exception is set;
 * it could not be begun, or something stopped it. */
int kp_work_run(kp_handle *, kp_work *);
/* The same of a call that leaves something behind when it is stopped: work->exception says by
 * what. */
int kp_work_try(kp_handle *, kp_work *);
/* kp_leave() after it. Where the call failed and was stopped, too, what stopped it is the
 * exception. */
int kp_work_leave(kp_handle *, kp_work *, unsigned accepted);

/* A call on the heap, which may be left; `size` is that of the struct that it begins, the rest of
 * which is zeros. NULL: an exception is set. */
void *kp_work_new(size_t size, kp_call *, kp_value *, unsigned accepted);
void kp_work_free(kp_work *);
/* Enters the handle, runs the call and takes it over: (status, value, what stopped it or None). Of
 * one that was left status and value are None, and kp_settle() has them. */
PyObject *kp_work_ask(kp_handle *, kp_work *);
/* Waits until it is over or it is time to listen; takes the news along. 1: it is over. */
int kp_work_wait(kp_work *, kp_news *);

/* ---- Calls that were left ---- */

/* The caller goes, the call stays. 0: too late, it is over. */
int kp_work_abandon(kp_work *);
/* By the thread that works, at its end: the handle need not be kept for it any more. */
void kp_work_retire(kp_handle *);

/* Callbacks for kerf, whose context is the kp_work. */
int kp_work_stop(void *work);
void kp_work_map(void *work, const kerf_iteration *);
void kp_work_marginal(void *work, const kerf_marginal_progress *);
void kp_work_learn(void *work, const kerf_learn_progress *);

#endif
