/* source.h -- the model's texts: names, contents, and places in them.
 *
 * Positions are 32-bit (source, offset, length), so a syntax tree stays small; lines and columns
 * are computed only when someone asks. */
#ifndef KF_SOURCE_H
#define KF_SOURCE_H

#include "base/diag.h"

typedef struct kf_pos {
    uint32_t source, offset, length;
} kf_pos;

typedef struct kf_sources kf_sources;

kf_sources *kf_sources_new(kf_mem *);
void kf_sources_free(kf_sources *);

/* Takes the text (a block of n + 1 bytes from the same kf_mem, NUL at the end); copies the name. */
kerf_status kf_sources_add(kf_sources *, const char *name, char *text, size_t n, uint32_t *id);
void kf_sources_withhold(kf_sources *, uint32_t id); /* messages do not quote it */
uint32_t kf_sources_count(const kf_sources *);
const char *kf_sources_name(const kf_sources *, uint32_t id);
kf_str kf_sources_text(const kf_sources *, uint32_t id);

uint32_t kf_sources_line(const kf_sources *, kf_pos); /* from 1 */
kf_place kf_sources_place(const kf_sources *, kf_pos);

/* A window of at most about 160 bytes of the line around `at`, for long lines. */
kf_place kf_place_in(const char *file, kf_str text, size_t at, size_t length, uint32_t line,
                     size_t line_start);

#endif
