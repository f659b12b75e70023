/* arrow_made.h -- Arrow arrays, tables and streams made by hand, for tests. Releases are counted:
 * each struct must be released exactly once, whatever becomes of it. */
#ifndef KF_TEST_ARROW_MADE_H
#define KF_TEST_ARROW_MADE_H

#include "kerf_arrow.h"

extern struct made_counts {
    int schemas, arrays, streams;
} released;

struct ArrowSchema schema(const char *format, const char *name);
struct ArrowArray array(int64_t length, int64_t n_buffers, const void **buffers);

typedef struct table { /* who, p, n: of 3 rows from the second on */
    struct ArrowSchema schemas[3], *inside[3], schema;
    struct ArrowArray arrays[3], *children[3], array;
    const void *buffers[3][3], *own[1];
    int32_t offsets[5];
    double p[4];
    float n[4];
    uint8_t valid[1];
} table;

void make_table(table *);

typedef struct feed {
    table t[3];
    int n, at;
    int fail_at; /* get_next() fails there; -1: get_schema() does */
} feed;

/* The counts begin anew. */
struct ArrowArrayStream make_stream(feed *, int n, int fail_at);

#endif
