/* temporary.h -- temporary files that do not outlive the process, even if a signal ends it.
 *
 * A file is created and listed in one step that no signal handler of this thread can interrupt, and
 * that a handler in another thread waits for. */
#ifndef KF_TEMPORARY_H
#define KF_TEMPORARY_H

#include "base/base.h"

#include <limits.h>
#include <sys/types.h>

typedef struct kf_temporary { /* stays in its place while it is open */
    struct kf_temporary *before, *after;
    pid_t owner;         /* a child that was forked leaves the files of its parent alone */
    char path[PATH_MAX]; /* "": none, or gone */
} kf_temporary;

/* A new file at `path`, for writing, and its descriptor; -1 with an errno: ECANCELED after
 * kf_temporary_remove_all(). */
int kf_temporary_open(kf_temporary *, mode_t);
/* It has been renamed. */
void kf_temporary_forget(kf_temporary *);
/* Removes the file; legal if there is none. */
void kf_temporary_remove(kf_temporary *);

/* Removes all that are open, and lets no more be opened. For a handler that ends the process. */
void kf_temporary_remove_all(void);

#endif
