/* recall.h -- what linear programs remember from one solve to the next.
 *
 * The problem of an iteration is that of the one before with some rows more. A row or column is
 * known again by the names of its atoms, whatever its number in the component at hand; what is kept
 * of it is how it stood in the last basis. While components are solved the memory is only read, and
 * each component notes down what it learned; the notes are put in afterwards, in the order of the
 * components, so that nothing depends on threads. */
#ifndef KF_RECALL_H
#define KF_RECALL_H

#include "base/hash.h"
#include "base/mem.h"

typedef struct kf_recall {
    uint64_t *keys;
    uint8_t *values;
    size_t n, size;
} kf_recall;

typedef struct kf_note {
    uint64_t key; /* not 0 */
    uint8_t value;
} kf_note;

typedef KF_VEC(kf_note) kf_notes;

uint8_t kf_recall_get(const kf_recall *, uint64_t key); /* 0: nothing is known */
bool kf_recall_has(const kf_recall *, uint64_t key);
kerf_status kf_recall_put(kf_recall *, kf_mem *, const kf_notes *);
/* What another one knows, into one that knows nothing. False: no memory. */
bool kf_recall_copy(kf_recall *, kf_mem *, const kf_recall *from);
void kf_recall_free(kf_recall *, kf_mem *);

/* Keys: of an atom by its name, of a set of literals in any order, of something about a key. */
static inline uint64_t kf_recall_mix(uint64_t key, uint64_t more)
{
    return kf_hash_mix(key ^ more) | 1;
}

#endif
