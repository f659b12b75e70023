/* locals_kept.h -- private to locals.c and local_sums.c: how groundings of local formulas are kept.
 *
 * An owner stands for atoms some of whose arguments evidence gives: a shape and the values of the
 * given arguments. An example is a list of owners, in words: shape, values, number of blocks, then
 * the blocks. */
#ifndef KF_LOCALS_KEPT_H
#define KF_LOCALS_KEPT_H

#include "ground/tuple_map.h"
#include "learn/blocks.h"
#include "learn/locals.h"

/* A word for a block: does the formula count against its atom; is the next word how often it
 * counts, and not once? */
#define KF_AGAINST (UINT32_C(1) << 31)
#define KF_MANY (UINT32_C(1) << 30)
#define KF_BLOCK (KF_MANY - 1)

typedef struct kf_local_example {
    size_t start, n; /* its words, if it is kept or at hand */
    bool kept;
    bool large; /* it has too many to have them at hand */
} kf_local_example;

typedef struct kf_local_found { /* an owner's block */
    uint32_t owner, word, times;
} kf_local_found;

typedef struct kf_local_change {
    uint32_t slot, next;
    double sign;
} kf_local_change;

struct kf_locals {
    kf_mem *mem;
    const kf_learning *l;
    kf_blocks blocks;
    bool ready;   /* these are made, when the first example is opened */
    bool thrifty; /* memory is short: none is kept, but for the example at hand */
    kf_local_example *train, *dev;
    KF_VEC(uint32_t) words;
    size_t n_kept;                   /* of these; then those of the example at hand */
    const kf_local_example *at_hand; /* which is not kept; or NULL */
    /* For the moment: */
    kf_tuple_map owners; /* shape, values, and zeros up to the longest */
    KF_VEC(kf_local_found) found;
    KF_VEC(kf_local_change) changes;
    KF_VEC(uint32_t) last; /* by owner: of its changes */
    double *sums;          /* by slot, */
    uint32_t *stamps;      /* if they are of this time */
    double everywhere;     /* for all slots */
    uint32_t n_slots, now;
    KF_VEC(uint32_t) slots; /* with sums of this time */
};

kf_local_example *kf_locals_example(const kf_locals *, const kf_example *);
/* The owner of an atom of a shape, made if need be. */
kerf_status kf_locals_owner(kf_locals *, uint32_t shape, const uint32_t *row, uint32_t *owner);

#endif
