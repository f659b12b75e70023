/* catch.h -- calls of C++ libraries that may throw.
 *
 * Such a library reports that memory ran out by an exception. Its C interface lets it pass, and
 * where no C++ function above it catches it, the process ends. Here it is caught: destructors on
 * the way run, and the caller goes on in C. What the library was working on may be in any state: it
 * must not be used any more, not even to release it. */
#ifndef KF_CATCH_H
#define KF_CATCH_H

#include "base/base.h"

typedef enum {
    KF_CAUGHT_NOTHING, /* the call has returned */
    KF_CAUGHT_MEMORY,  /* std::bad_alloc and what derives from it in the standard library */
    KF_CAUGHT_OTHER,
} kf_caught;

/* What `call` has allocated or locked itself is not released if something is thrown. */
kf_caught kf_catch(void (*call)(void *context), void *context);

#endif
