/* verify.h -- recomputes score, cost and violations of a given answer.
 *
 * The verifier judges every solver, so it shares no code with compiling, separation or solving. It
 * takes the model as it is, walks every grounding of every rule in nested loops and looks every
 * atom up. It is plain, not fast.
 *
 *   begin (evidence) --> check constants, fill the answer --> run --> end, world by world
 *
 * The score is the sum of w over true soft groundings. The cost is the sum of |w| over those that
 * are false with w > 0 or true with w < 0, unless no value of the open atoms changes them. A hard
 * rule counts its false groundings. */
#ifndef KF_VERIFY_H
#define KF_VERIFY_H

#include "base/mem.h"
#include "evidence/evidence.h"
#include "model/model.h"
#include "verify/dyadic.h"

/* Neumaier's compensated sum: the order of the terms hardly matters. */
typedef struct kf_sum {
    double sum, rest;
} kf_sum;
void kf_sum_add(kf_sum *, double);
void kf_sum_join(kf_sum *, const kf_sum *);
double kf_sum_get(const kf_sum *);

typedef struct kf_violated { /* a violated grounding; the verifier owns the texts */
    const char *world;       /* its name, or "2" for the second world */
    const char *text;
} kf_violated;

typedef struct kf_tally { /* of one rule, or of soft evidence, over the worlds so far */
    uint64_t groundings, satisfied;
    uint64_t unsatisfied; /* soft, counted in cost */
    uint64_t violations;  /* hard and false; of acyclicity: components with a cycle */
    bool guessed;         /* of some that pay, not all values were tried: they may be decided */
    kf_sum score, cost;
    KF_VEC(kf_violated) examples;
} kf_tally;

typedef struct kf_verify_options {
    uint32_t examples; /* most to keep of each rule */
    /* Asked every so often; what is not KERF_OK ends the run. May be NULL. `total`: groundings of
     * this rule in this world, at most. */
    kerf_status (*tick)(void *context, const kf_rule *, uint64_t done, uint64_t total);
    void *context;
} kf_verify_options;

typedef struct kf_verifier kf_verifier;

/* The model must be settled by the time a world is begun. */
kerf_status kf_verifier_new(kf_verifier **, kf_mem *, kf_model *, const kf_verify_options *,
                            kf_diags *);
void kf_verifier_free(kf_verifier *);

/* Takes the evidence of a world and makes its domains, with a constant for each application of a
 * function that has no mappings; these constants stay in the model's types until the end.
 * KERF_INVALID: a rule has no weight or a number variable no atom; KERF_LIMIT: too many
 * constants. */
kerf_status kf_verifier_begin(kf_verifier *, const kf_evidence *evidence, const char *name);
/* Constants of a type in this world, and whether one is there. Only between begin and end. */
uint32_t kf_verifier_size(const kf_verifier *, uint32_t type);
uint32_t kf_verifier_constant(const kf_verifier *, uint32_t type, uint32_t index);
bool kf_verifier_has(const kf_verifier *, uint32_t type, uint32_t id);
/* Walks all groundings. Of the answer, only true atoms of hidden predicates count, and none that
 * evidence decides. It must be closed. KERF_LIMIT: a rule has more than 2^63 groundings. */
kerf_status kf_verifier_run(kf_verifier *, const kf_evidence *answer);
void kf_verifier_end(kf_verifier *); /* always, also after a failure; twice is legal */
/* The exact cost of the answers of all worlds so far. */
const kf_dyadic *kf_verifier_cost(const kf_verifier *);
/* The unit of a gap beside the cost: 1, or the sum of all weights of a world if that is less. */
double kf_verifier_unit(const kf_verifier *);

/* A certificate (bound.h), borrowed with its name. kf_bound_world() adds the dual bound that it
 * proves for one world, between begin and end, for each world in turn. KERF_INVALID: it is no
 * certificate of this model and evidence; said in diags. */
typedef struct kf_bound kf_bound;
kerf_status kf_bound_new(kf_bound **, kf_verifier *, const char *file, kf_str text);
void kf_bound_free(kf_bound *); /* NULL is legal */
kerf_status kf_bound_world(kf_bound *, kf_dyadic *);
/* After kf_verifier_run(), with the bound proven for this world: an answer that satisfies the hard
 * formulas and costs less refutes it. KERF_INVALID: it does; said in diags. Both are exact. */
kerf_status kf_bound_accept(kf_bound *, const kf_dyadic *proven);
/* After the last world: there must be nothing left. */
kerf_status kf_bound_finish(kf_bound *);

/* By rule of the model, and one more for soft evidence. NULL: a mark in the declaration of an
 * observed predicate, which is not checked. */
const kf_tally *kf_verifier_tally(const kf_verifier *, size_t rule);

/* Asserts that counts and sums agree with each other, and the domains with the evidence. */
void kf_verifier_check(const kf_verifier *);

#endif
