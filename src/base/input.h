/* input.h -- bytes from a file, standard input, memory or a callback; gzip is undone on the way.
 *
 * gzip is recognised by its first two bytes, whatever the name; concatenated members are read as
 * one. A truncated or corrupt member is an error, never a short read. */
#ifndef KF_INPUT_H
#define KF_INPUT_H

#include "base/mem.h"

typedef struct kf_input kf_input;

/* Each returns KERF_OK, KERF_NO_MEMORY or KERF_IO; on KERF_IO *why says in words what went wrong
 * ("no such file or directory", "is a directory", ...); it is static or from strerror. */
kerf_status kf_input_open_file(kf_input **, kf_mem *, const char *path, /* "-": stdin */
                               const char **why);
kerf_status kf_input_open_memory(kf_input **, kf_mem *, const void *, size_t); /* borrowed */
kerf_status kf_input_open_stream(kf_input **, kf_mem *, kerf_read_fn *, void *context);
void kf_input_close(kf_input *); /* NULL is legal; never closes stdin */

/* Up to n bytes; *got == 0 only at the end (or for n == 0). KERF_IO with *why as above, e.g.
 * "gzip data is cut off". */
kerf_status kf_input_read(kf_input *, void *to, size_t n, size_t *got, const char **why);
/* Everything, as one block with a NUL after it (not counted in *n; the block holds *n + 1).
 * KERF_LIMIT when there is more than `most`. */
kerf_status kf_input_read_all(kf_input *, size_t most, char **to, size_t *n, const char **why);

/* From now on every read hands its bytes to `watch` as well. Once per input. */
typedef void kf_input_watch_fn(void *context, const void *bytes, size_t n);
void kf_input_watch(kf_input *, kf_input_watch_fn *, void *context);

#endif
