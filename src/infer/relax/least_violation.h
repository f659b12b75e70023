/* least_violation.h -- private to infer/relax/, report/ and session/: the least violation where no
 * world keeps the hard formulas.
 *
 * Wanted is the world that violates the fewest groundings of hard formulas and, of these worlds,
 * one of least cost. Hard formulas become soft twice:
 *
 *   First, soft formulas weigh nothing and a hard grounding more than all soft evidence together.
 *   The least cost then has the fewest violations; so many, V, are proven to be necessary. What
 *   this world costs by the formulas as they are, c, is counted.
 *   Then, soft formulas have their weights and a hard grounding weighs W > c. A world with a
 *   violation more costs W (V + 1) at least, since costs are never negative, which is more than
 *   W V + c of the first. So the best world violates V, and of these it is the cheapest.
 *
 * W is only as large as c makes it, so that sums keep the digits of soft weights. Violations, cost
 * and score of an answer are counted with the model as it was written; what the weights above have
 * made of them is never told. */
#ifndef KF_LEAST_VIOLATION_H
#define KF_LEAST_VIOLATION_H

#include "evidence/evidence.h"
#include "infer/relax/soften.h"
#include "infer/relax/worth.h"

typedef struct kf_violation_caller { /* what it asks of its caller */
    kf_mem *mem;
    kf_model *model;
    const kf_evidence *evidence;
    /* Inference over the model as it is at the moment: its answer, whole, and how it ended. */
    kerf_status (*solve)(void *context, kf_true_atoms *, kerf_result *);
    /* A fresh grounder over the same, and its end. */
    kerf_status (*ground)(void *context, kf_grounder **);
    void (*unground)(void *context);
    void *context;
} kf_violation_caller;

typedef struct kf_least_violation {
    kf_true_atoms atoms; /* of the world that was found */
    kf_worth worth;
    kf_worth_detail detail;
    bool proven; /* as few violations as possible */
    double gap;  /* of its cost to the least with so many; INFINITY: not known */
} kf_least_violation;

/* The model is as it was written before and after. *r: of the run that has found the world. Free
 * `out` in any case. */
kerf_status kf_find_least_violation(const kf_violation_caller *, kf_least_violation *out,
                                    kerf_result *r);
void kf_least_violation_free(kf_least_violation *, const kf_violation_caller *);

#endif
