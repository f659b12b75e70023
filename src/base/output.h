/* output.h -- a file that appears whole or not at all.
 *
 * Text goes to a temporary file beside the target, is flushed to disk and renamed over it. */
#ifndef KF_OUTPUT_H
#define KF_OUTPUT_H

#include "base/mem.h"

typedef struct kf_output kf_output;

/* path NULL, "-" or "/dev/stdout": standard output; likewise other descriptors that a path names. A
 * target that is not a regular file (a pipe, /dev/null) is written in place. Existing permissions
 * are kept. */
kerf_status kf_output_open(kf_output **, kf_mem *, const char *path, const char **why);
kerf_status kf_output_write(kf_output *, const void *, size_t, const char **why);
kerf_status kf_output_commit(kf_output *, const char **why); /* flush and rename */
/* Always the last call. Without a successful commit the temporary is removed. NULL is legal. */
void kf_output_close(kf_output *);

#endif
