/* blocks.h -- the weights of local formulas, grouped by the parameters that evidence gives; see
 * locals.h.
 *
 * In Path(n, +p) ^ Role(n, +r) evidence gives n and p; r is free. A block holds the weights for one
 * p: an entry for each r that has one. */
#ifndef KF_BLOCKS_H
#define KF_BLOCKS_H

#include "ground/grounder.h"
#include "ground/tuple_map.h"
#include "learn/learn.h"

typedef struct kf_block_entry { /* a weight, and for which of the atoms that evidence leaves open */
    uint32_t slot, id;          /* slot KF_NONE: for all of them */
} kf_block_entry;

/* Atoms of a predicate, some of whose arguments are given. A slot is a number for the values of the
 * others. */
typedef struct kf_shape {
    uint32_t predicate, n_given;
    bool given[KF_MOST_ARITY];
    kf_tuple_map slots;
} kf_shape;

typedef struct kf_local_rule { /* by rule of the model */
    bool kept;
    bool against; /* the formula is true where its atom is not */
    bool uniform; /* its weights are for all slots of the shape */
    uint32_t shape;
    uint32_t n_variables;
    bool *free;                /* by variable of the compiled rule */
    const kf_literal *literal; /* with its hidden atom */
    kf_tuple_map blocks;       /* constants of the parameters that are not free */
    uint32_t first;            /* its first block */
} kf_local_rule;

typedef struct kf_blocks {
    kf_mem *mem;
    uint32_t n_rules, n_predicates;
    kf_local_rule *rules;
    KF_VEC(kf_shape) shapes;
    KF_VEC(uint32_t) starts; /* by block: its first entry; and the end of the last */
    KF_VEC(kf_block_entry) entries;
    uint32_t most_slots, most_given; /* of any shape */
    bool *unused;                    /* by predicate: its evidence is for kept rules only */
} kf_blocks;

/* Of the rules that a grounder has, and the parameters that there are; `in` tells which constants
 * are the same in all worlds. Filled in part after a failure: to be freed in any case. */
kerf_status kf_blocks_make(kf_blocks *, kf_mem *, const kf_grounder *, const kf_parameters *,
                           const kf_examples *in);
void kf_blocks_free(kf_blocks *);
/* Asserts that blocks lie side by side, and that entries name parameters and slots that there
 * are. */
void kf_blocks_check(const kf_blocks *, const kf_parameters *);
/* The block of a rule for these values, or KF_NONE. */
uint32_t kf_blocks_find(const kf_blocks *, const kf_model *, uint32_t rule, const kf_binding *);

#endif
