/* worth.h -- private to infer/relax/, report/ and session/: what a world is worth by the model as
 * it was written, hard formulas that it violates included. */
#ifndef KF_WORTH_H
#define KF_WORTH_H

#include "base/text.h"
#include "ground/grounder.h"
#include "infer/cpi.h"

typedef struct kf_true_atoms { /* of a world */
    KF_VEC(uint32_t) predicates;
    KF_VEC(uint32_t) ids; /* their constants, one atom after the other */
} kf_true_atoms;

kerf_status kf_true_atoms_add(kf_true_atoms *, kf_mem *, uint32_t predicate, const uint32_t *row,
                              uint32_t arity);
void kf_true_atoms_free(kf_true_atoms *, kf_mem *);

typedef struct kf_worth {
    uint64_t violations; /* groundings of hard formulas */
    double cost, score;  /* of the soft formulas */
} kf_worth;

typedef struct kf_worth_detail {
    kf_text by_formula;    /* violations: "2 of F1, 1 of cap" */
    kf_gate_count *counts; /* by rule of the model */
} kf_worth_detail;

/* The grounder is fresh, all of its open atoms are false, and the world is in its database
 * afterwards. */
kerf_status kf_worth_count(kf_grounder *, const kf_true_atoms *, kf_worth_detail *, kf_worth *);

#endif
