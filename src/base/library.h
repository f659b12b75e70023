/* library.h -- shared libraries that few runs need, loaded when the first of these comes.
 *
 * Loading libpq or CBC, with all that these bring along, takes longer than a small inference. */
#ifndef KF_LIBRARY_H
#define KF_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* Fills `to`, an array of n pointers to functions, with those of these names. The library stays
 * loaded. False: it is not there, or one of them is not in it. */
bool kf_library_load(const char *library, const char *const *names, size_t n, void *to);

#endif
