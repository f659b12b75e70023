/* work.h -- a long call of kerf on a thread of its own, while the calling thread listens.
 *
 * The calling thread gives the GIL away and wakes up fifty times a second, to hear of signals and
 * to pass progress on. So Ctrl-C is heard whatever kerf does, nothing of kerf ever waits for the
 * GIL, and no thread but Python's own runs Python. An exception (KeyboardInterrupt, or one out of
 * the progress function) asks kerf to stop; what kerf has by then is returned beside it. */
#ifndef KP_WORK_H
#define KP_WORK_H

#include <pthread.h>
#include <stdatomic.h>

#include "handle.h"

typedef struct kp_work kp_work;

/* What the thread does; a kp_work is the first member of what it needs. */
typedef kerf_status kp_call(kp_work *);

typedef struct kp_news { /* the last thing that the call told of itself */
    enum { KP_NO_NEWS, KP_MAP_NEWS, KP_MARGINAL_NEWS, KP_LEARN_NEWS } kind;
    kerf_iteration map;
    kerf_marginal_progress marginal;
    kerf_learn_progress learn;
} kp_news;

struct kp_work {
    kp_call *call;
    kerf *k;
    PyObject *progress;  /* called with a dict; NULL or None: nobody */
    PyObject *exception; /* afterwards: what stopped it, a new reference; or NULL */
    kerf_status status;  /* afterwards */
    atomic_int stop;
    pthread_mutex_t lock; /* of the rest */
    pthread_cond_t ended;
    int is_over;
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

/* Callbacks for kerf, whose context is the kp_work. */
int kp_work_stop(void *work);
void kp_work_map(void *work, const kerf_iteration *);
void kp_work_marginal(void *work, const kerf_marginal_progress *);
void kp_work_learn(void *work, const kerf_learn_progress *);

#endif
