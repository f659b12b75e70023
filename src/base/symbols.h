/* symbols.h -- strings to dense 32-bit ids and back.
 *
 * Ids are given in order of first sight, from 0. The most recent ones can be forgotten again,
 * which is how a world's constants make way for the next world's. Strings may hold any byte. */
#ifndef KF_SYMBOLS_H
#define KF_SYMBOLS_H

#include "base/mem.h"

#define KF_NO_SYMBOL UINT32_MAX

typedef struct kf_symbols kf_symbols;

kf_symbols *kf_symbols_new(kf_mem *); /* NULL when memory is refused */
void kf_symbols_free(kf_symbols *);

/* The id of a string, added if new. KF_NO_SYMBOL when memory is refused or 2^32 - 2 are held. */
uint32_t kf_symbols_add(kf_symbols *, kf_str);
/* Many at once: the same as adding each in turn, but cache misses overlap. ids[i] for text[i].
 * Returns how many were done (n, or fewer when memory is refused). */
size_t kf_symbols_add_many(kf_symbols *, const kf_str *text, uint32_t *ids, size_t n);
/* So many are about to be added, so that the table need not grow again and again. False: memory is
 * refused, and nothing has changed. */
bool kf_symbols_reserve(kf_symbols *, uint32_t more);
uint32_t kf_symbols_find(const kf_symbols *, kf_str);    /* or KF_NO_SYMBOL */
kf_str kf_symbols_text(const kf_symbols *, uint32_t id); /* borrowed until forgotten */
uint32_t kf_symbols_count(const kf_symbols *);
void kf_symbols_truncate(kf_symbols *, uint32_t count); /* forget ids >= count */
/* Asserts: every id has one slot, reached over smaller ids (symbols.c); pages hold all text. */
void kf_symbols_check(const kf_symbols *);

#endif
