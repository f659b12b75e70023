/* temporary.c -- temporary files that do not outlive the process; see temporary.h.
 *
 * Invariant: whoever holds the list has all signals blocked, so that a handler waits for another
 * thread only, never for the code that it has interrupted. */
#include "base/temporary.h"

#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_flag held = ATOMIC_FLAG_INIT;
static kf_temporary *first;
static bool over; /* the process ends */

/* False: another thread kept the list for a second; its file system hangs. */
static bool hold(sigset_t *signals, bool patient)
{
    enum { TRIES = 10000 };
    const struct timespec moment = { .tv_nsec = 100 * 1000 };
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, signals);
    for (int i = 0; atomic_flag_test_and_set(&held); i++) {
        if (!patient && i == TRIES) {
            pthread_sigmask(SIG_SETMASK, signals, NULL);
            return false;
        }
        nanosleep(&moment, NULL);
    }
    return true;
}

static void release(const sigset_t *signals)
{
    int error = errno;
    atomic_flag_clear(&held);
    pthread_sigmask(SIG_SETMASK, signals, NULL);
    errno = error;
}

int kf_temporary_open(kf_temporary *t, mode_t mode)
{
    sigset_t signals;
    int fd = -1;
    hold(&signals, true);
    errno = ECANCELED;
    if (!over) fd = open(t->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
    if (fd >= 0) {
        t->owner = getpid();
        t->before = NULL;
        t->after = first;
        if (first) first->before = t;
        first = t;
    }
    release(&signals);
    return fd;
}

static void unlist(kf_temporary *t)
{
    assert(t->before ? t->before->after == t : first == t);
    assert(!t->after || t->after->before == t);
    if (t->before) t->before->after = t->after;
    else first = t->after;
    if (t->after) t->after->before = t->before;
    t->path[0] = '\0';
}

void kf_temporary_forget(kf_temporary *t)
{
    sigset_t signals;
    if (t->path[0] == '\0') return;
    hold(&signals, true);
    unlist(t);
    release(&signals);
}

void kf_temporary_remove(kf_temporary *t)
{
    sigset_t signals;
    if (t->path[0] == '\0') return;
    hold(&signals, true);
    (void)unlink(t->path);
    unlist(t);
    release(&signals);
}

void kf_temporary_remove_all(void)
{
    sigset_t signals;
    if (!hold(&signals, false)) return;
    over = true;
    for (const kf_temporary *t = first; t; t = t->after)
        if (t->owner == getpid()) (void)unlink(t->path);
    release(&signals);
}
