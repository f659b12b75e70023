/* one_world.h -- a session with a model and one world, for tests of kerf_map(). */
#ifndef KF_TEST_ONE_WORLD_H
#define KF_TEST_ONE_WORLD_H

#include "kerf.h"

#include <stdbool.h>

/* The world is read: kerf_map() can be called. The evidence is in memory, or in a store. */
kerf *with(const char *model, const char *evidence);
kerf *with_store(const char *store, const char *model, const char *evidence);

bool has_feature(const char *name); /* among those of kerf_feature() */

typedef struct buffer {
    char text[65536];
    size_t n;
} buffer;

int collect(void *buffer, const char *text, size_t n); /* a kerf_write_fn */

#endif
