/* facts.h -- the making of a kf_facts; private to evidence/ and backend/. Readers use evidence.h. */
#ifndef KF_FACTS_H
#define KF_FACTS_H

#include "evidence/evidence.h"

/* Two rows with the same key that do not agree in the rest (a function's result, a probability):
 * `first` is a row of the relation, `second` one that is about to go. Rows after the first of a
 * key are dropped in any case. Returns false to be asked no more. */
typedef bool kf_clash_fn(void *context, const kf_facts *, uint32_t first, uint32_t second,
                         uint32_t second_file);

typedef struct kf_segment { /* rows from `first` on come from this file */
    uint32_t first, file;
} kf_segment;

void kf_facts_init(kf_facts *, uint32_t width, uint32_t key, bool number, bool soft);
void kf_facts_free(kf_facts *, kf_mem *); /* and ready for use again */

/* KERF_LIMIT: it has 2^32 - 2 rows. After KERF_NO_MEMORY the relation is empty. */
kerf_status kf_facts_push(kf_facts *, kf_mem *, const uint32_t *row, double number,
                          double probability, uint32_t file, uint32_t line);
void kf_facts_drop_rows(kf_facts *, kf_mem *); /* but not where they came from */
kerf_status kf_facts_close(kf_facts *, kf_mem *, kf_clash_fn *, void *context);

/* Rows from this one on come from that file. */
kerf_status kf_facts_note_file(kf_facts *, kf_mem *, uint32_t first, uint32_t file);
uint32_t kf_facts_file(const kf_facts *, uint32_t row);

#endif
