/* chances.h -- private to check_marginal.c and check_chains.c: all worlds of a program, and what
 * the engine says of their probabilities. */
#ifndef KF_TEST_CHANCES_H
#define KF_TEST_CHANCES_H

#include "trial.h"

#include "marginal/marginal.h"

enum { MOST_TRIED = 12 }; /* open atoms */

typedef struct all_worlds {
    uint32_t open[MOST_TRIED], n;
    long double *weight; /* by world */
    double *scores;      /* by world and rule */
    size_t n_rules;
    long double most, sum;
    double size; /* of scores */
} all_worlds;

/* How probable an open atom is. */
long double share_of(const all_worlds *, uint32_t i);

typedef struct answer {
    kf_database *d;
    kf_problem *p;
    kf_grounder *g;
    kf_marginals m;
    kerf_status status;
} answer;

/* store: where evidence is, as it was loaded; NULL: in memory. One at a time: a database adds the
 * constants of functions to the model while it is there. */
void open_answer(loaded *, const char *store, answer *, const kf_marginal_options *);
void close_answer(answer *);
/* One that no formula names is as probable as not. */
kf_chance chance_of(const answer *, const ground_atom *);
bool right_chance(trial *, const all_worlds *, const answer *, uint32_t i);

/* Chains come near, whichever way they are run. */
bool trial_chains(trial *, const all_worlds *, uint64_t seed);

#endif
