/* learn.h -- learns weights from training examples: what all methods share.
 *
 * A method goes over the examples (examples.h) again and again and changes the weights of
 * kf_parameters. It knows no files: its caller reads examples, and keeps and writes results. */
#ifndef KF_LEARN_H
#define KF_LEARN_H

#include "infer/cpi.h"
#include "learn/examples.h"
#include "learn/parameters.h"

/* What goes into the answer of a world (answers.h). */
typedef enum kf_learn_effort {
    KF_LEARN_EXACT,  /* proven, however long that takes */
    KF_LEARN_RISING, /* as near, and proven in the last epoch unless that takes very much work */
    KF_LEARN_NEAR,   /* near the best; proven where a world would teach nothing otherwise */
} kf_learn_effort;

typedef enum kf_method { KF_METHOD_MIRA, KF_METHOD_PERCEPTRON, KF_METHOD_PLL } kf_method;

/* Where an online learner stands, beside the weights themselves: enough to go on from there. */
typedef struct kf_learn_state {
    uint32_t epoch; /* epochs that are over */
    uint32_t world; /* examples of this one that are done */
    uint64_t steps; /* examples done in all */
    uint32_t n;     /* parameters */
    double *sums;   /* by parameter: each step's change times the steps before it, for averages */
    double *best;   /* weights of the epoch that did best on development data; best_epoch 0: none */
    uint32_t best_epoch;
    double best_f1;
    kerf_learn_progress now; /* of this epoch */
} kf_learn_state;

typedef struct kf_learn_options {
    kf_method method;
    uint32_t epochs;
    double clip; /* MIRA's C: the most that one constraint moves the weights */
    uint32_t k;  /* MIRA: answers that an update looks at */
    bool loss_augmented, shuffle, average;
    uint64_t seed;
    double sigma;        /* pseudo-likelihood: standard deviation of the prior; 0: none */
    uint32_t iterations; /* the most steps that it takes */
    double negatives;    /* the share of false atoms that it looks at, above 0 and up to 1 */
    const double *costs; /* by predicate: what an atom that is not as in the truth costs */
    bool all;            /* a parameter for everything that groundings reach */
    uint32_t min_count;  /* else for what is seen so often with true atoms */
    kf_learn_effort effort;
    double deadline; /* of kf_now(): stop then, once learning has begun; 0, INFINITY: none */
    /* Inference. The learner sets effort, stop, progress, prepare and context. */
    kf_cpi_options cpi;
    /* All of these may be NULL. */
    kf_stop *stop; /* asked often: stop soon, with the best so far; there must be one if there is a
                    * deadline */
    void (*progress)(void *context, const kerf_learn_progress *); /* after every world */
    /* When parameters are there: set weights and state to where another run stood. */
    kerf_status (*resume)(void *context, kf_learn_state *);
    /* After every epoch, and when it is stopped. */
    kerf_status (*save)(void *context, const kf_learn_state *);
    void *context;
} kf_learn_options;

typedef struct kf_learning { /* everything that a method is given; borrowed */
    kf_mem *mem;
    kf_model *m;
    kf_diags *diags;
    kf_parameters *p;
    kf_examples *train, *dev; /* dev: NULL: none */
    const kf_learn_options *o;
} kf_learning;

/* Learns by the method that the options name; the model has the result. A stop is no failure.
 * Numbers of worlds and of parameters, and the time, are left to the caller.
 * KERF_INVALID: there is nothing to learn or nothing to learn from, or weights grew without bound;
 * KERF_INFEASIBLE: hard formulas contradict an example's evidence. Said in diags. */
kerf_status kf_learn(kf_learning *, kerf_learned *);

/* ---- The parts of it ---- */

/* Refuses where there is nothing to learn, or nothing to learn from (validate.c). */
kerf_status kf_learn_validate(kf_learning *);
/* Warns where the truth of an example violates hard formulas (broken_truth.c). */
kerf_status kf_learn_validate_truth(kf_learning *);
/* Makes the parameters that the examples ask for: rows of weight tables (collect.c). */
kerf_status kf_learn_collect(kf_learning *);
/* MIRA and the perceptron, example by example (online.c). */
kerf_status kf_learn_online(kf_learning *, kerf_learned *);
/* How well the weights as they are predict the development data (online.c). */
kerf_status kf_learn_predict(kf_learning *, double *f1);
/* Pseudo-likelihood (pll.c), if the library is built in that it needs (pll_lbfgs.c). */
bool kf_learn_has_pll(void);
kerf_status kf_learn_pll(kf_learning *, kerf_learned *);

#endif
