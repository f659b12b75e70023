/* relation.h -- the making of a kf_relation; private to store/. Readers use world.h. */
#ifndef KF_RELATION_H
#define KF_RELATION_H

#include "store/world.h"

/* Two rows with the same key that do not agree in the rest (a function's result, a probability):
 * `first` is a row of the relation, `second` one that is about to go. Rows after the first of a
 * key are dropped in any case. Returns false to be asked no more. */
typedef bool kf_clash_fn(void *context, const kf_relation *, uint32_t first, uint32_t second,
                         uint32_t second_file);

typedef struct kf_segment { /* rows from `first` on come from this file */
    uint32_t first, file;
} kf_segment;

void kf_relation_init(kf_relation *, uint32_t width, uint32_t key, bool number, bool soft);
void kf_relation_free(kf_relation *, kf_mem *); /* and ready for use again */

/* KERF_LIMIT: it has 2^32 - 2 rows. After KERF_NO_MEMORY the relation is empty. */
kerf_status kf_relation_push(kf_relation *, kf_mem *, const uint32_t *row, double number,
                             double probability, uint32_t file, uint32_t line);
void kf_relation_drop_rows(kf_relation *, kf_mem *); /* but not where they came from */
kerf_status kf_relation_close(kf_relation *, kf_mem *, kf_clash_fn *, void *context);

/* Rows from this one on come from that file. */
kerf_status kf_relation_note_file(kf_relation *, kf_mem *, uint32_t first, uint32_t file);
uint32_t kf_relation_file(const kf_relation *, uint32_t row);

#endif
