/* evidence_state.h -- private to evidence/: evidence from inside.
 *
 * Presence: constants of the model are in every world, and constants interned after n_fixed are
 * there because this world's evidence named them. Only those between, which weight tables brought
 * in, need a bit each. Once facts change (change.c) each constant has a count of what names it:
 * one that nothing names any more has left the world. */
#ifndef KF_EVIDENCE_STATE_H
#define KF_EVIDENCE_STATE_H

#include "evidence/evidence.h"

typedef struct kf_presence { /* of the constants n_model .. n_fixed - 1 of a type */
    uint64_t *bits;          /* a bit each; then one for each of these words: it may not be 0 */
    size_t words;            /* of the former */
    uint32_t count;
} kf_presence;

/* A world has few of the constants that weight tables brought in: what goes through those that are
 * present goes by words that are not 0. */
static inline size_t kf_presence_size(size_t words) /* in words, both kinds of bits */
{
    return words + (words + 63) / 64;
}

static inline void kf_presence_set(kf_presence *p, uint32_t index)
{
    size_t word = index / 64;
    assert(word < p->words);
    p->bits[word] |= UINT64_C(1) << (index % 64);
    p->bits[p->words + word / 64] |= UINT64_C(1) << (word % 64);
}

typedef struct kf_uses {     /* of the constants of a type */
    KF_VEC(uint32_t) counts; /* by constant: rows that name it, and one more for a list */
    KF_VEC(uint64_t) listed; /* bits, by constant: in a list t = { ... } of evidence */
    KF_VEC(uint32_t) made;   /* constants that formulas made, with one more in `counts` */
    uint32_t gone;           /* from n_fixed on: how many have a count of 0 */
} kf_uses;

struct kf_evidence {
    kf_mem *mem;
    kf_model *model;
    size_t n_types;
    kf_provider *memory;   /* always there, for evidence in memory */
    kf_provider *provider; /* that, or one that was taken */
    kf_presence *present;  /* by type */
    kf_uses *uses;         /* by type */
    bool counted;          /* counts are there: something has changed */
    KF_VEC(char *) files;
    KF_VEC(bool) on_disk; /* by file: it can be read again */
    char *line;           /* MOST_LINE bytes: a source line for a message */
    kf_merge merge;       /* of probabilities of one atom */
    kf_stop *stop;        /* of closing; or NULL */
};

/* change.c: is a constant from n_fixed on still in this world? */
bool kf_uses_has(const kf_evidence *, uint32_t type, uint32_t id);
void kf_uses_forget(kf_evidence *);
kerf_status kf_uses_copy(kf_evidence *, const kf_evidence *from); /* of the same model */

#endif
