/* stop.h -- when work that takes long has to end before it is done.
 *
 * A kf_stop says so: because the caller asks for it, because a deadline has passed, because as many
 * questions were put as it allows, or because one above it says so. Work is given a pointer to one
 * and puts its question every so often; a kf_patience counts the steps in between.
 *
 * A new limit for a part of the work is a new kf_stop with the given one above it. Nobody writes a
 * function for that:
 *
 *     kf_stop user = kf_stop_when(options->stop, options->context);
 *     kf_stop loop = kf_stop_at(&user, deadline);
 *     kf_stop ties = { .above = &loop, .most = 16 };
 *
 * Any thread may ask; only the thread that made a kf_stop calls its function. What that answered
 * once stays, and so the other threads hear of it. */
#ifndef KF_STOP_H
#define KF_STOP_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct kf_stop kf_stop;
struct kf_stop {
    kf_stop *above;            /* ends this one as well; or NULL */
    int (*ask)(void *context); /* non-zero: stop; or NULL */
    void *context;
    pthread_t thread;    /* that calls it */
    atomic_bool stopped; /* it said so, or kf_stop_set() */
    double deadline;     /* of kf_now(); 0 or INFINITY: none. May be moved between questions */
    uint32_t most;       /* questions; 0: any number */
    atomic_uint asked;   /* of these */
};

/* The root of a chain: this thread calls `ask`, which may be NULL. */
kf_stop kf_stop_when(int (*ask)(void *context), void *context);
kf_stop kf_stop_at(kf_stop *above, double deadline);

/* Puts the question; true: stop. NULL never stops. */
bool kf_stop_ask(kf_stop *);
/* From now on it says so, whoever asks. */
void kf_stop_set(kf_stop *);

/* ---- Steps ---- */

/* A question may take a call and a look at the clock, so that it is put every some ten thousand
 * steps only; a step is about what a row takes in a query, and a statement of a model takes more.
 * Each thread has a kf_patience of its own. */
enum { KF_STEPS_PER_QUESTION = 1 << 15, KF_STEPS_PER_STATEMENT = 128 };

typedef struct kf_patience {
    kf_stop *stop; /* NULL: nobody is asked */
    int64_t left;  /* steps until the next question */
    bool over;     /* the answer was to stop */
} kf_patience;

static inline kf_patience kf_patience_of(kf_stop *stop)
{
    return (kf_patience){ stop, KF_STEPS_PER_QUESTION, false };
}

bool kf_patience_ask(kf_patience *); /* true: go on */

/* So many steps are about to be taken: false if they should not. */
static inline bool kf_patience_spend(kf_patience *p, uint64_t steps)
{
    p->left -= (int64_t)steps;
    return p->left >= 0 || kf_patience_ask(p);
}

#endif
