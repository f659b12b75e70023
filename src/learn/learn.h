/* learn.h -- learns weights from training examples: what all methods share.
 *
 * A method goes over the examples (examples.h) again and again and changes the weights of
 * kf_parameters. It knows no files: its caller reads examples, and keeps and writes results. */
#ifndef KF_LEARN_H
#define KF_LEARN_H

#include "infer/cpi.h"
#include "learn/examples.h"
#include "learn/parameters.h"

typedef enum kf_method { KF_METHOD_MIRA, KF_METHOD_PERCEPTRON, KF_METHOD_PLL } kf_method;

typedef struct kf_learn_progress {
    uint32_t epoch;   /* from 1 */
    uint32_t world;   /* examples of this epoch so far */
    uint32_t worlds;  /* examples in an epoch */
    bool epoch_ended; /* the last of its epoch; then dev_f1 is known, if there is such data */
    double loss;      /* of this epoch so far */
    uint64_t updates; /* examples of this epoch that changed weights */
    double violated;  /* margin that was missing, summed over this epoch */
    uint64_t right, wrong, missed; /* hidden atoms in this epoch: true in both, in the answer only,
                                    * in the truth only */
    double f1, dev_f1;             /* NAN: not known */
    double objective;              /* pseudo-likelihood: what is maximised; NAN elsewhere */
    uint32_t parameters;           /* weights that are learned */
    double seconds;                /* since learning began */
    double seconds_left;           /* estimated; NAN: not known */
} kf_learn_progress;

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
    kf_learn_progress now; /* of this epoch */
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
    kf_cpi_options cpi;  /* inference; stop, progress, prepare and context are the learner's */
    /* All of these may be NULL. */
    kf_stop *stop; /* asked often: stop soon, with the best so far */
    void (*progress)(void *context, const kf_learn_progress *); /* after every world */
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

typedef struct kf_learned {
    uint32_t epochs;        /* that are over */
    uint32_t best_epoch;    /* whose weights the model has now; 0: the last ones */
    kf_learn_progress last; /* of the last epoch that is over */
    bool stopped;
    /* Pseudo-likelihood; an epoch is a step. */
    double objective, likelihood; /* logarithms, with prior and without */
    double error;                 /* standard error of it that sampling brings */
    double atoms;                 /* hidden atoms, named or not */
    uint64_t groups;              /* as many kinds of these */
    uint32_t left_out;            /* hard formulas */
} kf_learned;

/* Learns by the method that the options name; the model has the result. A stop is no failure.
 * KERF_INVALID: there is nothing to learn or nothing to learn from, or weights grew without bound;
 * KERF_INFEASIBLE: hard formulas contradict an example's evidence. Said in diags. */
kerf_status kf_learn(kf_learning *, kf_learned *);

/* ---- The parts of it ---- */

/* Refuses where there is nothing to learn, or nothing to learn from (validate.c). */
kerf_status kf_learn_validate(kf_learning *);
/* Warns where the truth of an example violates hard formulas (broken_truth.c). */
kerf_status kf_learn_validate_truth(kf_learning *);
/* Makes the parameters that the examples ask for: rows of weight tables (collect.c). */
kerf_status kf_learn_collect(kf_learning *);
/* MIRA and the perceptron, example by example (online.c). */
kerf_status kf_learn_online(kf_learning *, kf_learned *);
/* How well the weights as they are predict the development data (online.c). */
kerf_status kf_learn_predict(kf_learning *, double *f1);
/* Pseudo-likelihood (pll.c), if the library is built in that it needs (pll_lbfgs.c). */
bool kf_learn_has_pll(void);
kerf_status kf_learn_pll(kf_learning *, kf_learned *);

#endif
