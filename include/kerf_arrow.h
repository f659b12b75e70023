/* kerf_arrow.h -- the structs of the Arrow C data interface, through which kerf_add_arrow() takes
 * tables and kerf_answer_arrow() gives them.
 *
 * They are a binary interface, not a library: any program may declare them. The macros are those
 * of the standard (arrow.apache.org/docs/format/CDataInterface.html), so that this header goes
 * together with others that declare the same. */
#ifndef KERF_ARROW_H
#define KERF_ARROW_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *); /* NULL: it is released */
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count; /* -1: not known */
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *); /* NULL: it is released */
    void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out); /* released: the end */
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *); /* NULL: it is released */
    void *private_data;
};

#endif

#ifdef __cplusplus
}
#endif
#endif
