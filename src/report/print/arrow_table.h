/* arrow_table.h -- a table for others by the Arrow C data interface.
 *
 * Its memory is its own: it is counted against a limit while the table is made, and lives until the
 * last array that came out of the stream is released, in whatever thread that is. */
#ifndef KF_ARROW_TABLE_H
#define KF_ARROW_TABLE_H

#include "base/mem.h"
#include "base/stop.h"

struct ArrowArrayStream;
typedef struct kf_arrow_table kf_arrow_table;

/* NULL: no memory. `like`: the limit and what it has left, and the faults of tests. The patience is
 * asked while columns are added, which fails if it is over. */
kf_arrow_table *kf_arrow_table_new(const kf_mem *like, uint64_t n_rows, uint32_t most_columns,
                                   kf_patience *);
void kf_arrow_table_free(kf_arrow_table *); /* of one that did not become a stream */

/* A column of text: row i has texts[codes[i]]. Encoded by a dictionary, or plain. What is given is
 * copied. False: no memory, or no patience. */
bool kf_arrow_table_add_texts(kf_arrow_table *, const char *name, const kf_str *texts,
                              uint32_t n_texts, const uint32_t *codes, bool plain);
/* A column of numbers; NAN is null. */
bool kf_arrow_table_add_numbers(kf_arrow_table *, const char *name, const double *);

/* The table becomes the stream, or is freed if there is no memory, which is false. */
bool kf_arrow_table_give(kf_arrow_table *, struct ArrowArrayStream *);

#endif
